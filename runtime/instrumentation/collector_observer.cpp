// SPDX-License-Identifier: Apache-2.0
#include "runtime/instrumentation/collector_observer.h"

#include <algorithm>

namespace runlens::runtime {

namespace {

const char* phaseName(SpanCategory phase)
{
    switch (phase) {
    case SpanCategory::DataWait:
        return "data wait";
    case SpanCategory::Forward:
        return "forward";
    case SpanCategory::Backward:
        return "backward";
    case SpanCategory::Optimizer:
        return "optimizer";
    case SpanCategory::Evaluation:
        return "evaluation";
    case SpanCategory::Compile:
        return "compile";
    default:
        return "other";
    }
}

GraphDescription::NodeKind kindOf(NodeKind kind)
{
    switch (kind) {
    case NodeKind::Input:
        return GraphDescription::NodeKind::Input;
    case NodeKind::Parameter:
        return GraphDescription::NodeKind::Parameter;
    case NodeKind::Constant:
        return GraphDescription::NodeKind::Constant;
    case NodeKind::MakeTuple:
        return GraphDescription::NodeKind::Output;
    default:
        return GraphDescription::NodeKind::Operator;
    }
}

GraphDescription::Node describe(const Node& node)
{
    GraphDescription::Node out;
    out.kind = kindOf(node.kind);
    out.name = node.fullName;
    out.op = node.op;
    for (const TensorType& type : node.types) {
        out.outputs.push_back(
            GraphDescription::TensorType{dtypeName(type.dtype), type.shape, true});
    }
    for (const auto& [name, value] : node.attributes.entries()) {
        out.attributes.emplace_back(name, attributeText(value));
    }
    const SourceLocation source = sourceOf(node);
    out.sourceFile = source.file;
    out.sourceLine = source.line;
    out.fusedFrom = node.fusedFrom;
    return out;
}

} // namespace

TensorView viewOf(const Tensor& dense)
{
    const DataType type = dense.type().dtype == DType::Float32 ? DataType::Float32
                          : dense.type().dtype == DType::Int32 ? DataType::Int32
                                                               : DataType::UInt8;
    return {dense.data(), type, dense.shape()};
}

CollectorObserver::CollectorObserver(SummaryCollector& collector)
    : m_collector(collector), m_stepName(collector.name("step")), m_stepTrack(collector.stepTrack())
{
    m_unknown.name = collector.name("operator");
    for (std::size_t i = 0; i < m_phaseNames.size(); ++i) {
        m_phaseNames[i] = collector.name(phaseName(static_cast<SpanCategory>(i)));
    }
    m_workNames = {collector.name("map"), collector.name("batch")};
}

CollectorObserver::~CollectorObserver() = default;

void CollectorObserver::passDone(const PassReport& report)
{
    IrDump dump;
    dump.order = report.order;
    dump.name = report.name;
    dump.graphName = report.module.name;
    dump.durationNs = report.durationNs;
    dump.text = report.printed.text;
    KnownPass pass{{}, report.module.name, std::vector<int>(report.module.nodes.size(), -1)};
    const auto before = m_lastPass.find(report.module.name);
    const KnownPass* previous = before == m_lastPass.end() ? nullptr : &m_passes.at(before->second);
    for (std::size_t i = 0; i < report.printed.nodes.size(); ++i) {
        const PrintedNode& printed = report.printed.nodes[i];
        const Node& node = report.module.node(printed.node);
        const SourceLocation source = sourceOf(node);
        const auto index = static_cast<std::int32_t>(i);
        dump.nodes.push_back(IrDump::Node{index,
                                          printed.firstLine,
                                          printed.lastLine,
                                          printed.name,
                                          printed.subgraph,
                                          node.op,
                                          node.fullName,
                                          source.file,
                                          source.line,
                                          nodeShapeText(node)});
        pass.printedIndex[static_cast<std::size_t>(printed.node)] = index;
        for (const NodeId origin : node.origins) {
            const auto at = static_cast<std::size_t>(origin);
            if (previous && at < previous->printedIndex.size() && previous->printedIndex[at] >= 0) {
                dump.origins.push_back(
                    IrDump::Origin{index, previous->handle, previous->printedIndex[at]});
            }
        }
    }
    pass.handle = m_collector.addIrDump(dump);
    m_passes[report.order] = std::move(pass);
    m_lastPass[report.module.name] = report.order;
}

void CollectorObserver::graphReady(const PassReport& executed)
{
    const GraphModule& module = executed.module;
    GraphDescription graph;
    graph.passName = executed.name;
    std::vector<std::int32_t> position(module.nodes.size(), -1);
    const auto take = [&](NodeId id) {
        const auto at = static_cast<std::size_t>(id);
        if (position[at] < 0) {
            position[at] = static_cast<std::int32_t>(graph.nodes.size());
            graph.nodes.push_back(describe(module.node(id)));
        }
        return position[at];
    };
    for (const NodeId id : module.entry().parameters) {
        take(id);
    }
    for (const NodeId id : module.entry().nodes) {
        std::vector<GraphDescription::Input> inputs;
        for (const NodeId input : module.node(id).inputs) {
            inputs.push_back(GraphDescription::Input{take(input), module.node(id).item, false});
        }
        const std::int32_t at = take(id);
        graph.nodes[static_cast<std::size_t>(at)].inputs = std::move(inputs);
    }
    for (const PrintedNode& printed : executed.printed.nodes) {
        const std::int32_t at = position[static_cast<std::size_t>(printed.node)];
        if (at >= 0) {
            graph.nodes[static_cast<std::size_t>(at)].irName = printed.name;
        }
    }
    m_collector.addGraph(module.name, graph);
}

OperatorToken CollectorObserver::announceOperator(const OperatorReport& report)
{
    KnownOperator known;
    known.name = m_collector.name(report.name);
    known.category = report.category;
    const auto pass = m_passes.find(report.passOrder);
    if (pass != m_passes.end() && report.printedNode >= 0) {
        known.node = SpanNode{pass->second.handle, report.printedNode};
    }
    m_operators.push_back(known);
    return OperatorToken{static_cast<std::int32_t>(m_operators.size() - 1)};
}

void CollectorObserver::push(const OpenSpan& span)
{
    m_open.push_back(span);
}

void CollectorObserver::pop()
{
    if (!m_open.empty()) {
        m_collector.endSpan(m_open.back());
        m_open.pop_back();
    }
}

void CollectorObserver::operatorBegin(OperatorToken token)
{
    const auto at = static_cast<std::size_t>(token);
    const KnownOperator& known = at < m_operators.size() ? m_operators[at] : m_unknown;
    push(m_collector.beginSpan(known.name, known.category, known.node));
}

void CollectorObserver::operatorEnd()
{
    pop();
}

void CollectorObserver::phaseBegin(SpanCategory phase)
{
    push(m_collector.beginSpan(m_phaseNames[static_cast<std::size_t>(phase)], phase));
}

void CollectorObserver::phaseEnd()
{
    pop();
}

void CollectorObserver::stepBegin(std::int64_t step)
{
    m_step = m_collector.beginSpan(m_stepName, SpanCategory::Step, {}, step, m_stepTrack);
    m_isStepOpen = true;
}

void CollectorObserver::stepEnd()
{
    if (m_isStepOpen) {
        m_collector.endSpan(m_step);
        m_isStepOpen = false;
    }
}

void CollectorObserver::workerStarted(const DataWorker& worker) noexcept
{
    m_collector.setThreadName("data: " + worker.name);
}

void CollectorObserver::workerEnded(const DataWorker&) noexcept {}

void CollectorObserver::workBegan(const DataWorker& worker, const DataWork&, std::int64_t) noexcept
{
    const auto stage = static_cast<std::size_t>(worker.stage);
    const auto index = static_cast<std::size_t>(worker.index);
    if (index < kMaxWorkers) {
        m_work[stage][index] = m_collector.beginSpan(m_workNames[stage], SpanCategory::Data);
    }
}

void CollectorObserver::workEnded(const DataWorker& worker, const DataWork&, std::int64_t) noexcept
{
    const auto index = static_cast<std::size_t>(worker.index);
    if (index < kMaxWorkers) {
        m_collector.endSpan(m_work[static_cast<std::size_t>(worker.stage)][index]);
    }
}

void CollectorObserver::queueSampled(const QueueDepth& sample) noexcept
{
    m_collector.addQueueSample(sample.queue, sample.depth, sample.capacity);
}

} // namespace runlens::runtime
