// SPDX-License-Identifier: Apache-2.0
#include "profiler/trace_model.h"
#include "tests/support/trace_picture.h"

#include <gtest/gtest.h>

#include <random>

namespace runlens::profiler {
namespace {

std::string nameOf(const TraceModel& model, const std::optional<SpanPlace>& place)
{
    return place
               ? std::string(model.run().text(model.facts(model.spanAt(TrackId{0}, *place))->name))
               : "none";
}

TEST(TraceModel, WalksToNeighboursParentAndChild)
{
    const auto model = test::trace("main: |-----A-----|  |B|\n"
                                   "        |C| |-D-|        \n"
                                   "             |E|       ");
    const auto at = [&](std::int64_t ns) { return model->deepestAt(TrackId{0}, ns); };
    EXPECT_EQ(nameOf(*model, at(8)), "E");
    EXPECT_EQ(nameOf(*model, at(5)), "A");
    EXPECT_EQ(nameOf(*model, at(13)), "none");
    const SpanPlace d = *model->placeAt(TrackId{0}, 1, 6);
    EXPECT_EQ(nameOf(*model, d), "D");
    EXPECT_EQ(nameOf(*model, model->previous(TrackId{0}, d)), "C");
    EXPECT_EQ(nameOf(*model, model->next(TrackId{0}, d)), "none");
    EXPECT_EQ(nameOf(*model, model->parent(TrackId{0}, d)), "A");
    EXPECT_EQ(nameOf(*model, model->firstChild(TrackId{0}, d)), "E");
    const SpanPlace a = *model->placeAt(TrackId{0}, 0, 0);
    EXPECT_EQ(nameOf(*model, model->next(TrackId{0}, a)), "B");
    EXPECT_EQ(nameOf(*model, model->parent(TrackId{0}, a)), "none");
    EXPECT_EQ(nameOf(*model, model->firstChild(TrackId{0}, a)), "C");
}

TEST(TraceModel, ASpanEndsWhereTheNextBegins)
{
    const auto model = test::trace("main: |A|B|");
    EXPECT_EQ(nameOf(*model, model->placeAt(TrackId{0}, 0, 2)), "B");
    EXPECT_EQ(nameOf(*model, model->placeAt(TrackId{0}, 0, 4)), "none");
}

TEST(TraceModel, FindsEverySpanAgain)
{
    std::mt19937 random(3);
    for (int round = 0; round < 20; ++round) {
        test::PictureTrack track{"main", {}, 0};
        for (int i = 0; i < 100; ++i) {
            track.spans.push_back({"x",
                                   static_cast<std::int64_t>(random() % 200),
                                   static_cast<std::int64_t>(random() % 9),
                                   0,
                                   {}});
        }
        TraceOptions options;
        options.segmentSpans = 7;
        const auto model = buildTrace(test::runOf({track}), nullptr, {}, options);
        for (int i = 0; i < 100; ++i) {
            const auto place = model->find({TrackId{0}, i});
            ASSERT_TRUE(place);
            EXPECT_EQ(model->spanAt(TrackId{0}, *place), (SpanRef{TrackId{0}, i}));
        }
    }
}

TEST(TraceModel, SelfTimeWithinARangeAddsUpToTheTimeCoveredThere)
{
    std::mt19937 random(5);
    for (int round = 0; round < 40; ++round) {
        test::PictureTrack track{"main", {}, 0};
        for (int i = 0; i < 40; ++i) {
            track.spans.push_back({"x",
                                   static_cast<std::int64_t>(random() % 100),
                                   static_cast<std::int64_t>(random() % 30),
                                   0,
                                   {}});
        }
        const auto model = buildTrace(test::runOf({track}));
        const TimeInterval range{20, 70};
        std::int64_t self = 0;
        std::vector<test::PictureSpan> cut;
        for (int i = 0; i < 40; ++i) {
            const SpanRef ref{TrackId{0}, i};
            self += model->selfNsWithin(TrackId{0}, *model->find(ref), range);
            const TimeInterval part = intersect(model->facts(ref)->time, range);
            if (!part.isEmpty()) {
                cut.push_back({"x", part.startNs, part.durationNs(), 0, {}});
            }
        }
        EXPECT_EQ(self, test::coveredNs(cut)) << "round " << round;
    }
}

} // namespace
} // namespace runlens::profiler
