// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/viewers/distributions/distribution_run.h"
#include "viewers/distributions/distribution_drawing.h"
#include "viewers/distributions/statistics_run.h"

#include <gmock/gmock.h>

#include <cmath>

namespace runlens::viewers {
namespace {

using namespace std::chrono_literals;
using runlens::test::addTensor;
using runlens::test::addWandering;
using runlens::test::StoredRun;
using testing::ElementsAre;

std::shared_ptr<const HistogramSeries> load(const StoredRun& stored)
{
    return loadHistograms(stored.reader(), stored.run(), TagId{0}, nullptr, 10s, {});
}

DistributionFrame frameOf(DistributionMode mode, const ValueBounds& values)
{
    DistributionFrame frame;
    frame.mode = mode;
    frame.size = {300.0, 100.0};
    frame.values = values;
    frame.colours = {Qt::white, Qt::blue, QVector<QRgb>(256)};
    for (int i = 0; i < 256; ++i) {
        frame.colours.heat[i] = qRgb(i, i, i);
    }
    return frame;
}

TEST(HistogramSeries, HoldsEveryStepAndWhatIsNoNumber)
{
    const StoredRun stored([](SummaryWriter& sink) { addWandering(sink, "w"); });
    const auto series = load(stored);
    ASSERT_EQ(series->steps.size(), 4U);
    EXPECT_TRUE(series->isComplete);
    EXPECT_EQ(series->rows, 4U);
    EXPECT_EQ(series->bare, 1U);
    EXPECT_EQ(series->failed, 0U);
    EXPECT_EQ(series->steps[1]->step, 10);
    EXPECT_THAT(series->steps[1]->buckets.edges, ElementsAre(-1.0, 0.0, 1.0, 2.0, 3.0));
    EXPECT_THAT(series->steps[1]->buckets.counts, ElementsAre(1.0, 6.0, 6.0, 1.0));
    const auto table = makeTable(series, {});
    EXPECT_EQ(table->withNans, 2U);
    EXPECT_EQ(table->rows.size(), 4U);
    EXPECT_EQ(table->values, (ValueBounds{-2.0, 4.0}));
    EXPECT_EQ(table->firstAt, 0.0);
    EXPECT_EQ(table->lastAt, 30.0);
    EXPECT_EQ(table->bins, kTensorBoardBins);
    EXPECT_NEAR(elementsIn(table->rows[0].binned), 14.0, 1e-9);
}

TEST(HistogramSeries, LoadsAPartAtATime)
{
    const StoredRun stored([](SummaryWriter& sink) { addWandering(sink, "w"); });
    std::shared_ptr<const HistogramSeries> series;
    int parts = 0;
    do {
        series = loadHistograms(stored.reader(), stored.run(), TagId{0}, series, 0ms, {});
        ++parts;
    } while (!series->isComplete && parts < 10);
    EXPECT_EQ(parts, 4);
    EXPECT_EQ(series->steps.size(), 4U);
}

TEST(HistogramSeries, ThinsOutALongSeriesEvenlyAndKeepsTheLast)
{
    constexpr std::int64_t kSteps = 5001;
    const StoredRun stored([](SummaryWriter& sink) {
        std::vector<runlens::test::StepOf> steps;
        steps.reserve(static_cast<std::size_t>(kSteps));
        for (std::int64_t i = 0; i < kSteps; ++i) {
            steps.push_back({i, 0.0, {1.0}});
        }
        addTensor(sink, "w", steps);
    });
    const auto series = load(stored);
    EXPECT_EQ(series->stride, 4U);
    EXPECT_LE(series->steps.size(), kMostLoadedSteps + 1);
    EXPECT_EQ(series->rows, 5001U);
    EXPECT_EQ(series->steps.front()->step, 0);
    EXPECT_EQ(series->steps[1]->step, 4);
    EXPECT_EQ(series->steps.back()->step, 5000);
}

TEST(HistogramSeries, SaysWhyAPayloadCannotBeRead)
{
    const StoredRun stored([](SummaryWriter& sink) {
        TensorStatsRecord record;
        const std::string broken("\x0a\x7f", 2); // a length beyond the end
        record.encoded.bytes = asBytes(broken);
        record.session = sink.currentSession();
        sink.tensorStats(sink.tag({0, "w", RecordKind::Histogram, NumberType::Float64, {}, {}}),
                         record);
    });
    const auto series = load(stored);
    EXPECT_EQ(series->failed, 1U);
    EXPECT_THAT(series->firstProblem, testing::HasSubstr("no histogram message"));
    EXPECT_TRUE(series->isComplete);
}

TEST(DistributionTable, PlacesStepsByStepByTimeAndSinceTheStart)
{
    const StoredRun stored([](SummaryWriter& sink) { addWandering(sink, "w"); });
    const auto series = load(stored);
    const TableOptions relative{Binning::Exact, XAxis::Relative, StoredRun::kStart - 5'000'000'000};
    EXPECT_DOUBLE_EQ(makeTable(series, relative)->rows[1].at, 15.0);
    EXPECT_DOUBLE_EQ(makeTable(series, {Binning::Exact, XAxis::Wall, kNoTime})->rows[1].at,
                     1'700'000'010.0);
    EXPECT_EQ(makeTable(series, {Binning::Exact, XAxis::Relative, kNoTime})->placeless, 4U);
    EXPECT_EQ(makeTable(series, {})->rowOfStep(14), 1U);
    EXPECT_EQ(makeTable(series, {})->rowOfStep(500), 3U);
}

TEST(DistributionDrawing, DrawsARidgeForEveryStepTheNewestInFront)
{
    const StoredRun stored([](SummaryWriter& sink) { addWandering(sink, "w"); });
    const auto table = makeTable(load(stored), {Binning::Exact, XAxis::Step, kNoTime});
    const auto drawing = drawDistribution(table, frameOf(DistributionMode::Ridge, table->values));
    ASSERT_EQ(drawing->ridges.size(), 4U);
    EXPECT_EQ(drawing->rowsDrawn, 4U);
    // Six elements in a bucket of 50 px.
    EXPECT_NEAR(drawing->largest, 6.0 / 50.0, 1e-12);
    EXPECT_NEAR(drawing->ridges[0].baseline, 34.0, 1e-9);
    EXPECT_NEAR(drawing->ridges[3].baseline, 100.0, 1e-9);
    // The first ridge is highest in its second and third bucket: 50 to 150 px.
    const Ridge& first = drawing->ridges[0];
    double top = 100.0;
    double from = 1e9;
    double to = -1e9;
    for (const QPointF& point : first.outline) {
        top = std::min(top, point.y());
    }
    for (const QPointF& point : first.outline) {
        if (point.y() < top + 0.5) {
            from = std::min(from, point.x());
            to = std::max(to, point.x());
        }
    }
    EXPECT_NEAR(top, 0.0, 1e-9);
    EXPECT_NEAR(from, 50.0, 1.0);
    EXPECT_NEAR(to, 150.0, 1.0);
    // The third step has NaN, the fourth nothing else.
    ASSERT_EQ(drawing->sideMarks.size(), 2U);
    EXPECT_EQ(drawing->sideMarks[0].kind, MarkKind::NotANumber);
    EXPECT_NEAR(drawing->sideMarks[1].y, 100.0, 1e-9);
}

TEST(DistributionDrawing, DrawsTheLogarithmOfCountsWhenAsked)
{
    const StoredRun stored([](SummaryWriter& sink) {
        addTensor(sink, "w", {{0, 0.0, {99.0, 9.0, 0.0}}});
    });
    const auto table = makeTable(load(stored), {Binning::Exact, XAxis::Step, kNoTime});
    DistributionFrame frame = frameOf(DistributionMode::Overlay, table->values);
    frame.size = {3.0, 100.0}; // a column for each bucket
    frame.isLog = true;
    const auto drawing = drawDistribution(table, frame);
    ASSERT_EQ(drawing->ridges.size(), 1U);
    EXPECT_DOUBLE_EQ(drawing->largest, 99.0);
    double atSecond = 0.0;
    for (const QPointF& point : drawing->ridges[0].outline) {
        if (point.x() == 2.0 && point.y() < 99.0) {
            atSecond = point.y();
        }
    }
    EXPECT_NEAR(atSecond, 100.0 - 100.0 * std::log1p(9.0) / std::log1p(99.0), 1e-9); // a half
}

TEST(DistributionDrawing, ThinsOutRidgesThatLieTooCloseAndSaysHowMany)
{
    const StoredRun stored([](SummaryWriter& sink) {
        std::vector<runlens::test::StepOf> steps;
        steps.reserve(500);
        for (int i = 0; i < 500; ++i) {
            steps.push_back({i, 0.0, {1.0, 2.0}});
        }
        addTensor(sink, "w", steps);
    });
    const auto table = makeTable(load(stored), {});
    const auto drawing = drawDistribution(table, frameOf(DistributionMode::Ridge, table->values));
    EXPECT_EQ(drawing->rowsDrawn, 32U); // 66 px: every 16th step is 2.1 px from the next
    EXPECT_EQ(drawing->ridges.back().row, 499U);
}

TEST(DistributionDrawing, PaintsTheSharesOfEveryStepAsAHeatMap)
{
    const StoredRun stored([](SummaryWriter& sink) {
        addTensor(sink, "w", {{0, 0.0, {8.0, 0.0}}, {10, 0.0, {0.0, 2.0}}});
    });
    const auto table = makeTable(load(stored), {Binning::Exact, XAxis::Step, kNoTime});
    const auto drawing = drawDistribution(table, frameOf(DistributionMode::HeatMap, table->values));
    ASSERT_EQ(drawing->heat.size(), QSize(300, 100));
    // All of step 0 lies low, all of step 10 high; each is a share of its own step.
    EXPECT_EQ(qRed(drawing->heat.pixel(10, 75)), 255);
    EXPECT_EQ(qRed(drawing->heat.pixel(10, 25)), 0);
    EXPECT_EQ(qRed(drawing->heat.pixel(290, 75)), 0);
    EXPECT_EQ(qRed(drawing->heat.pixel(290, 25)), 255);
    EXPECT_EQ(qRed(drawing->heat.pixel(140, 75)), 255); // nearer to step 0
    EXPECT_EQ(qRed(drawing->heat.pixel(160, 25)), 255);
    EXPECT_NEAR(drawing->largest, 1.0 / 50.0, 1e-12);
}

TEST(DistributionDrawing, DrawsBandsBetweenPercentilesAndBreaksThemWhereNothingIsFinite)
{
    const StoredRun stored([](SummaryWriter& sink) {
        addTensor(sink,
                  "w",
                  {{0, 0.0, {10.0}}, {10, 1.0, {10.0}}, {20, 0.0, {}, 5, 0}, {30, 0.0, {10.0}}});
    });
    const auto table = makeTable(load(stored), {Binning::Exact, XAxis::Step, kNoTime});
    const auto drawing =
        drawDistribution(table, frameOf(DistributionMode::Percentiles, {0.0, 2.0}));
    ASSERT_EQ(drawing->medians.size(), 2U);
    EXPECT_EQ(drawing->medians[0], QPolygonF({QPointF(0, 75), QPointF(100, 25)}));
    ASSERT_EQ(drawing->bands.size(), 8U);
    EXPECT_EQ(drawing->bands[0].level, 0U);
    EXPECT_EQ(drawing->bands[0].area,
              QPolygonF({QPointF(0, 50), QPointF(100, 0), QPointF(100, 50), QPointF(0, 100)}));
    EXPECT_EQ(drawing->bands[7].level, 3U);
    ASSERT_EQ(drawing->marks.size(), 1U);
    EXPECT_NEAR(drawing->marks[0].firstPixel, 200.0, 1e-9);
}

TEST(DistributionDrawing, FindsStepAndBucketUnderTheMouse)
{
    const StoredRun stored([](SummaryWriter& sink) { addWandering(sink, "w"); });
    const auto table = makeTable(load(stored), {Binning::Exact, XAxis::Step, kNoTime});
    const auto map = drawDistribution(table, frameOf(DistributionMode::HeatMap, table->values));
    const auto hit = hitAt(*map, {105.0, 60.0}); // step 10.5, value 0.4
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->row, 1U);
    EXPECT_NEAR(hit->value, 0.4, 1e-9);
    EXPECT_EQ(hit->bucket, 1);
    const auto ridges = drawDistribution(table, frameOf(DistributionMode::Ridge, table->values));
    const auto inside = hitAt(*ridges, {100.0, 20.0}); // inside of the first ridge, value 0
    ASSERT_TRUE(inside);
    EXPECT_EQ(inside->row, 0U);
    EXPECT_EQ(inside->bucket, 2);
    const auto below = hitAt(*ridges, {299.0, 99.0});
    ASSERT_TRUE(below);
    EXPECT_EQ(below->row, 3U);
    EXPECT_EQ(below->bucket, -1);
}

TEST(DistributionDrawing, DrawsNothingOfAnEmptySeries)
{
    const auto table = makeTable(std::make_shared<HistogramSeries>(), {});
    for (const DistributionMode mode : {DistributionMode::Ridge,
                                        DistributionMode::Overlay,
                                        DistributionMode::HeatMap,
                                        DistributionMode::Percentiles})
    {
        const auto drawing = drawDistribution(table, frameOf(mode, table->values));
        EXPECT_EQ(drawing->rowsDrawn, 0U);
        EXPECT_FALSE(hitAt(*drawing, {1.0, 1.0}));
    }
}

TEST(ValueScale, IsLogarithmicOnBothSidesOfZero)
{
    const ValueScale scale({-100.0, 100.0}, true);
    EXPECT_DOUBLE_EQ(scale.shareOf(0.0), 0.5);
    EXPECT_DOUBLE_EQ(scale.shareOf(-100.0), 0.0);
    EXPECT_DOUBLE_EQ(scale.shareOf(100.0), 1.0);
    EXPECT_GT(scale.shareOf(1.0), 0.65); // far from the middle already
    for (const double value : {-100.0, -3.0, -0.01, 0.0, 0.5, 77.0}) {
        EXPECT_NEAR(scale.valueAt(scale.shareOf(value)), value, 1e-9);
    }
    std::vector<double> ticks;
    for (const AxisTick& tick : scale.ticks(5)) {
        ticks.push_back(tick.position);
    }
    EXPECT_THAT(ticks, ElementsAre(-100.0, -10.0, 0.0, 10.0, 100.0));
}

TEST(StatisticsRun, MakesACurveOfEveryStatisticThatIsKnown)
{
    const StoredRun stored([](SummaryWriter& sink) { addWandering(sink, "w"); });
    const auto run = statisticsRun(stored.run(), TagId{0});
    const auto values = [&](Statistic statistic) {
        std::vector<double> all;
        const ScalarSeries* series = run->scalars(static_cast<TagId>(statistic));
        for (std::size_t row = 0; series != nullptr && row < series->size(); ++row) {
            all.push_back(series->value(row));
        }
        return all;
    };
    EXPECT_THAT(values(Statistic::Minimum), ElementsAre(-2.0, -1.0, 0.0, testing::IsNan()));
    EXPECT_THAT(values(Statistic::Mean), ElementsAre(0.0, 1.0, 2.0, testing::IsNan()));
    EXPECT_THAT(values(Statistic::L2Norm), ElementsAre(14.0, 14.0, 14.0, testing::IsNan()));
    EXPECT_THAT(values(Statistic::Zeros), ElementsAre(2.0, 2.0, 2.0, 2.0));
    EXPECT_THAT(values(Statistic::Nans), ElementsAre(0.0, 0.0, 3.0, 14.0));
    EXPECT_THAT(values(Statistic::PositiveInfinities), ElementsAre(0.0, 0.0, 0.0, 0.0));
}

TEST(StatisticsRun, InventsNoCountsThatAHistogramDoesNotHave)
{
    const StoredRun stored([](SummaryWriter& sink) {
        TensorStatsRecord record;
        record.session = sink.currentSession();
        record.step = 1;
        record.statistics.count = 3;
        record.statistics.maximum = 2.0;
        record.statistics.mean = 1.0;
        record.statistics.l2Norm = 2.5;
        sink.tensorStats(sink.tag({0, "w", RecordKind::Histogram, NumberType::Float64, {}, {}}),
                         record);
    });
    const auto run = statisticsRun(stored.run(), TagId{0});
    const auto size = [&](Statistic statistic) {
        const ScalarSeries* series = run->scalars(static_cast<TagId>(statistic));
        return series != nullptr ? series->size() : 0;
    };
    EXPECT_EQ(size(Statistic::Maximum), 1U);
    EXPECT_EQ(size(Statistic::L2Norm), 1U);
    EXPECT_EQ(size(Statistic::Zeros), 0U);
    EXPECT_EQ(size(Statistic::Nans), 0U);
}

} // namespace
} // namespace runlens::viewers
