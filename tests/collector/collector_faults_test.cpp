// SPDX-License-Identifier: Apache-2.0
// Whatever happens to the file or the process: the training goes on, and recorded + dropped =
// calls.
#include "collector/summary_collector.h"
#include "summary_format/run_builder.h"
#include "summary_format/store/sqlite_source.h"
#include "tests/collector/collector_checks.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>

namespace runlens::test {
namespace {

namespace fs = std::filesystem;
using runlens::test::TemporaryFolder;

CollectorOptions optionsFor(const std::string& folder)
{
    CollectorOptions options;
    options.folder = folder;
    options.quiet = true;
    options.collect.processCounters = false;
    options.commitInterval = std::chrono::milliseconds(20);
    return options;
}

/// One call of every kind that goes its own way through the collector.
void recordSome(SummaryCollector& collector, int step)
{
    const ScopedSpan span(collector, "step", SpanCategory::Step, {}, step);
    const float values[] = {1.0F, 2.0F};
    collector.addScalar("loss", step, 1.0 / (1 + step));
    collector.addTensorStats("weight", step, {values, {2}});
    collector.addText("note", step, "text");
    collector.addCounter(collector.counterTrack("memory", "B"), step);
    collector.setConfiguration("step", step);
}

std::shared_ptr<const runlens::Run> readRun(const std::string& path)
{
    auto source = openSqliteRun(path);
    if (!source) {
        ADD_FAILURE() << source.error().message();
        return RunBuilder({path, "none", "runlens"}).snapshot();
    }
    RunBuilder builder({path, "run", "runlens"});
    Diagnostics diagnostics;
    EXPECT_TRUE((*source)->readInto(builder, diagnostics, {}));
    return builder.snapshot();
}

std::size_t countScalars(const runlens::Run& run, const char* tag)
{
    const auto* series = run.scalars(run.findTag(tag, RecordKind::Scalar));
    return series ? series->size() : 0;
}

std::uint64_t countDrops(const runlens::Run& run, const char* kind)
{
    std::uint64_t sum = 0;
    for (const Drop& drop : run.drops()) {
        sum += drop.kind == kind ? drop.count : 0;
    }
    return sum;
}

/// Asks again until it holds, for at most ten seconds.
bool waitFor(SummaryCollector& collector, const std::function<bool(const CollectorStatus&)>& holds)
{
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (std::chrono::steady_clock::now() < deadline) {
        if (holds(collector.status())) {
            return true;
        }
        collector.flush(std::chrono::milliseconds(50));
    }
    return false;
}

TEST(CollectorFaults, LeavesAForkedChildWithNothing)
{
    const TemporaryFolder folder;
    auto collector = SummaryCollector::open(optionsFor(folder / "run"));
    for (int i = 0; i < 100; ++i) {
        recordSome(collector, i);
    }
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        {
            const SummaryCollector inherited = std::move(collector);
            auto& mine = const_cast<SummaryCollector&>(inherited);
            for (int i = 0; i < 1000; ++i) {
                recordSome(mine, i);
            }
            const bool isSilent = mine.status().calls() == 0 && mine.flush() && mine.close();
            if (!isSilent) {
                ::_exit(1);
            }
        } // its destructor closes nothing either
        ::_exit(0);
    }
    int state = 0;
    ASSERT_EQ(::waitpid(child, &state, 0), child);
    EXPECT_TRUE(WIFEXITED(state) && WEXITSTATUS(state) == 0);
    for (int i = 100; i < 200; ++i) {
        recordSome(collector, i);
    }
    ASSERT_TRUE(collector.close());
    const auto status = collector.status();
    EXPECT_EQ(status.dropped(), 0U);
    EXPECT_EQ(status.kind("scalar").recorded, 200U);
    const auto run = readRun(folder / "run");
    EXPECT_EQ(run->ended(), EndReason::Clean);
    EXPECT_EQ(countScalars(*run, "loss"), 200U);
}

TEST(CollectorFaults, RefusesASecondWriterAndSaysWhoWrites)
{
    const TemporaryFolder folder;
    auto first = SummaryCollector::open(optionsFor(folder / "run"));
    auto second = SummaryCollector::open(optionsFor(folder / "run"));
    EXPECT_TRUE(first.status().isRecording);
    EXPECT_FALSE(second.status().isRecording);
    EXPECT_THAT(second.status().problem, ::testing::HasSubstr(std::to_string(::getpid())));
    for (int i = 0; i < 50; ++i) {
        recordSome(first, i);
        recordSome(second, i);
    }
    ASSERT_TRUE(second.close());
    EXPECT_EQ(second.status().recorded(), 0U);
    EXPECT_EQ(second.status().dropped(), second.status().calls());
    EXPECT_EQ(second.status().kind("scalar").calls, 50U);
    ASSERT_TRUE(first.close());
    EXPECT_EQ(first.status().dropped(), 0U);
    EXPECT_EQ(countScalars(*readRun(folder / "run"), "loss"), 50U);
}

TEST(CollectorFaults, CountsWhatIsLostWhenTheFolderGoesAndRecordsAgainWhenItComesBack)
{
    const TemporaryFolder folder;
    const std::string path = folder / "run";
    auto collector = SummaryCollector::open(optionsFor(path));
    const IrDump dump{
        0, "00_parse", "train", 0, "text", {{0, 1, 1, "%0", "main", "Add", "Add", "", 0, ""}}, {}};
    const PassHandle pass = collector.addIrDump(dump);
    for (int i = 0; i < 20; ++i) {
        recordSome(collector, i);
    }
    ASSERT_TRUE(collector.flush());
    EXPECT_EQ(collector.status().dropped(), 0U);
    fs::remove_all(path);
    for (int i = 20; i < 50; ++i) {
        recordSome(collector, i);
    }
    ASSERT_TRUE(collector.flush());
    auto status = collector.status();
    EXPECT_FALSE(status.isRecording);
    EXPECT_NE(status.problem, "");
    EXPECT_EQ(status.kind("scalar").recorded, 20U);
    EXPECT_EQ(status.kind("scalar").dropped, 30U);
    expectAddsUp(status);
    EXPECT_FALSE(fs::exists(path)) << "a folder that was removed stays removed";

    fs::create_directories(path);
    ASSERT_TRUE(waitFor(collector, [](const CollectorStatus& now) { return now.isRecording; }))
        << collector.status().problem;
    for (int i = 50; i < 60; ++i) {
        recordSome(collector, i);
    }
    {
        const ScopedSpan span(collector, "late", SpanCategory::Forward, {pass, 0});
    }
    ASSERT_TRUE(collector.close());
    status = collector.status();
    EXPECT_EQ(status.kind("scalar").recorded, 30U);
    EXPECT_EQ(status.kind("scalar").dropped, 30U);
    expectAddsUp(status);
    const auto run = readRun(path);
    EXPECT_EQ(countScalars(*run, "loss"), 10U);
    EXPECT_EQ(countDrops(*run, "scalar"), 50U) << "20 of them lay in the folder that was removed";
    EXPECT_EQ(countDrops(*run, "span"), 50U);
    std::uint64_t inRemovedFile = 0;
    for (const Drop& drop : run->drops()) {
        const bool isThere = drop.reason.find("recorded into the file before") == 0;
        inRemovedFile += isThere && drop.kind == "scalar" ? drop.count : 0;
        EXPECT_TRUE(drop.kind != "ir_dump" || (isThere && drop.count == 1)) << drop.reason;
    }
    EXPECT_EQ(inRemovedFile, 20U);
    EXPECT_EQ(run->property("configuration", "step"), "59");
    EXPECT_NE(run->property("info", "host"), "") << "the new file tells the run again";
}

TEST(CollectorFaults, NoticesThatTheFolderWasReplaced)
{
    const TemporaryFolder folder;
    const std::string path = folder / "run";
    auto collector = SummaryCollector::open(optionsFor(path));
    for (int i = 0; i < 10; ++i) {
        recordSome(collector, i);
    }
    ASSERT_TRUE(collector.flush());
    fs::rename(path, folder / "moved");
    fs::create_directories(path);
    recordSome(collector, 10);
    ASSERT_TRUE(collector.flush());
    ASSERT_TRUE(waitFor(collector, [](const CollectorStatus& now) { return now.isRecording; }))
        << collector.status().problem;
    recordSome(collector, 11);
    ASSERT_TRUE(collector.close());
    const auto status = collector.status();
    expectAddsUp(status);
    EXPECT_EQ(status.kind("scalar").calls, 12U);
    EXPECT_EQ(countScalars(*readRun(folder / "moved"), "loss")
                  + countScalars(*readRun(path), "loss"),
              status.kind("scalar").recorded);
}

TEST(CollectorFaults, NoticesThatTheFileWasRemoved)
{
    const TemporaryFolder folder;
    const std::string path = folder / "run";
    auto collector = SummaryCollector::open(optionsFor(path));
    recordSome(collector, 0);
    ASSERT_TRUE(collector.flush());
    fs::remove(collector.status().path);
    recordSome(collector, 1);
    ASSERT_TRUE(collector.flush());
    ASSERT_TRUE(waitFor(collector, [](const CollectorStatus& now) { return now.isRecording; }))
        << collector.status().problem;
    recordSome(collector, 2);
    ASSERT_TRUE(collector.close());
    const auto status = collector.status();
    expectAddsUp(status);
    EXPECT_EQ(status.kind("scalar").dropped, 1U);
    EXPECT_EQ(countScalars(*readRun(path), "loss"), 1U);
}

TEST(CollectorFaults, StopsAtTheSizeLimitAndSaysSo)
{
    const TemporaryFolder folder;
    auto options = optionsFor(folder / "run");
    options.maxFileBytes = std::uint64_t{1} << 20;
    auto collector = SummaryCollector::open(options);
    const std::string text(10'000, 'x');
    for (int i = 0; i < 300; ++i) {
        collector.addText("note", i, text + std::to_string(i));
        collector.addScalar("loss", i, 1.0);
        if (i % 20 == 0) {
            ASSERT_TRUE(collector.flush());
        }
    }
    ASSERT_TRUE(collector.close());
    const auto status = collector.status();
    expectAddsUp(status);
    EXPECT_GT(status.kind("text").dropped, 0U);
    EXPECT_GT(status.kind("text").recorded, 0U);
    EXPECT_THAT(status.problem, ::testing::HasSubstr("size limit"));
    EXPECT_LT(status.fileBytes, 2U << 20U);
}

TEST(CollectorFaults, SurvivesAFolderThatCannotBeMade)
{
    const TemporaryFolder folder;
    std::ofstream(folder / "file") << "not a folder";
    auto collector = SummaryCollector::open(optionsFor(folder / "file/run"));
    EXPECT_FALSE(collector.status().isRecording);
    EXPECT_THAT(collector.status().problem, ::testing::HasSubstr(folder / "file"));
    for (int i = 0; i < 10; ++i) {
        recordSome(collector, i);
    }
    ASSERT_TRUE(collector.close());
    const auto status = collector.status();
    EXPECT_EQ(status.dropped(), status.calls());
    EXPECT_EQ(status.kind("scalar").dropped, 10U);
}

TEST(CollectorFaults, SaysAReasonOnceOnStderr)
{
    const TemporaryFolder folder;
    std::ofstream(folder / "file") << "not a folder";
    auto options = optionsFor(folder / "file/run");
    options.quiet = false;
    ::testing::internal::CaptureStderr();
    {
        auto collector = SummaryCollector::open(options);
        for (int i = 0; i < 10; ++i) {
            collector.addScalar("loss", i, 1.0);
            collector.flush();
        }
    }
    const std::string said = ::testing::internal::GetCapturedStderr();
    EXPECT_THAT(said, ::testing::HasSubstr("runlens: "));
    EXPECT_THAT(said, ::testing::HasSubstr(folder / "file"));
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 1) << said;
}

TEST(CollectorFaults, SaysEveryProblemOfTheFileHoweverManyRecordsWereBroken)
{
    const TemporaryFolder folder;
    const std::string path = folder / "run";
    auto options = optionsFor(path);
    options.quiet = false;
    ::testing::internal::CaptureStderr();
    {
        auto collector = SummaryCollector::open(options);
        for (int kind = static_cast<int>(RecordKind::Audio);
             kind <= static_cast<int>(RecordKind::Other);
             ++kind)
        {
            collector.addRecord(static_cast<RecordKind>(kind), "broken", 1, {}, {nullptr, 10});
        }
        ASSERT_TRUE(collector.flush());
        fs::remove_all(path);
        recordSome(collector, 1);
        ASSERT_TRUE(collector.flush());
    }
    const std::string said = ::testing::internal::GetCapturedStderr();
    EXPECT_THAT(said, ::testing::HasSubstr("was removed or replaced"));
    EXPECT_THAT(said, ::testing::HasSubstr("4 more problems were not told about single records"));
    EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 8 + 1 + 1) << said;
}

TEST(CollectorFaults, CountsAsDroppedWhatNoReaderWouldTake)
{
    const TemporaryFolder folder;
    auto collector = SummaryCollector::open(optionsFor(folder / "run"));
    MemoryEvent memory;
    memory.action = static_cast<MemoryAction>(9);
    collector.addMemoryEvent(memory);
    IrDump dump;
    dump.name = "00_parse";
    dump.nodes.resize(2); // both are number -1
    const PassHandle pass = collector.addIrDump(dump);
    {
        const ScopedSpan span(collector, "MatMul", SpanCategory::Forward, {pass, 0});
    }
    ASSERT_TRUE(collector.close());
    const auto status = collector.status();
    expectAddsUp(status);
    EXPECT_EQ(status.kind("memory").dropped, 1U);
    EXPECT_EQ(status.kind("ir_dump").dropped, 1U);
    const auto run = readRun(folder / "run");
    std::map<std::string, std::string> reasons;
    for (const Drop& drop : run->drops()) {
        reasons[drop.kind] = drop.reason;
    }
    EXPECT_EQ(reasons,
              (std::map<std::string, std::string>{
                  {"memory", "its action is neither allocate nor free"},
                  {"ir_dump", "its nodes are not numbered from 0 on, each once"}}));
}

TEST(CollectorFaults, StartsANewFileAfterARestart)
{
    const TemporaryFolder folder;
    for (int session = 0; session < 3; ++session) {
        auto collector = SummaryCollector::open(optionsFor(folder / "run"));
        recordSome(collector, session);
        ASSERT_TRUE(collector.close());
        EXPECT_EQ(collector.status().dropped(), 0U);
    }
    const auto run = readRun(folder / "run");
    EXPECT_EQ(countScalars(*run, "loss"), 3U);
    EXPECT_EQ(run->sessions().size(), 3U);
}

} // namespace
} // namespace runlens::test
