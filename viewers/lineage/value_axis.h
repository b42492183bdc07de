// SPDX-License-Identifier: GPL-3.0-or-later
/// The values of one column along a line from 0 (smallest) to 1 (largest): linear, as logarithms,
/// or one place for each category. Pure functions over const data.
#pragma once

#include "viewers/common/axis_ticks.h"
#include "viewers/lineage/run_table.h"

#include <optional>

namespace runlens::viewers {

class ValueAxis {
public:
    ValueAxis() = default;
    /// isLog is taken where the column has a logarithm.
    ValueAxis(const RunColumn& column, int index, bool isLog);

    [[nodiscard]] int column() const { return m_column; }

    [[nodiscard]] bool isLog() const { return m_isLog; }

    [[nodiscard]] bool canBeLog() const { return m_canBeLog; }

    [[nodiscard]] bool isCategory() const { return m_categories > 0; }

    /// Nothing for what has no place: missing, NaN, infinite.
    [[nodiscard]] std::optional<double> fraction(double value) const;
    [[nodiscard]] double valueAt(double fraction) const;
    [[nodiscard]] std::vector<AxisTick> ticks(const RunColumn& column, int atMost) const;

private:
    int m_column = -1;
    int m_categories = 0;
    bool m_isLog = false;
    bool m_canBeLog = false;
    double m_low = 0.0; ///< of the logarithm when m_isLog
    double m_high = 0.0;
};

} // namespace runlens::viewers
