// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_picture.h"
#include "viewers/timeline/span_search.h"
#include "viewers/timeline/time_axis.h"
#include "viewers/timeline/timeline_lanes.h"
#include "viewers/timeline/timeline_paint.h"

#include <QStringList>

#include <gtest/gtest.h>

namespace runlens::viewers {
namespace {

std::string labels(const TimeTicks& ticks)
{
    QStringList list;
    for (const TimeTick& tick : ticks.ticks) {
        list << tick.label;
    }
    return (ticks.anchorLabel + QStringLiteral(" | ") + list.join(QStringLiteral(" ")))
        .toStdString();
}

TEST(TimeAxis, TicksAreRoundTimesSinceTheOrigin)
{
    EXPECT_EQ(labels(ticksOf({1000, 10.0}, 500, 1000)), " | 0 µs 1 µs 2 µs 3 µs 4 µs");
    EXPECT_EQ(labels(ticksOf({0, 2.0}, 500, 0)), " | 0 µs 0.2 µs 0.4 µs 0.6 µs 0.8 µs");
    EXPECT_EQ(labels(ticksOf({0, 1.0}, 250, 0)), " | 0 ns 100 ns 200 ns");
    EXPECT_EQ(labels(ticksOf({0, 5e6}, 400, 0)), " | 0 s 0.5 s 1 s 1.5 s");
    EXPECT_EQ(labels(ticksOf({-500, 5.0}, 300, 0)), " | −0.5 µs 0 µs 0.5 µs");
}

TEST(TimeAxis, LongTimesCountFromAnAnchor)
{
    const std::int64_t origin = 1'764'564'000'000'000'000;
    const TimeTicks ticks = ticksOf({origin + 12'345'678'000, 2000.0}, 400, origin);
    EXPECT_EQ(ticks.anchorLabel, "12.345 s");
    EXPECT_EQ(ticks.anchorNs, origin + 12'345'000'000);
    EXPECT_EQ(ticks.ticks.front().label, "+0.8 ms");
}

TEST(TimeAxis, ZoomKeepsTheTimeUnderThePixel)
{
    const TimeView view{1'000'000, 100.0};
    for (const double factor : {0.5, 1.3, 4.0}) {
        const TimeView closer = zoomed(view, factor, 300.0, 1e9);
        EXPECT_NEAR(static_cast<double>(closer.nsAt(300.0)),
                    static_cast<double>(view.nsAt(300.0)),
                    1.0 + closer.nsPerPixel / 50);
        EXPECT_DOUBLE_EQ(closer.nsPerPixel, 100.0 / factor);
    }
    EXPECT_EQ(zoomed(view, 1e12, 0.0, 1e9).nsPerPixel, kClosestNsPerPixel);
    EXPECT_EQ(zoomed(view, 1e-12, 0.0, 1e9).nsPerPixel, 1e9);
    EXPECT_EQ(zoomed(view, std::nan(""), 0.0, 1e9), view);
}

TEST(TimeAxis, StaysWithinTheTimeThatIsKnown)
{
    const TimeView view{profiler::kLatestNs - 10, 1e15};
    EXPECT_EQ(view.nsAt(1e9), profiler::kLatestNs);
    EXPECT_EQ(view.nsAt(-1e9), profiler::kEarliestNs);
    const TimeView all = fitTo(profiler::kAllTime, 1000.0, 0.05);
    EXPECT_GE(all.nsAt(1000.0), profiler::kLatestNs - 1);
    EXPECT_LE(ticksOf(all, 1000.0, profiler::kEarliestNs).ticks.size(), 200U);
}

TEST(TimelineLanes, GroupTracksByRankInAFixedOrder)
{
    auto tracks = test::readPicture("main:  |---A---|\n"
                                    "          |B|   \n"
                                    "steps: |---1---|\n"
                                    "other: |C|");
    tracks[2].rank = 1;
    const auto model = test::modelOf(tracks);
    const auto lanes = makeLanes(*model, {});
    QStringList text;
    for (const Lane& lane : lanes) {
        text << QString("%1 %2+%3").arg(lane.title).arg(lane.topPx).arg(lane.heightPx);
    }
    EXPECT_EQ(text.join(", "), "Rank 0 0+20, steps 20+20, main 40+37, Rank 1 77+20, other 97+20");
    EXPECT_EQ(heightOf(lanes), 117);
    EXPECT_EQ(laneAt(lanes, 39), 1U);
    EXPECT_EQ(laneAt(lanes, 40), 2U);
    EXPECT_FALSE(laneAt(lanes, 117));
    EXPECT_FALSE(laneAt(lanes, -1));
    EXPECT_EQ(rowAt(lanes[2], 41), 0U);
    EXPECT_FALSE(rowAt(lanes[2], 57)); // the gap
    EXPECT_EQ(rowAt(lanes[2], 58), 1U);
    EXPECT_FALSE(rowAt(lanes[2], 76));
    EXPECT_EQ(makeLanes(*model, {{0}, {}}).size(), 3U);
    EXPECT_EQ(makeLanes(*model, {{}, {TrackId{0}}})[2].rows, 1U);
}

TEST(SpanSearch, FindsSpansWhateverTheirCase)
{
    const auto model = test::trace("main: |Conv| |conv2| |Add|\n"
                                   "io:  |xCONVx|             ");
    const SpanHits hits = searchSpans(*model, "conv");
    ASSERT_EQ(hits.hits.size(), 3U);
    EXPECT_LE(hits.hits[0].startNs, hits.hits[1].startNs);
    EXPECT_LE(hits.hits[1].startNs, hits.hits[2].startNs);
    EXPECT_EQ(hits.from(hits.hits[2].startNs), 2U);
    EXPECT_EQ(hits.from(hits.hits[2].startNs + 1), 0U);
    EXPECT_EQ(hits.indexOf(hits.hits[1].span), 1U);
    EXPECT_FALSE(hits.indexOf({TrackId{0}, 2}));
    EXPECT_TRUE(searchSpans(*model, "").hits.empty());
    EXPECT_FALSE(searchSpans(*model, "zzz").from(0));
    EXPECT_EQ(namesOf(*model).size(), 4U);
}

TEST(LabelCache, CutsTextsToTheRoom)
{
    const auto model = test::trace("main: |a_rather_long_name|");
    LabelCache cache;
    cache.setFont(Palette::font(11));
    const NameId name = model->facts({TrackId{0}, 0})->name;
    EXPECT_EQ(cache.label(model->run(), name, 5), nullptr);
    EXPECT_EQ(cache.label(model->run(), name, 1000)->text(), "a_rather_long_name");
    const QString cut = cache.label(model->run(), name, 60)->text();
    EXPECT_LT(cut.size(), 18);
    EXPECT_TRUE(cut.endsWith(QChar(0x2026)));
    // The same id in another run is another text.
    const auto other = test::trace("main: |b|");
    EXPECT_EQ(cache.label(other->run(), other->facts({TrackId{0}, 0})->name, 1000)->text(), "b");
}

} // namespace
} // namespace runlens::viewers
