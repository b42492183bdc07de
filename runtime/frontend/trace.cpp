// SPDX-License-Identifier: Apache-2.0
#include "runtime/frontend/trace.h"

#include "runtime/frontend/cell.h"

#include <map>

namespace runlens::runtime {

namespace {

NodeId nodeOf(const Value& value)
{
    return NodeId{static_cast<std::int32_t>(value.id())};
}

class TraceContext final : public Context {
public:
    TraceContext(const std::string& graphName, const Cell& root, SourceLocation where)
    {
        m_trace.module.name = graphName;
        openFunction(root, where);
        m_open.back().scope = "Default";
    }

    std::vector<Value> addInputs(std::span<const TraceInput> inputs)
    {
        std::vector<Value> values;
        for (const TraceInput& input : inputs) {
            Node node;
            node.kind = NodeKind::Input;
            node.op = "Parameter";
            node.name = input.name;
            node.fullName = "Default/" + input.name;
            node.scope = "Default";
            node.types = {input.type};
            values.push_back(valueOf(m_trace.module.add(std::move(node))));
            entry().parameters.push_back(nodeOf(values.back()));
        }
        return values;
    }

    Result<Trace> finish(const Value& result)
    {
        if (!status()) {
            return failure(status());
        }
        entry().result = nodeOf(result);
        return std::move(m_trace);
    }

    Value emit(std::string_view op,
               std::span<const Value> inputs,
               Attributes attributes,
               SourceLocation where) override
    {
        if (!findOperator(op)) {
            fail(Error{"trace " + std::string(op), where.file, "there is no such operator", {}});
        }
        Node node;
        node.kind = NodeKind::Operator;
        node.op = op;
        node.attributes = std::move(attributes);
        return append(std::move(node), inputs, where);
    }

    Value item(const Value& tuple, int index, SourceLocation where) override
    {
        Node node;
        node.kind = NodeKind::TupleItem;
        node.op = "TupleGetItem";
        node.item = index;
        return append(std::move(node), std::span(&tuple, 1), where);
    }

    Value parameter(const ParameterRef& parameter) override
    {
        const auto known = m_parameters.find(parameter.get());
        if (known != m_parameters.end()) {
            return valueOf(known->second);
        }
        Node node;
        node.kind = NodeKind::Parameter;
        node.op = "Parameter";
        node.name = parameter->name;
        node.fullName = parameter->fullName;
        node.scope = parameter->fullName.substr(0, parameter->fullName.rfind('/'));
        node.types = {parameter->value.type()};
        node.tensor = parameter->value;
        const NodeId id = m_trace.module.add(std::move(node));
        entry().parameters.push_back(id);
        m_parameters.emplace(parameter.get(), id);
        return valueOf(id);
    }

    std::vector<Value>
    enterCell(const Cell& cell, std::span<const Value> inputs, SourceLocation where) override
    {
        std::vector<Value> arguments;
        if (m_open.size() >= kMaxNesting) {
            fail(Error{"trace " + cell.typeName(), where.file, "cells are nested too deeply", {}});
            return {};
        }
        m_open.back().callArguments.assign(inputs.begin(), inputs.end());
        openFunction(cell, where);
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            Node node;
            node.kind = NodeKind::Input;
            node.op = "Parameter";
            node.name = inputs.size() == 1 ? "x" : "x" + std::to_string(i + 1);
            node.scope = m_open.back().scope;
            node.fullName = node.scope + "/" + node.name;
            const NodeId id = m_trace.module.add(std::move(node));
            current().parameters.push_back(id);
            arguments.push_back(valueOf(id));
        }
        return arguments;
    }

    Value leaveCell(const Cell&, const Value& result) override
    {
        current().result = nodeOf(result);
        const OpenFunction done = std::move(m_open.back());
        m_open.pop_back();
        Node node;
        node.kind = NodeKind::Call;
        node.op = m_trace.module.functions[done.function].name;
        node.callee = static_cast<int>(done.function);
        const std::vector<Value> arguments = m_open.back().callArguments;
        return append(std::move(node), arguments, m_trace.module.functions[done.function].where);
    }

private:
    struct OpenFunction {
        std::size_t function = 0;
        std::string scope;
        bool isLibrary = false;
        std::vector<Value> callArguments; ///< of the call that is being traced
    };

    Value valueOf(NodeId id) { return {*this, ValueId{static_cast<std::int32_t>(id)}}; }

    FuncGraph& current() { return m_trace.module.functions[m_open.back().function]; }

    FuncGraph& entry() { return m_trace.module.functions.front(); }

    void openFunction(const Cell& cell, SourceLocation where)
    {
        const std::size_t index = m_trace.module.functions.size();
        FuncGraph function;
        function.name = cell.typeName() + "_construct_" + std::to_string(index);
        function.where = where;
        m_trace.module.functions.push_back(std::move(function));
        const std::string scope =
            m_open.empty() ? std::string() : m_open.back().scope + "/" + cell.name();
        m_open.push_back(OpenFunction{index, scope, cell.isLibrary(), {}});
    }

    Value append(Node node, std::span<const Value> inputs, SourceLocation where)
    {
        for (const Value& input : inputs) {
            node.inputs.push_back(nodeOf(input));
        }
        node.scope = m_open.back().scope;
        node.name = "CNode_" + std::to_string(m_trace.module.nodes.size());
        node.fullName = m_names.next(node.scope, node.kind == NodeKind::Call ? "call" : node.op);
        for (std::size_t i = 1; i < m_open.size(); ++i) {
            node.frames.push_back(SourceFrame{m_trace.module.functions[m_open[i].function].where,
                                              m_open[i - 1].isLibrary});
        }
        node.frames.push_back(SourceFrame{where, m_open.back().isLibrary});
        const bool isCall = node.kind == NodeKind::Call;
        const NodeId id = m_trace.module.add(std::move(node));
        current().nodes.push_back(id);
        if (!isCall) {
            m_trace.calls.push_back(id);
        }
        return valueOf(id);
    }

    Trace m_trace;
    std::vector<OpenFunction> m_open; ///< innermost last
    std::map<const Parameter*, NodeId> m_parameters;
    FullNames m_names;
};

} // namespace

Result<Trace> traceCell(Cell& root,
                        const std::string& graphName,
                        std::span<const TraceInput> inputs,
                        SourceLocation where)
{
    TraceContext context(graphName, root, where);
    const std::vector<Value> values = context.addInputs(inputs);
    const Value result = root.constructAll(values);
    return context.finish(result);
}

} // namespace runlens::runtime
