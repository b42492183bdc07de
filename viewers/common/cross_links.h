// SPDX-License-Identifier: GPL-3.0-or-later
/// Resolves one selected thing into everything that belongs to it, by the data of the run (ir_node,
/// ir_origin, step spans), never by matching strings of different kinds. Pure functions over a
/// const Run.
#pragma once

#include "summary_format/run.h"
#include "viewers/common/selection.h"

#include <vector>

namespace runlens::viewers {

/// The node, and all nodes of earlier passes it came from (through every pass), nearest pass first.
/// Never loops.
[[nodiscard]] std::vector<NodeRef> originsOf(const Run& run, NodeRef node);
/// The members of a fused node: its origins in the latest pass in which they were still apart;
/// {node} for a plain one.
[[nodiscard]] std::vector<NodeRef> membersOf(const Run& run, NodeRef node);
/// All nodes of later passes that came from this one (through every pass), nearest pass first.
/// Never loops.
[[nodiscard]] std::vector<NodeRef> descendantsOf(const Run& run, NodeRef node);
/// All nodes with this full name, latest pass first.
[[nodiscard]] std::vector<NodeRef>
nodesNamed(const Run& run, std::string_view graph, std::string_view fullName);

/// The node that the selection of this run points to: of the IR, else of the span, else by name in
/// its latest pass.
[[nodiscard]] std::optional<NodeRef>
selectedNode(const Run& run, const QString& runKey, const Selection::State& state);

/// The selection state after picking a span: span, time, step, node, IR line and source line.
[[nodiscard]] Selection::State
selectSpan(Selection::State state, const QString& runKey, const Run& run, SpanRef span);
/// The same after picking an IR node or a graph node.
[[nodiscard]] Selection::State
selectNode(Selection::State state, const QString& runKey, const Run& run, NodeRef node);

/// The step whose span holds this time, and the time of a step; nullopt when the run has no step
/// spans there.
[[nodiscard]] std::optional<std::int64_t> stepAt(const Run& run, int rank, std::int64_t ns);
[[nodiscard]] std::optional<TimeRange>
timeOfStep(const QString& runKey, const Run& run, int rank, std::int64_t step);

} // namespace runlens::viewers
