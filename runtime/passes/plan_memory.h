// SPDX-License-Identifier: Apache-2.0
/// Gives every value of a function a place in one arena, so that two values share memory only when
/// they are never alive at once. A value lives from the node that makes it to the last node that
/// reads it; the results live to the end.
#pragma once

#include "runtime/ir/graph_module.h"

#include <cstddef>
#include <span>
#include <vector>

namespace runlens::runtime {

/// What a node needs; for parameters, inputs and constants: nothing.
struct NodeMemory {
    std::vector<std::size_t> outputBytes;
    std::vector<int> aliasOf; ///< by output: the input whose memory it is, -1 for memory of its own
};

/// An output of a node that owns memory: where it lies and from which to which position in the
/// function it lives.
struct Buffer {
    NodeId node = kNoNode;
    int output = 0;
    std::size_t offset = 0;
    std::size_t bytes = 0;
    std::size_t firstUse = 0;
    std::size_t lastUse = 0;
};

/// Whose memory an output is.
struct OutputPlace {
    int buffer = -1;           ///< index into buffers
    NodeId external = kNoNode; ///< a parameter, input or constant
};

struct MemoryPlan {
    std::size_t arenaBytes = 0;
    std::size_t totalBytes = 0; ///< without sharing
    std::vector<Buffer> buffers;
    std::vector<std::vector<OutputPlace>> places; ///< by node and output
};

/// memory has one entry per node of the module.
[[nodiscard]] MemoryPlan planMemory(const GraphModule& module, std::span<const NodeMemory> memory);

/// The same module, nodes one to one, with the places as attributes.
[[nodiscard]] GraphModule withPlan(const GraphModule& module, const MemoryPlan& plan);

} // namespace runlens::runtime
