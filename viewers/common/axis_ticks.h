// SPDX-License-Identifier: GPL-3.0-or-later
/// Where an axis has its numbers and how they read: round positions, never more than asked for,
/// labels as short as their distance allows ("0.25", "5k", "1e-3", "10 min", "14:02"). Pure
/// functions; any finite range, empty for others.
#pragma once

#include <QString>

#include <vector>

namespace runlens::viewers {

struct AxisTick {
    double position = 0.0; ///< in data units
    QString label;
};

/// Plain numbers. isShare shows 0.9 as "90 %". The range is ascending.
[[nodiscard]] std::vector<AxisTick>
linearTicks(double minimum, double maximum, int atMost, bool isShare = false);
/// Whole numbers only, for steps.
[[nodiscard]] std::vector<AxisTick> stepTicks(double minimum, double maximum, int atMost);
/// Powers of ten, with halves and doubles between them in a short range. minimum > 0.
[[nodiscard]] std::vector<AxisTick> logTicks(double minimum, double maximum, int atMost);
/// Seconds as a duration: "20 s", "1.5 min", "2 h", "3 d".
[[nodiscard]] std::vector<AxisTick> durationTicks(double minimum, double maximum, int atMost);
/// Seconds since the epoch as local time: "14:02:30", "14:02", "28 Nov".
[[nodiscard]] std::vector<AxisTick> wallTicks(double minimum, double maximum, int atMost);

/// 1, 2, 2.5 or 5 times a power of ten, the smallest not under the given distance (> 0, finite).
[[nodiscard]] double niceDistance(double distance);

} // namespace runlens::viewers
