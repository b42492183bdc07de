// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/mindspore_ir/ir_graph.h"

#include <map>
#include <unordered_map>
#include <utility>

namespace runlens::ir_text {

namespace {

class GraphMaker {
public:
    GraphMaker(const Document& document, std::string_view text) : m_document(document), m_text(text)
    {}

    Graph make()
    {
        for (const Parameter& parameter : m_document.parameters) {
            addParameter(parameter, {});
        }
        for (const Subgraph& subgraph : m_document.subgraphs) {
            const std::string_view name = subgraph.name.in(m_text);
            for (const Parameter& parameter : subgraph.parameters) {
                addParameter(parameter, name);
            }
            for (std::size_t i = 0; i < subgraph.statementCount; ++i) {
                addStatement(subgraph.firstStatement + i, name);
            }
        }
        for (const auto& [statement, node] : m_nodeOfStatement) {
            connect(m_document.statements[statement], node);
        }
        return std::move(m_graph);
    }

private:
    std::string unique(const std::string& name)
    {
        int& used = m_names[name];
        ++used;
        return used == 1 ? name : name + "#" + std::to_string(used);
    }

    static GraphTensorType tensorType(const TypeText& type)
    {
        GraphTensorType result;
        result.dtype = type.dtype;
        result.shape = type.shape;
        result.hasShape = type.hasShape;
        return result;
    }

    std::int32_t add(GraphNode node)
    {
        m_graph.nodes.push_back(std::move(node));
        return static_cast<std::int32_t>(m_graph.nodes.size()) - 1;
    }

    /// "%para1_conv1.weight" is shown as "conv1.weight"; its full name keeps the subgraph apart.
    void addParameter(const Parameter& parameter, std::string_view subgraph)
    {
        const std::string_view printed = parameter.name.in(m_text);
        const std::size_t underscore = printed.find('_');
        const std::string_view name =
            underscore != std::string_view::npos ? printed.substr(underscore + 1) : printed;
        GraphNode node;
        const std::string_view type = parameter.type.in(m_text);
        const bool isWeight = type.find("Ref[") != std::string_view::npos
                              || type.find("ref_key") != std::string_view::npos;
        node.kind = isWeight ? GraphNodeKind::Parameter : GraphNodeKind::Input;
        node.name = unique(subgraph.empty() ? std::string(name)
                                            : std::string(subgraph) + "/" + std::string(name));
        node.op = "Parameter";
        node.irName = printed;
        for (const TypeText& each : typesOf(type)) {
            node.outputs.push_back(tensorType(each));
        }
        m_byName.emplace(std::string(printed), add(std::move(node)));
    }

    void addStatement(std::size_t index, std::string_view subgraph)
    {
        const Statement& statement = m_document.statements[index];
        GraphNode node;
        const std::string_view fullName = statement.fullName.in(m_text);
        node.kind = statement.isReturn ? GraphNodeKind::Output : GraphNodeKind::Operator;
        node.op =
            statement.isReturn ? "Return" : std::string(operatorOf(statement.callee.in(m_text)));
        node.irName = statement.name.in(m_text);
        const bool isNamed = fullName.find('/') != std::string_view::npos;
        node.name = unique(isNamed ? std::string(fullName)
                                   : std::string(subgraph) + "/"
                                         + (node.irName.empty() ? node.op : node.irName));
        for (const TypeText& type : typesOf(statement.outputs.in(m_text))) {
            node.outputs.push_back(tensorType(type));
        }
        for (const Attribute& attribute : statement.attributes) {
            node.attributes.push_back(
                {std::string(attribute.name.in(m_text)), std::string(attribute.value.in(m_text))});
        }
        if (const SourceLine* source = statement.source(m_text)) {
            node.sourceFile = source->file.in(m_text);
            node.sourceLine = source->line;
        }
        const std::string printed = node.irName;
        const std::int32_t id = add(std::move(node));
        m_nodeOfStatement.emplace_back(index, id);
        if (statement.isReturn) {
            m_returns[std::string(subgraph)] = id;
        } else {
            m_byResult[{statement.subgraph, printed}] = id;
        }
    }

    std::int32_t nodeOf(const Statement& statement, std::string_view operand) const
    {
        const auto local = m_byResult.find({statement.subgraph, std::string(operand)});
        if (local != m_byResult.end()) {
            return local->second;
        }
        const auto global = m_byName.find(std::string(operand));
        return global != m_byName.end() ? global->second : -1;
    }

    void connect(const Statement& statement, std::int32_t node)
    {
        std::vector<GraphInput>& inputs = m_graph.nodes[static_cast<std::size_t>(node)].inputs;
        const auto addInput = [&](std::int32_t from, bool isControl) {
            if (from >= 0 && from != node) {
                inputs.push_back({from, 0, isControl});
            }
        };
        const std::string_view callee = statement.callee.in(m_text);
        if (callee.substr(0, 6) == "call @") {
            const auto found = m_returns.find(std::string(callee.substr(6)));
            addInput(found != m_returns.end() ? found->second : -1, true);
        } else if (!callee.empty() && callee[0] == '%') {
            addInput(nodeOf(statement, callee.substr(0, callee.find('['))), false);
        }
        for (const Operand& operand : statement.operands) {
            const std::string_view printed = operand.text.in(m_text);
            if (operand.kind == OperandKind::Node || operand.kind == OperandKind::Parameter) {
                addInput(nodeOf(statement, printed), false);
            } else if (operand.kind == OperandKind::Graph) {
                const auto found = m_returns.find(std::string(printed.substr(1)));
                addInput(found != m_returns.end() ? found->second : -1, true);
            }
        }
    }

    const Document& m_document;
    std::string_view m_text;
    Graph m_graph;
    std::unordered_map<std::string, int> m_names;
    std::unordered_map<std::string, std::int32_t>
        m_byName; ///< parameters are numbered over all subgraphs
    std::map<std::pair<std::int32_t, std::string>, std::int32_t> m_byResult;
    std::unordered_map<std::string, std::int32_t> m_returns;
    std::vector<std::pair<std::size_t, std::int32_t>> m_nodeOfStatement;
};

} // namespace

Graph graphOf(const Document& document,
              std::string_view text,
              std::string graphName,
              std::string passName)
{
    Graph graph = GraphMaker(document, text).make();
    graph.name = std::move(graphName);
    graph.passName = std::move(passName);
    return graph;
}

std::string_view operatorOf(std::string_view callee)
{
    if (callee.substr(0, 5) == "call ") {
        return "call";
    }
    if (!callee.empty() && callee[0] == '%') {
        return "call";
    }
    constexpr std::string_view kPrefix = "PrimFunc_";
    return callee.substr(0, kPrefix.size()) == kPrefix ? callee.substr(kPrefix.size()) : callee;
}

} // namespace runlens::ir_text
