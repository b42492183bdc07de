// SPDX-License-Identifier: Apache-2.0
/// One computational graph, whatever its source, and its encoding in the store (protobuf wire
/// format, documented in docs/schema.md and proto/graph.proto; written and read with protozero, so
/// that no libprotobuf is needed here).
#pragma once

#include "summary_format/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace runlens {

enum class GraphNodeKind : std::uint8_t {
    Operator = 0,
    Parameter = 1,
    Constant = 2,
    Input = 3,
    Output = 4
};

struct GraphAttribute {
    std::string name;
    std::string value; ///< as shown
};

struct GraphInput {
    std::int32_t node = -1;  ///< index into Graph::nodes
    std::int32_t output = 0; ///< which output of that node
    bool isControl = false;
};

struct GraphTensorType {
    std::string dtype;               ///< "float32"
    std::vector<std::int64_t> shape; ///< -1: dynamic
    bool hasShape = false;
    [[nodiscard]] std::string text() const; ///< "32x6x28x28 float32"
};

struct GraphNode {
    GraphNodeKind kind = GraphNodeKind::Operator;
    std::string
        name;       ///< full name, unique: scopes split by '/': "Default/network/conv1/Conv2D-op0"
    std::string op; ///< "Conv2D"
    std::string irName; ///< "%3" in the IR pass this graph was made from
    std::vector<GraphInput> inputs;
    std::vector<GraphTensorType> outputs;
    std::vector<GraphAttribute> attributes;
    std::string sourceFile;
    std::int32_t sourceLine = 0;
    std::vector<std::string> fusedFrom; ///< full names of the nodes this one was fused from
};

struct Graph {
    std::string name;
    std::string passName; ///< the IR pass it shows; empty when it comes from elsewhere
    std::vector<GraphNode> nodes;
};

[[nodiscard]] std::vector<std::byte> encodeGraph(const Graph& graph);
/// Refuses what is not a graph; indices out of range are dropped, never followed.
[[nodiscard]] Result<Graph> decodeGraph(std::span<const std::byte> bytes);

} // namespace runlens
