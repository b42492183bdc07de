// SPDX-License-Identifier: Apache-2.0
/// A program that exits with an open collector, in every way it can.
#include "collector/summary_collector.h"
#include "summary_format/run_builder.h"
#include "summary_format/store/sqlite_source.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

namespace runlens::test {
namespace {

CollectorOptions exitOptions(const std::string& folder)
{
    CollectorOptions options;
    options.folder = folder;
    options.quiet = true;
    options.commitInterval = std::chrono::milliseconds(500);
    return options;
}

std::shared_ptr<const Run> readExited(const std::string& path)
{
    RunBuilder builder({path, "run", "runlens"});
    const auto source = openSqliteRun(path);
    if (!source) {
        ADD_FAILURE() << source.error().message();
        return builder.snapshot();
    }
    Diagnostics diagnostics;
    bool isMore = true;
    while (isMore) {
        const auto progress = (*source)->readInto(builder, diagnostics, {});
        EXPECT_TRUE(progress);
        isMore = progress && progress->more;
    }
    EXPECT_TRUE(diagnostics.empty());
    return builder.snapshot();
}

std::size_t pointsOf(const Run& run)
{
    const ScalarSeries* series = run.scalars(run.findTag("loss", RecordKind::Scalar));
    return series == nullptr ? 0 : series->size();
}

/// Runs work in a forked child, which must end with this exit code.
template <typename Work>
void inChild(int code, Work work)
{
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        work();
        ::_exit(99);
    }
    int state = 0;
    ASSERT_EQ(::waitpid(child, &state, 0), child);
    ASSERT_TRUE(WIFEXITED(state));
    EXPECT_EQ(WEXITSTATUS(state), code);
}

void record(SummaryCollector& collector, int count)
{
    for (int i = 0; i < count; ++i) {
        collector.addScalar("loss", i, 1.0);
    }
}

TEST(CollectorExit, LosesNothingAndIsCleanWhenTheProgramExitsWithZero)
{
    const TemporaryFolder folder;
    inChild(0, [&] {
        auto collector = SummaryCollector::open(exitOptions(folder / "run"));
        record(collector, 100);
        std::exit(0);
    });
    const auto run = readExited(folder / "run");
    EXPECT_EQ(pointsOf(*run), 100U);
    EXPECT_EQ(run->ended(), EndReason::Clean);
    EXPECT_EQ(run->sessions()[0].reasonText, "the program exited without closing the recording");
}

TEST(CollectorExit, LosesNothingAndIsFailedWhenTheProgramExitsWithAnError)
{
    const TemporaryFolder folder;
    inChild(3, [&] {
        static SummaryCollector collector; // made before the handler: destroyed after it
        collector = SummaryCollector::open(exitOptions(folder / "run"));
        auto second = SummaryCollector::open(exitOptions(folder / "second"));
        record(collector, 100);
        record(second, 50);
        std::exit(3);
    });
    const auto run = readExited(folder / "run");
    EXPECT_EQ(pointsOf(*run), 100U);
    EXPECT_EQ(run->ended(), EndReason::Failed);
    EXPECT_EQ(run->sessions()[0].reasonText, "the program exited with status 3");
    EXPECT_EQ(pointsOf(*readExited(folder / "second")), 50U);
}

TEST(CollectorExit, LeavesTheEndThatWasToldAlone)
{
    const TemporaryFolder folder;
    inChild(1, [&] {
        auto collector = SummaryCollector::open(exitOptions(folder / "run"));
        record(collector, 1);
        collector.close(EndReason::Clean, "early stop");
        std::exit(1);
    });
    const auto run = readExited(folder / "run");
    EXPECT_EQ(run->ended(), EndReason::Clean);
    EXPECT_EQ(run->sessions()[0].reasonText, "early stop");
}

TEST(CollectorExit, OfAForkedChildDoesNotEndItsParentsRecording)
{
    const TemporaryFolder folder;
    auto collector = SummaryCollector::open(exitOptions(folder / "run"));
    record(collector, 10);
    inChild(0, [] { std::exit(0); });
    EXPECT_TRUE(collector.status().isRecording);
    record(collector, 10);
    ASSERT_TRUE(collector.close());
    EXPECT_EQ(pointsOf(*readExited(folder / "run")), 20U);
}

#ifndef __SANITIZE_THREAD__ // which forbids threads in the forked child of a program with threads
TEST(CollectorExit, OfAForkedChildLosesNothingThatItRecordedItself)
{
    const TemporaryFolder folder;
    auto collector = SummaryCollector::open(exitOptions(folder / "run"));
    record(collector, 10);
    inChild(0, [&] {
        auto own = SummaryCollector::open(exitOptions(folder / "child"));
        record(own, 5);
        std::exit(0);
    });
    ASSERT_TRUE(collector.close());
    EXPECT_EQ(pointsOf(*readExited(folder / "run")), 10U);
    EXPECT_EQ(pointsOf(*readExited(folder / "child")), 5U);
}
#endif

TEST(CollectorExit, WithoutHandlersIsToldAsCrashed)
{
    const TemporaryFolder folder;
    inChild(0, [&] {
        auto collector = SummaryCollector::open(exitOptions(folder / "run"));
        record(collector, 100);
        collector.flush();
        ::_exit(0);
    });
    const auto run = readExited(folder / "run");
    EXPECT_EQ(pointsOf(*run), 100U);
    EXPECT_EQ(run->ended(), EndReason::Crashed);
}

} // namespace
} // namespace runlens::test
