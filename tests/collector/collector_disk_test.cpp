// SPDX-License-Identifier: Apache-2.0
// The n-th write of the recording fails, for every n: what the counters say is what is in the file.
#include "collector/summary_collector.h"
#include "summary_format/run_builder.h"
#include "summary_format/store/sqlite_source.h"
#include "tests/collector/collector_checks.h"
#include "tests/support/fault_vfs.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

namespace runlens::test {
namespace {

using runlens::test::FaultVfs;
using runlens::test::TemporaryFolder;

constexpr int kRounds = 6;

CollectorStatus recordShortRun(const std::string& folder)
{
    CollectorOptions options;
    options.folder = folder;
    options.vfs = FaultVfs::name();
    options.quiet = true;
    options.collect.processCounters = false;
    options.collect.runInformation = false;
    auto collector = SummaryCollector::open(options);
    const float values[] = {1.0F, 2.0F};
    for (int i = 0; i < kRounds; ++i) {
        {
            const ScopedSpan span(collector, "step", SpanCategory::Step, {}, i);
            collector.addScalar("loss", i, i);
            collector.addTensorStats("weight", i, {values, {2}});
            collector.addText("note", i, std::string(5000, 'x'));
        }
        EXPECT_TRUE(collector.flush());
    }
    EXPECT_TRUE(collector.close());
    return collector.status();
}

/// How many of each kind a reader finds.
struct InFile {
    std::uint64_t scalars = 0;
    std::uint64_t stats = 0;
    std::uint64_t texts = 0;
    std::uint64_t spans = 0;
    std::uint64_t dropsTold = 0;
};

InFile readBack(const std::string& folder)
{
    InFile found;
    auto source = openSqliteRun(folder);
    if (!source) {
        return found;
    }
    RunBuilder builder({folder, "run", "runlens"});
    Diagnostics diagnostics;
    EXPECT_TRUE((*source)->readInto(builder, diagnostics, {}));
    const auto run = builder.snapshot();
    for (std::size_t i = 0; i < run->tags().size(); ++i) {
        const auto tag = TagId{static_cast<std::int32_t>(i)};
        const std::size_t count = run->recordCount(tag);
        switch (run->tags()[i].kind) {
        case RecordKind::Scalar:
            found.scalars += count;
            break;
        case RecordKind::TensorStats:
            found.stats += count;
            break;
        default:
            found.texts += count;
        }
    }
    for (std::size_t i = 0; i < run->tracks().size(); ++i) {
        const auto* spans = run->spans(TrackId{static_cast<std::int32_t>(i)});
        found.spans += spans ? spans->size() : 0;
    }
    for (const Drop& drop : run->drops()) {
        found.dropsTold += drop.count;
    }
    return found;
}

InFile expectFileAndCountersAgree(const std::string& folder, const CollectorStatus& status)
{
    expectAddsUp(status);
    const InFile found = readBack(folder);
    EXPECT_EQ(found.scalars, status.kind("scalar").recorded);
    EXPECT_EQ(found.stats, status.kind("tensor_stats").recorded);
    EXPECT_EQ(found.texts, status.kind("text").recorded);
    EXPECT_EQ(found.spans, status.kind("span").recorded);
    EXPECT_LE(found.dropsTold, status.dropped());
    return found;
}

class DiskFault : public ::testing::TestWithParam<bool> {};

TEST_P(DiskFault, OfOneWriteLosesAtMostWhatWasOnItsWay)
{
    const long stride = GetParam() ? 1 : 5;
    for (long n = 0;; n += stride) {
        const TemporaryFolder folder;
        FaultVfs vfs;
        vfs.plan.failAt = n;
        vfs.plan.isFull = GetParam();
        const CollectorStatus status = recordShortRun(folder / "run");
        if (vfs.plan.failures == 0) {
            EXPECT_GT(n, 10) << "a short run writes more often than that";
            EXPECT_EQ(status.dropped(), 0U);
            break;
        }
        SCOPED_TRACE("write " + std::to_string(n));
        expectFileAndCountersAgree(folder / "run", status);
    }
}

TEST_P(DiskFault, ThatStaysLosesTheRestAndNothingBefore)
{
    for (long n = 0;; n += 4) {
        const TemporaryFolder folder;
        FaultVfs vfs;
        vfs.plan.failAt = n;
        vfs.plan.isOnce = false;
        vfs.plan.isFull = GetParam();
        const CollectorStatus status = recordShortRun(folder / "run");
        const bool isOver = vfs.plan.failures == 0;
        vfs.plan.failAt = -1; // the reader uses the file as it is
        SCOPED_TRACE("from write " + std::to_string(n));
        expectFileAndCountersAgree(folder / "run", status);
        if (isOver) {
            break;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(FullOrBroken, DiskFault, ::testing::Bool());

TEST(FullDisk, TellsInTheFileWhatWasLostOnceThereIsSpaceAgain)
{
    const TemporaryFolder folder;
    FaultVfs vfs;
    CollectorOptions options;
    options.folder = folder / "run";
    options.vfs = FaultVfs::name();
    options.quiet = true;
    options.collect.processCounters = false;
    auto collector = SummaryCollector::open(options);
    collector.addScalar("loss", 0, 0);
    ASSERT_TRUE(collector.flush());
    vfs.plan = {0, false, true, 0, 0};
    for (int i = 1; i <= 50; ++i) {
        collector.addScalar("loss", i, i);
    }
    ASSERT_TRUE(collector.flush());
    EXPECT_EQ(collector.status().kind("scalar").dropped, 50U);
    EXPECT_THAT(collector.status().problem, ::testing::HasSubstr("full"));
    EXPECT_FALSE(collector.status().isRecording);
    vfs.plan = {};
    collector.addScalar("loss", 51, 51);
    ASSERT_TRUE(collector.flush());
    EXPECT_TRUE(collector.status().isRecording);
    ASSERT_TRUE(collector.close());
    EXPECT_EQ(expectFileAndCountersAgree(folder / "run", collector.status()).dropsTold, 50U);
}

} // namespace
} // namespace runlens::test
