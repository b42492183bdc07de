// SPDX-License-Identifier: GPL-3.0-or-later
/// What the pictures over the table draw: the runs that pass the filter, their colours, and the
/// columns that are shown. A value; the view makes a new one for each change.
#pragma once

#include "viewers/common/fact_popup.h"
#include "viewers/lineage/run_table.h"
#include "viewers/lineage/value_axis.h"

#include <QColor>

namespace runlens::viewers {

struct LineagePicture {
    std::shared_ptr<const RunTable> table;
    std::vector<ValueAxis> axes; ///< of the columns that can be drawn, in the table's order
    std::vector<int> rows;       ///< runs that pass the filter
    std::vector<bool> isBrushed; ///< by row of the table: also within all brushes
    std::vector<QColor> colours; ///< by row
    std::vector<QString> names;  ///< by row
    std::map<std::string, Brush> brushes; ///< by key of the column
    int colourColumn = -1;                ///< -1: runs have the colours they have everywhere
    int current = -1;                     ///< row of the selected run
    int columnsWithoutAxis = 0;           ///< shown, but of too many different texts

    [[nodiscard]] const RunColumn& column(const ValueAxis& axis) const
    {
        return table->columns[static_cast<std::size_t>(axis.column())];
    }
};

/// Name of a run and its values in these axes, and in the column that colours it.
[[nodiscard]] FactPopupContent
runFacts(const LineagePicture& picture, int row, const std::vector<ValueAxis>& axes);

} // namespace runlens::viewers
