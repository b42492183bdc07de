// SPDX-License-Identifier: Apache-2.0
#include "collector/tick_clock.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

namespace runlens::collector {
namespace {

std::int64_t realtimeNs()
{
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

class TickClockOf : public testing::TestWithParam<TickSource> {};

TEST_P(TickClockOf, TellsTheTimeOfDayAndNeverGoesBack)
{
    TickClock clock(GetParam());
    std::vector<std::uint64_t> ticks;
    std::vector<std::int64_t> before;
    std::vector<std::int64_t> after;
    std::vector<std::int64_t> converted;
    for (int round = 0; round < 20; ++round) {
        const std::size_t first = ticks.size();
        for (int i = 0; i < 2000; ++i) {
            before.push_back(clock.nowNs());
            ticks.push_back(clock.ticks());
            after.push_back(clock.nowNs());
        }
        clock.anchor();
        for (std::size_t i = first; i < ticks.size(); ++i) {
            converted.push_back(clock.toNs(ticks[i]));
        }
    }
    constexpr std::int64_t kTolerance =
        20'000; // anchors are read on a machine that does other things too
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        EXPECT_GE(converted[i], before[i] - kTolerance);
        EXPECT_LE(converted[i], after[i] + kTolerance);
        if (i > 0) {
            EXPECT_GE(converted[i], converted[i - 1]);
        }
        // What was converted keeps its time: a later anchor does not move it.
        EXPECT_EQ(clock.toNs(ticks[i]), converted[i]);
    }
    EXPECT_LT(std::llabs(clock.nowNs() - realtimeNs()), 1'000'000'000);
}

INSTANTIATE_TEST_SUITE_P(Sources,
                         TickClockOf,
                         testing::Values(TickSource::Best, TickSource::SystemClock));

TEST(TickClock, KeepsItsAnchorsBounded)
{
    TickClock clock;
    std::vector<std::uint64_t> ticks;
    for (std::size_t i = 0; i < 3 * TickClock::kMaxAnchors; ++i) {
        if (i % 64 == 0) {
            ticks.push_back(clock.ticks());
        }
        clock.anchor();
    }
    EXPECT_LE(clock.anchorCount(), TickClock::kMaxAnchors);
    for (std::size_t i = 1; i < ticks.size(); ++i) {
        EXPECT_GE(clock.toNs(ticks[i]), clock.toNs(ticks[i - 1]));
    }
}

TEST(TickClock, UsesTheSystemClockWhenAsked)
{
    EXPECT_FALSE(TickClock(TickSource::SystemClock).usesTsc());
    EXPECT_EQ(TickClock(TickSource::Best).usesTsc(), isTscReliable());
}

} // namespace
} // namespace runlens::collector
