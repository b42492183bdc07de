// SPDX-License-Identifier: Apache-2.0
// Every call of the collector through a real file, read back as a Run.
#include "collector/summary_collector.h"
#include "collector/tick_clock.h"
#include "summary_format/graph.h"
#include "summary_format/histogram.h"
#include "summary_format/run_builder.h"
#include "summary_format/store/sqlite_source.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>

namespace runlens::test {
namespace {

using runlens::test::TemporaryFolder;

/// A run as it was read, with the source that loads its payloads.
struct ReadRun {
    std::unique_ptr<RunSource> source;
    std::shared_ptr<const Run> run;
    Diagnostics diagnostics;

    explicit ReadRun(const std::string& folder)
    {
        auto opened = openSqliteRun(folder);
        if (!opened) {
            ADD_FAILURE() << opened.error().message();
            return;
        }
        source = std::move(*opened);
        RunBuilder builder({folder, "run", "runlens"});
        const auto progress = source->readInto(builder, diagnostics, {});
        EXPECT_TRUE(progress) << (progress ? "" : progress.error().message());
        EXPECT_TRUE(diagnostics.empty());
        run = builder.snapshot();
    }

    [[nodiscard]] std::string load(const PayloadRef& ref) const
    {
        const auto bytes = source->load(ref, {});
        return bytes ? std::string(asText(*bytes)) : "cannot load: " + bytes.error().message();
    }

    [[nodiscard]] const ColumnView<SampleEntry>& samples(std::string_view tag,
                                                         RecordKind kind) const
    {
        static const ColumnView<SampleEntry> kNone;
        const auto* found = run->samples(run->findTag(tag, kind));
        EXPECT_NE(found, nullptr) << tag;
        return found ? *found : kNone;
    }

    [[nodiscard]] TrackId track(std::string_view name) const
    {
        for (std::size_t i = 0; i < run->tracks().size(); ++i) {
            if (run->text(run->tracks()[i].name) == name) {
                return TrackId{static_cast<std::int32_t>(i)};
            }
        }
        ADD_FAILURE() << "no track " << name;
        return runlens::kNone<TrackId>;
    }
};

CollectorOptions optionsFor(const TemporaryFolder& folder)
{
    CollectorOptions options;
    options.folder = folder / "run";
    options.collect.processCounters = false;
    return options;
}

/// Closes, and expects that every call is in the file.
void closeWhole(SummaryCollector& collector)
{
    EXPECT_TRUE(collector.close());
    const auto status = collector.status();
    EXPECT_EQ(status.problem, "");
    for (const KindCount& kind : status.kinds) {
        EXPECT_EQ(kind.recorded, kind.calls) << kind.kind;
        EXPECT_EQ(kind.dropped, 0U) << kind.kind;
    }
}

TEST(CollectorFile, KeepsScalarsOfEveryType)
{
    const TemporaryFolder folder;
    auto collector = SummaryCollector::open(optionsFor(folder));
    ASSERT_TRUE(collector.status().isRecording) << collector.status().problem;
    const std::int64_t before = collector.nowNs();
    for (int i = 0; i < 1000; ++i) {
        collector.addScalar("loss", i, 0.1F * static_cast<float>(i));
    }
    collector.addScalar("loss", 3, 1); // a restart goes back in steps
    collector.addScalar("huge", 0, std::numeric_limits<std::uint64_t>::max());
    collector.addScalar("zero", 0, -0.0);
    collector.addScalar("nan", 0, std::numeric_limits<double>::quiet_NaN());
    collector.addScalar("", 0, std::int8_t{-3});
    closeWhole(collector);
    const std::int64_t after = collector.nowNs();

    const ReadRun read(folder / "run");
    EXPECT_EQ(read.run->ended(), EndReason::Clean);
    const auto* loss = read.run->scalars(read.run->findTag("loss", RecordKind::Scalar));
    ASSERT_NE(loss, nullptr);
    ASSERT_EQ(loss->size(), 1001U);
    EXPECT_EQ(loss->numberType, NumberType::Float32);
    for (std::size_t i = 0; i < 1000; ++i) {
        EXPECT_EQ(loss->steps[i], static_cast<std::int64_t>(i));
        EXPECT_EQ(loss->bits(i), toBits(0.1F * static_cast<float>(i)));
        EXPECT_GE(loss->wallNs[i], before - 100'000);
        EXPECT_LE(loss->wallNs[i], after);
        EXPECT_TRUE(i == 0 || loss->wallNs[i] >= loss->wallNs[i - 1]);
    }
    EXPECT_EQ(loss->steps[1000], 3);
    EXPECT_EQ(loss->value(1000), 1.0);
    const auto bits = [&read](const char* tag) {
        return read.run->scalars(read.run->findTag(tag, RecordKind::Scalar))->bits(0);
    };
    EXPECT_EQ(bits("huge"), std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(bits("zero"), toBits(-0.0));
    EXPECT_TRUE(std::isnan(toDouble(bits("nan"), NumberType::Float64)));
    EXPECT_EQ(bits(""), toBits(std::int64_t{-3}));
}

TEST(CollectorFile, KeepsValuesThatTheFirstTypeOfATagCannotHold)
{
    const TemporaryFolder folder;
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinity = std::numeric_limits<double>::infinity();
    const std::vector<double> wanted{0, 0.5, nan, infinity, 3, -2};
    auto collector = SummaryCollector::open(optionsFor(folder));
    for (const char* tag : {"int", "unsigned", "bool"}) {
        const std::string_view name = tag;
        if (name == "int") {
            collector.addScalar(tag, 0, 0);
        } else if (name == "unsigned") {
            collector.addScalar(tag, 0, 0U);
        } else {
            collector.addScalar(tag, 0, false);
        }
        collector.addScalar(tag, 1, 0.5F);
        ASSERT_TRUE(collector.flush());
        collector.addScalar(tag, 2, nan);
        collector.addScalar(tag, 3, infinity);
        collector.addScalar(tag, 4, 3);
        ASSERT_TRUE(collector.flush());
        collector.addScalar(tag, 5, -2);
    }
    collector.addScalar("float", 0, 0.25F);
    collector.addScalar("float", 1, 1e300);
    collector.addScalar("signed", 0, -1);
    collector.addScalar("signed", 1, std::numeric_limits<std::uint64_t>::max());
    closeWhole(collector);
    EXPECT_EQ(collector.status().kind("scalar").recorded, 22U);
    const ReadRun loaded(folder / "run");
    const auto& run = loaded.run;
    for (const char* tag : {"int", "unsigned", "bool"}) {
        const ScalarSeries* series = run->scalars(run->findTag(tag, RecordKind::Scalar));
        ASSERT_NE(series, nullptr) << tag;
        ASSERT_EQ(series->size(), wanted.size()) << tag;
        EXPECT_EQ(series->numberType, NumberType::Float64) << tag;
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            EXPECT_EQ(series->steps[i], static_cast<std::int64_t>(i)) << tag;
            EXPECT_TRUE(series->value(i) == wanted[i]
                        || (std::isnan(series->value(i)) && std::isnan(wanted[i])))
                << tag << ' ' << i << ": " << series->value(i);
        }
    }
    const ScalarSeries* floats = run->scalars(run->findTag("float", RecordKind::Scalar));
    EXPECT_EQ(floats->value(0), 0.25);
    EXPECT_EQ(floats->value(1), 1e300);
    const ScalarSeries* integers = run->scalars(run->findTag("signed", RecordKind::Scalar));
    EXPECT_EQ(integers->value(0), -1.0);
    EXPECT_EQ(integers->value(1), 18446744073709551615.0);
}

TEST(CollectorFile, KeepsStatisticsAndHistograms)
{
    const TemporaryFolder folder;
    auto collector = SummaryCollector::open(optionsFor(folder));
    std::vector<float> values(1000);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<float>(i) - 500.0F;
    }
    values[3] = std::numeric_limits<float>::quiet_NaN();
    collector.addTensorStats("conv1.weight", 7, {values.data(), {10, 100}});
    collector.addTensorStats("empty", 7, {values.data(), {0}});
    collector.addHistogram("ready", 8, {0.0, 1.0, 3.0}, {2.0, 0.5});
    closeWhole(collector);

    const ReadRun read(folder / "run");
    const auto* stats =
        read.run->tensorStats(read.run->findTag("conv1.weight", RecordKind::TensorStats));
    ASSERT_NE(stats, nullptr);
    ASSERT_EQ(stats->size(), 1U);
    const TensorStatsEntry entry = (*stats)[0];
    EXPECT_EQ(entry.step, 7);
    EXPECT_EQ(entry.statistics.count, 1000U);
    EXPECT_EQ(entry.statistics.nans, 1U);
    EXPECT_EQ(entry.statistics.zeros, 1U);
    EXPECT_EQ(entry.statistics.minimum, -500.0);
    EXPECT_EQ(entry.statistics.maximum, 499.0);
    const auto loaded = read.source->load(entry.histogram, {});
    ASSERT_TRUE(loaded);
    const auto buckets = decodeHistogram(*loaded);
    ASSERT_TRUE(buckets);
    EXPECT_EQ(buckets->edges.front(), -500.0);
    EXPECT_EQ(buckets->edges.back(), 499.0);
    double sum = 0.0;
    for (const double count : buckets->counts) {
        sum += count;
    }
    EXPECT_EQ(sum, 999.0);
    const auto* empty = read.run->tensorStats(read.run->findTag("empty", RecordKind::TensorStats));
    ASSERT_NE(empty, nullptr);
    EXPECT_EQ((*empty)[0].statistics.count, 0U);
    EXPECT_TRUE(std::isnan((*empty)[0].statistics.mean));
    const auto* ready = read.run->tensorStats(read.run->findTag("ready", RecordKind::Histogram));
    ASSERT_NE(ready, nullptr);
    const auto bytes = read.source->load((*ready)[0].histogram, {});
    ASSERT_TRUE(bytes);
    EXPECT_EQ(decodeHistogram(*bytes)->counts, (std::vector<double>{2.0, 0.5}));
}

TEST(CollectorFile, KeepsSamplesOfEveryKind)
{
    const TemporaryFolder folder;
    auto collector = SummaryCollector::open(optionsFor(folder));
    const std::vector<std::uint8_t> pixels(2 * 3 * 3, 200);
    const std::vector<float> grey{0.0F, 0.5F, 1.0F, 0.25F};
    collector.addImage("image", 1, {pixels.data(), 2, 3, 3, DataType::UInt8});
    collector.addImage("image", 2, {grey.data(), 2, 2, 1, DataType::Float32});
    collector.addEncodedImage(
        "encoded", 1, std::string_view("GIF89a\x05\x00\x06\x00 and so on", 20));
    collector.addText("note", 1, "Grüße, 世界");
    collector.addTensor("tensor", 4, {grey.data(), {2, 2}});
    const std::vector<RecordKind> kinds = {RecordKind::Audio,
                                           RecordKind::PrCurve,
                                           RecordKind::Mesh,
                                           RecordKind::Embedding,
                                           RecordKind::HParams,
                                           RecordKind::Layout,
                                           RecordKind::Lineage,
                                           RecordKind::Landscape,
                                           RecordKind::Explanation,
                                           RecordKind::SessionLog,
                                           RecordKind::RunMetadata,
                                           RecordKind::Other};
    for (const RecordKind kind : kinds) {
        collector.addRecord(
            kind, "further", 5, R"({"sample_rate":8000})", std::string_view("\0\x01\xff", 3));
    }
    closeWhole(collector);

    const ReadRun read(folder / "run");
    const auto& images = read.samples("image", RecordKind::Image);
    ASSERT_EQ(images.size(), 2U);
    EXPECT_EQ(read.run->text(images[0].metadata), R"({"width":3,"height":2,"channels":3})");
    EXPECT_THAT(read.load(images[0].payload), ::testing::StartsWith("\x89PNG\r\n\x1a\n"));
    EXPECT_EQ(read.run->text(images[1].metadata), R"({"width":2,"height":2,"channels":1})");
    const auto& encoded = read.samples("encoded", RecordKind::Image);
    EXPECT_EQ(read.run->text(encoded[0].metadata), R"({"width":5,"height":6})");
    EXPECT_EQ(read.load(encoded[0].payload).size(), 20U);
    EXPECT_EQ(read.load(read.samples("note", RecordKind::Text)[0].payload), "Grüße, 世界");
    const auto& tensor = read.samples("tensor", RecordKind::Tensor);
    EXPECT_EQ(read.run->text(tensor[0].metadata), R"({"dtype":"float32","shape":[2,2]})");
    EXPECT_EQ(tensor[0].step, 4);
    EXPECT_EQ(read.load(tensor[0].payload),
              std::string(reinterpret_cast<const char*>(grey.data()), 4 * sizeof(float)));
    for (const RecordKind kind : kinds) {
        const auto& further = read.samples("further", kind);
        ASSERT_EQ(further.size(), 1U) << recordKindName(kind);
        EXPECT_EQ(read.run->text(further[0].metadata), R"({"sample_rate":8000})");
        EXPECT_EQ(read.load(further[0].payload), std::string("\0\x01\xff", 3));
    }
}

TEST(CollectorFile, KeepsGraphPassesAndSources)
{
    const TemporaryFolder folder;
    const std::string source = folder / "model.cpp";
    std::ofstream(source) << "auto y = conv(x);\n";
    auto collector = SummaryCollector::open(optionsFor(folder));
    GraphDescription graph;
    graph.passName = "05_fusion";
    graph.nodes.resize(2);
    graph.nodes[0].kind = GraphDescription::NodeKind::Input;
    graph.nodes[0].name = "x";
    graph.nodes[1].name = "Default/conv1/Conv2D-op0";
    graph.nodes[1].op = "Conv2D";
    graph.nodes[1].irName = "%0";
    graph.nodes[1].inputs = {{0, 0, false}};
    graph.nodes[1].outputs = {{"float32", {32, 6, 28, 28}, true}};
    graph.nodes[1].attributes = {{"stride", "1"}};
    graph.nodes[1].sourceFile = source;
    graph.nodes[1].sourceLine = 1;
    graph.nodes[1].fusedFrom = {"Default/conv1/Conv2D-op0", "Default/relu/ReLU-op1"};
    collector.addGraph("train", graph);

    IrDump parsed;
    parsed.order = 0;
    parsed.name = "00_parse";
    parsed.graphName = "train";
    parsed.text = "subgraph @main() {\n  %0 = Conv2D(%x)\n}\n";
    parsed.nodes.push_back(
        {0, 2, 2, "%0", "main", "Conv2D", "Default/conv1/Conv2D-op0", source, 1, "32x6x28x28"});
    const PassHandle first = collector.addIrDump(parsed);
    IrDump fused = parsed;
    fused.order = 5;
    fused.name = "05_fusion";
    fused.durationNs = 1234;
    fused.origins.push_back({0, first, 0});
    const PassHandle second = collector.addIrDump(fused);
    {
        const ScopedSpan span(collector, "Conv2D", SpanCategory::Forward, {second, 0}, 1);
    }
    collector.addSourceFile("given.cpp", "int main() {}\n");
    closeWhole(collector);

    const ReadRun read(folder / "run");
    ASSERT_EQ(read.run->graphs().size(), 1U);
    const auto bytes = read.source->load(read.run->graphs()[0].payload, {});
    ASSERT_TRUE(bytes);
    const auto decoded = decodeGraph(*bytes);
    ASSERT_TRUE(decoded);
    ASSERT_EQ(decoded->nodes.size(), 2U);
    EXPECT_EQ(decoded->name, "train");
    EXPECT_EQ(decoded->passName, "05_fusion");
    EXPECT_EQ(decoded->nodes[1].op, "Conv2D");
    EXPECT_EQ(decoded->nodes[1].inputs[0].node, 0);
    EXPECT_EQ(decoded->nodes[1].outputs[0].text(), "32x6x28x28 float32");
    EXPECT_EQ(decoded->nodes[1].fusedFrom.size(), 2U);

    ASSERT_EQ(read.run->irPasses().size(), 2U);
    const IrPass& pass = *read.run->irPasses()[1];
    EXPECT_EQ(read.run->text(pass.name), "05_fusion");
    EXPECT_EQ(pass.durationNs, 1234);
    EXPECT_EQ(read.load(pass.text), parsed.text);
    ASSERT_EQ(pass.origins.size(), 1U);
    EXPECT_EQ(pass.origins[0].from, (NodeRef{PassId{0}, 0}));
    const auto* spans = read.run->spans(read.track("main"));
    ASSERT_NE(spans, nullptr);
    EXPECT_EQ(spans->nodes[0], (NodeRef{PassId{1}, 0}));
    const IrNode* node = read.run->irNode(spans->nodes[0]);
    ASSERT_NE(node, nullptr);
    EXPECT_EQ(read.run->text(node->sourceFile), source);
    std::map<std::string, std::string> sources;
    for (const SourceFile& file : read.run->sourceFiles()) {
        sources[std::string(read.run->text(file.path))] = read.load(file.text);
    }
    EXPECT_EQ(sources[source], "auto y = conv(x);\n") << "read by itself, because a node names it";
    EXPECT_EQ(sources["given.cpp"], "int main() {}\n");
}

TEST(CollectorFile, KeepsTheTimeline)
{
    const TemporaryFolder folder;
    auto collector = SummaryCollector::open(optionsFor(folder));
    const std::int64_t now = collector.nowNs();
    const TrackHandle stream = collector.track("stream 7", TrackKind::Stream);
    const TrackHandle memory = collector.counterTrack("allocated", "B");
    collector.addSpan({stream, "kernel", SpanCategory::Backward, now, 500, 12, {}, 1});
    collector.addCommunication(
        {stream, "AllReduce", SpanCategory::Communication, now + 600, 400, 12, {}, 0},
        {1 << 20, "world", -1});
    {
        ScopedSpan send(collector, "Send", SpanCategory::Communication);
        send.describe({4096, "pipeline", 3});
    }
    collector.addFlow(42, "launch", stream, now, {}, now + 5);
    collector.addCounterAt(memory, now, 1e9);
    collector.addCounter(memory, 2e9);
    collector.addMemoryEvent(
        {MemoryAction::Allocate, "cpu", "conv1.out", 0xdeadbeefdeadbeef, 4096, 8192, {}});
    collector.addQueueSample("prefetch", 3, 8);
    FindingNote finding;
    finding.rule = "slow-data";
    finding.severity = FindingNote::Severity::Warning;
    finding.title = "Data waits";
    finding.detail = "Half of the step";
    finding.step = 9;
    finding.metadata = R"({"tag":"loss"})";
    collector.addFinding(finding);
    closeWhole(collector);

    const ReadRun read(folder / "run");
    const runlens::Run& run = *read.run;
    const TrackId streamId = read.track("stream 7");
    EXPECT_EQ(run.tracks()[index(streamId)].kind, TrackKind::Stream);
    const auto* spans = run.spans(streamId);
    ASSERT_NE(spans, nullptr);
    ASSERT_EQ(spans->size(), 2U);
    EXPECT_EQ(run.text(spans->names[0]), "kernel");
    EXPECT_EQ(spans->startNs[0], now);
    EXPECT_EQ(spans->durationNs[0], 500);
    EXPECT_EQ(spans->categories[0], SpanCategory::Backward);
    EXPECT_EQ(spans->depths[0], 1);
    ASSERT_EQ(run.communications().size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
        const CommunicationRecord record = run.communications()[i];
        const bool isReduce = run.text(record.operation) == "AllReduce";
        EXPECT_EQ(record.span, (isReduce ? SpanRef{streamId, 1} : SpanRef{read.track("main"), 0}));
        EXPECT_EQ(record.bytes, isReduce ? 1 << 20 : 4096);
        EXPECT_EQ(run.text(record.group), isReduce ? "world" : "pipeline");
        EXPECT_EQ(record.peer, isReduce ? -1 : 3);
    }
    ASSERT_EQ(run.flows().size(), 1U);
    EXPECT_EQ(run.flows()[0].id, 42);
    EXPECT_EQ(run.flows()[0].fromTrack, streamId);
    EXPECT_EQ(run.flows()[0].toTrack, read.track("main"));
    EXPECT_EQ(run.flows()[0].toNs, now + 5);
    const auto* counter = run.counters(read.track("allocated"));
    ASSERT_NE(counter, nullptr);
    ASSERT_EQ(counter->size(), 2U);
    EXPECT_EQ(counter->ns[0], now);
    EXPECT_EQ(counter->values[1], 2e9);
    ASSERT_EQ(run.memoryEvents().size(), 1U);
    EXPECT_EQ(run.memoryEvents()[0].address, 0xdeadbeefdeadbeefU);
    EXPECT_EQ(run.memoryEvents()[0].totalBytes, 8192);
    EXPECT_EQ(run.text(run.memoryEvents()[0].name), "conv1.out");
    ASSERT_EQ(run.queueSamples().size(), 1U);
    EXPECT_EQ(run.text(run.queueSamples()[0].queue), "prefetch");
    EXPECT_EQ(run.queueSamples()[0].depth, 3);
    EXPECT_EQ(run.queueSamples()[0].capacity, 8);
    ASSERT_EQ(run.findings().size(), 1U);
    EXPECT_EQ(run.findings()[0].title, "Data waits");
    EXPECT_EQ(run.findings()[0].severity, 1);
}

TEST(CollectorFile, TellsTheRunByItself)
{
    const TemporaryFolder folder;
    auto options = optionsFor(folder);
    options.information = {{"dataset", "Fashion-MNIST"}};
    options.rank = 3;
    options.worldSize = 8;
    auto collector = SummaryCollector::open(options);
    collector.setConfiguration("learning_rate", 0.1F);
    collector.setConfiguration("learning_rate", 0.01F);
    collector.setConfiguration("optimizer", "Momentum \"fast\"");
    collector.setConfiguration("nesterov", true);
    collector.setConfiguration("epochs", 20);
    collector.setConfiguration("limit", std::numeric_limits<double>::infinity());
    collector.setConfigurationJson("betas", "[0.9,0.999]");
    collector.setInformation("seed", std::uint64_t{18446744073709551615U});
    closeWhole(collector);

    const ReadRun read(folder / "run");
    const runlens::Run& run = *read.run;
    EXPECT_EQ(run.property("configuration", "learning_rate"), "0.01");
    EXPECT_EQ(run.property("configuration", "optimizer"), R"("Momentum \"fast\"")");
    EXPECT_EQ(run.property("configuration", "nesterov"), "true");
    EXPECT_EQ(run.property("configuration", "epochs"), "20");
    EXPECT_EQ(run.property("configuration", "limit"), "\"Infinity\"");
    EXPECT_EQ(run.property("configuration", "betas"), "[0.9,0.999]");
    EXPECT_EQ(run.property("info", "seed"), "18446744073709551615");
    EXPECT_EQ(run.property("info", "dataset"), "\"Fashion-MNIST\"");
    EXPECT_EQ(run.property("info", "world_size"), "8");
    EXPECT_THAT(std::string(run.property("info", "command_line")),
                ::testing::HasSubstr("collector_tests"));
    for (const char* key :
         {"host", "working_directory", "compiler", "runlens_version", "cpu_count", "kernel", "pid"})
    {
        EXPECT_NE(run.property("info", key), "") << key;
    }
    EXPECT_EQ(run.ranks(), (std::vector<int>{3}));
    EXPECT_TRUE(std::filesystem::exists(folder / "run/rank-3.rlens"));
    ASSERT_EQ(run.sessions().size(), 1U);
    EXPECT_EQ(run.sessions()[0].pid, ::getpid());
}

TEST(CollectorFile, IsReadWhileItGrows)
{
    const TemporaryFolder folder;
    auto collector = SummaryCollector::open(optionsFor(folder));
    collector.addScalar("loss", 1, 0.5);
    ASSERT_TRUE(collector.flush());
    const ReadRun read(folder / "run");
    EXPECT_EQ(read.run->ended(), EndReason::Running);
    ASSERT_NE(read.run->scalars(read.run->findTag("loss", RecordKind::Scalar)), nullptr);
    EXPECT_EQ(read.run->scalars(read.run->findTag("loss", RecordKind::Scalar))->value(0), 0.5);
    closeWhole(collector);
}

TEST(CollectorFile, TellsWhyItEnded)
{
    const TemporaryFolder folder;
    auto collector = SummaryCollector::open(optionsFor(folder));
    EXPECT_TRUE(collector.close(EndReason::Failed, "loss became NaN"));
    const ReadRun read(folder / "run");
    ASSERT_EQ(read.run->sessions().size(), 1U);
    EXPECT_EQ(read.run->sessions()[0].ended, EndReason::Failed);
    EXPECT_EQ(read.run->sessions()[0].reasonText, "loss became NaN");
}

TEST(CollectorFile, SamplesTheProcessEverySecond)
{
    const TemporaryFolder folder;
    auto options = optionsFor(folder);
    options.collect.processCounters = true;
    auto collector = SummaryCollector::open(options);
    const std::int64_t deadline = collector.nowNs() + 10'000'000'000;
    while (collector.status().kind("counter").recorded == 0 && collector.nowNs() < deadline) {
        collector.flush(); // also the CPU that is to be seen
    }
    closeWhole(collector);
    const ReadRun read(folder / "run");
    const auto* cpu = read.run->counters(read.track("process CPU"));
    ASSERT_NE(cpu, nullptr);
    EXPECT_GT(cpu->values[0], 0.0);
    const auto* memory = read.run->counters(read.track("process memory"));
    ASSERT_NE(memory, nullptr);
    EXPECT_GT(memory->values[0], 1e6);
}

} // namespace
} // namespace runlens::test
