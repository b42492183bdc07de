// SPDX-License-Identifier: Apache-2.0
// What the collector does with its queue, against a writer that holds, fails or is refused.
#include "tests/collector/collector_checks.h"
#include "tests/collector/fake_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>
#include <thread>

namespace runlens::test {
namespace {

std::shared_ptr<const Run> runOf(const std::shared_ptr<FakeFile>& file)
{
    return file->builder.snapshot();
}

TEST(SummaryCollector, KeepsTheNumberTypeOfATag)
{
    const auto file = std::make_shared<FakeFile>();
    auto collector = openFake(file, quietOptions("."));
    const std::uint64_t large = std::numeric_limits<std::uint64_t>::max();
    const std::int64_t precise = (std::int64_t{1} << 60) + 1;
    collector.addScalar("f64", 1, -0.0);
    collector.addScalar("f32", 1, 0.1F);
    collector.addScalar("i64", 1, precise);
    collector.addScalar("u64", 1, large);
    collector.addScalar("bool", 1, true);
    collector.addScalar("i64", 2, 7.0);
    collector.addScalar("u64", 2, 5);
    collector.addScalar("f32", 2, std::numeric_limits<double>::quiet_NaN());
    collector.addScalar(collector.scalarTag("f64"), 7, 3);
    ASSERT_TRUE(collector.flush());
    const auto run = runOf(file);
    const auto series = [&run](const char* name) {
        return run->scalars(run->findTag(name, RecordKind::Scalar));
    };
    EXPECT_EQ(series("f64")->numberType, NumberType::Float64);
    EXPECT_EQ(series("f64")->bits(0), toBits(-0.0));
    EXPECT_EQ(series("f64")->value(1), 3.0);
    EXPECT_EQ(series("f64")->steps[1], 7);
    EXPECT_EQ(series("f32")->numberType, NumberType::Float32);
    EXPECT_EQ(series("f32")->bits(0), toBits(0.1F));
    EXPECT_TRUE(std::isnan(series("f32")->value(1)));
    EXPECT_EQ(series("i64")->bits(0), toBits(precise));
    EXPECT_EQ(series("i64")->numberType, NumberType::Int64);
    EXPECT_EQ(series("i64")->bits(1), 7U);
    EXPECT_EQ(series("u64")->bits(0), large);
    EXPECT_EQ(series("u64")->bits(1), 5U);
    EXPECT_EQ(series("bool")->bits(0), 1U);
    expectAddsUp(collector.status());
    EXPECT_EQ(collector.status().kind("scalar").recorded, 9U);
}

TEST(SummaryCollector, DropsSpansBeforePayloadsBeforeStatisticsBeforeScalars)
{
    const auto file = std::make_shared<FakeFile>();
    auto options = quietOptions(".");
    options.queueBytes = std::size_t{1} << 20;
    auto collector = openFake(file, options);
    file->hold();
    collector.addScalar("loss", 0, 0.0);
    file->waitUntilHeld();

    const std::string text(10'000, 'x');
    const std::vector<double> edges(101, 1.0);
    const std::vector<double> counts(100, 1.0);
    const auto drops = [&collector](const char* kind) {
        return collector.status().kind(kind).dropped;
    };
    while (drops("span") == 0) {
        const ScopedSpan span(collector, "work");
    }
    EXPECT_EQ(drops("text"), 0U);
    while (drops("text") == 0) {
        collector.addText("note", 1, text);
    }
    EXPECT_EQ(drops("histogram"), 0U);
    while (drops("histogram") == 0) {
        collector.addHistogram("weights", 1, edges, counts);
    }
    EXPECT_EQ(drops("scalar"), 0U);
    EXPECT_EQ(drops("property"), 0U);
    const auto before = collector.status();
    for (int i = 0; i < 100; ++i) {
        const ScopedSpan span(collector, "work");
        collector.addText("note", 2, text);
        collector.addScalar("loss", 1, 0.5);
        collector.setConfiguration("key", i);
    }
    EXPECT_EQ(drops("span"), before.kind("span").dropped + 100);
    EXPECT_EQ(drops("text"), before.kind("text").dropped + 100);
    EXPECT_EQ(drops("scalar"), 0U) << "spans and payloads are lost, scalars are not";
    EXPECT_EQ(drops("property"), 0U);
    EXPECT_LE(collector.status().queuedBytes, options.queueBytes);
    std::uint64_t calls = 0;
    while (drops("scalar") == 0) {
        collector.addScalar("loss", 2, 0.5);
        ++calls;
        ASSERT_LT(calls, 1'000'000U);
    }
    file->release();
    ASSERT_TRUE(collector.flush());
    const auto status = collector.status();
    expectAddsUp(status);
    EXPECT_EQ(status.queuedBytes, 0U);
    ASSERT_TRUE(collector.flush()); // the drops are told with the next commit
    const std::lock_guard lock(file->mutex);
    EXPECT_THAT(file->drops,
                testing::UnorderedElementsAre("span: the queue was full",
                                              "text: the queue was full",
                                              "histogram: the queue was full",
                                              "scalar: the queue was full"));
    EXPECT_EQ(file->droppedTold, status.dropped());
}

TEST(SummaryCollector, CountsWhatAFailingFileLosesAndTellsItLater)
{
    const auto file = std::make_shared<FakeFile>();
    auto collector = openFake(file, quietOptions("."));
    collector.addScalar("loss", 0, 1.0);
    ASSERT_TRUE(collector.flush());
    file->setFailCommits("disk full");
    for (int i = 0; i < 100; ++i) {
        collector.addScalar("loss", i, 1.0);
        const ScopedSpan span(collector, "step");
    }
    ASSERT_TRUE(collector.flush());
    auto status = collector.status();
    EXPECT_FALSE(status.isRecording);
    EXPECT_THAT(status.problem, testing::HasSubstr("disk full"));
    EXPECT_EQ(status.kind("scalar").dropped, 100U);
    EXPECT_EQ(status.kind("span").dropped, 100U);
    expectAddsUp(status);
    file->setFailCommits("");
    collector.addScalar("loss", 100, 1.0);
    ASSERT_TRUE(collector.flush());
    ASSERT_TRUE(collector.close());
    status = collector.status();
    EXPECT_EQ(status.kind("scalar").recorded, 2U);
    expectAddsUp(status);
}

TEST(SummaryCollector, CountsEverythingWhenTheFileIsRefused)
{
    const auto file = std::make_shared<FakeFile>();
    file->setRefuseToOpen("process 4711 writes it");
    auto collector = openFake(file, quietOptions("/nowhere/at/all"));
    EXPECT_FALSE(collector.status().isRecording);
    EXPECT_THAT(collector.status().problem, testing::HasSubstr("process 4711 writes it"));
    for (int i = 0; i < 1000; ++i) {
        collector.addScalar("loss", i, 1.0);
        collector.addText("note", i, "x");
        const ScopedSpan span(collector, "step");
    }
    ASSERT_TRUE(collector.flush());
    const auto status = collector.status();
    EXPECT_EQ(status.calls(), 3000U);
    EXPECT_EQ(status.dropped(), 3000U);
    EXPECT_EQ(status.recorded(), 0U);
}

TEST(SummaryCollector, CountsCallsAfterTheCloseAsDropped)
{
    const auto file = std::make_shared<FakeFile>();
    auto collector = openFake(file, quietOptions("."));
    collector.addScalar("loss", 0, 1.0);
    ASSERT_TRUE(collector.close(EndReason::Failed, "loss is NaN"));
    collector.addScalar("loss", 1, 1.0);
    collector.addText("note", 1, "x");
    {
        const ScopedSpan span(collector, "step");
    }
    const auto status = collector.status();
    EXPECT_EQ(status.kind("scalar").recorded, 1U);
    EXPECT_EQ(status.kind("scalar").dropped, 1U);
    EXPECT_EQ(status.kind("text").dropped, 1U);
    EXPECT_EQ(status.kind("span").dropped, 1U);
    expectAddsUp(status);
    EXPECT_EQ(file->ended, EndReason::Failed);
    EXPECT_EQ(file->endText, "loss is NaN");
    EXPECT_TRUE(collector.flush());
    EXPECT_TRUE(collector.close());
}

TEST(SummaryCollector, EndsAsFailedWhenAnExceptionUnwinds)
{
    const auto file = std::make_shared<FakeFile>();
    try {
        const auto collector = openFake(file, quietOptions("."));
        throw std::runtime_error("out of data");
    } catch (const std::runtime_error&) {
        EXPECT_EQ(file->ended, EndReason::Failed);
    }
    {
        const auto collector = openFake(file, quietOptions("."));
    }
    EXPECT_EQ(file->ended, EndReason::Clean);
}

TEST(SummaryCollector, FlushGivesUpAfterItsTime)
{
    const auto file = std::make_shared<FakeFile>();
    auto collector = openFake(file, quietOptions("."));
    file->hold();
    collector.addScalar("loss", 0, 1.0);
    file->waitUntilHeld();
    EXPECT_FALSE(collector.flush(std::chrono::milliseconds(10)));
    EXPECT_FALSE(collector.close(EndReason::Clean, {}, std::chrono::milliseconds(10)));
    file->release();
}

TEST(SummaryCollector, WritesAPassBeforeTheSpansThatNameIt)
{
    const auto file = std::make_shared<FakeFile>();
    auto collector = openFake(file, quietOptions("."));
    constexpr int kPasses = 200;
    for (int i = 0; i < kPasses; ++i) {
        IrDump dump;
        dump.order = i;
        dump.name = "pass";
        dump.graphName = "train";
        dump.text = "%0 = Add(%a, %b)\n";
        dump.nodes.push_back({0, 1, 1, "%0", "main", "Add", "Default/Add-op0", "", 0, "2x2"});
        const PassHandle pass = collector.addIrDump(dump);
        const ScopedSpan span(collector, "Add", SpanCategory::Forward, {pass, 0}, i);
    }
    ASSERT_TRUE(collector.flush());
    const auto run = runOf(file);
    int spans = 0;
    for (std::size_t t = 0; t < run->tracks().size(); ++t) {
        const auto* series = run->spans(TrackId{static_cast<std::int32_t>(t)});
        for (std::size_t i = 0; series && i < series->size(); ++i, ++spans) {
            ASSERT_EQ(index(series->nodes[i].pass), i);
            const IrNode* node = run->irNode(series->nodes[i]);
            ASSERT_NE(node, nullptr);
            EXPECT_EQ(run->text(node->op), "Add");
        }
    }
    EXPECT_EQ(spans, kPasses);
}

TEST(SummaryCollector, NestsSpansByDepthOnEachTrack)
{
    const auto file = std::make_shared<FakeFile>();
    auto collector = openFake(file, quietOptions("."));
    const TrackHandle steps = collector.stepTrack();
    const NameHandle inner = collector.name("inner");
    {
        const ScopedSpan step(collector, "step", SpanCategory::Step, {}, 5, steps);
        const ScopedSpan outer(&collector, std::string("outer"), SpanCategory::Forward);
        const ScopedSpan nested(collector, inner, SpanCategory::Forward);
        const ScopedSpan nothing(nullptr, "nothing");
    }
    ASSERT_TRUE(collector.flush());
    const auto run = runOf(file);
    std::vector<std::string> seen;
    for (std::size_t t = 0; t < run->tracks().size(); ++t) {
        const auto* series = run->spans(TrackId{static_cast<std::int32_t>(t)});
        for (std::size_t i = 0; series && i < series->size(); ++i) {
            const std::int64_t end = series->startNs[i] + series->durationNs[i];
            EXPECT_LT(std::abs(series->startNs[i] - collector.nowNs()), 60'000'000'000);
            EXPECT_GE(series->durationNs[i], 0);
            if (i > 0) { // children come first and lie inside
                EXPECT_LE(series->startNs[i], series->startNs[i - 1]);
                EXPECT_GE(end, series->startNs[i - 1] + series->durationNs[i - 1]);
            }
            seen.push_back(std::string(run->text(run->tracks()[t].name)) + '/'
                           + std::string(run->text(series->names[i])) + '/'
                           + std::to_string(series->depths[i]));
        }
    }
    EXPECT_THAT(seen,
                testing::UnorderedElementsAre("steps/step/0", "main/outer/0", "main/inner/1"));
}

TEST(SummaryCollector, CollectsOnlyWhatTheOptionsAskFor)
{
    const auto file = std::make_shared<FakeFile>();
    auto options = quietOptions(".");
    options.collectFreq = 10;
    options.tensorFreq = 20;
    options.collect.texts = false;
    options.parameterRegex = "^conv.*weight$";
    auto collector = openFake(file, options);
    const float value = 1.0F;
    for (int step = 0; step <= 40; ++step) {
        collector.addScalar("loss", step, 1.0);
        collector.addTensorStats("conv1.weight", step, {&value, {1}});
        collector.addTensorStats("fc.weight", step, {&value, {1}});
        collector.addText("note", step, "x");
    }
    ASSERT_TRUE(collector.flush());
    const auto status = collector.status();
    EXPECT_EQ(status.kind("scalar").recorded, 5U);
    EXPECT_EQ(status.kind("scalar").skipped, 36U);
    EXPECT_EQ(status.kind("tensor_stats").recorded, 3U);
    EXPECT_EQ(status.kind("text").calls, 0U);
    EXPECT_EQ(status.kind("text").skipped, 41U);
    EXPECT_TRUE(collector.collects(RecordKind::Scalar, 30));
    EXPECT_FALSE(collector.collects(RecordKind::Scalar, 31));
    EXPECT_FALSE(collector.collects(RecordKind::Tensor, 30));
    EXPECT_FALSE(collector.collects(RecordKind::Text, 30));
    EXPECT_TRUE(collector.collectsParameter("conv2.weight"));
    EXPECT_FALSE(collector.collectsParameter("conv2.bias"));
    expectAddsUp(status);
}

TEST(SummaryCollector, SaysThatARegularExpressionIsBroken)
{
    const auto file = std::make_shared<FakeFile>();
    auto options = quietOptions(".");
    options.parameterRegex = "conv(";
    auto collector = openFake(file, options);
    EXPECT_THAT(collector.status().problem, testing::HasSubstr("conv("));
    EXPECT_TRUE(collector.collectsParameter("fc.bias"));
}

TEST(SummaryCollector, DropsBrokenArguments)
{
    const auto file = std::make_shared<FakeFile>();
    auto collector = openFake(file, quietOptions("."));
    const float value = 1.0F;
    collector.addTensorStats("t", 1, {&value, {-1}});
    collector.addTensorStats("t", 1, TensorView(static_cast<const float*>(nullptr), {3}));
    collector.addTensor("t", 1, {&value, {std::int64_t{1} << 62}});
    collector.addHistogram("h", 1, {1.0, 0.0}, {1.0});
    collector.addHistogram("h", 1, {0.0, 1.0}, {1.0, 2.0});
    collector.addHistogram("h", 1, {0.0, 1.0}, {-1.0});
    collector.addImage("i", 1, {nullptr, 2, 2, 3, DataType::UInt8});
    collector.addImage("i", 1, {&value, 1, 1, 5, DataType::UInt8});
    collector.addImage("i", 1, {&value, 0, 1, 1, DataType::UInt8});
    collector.addEncodedImage("i", 1, {nullptr, 10});
    collector.addEncodedGraph("g", {nullptr, 10});
    collector.addRecord(RecordKind::Audio, "a", 1, {}, {nullptr, 10});
    collector.addRecord(RecordKind::Scalar, "s", 1, {}, {});
    collector.addCounter({}, 1.0);
    ASSERT_TRUE(collector.flush());
    const auto status = collector.status();
    EXPECT_EQ(status.kind("tensor_stats").dropped, 2U);
    EXPECT_EQ(status.kind("tensor").dropped, 1U);
    EXPECT_EQ(status.kind("histogram").dropped, 3U);
    EXPECT_EQ(status.kind("image").dropped, 4U);
    EXPECT_EQ(status.kind("graph").dropped, 1U);
    EXPECT_EQ(status.kind("audio").dropped, 1U);
    EXPECT_EQ(status.kind("other").dropped, 1U);
    EXPECT_EQ(status.kind("counter").dropped, 1U);
    expectAddsUp(status);
}

TEST(SummaryCollector, AcceptsEveryCallWhenNothingWasOpened)
{
    SummaryCollector collector;
    collector.addScalar("loss", 1, 1.0);
    collector.addText("note", 1, "x");
    collector.setConfiguration("key", 1);
    collector.addGraph("train", {});
    collector.addIrDump({});
    collector.addRecord(RecordKind::Scalar, "s", 1, {}, {});
    {
        ScopedSpan span(collector, "step");
        span.describe({});
    }
    EXPECT_TRUE(collector.flush());
    EXPECT_TRUE(collector.close());
    EXPECT_EQ(collector.status().calls(), 0U);
}

TEST(SummaryCollector, TakesCallsFromManyThreads)
{
    const auto file = std::make_shared<FakeFile>();
    auto collector = openFake(file, quietOptions("."));
    constexpr int kThreads = 4;
    constexpr int kCalls = 5000;
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
        threads.emplace_back([&collector, t] {
            const std::string tag = "thread/" + std::to_string(t);
            for (int i = 0; i < kCalls; ++i) {
                const ScopedSpan span(collector, "work");
                collector.addScalar(tag, i, i);
                collector.addScalar("shared", i, t);
                if (i % 100 == 0) {
                    collector.addText("note", i, tag);
                }
            }
        });
    }
    for (auto& thread : threads) {
        thread.join();
    }
    ASSERT_TRUE(collector.flush());
    const auto status = collector.status();
    EXPECT_EQ(status.kind("scalar").recorded, 2U * kThreads * kCalls);
    EXPECT_EQ(status.kind("span").recorded, 1U * kThreads * kCalls);
    EXPECT_EQ(status.kind("text").recorded, kThreads * kCalls / 100U);
    expectAddsUp(status);
    const auto run = runOf(file);
    for (int t = 0; t < kThreads; ++t) {
        const auto* series =
            run->scalars(run->findTag("thread/" + std::to_string(t), RecordKind::Scalar));
        ASSERT_NE(series, nullptr);
        ASSERT_EQ(series->size(), static_cast<std::size_t>(kCalls));
        for (int i = 0; i < kCalls; ++i) {
            ASSERT_EQ(series->steps[static_cast<std::size_t>(i)], i);
        }
    }
}

TEST(SummaryCollector, ServesAThreadThatOutlivesIt)
{
    std::vector<std::shared_ptr<FakeFile>> files;
    for (int i = 0; i < 20; ++i) { // this thread stays, the collectors go
        files.push_back(std::make_shared<FakeFile>());
        auto first = openFake(files.back(), quietOptions("."));
        const auto other = std::make_shared<FakeFile>();
        auto second = openFake(other, quietOptions("."));
        first.addScalar("loss", i, 1.0); // two at once, in turn
        second.addScalar("loss", i, 2.0);
        first.addScalar("loss", i, 3.0);
        SummaryCollector moved = std::move(first);
        moved.addScalar("loss", i, 4.0);
        first = std::move(second); // NOLINT(bugprone-use-after-move): it may be filled again
        first.addScalar("loss", i, 5.0);
        ASSERT_TRUE(moved.close());
        ASSERT_TRUE(first.close());
        EXPECT_EQ(moved.status().kind("scalar").recorded, 3U);
        EXPECT_EQ(first.status().kind("scalar").recorded, 2U);
    }
}

TEST(SummaryCollector, KeepsWhatThreadsLeftThatHaveEnded)
{
    const auto file = std::make_shared<FakeFile>();
    auto collector = openFake(file, quietOptions("."));
    constexpr int kThreads = 100;
    for (int i = 0; i < kThreads; ++i) {
        std::thread([&collector, i] {
            collector.setThreadName("worker " + std::to_string(i % 3));
            const ScopedSpan span(collector, "work");
            collector.addScalar("loss", i, i);
        }).join();
        if (i % 10 == 0) {
            ASSERT_TRUE(collector.flush()); // lanes of ended threads are given back
        }
    }
    ASSERT_TRUE(collector.close());
    const auto status = collector.status();
    EXPECT_EQ(status.kind("scalar").recorded, static_cast<std::uint64_t>(kThreads));
    EXPECT_EQ(status.kind("span").recorded, static_cast<std::uint64_t>(kThreads));
    expectAddsUp(status);
}

} // namespace
} // namespace runlens::test
