// SPDX-License-Identifier: Apache-2.0
#include "runtime/ops/operator.h"
#include "runtime/passes/passes.h"

namespace runlens::runtime {

namespace {

class TypeInference {
public:
    explicit TypeInference(const GraphModule& module) : m_module(module)
    {
        for (std::size_t i = 0; i < m_module.nodes.size(); ++i) {
            m_module.nodes[i].origins = {NodeId{static_cast<std::int32_t>(i)}};
        }
    }

    Result<GraphModule> run()
    {
        const Status status = inferFunction(0);
        if (!status) {
            return failure(status);
        }
        return std::move(m_module);
    }

private:
    /// A callee comes after its caller in the module, so that this ends.
    Status inferFunction(std::size_t index)
    {
        for (const NodeId id : m_module.functions[index].nodes) {
            Status status = inferNode(id, index);
            if (!status) {
                return status;
            }
        }
        return {};
    }

    Status inferNode(NodeId id, std::size_t function)
    {
        Node& node = m_module.node(id);
        if (node.kind == NodeKind::Call) {
            return inferCall(node, function);
        }
        if (node.kind == NodeKind::TupleItem) {
            const std::vector<TensorType>& all = m_module.node(node.inputs[0]).types;
            if (node.item < 0 || static_cast<std::size_t>(node.item) >= all.size()) {
                return problem(node, "there is no output " + std::to_string(node.item));
            }
            node.types = {all[static_cast<std::size_t>(node.item)]};
            return {};
        }
        std::vector<TensorType> inputs;
        for (const NodeId input : node.inputs) {
            const Node& from = m_module.node(input);
            if (from.types.size() != 1) {
                return problem(node, "an input is not a tensor");
            }
            inputs.push_back(from.types[0]);
        }
        auto types = inferTypes(node.op, node.attributes, inputs);
        if (!types) {
            return problem(node, types.error().why);
        }
        node.types = std::move(*types);
        return {};
    }

    Status inferCall(Node& node, std::size_t function)
    {
        const auto callee = static_cast<std::size_t>(node.callee);
        if (node.callee < 0 || callee <= function || callee >= m_module.functions.size()
            || m_module.functions[callee].parameters.size() != node.inputs.size())
        {
            return problem(node, "the called function does not fit");
        }
        for (std::size_t i = 0; i < node.inputs.size(); ++i) {
            m_module.node(m_module.functions[callee].parameters[i]).types =
                m_module.node(node.inputs[i]).types;
        }
        Status status = inferFunction(callee);
        if (status) {
            node.types = m_module.node(m_module.functions[callee].result).types;
        }
        return status;
    }

    static Status problem(const Node& node, const std::string& why)
    {
        const SourceLocation source = sourceOf(node);
        return failure("infer the type of " + node.fullName,
                       std::string(source.file) + ":line " + std::to_string(source.line),
                       why);
    }

    GraphModule m_module;
};

} // namespace

Result<GraphModule> inferModuleTypes(const GraphModule& module)
{
    return TypeInference(module).run();
}

} // namespace runlens::runtime
