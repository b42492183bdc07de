// SPDX-License-Identifier: Apache-2.0
/// Graphs written by hand, and printed short: one line per node, "name = Op(inputs) : shape <-
/// origins".
#pragma once

#include "runtime/ir/graph_module.h"

#include <algorithm>
#include <string>
#include <vector>

namespace runlens::runtime {

class SmallGraph {
public:
    SmallGraph()
    {
        module.name = "small";
        module.functions.push_back(FuncGraph{"main", {}, {}, kNoNode, {}});
    }

    NodeId input(const std::string& name, Shape shape)
    {
        return leaf(NodeKind::Input, name, std::move(shape));
    }

    NodeId weight(const std::string& name, Shape shape)
    {
        const NodeId id = leaf(NodeKind::Parameter, name, std::move(shape));
        module.node(id).tensor = Tensor(module.node(id).types[0]);
        return id;
    }

    NodeId op(const std::string& name,
              const std::string& what,
              std::vector<NodeId> inputs,
              Shape shape,
              Attributes attributes = {})
    {
        Node node;
        node.op = what;
        node.name = name;
        node.scope = "Default";
        node.fullName = names.next("Default", what);
        node.inputs = std::move(inputs);
        node.attributes = std::move(attributes);
        node.types = {TensorType{DType::Float32, std::move(shape)}};
        const NodeId id = module.add(std::move(node));
        module.entry().nodes.push_back(id);
        module.entry().result = id;
        return id;
    }

    GraphModule module;
    FullNames names;

private:
    NodeId leaf(NodeKind kind, const std::string& name, Shape shape)
    {
        Node node;
        node.kind = kind;
        node.op = "Parameter";
        node.name = name;
        node.fullName = "Default/" + name;
        node.types = {TensorType{DType::Float32, std::move(shape)}};
        const NodeId id = module.add(std::move(node));
        module.entry().parameters.push_back(id);
        return id;
    }
};

/// Nodes are called by their position: inputs and weights by name, operators "0", "1", ...; origins
/// by the name that the module before had for them.
inline std::string shortName(const GraphModule& module, NodeId id)
{
    const Node& node = module.node(id);
    if (node.kind == NodeKind::Constant) {
        return "1";
    }
    const auto& nodes = module.entry().nodes;
    const auto at = std::find(nodes.begin(), nodes.end(), id);
    return at == nodes.end() ? node.name : "%" + std::to_string(at - nodes.begin());
}

inline std::string shortText(const GraphModule& module, const GraphModule& before)
{
    std::string text;
    for (const NodeId id : module.entry().nodes) {
        const Node& node = module.node(id);
        text += shortName(module, id) + " = " + node.op + "(";
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            text += (i == 0 ? "" : ", ") + shortName(module, node.inputs[i]);
        }
        text += ")";
        if (node.op == "FusedElementwise") {
            text += " {" + node.attributes.text("program") + "}";
        }
        if (node.kind == NodeKind::TupleItem) {
            text += "[" + std::to_string(node.item) + "]";
        }
        text += " <-";
        for (const NodeId origin : node.origins) {
            text += " " + shortName(before, origin);
        }
        text += "\n";
    }
    return text + "return " + shortName(module, module.entry().result) + "\n";
}

} // namespace runlens::runtime
