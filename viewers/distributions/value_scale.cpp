// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/distributions/value_scale.h"

#include "viewers/common/number_format.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace runlens::viewers {

namespace {

constexpr double kEvenShare = 1e-3; ///< of the larger end

} // namespace

ValueScale::ValueScale(const ValueBounds& bounds, bool isLog) : m_bounds(bounds), m_isLog(isLog)
{
    if (!(m_bounds.minimum < m_bounds.maximum)) {
        m_bounds = {0.0, 1.0};
    }
    const double largest = std::max(std::abs(m_bounds.minimum), std::abs(m_bounds.maximum));
    m_even = std::max(largest * kEvenShare, std::numeric_limits<double>::min());
    m_low = mapped(m_bounds.minimum);
    m_high = mapped(m_bounds.maximum);
}

double ValueScale::mapped(double value) const
{
    if (!m_isLog) {
        return value / 4; // the distance of the ends stays finite
    }
    return std::copysign(std::log1p(std::abs(value) / m_even), value);
}

double ValueScale::shareOf(double value) const
{
    return (mapped(value) - m_low) / (m_high - m_low);
}

double ValueScale::valueAt(double share) const
{
    const double at = m_low + (m_high - m_low) * share;
    return m_isLog ? std::copysign(std::expm1(std::abs(at)) * m_even, at) : at * 4;
}

std::vector<AxisTick> ValueScale::ticks(int atMost) const
{
    if (!m_isLog) {
        return linearTicks(m_bounds.minimum, m_bounds.maximum, atMost);
    }
    std::vector<AxisTick> ticks;
    const auto add = [&](double value) {
        if (value >= m_bounds.minimum && value <= m_bounds.maximum) {
            ticks.push_back({value, formatTick(value)});
        }
    };
    const double largest = std::max(std::abs(m_bounds.minimum), std::abs(m_bounds.maximum));
    const double top = std::pow(10.0, std::floor(std::log10(largest)));
    const bool hasBothSigns = m_bounds.minimum < 0.0 && m_bounds.maximum > 0.0;
    const int each = std::clamp(hasBothSigns ? (atMost - 1) / 2 : atMost - 1, 1, 4);
    add(0.0);
    for (int i = 0; i < each; ++i) {
        const double value = top * std::pow(10.0, -i);
        if (value > m_even) {
            add(value);
            add(-value);
        }
    }
    std::ranges::sort(ticks, {}, &AxisTick::position);
    return ticks;
}

} // namespace runlens::viewers
