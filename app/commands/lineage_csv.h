// SPDX-License-Identifier: GPL-3.0-or-later
/// What runs were made with and what came out, as a table: one row a run, one column for each
/// parameter, metric and data-set fact of any of them.
#pragma once

#include "summary_format/run_reader.h"

#include <map>
#include <string>
#include <vector>

namespace runlens::app {

class LineageTable {
public:
    /// Takes the facts of a run; the reader is not needed afterwards.
    void add(const RunReader& reader);
    /// Header and rows; lines end with a line feed.
    [[nodiscard]] std::string csv() const;

    [[nodiscard]] std::size_t rows() const { return m_rows.size(); }

private:
    struct Row {
        std::string run;
        std::map<std::string, std::string> values; ///< as they stand in the cell
    };

    std::vector<std::string> m_columns; ///< in order of first appearance
    std::vector<Row> m_rows;
};

} // namespace runlens::app
