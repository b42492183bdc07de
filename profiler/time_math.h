// SPDX-License-Identifier: Apache-2.0
/// Arithmetic on times that cannot overflow. Everything the profiler indexes lies within
/// [kEarliestNs, kLatestNs], so the difference of two times always fits int64; sums of many
/// durations saturate.
#pragma once

#include "summary_format/base/ids.h"

#include <algorithm>
#include <cstdint>
#include <limits>

namespace runlens::profiler {

inline constexpr std::int64_t kLatestNs = (std::int64_t{1} << 62) - 1;
inline constexpr std::int64_t kEarliestNs = -kLatestNs;

/// Half open: [startNs, endNs). Empty when endNs <= startNs.
struct TimeInterval {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;

    [[nodiscard]] std::int64_t durationNs() const
    {
        return std::max<std::int64_t>(0, endNs - startNs);
    }

    [[nodiscard]] bool isEmpty() const { return endNs <= startNs; }

    friend bool operator==(const TimeInterval&, const TimeInterval&) = default;
};

/// All of time the profiler knows.
inline constexpr TimeInterval kAllTime{kEarliestNs, kLatestNs};

[[nodiscard]] constexpr bool isIndexable(std::int64_t ns)
{
    return ns >= kEarliestNs && ns <= kLatestNs;
}

/// The end of a span that starts at an indexable time: a negative duration counts as none, an end
/// beyond kLatestNs is cut off there.
[[nodiscard]] constexpr std::int64_t spanEndNs(std::int64_t startNs, std::int64_t durationNs)
{
    return startNs + std::min(std::max<std::int64_t>(durationNs, 0), kLatestNs - startNs);
}

[[nodiscard]] constexpr std::int64_t addSaturated(std::int64_t a, std::int64_t b)
{
    constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
    return b > 0 && a > kMax - b ? kMax : a + b;
}

[[nodiscard]] constexpr TimeInterval intersect(TimeInterval a, TimeInterval b)
{
    return {std::max(a.startNs, b.startNs), std::min(a.endNs, b.endNs)};
}

} // namespace runlens::profiler
