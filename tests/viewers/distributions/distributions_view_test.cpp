// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/view_fixture.h"
#include "tests/viewers/distributions/distribution_run.h"
#include "tests/viewers/noisy_runs.h"
#include "viewers/common/fact_popup.h"
#include "viewers/common/hover_table.h"
#include "viewers/common/widgets.h"
#include "viewers/distributions/distributions_view.h"
#include "viewers/distributions/statistics_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QTemporaryDir>
#include <QWheelEvent>

#include <gmock/gmock.h>

namespace runlens::viewers {
namespace {

using runlens::test::addTensor;
using runlens::test::addWandering;
using runlens::test::StoredRun;
using runlens::test::ViewFixture;

class DistributionsTest : public testing::Test {
protected:
    DistributionsTest()
    {
        m_stored.push_back(std::make_unique<StoredRun>([](SummaryWriter& sink) {
            addWandering(sink, "conv1.weight");
            addTensor(sink, "fc1.weight", {{0, 0.0, {5.0, 5.0}}, {10, 0.0, {4.0, 6.0}}});
            addTensor(sink, "fc1.weight/grad", {{0, -1.0, {1.0, 9.0, 1.0}}});
        }));
        m_stored.push_back(std::make_unique<StoredRun>([](SummaryWriter& sink) {
            addTensor(sink, "conv1.weight", {{0, -6.0, {3.0, 3.0}}, {10, -3.0, {6.0}}});
        }));
    }

    void open(Theme theme = Theme::Dark)
    {
        m_fixture = std::make_unique<ViewFixture<DistributionsView>>(
            std::vector{m_stored[0]->open("seed1", 0), m_stored[1]->open("seed2", 1)}, theme);
        view().headerControls()->show();
        settle();
    }

    void settle()
    {
        const bool isDone = QTest::qWaitFor(
            [this] {
                m_fixture->window.grab();
                return view().isSettled();
            },
            20'000);
        ASSERT_TRUE(isDone) << "the view did not settle";
    }

    DistributionsView& view() { return *m_fixture->view; }

    Selection& selection() { return m_fixture->selection; }

    DistributionChart* chart(int index) { return view().chart(view().keysInOrder().value(index)); }

    template <typename Control>
    Control* control(const QString& accessibleName)
    {
        for (auto* child : view().headerControls()->findChildren<Control*>()) {
            if (child->accessibleName() == accessibleName) {
                return child;
            }
        }
        return nullptr;
    }

    void choose(const QString& combo, int index)
    {
        auto* box = control<QComboBox>(combo);
        ASSERT_NE(box, nullptr);
        box->setFocus();
        QTest::keyClick(box, Qt::Key_Home);
        for (int i = 0; i < index; ++i) {
            QTest::keyClick(box, Qt::Key_Down);
        }
        settle();
    }

    static void hover(QWidget* widget, QPointF at)
    {
        QMouseEvent move(QEvent::MouseMove,
                         at,
                         widget->mapToGlobal(at),
                         Qt::NoButton,
                         Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(widget, &move);
    }

    static void wheel(QWidget* widget, QPointF at, int turns)
    {
        QWheelEvent event(at,
                          widget->mapToGlobal(at),
                          {},
                          {0, 120 * turns},
                          Qt::NoButton,
                          Qt::NoModifier,
                          Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(widget, &event);
    }

    std::vector<std::unique_ptr<StoredRun>> m_stored;
    std::unique_ptr<ViewFixture<DistributionsView>> m_fixture;
};

TEST_F(DistributionsTest, ShowsTheRunsOfATagSideBySideOnOneAxis)
{
    open();
    ASSERT_EQ(view().keysInOrder().size(), 4);
    EXPECT_TRUE(view().hasData());
    ASSERT_NE(chart(0), nullptr);
    ASSERT_NE(chart(1), nullptr);
    EXPECT_EQ(chart(0)->tag(), "conv1.weight");
    EXPECT_EQ(chart(1)->tag(), "conv1.weight");
    EXPECT_EQ(chart(0)->table()->rows.size(), 4U);
    EXPECT_EQ(chart(1)->table()->rows.size(), 2U);
    EXPECT_EQ(chart(0)->values(), (ValueBounds{-6.0, 4.0}));
    EXPECT_EQ(chart(1)->values(), (ValueBounds{-6.0, 4.0}));
    EXPECT_EQ(chart(0)->drawing()->ridges.size(), 4U);
    EXPECT_TRUE(chart(0)->detail().contains("NaN")) << chart(0)->detail().toStdString();
    EXPECT_EQ(chart(2)->tag(), "fc1.weight");
}

TEST_F(DistributionsTest, TellsBucketCountAndStepUnderTheMouse)
{
    open();
    choose("Kind of chart", 2); // heat map
    choose("Buckets", 0);       // exact
    DistributionChart* heat = chart(2);
    const QRectF plot = heat->plotRect();
    // fc1.weight: [0, 1) and [1, 2], steps 0 and 10.
    hover(heat, {plot.left() + plot.width() * 0.9, plot.bottom() - plot.height() * 0.25});
    EXPECT_TRUE(view().popup().isVisible());
    EXPECT_EQ(view().popup().content().title, "Step 10");
    EXPECT_EQ(view().popup().valueOf("Bucket"), "[0, 1)");
    EXPECT_EQ(view().popup().valueOf("Count"), "4");
    EXPECT_EQ(view().popup().valueOf("Share"), "40 %");
    EXPECT_EQ(view().popup().valueOf("Elements"), "10");
    hover(heat, {plot.left() + plot.width() * 0.1, plot.top() + plot.height() * 0.25});
    EXPECT_EQ(view().popup().content().title, "Step 0");
    EXPECT_EQ(view().popup().valueOf("Bucket"), "[1, 2]");
    hover(heat, {2.0, 2.0});
    EXPECT_FALSE(view().popup().isVisible());
    // The third step of the first tag has NaN.
    hover(chart(0),
          chart(0)->plotRect().topLeft() + QPointF(chart(0)->plotRect().width() * 2 / 3, 20));
    EXPECT_EQ(view().popup().content().title, "Step 20");
    EXPECT_EQ(view().popup().valueOf("NaN"), "3");
}

TEST_F(DistributionsTest, SetsTheStepByAClickAndHighlightsTheRidgeOfTheCursor)
{
    open();
    DistributionChart* ridges = chart(0);
    const QRectF plot = ridges->plotRect();
    const double baseline = ridges->drawing()->ridges[1].baseline;
    QTest::mouseClick(
        ridges,
        Qt::LeftButton,
        {},
        QPoint(static_cast<int>(plot.left() + 3), static_cast<int>(plot.top() + baseline)));
    EXPECT_EQ(selection().state().step, 10);
    EXPECT_EQ(selection().state().tag, "conv1.weight");
    EXPECT_EQ(selection().state().run, m_stored[0]->open().key);
    EXPECT_EQ(ridges->cursorRow(), 1U);
    selection().setStep(29);
    EXPECT_EQ(ridges->cursorRow(), 3U);
    // The highlighted ridge is drawn in the accent colour.
    selection().setStep(0);
    const QImage image = ridges->grab().toImage();
    const QColor accent = m_fixture->palette.colour(Role::Accent);
    int found = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = static_cast<int>(plot.left()); x < image.width() - 30; ++x) {
            found += image.pixelColor(x, y) == accent ? 1 : 0;
        }
    }
    EXPECT_GT(found, 40);
}

TEST_F(DistributionsTest, DrawsEachKindOfChart)
{
    open();
    choose("Kind of chart", 1);
    EXPECT_EQ(chart(0)->drawing()->frame.mode, DistributionMode::Overlay);
    EXPECT_EQ(chart(0)->drawing()->ridges.size(), 4U);
    choose("Kind of chart", 2);
    EXPECT_FALSE(chart(0)->drawing()->heat.isNull());
    ASSERT_EQ(chart(0)->drawing()->marks.size(), 2U); // steps 20 and 30
    choose("Kind of chart", 3);
    EXPECT_EQ(chart(0)->drawing()->medians.size(), 1U);
    EXPECT_EQ(chart(0)->drawing()->bands.size(), 4U);
    choose("Kind of chart", 0);
    EXPECT_EQ(chart(0)->drawing()->frame.mode, DistributionMode::Ridge);
}

TEST_F(DistributionsTest, RebinsAsTheOtherToolsDo)
{
    open();
    EXPECT_EQ(chart(2)->table()->bins, 30);
    choose("Buckets", 2); // MindInsight: 10 elements, 3 buckets over [0, 2]
    EXPECT_EQ(chart(2)->table()->bins, 3);
    EXPECT_THAT(chart(2)->table()->rows[0].binned.counts, testing::ElementsAre(4.0, 4.0, 4.0));
    EXPECT_THAT(chart(2)->table()->rows[1].binned.counts, testing::ElementsAre(3.0, 4.0, 4.0));
    choose("Buckets", 0);
    EXPECT_EQ(chart(2)->table()->bins, 0);
    EXPECT_THAT(chart(2)->table()->rows[1].buckets().counts, testing::ElementsAre(4.0, 6.0));
}

TEST_F(DistributionsTest, ChangesAxisAndScale)
{
    open();
    auto* axis = control<SegmentedControl>("Axis of steps");
    ASSERT_NE(axis, nullptr);
    axis->setFocus();
    QTest::keyClick(axis, Qt::Key_Right);
    settle();
    EXPECT_EQ(chart(0)->table()->options.axis, XAxis::Relative);
    EXPECT_DOUBLE_EQ(chart(0)->table()->rows[1].at, 10.0); // a second a step
    QTest::keyClick(axis, Qt::Key_Right);
    settle();
    EXPECT_DOUBLE_EQ(chart(0)->table()->rows[1].at, 1'700'000'010.0);
    EXPECT_FALSE(chart(0)->drawing()->frame.isLog);
    auto* log = control<QCheckBox>("Logarithm");
    ASSERT_NE(log, nullptr);
    QTest::mouseClick(log, Qt::LeftButton, {}, QPoint(8, log->height() / 2));
    settle();
    EXPECT_TRUE(chart(0)->drawing()->frame.isLog);
    EXPECT_TRUE(chart(0)->detail().contains("log"));
}

TEST_F(DistributionsTest, ZoomsValuesAtTheMouseAndFitsByADoubleClick)
{
    open();
    DistributionChart* ridges = chart(2);
    const ValueBounds before = ridges->values();
    const QPointF centre = ridges->plotRect().center();
    wheel(ridges, centre, 3);
    settle();
    const ValueBounds zoomed = ridges->values();
    EXPECT_GT(zoomed.minimum, before.minimum);
    EXPECT_LT(zoomed.maximum, before.maximum);
    QTest::mousePress(ridges, Qt::LeftButton, {}, centre.toPoint());
    QMouseEvent move(QEvent::MouseMove,
                     centre + QPointF(30, 0),
                     ridges->mapToGlobal(centre + QPointF(30, 0)),
                     Qt::NoButton,
                     Qt::LeftButton,
                     Qt::NoModifier);
    QCoreApplication::sendEvent(ridges, &move);
    QTest::mouseRelease(ridges, Qt::LeftButton, {}, (centre + QPointF(30, 0)).toPoint());
    EXPECT_LT(ridges->values().minimum, zoomed.minimum);
    EXPECT_FALSE(selection().state().step) << "a drag is no click";
    QTest::mouseDClick(ridges, Qt::LeftButton, {}, centre.toPoint());
    settle();
    EXPECT_EQ(ridges->values(), before);
}

TEST_F(DistributionsTest, ShowsTheStatisticsOfTheSelectedTensorBesideIt)
{
    open();
    EXPECT_EQ(view().panel().tag(), "conv1.weight");
    CurveChart* nans = view().panel().chart(Statistic::Nans);
    ASSERT_NE(nans, nullptr);
    EXPECT_EQ(nans->title(), "NaN");
    ASSERT_EQ(nans->curves().size(), 2U); // both runs
    EXPECT_DOUBLE_EQ(nans->curves()[0].data->value(2), 3.0);
    EXPECT_DOUBLE_EQ(view().panel().chart(Statistic::Mean)->curves()[0].data->value(1), 1.0);
    selection().setTag("fc1.weight");
    settle();
    EXPECT_EQ(view().panel().tag(), "fc1.weight");
    EXPECT_EQ(view().panel().chart(Statistic::Maximum)->curves().size(), 1U);
    selection().setStep(10);
    EXPECT_DOUBLE_EQ(view().panel().chart(Statistic::Maximum)->cursorX().value_or(-1.0), 10.0);
    auto* button = view().headerControls()->findChild<IconButton*>();
    ASSERT_NE(button, nullptr);
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_FALSE(view().panel().isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    settle();
    EXPECT_TRUE(view().panel().isVisible());
}

TEST_F(DistributionsTest, FiltersByNameOrRegularExpression)
{
    open();
    auto* search = view().headerControls()->findChild<SearchField*>();
    ASSERT_NE(search, nullptr);
    view().startSearch();
    QTest::keyClicks(search, "^fc");
    settle();
    EXPECT_EQ(view().keysInOrder().size(), 2);
    QTest::keyClicks(search, "(");
    EXPECT_EQ(view().keysInOrder().size(), 2) << "a wrong expression keeps what was";
    QTest::keyClick(search, Qt::Key_Escape);
    settle();
    EXPECT_EQ(view().keysInOrder().size(), 4);
}

TEST_F(DistributionsTest, ShowsOneChartAloneAndGoesBack)
{
    open();
    const QString key = view().keysInOrder()[2];
    QTest::mouseDClick(chart(2), Qt::LeftButton, {}, QPoint(20, 8));
    settle();
    EXPECT_EQ(view().single(), key);
    EXPECT_EQ(view().chart(view().keysInOrder()[0]), nullptr);
    EXPECT_GT(view().chart(key)->height(), 600);
    EXPECT_EQ(view().panel().tag(), "fc1.weight");
    QTest::keyClick(&view(), Qt::Key_Escape);
    settle();
    EXPECT_TRUE(view().single().isEmpty());
    QTest::keyClick(&view(), Qt::Key_Return);
    settle();
    EXPECT_EQ(view().single(), key) << "the one whose statistics are shown";
    const QByteArray state = view().saveState();
    QTest::keyClick(&view(), Qt::Key_Return);
    EXPECT_TRUE(view().single().isEmpty());
    view().restoreState(state);
    EXPECT_EQ(view().single(), key);
}

TEST_F(DistributionsTest, ExportsEveryBucketAndPictures)
{
    open();
    QTemporaryDir folder;
    const QString csv = folder.filePath("all.csv");
    ASSERT_TRUE(view().exportTo(csv, ExportFormat::Csv));
    QFile file(csv);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    EXPECT_TRUE(text.startsWith("run,tag,step,wall_time,kind,left,right,value\r\n"));
    EXPECT_TRUE(text.contains("seed1,fc1.weight,10,1700000010,bucket,1,2,6\r\n"))
        << text.constData();
    EXPECT_TRUE(text.contains("seed1,conv1.weight,20,1700000020,nan,,,3\r\n"));
    EXPECT_TRUE(text.contains("seed2,conv1.weight,0,1700000000,minimum,,,-6\r\n"));
    EXPECT_EQ(text.count(",bucket,"), 12 + 4 + 3 + 3);
    for (const ExportFormat format : {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf}) {
        const QString path = folder.filePath("picture");
        ASSERT_TRUE(view().exportTo(path, format));
        EXPECT_GT(QFile(path).size(), 2000);
    }
}

TEST_F(DistributionsTest, FollowsARunThatIsHiddenOrGoes)
{
    open();
    auto runs = m_fixture->runs.runs();
    runs[1].isShown = false;
    m_fixture->runs.setRuns(runs);
    settle();
    EXPECT_EQ(view().keysInOrder().size(), 3);
    EXPECT_EQ(chart(0)->values(), (ValueBounds{-2.0, 4.0})) << "the axis is its own again";
    QSignalSpy spy(&view(), &View::dataAvailabilityChanged);
    m_fixture->runs.setRuns({});
    EXPECT_FALSE(view().hasData());
    EXPECT_EQ(spy.count(), 1);
    settle();
}

TEST_F(DistributionsTest, FollowsTheTheme)
{
    open(Theme::Light);
    const QStringList names{"ridges", "overlay", "heat", "percentiles"};
    for (int i = 0; i < names.size(); ++i) {
        choose("Kind of chart", i);
        runlens::test::picture(m_fixture->window, "distributions-light-" + names[i]);
    }
    const QImage light = m_fixture->window.grab().toImage();
    EXPECT_EQ(light.pixelColor(4, 60), m_fixture->palette.colour(Role::Surface));
    m_fixture->palette.setTheme(Theme::Dark);
    QApplication::setPalette(m_fixture->palette.qtPalette());
    settle();
    const QImage dark = runlens::test::picture(m_fixture->window, "distributions-dark");
    EXPECT_EQ(dark.pixelColor(4, 60), m_fixture->palette.colour(Role::Surface));
    EXPECT_NE(light.pixelColor(4, 60), dark.pixelColor(4, 60));
}

} // namespace
} // namespace runlens::viewers
