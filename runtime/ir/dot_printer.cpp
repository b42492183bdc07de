// SPDX-License-Identifier: Apache-2.0
#include "runtime/ir/dot_printer.h"

namespace runlens::runtime {

namespace {

std::string quoted(const std::string& text)
{
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            out += '\\';
        }
        out += c;
    }
    return out + "\"";
}

std::string idOf(NodeId id)
{
    return "n" + std::to_string(static_cast<std::int32_t>(id));
}

std::string labelOf(const Node& node)
{
    const std::string type =
        node.types.empty() ? std::string() : "\\n" + shapeText(node.types[0].shape);
    const std::string& head =
        node.kind == NodeKind::Operator || node.kind == NodeKind::Call ? node.op : node.name;
    std::string label = quoted(head);
    label.insert(label.size() - 1, type);
    return label;
}

void appendNode(const GraphModule& module, NodeId id, std::string& out)
{
    const Node& node = module.node(id);
    const bool isOperator = node.kind != NodeKind::Input && node.kind != NodeKind::Parameter;
    out += "    " + idOf(id) + " [label=" + labelOf(node) + ", shape="
           + (isOperator ? "box" : "ellipse") + ", tooltip=" + quoted(node.fullName) + "];\n";
}

} // namespace

std::string dotText(const GraphModule& module)
{
    std::string out = "digraph " + quoted(module.name) + " {\n  rankdir=TB;\n";
    std::string edges;
    for (std::size_t i = 0; i < module.functions.size(); ++i) {
        const FuncGraph& function = module.functions[i];
        out += "  subgraph cluster_" + std::to_string(i) + " {\n    label=" + quoted(function.name)
               + ";\n";
        for (const NodeId id : function.parameters) {
            appendNode(module, id, out);
        }
        for (const NodeId id : function.nodes) {
            appendNode(module, id, out);
            for (const NodeId input : module.node(id).inputs) {
                if (module.node(input).kind != NodeKind::Constant) {
                    edges += "  " + idOf(input) + " -> " + idOf(id) + ";\n";
                }
            }
        }
        out += "  }\n";
    }
    return out + edges + "}\n";
}

} // namespace runlens::runtime
