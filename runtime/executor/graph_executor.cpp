// SPDX-License-Identifier: Apache-2.0
#include "runtime/executor/graph_executor.h"

#include <algorithm>

namespace runlens::runtime {

Result<PreparedModule> prepareModule(const GraphModule& module, const Device& device)
{
    PreparedModule prepared;
    prepared.kernels.resize(module.nodes.size());
    prepared.outputs.resize(module.nodes.size());
    prepared.memory.resize(module.nodes.size());
    for (std::size_t i = 0; i < module.nodes.size(); ++i) {
        const NodeKind kind = module.nodes[i].kind;
        if (kind == NodeKind::Input || kind == NodeKind::Parameter || kind == NodeKind::Constant) {
            prepared.outputs[i] = {denseSpec(module.nodes[i].types[0])};
        }
    }
    for (const NodeId id : module.entry().nodes) {
        const Node& node = module.node(id);
        const auto at = static_cast<std::size_t>(id);
        std::vector<TensorSpec> inputs;
        for (const NodeId input : node.inputs) {
            const auto& outputs = prepared.outputs[static_cast<std::size_t>(input)];
            inputs.push_back(
                outputs[node.kind == NodeKind::TupleItem ? static_cast<std::size_t>(node.item)
                                                         : 0]);
        }
        if (node.kind == NodeKind::TupleItem || node.kind == NodeKind::MakeTuple) {
            prepared.outputs[at] = std::move(inputs);
            continue;
        }
        auto kernel = prepareKernel(device, node.op, node.attributes, inputs);
        if (!kernel) {
            const SourceLocation source = sourceOf(node);
            return failure("prepare " + node.fullName,
                           std::string(source.file) + ":line " + std::to_string(source.line),
                           kernel.error().why);
        }
        prepared.outputs[at] = (*kernel)->outputs();
        for (std::size_t output = 0; output < prepared.outputs[at].size(); ++output) {
            prepared.memory[at].outputBytes.push_back(prepared.outputs[at][output].sizeBytes);
            prepared.memory[at].aliasOf.push_back((*kernel)->aliasOf(output));
        }
        prepared.kernels[at] = std::move(*kernel);
    }
    return prepared;
}

GraphExecutor::GraphExecutor(GraphModule module,
                             PreparedModule prepared,
                             const MemoryPlan& plan,
                             std::unique_ptr<Device> device)
    : m_module(std::move(module))
    , m_device(std::move(device))
    , m_prepared(std::move(prepared))
    , m_arenaBytes(plan.arenaBytes)
    , m_arena(allocateStorage(plan.arenaBytes))
    , m_externals(m_module.nodes.size())
{
    for (std::size_t i = 0; i < m_module.nodes.size(); ++i) {
        const Node& node = m_module.nodes[i];
        if (node.kind == NodeKind::Parameter || node.kind == NodeKind::Constant) {
            m_externals[i] = node.tensor;
        } else if (node.kind == NodeKind::Input) {
            m_externals[i] = Tensor(node.types[0]);
            m_inputs.emplace_back(node.name, m_externals[i]);
        }
    }
    buildSteps(plan);
}

void GraphExecutor::buildSteps(const MemoryPlan& plan)
{
    const auto pointer = [&](const OutputPlace& place) {
        return place.buffer >= 0
                   ? m_arena.get() + plan.buffers[static_cast<std::size_t>(place.buffer)].offset
                   : m_externals[static_cast<std::size_t>(place.external)].data();
    };
    for (const NodeId id : m_module.entry().nodes) {
        const auto at = static_cast<std::size_t>(id);
        if (!m_prepared.kernels[at]) {
            continue;
        }
        Step step;
        step.kernel = m_prepared.kernels[at].get();
        step.node = id;
        step.category = m_module.node(id).category;
        for (const NodeId input : m_module.node(id).inputs) {
            step.inputs.push_back(pointer(plan.places[static_cast<std::size_t>(input)][0]));
        }
        for (const OutputPlace& place : plan.places[at]) {
            step.outputs.push_back(pointer(place));
        }
        m_steps.push_back(std::move(step));
    }
    const auto result = static_cast<std::size_t>(m_module.entry().result);
    for (std::size_t i = 0; i < plan.places[result].size(); ++i) {
        // The arena stays alive as long as a result does.
        m_results.emplace_back(
            m_prepared.outputs[result][i],
            std::shared_ptr<std::byte>(m_arena, pointer(plan.places[result][i])));
    }
}

void GraphExecutor::announce(ExecutionObserver& observer,
                             int passOrder,
                             const PrintedModule& printed)
{
    for (Step& step : m_steps) {
        const Node& node = m_module.node(step.node);
        step.token = observer.announceOperator(
            OperatorReport{node.op, node.category, passOrder, printed.indexOf(step.node)});
    }
}

Tensor GraphExecutor::input(std::string_view name) const
{
    const auto found = std::find_if(
        m_inputs.begin(), m_inputs.end(), [&](const auto& entry) { return entry.first == name; });
    return found == m_inputs.end() ? Tensor{} : found->second;
}

const std::string& GraphExecutor::stepName(std::size_t step) const
{
    return m_module.node(m_steps[step].node).fullName;
}

void GraphExecutor::run(ExecutionObserver* observer)
{
    if (!observer) {
        for (const Step& step : m_steps) {
            step.kernel->run(step.inputs, step.outputs);
        }
        return;
    }
    SpanCategory phase = SpanCategory::Other;
    for (const Step& step : m_steps) {
        if (step.category != phase) {
            if (phase != SpanCategory::Other) {
                observer->phaseEnd();
            }
            phase = step.category;
            observer->phaseBegin(phase);
        }
        observer->operatorBegin(step.token);
        step.kernel->run(step.inputs, step.outputs);
        observer->operatorEnd();
    }
    if (phase != SpanCategory::Other) {
        observer->phaseEnd();
    }
}

} // namespace runlens::runtime
