// SPDX-License-Identifier: GPL-3.0-or-later
/// Which part of the values a chart shows. Pure functions. The range leaves out what is not finite;
/// without any finite value it is [0, 1]. Equal values v get [0, 2v], [2v, 0] or, for zero, [-1,
/// 1].
#pragma once

#include "viewers/common/curve_data.h"

#include <cmath>
#include <span>

namespace runlens::viewers {

enum class YScale {
    Auto, ///< logarithmic where all values are above zero and span more than a factor of 50
    Linear,
    Log,
};

struct ValueRange {
    double minimum = 0.0;
    double maximum = 1.0;
    bool isLog = false;
    friend bool operator==(const ValueRange&, const ValueRange&) = default;
};

struct XRange {
    double minimum = 0.0;
    double maximum = 1.0;

    [[nodiscard]] double width() const { return maximum - minimum; }

    friend bool operator==(const XRange&, const XRange&) = default;
};

/// The range of the values with x in the given range. With ignoreOutliers rare values far outside
/// of the middle 96 % do not count (they are still drawn, up to the edge of the plot): for this
/// values are looked at in even strides, at most 1,024 a curve.
[[nodiscard]] ValueRange fitValues(std::span<const std::shared_ptr<const CurveData>> curves,
                                   const XRange& x,
                                   YScale scale,
                                   bool ignoreOutliers);
/// All x of all curves, a little wider when they are all equal; nullopt without any.
[[nodiscard]] std::optional<XRange> fitX(std::span<const std::shared_ptr<const CurveData>> curves);

/// Where a value lies on a scale: itself, or its logarithm.
[[nodiscard]] inline double onScale(double value, bool isLog)
{
    return isLog ? std::log10(value) : value;
}

/// Never empty and never wider than doubles can subtract.
[[nodiscard]] XRange usableRange(double minimum, double maximum);

} // namespace runlens::viewers
