// SPDX-License-Identifier: Apache-2.0
#include "profiler/trace_builder.h"
#include "tests/support/trace_picture.h"

#include <gtest/gtest.h>

#include <random>

namespace runlens::profiler {
namespace {

using test::describe;
using test::PictureSpan;
using test::trace;

TEST(TraceBuilder, PutsChildrenBelowTheirParents)
{
    EXPECT_EQ(describe(*trace("main: |-----A-----|  |B|\n"
                              "        |C| |-D-|        \n"
                              "             |E|       ")),
              "main 0: A[0,12) self 6, B[15,17)\n"
              "main 1: C[2,4), D[6,10) self 2\n"
              "main 2: E[7,9)\n");
}

TEST(TraceBuilder, KeepsTracksApart)
{
    EXPECT_EQ(describe(*trace("main: |--A--|\n"
                              "io:      |-B-|\n"
                              "           |C|")),
              "main 0: A[0,6)\n"
              "io 0: B[3,7) self 2\n"
              "io 1: C[5,7)\n");
}

TEST(TraceBuilder, PutsTheLaterOfTwoPartlyOverlappingSpansBelow)
{
    EXPECT_EQ(describe(*trace("main: |---A---|\n"
                              "          |---B---|\n"
                              "                |C|")),
              "main 0: A[0,8) self 4\n"
              "main 1: B[4,12) self 6\n"
              "main 2: C[10,12)\n");
}

TEST(TraceBuilder, TellsSpansOfEqualExtentApartByTheirArrival)
{
    EXPECT_EQ(describe(*trace("main: |-outer-|\n"
                              "      |-inner-|")),
              "main 0: outer[0,8) self 0\n"
              "main 1: inner[0,8)\n");
}

TEST(TraceBuilder, BelievesTheRecordedDepthWhereTimesSayNothing)
{
    // A source that writes parents first.
    EXPECT_EQ(
        describe(*test::modelOf({{"main", {{"outer", 0, 8, 0, {}}, {"inner", 0, 8, 1, {}}}}})),
        "main 0: outer[0,8) self 0\n"
        "main 1: inner[0,8)\n");
}

TEST(TraceBuilder, KeepsSpansWithoutLength)
{
    EXPECT_EQ(describe(*test::modelOf({{"main",
                                        {{"mark", 0, 0, 0, {}},
                                         {"A", 0, 8, 0, {}},
                                         {"in", 3, 0, 1, {}},
                                         {"after", 8, 0, 0, {}}}}})),
              "main 0: A[0,8), after[8,8)\n"
              "main 1: mark[0,0), in[3,3)\n");
}

TEST(TraceBuilder, RepairsBrokenTimesAndCountsThem)
{
    const auto model =
        test::modelOf({{"main",
                        {{"negative", 5, -3, 0, {}},
                         {"endless", 7, std::numeric_limits<std::int64_t>::max(), 0, {}},
                         {"none", kNoTime, 4, 0, {}},
                         {"far", std::numeric_limits<std::int64_t>::max(), 4, 0, {}},
                         {"A", 1, 3, 0, {}}}}});
    EXPECT_EQ(describe(*model),
              "main 0: A[1,4), negative[5,5), endless[7," + std::to_string(kLatestNs) + ")\n");
    EXPECT_EQ(model->tracks()[0].issues, (TraceIssues{2, 1, 1, 0}));
    EXPECT_FALSE(model->facts({TrackId{0}, 2}));
    EXPECT_EQ(model->spanCount(), 3U);
}

TEST(TraceBuilder, HidesWhatIsNestedTooDeepButCountsItsTime)
{
    std::vector<PictureSpan> spans;
    const int count = static_cast<int>(kMaxRows) + 44;
    for (int i = 0; i < count; ++i) {
        spans.push_back({"s" + std::to_string(i), i, 1000 - 2 * i, i, {}});
    }
    std::reverse(spans.begin(), spans.end());
    const auto model = test::modelOf({{"main", spans}});
    const TrackIndex& track = model->tracks()[0];
    EXPECT_EQ(track.rowCount, kMaxRows);
    EXPECT_EQ(track.spanCount, static_cast<std::size_t>(count));
    EXPECT_EQ(track.issues.tooDeep, 44U);
    std::int64_t self = 0;
    for (int i = 0; i < count; ++i) {
        self += model->facts({TrackId{0}, i})->selfNs;
    }
    EXPECT_EQ(self, 1000);
}

TEST(TraceBuilder, TakesARunWithoutTracks)
{
    RunBuilder builder({"p", "p", "runlens"});
    const auto model = buildTrace(builder.snapshot());
    EXPECT_TRUE(model->tracks().empty());
    EXPECT_EQ(model->time(), TimeInterval{});
    EXPECT_FALSE(model->find({TrackId{3}, 0}));
    EXPECT_FALSE(model->deepestAt(TrackId{0}, 5));
    EXPECT_TRUE(model->steps(0).empty());
    EXPECT_TRUE(model->flowsOf({TrackId{0}, 0}).empty());
}

TEST(TraceBuilder, StopsWhenAsked)
{
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(buildTrace(test::runOf(test::readPicture("main: |-A-|")), nullptr, stop.get_token()),
              nullptr);
}

/// Random spans: properly nested with zero broken ones, or anything at all.
std::vector<PictureSpan> randomSpans(std::mt19937& random, std::size_t count, bool isNested)
{
    std::vector<PictureSpan> spans;
    if (!isNested) {
        for (std::size_t i = 0; i < count; ++i) {
            spans.push_back({"x",
                             static_cast<std::int64_t>(random() % 400),
                             static_cast<std::int64_t>(random() % 40) - 3,
                             static_cast<int>(random() % 3),
                             {}});
        }
        return spans;
    }
    std::int64_t now = 0;
    std::vector<std::int64_t> open;
    while (spans.size() < count) {
        now += 1 + static_cast<std::int64_t>(random() % 5);
        if (open.size() < 6 && random() % 2 == 0) {
            open.push_back(now);
        } else if (!open.empty()) {
            const auto depth = static_cast<int>(open.size()) - 1;
            spans.push_back({"x", open.back(), now - open.back(), depth, {}});
            open.pop_back();
        }
    }
    return spans;
}

std::int64_t totalSelf(const TraceModel& model)
{
    std::int64_t self = 0;
    for (std::size_t i = 0; i < model.tracks()[0].recordCount; ++i) {
        const auto facts = model.facts({TrackId{0}, static_cast<std::int64_t>(i)});
        self += facts ? facts->selfNs : 0;
    }
    return self;
}

TEST(TraceBuilder, SelfTimesAddUpToTheTimeCovered)
{
    std::mt19937 random(7);
    for (int round = 0; round < 60; ++round) {
        const auto spans = randomSpans(random, 1 + random() % 80, round % 2 == 0);
        EXPECT_EQ(totalSelf(*test::modelOf({{"main", spans}})), test::coveredNs(spans))
            << "round " << round;
    }
}

TEST(TraceBuilder, RowsDoNotOverlapAndHoldEverySpan)
{
    std::mt19937 random(11);
    for (int round = 0; round < 60; ++round) {
        const auto spans = randomSpans(random, 1 + random() % 80, round % 2 == 0);
        const auto model = test::modelOf({{"main", spans}});
        std::size_t found = 0;
        for (const auto& segment : model->tracks()[0].segments) {
            for (const TraceRow& row : segment->rows) {
                std::int64_t reached = kEarliestNs;
                for (const std::uint32_t i : row.spans) {
                    EXPECT_LE(reached, spans[i].startNs);
                    reached = spanEndNs(spans[i].startNs, spans[i].durationNs);
                    ++found;
                }
            }
        }
        EXPECT_EQ(found, spans.size());
    }
}

TEST(TraceBuilder, ArrivalOrderDoesNotMatter)
{
    std::mt19937 random(13);
    for (int round = 0; round < 40; ++round) {
        auto spans = randomSpans(random, 1 + random() % 60, true);
        for (std::size_t i = 0; i < spans.size(); ++i) {
            spans[i].name = "s" + std::to_string(i);
        }
        const std::string inOrder = describe(*test::modelOf({{"main", spans}}));
        std::shuffle(spans.begin(), spans.end(), random);
        EXPECT_EQ(describe(*test::modelOf({{"main", spans}})), inOrder);
    }
}

TEST(TraceBuilder, AGrowingRunGivesWhatTheWholeOneGives)
{
    std::mt19937 random(17);
    for (int round = 0; round < 40; ++round) {
        const auto spans = randomSpans(random, 200, round % 2 == 0);
        TraceOptions options;
        options.segmentSpans = 1 + random() % 20;
        RunBuilder builder({"p", "p", "runlens"});
        builder.session({});
        std::shared_ptr<const TraceModel> model;
        for (std::size_t first = 0; first < spans.size();) {
            const std::size_t n = std::min<std::size_t>(1 + random() % 30, spans.size() - first);
            test::addSpans(builder,
                           {"main",
                            {spans.begin() + static_cast<std::ptrdiff_t>(first),
                             spans.begin() + static_cast<std::ptrdiff_t>(first + n)},
                            0});
            model = buildTrace(builder.snapshot(), model, {}, options);
            first += n;
        }
        const auto whole = buildTrace(builder.snapshot(), nullptr, {}, options);
        EXPECT_EQ(describe(*model), describe(*whole)) << "round " << round;
        EXPECT_EQ(model->tracks()[0].issues, whole->tracks()[0].issues);
        EXPECT_EQ(model->time(), whole->time());
    }
}

TEST(TraceBuilder, SharesWhatNoNewSpanReaches)
{
    RunBuilder builder({"p", "p", "runlens"});
    builder.session({});
    const auto add = [&](std::int64_t first, std::int64_t count) {
        test::PictureTrack track{"main", {}, 0};
        for (std::int64_t i = first; i < first + count; ++i) {
            track.spans.push_back({"x", i * 10, 5, 0, {}});
        }
        test::addSpans(builder, track);
    };
    TraceOptions options;
    options.segmentSpans = 10;
    add(0, 35);
    const auto before = buildTrace(builder.snapshot(), nullptr, {}, options);
    add(35, 10);
    const auto after = buildTrace(builder.snapshot(), before, {}, options);
    ASSERT_EQ(before->tracks()[0].segments.size(), 4U);
    ASSERT_EQ(after->tracks()[0].segments.size(), 5U);
    for (std::size_t i = 1; i < 3; ++i) {
        EXPECT_EQ(after->tracks()[0].segments[i], before->tracks()[0].segments[i]);
    }
}

TEST(TraceBuilder, IgnoresTheModelOfAnotherRun)
{
    const auto other = trace("main: |-A-| |-B-|");
    EXPECT_EQ(describe(*buildTrace(test::runOf(test::readPicture("main: |C|")), other)),
              "main 0: C[0,2)\n");
}

TEST(TraceBuilder, FindsStepsByTimeAndNumber)
{
    const auto model = trace("steps: |-7-| |-8-|  |-7-|");
    ASSERT_EQ(model->steps(0).size(), 3U);
    EXPECT_EQ(model->stepAt(0, -1), nullptr);
    EXPECT_EQ(model->stepAt(0, 0)->step, 7);
    EXPECT_EQ(model->stepAt(0, 5)->step, 7); // between two steps: the one before
    EXPECT_EQ(model->stepAt(0, 7)->step, 8);
    EXPECT_EQ(model->findStep(0, 7)->time, (TimeInterval{13, 17}));
    EXPECT_EQ(model->findStep(0, 9), nullptr);
    EXPECT_EQ(model->stepAt(1, 3), nullptr);
}

TEST(TraceBuilder, FollowsFlowsToTheDeepestSpan)
{
    RunBuilder builder({"p", "p", "runlens"});
    builder.session({});
    const auto tracks = test::readPicture("main:   |---host---|\n"
                                          "          |launch|\n"
                                          "stream:     |-kernel-|");
    const TrackId main = test::addSpans(builder, tracks[0]);
    const TrackId stream = test::addSpans(builder, tracks[1]);
    builder.flow({1, builder.name("launch"), main, 3, stream, 4});
    builder.flow({2, builder.name("lost"), main, 3, TrackId{77}, 4});
    builder.flow({3, builder.name("timeless"), main, 4, stream, kNoTime});
    const auto model = buildTrace(builder.snapshot());
    const SpanRef launch{main, 0};
    const auto links = model->flowsOf(launch);
    ASSERT_EQ(links.size(), 3U);
    EXPECT_TRUE(links[0].isOutgoing);
    ASSERT_TRUE(links[0].other);
    EXPECT_EQ(*links[0].other, (SpanRef{stream, 0}));
    EXPECT_FALSE(links[1].other);
    EXPECT_FALSE(links[2].other);
    EXPECT_TRUE(model->flowsOf({main, 1}).empty()); // the flow is of the span below
    ASSERT_EQ(model->flowsOf({stream, 0}).size(), 1U);
    EXPECT_EQ(model->flowsOf({stream, 0})[0].other, launch);
}

} // namespace
} // namespace runlens::profiler
