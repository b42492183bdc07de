// SPDX-License-Identifier: GPL-3.0-or-later
/// An axis of values: where a value lies between 0 and 1, in even distances or, with both signs and
/// zero on it, in logarithmic ones. Pure; any finite bounds.
#pragma once

#include "viewers/common/axis_ticks.h"
#include "viewers/distributions/histogram_bins.h"

namespace runlens::viewers {

class ValueScale {
public:
    ValueScale() = default;
    /// Symmetric logarithm: even below a thousandth of the larger end, logarithmic above.
    ValueScale(const ValueBounds& bounds, bool isLog);

    [[nodiscard]] const ValueBounds& bounds() const { return m_bounds; }

    [[nodiscard]] bool isLog() const { return m_isLog; }

    [[nodiscard]] double shareOf(double value) const; ///< outside of the bounds beyond 0 and 1
    [[nodiscard]] double valueAt(double share) const;
    [[nodiscard]] std::vector<AxisTick> ticks(int atMost) const;

private:
    [[nodiscard]] double mapped(double value) const;

    ValueBounds m_bounds{0.0, 1.0};
    double m_even = 1.0; ///< below this distance from zero the axis is even
    double m_low = 0.0;
    double m_high = 1.0;
    bool m_isLog = false;
};

} // namespace runlens::viewers
