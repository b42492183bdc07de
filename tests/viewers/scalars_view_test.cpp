// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/viewers/noisy_runs_test.h"
#include "viewers/common/hover_table.h"
#include "viewers/common/number_format.h"
#include "viewers/scalars/scalars_view.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include <gtest/gtest.h>

#include <algorithm>

namespace runlens::viewers {

namespace {

using runlens::test::TestRun;

constexpr int kSteps = 3000;

class ScalarsViewTest : public runlens::test::NoisyRunsTest<ScalarsView> {
protected:
    ScalarsViewTest() : NoisyRunsTest(Theme::Dark)
    {
        for (int i = 0; i < 4; ++i) {
            m_runs.push_back(
                std::make_unique<TestRun>(i < 3 ? "seed" + std::to_string(i + 1) : "lr_0.1"));
            runlens::test::addTraining(*m_runs.back(), i + 1, kSteps, i == 3);
        }
    }

    static void
    wheel(CurveChart& chart, QPointF at, int turns, Qt::KeyboardModifiers keys = Qt::NoModifier)
    {
        QWheelEvent event(at,
                          chart.viewport()->mapToGlobal(at.toPoint()),
                          {},
                          {0, 120 * turns},
                          Qt::NoButton,
                          keys,
                          Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(chart.viewport(), &event);
    }

    static void
    drag(CurveChart& chart, QPoint from, QPoint to, Qt::KeyboardModifiers keys = Qt::NoModifier)
    {
        QTest::mousePress(chart.viewport(), Qt::LeftButton, keys, from);
        for (int i = 1; i <= 4; ++i) {
            const QPointF at = QPointF(from) + QPointF(to - from) * i / 4;
            QMouseEvent move(QEvent::MouseMove,
                             at,
                             chart.viewport()->mapToGlobal(at.toPoint()),
                             Qt::NoButton,
                             Qt::LeftButton,
                             keys);
            QCoreApplication::sendEvent(chart.viewport(), &move);
        }
        QTest::mouseRelease(chart.viewport(), Qt::LeftButton, keys, to);
    }

    static void hover(CurveChart& chart, QPointF at)
    {
        QMouseEvent move(QEvent::MouseMove,
                         at,
                         chart.viewport()->mapToGlobal(at.toPoint()),
                         Qt::NoButton,
                         Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(chart.viewport(), &move);
    }
};

TEST_F(ScalarsViewTest, ShowsAChartForEveryTagWithItsRuns)
{
    ScalarsView& view = show();
    ASSERT_EQ(view.tagsInOrder().size(), 12);
    EXPECT_EQ(view.tagsInOrder().mid(0, 4),
              QStringList({"loss/test", "loss/train", "accuracy/test", "accuracy/train"}));
    CurveChart* chart = view.chart("loss/train");
    ASSERT_NE(chart, nullptr);
    EXPECT_EQ(chart->curves().size(), 4U);
    EXPECT_TRUE(view.hasData());
    m_selection.setStep(520);
    hover(*view.chart("loss/test"), view.chart("loss/test")->plotRect().center());
    settle();
    const QImage dark = runlens::test::picture(view, "scalars-dark");
    m_palette.setTheme(Theme::Light);
    settle();
    const QImage light = runlens::test::picture(view, "scalars-light");
    EXPECT_EQ(dark.pixelColor(2, 2), QColor(0x14, 0x16, 0x19));
    EXPECT_EQ(light.pixelColor(2, 2), QColor(0xff, 0xff, 0xff));
}

TEST_F(ScalarsViewTest, TheTitleTellsTheRecordedValueHoweverSmoothTheCurve)
{
    ScalarsView& view = show();
    view.setSmoothing(0.9);
    settle();
    m_selection.setStep(520);
    settle();
    const CurveChart& chart = *view.chart("loss/train");
    const CurveData& data = *chart.curves().front().data;
    const auto row = data.nearestRow(520.0);
    ASSERT_TRUE(row);
    ASSERT_NE(data.smoothed(*row), data.value(*row));
    EXPECT_EQ(chart.titleValue(), chart.valueText(data.value(*row)));
}

TEST_F(ScalarsViewTest, AShortSeriesHasItsOwnAxisBesideALongOne)
{
    const TagId tag = m_runs[0]->tag("warmup");
    for (int step = 0; step < 10; ++step) {
        m_runs[0]->add(tag, step, static_cast<float>(step));
    }
    ScalarsView& view = show();
    view.setFilter("warmup|loss/train");
    settle();
    EXPECT_LT(view.chart("warmup")->xRange().maximum, 20.0);
    EXPECT_GT(view.chart("loss/train")->xRange().maximum, 2000.0);
    emit view.chart("loss/train")->zoomRequested(XRange{5, 105}, std::nullopt, true);
    settle();
    EXPECT_EQ(view.chart("warmup")->xRange(), view.chart("loss/train")->xRange())
        << "a zoom is for all";
}

TEST_F(ScalarsViewTest, AShareHasNoAxisAboveAHundredPerCent)
{
    const TagId tag = m_runs[0]->tag("accuracy/constant");
    for (int step = 0; step < 3000; ++step) {
        m_runs[0]->add(tag, step, 1.0F);
    }
    ScalarsView& view = show();
    view.setFilter("accuracy");
    settle();
    for (const char* name : {"accuracy/constant", "accuracy/test", "accuracy/train"}) {
        EXPECT_LE(view.chart(name)->yRange().maximum, 1.02) << name;
    }
}

TEST_F(ScalarsViewTest, ShowsUnderTheCrosshairWhatWasRecordedAtEveryZoom)
{
    ScalarsView& view = show();
    view.setSmoothing(0.0);
    settle();
    CurveChart& chart = *view.chart("loss/train");
    for (const XRange zoom : {XRange{0, 2999}, XRange{100, 900}, XRange{510, 530}, XRange{1, 3}}) {
        emit chart.zoomRequested(zoom, std::nullopt, true);
        settle();
        for (const double share : {0.1, 0.5, 0.93}) {
            const QRectF plot = chart.plotRect();
            hover(chart, {plot.left() + plot.width() * share, plot.center().y()});
            ASSERT_TRUE(chart.crosshair().has_value());
            const double x = *chart.crosshair();
            for (const CurvePoint& point : pointsAt(chart.curves(), x)) {
                const PlotCurve& curve = chart.curves()[point.curve];
                const std::size_t row = point.row;
                EXPECT_EQ(toBits(point.value), toBits(curve.data->series().value(row)));
                EXPECT_EQ(point.step, curve.data->series().steps[row]);
                // No recorded point is nearer to the line.
                for (std::size_t other = 0; other < curve.data->rows(); ++other) {
                    ASSERT_LE(std::abs(point.x - x), std::abs(curve.data->x(other) - x));
                }
            }
            const HoverContent& content = view.hoverTable().content();
            ASSERT_FALSE(content.rows.empty());
            EXPECT_EQ(content.title,
                      QStringLiteral("Step %1").arg(formatCount(static_cast<std::int64_t>(x))));
            const auto& seed1 =
                *std::ranges::find(content.rows, QStringLiteral("seed1"), &HoverRow::run);
            const auto series = m_set.runs()[0].run->sharedScalars(
                m_set.runs()[0].run->findTag("loss/train", RecordKind::Scalar));
            EXPECT_EQ(seed1.value, formatNumber(series->value(static_cast<std::size_t>(x))));
        }
    }
}

TEST_F(ScalarsViewTest, SortsTheHoverTableByValue)
{
    ScalarsView& view = show();
    CurveChart& chart = *view.chart("loss/train");
    hover(chart, chart.plotRect().center());
    const auto points = pointsAt(chart.curves(), *chart.crosshair());
    ASSERT_EQ(points.size(), 4U);
    for (std::size_t i = 1; i < points.size(); ++i) {
        EXPECT_TRUE(points[i - 1].smoothed >= points[i].smoothed || std::isnan(points[i].smoothed));
    }
    EXPECT_EQ(view.hoverTable().content().rows.size(), 3U) << "the diverged run ended long before";
    EXPECT_TRUE(view.hoverTable().content().hasSmoothed);
    EXPECT_TRUE(view.hoverTable().isVisible());
    QEvent leave(QEvent::Leave);
    QCoreApplication::sendEvent(&chart, &leave);
    EXPECT_FALSE(view.hoverTable().isVisible());
    EXPECT_FALSE(chart.crosshair().has_value());
}

TEST_F(ScalarsViewTest, PutsTheCrosshairIntoEveryChart)
{
    ScalarsView& view = show();
    hover(*view.chart("loss/train"), view.chart("loss/train")->plotRect().center());
    const auto x = view.chart("loss/train")->crosshair();
    ASSERT_TRUE(x.has_value());
    for (const QString& tag : view.tagsInOrder()) {
        EXPECT_EQ(view.chart(tag)->crosshair(), x) << tag.toStdString();
    }
}

TEST_F(ScalarsViewTest, ZoomsAtTheMouseAndGoesBackStepByStep)
{
    ScalarsView& view = show();
    CurveChart& chart = *view.chart("loss/train");
    const XRange full = chart.xRange();
    const QPointF at(chart.plotRect().left() + chart.plotRect().width() * 0.25,
                     chart.plotRect().center().y());
    const double x = chart.plotFrame().pixelToX(chart.plotRect().width() * 0.25);
    wheel(chart, at, 3);
    const XRange zoomed = chart.xRange();
    EXPECT_LT(zoomed.width(), full.width() * 0.6);
    EXPECT_NEAR(
        chart.plotFrame().pixelToX(chart.plotRect().width() * 0.25), x, zoomed.width() * 0.01);
    EXPECT_EQ(view.chart("step_time")->xRange(), zoomed) << "all charts zoom together";
    drag(chart,
         chart.plotRect().center().toPoint(),
         chart.plotRect().center().toPoint() - QPoint(60, 0));
    EXPECT_GT(chart.xRange().minimum, zoomed.minimum);
    EXPECT_NEAR(chart.xRange().width(), zoomed.width(), 1e-6);
    QTest::keyClick(&view, Qt::Key_Backspace);
    QTest::keyClick(&view, Qt::Key_Backspace);
    EXPECT_EQ(chart.xRange(), full);
    wheel(chart, at, 5);
    QTest::mouseDClick(chart.viewport(), Qt::LeftButton, {}, at.toPoint());
    EXPECT_EQ(chart.xRange(), full);
    settle();
}

TEST_F(ScalarsViewTest, ZoomsTheValuesOfOneChartWithControl)
{
    ScalarsView& view = show();
    CurveChart& chart = *view.chart("weight_norm/fc1");
    const ValueRange before = chart.yRange();
    const ValueRange other = view.chart("loss/train")->yRange();
    wheel(chart, chart.plotRect().center(), 2, Qt::ControlModifier);
    EXPECT_LT(chart.yRange().maximum - chart.yRange().minimum, before.maximum - before.minimum);
    EXPECT_EQ(view.chart("loss/train")->yRange(), other);
    QTest::keyClick(&view, Qt::Key_Backspace);
    EXPECT_EQ(chart.yRange(), before);
}

TEST_F(ScalarsViewTest, AClickSelectsRunTagAndStep)
{
    ScalarsView& view = show();
    CurveChart& chart = *view.chart("weight_norm/fc1");
    const QPoint at = chart.plotRect().center().toPoint();
    QTest::mouseClick(chart.viewport(), Qt::LeftButton, {}, at);
    const Selection::State& state = m_selection.state();
    EXPECT_EQ(state.tag, QStringLiteral("weight_norm/fc1"));
    ASSERT_TRUE(state.step.has_value());
    EXPECT_NEAR(static_cast<double>(*state.step),
                chart.plotFrame().pixelToX(at.x() - chart.plotRect().left()),
                1.0);
    EXPECT_FALSE(state.run.isEmpty());
    EXPECT_EQ(view.chart("loss/train")->cursorX(), static_cast<double>(*state.step));
    m_selection.setStep(17);
    EXPECT_EQ(view.chart("loss/train")->cursorX(), 17.0) << "the step cursor of the window";
}

TEST_F(ScalarsViewTest, ShiftAndDragSelectsSteps)
{
    ScalarsView& view = show();
    CurveChart& chart = *view.chart("loss/train");
    const QRectF plot = chart.plotRect();
    drag(chart,
         QPointF(plot.left() + plot.width() * 0.2, plot.center().y()).toPoint(),
         QPointF(plot.left() + plot.width() * 0.6, plot.center().y()).toPoint(),
         Qt::ShiftModifier);
    ASSERT_TRUE(m_selection.state().stepRange.has_value());
    EXPECT_NEAR(static_cast<double>(m_selection.state().stepRange->first), 600, 20);
    EXPECT_NEAR(static_cast<double>(m_selection.state().stepRange->last), 1800, 20);
    EXPECT_TRUE(view.chart("step_time")->brush().has_value());
    QTest::keyClick(&view, Qt::Key_Escape);
    EXPECT_FALSE(m_selection.state().stepRange.has_value());
    EXPECT_FALSE(chart.brush().has_value());
}

TEST_F(ScalarsViewTest, ShowsOneChartAloneAndGoesBack)
{
    ScalarsView& view = show();
    m_selection.setTag("grad_norm/global");
    QTest::keyClick(&view, Qt::Key_Return);
    settle();
    EXPECT_EQ(view.single(), QStringLiteral("grad_norm/global"));
    EXPECT_EQ(view.chartCount(), 1);
    EXPECT_GT(view.chart("grad_norm/global")->width(), 1000);
    hover(*view.chart("grad_norm/global"), view.chart("grad_norm/global")->plotRect().center());
    settle();
    runlens::test::picture(view, "scalars-single-dark");
    QTest::keyClick(&view, Qt::Key_Escape);
    settle();
    EXPECT_EQ(view.chartCount(), 12);
    EXPECT_TRUE(view.single().isEmpty());
}

TEST_F(ScalarsViewTest, FollowsARunThatGrows)
{
    ScalarsView& view = show();
    TestRun& live = *m_runs[0];
    const TagId tag = live.tag("loss/train");
    for (int i = 0; i < 500; ++i) {
        live.add(tag, kSteps + i, 0.5F + 0.001F * static_cast<float>(i));
    }
    live.series("new/tag", {1, 2, 3});
    m_set.updateRun(m_set.runs()[0].key, live.builder.snapshot());
    settle();
    CurveChart& chart = *view.chart("loss/train");
    const auto found = std::ranges::find(chart.curves(), QStringLiteral("seed1"), &PlotCurve::name);
    ASSERT_NE(found, chart.curves().end());
    EXPECT_EQ(found->data->rows(), static_cast<std::size_t>(kSteps + 500));
    EXPECT_EQ(found->data->rowsVisited(), 500U) << "only new rows are visited";
    EXPECT_EQ(found->data->value(found->data->rows() - 1),
              static_cast<double>(0.5F + 0.001F * 499));
    EXPECT_EQ(chart.xRange().maximum, kSteps + 499);
    EXPECT_TRUE(view.tagsInOrder().contains("new/tag"));
    // What is drawn ends where the last value is.
    const CurveDrawing drawing = drawCurve(*found->data, chart.plotFrame(), false);
    const double last = chart.plotFrame().yToPixel(found->data->value(found->data->rows() - 1));
    const double drawn =
        drawing.columns.empty() ? drawing.lines.back().back().y() : drawing.columns.back().y1();
    EXPECT_NEAR(drawn, last, 1.0);
}

TEST_F(ScalarsViewTest, MakesOnlyTheChartsInSight)
{
    for (int i = 0; i < 3000; ++i) {
        m_runs[0]->series("many/tag" + std::to_string(i), {1.0F, static_cast<float>(i)});
    }
    ScalarsView& view = show();
    EXPECT_EQ(view.tagsInOrder().size(), 3012);
    EXPECT_LE(view.chartCount(), 24);
    runlens::test::picture(view, "scalars-groups-dark");
    view.setFilter("tag299[0-9]$");
    settle();
    EXPECT_EQ(view.tagsInOrder().size(), 10);
    ASSERT_NE(view.chart("many/tag2991"), nullptr);
    EXPECT_EQ(view.chart("many/tag2991")->curves()[0].data->value(1), 2991.0);
}

TEST_F(ScalarsViewTest, HidesARunThatIsNotShown)
{
    ScalarsView& view = show();
    auto runs = m_set.runs();
    runs[3].isShown = false;
    m_set.setRuns(std::move(runs));
    settle();
    EXPECT_EQ(view.chart("loss/train")->curves().size(), 3U);
}

TEST_F(ScalarsViewTest, RecoloursItsCurvesWhenARunGetsAnotherColour)
{
    ScalarsView& view = show();
    auto runs = m_set.runs();
    runs[0].colourSlot = 7;
    m_set.setRuns(std::move(runs));
    settle();
    const auto& curves = view.chart("loss/train")->curves();
    ASSERT_EQ(curves.size(), 4U);
    const auto found = std::ranges::find(curves, QStringLiteral("seed1"), &PlotCurve::name);
    ASSERT_NE(found, curves.end());
    EXPECT_EQ(found->colour, m_palette.runColour(7));
}

TEST_F(ScalarsViewTest, ShowsTimeOnTheHorizontalAxis)
{
    ScalarsView& view = show();
    m_selection.setStep(1000);
    view.setXAxis(XAxis::Relative);
    settle();
    CurveChart& chart = *view.chart("loss/train");
    EXPECT_NEAR(chart.xRange().maximum, 2.999, 1e-6);
    EXPECT_NEAR(chart.cursorX().value_or(-1), 1.0, 1e-6);
    view.setXAxis(XAxis::Wall);
    settle();
    EXPECT_NEAR(chart.xRange().minimum, runlens::test::kStartNs * 1e-9, 1e-3);
    runlens::test::picture(view, "scalars-wall-dark");
}

TEST_F(ScalarsViewTest, KeepsItsStateForReopening)
{
    QByteArray state;
    {
        ScalarsView& view = show();
        view.setFilter("loss");
        view.setSmoothing(0.95);
        view.setScale(YScale::Log);
        wheel(*view.chart("loss/train"), view.chart("loss/train")->plotRect().center(), 4);
        state = view.saveState();
    }
    ScalarsView& view = show();
    view.restoreState(state);
    settle();
    EXPECT_EQ(view.tagsInOrder(), QStringList({"loss/test", "loss/train"}));
    EXPECT_EQ(view.smoothing(), 0.95);
    EXPECT_LT(view.chart("loss/train")->xRange().width(), 2000);
    EXPECT_EQ(view.saveState(), state);
    view.restoreState("not json");
    EXPECT_EQ(view.saveState(), state);
}

TEST_F(ScalarsViewTest, ExportsAllPointsAndPictures)
{
    ScalarsView& view = show();
    view.setFilter("loss/t");
    settle();
    QTemporaryDir folder;
    const QString csv = folder.filePath("scalars.csv");
    ASSERT_TRUE(view.exportTo(csv, ExportFormat::Csv).has_value());
    QFile file(csv);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QList<QByteArray> lines = file.readAll().split('\n');
    std::size_t points = 0;
    for (const OpenRun& run : m_set.runs()) {
        points += run.run->recordCount(run.run->findTag("loss/train", RecordKind::Scalar));
        points += run.run->recordCount(run.run->findTag("loss/test", RecordKind::Scalar));
    }
    EXPECT_EQ(lines.size(), static_cast<int>(points) + 2);
    EXPECT_EQ(lines[0].trimmed(), QByteArray("run,tag,step,wall_time,value"));
    EXPECT_TRUE(lines[1].startsWith("seed1,loss/test,374,1795874531.374,"))
        << lines[1].toStdString();
    for (const auto& [format, suffix] : {std::pair(ExportFormat::Png, "png"),
                                         std::pair(ExportFormat::Svg, "svg"),
                                         std::pair(ExportFormat::Pdf, "pdf")})
    {
        const QString path = folder.filePath(QStringLiteral("scalars.") + suffix);
        const Status status = view.exportTo(path, format);
        ASSERT_TRUE(status.has_value()) << status.error().message();
        EXPECT_GT(QFileInfo(path).size(), 3000) << suffix;
    }
    QFile svg(folder.filePath("scalars.svg"));
    ASSERT_TRUE(svg.open(QIODevice::ReadOnly));
    EXPECT_TRUE(svg.readAll().contains("polyline")) << "curves are lines, not a picture";
    EXPECT_FALSE(
        view.exportTo(folder.filePath("no/such/folder.csv"), ExportFormat::Csv).has_value());
}

TEST_F(ScalarsViewTest, AStoppedExportLeavesWhatWasThere)
{
    ScalarsView& view = show();
    QTemporaryDir folder;
    const QString path = folder.filePath("scalars.csv");
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("mine");
    file.close();
    const ExportWork work = view.exportWork(path, ExportFormat::Csv);
    ASSERT_TRUE(work);
    EXPECT_FALSE(view.exportWork(path, ExportFormat::Png)) << "pictures are painted at once";
    std::stop_source stop;
    stop.request_stop();
    std::atomic<int> done = 0;
    EXPECT_FALSE(work(stop.get_token(), done).has_value());
    EXPECT_EQ(QFileInfo(path).size(), 4);
    EXPECT_EQ(QDir(folder.path()).entryList(QDir::Files), QStringList("scalars.csv"));
    ASSERT_TRUE(work({}, done).has_value());
    EXPECT_EQ(done, 1000);
    EXPECT_GT(QFileInfo(path).size(), 100'000);
}

TEST_F(ScalarsViewTest, SaysSoWhenThereIsNothing)
{
    m_runs.clear();
    m_runs.push_back(std::make_unique<TestRun>("empty"));
    ScalarsView& view = show();
    EXPECT_FALSE(view.hasData());
    EXPECT_FALSE(view.emptyText().isEmpty());
    EXPECT_TRUE(view.emptyCode().contains("addScalar"));
    QTest::keyClick(&view, Qt::Key_Return);
    QTest::keyClick(&view, Qt::Key_Backspace);
    EXPECT_EQ(view.chartCount(), 0);
    QSignalSpy available(&view, &View::dataAvailabilityChanged);
    m_runs[0]->series("loss", {1, 2});
    m_set.updateRun(m_set.runs()[0].key, m_runs[0]->builder.snapshot());
    EXPECT_EQ(available.count(), 1);
    EXPECT_TRUE(view.hasData());
    settle();
    EXPECT_EQ(view.chartCount(), 1);
}

} // namespace

} // namespace runlens::viewers
