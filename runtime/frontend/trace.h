// SPDX-License-Identifier: Apache-2.0
/// Tracing: runs construct() once with symbolic values and writes down what it does. Each call of a
/// cell becomes a function of its own, so that the first IR has the structure of the source.
#pragma once

#include "runtime/frontend/cell.h"
#include "runtime/ir/graph_module.h"

namespace runlens::runtime {

struct TraceInput {
    std::string name; ///< "x"
    TensorType type;
};

struct Trace {
    GraphModule module;
    /// The nodes of all operators in order of execution: what eager mode matches its calls with.
    std::vector<NodeId> calls;
};

/// The entry function calls `root` with the inputs; its parameters become parameters of the entry
/// function.
[[nodiscard]] Result<Trace> traceCell(Cell& root,
                                      const std::string& graphName,
                                      std::span<const TraceInput> inputs,
                                      SourceLocation where = SourceLocation::current());

} // namespace runlens::runtime
