// SPDX-License-Identifier: Apache-2.0
#include "collector/adaptive_histogram.h"

#include <algorithm>
#include <cmath>

namespace runlens::collector {

namespace {

constexpr int kSmallestExponent = -1000; // 2^1000 is still a double
constexpr double kRoomyBins = 384.0;     // leaves some on both sides for what comes next

/// Of the narrowest width for which the bucket numbers stay far within int64.
int exponentFloor(double minimum, double maximum)
{
    const double largest = std::max(std::abs(minimum), std::abs(maximum));
    return largest > 0.0 ? std::max(kSmallestExponent, std::ilogb(largest) - 50)
                         : kSmallestExponent;
}

double binsNeeded(double minimum, double maximum, int exponent)
{
    return std::floor(std::ldexp(maximum, -exponent)) - std::floor(std::ldexp(minimum, -exponent))
           + 1.0;
}

std::int64_t shifted(std::int64_t k, int steps)
{
    return k >> std::min(steps, 62); // rounds down; C++20 says so for negative numbers too
}

} // namespace

void AdaptiveHistogram::begin(double minimum, double maximum)
{
    const double half = maximum / 2 - minimum / 2; // the whole range may not be a double
    const double largest = std::max(std::abs(minimum), std::abs(maximum));
    if (half > 0.0) {
        m_exponent = std::ilogb(half) - 6;
    } else {
        m_exponent = largest > 0.0 ? std::ilogb(largest) - 20 : -40;
    }
    m_exponent = std::max(m_exponent, exponentFloor(minimum, maximum));
    m_scale = std::ldexp(1.0, -m_exponent);
    m_minimum = minimum;
    m_maximum = maximum;
    const auto needed = static_cast<std::int64_t>(binsNeeded(minimum, maximum, m_exponent));
    m_first = static_cast<std::int64_t>(std::floor(minimum * m_scale)) - (kBins - needed) / 2;
    m_hasBegun = true;
}

bool AdaptiveHistogram::covers(double value) const
{
    const double k = std::floor(value * m_scale);
    return k >= static_cast<double>(m_first) && k < static_cast<double>(m_first + kBins);
}

std::int64_t AdaptiveHistogram::bucketOf(double value) const
{
    return static_cast<std::int64_t>(std::floor(value * m_scale));
}

void AdaptiveHistogram::widenTo(double minimum, double maximum)
{
    const int floorExponent = exponentFloor(minimum, maximum);
    int exponent = std::max(m_exponent, floorExponent);
    while (binsNeeded(minimum, maximum, exponent) > kRoomyBins) {
        ++exponent;
    }
    const int steps = exponent - m_exponent;
    const auto needed = static_cast<std::int64_t>(binsNeeded(minimum, maximum, exponent));
    const std::int64_t first = static_cast<std::int64_t>(std::floor(std::ldexp(minimum, -exponent)))
                               - (kBins - needed) / 2;
    std::array<std::uint64_t, kBins> counts{};
    for (std::int64_t i = 0; i < kBins; ++i) {
        const std::uint64_t count = m_counts[static_cast<std::size_t>(i)];
        if (count > 0) {
            counts[static_cast<std::size_t>(shifted(m_first + i, steps) - first)] += count;
        }
    }
    m_counts = counts;
    m_exponent = exponent;
    m_scale = std::ldexp(1.0, -exponent);
    m_first = first;
}

void AdaptiveHistogram::add(const double* values, std::size_t count, double minimum, double maximum)
{
    if (count == 0) {
        return;
    }
    if (!m_hasBegun) {
        begin(minimum, maximum);
    } else if (!covers(minimum) || !covers(maximum)) {
        widenTo(minimum, maximum);
    }
    m_minimum = minimum;
    m_maximum = maximum;
    for (std::size_t i = 0; i < count; ++i) {
        ++m_counts[static_cast<std::size_t>(bucketOf(values[i]) - m_first)];
    }
}

void AdaptiveHistogram::result(int limit,
                               std::vector<double>& edges,
                               std::vector<double>& counts) const
{
    edges.clear();
    counts.clear();
    if (!m_hasBegun) {
        return;
    }
    const std::int64_t low = bucketOf(m_minimum);
    const std::int64_t high = bucketOf(m_maximum);
    const std::int64_t most = std::max(2, limit); // a bucket ends at zero: two are the fewest
    int steps = 0;
    while (shifted(high, steps) - shifted(low, steps) >= most) {
        ++steps;
    }
    const std::int64_t first = shifted(low, steps);
    for (std::int64_t k = low; k <= high; ++k) {
        const auto i = static_cast<std::size_t>(shifted(k, steps) - first);
        if (i >= counts.size()) {
            counts.resize(i + 1, 0.0);
            edges.push_back(std::ldexp(static_cast<double>(first + static_cast<std::int64_t>(i)),
                                       m_exponent + steps));
        }
        counts[i] += static_cast<double>(m_counts[static_cast<std::size_t>(k - m_first)]);
    }
    edges.push_back(m_maximum);
    edges.front() = m_minimum;
    if (counts.size() > 1 && edges[edges.size() - 2] >= m_maximum) {
        counts[counts.size() - 2] += counts.back(); // the last bucket includes its right edge
        counts.pop_back();
        edges.pop_back();
        edges.back() = m_maximum;
    }
    if (m_minimum == m_maximum) {
        constexpr double kHalfIsKept = 1e15;
        const bool isSmall = std::abs(m_minimum) < kHalfIsKept;
        edges = isSmall ? std::vector<double>{m_minimum - 0.5, m_minimum + 0.5}
                        : std::vector<double>{std::nextafter(m_minimum, -HUGE_VAL), m_minimum};
    }
}

} // namespace runlens::collector
