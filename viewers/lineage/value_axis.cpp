// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/lineage/value_axis.h"

#include "viewers/common/number_format.h"
#include "viewers/common/text.h"

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

ValueAxis::ValueAxis(const RunColumn& column, int index, bool isLog)
    : m_column(index)
    , m_categories(column.isNumeric ? 0 : static_cast<int>(column.categories.size()))
    , m_isLog(isLog && column.canBeLog())
    , m_canBeLog(column.canBeLog())
    , m_low(m_isLog ? std::log10(column.minimum) : column.minimum)
    , m_high(m_isLog ? std::log10(column.maximum) : column.maximum)
{}

std::optional<double> ValueAxis::fraction(double value) const
{
    if (!std::isfinite(value) || m_low > m_high) {
        return std::nullopt;
    }
    if (isCategory()) {
        return (value + 0.5) / m_categories;
    }
    if (m_isLog && value <= 0.0) {
        return std::nullopt;
    }
    if (m_low == m_high) {
        return 0.5;
    }
    const double place = m_isLog ? std::log10(value) : value;
    // Halves, so that the distance of two huge values fits.
    return (place / 2.0 - m_low / 2.0) / (m_high / 2.0 - m_low / 2.0);
}

double ValueAxis::valueAt(double fraction) const
{
    if (isCategory()) {
        return fraction * m_categories - 0.5;
    }
    if (m_low == m_high) {
        // Anything around the middle is the one value there is.
        const double value = m_isLog ? std::pow(10.0, m_low) : m_low;
        const double step = std::max(std::abs(value), 1e-12);
        return value + (fraction - 0.5) * step;
    }
    const double place = m_low * (1.0 - fraction) + m_high * fraction;
    return m_isLog ? std::pow(10.0, place) : place;
}

std::vector<AxisTick> ValueAxis::ticks(const RunColumn& column, int atMost) const
{
    std::vector<AxisTick> ticks;
    if (m_low > m_high || atMost < 1) {
        return ticks;
    }
    if (isCategory()) {
        const int stride = std::max((m_categories + atMost - 1) / atMost, 1);
        for (int i = 0; i < m_categories; i += stride) {
            const std::string& text = column.categories[static_cast<std::size_t>(i)];
            ticks.push_back({static_cast<double>(i), toText(text, 80).simplified()});
        }
        return ticks;
    }
    if (m_low == m_high) {
        const double value = column.minimum;
        ticks.push_back({value, formatNumber(value)});
    } else if (m_isLog) {
        return logTicks(column.minimum, column.maximum, atMost);
    } else if (column.unit == ColumnUnit::Duration) {
        ticks = durationTicks(column.minimum / 1e9, column.maximum / 1e9, atMost);
    } else if (column.unit == ColumnUnit::Time) {
        ticks = wallTicks(column.minimum / 1e9, column.maximum / 1e9, atMost);
    } else {
        return linearTicks(column.minimum, column.maximum, atMost);
    }
    if (column.unit != ColumnUnit::None && m_low == m_high) {
        ticks.front().label = column.unit == ColumnUnit::Duration
                                  ? formatDurationNs(column.minimum)
                                  : formatDateTime(static_cast<std::int64_t>(
                                      std::clamp(column.minimum, -9.2e18, 9.2e18)));
    } else if (column.unit != ColumnUnit::None) {
        for (AxisTick& tick : ticks) {
            tick.position *= 1e9;
        }
    }
    return ticks;
}

} // namespace runlens::viewers
