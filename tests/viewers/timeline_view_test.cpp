// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_picture.h"
#include "tests/support/training_trace.h"
#include "tests/support/view_fixture.h"
#include "viewers/timeline/area_panel.h"
#include "viewers/timeline/step_strip.h"
#include "viewers/timeline/timeline_canvas.h"
#include "viewers/timeline/timeline_view.h"

#include <QFile>
#include <QLineEdit>
#include <QTableView>
#include <QTemporaryDir>
#include <QWheelEvent>

#include <gtest/gtest.h>

namespace runlens::viewers {
namespace {

using test::openRun;
using test::ViewFixture;

constexpr std::int64_t kMicrosecond = 1000;

/// A picture with a microsecond per column.
std::shared_ptr<const Run> pictureRun(std::string_view picture)
{
    auto tracks = test::readPicture(picture);
    for (test::PictureTrack& track : tracks) {
        for (test::PictureSpan& span : track.spans) {
            span.startNs *= kMicrosecond;
            span.durationNs *= kMicrosecond;
        }
    }
    return test::runOf(tracks);
}

constexpr std::string_view kPicture =
    "steps: |---------------1---------------|---------------2---------------|\n"
    "main:  |------A------|   |------B------||--------------C---------------|\n"
    "          |--D--|          |E| |--F--|  |G||G||G||G||G|              ";

class TimelineTest : public testing::Test {
protected:
    void open(std::shared_ptr<const runlens::Run> run)
    {
        m_fixture =
            std::make_unique<ViewFixture<TimelineView>>(std::vector{openRun(std::move(run))});
        ASSERT_TRUE(m_fixture->settle());
    }

    void settle() { ASSERT_TRUE(m_fixture->settle()); }

    TimelineView& view() { return *m_fixture->view; }

    TimelineCanvas& canvas() { return *m_fixture->view->canvas(); }

    Selection& selection() { return m_fixture->selection; }

    /// The n-th span of this name in order of arrival.
    SpanRef span(std::string_view name, int n = 0)
    {
        const runlens::Run& run = canvas().model()->run();
        for (std::size_t t = 0; t < run.tracks().size(); ++t) {
            const SpanSeries* spans = run.spans(TrackId{static_cast<int>(t)});
            for (std::size_t i = 0; spans != nullptr && i < spans->size(); ++i) {
                if (run.text(spans->names[i]) == name && n-- == 0) {
                    return {TrackId{static_cast<int>(t)}, static_cast<std::int64_t>(i)};
                }
            }
        }
        ADD_FAILURE() << "no span " << name;
        return {};
    }

    std::string nameOf(std::optional<SpanRef> ref)
    {
        return ref ? std::string(canvas().model()->run().text(canvas().model()->facts(*ref)->name))
                   : "none";
    }

    QPoint middleOf(SpanRef ref) { return canvas().rectOf(ref).center().toPoint(); }

    void click(SpanRef ref) { QTest::mouseClick(&canvas(), Qt::LeftButton, {}, middleOf(ref)); }

    void key(Qt::Key key) { QTest::keyClick(&canvas(), key); }

    void drag(QPoint from, QPoint to, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mousePress(&canvas(), Qt::LeftButton, modifiers, from);
        for (int i = 1; i <= 4; ++i) {
            const QPointF at = QPointF(from) + QPointF(to - from) * i / 4.0;
            QMouseEvent move(QEvent::MouseMove,
                             at,
                             canvas().mapToGlobal(at),
                             Qt::NoButton,
                             Qt::LeftButton,
                             modifiers);
            QCoreApplication::sendEvent(&canvas(), &move);
        }
        QTest::mouseRelease(&canvas(), Qt::LeftButton, modifiers, to);
    }

    void move(QPoint to)
    {
        QMouseEvent event(QEvent::MouseMove,
                          QPointF(to),
                          canvas().mapToGlobal(QPointF(to)),
                          Qt::NoButton,
                          Qt::NoButton,
                          {});
        QCoreApplication::sendEvent(&canvas(), &event);
    }

    void wheel(QPoint at, int notches, Qt::KeyboardModifiers modifiers = {})
    {
        QWheelEvent event(QPointF(at),
                          canvas().mapToGlobal(QPointF(at)),
                          {},
                          {0, 120 * notches},
                          Qt::NoButton,
                          modifiers,
                          Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(&canvas(), &event);
    }

    /// The colour in the middle of a span, as painted.
    QColor colourOf(SpanRef ref)
    {
        const QRectF rect = canvas().rectOf(ref);
        return canvas().grab().toImage().pixelColor(
            QPointF(rect.center().x(), rect.top() + 2).toPoint());
    }

    std::unique_ptr<ViewFixture<TimelineView>> m_fixture;
};

TEST_F(TimelineTest, ShowsTheWholeTraceAtFirst)
{
    open(pictureRun(kPicture));
    EXPECT_TRUE(view().hasData());
    const auto shown = canvas().visibleTime();
    EXPECT_LE(shown.startNs, 0);
    EXPECT_GE(shown.endNs, 64 * kMicrosecond);
    EXPECT_LE(shown.durationNs(), 70 * kMicrosecond);
    ASSERT_EQ(canvas().lanes().size(), 3U);
    EXPECT_EQ(canvas().lanes()[0].title, "Rank 0");
    EXPECT_EQ(canvas().lanes()[1].title, "steps");
    EXPECT_EQ(canvas().lanes()[2].rows, 2U);
}

TEST_F(TimelineTest, PaintsSpansInTheColourOfTheirCategory)
{
    open(pictureRun("main: |--forward--| |--backward--| |-other-|"));
    const Palette& palette = m_fixture->palette;
    EXPECT_EQ(colourOf(span("forward")), palette.spanFill(SpanCategory::Forward));
    EXPECT_EQ(colourOf(span("backward")), palette.spanFill(SpanCategory::Backward));
    EXPECT_EQ(colourOf(span("other")), palette.spanFill(SpanCategory::Other));
    m_fixture->palette.setTheme(Theme::Light);
    settle();
    EXPECT_EQ(colourOf(span("forward")), palette.spanFill(SpanCategory::Forward));
}

TEST_F(TimelineTest, AClickSelectsTheSpanAndItsStep)
{
    open(pictureRun(kPicture));
    click(span("F"));
    ASSERT_TRUE(selection().state().span);
    EXPECT_EQ(nameOf(selection().state().span->span), "F");
    EXPECT_EQ(selection().state().run, "/runs/lenet");
    EXPECT_EQ(selection().state().step, 1);
    EXPECT_FALSE(selection().state().timeRange); // the area is the user's own
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, {kLabelColumnPx + 300, canvas().height() - 5});
    EXPECT_FALSE(selection().state().span);
}

TEST_F(TimelineTest, ASpanLeadsToItsNodeIrLineAndSource)
{
    open(test::trainingRun());
    canvas().fit(canvas().model()->steps(0)[3].time);
    settle();
    const SpanRef ref = span("MatMul", 3 * 4);
    canvas().reveal(ref);
    settle();
    click(ref);
    const Selection::State& state = selection().state();
    ASSERT_TRUE(state.node && state.ir && state.source);
    EXPECT_TRUE(state.node->fullName.contains("MatMul"));
    EXPECT_EQ(state.ir->pass, "05_execute");
    EXPECT_EQ(state.source->file, "lenet.cpp");
}

TEST_F(TimelineTest, ArrowsWalkAlongAndAcrossSpans)
{
    open(pictureRun(kPicture));
    click(span("B"));
    key(Qt::Key_Down);
    EXPECT_EQ(nameOf(selection().state().span->span), "E");
    key(Qt::Key_Right);
    EXPECT_EQ(nameOf(selection().state().span->span), "F");
    key(Qt::Key_Left);
    key(Qt::Key_Left);
    EXPECT_EQ(nameOf(selection().state().span->span), "D");
    key(Qt::Key_Left); // there is none before
    EXPECT_EQ(nameOf(selection().state().span->span), "D");
    key(Qt::Key_Up);
    EXPECT_EQ(nameOf(selection().state().span->span), "A");
}

TEST_F(TimelineTest, KeysZoomAndMove)
{
    open(pictureRun(kPicture));
    const auto before = canvas().visibleTime();
    key(Qt::Key_W);
    const auto closer = canvas().visibleTime();
    EXPECT_NEAR(static_cast<double>(before.durationNs()) / static_cast<double>(closer.durationNs()),
                1.4,
                0.01);
    key(Qt::Key_D);
    EXPECT_GT(canvas().visibleTime().startNs, closer.startNs);
    key(Qt::Key_A);
    EXPECT_NEAR(static_cast<double>(canvas().visibleTime().startNs),
                static_cast<double>(closer.startNs),
                2.0);
    key(Qt::Key_S);
    EXPECT_NEAR(static_cast<double>(canvas().visibleTime().durationNs()),
                static_cast<double>(before.durationNs()),
                2.0);
    for (int i = 0; i < 100; ++i) {
        key(Qt::Key_W);
    }
    EXPECT_GE(canvas().timeView().nsPerPixel, kClosestNsPerPixel);
    for (int i = 0; i < 200; ++i) {
        key(Qt::Key_S);
    }
    EXPECT_LE(canvas().visibleTime().durationNs(), 80 * kMicrosecond);
}

TEST_F(TimelineTest, FFitsTheSelectionAndBackspaceLeadsBack)
{
    open(pictureRun(kPicture));
    const auto before = canvas().timeView();
    click(span("D"));
    key(Qt::Key_F);
    const auto shown = canvas().visibleTime();
    EXPECT_LE(shown.startNs, 3 * kMicrosecond);
    EXPECT_GE(shown.endNs, 9 * kMicrosecond);
    EXPECT_LE(shown.durationNs(), 7 * kMicrosecond);
    key(Qt::Key_Backspace);
    EXPECT_EQ(canvas().timeView(), before);
    key(Qt::Key_Escape);
    EXPECT_FALSE(canvas().selectedSpan());
    key(Qt::Key_F); // nothing selected: all of it
    EXPECT_LE(canvas().visibleTime().startNs, 0);
}

TEST_F(TimelineTest, TheWheelZoomsAtThePointer)
{
    open(pictureRun(kPicture));
    const QPoint at = middleOf(span("F"));
    const double pixel = at.x() - kLabelColumnPx;
    const std::int64_t under = canvas().timeView().nsAt(pixel);
    wheel(at, 3);
    EXPECT_LT(canvas().visibleTime().durationNs(), 40 * kMicrosecond);
    EXPECT_NEAR(
        static_cast<double>(canvas().timeView().nsAt(pixel)), static_cast<double>(under), 40.0);
    wheel(at, -3);
    EXPECT_NEAR(
        static_cast<double>(canvas().timeView().nsAt(pixel)), static_cast<double>(under), 80.0);
    const auto before = canvas().timeView();
    wheel(at, 1, Qt::ShiftModifier);
    EXPECT_LT(canvas().timeView().startNs, before.startNs);
    EXPECT_EQ(canvas().timeView().nsPerPixel, before.nsPerPixel);
}

TEST_F(TimelineTest, DraggingMovesWithoutSelecting)
{
    open(pictureRun(kPicture));
    key(Qt::Key_W);
    const auto before = canvas().timeView();
    drag({600, 60}, {500, 60});
    EXPECT_NEAR(static_cast<double>(canvas().timeView().startNs - before.startNs),
                100.0 * before.nsPerPixel,
                2.0 * before.nsPerPixel);
    EXPECT_FALSE(selection().state().span);
}

TEST_F(TimelineTest, ShiftDragSelectsATimeRangeAndFillsTheTable)
{
    open(pictureRun(kPicture));
    const QRectF b = canvas().rectOf(span("B"));
    const int y = static_cast<int>(b.center().y());
    drag({static_cast<int>(b.left()) - 6, y},
         {static_cast<int>(b.right()) + 2, y},
         Qt::ShiftModifier);
    ASSERT_TRUE(selection().state().timeRange);
    const TimeRange range = *selection().state().timeRange;
    EXPECT_EQ(range.run, "/runs/lenet");
    EXPECT_NEAR(static_cast<double>(range.startNs), 18e3, 700.0);
    EXPECT_NEAR(static_cast<double>(range.endNs), 32e3, 700.0);
    EXPECT_FALSE(selection().state().span);
    settle();
    const OperatorTableModel& table = view().areaPanel()->table();
    EXPECT_EQ(table.rowOf("A"), -1);
    ASSERT_GE(table.rowOf("F"), 0);
    EXPECT_EQ(table.rows()[static_cast<std::size_t>(table.rowOf("F"))].totalNs, 6 * kMicrosecond);
    key(Qt::Key_Escape);
    EXPECT_FALSE(selection().state().timeRange);
    settle();
    EXPECT_GE(table.rowOf("A"), 0); // what is visible
}

TEST_F(TimelineTest, DraggingOnTheRulerMeasures)
{
    open(pictureRun(kPicture));
    drag({kLabelColumnPx + 100, 10}, {kLabelColumnPx + 300, 10});
    ASSERT_TRUE(canvas().measured());
    EXPECT_NEAR(static_cast<double>(canvas().measured()->durationNs()),
                200.0 * canvas().timeView().nsPerPixel,
                2.0 * canvas().timeView().nsPerPixel);
    EXPECT_FALSE(selection().state().timeRange);
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, {kLabelColumnPx + 50, 10});
    EXPECT_FALSE(canvas().measured());
}

TEST_F(TimelineTest, MMarksTheSelectedSpanOrThePointer)
{
    open(pictureRun(kPicture));
    move({kLabelColumnPx + 200, 300});
    key(Qt::Key_M);
    ASSERT_EQ(canvas().flags().size(), 1U);
    key(Qt::Key_M);
    EXPECT_TRUE(canvas().flags().empty());
    click(span("D"));
    key(Qt::Key_M);
    ASSERT_TRUE(selection().state().timeRange);
    EXPECT_EQ(selection().state().timeRange->startNs, 3 * kMicrosecond);
    EXPECT_EQ(selection().state().timeRange->endNs, 9 * kMicrosecond);
    EXPECT_TRUE(selection().state().span); // still
}

TEST_F(TimelineTest, HoverTellsTheFactsOfASpan)
{
    open(pictureRun(kPicture));
    move(middleOf(span("A")) + QPoint(40, 0));
    EXPECT_EQ(canvas().hoverText(),
              "A\n14.0 µs, self 8.00 µs\n0 s after the start of step 1\nHost, other");
    move({10, 300});
    EXPECT_EQ(canvas().hoverText(), QString());
}

TEST_F(TimelineTest, ADoubleClickFitsASpan)
{
    open(pictureRun(kPicture));
    QTest::mouseDClick(&canvas(), Qt::LeftButton, {}, middleOf(span("F")));
    EXPECT_LE(canvas().visibleTime().durationNs(), 7 * kMicrosecond);
}

TEST_F(TimelineTest, SearchFindsSpansAndWalksThroughThem)
{
    open(pictureRun(kPicture));
    key(Qt::Key_Slash);
    auto* field = view().headerControls()->findChild<QLineEdit*>();
    EXPECT_TRUE(field->hasFocus());
    QTest::keyClicks(static_cast<QWidget*>(field), "g");
    settle();
    EXPECT_EQ(view().hits().hits.size(), 5U);
    QTest::keyClick(static_cast<QWidget*>(field), Qt::Key_Return);
    const auto first = selection().state().span;
    ASSERT_TRUE(first);
    EXPECT_EQ(nameOf(first->span), "G");
    for (int i = 0; i < 5; ++i) {
        QTest::keyClick(static_cast<QWidget*>(field), Qt::Key_Return);
    }
    EXPECT_EQ(selection().state().span, first); // around
    field->setText("nothing like it");
    settle();
    EXPECT_TRUE(view().hits().hits.empty());
}

TEST_F(TimelineTest, HeadersFoldTheirTracks)
{
    open(pictureRun(kPicture));
    const int y = kRulerPx + canvas().lanes()[0].topPx + 8;
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, {300, y});
    EXPECT_EQ(canvas().lanes().size(), 1U);
    EXPECT_TRUE(canvas().rectOf(span("A")).isEmpty());
    canvas().reveal(span("A")); // opens it again
    EXPECT_EQ(canvas().lanes().size(), 3U);
    QTest::mouseClick(
        &canvas(), Qt::LeftButton, {}, {30, kRulerPx + canvas().lanes()[2].topPx + 8});
    EXPECT_EQ(canvas().lanes()[2].rows, 1U);
    EXPECT_TRUE(canvas().rectOf(span("D")).isEmpty());
}

TEST_F(TimelineTest, AStepChosenElsewhereComesIntoSight)
{
    open(test::trainingRun());
    selection().setStep(17);
    settle();
    const auto* step = canvas().model()->findStep(0, 17);
    EXPECT_LE(canvas().visibleTime().startNs, step->time.startNs);
    EXPECT_GE(canvas().visibleTime().endNs, step->time.endNs);
    EXPECT_LE(canvas().visibleTime().durationNs(), step->time.durationNs() * 12 / 10);
    EXPECT_EQ(view().stepStrip()->step(), 17);
    selection().setStep(999); // there is no such step: nothing moves
    EXPECT_GE(canvas().visibleTime().endNs, step->time.endNs);
}

TEST_F(TimelineTest, ASpanChosenElsewhereIsRevealed)
{
    open(test::trainingRun());
    canvas().fit(canvas().model()->steps(0)[1].time);
    const SpanRef ref = span("MaxPoolGrad", 60);
    Selection::State state = selection().state();
    state.span = SpanSelection{"/runs/lenet", 0, ref};
    selection().set(state);
    settle();
    EXPECT_EQ(canvas().selectedSpan(), ref);
    EXPECT_FALSE(canvas().rectOf(ref).isEmpty());
    EXPECT_GE(canvas().rectOf(ref).width(), 6.0);
}

TEST_F(TimelineTest, AClickOnAStepSelectsIt)
{
    open(test::trainingRun());
    StepStrip* strip = view().stepStrip();
    QTest::mouseClick(strip, Qt::LeftButton, {}, strip->cellOf(0, 5).center());
    EXPECT_EQ(selection().state().step, 5);
    EXPECT_LE(canvas().visibleTime().durationNs(),
              canvas().model()->steps(0)[5].time.durationNs() * 12 / 10);
}

TEST_F(TimelineTest, AGrowingRunKeepsTheViewOrFollowsTheEnd)
{
    RunBuilder builder({"/runs/lenet", "lenet", "runlens"});
    test::TrainingTrace trace(builder);
    trace.write(10);
    open(builder.snapshot());
    canvas().fit(canvas().model()->steps(0)[3].time);
    const TimeView before = canvas().timeView();
    const auto grow = [&] {
        trace.write(3);
        m_fixture->runs.updateRun("/runs/lenet", builder.snapshot());
        settle();
    };
    grow();
    EXPECT_EQ(canvas().model()->steps(0).size(), 13U);
    EXPECT_EQ(canvas().timeView(), before);
    canvas().fit(canvas().model()->steps(0).back().time, 0.0);
    const std::int64_t end = canvas().model()->time().endNs;
    canvas().setTimeView(
        panned(canvas().timeView(), canvas().timeView().pixelOf(end) - canvas().plotWidth()));
    grow();
    EXPECT_GE(canvas().visibleTime().endNs, canvas().model()->time().endNs - 2000);
    EXPECT_LT(canvas().visibleTime().durationNs(), 10'000'000); // at the same scale
    canvas().fitAll();
    grow();
    EXPECT_LE(canvas().visibleTime().startNs, canvas().model()->time().startNs);
    EXPECT_GE(canvas().visibleTime().endNs, canvas().model()->time().endNs);
}

TEST_F(TimelineTest, FlowsOfTheSelectedSpanAreDrawn)
{
    open(test::trainingRun());
    canvas().fit(canvas().model()->steps(0)[2].time);
    settle();
    const SpanRef ref = span("Conv2D", 2 * 2);
    ASSERT_FALSE(canvas().rectOf(ref).isEmpty());
    const auto links = canvas().model()->flowsOf(ref);
    ASSERT_FALSE(links.empty());
    canvas().setSelectedSpan(ref);
    const QImage with = canvas().grab().toImage();
    canvas().setShowFlows(false);
    EXPECT_NE(canvas().grab().toImage(), with);
}

TEST_F(TimelineTest, SaysWhatIsMissingWithoutSpans)
{
    RunBuilder builder({"/runs/lenet", "lenet", "runlens"});
    open(builder.snapshot());
    EXPECT_FALSE(view().hasData());
    EXPECT_TRUE(view().isSettled());
    EXPECT_FALSE(view().emptyText().isEmpty());
    QSignalSpy spy(&view(), &View::dataAvailabilityChanged);
    test::TrainingTrace(builder).write(2);
    m_fixture->runs.updateRun("/runs/lenet", builder.snapshot());
    settle();
    EXPECT_EQ(spy.count(), 1);
    EXPECT_TRUE(view().hasData());
    EXPECT_EQ(canvas().lanes().size(), 6U);
}

TEST_F(TimelineTest, TakesNoRunAtAll)
{
    m_fixture = std::make_unique<ViewFixture<TimelineView>>();
    settle();
    EXPECT_FALSE(view().hasData());
    for (const Qt::Key k :
         {Qt::Key_W, Qt::Key_F, Qt::Key_M, Qt::Key_Left, Qt::Key_Escape, Qt::Key_Home})
    {
        key(k);
    }
    wheel({400, 100}, 2);
    drag({300, 100}, {500, 120}, Qt::ShiftModifier);
    EXPECT_EQ(selection().state(), Selection::State{});
}

TEST_F(TimelineTest, TakesBrokenTimes)
{
    const std::int64_t far = std::numeric_limits<std::int64_t>::max();
    open(test::runOf({{"main",
                       {{"late", far - 5, far, 0, {}},
                        {"early", profiler::kEarliestNs, 5, 0, {}},
                        {"none", kNoTime, 1, 0, {}},
                        {"endless", 0, far, 0, {}}},
                       0}}));
    ASSERT_EQ(canvas().lanes().size(), 2U);
    EXPECT_TRUE(canvas().lanes()[1].warning.contains("2 spans without a time"));
    for (const Qt::Key k : {Qt::Key_W,
                            Qt::Key_S,
                            Qt::Key_S,
                            Qt::Key_A,
                            Qt::Key_D,
                            Qt::Key_End,
                            Qt::Key_Home,
                            Qt::Key_Right,
                            Qt::Key_Right,
                            Qt::Key_F})
    {
        key(k);
        settle();
    }
    EXPECT_TRUE(canvas().selectedSpan());
}

TEST_F(TimelineTest, StateSurvivesReopening)
{
    open(test::trainingRun());
    canvas().fit(canvas().model()->steps(0)[7].time);
    canvas().setFolded({{0}, {}});
    canvas().setFlags({canvas().model()->steps(0)[7].time.startNs});
    canvas().setColouring(SpanColouring::ByCategory);
    const TimeView shown = canvas().timeView();
    const QByteArray state = view().saveState();
    m_fixture.reset();
    m_fixture =
        std::make_unique<ViewFixture<TimelineView>>(std::vector{openRun(test::trainingRun())});
    view().restoreState(state); // before the trace is there
    settle();
    EXPECT_EQ(canvas().timeView(), shown);
    EXPECT_EQ(canvas().folded().ranks, std::set<int>{0});
    EXPECT_EQ(canvas().flags().size(), 1U);
    view().restoreState("not JSON");
    view().restoreState("{\"start\":\"x\",\"nsPerPixel\":-4}");
    EXPECT_EQ(canvas().timeView(), shown);
}

TEST_F(TimelineTest, ExportsPicturesAndTheTable)
{
    open(test::trainingRun());
    QTemporaryDir folder;
    for (const ExportFormat format : view().exportFormats()) {
        const QString path =
            folder.filePath("timeline" + QString::number(static_cast<int>(format)));
        const Status status = view().exportTo(path, format);
        ASSERT_TRUE(status) << status.error().message();
        EXPECT_GT(QFile(path).size(), 500);
    }
    QFile csv(folder.filePath("timeline" + QString::number(static_cast<int>(ExportFormat::Csv))));
    ASSERT_TRUE(csv.open(QIODevice::ReadOnly));
    EXPECT_TRUE(csv.readAll().contains("Conv2DGrad"));
    EXPECT_FALSE(view().exportTo("/nowhere/at/all.png", ExportFormat::Png));
}

TEST_F(TimelineTest, ThePaletteOffersSpanNames)
{
    open(test::trainingRun());
    ASSERT_TRUE(QTest::qWaitFor([this] { return !view().paletteEntries("soft", 5).isEmpty(); }));
    const auto entries = view().paletteEntries("soft", 1);
    ASSERT_EQ(entries.size(), 1);
    entries[0].activate();
    settle();
    EXPECT_EQ(view().hits().text, entries[0].title.toStdString());
}

} // namespace
} // namespace runlens::viewers
