// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/viewers/noisy_runs.h"
#include "viewers/common/curve_drawing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace runlens::viewers {

namespace {

using runlens::test::Noise;
using runlens::test::TestRun;
using testing::ElementsAre;

constexpr float kNanFloat = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinityFloat = std::numeric_limits<float>::infinity();

struct Point {
    std::int64_t step;
    float value;
};

std::shared_ptr<const CurveData> curveOf(const std::vector<Point>& points,
                                         CurveOptions options = {})
{
    TestRun run("one");
    const TagId tag = run.tag("loss");
    for (const Point& point : points) {
        run.builder.scalar(
            tag, run.session, point.step, runlens::test::kStartNs, toBits(point.value));
    }
    return prepareCurve(run.builder.snapshot(), tag, options);
}

std::shared_ptr<const CurveData> noisyCurve(std::size_t count, double smoothing = 0.0)
{
    Noise noise(1);
    std::vector<Point> points;
    for (std::size_t i = 0; i < count; ++i) {
        points.push_back({static_cast<std::int64_t>(i), static_cast<float>(noise.bell())});
    }
    return curveOf(points, {XAxis::Step, smoothing, kNoTime});
}

PlotFrame frameOf(const CurveData& curve, double width = 200, double height = 100)
{
    const std::shared_ptr<const CurveData> shared(std::shared_ptr<const CurveData>(), &curve);
    const XRange x = fitX(std::span(&shared, 1)).value_or(XRange{});
    return {x, fitValues(std::span(&shared, 1), x, YScale::Linear, false), width, height, 1.0};
}

TEST(CurveDrawing, DrawsEveryPointOfAShortCurve)
{
    const auto curve = curveOf({{0, 0}, {5, 10}, {10, 5}});
    PlotFrame frame{{0, 10}, {0, 10, false}, 100, 50, 1.0};
    const CurveDrawing drawing = drawCurve(*curve, frame, false);
    ASSERT_EQ(drawing.lines.size(), 1);
    EXPECT_EQ(drawing.lines[0], QPolygonF({{0, 50}, {50, 0}, {100, 25}}));
    EXPECT_EQ(drawing.points, 3U);
    EXPECT_TRUE(drawing.columns.empty());
}

TEST(CurveDrawing, EndsAtTheLastValueAdded)
{
    for (const std::size_t count : {2U, 50U, 5000U, 100'000U}) {
        const auto curve = noisyCurve(count);
        const PlotFrame frame = frameOf(*curve);
        const CurveDrawing drawing = drawCurve(*curve, frame, false);
        EXPECT_EQ(drawing.points, count);
        const double last = frame.yToPixel(curve->value(count - 1));
        if (!drawing.lines.empty()) {
            EXPECT_NEAR(drawing.lines.back().back().y(), last, 1e-9) << count;
        } else {
            const QLineF column = drawing.columns.back();
            EXPECT_LE(column.y1(), last + 1e-9) << count;
            EXPECT_GE(column.y2(), last - 1e-9) << count;
        }
    }
}

TEST(CurveDrawing, KeepsTheExtremesOfEveryColumn)
{
    const auto curve = noisyCurve(100'000);
    for (const XRange x : {XRange{0, 99'999}, XRange{1234, 45'678}, XRange{70'000, 70'907}}) {
        PlotFrame frame{x, {-2, 2, false}, 180, 100, 2.0};
        const CurveDrawing drawing = drawCurve(*curve, frame, false);
        ASSERT_FALSE(drawing.columns.empty());
        for (const QLineF& column : drawing.columns) {
            if (column.x1() < 0.0 || column.x1() > frame.width) {
                continue; // leads out of the plot
            }
            const double left = frame.pixelToX(column.x1() - 0.25);
            const double right = frame.pixelToX(column.x1() + 0.25);
            double least = 1e9;
            double most = -1e9;
            for (auto row = static_cast<std::size_t>(std::max(0.0, std::ceil(left)));
                 row < curve->rows() && static_cast<double>(row) < right;
                 ++row)
            {
                least = std::min(least, curve->value(row));
                most = std::max(most, curve->value(row));
            }
            if (most >= least) {
                ASSERT_LE(column.y1(), frame.yToPixel(most) + 1e-9);
                ASSERT_GE(column.y2(), frame.yToPixel(least) - 1e-9);
            }
        }
    }
}

TEST(CurveDrawing, BreaksTheLineAtNanAndShowsAPointThatStandsAlone)
{
    const auto curve = curveOf({{0, 1},
                                {1, 2},
                                {2, kNanFloat},
                                {3, 1},
                                {4, kNanFloat},
                                {5, kInfinityFloat},
                                {6, -kInfinityFloat},
                                {7, 1},
                                {8, 2}});
    PlotFrame frame{{0, 8}, {0, 4, false}, 80, 40, 1.0};
    const CurveDrawing drawing = drawCurve(*curve, frame, false);
    ASSERT_EQ(drawing.lines.size(), 2);
    EXPECT_THAT(drawing.dots, ElementsAre(QPointF(30, 30)));
    const auto marks = drawMarks(std::span(&curve, 1), frame);
    ASSERT_EQ(marks.size(), 4U);
    EXPECT_EQ(marks[0].kind, MarkKind::NotANumber);
    EXPECT_NEAR(marks[0].firstPixel, 20, 1.0);
    EXPECT_EQ(marks[1].kind, MarkKind::NotANumber);
    EXPECT_EQ(marks[2].kind, MarkKind::PositiveInfinity);
    EXPECT_EQ(marks[3].kind, MarkKind::NegativeInfinity);
    EXPECT_NEAR(marks[3].firstPixel, 60, 1.0);
}

TEST(CurveDrawing, KeepsAllRowsOfARestartAndDrawsNoLineBack)
{
    const auto curve = curveOf({{0, 1}, {1, 1}, {2, 1}, {1, 3}, {2, 3}, {3, 3}});
    EXPECT_THAT(curve->segments(), ElementsAre(CurveSegment{0, 3}, CurveSegment{3, 3}));
    PlotFrame frame{{0, 3}, {0, 4, false}, 90, 40, 1.0};
    const CurveDrawing drawing = drawCurve(*curve, frame, false);
    ASSERT_EQ(drawing.lines.size(), 2);
    EXPECT_EQ(drawing.lines[0], QPolygonF({{0, 30}, {30, 30}, {60, 30}}));
    EXPECT_EQ(drawing.lines[1], QPolygonF({{30, 10}, {60, 10}, {90, 10}}));
    EXPECT_EQ(drawing.points, 6U);
    EXPECT_EQ(curve->nearestRow(2.0), 4U) << "of two rows with this step the one written last";
    EXPECT_EQ(curve->nearestRow(0.0), 0U);
    EXPECT_EQ(curve->nearestRow(9.0), 5U);
}

TEST(CurveDrawing, LeadsOutOfThePlotToTheNextPoint)
{
    const auto curve = curveOf({{0, 0}, {10, 10}, {20, 0}});
    PlotFrame frame{{9, 11}, {0, 10, false}, 100, 50, 1.0};
    const CurveDrawing drawing = drawCurve(*curve, frame, false);
    ASSERT_EQ(drawing.lines.size(), 1);
    EXPECT_EQ(drawing.lines[0].size(), 3);
    EXPECT_EQ(drawing.lines[0][1], QPointF(50, 0));
    EXPECT_LT(drawing.lines[0][0].x(), 0.0);
    EXPECT_GT(drawing.lines[0][2].x(), 100.0);
    EXPECT_EQ(drawing.points, 1U);
    PlotFrame between{{4, 6}, {0, 10, false}, 100, 50, 1.0};
    EXPECT_EQ(drawCurve(*curve, between, false).lines.size(), 1)
        << "a line crosses the plot without a point in it";
}

TEST(CurveDrawing, StaysNearThePlotForAnyNumbers)
{
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    constexpr auto kLeast = std::numeric_limits<std::int64_t>::min() + 1;
    constexpr float kHuge = std::numeric_limits<float>::max();
    const std::vector<std::vector<Point>> curves = {
        {},
        {{7, 1}},
        {{7, kNanFloat}},
        {{0, 5}, {1, 5}, {2, 5}},
        {{3, 1}, {3, 2}, {3, 3}, {3, 4}},
        {{kLeast, -kHuge}, {0, 0}, {kMost, kHuge}},
        {{kMost, 1}, {kLeast, 2}, {kMost, 3}},
        {{0, kNanFloat}, {1, kNanFloat}},
        {{0, kInfinityFloat}, {1, -kInfinityFloat}},
    };
    for (const auto& points : curves) {
        TestRun run("one");
        const TagId tag = run.tag("loss");
        for (const Point& point : points) {
            run.builder.scalar(tag, run.session, point.step, kNoTime, toBits(point.value));
        }
        for (const XAxis axis : {XAxis::Step, XAxis::Relative, XAxis::Wall}) {
            const auto curve = prepareCurve(run.builder.snapshot(), tag, {axis, 0.9, kNoTime});
            if (!curve) {
                EXPECT_TRUE(points.empty());
                continue;
            }
            for (const YScale scale : {YScale::Auto, YScale::Linear, YScale::Log}) {
                const XRange x = fitX(std::span(&curve, 1)).value_or(XRange{});
                const ValueRange y = fitValues(std::span(&curve, 1), x, scale, true);
                ASSERT_GT(x.width(), 0.0);
                ASSERT_LT(y.minimum, y.maximum);
                ASSERT_TRUE(std::isfinite(y.maximum - y.minimum));
                const CurveDrawing drawing = drawCurve(*curve, {x, y, 100, 50, 1.0}, true);
                for (const QPolygonF& line : drawing.lines) {
                    for (const QPointF& point : line) {
                        ASSERT_TRUE(std::isfinite(point.x()) && std::isfinite(point.y()));
                        ASSERT_LT(std::abs(point.x()), 1e4);
                        ASSERT_LT(std::abs(point.y()), 1e4);
                    }
                }
                for (const LaneMark& mark : drawMarks(std::span(&curve, 1), {x, y, 100, 50, 1.0})) {
                    ASSERT_LE(mark.firstPixel, mark.lastPixel);
                }
            }
        }
    }
}

TEST(CurveRange, FollowsTheRulesForEqualValues)
{
    const auto range = [](float value) {
        const auto curve = curveOf({{0, value}, {1, value}});
        return fitValues(std::span(&curve, 1), {0, 1}, YScale::Linear, true);
    };
    EXPECT_EQ(range(0), (ValueRange{-1, 1, false}));
    EXPECT_EQ(range(3), (ValueRange{0, 6, false}));
    EXPECT_EQ(range(-3), (ValueRange{-6, 0, false}));
    EXPECT_EQ(range(kNanFloat), (ValueRange{0, 1, false}));
}

TEST(CurveRange, LeavesRareOutliersOutOfTheRangeOnlyWhenAsked)
{
    std::vector<Point> points;
    for (int i = 0; i < 1000; ++i) {
        points.push_back({i, static_cast<float>(1.0 + 0.001 * (i % 100))});
    }
    points[500].value = 1e6F;
    const auto curve = curveOf(points);
    EXPECT_LT(fitValues(std::span(&curve, 1), {0, 999}, YScale::Linear, true).maximum, 1.2);
    EXPECT_GE(fitValues(std::span(&curve, 1), {0, 999}, YScale::Linear, false).maximum, 1e6);
    EXPECT_LT(fitValues(std::span(&curve, 1), {0, 400}, YScale::Linear, false).maximum, 1.2)
        << "only what is visible counts";
}

TEST(CurveRange, ChoosesALogarithmicScaleForPositiveValuesOverDecades)
{
    const auto wide = curveOf({{0, 1e-4F}, {1, 1e-2F}, {2, 1.0F}});
    const auto narrow = curveOf({{0, 1.0F}, {1, 2.0F}});
    const auto negative = curveOf({{0, -1.0F}, {1, 1000.0F}});
    EXPECT_TRUE(fitValues(std::span(&wide, 1), {0, 2}, YScale::Auto, true).isLog);
    EXPECT_FALSE(fitValues(std::span(&narrow, 1), {0, 2}, YScale::Auto, true).isLog);
    EXPECT_FALSE(fitValues(std::span(&negative, 1), {0, 2}, YScale::Auto, true).isLog);
    const ValueRange forced = fitValues(std::span(&negative, 1), {0, 2}, YScale::Log, false);
    EXPECT_TRUE(forced.isLog);
    EXPECT_GT(forced.minimum, 0.0);
    const auto zero = curveOf({{0, 0.0F}, {1, -1.0F}});
    EXPECT_FALSE(fitValues(std::span(&zero, 1), {0, 2}, YScale::Log, false).isLog)
        << "nothing to show on such an axis";
}

TEST(CurveData, VisitsOnlyNewRowsWhenTheRunHasGrown)
{
    TestRun run("live");
    const TagId tag = run.tag("loss");
    Noise noise(2);
    std::vector<float> values;
    std::shared_ptr<const CurveData> curve;
    const CurveOptions options{XAxis::Step, 0.9, kNoTime};
    for (const int more : {10, 1, 5000, 3, 70'000, 64}) {
        for (int i = 0; i < more; ++i) {
            values.push_back(static_cast<float>(noise.bell()));
            run.add(tag, static_cast<std::int64_t>(values.size()), values.back());
        }
        const auto before = curve;
        curve = prepareCurve(run.builder.snapshot(), tag, options, curve);
        ASSERT_EQ(curve->rows(), values.size());
        EXPECT_EQ(curve->rowsVisited(), static_cast<std::size_t>(more));
        const auto whole = prepareCurve(run.builder.snapshot(), tag, options);
        EXPECT_EQ(curve->segments(), whole->segments());
        EXPECT_EQ(curve->values(), whole->values());
        EXPECT_EQ(curve->smoothedSummary(0, values.size()),
                  whole->smoothedSummary(0, values.size()));
        EXPECT_EQ(curve->smoothed(values.size() - 1), whole->smoothed(values.size() - 1));
        if (before) {
            EXPECT_EQ(before->rows() + static_cast<std::size_t>(more), values.size())
                << "an older state stays as it was";
        }
    }
}

TEST(CurveData, SmoothsAgainWhenAConstantSeriesStopsBeingOne)
{
    TestRun run("live");
    const TagId tag = run.tag("loss");
    const CurveOptions options{XAxis::Step, 0.5, kNoTime};
    run.add(tag, 0, 0.1F);
    run.add(tag, 1, 0.1F);
    auto curve = prepareCurve(run.builder.snapshot(), tag, options);
    EXPECT_EQ(curve->smoothed(1), static_cast<double>(0.1F));
    run.add(tag, 2, 0.9F);
    curve = prepareCurve(run.builder.snapshot(), tag, options, curve);
    const auto whole = prepareCurve(run.builder.snapshot(), tag, options);
    for (std::size_t row = 0; row < 3; ++row) {
        EXPECT_EQ(curve->smoothed(row), whole->smoothed(row));
    }
    EXPECT_NE(curve->smoothed(2), static_cast<double>(0.9F));
}

TEST(CurveData, HasNoPlaceInTimeForRowsWithoutATime)
{
    TestRun run("one");
    const TagId tag = run.tag("loss");
    const std::int64_t start = runlens::test::kStartNs;
    run.builder.scalar(tag, run.session, 1, start, toBits(1.0F));
    run.builder.scalar(tag, run.session, 2, kNoTime, toBits(2.0F));
    run.builder.scalar(tag, run.session, 3, start + 2'500'000'000, toBits(3.0F));
    const auto curve = prepareCurve(run.builder.snapshot(), tag, {XAxis::Relative, 0.0, start});
    EXPECT_THAT(curve->segments(), ElementsAre(CurveSegment{0, 1}, CurveSegment{2, 1}));
    EXPECT_EQ(curve->x(2), 2.5);
    EXPECT_TRUE(std::isnan(curve->x(1)));
    EXPECT_EQ(relativeOrigin(*run.builder.snapshot()), start);
}

} // namespace

} // namespace runlens::viewers
