// SPDX-License-Identifier: Apache-2.0
#include "profiler/timeline_layout.h"
#include "tests/support/trace_picture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace runlens::profiler {
namespace {

/// "A 0-6 | C 2-4" by row; density as "*60 3-5" (load in percent).
std::string describe(const TraceModel& model, const TrackLayout& layout)
{
    std::string text;
    for (const DrawItem& item : layout.items) {
        text += text.empty() ? "" : " ";
        text += item.isDensity ? "*" + std::to_string(std::lround(item.load * 100))
                               : std::string(model.run().text(item.name));
        text += '@' + std::to_string(item.row) + ':' + std::to_string(item.x0) + '-'
                + std::to_string(item.x1);
    }
    return text;
}

TEST(TimelineLayout, DrawsWideSpansAsThemselves)
{
    const auto model = test::trace("main: |-----A-----|  |B|\n"
                                   "        |C| |-D-|        ");
    EXPECT_EQ(describe(*model, layoutTrack(*model, TrackId{0}, {0, 20}, 1.0)),
              "A@0:0-12 B@0:15-17 C@1:2-4 D@1:6-10");
    EXPECT_EQ(describe(*model, layoutTrack(*model, TrackId{0}, {0, 20}, 0.5)),
              "A@0:0-24 B@0:30-34 C@1:4-8 D@1:12-20");
}

TEST(TimelineLayout, CutsSpansAtTheEdges)
{
    const auto model = test::trace("main: |-----A-----|  |B|");
    EXPECT_EQ(describe(*model, layoutTrack(*model, TrackId{0}, {5, 16}, 1.0)), "A@0:0-7 B@0:10-11");
    EXPECT_EQ(describe(*model, layoutTrack(*model, TrackId{0}, {12, 15}, 1.0)), "");
    EXPECT_EQ(describe(*model, layoutTrack(*model, TrackId{0}, {100, 150}, 1.0)), "");
}

TEST(TimelineLayout, SumsUpNarrowSpansAsDensity)
{
    const auto model = test::trace("main: |A||B|    |C|");
    EXPECT_EQ(describe(*model, layoutTrack(*model, TrackId{0}, {0, 40}, 20.0)),
              "*25@0:0-1 *13@0:1-2");
}

TEST(TimelineLayout, NeverDropsASingleTinySpan)
{
    const auto model =
        test::modelOf({{"main", {{"tiny", 500, 1, 0, {}}, {"mark", 900, 0, 0, {}}}}});
    const auto layout = layoutTrack(*model, TrackId{0}, {0, 1'000'000}, 1000.0);
    ASSERT_EQ(layout.items.size(), 1U);
    EXPECT_TRUE(layout.items[0].isDensity);
    EXPECT_EQ(layout.items[0].count, 2U);
    EXPECT_GT(layout.items[0].load, 0.0F);
    const auto finer = layoutTrack(*model, TrackId{0}, {0, 1000}, 10.0);
    EXPECT_EQ(finer.items.size(), 2U);
}

TEST(TimelineLayout, TakesNonsenseWithoutFailing)
{
    const auto model =
        test::modelOf({{"main",
                        {{"A", kEarliestNs, 10, 0, {}},
                         {"B", 0, std::numeric_limits<std::int64_t>::max(), 0, {}}}}});
    EXPECT_TRUE(layoutTrack(*model, TrackId{0}, {0, 10}, 0.0).items.empty());
    EXPECT_TRUE(layoutTrack(*model, TrackId{0}, {0, 10}, -1.0).items.empty());
    EXPECT_TRUE(layoutTrack(*model, TrackId{0}, {0, 10}, std::nan("")).items.empty());
    EXPECT_TRUE(layoutTrack(*model, TrackId{0}, {10, 0}, 1.0).items.empty());
    EXPECT_TRUE(layoutTrack(*model, TrackId{9}, {0, 10}, 1.0).items.empty());
    EXPECT_TRUE(layoutTrack(*model, kNone<TrackId>, {0, 10}, 1.0).items.empty());
    EXPECT_EQ(layoutTrack(*model, TrackId{0}, {0, 1}, 1e-9).items.back().x1, 65'536);
    const auto whole = layoutTrack(
        *model,
        TrackId{0},
        {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()},
        0x1p53);
    EXPECT_EQ(whole.items.size(), 2U);
}

/// 20,000 spans in 3 levels with idle stretches, over 1 ms.
std::shared_ptr<const TraceModel> busyModel(std::mt19937& random,
                                            std::vector<test::PictureSpan>& spans)
{
    std::int64_t now = 0;
    while (spans.size() < 20'000) {
        now += static_cast<std::int64_t>(random() % (random() % 50 == 0 ? 5000 : 20));
        const std::int64_t length =
            1 + static_cast<std::int64_t>(random() % (random() % 100 == 0 ? 3000 : 40));
        spans.push_back({"x", now, length, 0, {}});
        now += length;
    }
    return test::modelOf({{"main", spans}});
}

TEST(TimelineLayout, KeepsTheBusyTimeAtEveryScale)
{
    std::mt19937 random(23);
    std::vector<test::PictureSpan> spans;
    const auto model = busyModel(random, spans);
    const TimeInterval whole = model->time();
    const auto covered = static_cast<double>(test::coveredNs(spans));
    for (double width = 10; width < 30'000; width *= 1.7) {
        const double nsPerPixel = static_cast<double>(whole.durationNs()) / width;
        const auto layout = layoutTrack(*model, TrackId{0}, whole, nsPerPixel);
        double drawn = 0.0;
        std::uint64_t count = 0;
        std::int32_t reached = 0;
        for (const DrawItem& item : layout.items) {
            EXPECT_LT(item.x0, item.x1);
            EXPECT_GE(item.x0,
                      reached - 1); // a pixel may hold the end of density and the start of a span
            reached = std::max(reached, item.x1);
            drawn += (item.x1 - item.x0) * static_cast<double>(item.load) * nsPerPixel;
            count += item.count;
        }
        EXPECT_EQ(count, spans.size()) << "at width " << width;
        EXPECT_LE(layout.items.size(), 2 * static_cast<std::size_t>(width) + 2);
        // Density rounds to eighths, at least one, and spans to whole pixels.
        EXPECT_NEAR(drawn / covered, 1.0, 0.13) << "at width " << width;
    }
}

TEST(TimelineLayout, ColoursDensityByTheCategoryWithTheMostTime)
{
    std::vector<test::PictureSpan> spans;
    for (int i = 0; i < 1000; ++i) {
        spans.push_back({"forward", i * 10, 6, 0, {}});
        spans.push_back({"backward", i * 10 + 7, 2, 0, {}});
    }
    const auto model = test::modelOf({{"main", spans}});
    for (const DrawItem& item : layoutTrack(*model, TrackId{0}, model->time(), 500.0).items) {
        EXPECT_EQ(item.category, SpanCategory::Forward);
        EXPECT_EQ(model->run().text(item.name), "forward");
    }
}

TEST(TimelineLayout, LeavesOutRowsThatAreNotWanted)
{
    const auto model = test::trace("main: |---A---|\n"
                                   "        |B|    ");
    LayoutOptions options;
    options.maxRows = 1;
    const auto layout = layoutTrack(*model, TrackId{0}, {0, 20}, 1.0, options);
    EXPECT_EQ(describe(*model, layout), "A@0:0-8");
    EXPECT_EQ(layout.rowCount, 2U);
}

std::shared_ptr<const TraceModel> counter(const std::vector<std::int64_t>& ns,
                                          const std::vector<double>& values)
{
    RunBuilder builder({"p", "p", "runlens"});
    TrackRecord record;
    record.name = "memory";
    record.kind = TrackKind::Counter;
    const TrackId id = builder.track(record);
    builder.counters(id, {SessionId{0}, ns, values});
    return buildTrace(builder.snapshot());
}

TEST(CounterLayout, KeepsTheRangeOfEveryPixel)
{
    const auto model = counter({0, 1, 2, 10, 25}, {5, 9, 7, 1, 3});
    const auto layout = layoutCounter(*model, TrackId{0}, {0, 30}, 10.0);
    ASSERT_EQ(layout.columns.size(), 3U);
    EXPECT_EQ(layout.columns[0].minimum, 5.0F);
    EXPECT_EQ(layout.columns[0].maximum, 9.0F);
    EXPECT_EQ(layout.columns[0].last, 7.0F);
    EXPECT_EQ(layout.columns[1].x, 1);
    EXPECT_EQ(layout.columns[2].x, 2);
    EXPECT_EQ(layout.range.minimum, 1.0);
    EXPECT_EQ(layout.range.maximum, 9.0);
    EXPECT_FALSE(layout.hasBefore);
}

TEST(CounterLayout, HoldsTheValueFromBeforeTheRange)
{
    const auto model = counter({0, 10}, {5, 9});
    const auto layout = layoutCounter(*model, TrackId{0}, {4, 8}, 1.0);
    ASSERT_EQ(layout.columns.size(), 1U);
    EXPECT_TRUE(layout.hasBefore);
    EXPECT_EQ(layout.columns[0].x, -1);
    EXPECT_EQ(layout.columns[0].last, 5.0F);
}

TEST(CounterLayout, SortsSamplesAndLeavesOutWhatIsNotANumber)
{
    const double nan = std::nan("");
    const auto model = counter({10, 0, kNoTime, 5}, {2, 1, 8, nan});
    const auto layout = layoutCounter(*model, TrackId{0}, {0, 20}, 1.0);
    ASSERT_EQ(layout.columns.size(), 2U);
    EXPECT_EQ(layout.columns[0].x, 0);
    EXPECT_EQ(layout.columns[1].x, 10);
    EXPECT_EQ(layout.range.maximum, 2.0);
}

TEST(CounterLayout, SumsUpManySamplesLikeAScanWould)
{
    std::mt19937 random(29);
    std::vector<std::int64_t> ns;
    std::vector<double> values;
    for (int i = 0; i < 10'000; ++i) {
        ns.push_back(i * 3);
        values.push_back(static_cast<double>(random() % 1000));
    }
    const auto model = counter(ns, values);
    const auto layout = layoutCounter(*model, TrackId{0}, {0, 30'000}, 900.0);
    ASSERT_EQ(layout.columns.size(), 34U);
    for (const CounterColumn& column : layout.columns) {
        double minimum = 1e9;
        double maximum = -1e9;
        for (std::size_t i = 0; i < ns.size(); ++i) {
            if (ns[i] / 900 == column.x) {
                minimum = std::min(minimum, values[i]);
                maximum = std::max(maximum, values[i]);
            }
        }
        EXPECT_EQ(column.minimum, static_cast<float>(minimum));
        EXPECT_EQ(column.maximum, static_cast<float>(maximum));
    }
}

TEST(CounterLayout, GrowsWithTheRun)
{
    RunBuilder builder({"p", "p", "runlens"});
    TrackRecord record;
    record.name = "memory";
    record.kind = TrackKind::Counter;
    const TrackId id = builder.track(record);
    std::shared_ptr<const TraceModel> model;
    for (std::int64_t i = 0; i < 300; ++i) {
        const double value = static_cast<double>((i * 37) % 101);
        builder.counters(id, {SessionId{0}, std::span(&i, 1), std::span(&value, 1)});
        if (i % 7 == 0) {
            model = buildTrace(builder.snapshot(), model);
        }
    }
    model = buildTrace(builder.snapshot(), model);
    const auto whole = buildTrace(builder.snapshot());
    ASSERT_EQ(model->tracks()[0].counter->blocks.size(), whole->tracks()[0].counter->blocks.size());
    for (std::size_t i = 0; i < whole->tracks()[0].counter->blocks.size(); ++i) {
        EXPECT_EQ(model->tracks()[0].counter->blocks[i].minimum,
                  whole->tracks()[0].counter->blocks[i].minimum);
        EXPECT_EQ(model->tracks()[0].counter->blocks[i].maximum,
                  whole->tracks()[0].counter->blocks[i].maximum);
    }
    EXPECT_EQ(model->tracks()[0].counter->range.maximum, whole->tracks()[0].counter->range.maximum);
}

} // namespace
} // namespace runlens::profiler
