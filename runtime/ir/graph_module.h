// SPDX-License-Identifier: Apache-2.0
/// The intermediate representation: functions whose nodes are single assignments in A-normal form.
/// A GraphModule is a value: a pass takes one and makes a new one, and every node of the new one
/// names the nodes of the old one it came from (`origins`). Nodes of a function are in an order in
/// which they can be executed.
#pragma once

#include "runtime/ops/attributes.h"
#include "runtime/tensor/tensor.h"
#include "summary_format/base/kinds.h"
#include "summary_format/base/source_location.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace runlens::runtime {

enum class NodeId : std::int32_t {};
inline constexpr NodeId kNoNode = NodeId{-1};

enum class NodeKind : std::uint8_t {
    Input,     ///< formal parameter of a function
    Parameter, ///< weight or state: memory that outlives a step
    Constant,  ///< printed where it is used
    Operator,
    Call,      ///< of another function
    TupleItem, ///< one output of a node that has several
    MakeTuple, ///< the results of the entry function
};

/// A line of source on the way to a node. Frames of layers that the runtime brings are marked, so
/// that the line shown first is the user's own.
struct SourceFrame {
    SourceLocation location;
    bool isLibrary = false;
};

struct Node {
    NodeKind kind = NodeKind::Operator;
    std::string op; ///< "Conv2D"; of a call the name of the function
    std::vector<NodeId> inputs;
    Attributes attributes;
    std::vector<TensorType> types; ///< of the outputs; empty before type inference
    std::string name;              ///< "CNode_7"; of an input or parameter its name
    std::string scope;             ///< "Default/network/conv1"
    std::string fullName;          ///< "Default/network/conv1/Conv2D-op0"; unique within the module
    SpanCategory category = SpanCategory::Forward;
    std::vector<SourceFrame> frames; ///< outermost first
    std::vector<NodeId> origins;     ///< nodes of the module this one was made from
    std::vector<std::string> fusedFrom;
    Tensor tensor;   ///< of a parameter or constant
    int callee = -1; ///< of a call: index of the function
    int item = 0;    ///< of a TupleItem

    [[nodiscard]] bool isTuple() const { return types.size() > 1; }
};

struct FuncGraph {
    std::string name; ///< "LeNet5_construct_1"
    std::vector<NodeId>
        parameters; ///< inputs; of the entry function also all parameters, after the inputs
    std::vector<NodeId> nodes;
    NodeId result = kNoNode;
    SourceLocation where; ///< where it is called first
};

struct GraphModule {
    std::string name; ///< "train"
    std::vector<Node> nodes;
    std::vector<FuncGraph> functions; ///< the first is the entry

    [[nodiscard]] const Node& node(NodeId id) const { return nodes[static_cast<std::size_t>(id)]; }

    [[nodiscard]] Node& node(NodeId id) { return nodes[static_cast<std::size_t>(id)]; }

    [[nodiscard]] const FuncGraph& entry() const { return functions.front(); }

    [[nodiscard]] FuncGraph& entry() { return functions.front(); }

    NodeId add(Node node)
    {
        nodes.push_back(std::move(node));
        return NodeId{static_cast<std::int32_t>(nodes.size() - 1)};
    }
};

/// The line to show for a node: the innermost one of the user's own, else the innermost.
[[nodiscard]] SourceLocation sourceOf(const Node& node);

/// Hands out "Scope/Op-op0", "Scope/Op-op1", ...: numbers count per operator within a module.
class FullNames {
public:
    std::string next(std::string_view scope, std::string_view op);
    /// Goes on where the names of a module stop.
    static FullNames after(const GraphModule& module);

private:
    struct Count {
        std::string op;
        int next = 0;
    };

    std::vector<Count> m_counts;
};

/// How often each node is read by others (the result of the function counts as one reader).
[[nodiscard]] std::vector<int> countUses(const GraphModule& module);

} // namespace runlens::runtime
