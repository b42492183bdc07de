// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/viewers/lenet_bench.h"
#include "viewers/common/cross_links.h"
#include "viewers/graph/graph_canvas.h"
#include "viewers/graph/graph_view.h"

#include <QApplication>
#include <QLineEdit>
#include <QSignalSpy>
#include <QtTest>

#include <gtest/gtest.h>

namespace runlens::viewers {

namespace {

class GraphBench : public test::LenetBench<GraphView> {
public:
    using LenetBench::LenetBench;

    [[nodiscard]] int node(const std::string& name) const { return view->model()->find(name); }

    [[nodiscard]] GraphCanvas& canvas() const { return *view->canvas(); }

    [[nodiscard]] QPoint centre(const std::string& name) const
    {
        return canvas().screenBox(node(name)).center().toPoint();
    }

    [[nodiscard]] int scope(const std::string& label) const
    {
        const auto& scopes = view->model()->scopes();
        for (std::size_t s = 0; s < scopes.size(); ++s) {
            if (scopes[s].label == label) {
                return static_cast<int>(s);
            }
        }
        return -1;
    }
};

using test::kFused;

} // namespace

TEST(GraphView, WithoutRunsSaysWhatWouldFillIt)
{
    GraphBench bench;
    bench.window.show();
    EXPECT_FALSE(bench.view->hasData());
    EXPECT_FALSE(bench.view->emptyText().isEmpty());
    EXPECT_TRUE(bench.view->isSettled());
    EXPECT_FALSE(bench.view->exportTo("/nowhere/x.png", ExportFormat::Png).has_value());
}

TEST(GraphView, ShowsTheRecordedGraphLaidOutByDotWithTimes)
{
    for (const Theme theme : {Theme::Light, Theme::Dark}) {
        const test::LenetRun run;
        GraphBench bench(theme);
        bench.open(run);
        ASSERT_TRUE(bench.view->hasData());
        ASSERT_NE(bench.canvas().picture(), nullptr);
        EXPECT_EQ(bench.canvas().picture()->layout.engine, LayoutEngine::Dot)
            << bench.view->statusText().toStdString();
        EXPECT_TRUE(bench.view->statusText().contains("dot"));
        const GraphPicture& picture = *bench.canvas().picture();
        const int item = picture.visible.itemOfNode[static_cast<std::size_t>(bench.node(kFused))];
        EXPECT_EQ(picture.texts[static_cast<std::size_t>(item)].title, "FusedConv2DBiasReLU");
        EXPECT_EQ(picture.texts[static_cast<std::size_t>(item)].time, QString::fromUtf8("5.00 µs"));
        bench.save(theme == Theme::Light ? "graph-light.png" : "graph-dark.png");
    }
}

TEST(GraphView, TimesThatAreReadAfterTheGraphComeIntoThePicture)
{
    const test::LenetRun run;
    GraphBench bench;
    OpenRun open = run.openRun();
    open.run = run.early();
    open.isLoading = true;
    bench.runs.setRuns({open});
    bench.settle();
    const auto time = [&bench] {
        const GraphPicture& picture = *bench.canvas().picture();
        const int item = picture.visible.itemOfNode[static_cast<std::size_t>(bench.node(kFused))];
        return picture.texts[static_cast<std::size_t>(item)].time;
    };
    EXPECT_EQ(time(), "");
    bench.runs.updateRun(run.key(), run.openRun().run, open.reader, false); // at once
    bench.settle();
    EXPECT_EQ(time(), QString::fromUtf8("5.00 µs"));
}

TEST(GraphView, AClickSelectsTheNodeItsIrLineAndItsSource)
{
    const test::LenetRun run;
    GraphBench bench;
    bench.open(run);
    QTest::mouseClick(&bench.canvas(), Qt::LeftButton, {}, bench.centre(kFused));
    const Selection::State& state = bench.selection.state();
    ASSERT_TRUE(state.node && state.ir && state.source);
    EXPECT_EQ(state.node->fullName.toStdString(), kFused);
    EXPECT_EQ(state.ir->pass, "05_execute");
    EXPECT_EQ(state.source->line, 42);
    const QList<NodeFact> facts = bench.view->selectedFacts();
    QStringList members;
    for (const NodeFact& fact : facts) {
        members += fact.name == "Output" ? QStringList(fact.value) : QStringList();
    }
    EXPECT_EQ(members, QStringList(QString::fromUtf8("32×6×28×28 float32")));
    bench.save("graph-selected.png");
}

TEST(GraphView, TheScopeThatWasClickedDoesNotMove)
{
    const test::LenetRun run;
    GraphBench bench;
    bench.open(run);
    for (const char* label : {"Gradients/Default", "Default"}) {
        const int scope = bench.scope(label);
        ASSERT_GE(scope, 0) << label;
        for (int turn = 0; turn < 2; ++turn) {
            const QRectF before = bench.canvas().screenBoxOfScope(scope);
            QTest::mouseDClick(
                &bench.canvas(),
                Qt::LeftButton,
                {},
                (before.topLeft() + QPointF(60, 8) * bench.canvas().scale()).toPoint());
            bench.settle();
            const QRectF after = bench.canvas().screenBoxOfScope(scope);
            EXPECT_NEAR(before.left(), after.left(), 1.0) << label;
            EXPECT_NEAR(before.top(), after.top(), 1.0) << label;
            EXPECT_NE(before.height(), after.height()) << label;
            bench.save(QString("graph-%1-%2.png").arg(QString(label).section('/', 0, 0)).arg(turn));
        }
    }
}

TEST(GraphView, ASpanSelectedElsewhereOpensTheScopesAroundItsNode)
{
    const test::LenetRun run;
    GraphBench bench;
    bench.open(run);
    const std::string gradient = "Gradients/Default/network/conv1/Conv2DGrad-op0";
    const SpanRef span = run.spanOf(gradient);
    ASSERT_GE(span.index, 0);
    bench.selection.set(selectSpan(bench.selection.state(), run.key(), run.run(), span));
    bench.settle();
    const GraphPicture& picture = *bench.canvas().picture();
    const int item = picture.visible.itemOfNode[static_cast<std::size_t>(bench.node(gradient))];
    EXPECT_EQ(picture.visible.items[static_cast<std::size_t>(item)].node, bench.node(gradient));
    EXPECT_TRUE(bench.canvas().rect().contains(bench.centre(gradient)));
    EXPECT_FALSE(bench.view->selectedFacts().isEmpty());
    bench.save("graph-gradient.png");
}

TEST(GraphView, TheCurrentRunIsShownAsSoonAsItHasAGraph)
{
    const test::LenetRun run;
    GraphBench bench;
    bench.openLate(run);
    const std::string gradient = "Gradients/Default/network/conv1/Conv2DGrad-op0";
    bench.selection.set(
        selectSpan(bench.selection.state(), run.key(), run.run(), run.spanOf(gradient)));
    bench.settle();
    EXPECT_FALSE(bench.view->selectedFacts().isEmpty());
}

TEST(GraphView, AnEarlierPassShowsTheMembersOfAFusedNode)
{
    const test::LenetRun run;
    GraphBench bench;
    bench.open(run);
    ASSERT_TRUE(bench.view->showGraph("train", "01_type_inference"));
    bench.settle();
    EXPECT_EQ(bench.view->model()->graph().passName, "01_type_inference");
    bench.selection.set(
        selectSpan(bench.selection.state(), run.key(), run.run(), run.spanOf(kFused)));
    bench.settle();
    const QList<NodeFact> facts = bench.view->selectedFacts();
    ASSERT_FALSE(facts.isEmpty());
    EXPECT_EQ(facts[1].value, "Default/network/conv1/Conv2D-op0");
    EXPECT_FALSE(bench.view->showGraph("train", "99_missing"));
    bench.save("graph-members.png");
}

TEST(GraphView, SaysSoWhenDotIsMissingAndShowsTheSimpleLayout)
{
    const test::LenetRun run;
    const QByteArray path = qgetenv("PATH");
    qputenv("PATH", "");
    GraphBench bench;
    bench.open(run);
    qputenv("PATH", path);
    EXPECT_EQ(bench.canvas().picture()->layout.engine, LayoutEngine::Layered);
    EXPECT_TRUE(bench.view->statusText().contains("not found"))
        << bench.view->statusText().toStdString();
    bench.save("graph-simple.png");
}

TEST(GraphView, SearchCountsAndWalksThroughTheMatches)
{
    const test::LenetRun run;
    GraphBench bench;
    bench.open(run);
    bench.view->startSearch();
    auto* field = bench.view->headerControls()->findChild<QLineEdit*>();
    ASSERT_NE(field, nullptr);
    QTest::keyClicks(field, "fusedconv");
    QTest::keyClick(field, Qt::Key_Return);
    bench.settle();
    ASSERT_TRUE(bench.selection.state().node);
    EXPECT_EQ(bench.selection.state().node->fullName.toStdString(), kFused);
    QTest::keyClick(field, Qt::Key_Return);
    bench.settle();
    EXPECT_EQ(bench.selection.state().node->fullName,
              "Default/network/conv2/FusedConv2DBiasReLU-op1");
    QTest::keyClick(field, Qt::Key_Return);
    bench.settle();
    EXPECT_EQ(bench.selection.state().node->fullName.toStdString(), kFused);
    QTest::keyClick(field, Qt::Key_A, Qt::ControlModifier);
    QTest::keyClicks(field, "%0");
    QTest::keyClick(field, Qt::Key_Return);
    bench.settle();
    EXPECT_EQ(bench.selection.state().ir->node, 0);
}

TEST(GraphView, ArrowsWalkAlongTheEdges)
{
    const test::LenetRun run;
    GraphBench bench;
    bench.open(run);
    QTest::mouseClick(&bench.canvas(), Qt::LeftButton, {}, bench.centre(kFused));
    QTest::keyClick(&bench.canvas(), Qt::Key_Down);
    EXPECT_EQ(bench.selection.state().node->fullName, "Default/network/MaxPool-op0");
    QTest::keyClick(&bench.canvas(), Qt::Key_Down);
    EXPECT_EQ(bench.selection.state().node->fullName,
              "Default/network/conv2/FusedConv2DBiasReLU-op1");
    QTest::keyClick(&bench.canvas(), Qt::Key_Up);
    QTest::keyClick(&bench.canvas(), Qt::Key_Up);
    EXPECT_EQ(bench.selection.state().node->fullName.toStdString(), kFused);
    QTest::keyClick(&bench.canvas(), Qt::Key_Up);
    EXPECT_EQ(bench.selection.state().node->fullName, "x");
}

TEST(GraphView, TheWheelZoomsAtTheCursorAndDraggingPans)
{
    const test::LenetRun run;
    GraphBench bench;
    bench.open(run);
    const QPointF place(400, 300);
    const QPointF before = bench.canvas().toPicture(place);
    const double scale = bench.canvas().scale();
    QWheelEvent wheel(place,
                      bench.canvas().mapToGlobal(place),
                      {},
                      {0, 240},
                      Qt::NoButton,
                      Qt::NoModifier,
                      Qt::NoScrollPhase,
                      false);
    QCoreApplication::sendEvent(&bench.canvas(), &wheel);
    EXPECT_NEAR(bench.canvas().scale(), scale * 1.44, 1e-9);
    EXPECT_NEAR(bench.canvas().toPicture(place).x(), before.x(), 1.0);
    EXPECT_NEAR(bench.canvas().toPicture(place).y(), before.y(), 1.0);
    const QPointF zero = bench.canvas().toScreen({0, 0});
    QTest::mousePress(&bench.canvas(), Qt::LeftButton, {}, {500, 400});
    QTest::mouseMove(&bench.canvas(), {520, 420});
    QTest::mouseMove(&bench.canvas(), {560, 430});
    QTest::mouseRelease(&bench.canvas(), Qt::LeftButton, {}, {560, 430});
    EXPECT_NEAR(bench.canvas().toScreen({0, 0}).x(), zero.x() + 60, 1.0);
    EXPECT_NEAR(bench.canvas().toScreen({0, 0}).y(), zero.y() + 30, 1.0);
    EXPECT_FALSE(bench.selection.state().node); // a drag is no click
    ASSERT_FALSE(bench.canvas().minimapRect().isEmpty());
    const QPoint corner = bench.canvas().minimapRect().topLeft() + QPoint(5, 5);
    QTest::mouseClick(&bench.canvas(), Qt::LeftButton, {}, corner);
    EXPECT_GT(bench.canvas().toScreen({0, 0}).y(), 0.0);
    QTest::keyClick(&bench.canvas(), Qt::Key_F);
    EXPECT_TRUE(bench.canvas().minimapRect().isEmpty());
}

TEST(GraphView, ExportsPicturesAndATable)
{
    const test::LenetRun run;
    GraphBench bench;
    bench.open(run);
    const QTemporaryDir folder;
    for (const ExportFormat format : bench.view->exportFormats()) {
        const QString path = folder.filePath(QString("graph%1").arg(static_cast<int>(format)));
        const Status status = bench.view->exportTo(path, format);
        EXPECT_TRUE(status.has_value()) << (status ? "" : status.error().message());
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        EXPECT_GT(bytes.size(), 1000);
        if (format == ExportFormat::Csv) {
            EXPECT_EQ(bytes.count('\n'),
                      static_cast<int>(bench.view->model()->graph().nodes.size()) + 1);
        }
    }
}

TEST(GraphView, HostileNamesAreShownAsText)
{
    Graph graph;
    for (const std::string& name : {std::string("a\"b\n<b>x</b>"),
                                    std::string(),
                                    std::string("../.."),
                                    std::string(10'000, 'y'),
                                    std::string("\xff\xfe/\x01")})
    {
        GraphNode node;
        node.name = name;
        node.op = name;
        node.inputs.push_back({static_cast<std::int32_t>(graph.nodes.size()) - 1, 3, false});
        node.outputs = {{"float32\n", {INT64_MAX, -5}, true}};
        graph.nodes.push_back(node);
    }
    const auto picture =
        buildPicture(std::make_shared<const GraphModel>(std::move(graph)), {true, true}, {});
    const Palette palette(Theme::Light);
    GraphCanvas canvas(&palette);
    canvas.resize(800, 600);
    canvas.setPicture(picture);
    EXPECT_FALSE(canvas.grab().isNull());
    for (const ItemText& text : picture->texts) {
        EXPECT_LE(text.title.size(), 121);
        EXPECT_FALSE(text.title.contains(QLatin1Char('\n')));
    }
    for (int node = 0; node < 5; ++node) {
        (void)factsOfGraphNode(*picture->model, node, {});
    }
    EXPECT_TRUE(factsOfGraphNode(*picture->model, 99, {}).isEmpty());
}

TEST(GraphView, AGraphOfFiftyThousandNodesIsPaintedAtEveryZoom)
{
    Graph graph;
    for (int i = 0; i < 50'000; ++i) {
        GraphNode node;
        node.name = "n" + std::to_string(i);
        node.op = "Op";
        node.inputs.push_back({i - 1 - i % 7, 0, false});
        graph.nodes.push_back(node);
    }
    const auto picture =
        buildPicture(std::make_shared<const GraphModel>(std::move(graph)), {true}, {});
    EXPECT_EQ(picture->layout.engine, LayoutEngine::Layered);
    const Palette palette(Theme::Light);
    GraphCanvas canvas(&palette);
    canvas.resize(1100, 700);
    canvas.setPicture(picture);
    canvas.fit();
    EXPECT_FALSE(canvas.grab().isNull());
    for (int i = 0; i < 30; ++i) {
        canvas.zoomAt({550, 350}, 1.5);
        EXPECT_FALSE(canvas.grab().isNull());
    }
}

} // namespace runlens::viewers
