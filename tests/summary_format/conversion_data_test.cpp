// SPDX-License-Identifier: Apache-2.0
/// Every sample log, converted and read back: the same records, bit by bit, and the same words
/// about its damage.
#include "tests/support/converted_run.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace runlens {
namespace {

using namespace test;

std::size_t compareAll(const std::string& area)
{
    const std::string folder =
        std::string(std::getenv("RUNLENS_DATA")) + '/' + area; // NOLINT(concurrency-mt-unsafe)
    const auto scan = scanForRuns(folder);
    EXPECT_TRUE(scan) << scan.error().message();
    std::size_t runs = 0;
    for (const FoundRun& found : scan->runs) {
        SCOPED_TRACE(found.path);
        const TemporaryFolder target;
        convertTo(found.path, found.format, target.path());
        expectSameRun(logOf(found.path, found.format), logOf(target.path(), "runlens"));
        ++runs;
    }
    return runs;
}

TEST(ConversionData, EveryTensorBoardSampleComesBackTheSame)
{
    EXPECT_EQ(compareAll("tfevents"), 16U);
}

TEST(ConversionData, EveryMindSporeSampleComesBackTheSame)
{
    EXPECT_EQ(compareAll("mindinsight/summary"), 5U);
}

} // namespace
} // namespace runlens
