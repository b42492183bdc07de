// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/cpu_time.h"
#include "viewers/graph/graph_layout.h"
#include "viewers/graph/level_layout.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <set>

namespace runlens::viewers {

namespace {

using testing::ElementsAre;

/// "conv(x, w)": a node with its inputs; names starting with "p:" are parameters.
Graph graphOf(const std::vector<std::pair<std::string, std::vector<int>>>& nodes)
{
    Graph graph;
    graph.name = "train";
    for (const auto& [name, inputs] : nodes) {
        GraphNode node;
        node.name = name;
        node.op = "Op";
        if (name.rfind("p:", 0) == 0) {
            node.kind = GraphNodeKind::Parameter;
        }
        for (const int input : inputs) {
            node.inputs.push_back({input, 0, false});
        }
        graph.nodes.push_back(node);
    }
    return graph;
}

std::vector<std::string> shown(const GraphModel& model, const VisibleGraph& visible)
{
    std::vector<std::string> names;
    for (const VisibleItem& item : visible.items) {
        names.push_back(item.node >= 0
                            ? model.graph().nodes[static_cast<std::size_t>(item.node)].name
                            : (item.isOpen ? "[" : "<")
                                  + model.scopes()[static_cast<std::size_t>(item.scope)].label
                                  + (item.isOpen ? "]" : ">"));
    }
    return names;
}

/// Nothing overlaps what it must not, everything lies inside what holds it, edges touch their ends.
void expectSound(const VisibleGraph& visible, const GraphLayout& layout)
{
    ASSERT_EQ(layout.boxes.size(), visible.items.size());
    ASSERT_EQ(layout.edges.size(), visible.edges.size());
    for (std::size_t i = 0; i < visible.items.size(); ++i) {
        const QRectF& box = layout.boxes[i];
        EXPECT_GT(box.width(), 0.0);
        EXPECT_TRUE(QRectF(QPointF(0, 0), layout.size).adjusted(-1, -1, 1, 1).contains(box)) << i;
        const int parent = visible.items[i].parent;
        if (parent >= 0) {
            const QRectF& outer = layout.boxes[static_cast<std::size_t>(parent)];
            EXPECT_TRUE(outer.adjusted(-0.5, -0.5, 0.5, 0.5).contains(box)) << i;
            EXPECT_GE(box.top() - outer.top(), 19.0) << "room for the title of " << parent;
        }
    }
    for (std::size_t i = 0; i < visible.items.size() && visible.items.size() < 300; ++i) {
        for (std::size_t j = i + 1; j < visible.items.size(); ++j) {
            if (visible.items[i].parent == visible.items[j].parent) {
                EXPECT_FALSE(layout.boxes[i].adjusted(1, 1, -1, -1).intersects(layout.boxes[j]))
                    << i << " " << j;
            }
        }
    }
    for (std::size_t e = 0; e < visible.edges.size(); ++e) {
        const std::vector<QPointF>& path = layout.edges[e];
        if (visible.edges[e].isFaint) {
            EXPECT_TRUE(path.empty());
            continue;
        }
        ASSERT_EQ(path.size() % 3, 1U);
        const QRectF& from = layout.boxes[static_cast<std::size_t>(visible.edges[e].from)];
        const QRectF& to = layout.boxes[static_cast<std::size_t>(visible.edges[e].to)];
        EXPECT_TRUE(from.adjusted(-2, -2, 2, 2).contains(path.front())) << e;
        EXPECT_TRUE(to.adjusted(-2, -2, 2, 2).contains(path.back())) << e;
        for (const QPointF& point : path) {
            EXPECT_TRUE(std::isfinite(point.x()) && std::isfinite(point.y()));
        }
    }
}

std::vector<bool> allOpen(const GraphModel& model)
{
    return std::vector<bool>(model.scopes().size(), true);
}

/// PATH for the time of one test.
class Path {
public:
    explicit Path(const QByteArray& value) : m_before(qgetenv("PATH")) { qputenv("PATH", value); }

    Path(const Path&) = delete;
    Path& operator=(const Path&) = delete;

    ~Path() { qputenv("PATH", m_before); }

private:
    QByteArray m_before;
};

Graph smallGraph()
{
    return graphOf({{"x", {}},
                    {"net/conv1/Conv2D", {0, 2}},
                    {"p:conv1.weight", {}},
                    {"net/MaxPool", {1}},
                    {"net/conv2/Conv2D", {3}},
                    {"net/conv2/ReLU", {4}},
                    {"grad/Conv2DGrad", {5, 2}},
                    {"grad/ReluGrad", {4, 6}}});
}

} // namespace

TEST(GraphModel, ScopesComeFromNamesAndChainsCountAsOne)
{
    const GraphModel model(graphOf({{"Default/network/conv1/Conv2D", {}},
                                    {"Default/network/conv1/ReLU", {0}},
                                    {"Default/network/fc/MatMul", {1}},
                                    {"x", {}}}));
    std::vector<std::string> labels;
    for (const GraphScope& scope : model.scopes()) {
        labels.push_back(scope.label + ":" + std::to_string(scope.nodeCount));
    }
    EXPECT_THAT(labels, ElementsAre(":4", "Default/network:3", "conv1:2", "fc:1"));
    EXPECT_EQ(model.leafName(0), "Conv2D");
    EXPECT_EQ(model.find("Default/network/fc/MatMul"), 2);
    EXPECT_EQ(model.find("nothing"), -1);
}

TEST(GraphModel, AParameterLivesWithItsFirstUserAndIsDrawnBesideIt)
{
    const GraphModel model(smallGraph());
    const VisibleGraph visible = visibleGraph(model, allOpen(model));
    EXPECT_THAT(shown(model, visible),
                ElementsAre("x",
                            "[net]",
                            "net/MaxPool",
                            "[grad]",
                            "grad/Conv2DGrad",
                            "grad/ReluGrad",
                            "[conv1]",
                            "net/conv1/Conv2D",
                            "p:conv1.weight",
                            "[conv2]",
                            "net/conv2/Conv2D",
                            "net/conv2/ReLU"));
    EXPECT_EQ(visible.items[8].attachedTo, 7);
    const auto faint = std::count_if(visible.edges.begin(),
                                     visible.edges.end(),
                                     [](const VisibleEdge& edge) { return edge.isFaint; });
    EXPECT_EQ(faint, 1); // the gradient reads the weight too
}

TEST(GraphModel, ClosedScopesGatherTheirEdges)
{
    const GraphModel model(smallGraph());
    std::vector<bool> open(model.scopes().size(), false);
    open[0] = true;
    const VisibleGraph visible = visibleGraph(model, open);
    EXPECT_THAT(shown(model, visible), ElementsAre("x", "<net>", "<grad>"));
    ASSERT_EQ(visible.edges.size(), 2U);
    EXPECT_EQ(visible.edges[0].from, 0);
    EXPECT_EQ(visible.edges[1].count, 3);
    EXPECT_EQ(visible.itemOfNode, (std::vector<int>{0, 1, 1, 1, 1, 1, 2, 2}));
}

TEST(GraphModel, OpensFromTheOutsideInWithinABudgetAndLeavesGradientsClosed)
{
    const GraphModel model(graphOf({{"net/a/A", {}},
                                    {"net/a/B", {0}},
                                    {"net/b/C", {1}},
                                    {"Gradients/D", {2}},
                                    {"optimizer/M", {3}}}));
    const std::vector<bool> all = model.initiallyOpen(100);
    const VisibleGraph visible = visibleGraph(model, all);
    EXPECT_THAT(
        shown(model, visible),
        ElementsAre(
            "[net]", "<Gradients>", "<optimizer>", "[a]", "net/a/A", "net/a/B", "[b]", "net/b/C"));
    const VisibleGraph few = visibleGraph(model, model.initiallyOpen(3));
    EXPECT_EQ(few.items.size(), 3U);
}

TEST(LevelLayout, RanksFollowTheLongestPath)
{
    LevelInput input;
    input.boxes.assign(4, {kNodeWidth, kNodeHeight, kNodeWidth / 2});
    input.edges = {{0, 1}, {1, 2}, {2, 3}, {0, 3}};
    const LevelPlaces places = layoutLevel(input, {});
    for (int i = 0; i + 1 < 4; ++i) {
        EXPECT_EQ(places.topLeft[static_cast<std::size_t>(i) + 1].y()
                      - places.topLeft[static_cast<std::size_t>(i)].y(),
                  kNodeHeight + kRankGap);
    }
    EXPECT_EQ(places.via[3].size(), 4U); // the long edge passes two ranks, clear of their boxes
    for (const QPointF& via : places.via[3]) {
        const double left = places.topLeft[1].x();
        EXPECT_TRUE(via.x() < left || via.x() > left + kNodeWidth) << via.x();
    }
}

TEST(LevelLayout, AChainStandsStraightAndOrderAvoidsCrossings)
{
    LevelInput input;
    input.boxes.assign(6, {kNodeWidth, kNodeHeight, kNodeWidth / 2});
    input.edges = {{0, 5}, {1, 4}, {2, 3}}; // drawn in order of the boxes they would all cross
    const LevelPlaces places = layoutLevel(input, {});
    for (const auto& [from, to] : input.edges) {
        EXPECT_EQ(places.topLeft[static_cast<std::size_t>(from)].x(),
                  places.topLeft[static_cast<std::size_t>(to)].x());
    }
}

TEST(LevelLayout, CyclesSelfLoopsAndLoneBoxesAllGetAPlace)
{
    LevelInput input;
    input.boxes.assign(40, {kNodeWidth, kNodeHeight, kNodeWidth / 2});
    input.edges = {{0, 1}, {1, 2}, {2, 0}, {1, 1}, {2, 2}, {0, 1}};
    const LevelPlaces places = layoutLevel(input, {});
    std::set<std::pair<double, double>> seen;
    for (const QPointF& place : places.topLeft) {
        EXPECT_TRUE(seen.emplace(place.x(), place.y()).second);
    }
    EXPECT_LT(places.size.width(), 12 * kNodeWidth); // lone boxes fill rows, not one endless row
}

class EveryEngine : public testing::TestWithParam<bool> {
protected:
    static GraphLayout layout(const VisibleGraph& visible)
    {
        if (!GetParam()) {
            return layeredLayout(visible);
        }
        DotProblem problem = DotProblem::None;
        auto layout = dotLayout(visible, problem, {}, std::chrono::seconds(60));
        EXPECT_TRUE(layout.has_value()) << static_cast<int>(problem);
        return layout ? *layout : GraphLayout{};
    }
};

TEST_P(EveryEngine, PlacesScopesNodesAndParametersSoundly)
{
    const GraphModel model(smallGraph());
    for (const std::vector<bool>& open :
         {allOpen(model), model.initiallyOpen(6), model.initiallyOpen(0)})
    {
        const VisibleGraph visible = visibleGraph(model, open);
        expectSound(visible, layout(visible));
    }
}

TEST_P(EveryEngine, SurvivesCyclesSelfLoopsAndIdsThatDoNotExist)
{
    Graph graph =
        graphOf({{"a/x", {1, 0, 99, -7}}, {"a/y", {0, 2}}, {"b/z", {1, 2}}, {"b/z", {3}}});
    const GraphModel model(std::move(graph));
    const VisibleGraph visible = visibleGraph(model, allOpen(model));
    EXPECT_EQ(visible.items.size(), 6U);
    expectSound(visible, layout(visible));
}

TEST_P(EveryEngine, HostileNamesMeanNothing)
{
    const std::string tooLong(10'000, 'n');
    const GraphModel model(graphOf({{"\"];}\n subgraph x {", {}},
                                    {"<b>html</b>&amp;<TABLE>", {0}},
                                    {"../../etc/passwd", {1}},
                                    {"", {2}},
                                    {"//", {3}},
                                    {tooLong + "/" + tooLong, {4}},
                                    {std::string("nul\0byte", 8), {5}},
                                    {"\xff\xfe", {6}}}));
    const VisibleGraph visible = visibleGraph(model, allOpen(model));
    expectSound(visible, layout(visible));
}

INSTANTIATE_TEST_SUITE_P(DotAndLayered, EveryEngine, testing::Bool());

TEST(GraphLayout, WithoutNodesThereIsNothingAndNoError)
{
    const GraphModel model{Graph{}};
    const VisibleGraph visible = visibleGraph(model, allOpen(model));
    EXPECT_TRUE(visible.items.empty());
    const GraphLayout layout = layoutGraph(visible);
    EXPECT_TRUE(layout.boxes.empty());
    EXPECT_EQ(layout.problem, DotProblem::None);
}

TEST(GraphLayout, UsesDotWhereItFits)
{
    const GraphModel model(smallGraph());
    const GraphLayout layout = layoutGraph(visibleGraph(model, allOpen(model)));
    EXPECT_EQ(layout.engine, LayoutEngine::Dot);
}

TEST(GraphLayout, SaysWhenDotIsNotThere)
{
    const Path path("");
    const GraphModel model(smallGraph());
    const VisibleGraph visible = visibleGraph(model, allOpen(model));
    const GraphLayout layout = layoutGraph(visible);
    EXPECT_EQ(layout.engine, LayoutEngine::Layered);
    EXPECT_EQ(layout.problem, DotProblem::NotFound);
    expectSound(visible, layout);
}

class FakeDot {
public:
    explicit FakeDot(const QByteArray& script)
    {
        QFile file(m_folder.filePath("dot"));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(script);
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        file.close();
        m_path = std::make_unique<Path>(m_folder.path().toUtf8() + ":/usr/bin:/bin");
    }

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Path> m_path;
};

TEST(GraphLayout, ADotThatHangsIsKilledAndReplaced)
{
    const FakeDot dot("#!/bin/sh\nexec sleep 600\n");
    const GraphModel model(smallGraph());
    const VisibleGraph visible = visibleGraph(model, allOpen(model));
    DotProblem problem = DotProblem::None;
    QElapsedTimer timer;
    timer.start();
    EXPECT_FALSE(dotLayout(visible, problem, {}, std::chrono::milliseconds(200)).has_value());
    EXPECT_EQ(problem, DotProblem::TooSlow);
    EXPECT_LT(timer.elapsed(), 60'000);
}

TEST(GraphLayout, ADotThatPrintsNonsenseOrFailsIsReplaced)
{
    const GraphModel model(smallGraph());
    const VisibleGraph visible = visibleGraph(model, allOpen(model));
    for (const char* script :
         {"#!/bin/sh\nexit 1\n",
          "#!/bin/sh\necho nonsense\n",
          "#!/bin/sh\nkill -9 $$\n",
          "#!/bin/sh\necho '{\"bb\":\"0,0,nan,1e999\"}'\n",
          "#!/bin/sh\necho "
          "'{\"bb\":\"0,0,10,10\",\"objects\":[{\"name\":\"n999\",\"pos\":\"1,1\"}]}'\n"})
    {
        const FakeDot dot(script);
        const GraphLayout layout = layoutGraph(visible);
        EXPECT_EQ(layout.engine, LayoutEngine::Layered) << script;
        EXPECT_EQ(layout.problem, DotProblem::Failed) << script;
        expectSound(visible, layout);
    }
}

TEST(GraphLayout, AStopEndsTheWaitForDot)
{
    const FakeDot dot("#!/bin/sh\nexec sleep 600\n");
    const GraphModel model(smallGraph());
    std::stop_source stop;
    stop.request_stop();
    DotProblem problem = DotProblem::None;
    EXPECT_FALSE(
        dotLayout(
            visibleGraph(model, allOpen(model)), problem, stop.get_token(), std::chrono::hours(1))
            .has_value());
}

TEST(GraphLayout, TenThousandScopesDeepNeedNoRecursion)
{
    std::string name;
    Graph graph;
    for (int i = 0; i < 10'000; ++i) {
        name += "s/";
        GraphNode node;
        node.name = name + "n";
        if (i > 0) {
            node.inputs.push_back({i - 1, 0, false});
        }
        graph.nodes.push_back(node);
    }
    const GraphModel model(std::move(graph));
    EXPECT_EQ(model.scopes().size(), 10'001U);
    const VisibleGraph visible = visibleGraph(model, allOpen(model));
    const GraphLayout layout = layoutGraph(visible);
    EXPECT_EQ(layout.problem, DotProblem::TooLarge);
    EXPECT_EQ(layout.boxes.size(), 20'000U);
    EXPECT_GT(layout.size.height(), 10'000 * kTitleHeight);
}

TEST(GraphLayout, FiftyThousandNodesTakeAFewSecondsAtMost)
{
    Graph graph;
    for (int i = 0; i < 50'000; ++i) {
        GraphNode node;
        node.name = "n" + std::to_string(i);
        if (i > 0) {
            node.inputs.push_back({i - 1, 0, false});
        }
        if (i > 40 && i % 6 == 0) {
            node.inputs.push_back({i - 5, 0, false});
        }
        if (i % 100 == 99) {
            node.inputs.push_back({i / 3, 0, false});
        }
        graph.nodes.push_back(node);
    }
    const double before = runlens::test::threadCpuSeconds();
    const GraphModel model(std::move(graph));
    const VisibleGraph visible = visibleGraph(model, allOpen(model));
    const GraphLayout layout = layoutGraph(visible);
    const double seconds = runlens::test::threadCpuSeconds() - before;
    EXPECT_EQ(layout.problem, DotProblem::TooLarge);
    EXPECT_EQ(layout.boxes.size(), 50'000U);
    RecordProperty("cpu_ms", static_cast<int>(seconds * 1000));
    EXPECT_LT(seconds,
              20.0); // a guard against quadratic time; checked builds are several times slower
}

} // namespace runlens::viewers
