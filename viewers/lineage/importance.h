// SPDX-License-Identifier: GPL-3.0-or-later
/// How strongly each parameter goes with a metric over the given runs. A parameter of texts has no
/// order: with two different texts they count as 0 and 1 (in alphabetical order), with more there
/// is no correlation, and the row says so. Knows no Qt; any thread.
#pragma once

#include "profiler/analysis/correlation.h"
#include "viewers/lineage/run_table.h"

#include <vector>

namespace runlens::viewers {

enum class ParameterKind : std::uint8_t { Number, TwoTexts, ManyTexts };

struct ImportanceRow {
    int column = -1;
    ParameterKind kind = ParameterKind::Number;
    std::vector<std::string> texts; ///< TwoTexts: what counts as 0, what as 1
    profiler::Correlation correlation;

    [[nodiscard]] double strength() const; ///< the larger magnitude; -1 when there is none
};

/// Parameters and data-set facts that some of the rows have, the strongest first.
[[nodiscard]] std::vector<ImportanceRow> importanceOf(const RunTable& table,
                                                      int metric,
                                                      const std::vector<int>& rows,
                                                      const std::stop_token& stop = {});

} // namespace runlens::viewers
