// SPDX-License-Identifier: GPL-3.0-or-later
/// The visible stretch of time, and tick marks for it. Pixels are device independent and count from
/// the left edge of the plot. Any thread.
#pragma once

#include "profiler/time_math.h"

#include <QString>

#include <vector>

namespace runlens::viewers {

inline constexpr double kClosestNsPerPixel = 0.25;

struct TimeView {
    std::int64_t startNs = 0;
    double nsPerPixel = 1.0;

    [[nodiscard]] double pixelOf(std::int64_t ns) const
    {
        return static_cast<double>(ns - startNs) / nsPerPixel;
    }

    /// Within the time that the profiler knows.
    [[nodiscard]] std::int64_t nsAt(double pixel) const;

    [[nodiscard]] profiler::TimeInterval range(double widthPx) const
    {
        return {startNs, nsAt(widthPx)};
    }

    friend bool operator==(const TimeView&, const TimeView&) = default;
};

/// Shows all of the interval with a margin (a part of its length) at both sides.
[[nodiscard]] TimeView fitTo(profiler::TimeInterval time, double widthPx, double margin = 0.0);
/// Zooms by the factor (above 1: closer) so that the time at this pixel stays where it is. Never
/// beyond widest ns per pixel.
[[nodiscard]] TimeView
zoomed(const TimeView& view, double factor, double atPixel, double widestNsPerPixel);
[[nodiscard]] TimeView panned(const TimeView& view, double pixels);

struct TimeTick {
    double pixel = 0.0;
    std::int64_t ns = 0;
    QString label; ///< since the anchor: "+250 µs"; from the origin when the anchor is the origin
};

struct TimeTicks {
    std::int64_t anchorNs = 0; ///< what the labels count from
    QString anchorLabel; ///< since the origin: "12.345 s"; empty when the anchor is the origin
    std::vector<TimeTick> ticks;
};

/// About one tick every 100 pixels, at round times since originNs.
[[nodiscard]] TimeTicks ticksOf(const TimeView& view, double widthPx, std::int64_t originNs);

} // namespace runlens::viewers
