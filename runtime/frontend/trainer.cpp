// SPDX-License-Identifier: Apache-2.0
#include "runtime/frontend/trainer.h"

#include "runtime/executor/compile.h"
#include "runtime/frontend/eager.h"
#include "runtime/passes/passes.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

namespace runlens::runtime {

namespace {

/// The network alone, under the same scope as in training.
class Predict final : public Layer {
public:
    explicit Predict(Layer& network) : Layer("Predict", true), m_network(network)
    {
        addChild("network", network);
    }

    Value construct(const Value& x) override { return m_network(x); }

private:
    Layer& m_network;
};

Evaluation evaluateLogits(const Tensor& logits, std::span<const std::int32_t> labels)
{
    const Tensor dense = logits.toDense();
    const std::span<const float> values = dense.floats();
    const auto classes = static_cast<std::size_t>(dense.shape()[1]);
    Evaluation evaluation;
    evaluation.samples = static_cast<std::int64_t>(labels.size());
    double sum = 0.0;
    for (std::size_t n = 0; n < labels.size(); ++n) {
        const auto row = values.subspan(n * classes, classes);
        const auto best = std::max_element(row.begin(), row.end());
        const auto label = static_cast<std::size_t>(labels[n]);
        evaluation.correct += best - row.begin() == labels[n] ? 1 : 0;
        double total = 0.0;
        for (const float value : row) {
            total += std::exp(static_cast<double>(value - *best));
        }
        sum += std::log(total) + static_cast<double>(*best - (label < classes ? row[label] : NAN));
    }
    evaluation.loss = labels.empty() ? 0.0 : sum / static_cast<double>(labels.size());
    return evaluation;
}

std::vector<TraceInput> trainingInputs(const TensorType& x)
{
    return {{"x", x}, {"label", TensorType{DType::Int32, {x.shape.empty() ? 1 : x.shape[0]}}}};
}

void addSources(const GraphModule& module, std::set<std::string>& files)
{
    for (const Node& node : module.nodes) {
        for (const SourceFrame& frame : node.frames) {
            files.insert(frame.location.file);
        }
    }
}

Status copyInto(const Tensor& target, const Tensor& source, const char* what)
{
    if (!target.isValid() || target.type() != source.type() || !source.isDense()) {
        return failure(std::string("take the ") + what,
                       {},
                       "it has shape " + shapeText(source.shape()) + " instead of "
                           + shapeText(target.shape()));
    }
    std::memcpy(target.data(), source.data(), source.spec().sizeBytes);
    return {};
}

/// What both modes share: the cells and their parameters.
class CellTrainer : public Trainer {
public:
    CellTrainer(Layer& network, const TrainerOptions& options)
        : m_options(options)
        , m_training(network, m_loss)
        , m_predict(network)
        , m_parameters(network.parameters())
        , m_dumps(options.saveGraphs, options.graphFolder)
    {}

    [[nodiscard]] const std::vector<ParameterRef>& parameters() const override
    {
        return m_parameters;
    }

    [[nodiscard]] Status graphFileStatus() const override { return m_dumps.status(); }

    [[nodiscard]] std::vector<std::string> sourceFiles() const override
    {
        return {m_sources.begin(), m_sources.end()};
    }

    void setObserver(ExecutionObserver* observer) override { m_options.observer = observer; }

    virtual Status prepare() = 0;

protected:
    TrainerOptions m_options;
    SoftmaxCrossEntropyLoss m_loss;
    WithLoss m_training;
    Predict m_predict;
    std::vector<ParameterRef> m_parameters;
    PassDumps m_dumps;
    std::set<std::string> m_sources;
};

class GraphTrainer final : public CellTrainer {
public:
    using CellTrainer::CellTrainer;

    Status prepare() override
    {
        CompileOptions train;
        train.graphName = "train";
        train.inputs = trainingInputs(m_options.input);
        train.trained = m_parameters;
        train.momentum = m_options.momentum;
        train.fuse = m_options.fuse;
        auto compiled = compileCell(m_training, train, m_dumps, m_options.observer);
        if (!compiled) {
            return failure(compiled);
        }
        m_train = std::move(*compiled);
        addSources(m_train->module(), m_sources);
        findGradients();
        return {};
    }

    Result<float> step(const Tensor& x, const Tensor& labels, float learningRate) override
    {
        for (const Status& status : {copyInto(m_train->input("x"), x, "batch of images"),
                                     copyInto(m_train->input("label"), labels, "batch of labels")})
        {
            if (!status) {
                return failure(status);
            }
        }
        m_train->input("learning_rate").floats()[0] = learningRate;
        m_train->run(m_options.observer);
        return m_train->result(0).floats()[0];
    }

    Result<Evaluation> evaluate(const Tensor& x, std::span<const std::int32_t> labels) override
    {
        const ScopedPhase phase(m_options.observer, SpanCategory::Evaluation);
        if (!m_evaluate) { // compiled when first needed
            CompileOptions predict;
            predict.graphName = "eval";
            predict.inputs = {{"x", TensorType{DType::Float32, x.shape()}}};
            predict.fuse = m_options.fuse;
            auto compiled = compileCell(m_predict, predict, m_dumps, m_options.observer);
            if (!compiled) {
                return failure(compiled);
            }
            m_evaluate = std::move(*compiled);
        }
        const Status status = copyInto(m_evaluate->input("x"), x, "batch of images");
        if (!status) {
            return failure(status);
        }
        m_evaluate->run(nullptr);
        return evaluateLogits(m_evaluate->result(0), labels);
    }

    [[nodiscard]] std::vector<Tensor> gradients() const override
    {
        std::vector<Tensor> gradients;
        for (const std::size_t result : m_gradientResults) {
            gradients.push_back(m_train->result(result));
        }
        return gradients;
    }

private:
    /// Results are in order of tracing; gradients() is in order of parameters().
    void findGradients()
    {
        std::vector<const std::byte*> traced;
        for (const NodeId id : m_train->module().entry().parameters) {
            const Node& node = m_train->module().node(id);
            if (node.kind == NodeKind::Parameter) {
                traced.push_back(node.tensor.data());
            }
        }
        for (const ParameterRef& parameter : m_parameters) {
            const auto found = std::find(traced.begin(), traced.end(), parameter->value.data());
            m_gradientResults.push_back(1 + static_cast<std::size_t>(found - traced.begin()));
        }
    }

    std::unique_ptr<GraphExecutor> m_train;
    std::unique_ptr<GraphExecutor> m_evaluate;
    std::vector<std::size_t> m_gradientResults; ///< by parameter
};

class EagerTrainer final : public CellTrainer {
public:
    using CellTrainer::CellTrainer;

    /// Eager mode needs no graph to run, but its spans need nodes: construct() is traced once.
    Status prepare() override
    {
        auto trace = traceCell(m_training, "train", trainingInputs(m_options.input));
        if (!trace) {
            return failure(trace);
        }
        const PassDumps::Dump parsed =
            m_dumps.add(trace->module, 0, "parse", true, 0, m_options.observer);
        auto typed = inferAndInline(trace->module);
        if (!typed) {
            return failure(typed);
        }
        addSources(*typed, m_sources);
        if (m_options.observer) {
            m_options.observer->graphReady(
                PassReport{*typed, m_inlined.printed, m_inlined.order, m_inlined.name, 0});
        }
        std::vector<int> printed;
        for (const NodeId id : trace->calls) {
            printed.push_back(parsed.printed.indexOf(id));
        }
        m_nodes = std::make_unique<CallNodes>(parsed.order, std::move(printed));
        return {};
    }

    Result<float> step(const Tensor& x, const Tensor& labels, float learningRate) override
    {
        EagerContext context(m_kernels, m_nodes.get(), m_options.observer);
        const Result<Value> loss = forward(context, x, labels);
        if (!loss) {
            return failure(loss);
        }
        {
            const ScopedPhase phase(m_options.observer, SpanCategory::Backward);
            auto gradients = context.backward(*loss, m_parameters);
            if (!gradients) {
                return failure(gradients);
            }
            m_gradients = std::move(*gradients);
        }
        const Status updated = update(context, learningRate);
        if (!updated) {
            return failure(updated);
        }
        return context.tensor(*loss).floats()[0];
    }

    Result<Evaluation> evaluate(const Tensor& x, std::span<const std::int32_t> labels) override
    {
        const ScopedPhase phase(m_options.observer, SpanCategory::Evaluation);
        EagerContext context(m_kernels, nullptr, nullptr);
        const Value input = context.input(x);
        const Value logits = m_predict.constructAll(std::span(&input, 1));
        if (!context.status()) {
            return failure(context.status());
        }
        return evaluateLogits(context.tensor(logits), labels);
    }

    [[nodiscard]] std::vector<Tensor> gradients() const override { return m_gradients; }

private:
    Result<GraphModule> inferAndInline(const GraphModule& parsed)
    {
        auto typed = inferModuleTypes(parsed);
        if (!typed) {
            return typed;
        }
        m_dumps.add(*typed, 1, "type_inference", true, 0, m_options.observer);
        GraphModule inlined = inlineCalls(*typed);
        m_inlined = m_dumps.add(inlined, 2, "inline", false, 0, m_options.observer);
        return inlined;
    }

    Result<Value> forward(EagerContext& context, const Tensor& x, const Tensor& labels)
    {
        const ScopedPhase phase(m_options.observer, SpanCategory::Forward);
        const Value inputs[] = {context.input(x), context.input(labels)};
        const Value loss = m_training.constructAll(inputs);
        if (!context.status()) {
            return failure(context.status());
        }
        return loss;
    }

    Status update(EagerContext& context, float learningRate)
    {
        const ScopedPhase phase(m_options.observer, SpanCategory::Optimizer);
        const Attributes attributes{{"momentum", m_options.momentum}};
        const Tensor rate = Tensor::scalar(learningRate);
        for (std::size_t i = 0; i < m_parameters.size(); ++i) {
            const Tensor inputs[] = {
                m_parameters[i]->value, m_parameters[i]->moment, m_gradients[i], rate};
            Status status =
                context.execute("ApplyMomentum", attributes, inputs, SpanCategory::Optimizer);
            if (!status) {
                return status;
            }
        }
        return {};
    }

    KernelCache m_kernels;
    std::unique_ptr<CallNodes> m_nodes;
    PassDumps::Dump m_inlined;
    std::vector<Tensor> m_gradients;
};

} // namespace

Result<std::unique_ptr<Trainer>> Trainer::create(Layer& network, const TrainerOptions& options)
{
    std::unique_ptr<CellTrainer> trainer;
    if (options.mode == ExecutionMode::Graph) {
        trainer = std::make_unique<GraphTrainer>(network, options);
    } else {
        trainer = std::make_unique<EagerTrainer>(network, options);
    }
    const Status status = trainer->prepare();
    if (!status) {
        return failure(status);
    }
    return std::unique_ptr<Trainer>(std::move(trainer));
}

} // namespace runlens::runtime
