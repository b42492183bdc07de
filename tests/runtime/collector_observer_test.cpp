// SPDX-License-Identifier: Apache-2.0
// What a short training leaves in the run file: passes with origins, graph, spans with their nodes,
// steps.
#include "runtime/examples/lenet.h"
#include "runtime/frontend/trainer.h"
#include "runtime/instrumentation/collector_observer.h"
#include "summary_format/graph.h"
#include "summary_format/run_builder.h"
#include "summary_format/store/sqlite_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace runlens::runtime {

namespace {

constexpr int kSteps = 3;

struct Recorded {
    std::shared_ptr<const Run> run;
    std::unique_ptr<RunSource> source;
};

Recorded record(ExecutionMode mode, const std::string& name)
{
    const std::string folder = testing::TempDir() + "runlens_observer_" + name;
    std::filesystem::remove_all(folder);
    {
        CollectorOptions options;
        options.folder = folder;
        SummaryCollector collector = SummaryCollector::open(options);
        CollectorObserver observer(collector);
        LeNet5 network(1);
        TrainerOptions training;
        training.mode = mode;
        training.input = TensorType{DType::Float32, {4, 1, 28, 28}};
        training.observer = &observer;
        const auto trainer = Trainer::create(network, training);
        EXPECT_TRUE(trainer);
        const Tensor x(training.input);
        const Tensor labels(TensorType{DType::Int32, {4}});
        for (int step = 1; step <= kSteps; ++step) {
            observer.stepBegin(step);
            {
                const ScopedPhase phase(&observer, SpanCategory::DataWait);
            }
            EXPECT_TRUE((*trainer)->step(x, labels, 0.01F));
            observer.stepEnd();
        }
        EXPECT_TRUE(collector.close());
        EXPECT_EQ(collector.status().dropped(), 0U);
    }
    Recorded recorded;
    auto source = openSqliteRun(folder);
    EXPECT_TRUE(source) << (source ? "" : source.error().message());
    RunBuilder builder({folder, name, "runlens"});
    Diagnostics diagnostics;
    EXPECT_TRUE((*source)->readInto(builder, diagnostics, {}));
    EXPECT_EQ(diagnostics.damaged(), 0U);
    recorded.run = builder.snapshot();
    recorded.source = std::move(*source);
    return recorded;
}

struct FoundSpan {
    std::string name;
    SpanCategory category = SpanCategory::Other;
    int depth = 0;
    NodeRef node;
};

std::vector<FoundSpan> spansOf(const Run& run, TrackKind kind)
{
    std::vector<FoundSpan> found;
    for (std::size_t t = 0; t < run.tracks().size(); ++t) {
        const SpanSeries* spans = run.spans(TrackId{static_cast<std::int32_t>(t)});
        if (!spans || run.tracks()[t].kind != kind) {
            continue;
        }
        for (std::size_t i = 0; i < spans->size(); ++i) {
            found.push_back(FoundSpan{std::string(run.text(spans->names[i])),
                                      spans->categories[i],
                                      spans->depths[i],
                                      spans->nodes[i]});
        }
    }
    return found;
}

/// Full names of the parse-pass nodes that a node comes from.
std::set<std::string> parsedOrigins(const Run& run, NodeRef node)
{
    std::set<std::string> names;
    std::vector<NodeRef> open = {node};
    while (!open.empty()) {
        const NodeRef ref = open.back();
        open.pop_back();
        const IrPass* pass = run.irPass(ref.pass);
        if (run.text(pass->name) == "00_parse") {
            names.insert(std::string(run.text(run.irNode(ref)->fullName)));
        }
        for (const IrOrigin& origin : pass->origins) {
            if (origin.node == ref.node) {
                open.push_back(origin.from);
            }
        }
    }
    return names;
}

std::string namesInOrder(const std::vector<FoundSpan>& spans, SpanCategory category)
{
    std::string names;
    for (const FoundSpan& span : spans) {
        if (span.category == category) {
            names += (names.empty() ? "" : " ") + span.name;
        }
    }
    return names;
}

TEST(CollectorObserver, GraphModeLeadsFromAFusedSpanToItsMembersAndTheirLines)
{
    const Recorded recorded = record(ExecutionMode::Graph, "graph");
    const runlens::Run& run = *recorded.run;
    std::string passes;
    for (const auto& pass : run.irPasses()) {
        passes += std::string(run.text(pass->name)) + " ";
    }
    EXPECT_EQ(passes,
              "00_parse 01_type_inference 02_inline 03_common_subexpression 04_dead_node 05_grad "
              "06_optimizer "
              "07_fuse_post_ops 08_fuse_bias_gradients 09_fuse_elementwise 10_memory_plan ");
    const std::vector<FoundSpan> spans = spansOf(run, TrackKind::Thread);
    const auto fused = std::find_if(spans.begin(), spans.end(), [](const FoundSpan& span) {
        return span.name == "FusedConv2DBiasReLU";
    });
    ASSERT_NE(fused, spans.end());
    const IrNode* node = run.irNode(fused->node);
    ASSERT_TRUE(node);
    EXPECT_EQ(run.text(node->fullName), "Default/network/conv1/FusedConv2DBiasReLU-op0");
    EXPECT_EQ(run.text(node->shape), "4x6x28x28");
    EXPECT_TRUE(run.text(node->sourceFile).ends_with("runtime/examples/lenet.h"));
    EXPECT_EQ(parsedOrigins(run, fused->node),
              (std::set<std::string>{"Default/network/ReLU-op0",
                                     "Default/network/conv1/BiasAdd-op0",
                                     "Default/network/conv1/Conv2D-op0"}));
    const auto gradient = std::find_if(spans.begin(), spans.end(), [](const FoundSpan& span) {
        return span.name == "Conv2DBackpropInput";
    });
    ASSERT_NE(gradient, spans.end());
    EXPECT_EQ(run.text(run.irNode(gradient->node)->fullName),
              "Gradients/Default/network/conv2/Conv2DBackpropInput-op0");
    EXPECT_EQ(parsedOrigins(run, gradient->node),
              (std::set<std::string>{"Default/network/conv2/Conv2D-op1"}));
}

TEST(CollectorObserver, EverySpanOfAnOperatorHasALineOfItsIr)
{
    const Recorded recorded = record(ExecutionMode::Graph, "lines");
    const runlens::Run& run = *recorded.run;
    const auto text = recorded.source->load(run.irPasses().back()->text, {});
    ASSERT_TRUE(text);
    const std::string ir(asText(*text));
    std::vector<std::size_t> lineStarts = {0};
    for (std::size_t i = 0; i < ir.size(); ++i) {
        if (ir[i] == '\n') {
            lineStarts.push_back(i + 1);
        }
    }
    int operators = 0;
    for (const FoundSpan& span : spansOf(run, TrackKind::Thread)) {
        const IrNode* node = run.irNode(span.node);
        if (!node) {
            continue;
        }
        ++operators;
        const std::size_t start = lineStarts[static_cast<std::size_t>(node->firstLine) - 1];
        const std::string line = ir.substr(start, ir.find('\n', start) - start);
        EXPECT_EQ(line.rfind("  " + std::string(run.text(node->name)) + "(", 0), 0U) << line;
        EXPECT_NE(line.find(" = " + span.name + "("), std::string::npos) << line;
    }
    EXPECT_EQ(operators, kSteps * 36);
}

TEST(CollectorObserver, StepsAndPhasesNest)
{
    const Recorded recorded = record(ExecutionMode::Graph, "steps");
    const std::vector<FoundSpan> steps = spansOf(*recorded.run, TrackKind::Step);
    EXPECT_EQ(steps.size(), static_cast<std::size_t>(kSteps));
    const std::vector<FoundSpan> spans = spansOf(*recorded.run, TrackKind::Thread);
    std::string phases;
    for (const FoundSpan& span : spans) {
        if (span.depth == 0) {
            phases += span.name + ", ";
        }
    }
    EXPECT_EQ(phases,
              "compile, data wait, forward, backward, optimizer, data wait, forward, backward, "
              "optimizer, "
              "data wait, forward, backward, optimizer, ");
}

TEST(CollectorObserver, EagerSpansPointIntoTheParsedIr)
{
    const Recorded recorded = record(ExecutionMode::Eager, "eager");
    const runlens::Run& run = *recorded.run;
    const std::vector<FoundSpan> spans = spansOf(run, TrackKind::Thread);
    std::string forward;
    for (const FoundSpan& span : spans) {
        const IrNode* node = run.irNode(span.node);
        if (span.category == SpanCategory::Forward && node) {
            EXPECT_EQ(run.text(node->op), span.name);
            EXPECT_EQ(run.text(run.irPass(span.node.pass)->name), "00_parse");
        }
        if (span.name == "Conv2DBackpropInput") {
            EXPECT_EQ(run.text(node->fullName), "Default/network/conv2/Conv2D-op1");
        }
    }
    EXPECT_EQ(namesInOrder(spans, SpanCategory::Forward).substr(0, 51),
              "Conv2D BiasAdd ReLU MaxPool Conv2D BiasAdd ReLU Max");
}

TEST(CollectorObserver, TheGraphShowsTheExecutedPass)
{
    const Recorded recorded = record(ExecutionMode::Graph, "executed");
    ASSERT_EQ(recorded.run->graphs().size(), 1U);
    const auto bytes = recorded.source->load(recorded.run->graphs()[0].payload, {});
    ASSERT_TRUE(bytes);
    const auto graph = decodeGraph(*bytes);
    ASSERT_TRUE(graph);
    EXPECT_EQ(graph->passName, "10_memory_plan");
    const auto conv =
        std::find_if(graph->nodes.begin(), graph->nodes.end(), [](const GraphNode& node) {
            return node.name == "Default/network/conv1/FusedConv2DBiasReLU-op0";
        });
    ASSERT_NE(conv, graph->nodes.end());
    EXPECT_EQ(conv->fusedFrom,
              (std::vector<std::string>{"Default/network/conv1/Conv2D-op0",
                                        "Default/network/conv1/BiasAdd-op0",
                                        "Default/network/ReLU-op0"}));
    std::vector<std::string> inputs;
    for (const GraphInput& input : conv->inputs) {
        inputs.push_back(graph->nodes[static_cast<std::size_t>(input.node)].name);
    }
    EXPECT_EQ(inputs,
              (std::vector<std::string>{
                  "Default/x", "Default/network/conv1/weight", "Default/network/conv1/bias"}));
    EXPECT_EQ(conv->irName, "%0");
}

} // namespace

} // namespace runlens::runtime
