// SPDX-License-Identifier: GPL-3.0-or-later
// One operator of a real training, followed by clicks from the store to the operator summary, the
// timeline, the graph, the IR line of every member, and the source line.
#include "tests/end_to_end/recorded_training.h"
#include "tests/end_to_end/window_fixture.h"
#include "viewers/common/cross_links.h"
#include "viewers/common/operator_table.h"
#include "viewers/graph/graph_canvas.h"
#include "viewers/graph/graph_view.h"
#include "viewers/ir/ir_view.h"
#include "viewers/ir/pass_diff.h"
#include "viewers/ir/pass_list.h"
#include "viewers/ir/text_canvas.h"
#include "viewers/operators/operators_view.h"
#include "viewers/timeline/timeline_canvas.h"
#include "viewers/timeline/timeline_view.h"

#include <QAbstractProxyModel>
#include <QTableView>

#include <algorithm>

namespace runlens::test {

namespace {

using runtime::ExecutionMode;
using viewers::GraphView;
using viewers::IrView;
using viewers::OperatorsView;
using viewers::TextCanvas;
using viewers::TimelineView;

constexpr int kSteps = 4;

const std::string kFused = "Default/network/conv1/FusedConv2DBiasReLU-op0";

/// What ran of a node, as the run has it: in eager mode the kernels of its gradient belong to it
/// too.
struct Executions {
    std::vector<SpanRef> spans; ///< those of the operator itself
    std::uint64_t count = 0;
    std::int64_t totalNs = 0;
    NodeRef node;
};

Executions executionsOf(const Run& run, const std::string& fullName)
{
    Executions found;
    for (std::size_t t = 0; t < run.tracks().size(); ++t) {
        const TrackId track{static_cast<std::int32_t>(t)};
        const SpanSeries* spans = run.spans(track);
        for (std::size_t row = 0; spans != nullptr && row < spans->size(); ++row) {
            const IrNode* node = run.irNode(spans->nodes[row]);
            if (node != nullptr && run.text(node->fullName) == fullName) {
                if (spans->names[row] == node->op) {
                    found.spans.push_back({track, static_cast<std::int64_t>(row)});
                }
                ++found.count;
                found.totalNs += spans->durationNs[row];
                found.node = spans->nodes[row];
            }
        }
    }
    return found;
}

std::int64_t startOf(const Run& run, SpanRef span)
{
    return run.spans(span.track)->startNs[static_cast<std::size_t>(span.index)];
}

bool isMarked(const TextCanvas& canvas, int line)
{
    return std::any_of(canvas.marks().begin(), canvas.marks().end(), [line](const auto& mark) {
        return mark.mark == TextCanvas::Mark::Selected && mark.first <= line && line <= mark.last;
    });
}

bool isInSight(const TextCanvas& canvas, int line)
{
    return canvas.viewport()->rect().contains(canvas.characterRect(line, 1));
}

class ClickThrough : public WindowFixture {
protected:
    void record(ExecutionMode mode)
    {
        RecordedTraining training(folder("lenet"), mode);
        training.steps(kSteps);
        if (mode == ExecutionMode::Graph) {
            training.evaluate();
        }
        training.close();
        m_stored = readStore(folder("lenet"));
    }

    /// From the store through all views. The code stands in the line of the network that the
    /// operator comes from.
    void follow(const std::string& fullName, const std::string& op, const std::string& code)
    {
        const Executions stored = executionsOf(*m_stored, fullName);
        const Executions shown = executionsOf(run(), fullName);
        ASSERT_EQ(stored.spans.size(), static_cast<std::size_t>(kSteps));
        ASSERT_EQ(shown.spans.size(), stored.spans.size());
        EXPECT_EQ(startOf(run(), shown.spans[2]), startOf(*m_stored, stored.spans[2]));

        findInOperators(fullName, stored);
        clickInTimeline(shown.spans[2], fullName);
        const viewers::Selection::State picked = selection().state();
        EXPECT_EQ(picked.step, 3);
        EXPECT_EQ(startOf(run(), picked.span->span), startOf(*m_stored, stored.spans[2]));
        EXPECT_EQ(window().inspector()->content().title.toStdString(), op);

        clickLink("IR line");
        expectLine(shown.node, op);
        expectSource(code);
        followIntoGraph(fullName, op);
        clickInTimeline(shown.spans[2], fullName);
        followMembers(shown, fullName, code);
    }

    void findInOperators(const std::string& fullName, const Executions& stored)
    {
        clickRail("operators");
        auto* operators = view<OperatorsView>("operators");
        auto* kinds = operators->headerControls()->findChild<viewers::SegmentedControl*>();
        click(kinds, QPoint(kinds->width() * 3 / 4, kinds->height() / 2));
        settle();
        ASSERT_EQ(operators->kind(), OperatorsView::ByNode);
        const int row = operators->model().rowOf(QString::fromStdString(fullName));
        ASSERT_GE(row, 0) << fullName;
        const profiler::OperatorRow& facts =
            operators->model().rows()[static_cast<std::size_t>(row)];
        EXPECT_EQ(facts.count, stored.count);
        EXPECT_EQ(facts.totalNs, stored.totalNs);
        const auto* sorted = qobject_cast<QAbstractProxyModel*>(operators->table()->model());
        const QModelIndex cell = sorted->mapFromSource(operators->model().index(row, 0));
        operators->table()->scrollTo(cell);
        click(operators->table()->viewport(), operators->table()->visualRect(cell).center());
        settle();
        ASSERT_TRUE(selection().state().node);
        EXPECT_EQ(selection().state().node->fullName.toStdString(), fullName);
    }

    void clickInTimeline(SpanRef span, const std::string& fullName)
    {
        forgetSelection();
        clickRail("timeline");
        viewers::TimelineCanvas* canvas = view<TimelineView>("timeline")->canvas();
        canvas->reveal(span);
        settle();
        const QRectF box = canvas->rectOf(span);
        ASSERT_GT(box.width(), 2.0);
        click(canvas, box.center().toPoint());
        settle();
        const viewers::Selection::State& state = selection().state();
        ASSERT_TRUE(state.span && state.node && state.ir && state.source);
        EXPECT_EQ(state.span->span, span);
        EXPECT_EQ(state.node->fullName.toStdString(), fullName);
        EXPECT_TRUE(state.source->file.endsWith("runtime/examples/lenet.h"));
        EXPECT_TRUE(window().isInspectorShown());
    }

    /// The IR view shows the pass of the node, with its line marked and in sight.
    void expectLine(NodeRef ref, const std::string& op)
    {
        ASSERT_EQ(window().currentView(), "ir");
        auto* ir = view<IrView>("ir");
        const IrNode* node = run().irNode(ref);
        ASSERT_NE(node, nullptr);
        EXPECT_EQ(ir->passes()->currentPass(), ref.pass);
        const TextCanvas& text = *ir->text();
        ASSERT_NE(text.document(), nullptr);
        const std::string line(text.document()->line(node->firstLine));
        EXPECT_NE(line.find(" = " + op + "("), std::string::npos) << line;
        EXPECT_TRUE(isMarked(text, node->firstLine)) << line;
        EXPECT_TRUE(isInSight(text, node->firstLine)) << line;
    }

    void expectSource(const std::string& code)
    {
        const TextCanvas& source = *view<IrView>("ir")->source();
        ASSERT_TRUE(selection().state().source);
        ASSERT_NE(source.document(), nullptr);
        const int line = selection().state().source->line;
        const std::string text(source.document()->line(line));
        EXPECT_NE(text.find(code), std::string::npos) << line << ": " << text;
        EXPECT_TRUE(isMarked(source, line)) << text;
        EXPECT_TRUE(isInSight(source, line)) << text;
    }

    void followIntoGraph(const std::string& fullName, const std::string& op)
    {
        clickLink("Graph node");
        ASSERT_EQ(window().currentView(), "graph");
        expectInGraph(fullName, op);
        auto* graph = view<GraphView>("graph");
        const int node = graph->model()->find(fullName);
        const QRect box = graph->canvas()->screenBox(node).toRect();
        forgetSelection();
        EXPECT_TRUE(graph->canvas()->selectedNodes().empty());
        click(graph->canvas(), box.center());
        settle();
        ASSERT_TRUE(selection().state().node && selection().state().ir);
        EXPECT_EQ(selection().state().node->fullName.toStdString(), fullName);
        EXPECT_FALSE(graph->selectedFacts().isEmpty());
    }

    void expectInGraph(const std::string& fullName, const std::string& op)
    {
        auto* graph = view<GraphView>("graph");
        ASSERT_NE(graph->model(), nullptr);
        EXPECT_EQ(graph->model()->graph().name, "train");
        const int node = graph->model()->find(fullName);
        ASSERT_GE(node, 0) << fullName;
        EXPECT_EQ(graph->model()->graph().nodes[static_cast<std::size_t>(node)].op, op);
        EXPECT_EQ(graph->canvas()->selectedNodes(), std::vector<int>{node});
        const QRect box = graph->canvas()->screenBox(node).toRect();
        EXPECT_TRUE(graph->canvas()->rect().contains(box)) << box.x() << " " << box.y();
        EXPECT_FALSE(graph->canvas()->minimapRect().intersects(box));
    }

    /// The lines of all members at once in the pass where they were apart, then one by one.
    void
    followMembers(const Executions& shown, const std::string& fullName, const std::string& code)
    {
        const std::vector<NodeRef> members = viewers::membersOf(run(), shown.node);
        ASSERT_FALSE(members.empty());
        clickRail("ir");
        auto* ir = view<IrView>("ir");
        const auto* passes = qobject_cast<const viewers::PassModel*>(ir->passes()->model());
        const QModelIndex row = passes->index(passes->rowOf(members.front().pass));
        ir->passes()->scrollTo(row);
        click(ir->passes()->viewport(), ir->passes()->visualRect(row).center());
        settle();
        for (const NodeRef& member : members) {
            ASSERT_EQ(member.pass, members.front().pass);
            EXPECT_TRUE(isMarked(*ir->text(), run().irNode(member)->firstLine));
        }
        expectSource(code);
        for (const NodeRef& member : members.size() > 1 ? members : std::vector<NodeRef>{}) {
            const std::string op(run().text(run().irNode(member)->op));
            const QString memberName = app::utf8(run().text(run().irNode(member)->fullName));
            clickInTimeline(shown.spans[2], fullName);
            clickLink(op.c_str(), memberName);
            ASSERT_EQ(window().currentView(), "graph");
            // What was executed is the fused one: the graph shows it for its member.
            expectInGraph(fullName, std::string(run().text(run().irNode(shown.node)->op)));
            clickRail("ir");
            expectLine(member, op);
            expectSource(code);
        }
    }

    std::shared_ptr<const Run> m_stored;
};

} // namespace

TEST_F(ClickThrough, FollowsAConvolutionOfEagerMode)
{
    record(ExecutionMode::Eager);
    open();
    follow("Default/network/conv1/Conv2D-op0", "Conv2D", "relu(m_conv1(x))");
}

TEST_F(ClickThrough, FollowsAFusedConvolutionToAllItsMembers)
{
    record(ExecutionMode::Graph);
    const Executions stored = executionsOf(*m_stored, kFused);
    ASSERT_FALSE(stored.spans.empty());
    std::vector<std::string> ops;
    for (const NodeRef& member : viewers::membersOf(*m_stored, stored.node)) {
        ops.emplace_back(m_stored->text(m_stored->irNode(member)->op));
    }
    std::sort(ops.begin(), ops.end());
    EXPECT_EQ(ops, (std::vector<std::string>{"BiasAdd", "Conv2D", "ReLU"}));
    open();
    follow(kFused, "FusedConv2DBiasReLU", "relu(m_conv1(x))");
}

TEST_F(ClickThrough, AFusedNodeIsTrackedByTheSameMemberInEveryPassBefore)
{
    record(ExecutionMode::Graph);
    const Executions stored = executionsOf(*m_stored, kFused);
    QStringList followed;
    for (const viewers::TrackRow& row : viewers::trackNode(*m_stored, stored.node)) {
        followed << row.as.section(QLatin1Char(' '), 0, 0);
    }
    followed.removeDuplicates();
    EXPECT_EQ(followed, (QStringList{"Conv2D", "FusedConv2DBiasReLU"}));
}

TEST_F(ClickThrough, TheInspectorCountsTheExecutionsOfTheNodeNotOfItsKind)
{
    record(ExecutionMode::Graph);
    open();
    const Executions shown = executionsOf(run(), kFused);
    ASSERT_EQ(shown.spans.size(), static_cast<std::size_t>(kSteps)) << "conv2 is fused alike";
    clickInTimeline(shown.spans[1], kFused);
    QHash<QString, QString> facts;
    for (const app::InspectorSection& section : window().inspector()->content().sections) {
        for (const app::InspectorFact& fact : section.facts) {
            facts.insert(fact.name, fact.value + QLatin1Char(' ') + fact.note);
        }
    }
    EXPECT_EQ(facts.value("Executions").trimmed(), QString::number(kSteps));
    const QString alike = facts.value("All of its kind");
    EXPECT_TRUE(alike.startsWith(QStringLiteral("median "))) << alike.toStdString();
    EXPECT_TRUE(alike.endsWith(QStringLiteral(" of %1").arg(2 * kSteps))) << alike.toStdString();
}

TEST_F(ClickThrough, FollowsAGradientToTheLineItIsTheGradientOf)
{
    record(ExecutionMode::Graph);
    open();
    follow("Gradients/Default/network/conv2/Conv2DBackpropInput-op0",
           "Conv2DBackpropInput",
           "relu(m_conv2(h))");
}

TEST_F(ClickThrough, ASelectionMadeBeforeAViewIsFirstShownIsInSightThere)
{
    record(ExecutionMode::Graph);
    open();
    const std::string fullName = "Gradients/Default/network/conv2/Conv2DBackpropInput-op0";
    const Executions shown = executionsOf(run(), fullName);
    ASSERT_FALSE(shown.spans.empty());
    selection().set(viewers::selectSpan(selection().state(), openRun().key, run(), shown.spans[0]));
    clickRail("graph");
    expectInGraph(fullName, "Conv2DBackpropInput");
    clickRail("ir");
    expectLine(shown.node, "Conv2DBackpropInput");
    expectSource("relu(m_conv2(h))");
}

TEST_F(ClickThrough, ANodeOfAnotherGraphBringsItsGraph)
{
    record(ExecutionMode::Graph);
    open();
    clickRail("graph");
    auto* graph = view<GraphView>("graph");
    const auto inGraph = [&](const char* name) {
        const std::vector<NodeRef> named = viewers::nodesNamed(run(), name, kFused);
        EXPECT_FALSE(named.empty()) << name;
        selection().set(viewers::selectNode(
            selection().state(), openRun().key, run(), named.empty() ? NodeRef{} : named.front()));
        settle();
        EXPECT_EQ(graph->model()->graph().name, name);
        const int node = graph->model()->find(kFused);
        EXPECT_EQ(graph->canvas()->selectedNodes(), std::vector<int>{node});
    };
    inGraph("train");
    inGraph("eval");
    inGraph("train");
}

TEST_F(ClickThrough, ThePassListTellsTheGraphsApart)
{
    record(ExecutionMode::Graph);
    open();
    clickRail("ir");
    const auto* passes =
        qobject_cast<const viewers::PassModel*>(view<IrView>("ir")->passes()->model());
    QStringList graphs;
    for (const viewers::PassSummary& pass : passes->passes()) {
        if (pass.isFirst) {
            EXPECT_TRUE(viewers::changeText(pass).startsWith(pass.graph));
            graphs << pass.graph;
        }
    }
    EXPECT_EQ(graphs, (QStringList{"eval", "train"}));
}

} // namespace runlens::test
