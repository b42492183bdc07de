// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary_format/run_builder.h"
#include "viewers/common/cross_links.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace runlens::viewers {

namespace {

using testing::ElementsAre;

/// Builds a run from pictures such as pass(0, "parse", {"conv:Conv2D", "relu:ReLU"}, {{0, {"parse",
/// 0}}}).
class Passes {
public:
    struct From {
        std::int32_t node;
        std::string pass;
        std::int32_t fromNode;
    };

    PassId pass(std::int32_t order,
                const std::string& name,
                const std::vector<std::string>& nodes,
                const std::vector<From>& from = {},
                const std::string& graph = "train")
    {
        std::vector<IrNodeRecord> records;
        for (const std::string& node : nodes) {
            const std::size_t colon = node.find(':');
            IrNodeRecord record;
            record.node = static_cast<std::int32_t>(records.size());
            record.fullName = std::string_view(node).substr(0, colon);
            record.op = std::string_view(node).substr(colon + 1);
            records.push_back(record);
        }
        if (!records.empty() && order == 0) {
            records.front().sourceFile = "lenet.h";
            records.front().sourceLine = 43;
        }
        std::vector<IrOriginRecord> origins;
        for (const From& entry : from) {
            origins.push_back({entry.node, m_ids.at(entry.pass), entry.fromNode});
        }
        IrDumpRecord dump;
        dump.order = order;
        dump.name = name;
        dump.graphName = graph;
        dump.nodes = records;
        dump.origins = origins;
        const PassId id = m_builder.irDump(dump);
        m_ids[name] = id;
        return id;
    }

    /// Names a pass that does not exist, for origins that lead nowhere.
    void promise(const std::string& name, PassId id) { m_ids[name] = id; }

    TrackId steps(int rank, const std::vector<std::array<std::int64_t, 3>>& spans)
    {
        TrackRecord track;
        track.rank = rank;
        track.name = "steps";
        track.kind = TrackKind::Step;
        return addSpans(track, spans, NodeRef{});
    }

    TrackId operators(const std::vector<std::array<std::int64_t, 3>>& spans, NodeRef node)
    {
        TrackRecord track;
        track.name = "main";
        return addSpans(track, spans, node);
    }

    std::shared_ptr<const Run> run() { return m_builder.snapshot(); }

private:
    TrackId addSpans(const TrackRecord& record,
                     const std::vector<std::array<std::int64_t, 3>>& spans,
                     NodeRef node)
    {
        const TrackId id = m_builder.track(record);
        SpanBatch batch;
        std::vector<std::int64_t> starts;
        std::vector<std::int64_t> durations;
        std::vector<std::int64_t> steps;
        for (const auto& [start, duration, step] : spans) {
            starts.push_back(start);
            durations.push_back(duration);
            steps.push_back(step);
        }
        const std::vector<NameId> names(spans.size(), m_builder.name("span"));
        const std::vector<SpanCategory> categories(spans.size(), SpanCategory::Other);
        const std::vector<std::uint16_t> depths(spans.size(), 0);
        const std::vector<NodeRef> nodes(spans.size(), node);
        batch.startNs = starts;
        batch.durationNs = durations;
        batch.names = names;
        batch.categories = categories;
        batch.depths = depths;
        batch.nodes = nodes;
        batch.steps = steps;
        m_builder.spans(id, batch);
        return id;
    }

    RunBuilder m_builder{{"/runs/a", "a", "runlens"}};
    std::map<std::string, PassId> m_ids;
};

std::string name(const Run& run, NodeRef node)
{
    return std::string(run.text(run.irPass(node.pass)->name)) + "/"
           + std::string(run.text(run.irNode(node)->fullName));
}

std::vector<std::string> names(const Run& run, const std::vector<NodeRef>& nodes)
{
    std::vector<std::string> result;
    for (const NodeRef& node : nodes) {
        result.push_back(name(run, node));
    }
    return result;
}

} // namespace

TEST(CrossLinks, OriginsLeadThroughEveryPassNearestFirst)
{
    Passes passes;
    passes.pass(0, "parse", {"conv:Conv2D", "relu:ReLU"});
    passes.pass(1, "infer", {"conv:Conv2D", "relu:ReLU"}, {{0, "parse", 0}, {1, "parse", 1}});
    const PassId fuse =
        passes.pass(2, "fuse", {"fused:ConvReLU"}, {{0, "infer", 0}, {0, "infer", 1}});
    const auto run = passes.run();
    EXPECT_THAT(names(*run, originsOf(*run, {fuse, 0})),
                ElementsAre("fuse/fused", "infer/conv", "infer/relu", "parse/conv", "parse/relu"));
    EXPECT_THAT(names(*run, originsOf(*run, {PassId{1}, 1})),
                ElementsAre("infer/relu", "parse/relu"));
}

TEST(CrossLinks, DescendantsLeadTheOtherWay)
{
    Passes passes;
    passes.pass(0, "parse", {"conv:Conv2D", "relu:ReLU"});
    passes.pass(1, "infer", {"relu:ReLU", "conv:Conv2D"}, {{0, "parse", 1}, {1, "parse", 0}});
    passes.pass(2,
                "grad",
                {"conv:Conv2D", "relu:ReLU", "dconv:Conv2DGrad"},
                {{0, "infer", 1}, {1, "infer", 0}, {2, "infer", 1}});
    passes.pass(3,
                "fuse",
                {"fused:ConvReLU", "dconv:Conv2DGrad"},
                {{0, "grad", 0}, {0, "grad", 1}, {1, "grad", 2}});
    const auto run = passes.run();
    EXPECT_THAT(names(*run, descendantsOf(*run, {PassId{0}, 0})),
                ElementsAre("infer/conv", "grad/conv", "grad/dconv", "fuse/fused", "fuse/dconv"));
    EXPECT_THAT(names(*run, descendantsOf(*run, {PassId{2}, 1})), ElementsAre("fuse/fused"));
    EXPECT_TRUE(descendantsOf(*run, {PassId{3}, 0}).empty());
    EXPECT_TRUE(descendantsOf(*run, {PassId{9}, 0}).empty());
}

TEST(CrossLinks, TheSelectedNodeIsThatOfTheIrElseOfTheSpanElseOfTheName)
{
    Passes passes;
    passes.pass(0, "parse", {"conv:Conv2D", "relu:ReLU"});
    const PassId execute = passes.pass(1, "execute", {"conv:Conv2D"}, {{0, "parse", 0}});
    const TrackId track = passes.operators({{10, 5, kNoStep}}, {execute, 0});
    const auto run = passes.run();
    Selection::State state;
    EXPECT_EQ(selectedNode(*run, "r", state), std::nullopt);
    state.node = NodeSelection{"r", "train", "conv"};
    EXPECT_EQ(selectedNode(*run, "r", state), (NodeRef{execute, 0}));
    EXPECT_EQ(selectedNode(*run, "another", state), std::nullopt);
    state.node = NodeSelection{"r", "train", "relu"};
    state.span = SpanSelection{"r", 0, {track, 0}};
    EXPECT_EQ(selectedNode(*run, "r", state), (NodeRef{execute, 0}));
    state.ir = IrSelection{"r", "train", "parse", 1};
    EXPECT_EQ(selectedNode(*run, "r", state), (NodeRef{PassId{0}, 1}));
    state.ir = IrSelection{"r", "train", "parse", 99};
    state.span = SpanSelection{"r", 0, {track, 77}};
    EXPECT_EQ(selectedNode(*run, "r", state), (NodeRef{PassId{0}, 1}));
}

TEST(CrossLinks, MembersOfANodeFusedInTwoPassesAreWhatTheyWereWhenAllWereApart)
{
    Passes passes;
    passes.pass(0, "parse", {"conv:Conv2D", "bias:BiasAdd", "relu:ReLU"});
    passes.pass(1,
                "simplify",
                {"conv:Conv2D", "bias:BiasAdd", "relu:ReLU"},
                {{0, "parse", 0}, {1, "parse", 1}, {2, "parse", 2}});
    passes.pass(2,
                "fuse_bias",
                {"cb:ConvBias", "relu:ReLU"},
                {{0, "simplify", 0}, {0, "simplify", 1}, {1, "simplify", 2}});
    passes.pass(3, "fuse_relu", {"cbr:ConvBiasReLU"}, {{0, "fuse_bias", 0}, {0, "fuse_bias", 1}});
    const PassId plan = passes.pass(4, "plan", {"cbr:ConvBiasReLU"}, {{0, "fuse_relu", 0}});
    const auto run = passes.run();
    EXPECT_THAT(names(*run, membersOf(*run, {plan, 0})),
                ElementsAre("simplify/conv", "simplify/bias", "simplify/relu"));
}

TEST(CrossLinks, APlainNodeIsItsOwnMemberAndAMergeOfEqualNodesIsNoFusion)
{
    Passes passes;
    passes.pass(0, "parse", {"a:Mul", "b:Mul"});
    const PassId merged =
        passes.pass(1, "common_subexpression", {"a:Mul"}, {{0, "parse", 0}, {0, "parse", 1}});
    const auto run = passes.run();
    EXPECT_THAT(names(*run, membersOf(*run, {merged, 0})), ElementsAre("common_subexpression/a"));
    EXPECT_THAT(names(*run, membersOf(*run, {PassId{0}, 1})), ElementsAre("parse/b"));
}

TEST(CrossLinks, OriginCyclesAndOriginsThatLeadNowhereAreLeftOut)
{
    Passes passes;
    passes.promise("later", PassId{1});
    passes.promise("missing", PassId{77});
    passes.promise("negative", PassId{-5});
    passes.pass(
        0, "parse", {"a:A", "b:B"}, {{0, "later", 0}, {0, "missing", 3}, {1, "negative", -9}});
    passes.pass(
        1,
        "later",
        {"a:A"},
        {{0, "later", 0}, {0, "parse", 0}, {0, "parse", 900}, {0, "parse", -1}, {0, "parse", 0}});
    const auto run = passes.run();
    EXPECT_THAT(names(*run, originsOf(*run, {PassId{1}, 0})), ElementsAre("later/a", "parse/a"));
    EXPECT_THAT(names(*run, originsOf(*run, {PassId{0}, 0})), ElementsAre("parse/a"));
    EXPECT_THAT(names(*run, membersOf(*run, {PassId{1}, 0})), ElementsAre("later/a"));
    for (const NodeRef nowhere :
         {NodeRef{}, NodeRef{PassId{0}, 2}, NodeRef{PassId{9}, 0}, NodeRef{PassId{0}, -2}})
    {
        EXPECT_TRUE(originsOf(*run, nowhere).empty());
        EXPECT_TRUE(membersOf(*run, nowhere).empty());
    }
}

TEST(CrossLinks, TwentyThousandPassesDeepNeedNoRecursion)
{
    Passes passes;
    std::string previous;
    constexpr int kPasses = 20'000;
    PassId last{};
    for (int i = 0; i < kPasses; ++i) {
        const std::string here = "p" + std::to_string(i);
        last = passes.pass(i,
                           here,
                           {"n:N"},
                           i == 0 ? std::vector<Passes::From>{}
                                  : std::vector<Passes::From>{{0, previous, 0}});
        previous = here;
    }
    const auto run = passes.run();
    EXPECT_EQ(originsOf(*run, {last, 0}).size(), static_cast<std::size_t>(kPasses));
    EXPECT_EQ(membersOf(*run, {last, 0}).size(), 1U);
}

TEST(CrossLinks, FindsNodesByNameInOneGraphLatestPassFirst)
{
    Passes passes;
    passes.pass(1, "infer", {"x:X", "conv:Conv2D"});
    passes.pass(0, "parse", {"conv:Conv2D"});
    passes.pass(2, "eval_parse", {"conv:Conv2D"}, {}, "eval");
    const auto run = passes.run();
    EXPECT_THAT(names(*run, nodesNamed(*run, "train", "conv")),
                ElementsAre("infer/conv", "parse/conv"));
    EXPECT_THAT(names(*run, nodesNamed(*run, "", "conv")),
                ElementsAre("eval_parse/conv", "infer/conv", "parse/conv"));
    EXPECT_TRUE(nodesNamed(*run, "train", "con").empty());
    EXPECT_TRUE(nodesNamed(*run, "train", "").empty());
}

TEST(CrossLinks, ASpanBringsItsStepTimeNodeIrLineAndSource)
{
    Passes passes;
    passes.pass(0, "parse", {"net/conv:Conv2D", "net/relu:ReLU"});
    const PassId fuse =
        passes.pass(1, "execute", {"net/fused:ConvReLU"}, {{0, "parse", 0}, {0, "parse", 1}});
    passes.steps(0, {{100, 50, 7}, {150, 50, 8}});
    const TrackId main = passes.operators({{110, 5, kNoStep}, {160, 5, kNoStep}}, {fuse, 0});
    const auto run = passes.run();
    const Selection::State state = selectSpan({}, "/runs/a", *run, {main, 1});
    EXPECT_EQ(state.run, "/runs/a");
    EXPECT_EQ(state.step, 8);
    EXPECT_EQ(state.timeRange, (TimeRange{"/runs/a", 160, 165}));
    EXPECT_EQ(state.span, (SpanSelection{"/runs/a", 0, {main, 1}}));
    EXPECT_EQ(state.node, (NodeSelection{"/runs/a", "train", "net/fused"}));
    EXPECT_EQ(state.ir, (IrSelection{"/runs/a", "train", "execute", 0}));
    EXPECT_EQ(state.source, (SourceSelection{"/runs/a", "lenet.h", 43}));

    // A member keeps the span it belongs to, another node lets it go.
    EXPECT_EQ(selectNode(state, "/runs/a", *run, {PassId{0}, 1}).span, state.span);
    Passes other;
    other.pass(0, "parse", {"a:A", "b:B"});
    EXPECT_EQ(selectNode(state, "/runs/b", *other.run(), {PassId{0}, 1}).span, std::nullopt);
}

TEST(CrossLinks, ASpanWithoutANodeClearsNodeIrAndSource)
{
    Passes passes;
    passes.pass(0, "parse", {"net/conv:Conv2D"});
    const TrackId steps = passes.steps(0, {{100, 50, 7}});
    const auto run = passes.run();
    Selection::State state = selectNode({}, "/runs/a", *run, {PassId{0}, 0});
    ASSERT_TRUE(state.node && state.ir && state.source);
    state = selectSpan(state, "/runs/a", *run, {steps, 0});
    EXPECT_FALSE(state.node || state.ir || state.source);
    EXPECT_EQ(state.step, 7);
    EXPECT_EQ(selectSpan(state, "/runs/a", *run, {steps, 1}), state);
    EXPECT_EQ(selectSpan(state, "/runs/a", *run, {TrackId{9}, 0}), state);
    EXPECT_EQ(selectNode(state, "/runs/a", *run, {PassId{9}, 0}), state);
}

TEST(CrossLinks, StepAndTimeFindEachOtherByRank)
{
    Passes passes;
    passes.steps(0, {{100, 50, 0}, {150, 50, 1}, {300, 0, 2}, {400, 10, 1}});
    passes.steps(3, {{1000, 50, 5}});
    const auto run = passes.run();
    const auto at = [&](std::int64_t ns) { return stepAt(*run, 0, ns); };
    EXPECT_EQ(at(99), std::nullopt);
    EXPECT_EQ(at(100), 0);
    EXPECT_EQ(at(149), 0);
    EXPECT_EQ(at(150), 1);
    EXPECT_EQ(at(250), std::nullopt);
    EXPECT_EQ(at(300), 2);
    EXPECT_EQ(stepAt(*run, 3, 1010), 5);
    EXPECT_EQ(stepAt(*run, 1, 1010), std::nullopt);
    EXPECT_EQ(timeOfStep("r", *run, 0, 1), (TimeRange{"r", 400, 410})); // of the restart
    EXPECT_EQ(timeOfStep("r", *run, 0, 2), (TimeRange{"r", 300, 300}));
    EXPECT_EQ(timeOfStep("r", *run, 0, 5), std::nullopt);
    EXPECT_EQ(timeOfStep("r", *run, 0, kNoStep), std::nullopt);
}

TEST(CrossLinks, UnsortedAndExtremeStepSpansAreFound)
{
    constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
    Passes passes;
    passes.steps(0, {{500, 50, 5}, {100, 50, 1}, {kMax - 5, kMax, 9}});
    const auto run = passes.run();
    EXPECT_EQ(stepAt(*run, 0, 510), 5);
    EXPECT_EQ(stepAt(*run, 0, 110), 1);
    EXPECT_EQ(stepAt(*run, 0, kMax), 9);
    EXPECT_EQ(stepAt(*run, 0, std::numeric_limits<std::int64_t>::min()), std::nullopt);
    EXPECT_EQ(timeOfStep("r", *run, 0, 9), (TimeRange{"r", kMax - 5, kMax}));
}

} // namespace runlens::viewers
