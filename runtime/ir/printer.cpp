// SPDX-License-Identifier: Apache-2.0
#include "runtime/ir/printer.h"

#include "summary_format/base/number.h"

#include <algorithm>

namespace runlens::runtime {

namespace {

std::string shapeInParentheses(const Shape& shape)
{
    const std::string inner = shapeText(shape, ", ");
    return shape.size() == 1 ? "(" + inner + ",)" : "(" + inner + ")";
}

std::string constantText(const Tensor& tensor)
{
    const std::string head = "Tensor(shape=[" + shapeText(tensor.shape(), ", ")
                             + "], dtype=" + dtypeIrName(tensor.type().dtype) + ", value=";
    if (tensor.type().dtype == DType::Float32 && tensor.shape().empty()) {
        return head + shortestText(toBits(tensor.floats()[0]), NumberType::Float32) + ")";
    }
    return head + "...)";
}

class Printer {
public:
    Printer(const GraphModule& module, SourceTexts& sources) : m_module(module), m_sources(sources)
    {
        m_names.resize(module.nodes.size());
    }

    PrintedModule print()
    {
        nameParameters();
        printHeader();
        for (std::size_t i = 0; i < m_module.functions.size(); ++i) {
            printFunction(m_module.functions[i], i == 0);
        }
        return std::move(m_out);
    }

private:
    void line(const std::string& text)
    {
        m_out.text += text;
        m_out.text += '\n';
        m_line += 1 + static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    }

    std::string& nameOf(NodeId id) { return m_names[static_cast<std::size_t>(id)]; }

    /// Parameters are numbered through the whole file.
    void nameParameters()
    {
        int number = 0;
        for (const FuncGraph& function : m_module.functions) {
            for (const NodeId id : function.parameters) {
                nameOf(id) = "%para" + std::to_string(++number) + "_" + m_module.node(id).name;
            }
        }
    }

    void record(NodeId id, int firstLine, const FuncGraph& function)
    {
        m_out.nodes.push_back(PrintedNode{id, firstLine, m_line, nameOf(id), function.name});
    }

    void printHeader()
    {
        const FuncGraph& entry = m_module.entry();
        line("# IR entry: @" + entry.name);
        line("# Total subgraphs: " + std::to_string(m_module.functions.size()));
        line("");
        line("# Attrs:");
        line("graph_name: " + m_module.name);
        line("");
        line("# Total params: " + std::to_string(entry.parameters.size()));
        line("# Params:");
        for (const NodeId id : entry.parameters) {
            line(nameOf(id) + ": " + nodeTypeText(m_module.node(id)) + " : []");
            record(id, m_line, entry);
        }
        std::size_t operators = 0;
        std::size_t all = 0;
        for (const FuncGraph& function : m_module.functions) {
            operators += function.nodes.size() + 1; // and Return
            all += function.nodes.size() + function.parameters.size() + 1;
        }
        line("");
        line("Node counting information:");
        line("Total number of nodes: " + std::to_string(all));
        line("Total number of cnodes: " + std::to_string(operators));
    }

    void printFunction(const FuncGraph& function, bool isEntry)
    {
        line("");
        if (!isEntry) {
            line("indirect: 1");
        }
        line("subgraph attr:");
        line("subgraph instance: " + function.name + " : 0x"
             + std::to_string(1 + (&function - m_module.functions.data())));
        if (!isEntry) {
            std::string types;
            for (const NodeId id : function.parameters) {
                types += (types.empty() ? "" : ", ") + nodeTypeText(m_module.node(id));
            }
            line("# Parameters: " + std::to_string(function.parameters.size()) + ", (" + types
                 + ")");
        }
        printFrame("", SourceFrame{function.where, false});
        printOpening(function, isEntry);
        int number = 0;
        for (const NodeId id : function.nodes) {
            nameOf(id) = "%" + std::to_string(number++);
            const int firstLine = m_line + 1;
            printNode(m_module.node(id), nameOf(id));
            record(id, firstLine, function);
        }
        if (function.result != kNoNode) {
            line("  Return(" + operand(function.result) + ")");
            line("      : (" + nodeTypeText(m_module.node(function.result)) + ")");
            line("      # Fullname with scope: (" + scopeOfReturn(function) + ")");
        }
        line("}");
        line("");
    }

    void printOpening(const FuncGraph& function, bool isEntry)
    {
        std::string names;
        const int openingLine = m_line + 1;
        if (!isEntry) { // the entry's are in the header
            for (const NodeId id : function.parameters) {
                names += (names.empty() ? "" : ", ") + nameOf(id);
            }
        }
        line("subgraph @" + function.name + "(" + names + ") {");
        if (!isEntry) {
            for (const NodeId id : function.parameters) {
                record(id, openingLine, function);
            }
        }
    }

    [[nodiscard]] std::string scopeOfReturn(const FuncGraph& function) const
    {
        const auto index = static_cast<std::size_t>(&function - m_module.functions.data());
        const std::string& scope = m_module.node(function.result).scope;
        return (scope.empty() ? "Default" : scope) + "/Return-op" + std::to_string(index);
    }

    std::string operand(NodeId id)
    {
        const Node& node = m_module.node(id);
        return node.kind == NodeKind::Constant ? constantText(node.tensor) : nameOf(id);
    }

    void printNode(const Node& node, const std::string& name)
    {
        std::string operands;
        std::string inputTypes;
        for (const NodeId input : node.inputs) {
            operands += (operands.empty() ? "" : ", ") + operand(input);
            inputTypes += (inputTypes.empty() ? "" : ", ") + nodeTypeText(m_module.node(input));
        }
        if (node.kind == NodeKind::TupleItem) {
            operands += ", I64(" + std::to_string(node.item) + ")";
            inputTypes += ", <Int64, NoShape>";
        }
        const std::string callee = node.kind == NodeKind::Call ? "call @" + node.op : node.op;
        line("  " + name + "(" + node.name + ") = " + callee + "(" + operands + ")"
             + instanceName(node) + attributes(node));
        line("      : (" + inputTypes + ") -> (" + nodeTypeText(node) + ")");
        line("      # Fullname with scope: (" + node.fullName + ")");
        for (const std::string& fused : node.fusedFrom) {
            line("      # Fused from: (" + fused + ")");
        }
        for (const SourceFrame& frame : node.frames) {
            printFrame("      ", frame);
        }
    }

    static std::string instanceName(const Node& node)
    {
        const std::size_t slash = node.scope.rfind('/');
        return slash == std::string::npos
                   ? std::string{}
                   : " {instance name: " + node.scope.substr(slash + 1) + "}";
    }

    static std::string attributes(const Node& node)
    {
        std::string text;
        for (const auto& [name, value] : node.attributes.entries()) {
            text += (text.empty() ? "" : ", ") + name + ": " + attributeIrText(value);
        }
        return text.empty() ? text : " primitive_attrs: {" + text + "}";
    }

    void printFrame(const std::string& indent, const SourceFrame& frame)
    {
        if (frame.location.line < 1) {
            return;
        }
        const std::string file = frame.location.file;
        const std::string_view source = m_sources.line(file, frame.location.line);
        const std::size_t first = std::min(source.find_first_not_of(" \t"), source.size());
        line(indent + "# In file " + file + ":" + std::to_string(frame.location.line) + ", "
             + std::to_string(first) + "~" + std::to_string(source.size()) + "/"
             + std::string(source) + "/");
    }

    const GraphModule& m_module;
    SourceTexts& m_sources;
    PrintedModule m_out;
    std::vector<std::string> m_names; ///< by node
    int m_line = 0;
};

} // namespace

int PrintedModule::indexOf(NodeId node) const
{
    const auto found = std::find_if(
        nodes.begin(), nodes.end(), [&](const PrintedNode& n) { return n.node == node; });
    return found == nodes.end() ? -1 : static_cast<int>(found - nodes.begin());
}

PrintedModule printModule(const GraphModule& module, SourceTexts& sources)
{
    return Printer(module, sources).print();
}

std::string typeText(const TensorType& type)
{
    return std::string("<Tensor[") + dtypeIrName(type.dtype) + "], "
           + shapeInParentheses(type.shape) + ">";
}

std::string nodeTypeText(const Node& node)
{
    if (node.types.empty()) {
        return "<null>";
    }
    if (node.kind == NodeKind::Parameter) {
        return std::string("<Ref[Tensor[") + dtypeIrName(node.types[0].dtype) + "]], "
               + shapeInParentheses(node.types[0].shape) + ", ref_key=" + node.name + ">";
    }
    if (!node.isTuple() && node.kind != NodeKind::MakeTuple) {
        return typeText(node.types[0]);
    }
    std::string elements;
    std::string shapes;
    for (const TensorType& type : node.types) {
        elements += (elements.empty() ? "Tensor[" : ",Tensor[")
                    + std::string(dtypeIrName(type.dtype)) + "]";
        shapes += (shapes.empty() ? "" : ", ") + shapeInParentheses(type.shape);
    }
    return "<Tuple[" + elements + "], TupleShape(" + shapes + ")>";
}

std::string nodeShapeText(const Node& node)
{
    return node.types.empty() ? std::string{} : shapeText(node.types[0].shape);
}

} // namespace runlens::runtime
