// SPDX-License-Identifier: GPL-3.0-or-later
/// Between the nodes of the shown graph and what is selected or searched. Pure functions.
#pragma once

#include "viewers/common/selection.h"
#include "viewers/graph/graph_source.h"

#include <QString>

#include <vector>

namespace runlens::viewers {

/// The selected node in this graph; what it is fused into or was fused from, where this graph shows
/// another pass. The first one is the most exact.
[[nodiscard]] std::vector<int> nodesOfSelection(const GraphModel& model,
                                                const Run& run,
                                                const QString& runKey,
                                                const Selection::State& state);

/// The state with this node of the graph selected, and what it is known to lead to: its IR line and
/// source.
[[nodiscard]] Selection::State withNode(Selection::State state,
                                        const GraphModel& model,
                                        int node,
                                        const GraphChoice& choice,
                                        const Run& run,
                                        const QString& runKey);

/// Nodes whose name or operator holds the text, whatever the case of its letters; "%12" is the name
/// in the IR. Nothing for an empty text; at most 10'000.
[[nodiscard]] std::vector<int> findNodes(const GraphModel& model, const QString& text);

} // namespace runlens::viewers
