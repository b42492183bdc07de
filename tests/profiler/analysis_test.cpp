// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/operator_summary.h"
#include "profiler/analysis/step_trace.h"
#include "tests/support/trace_picture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace runlens::profiler {
namespace {

std::string describe(const Run& run, const std::vector<OperatorRow>& rows)
{
    std::string text;
    for (const OperatorRow& row : rows) {
        text += std::string(run.text(row.name)) + ": " + std::to_string(row.count) + "x total "
                + std::to_string(row.totalNs) + " self " + std::to_string(row.selfNs) + " min "
                + std::to_string(row.minimumNs) + " max " + std::to_string(row.maximumNs)
                + " share " + std::to_string(std::lround(row.share * 100)) + " %\n";
    }
    return text;
}

TEST(OperatorSummary, CountsTotalAndSelfTimes)
{
    const auto model = test::trace("main:  |-----A-----|  |B|\n"
                                   "         |C| |-B-|       \n"
                                   "steps: |-----1-----|");
    const auto summary = operatorSummary(*model);
    EXPECT_EQ(describe(model->run(), summary.byNode),
              "A: 1x total 12 self 6 min 12 max 12 share 43 %\n"
              "B: 2x total 6 self 6 min 2 max 4 share 43 %\n"
              "C: 1x total 2 self 2 min 2 max 2 share 14 %\n");
    EXPECT_EQ(summary.byNode[1].averageNs, 3.0);
    EXPECT_EQ(model->facts(summary.byNode[1].longest)->time.startNs, 6);
    EXPECT_EQ(summary.selfNs, 14);
    EXPECT_FALSE(summary.hasNodes);
}

TEST(OperatorSummary, CutsSpansAtTheRange)
{
    const auto model = test::trace("main:  |-----A-----|  |B|\n"
                                   "         |C| |-B-|       ");
    OperatorFilter filter;
    filter.time = {3, 8};
    EXPECT_EQ(describe(model->run(), operatorSummary(*model, filter).byNode),
              "A: 1x total 5 self 2 min 5 max 5 share 40 %\n"
              "B: 1x total 2 self 2 min 2 max 2 share 40 %\n"
              "C: 1x total 1 self 1 min 1 max 1 share 20 %\n");
    filter.time = {13, 14};
    EXPECT_TRUE(operatorSummary(*model, filter).byType.empty());
}

TEST(OperatorSummary, GroupsByNodeAndByItsOperator)
{
    RunBuilder builder({"p", "p", "runlens"});
    builder.session({});
    std::vector<IrNodeRecord> nodes(3);
    nodes[0] = {0, 1, 1, "%0", "g", "Conv2D", "net/conv1/Conv2D-op0", "", 0, ""};
    nodes[1] = {1, 2, 2, "%1", "g", "Conv2D", "net/conv2/Conv2D-op1", "", 0, ""};
    nodes[2] = {2, 3, 3, "%2", "g", "ReLU", "net/ReLU-op2", "", 0, ""};
    IrDumpRecord dump;
    dump.name = "execute";
    dump.nodes = nodes;
    const PassId pass = builder.irDump(dump);
    const auto node = [pass](std::int32_t i) { return NodeRef{pass, i}; };
    test::addSpans(builder,
                   {"main",
                    {{"Conv2D", 0, 10, 1, node(0)},
                     {"Conv2D", 10, 30, 1, node(1)},
                     {"ReLU", 40, 10, 1, node(2)},
                     {"Conv2D", 50, 20, 1, node(0)},
                     {"strange", 70, 5, 1, node(17)},
                     {"forward", 0, 100, 0, {}}},
                    0});
    const auto model = buildTrace(builder.snapshot());
    OperatorFilter filter;
    filter.onlyNodes = true;
    const auto summary = operatorSummary(*model, filter);
    EXPECT_EQ(describe(model->run(), summary.byType),
              "Conv2D: 3x total 60 self 60 min 10 max 30 share 86 %\n"
              "ReLU: 1x total 10 self 10 min 10 max 10 share 14 %\n");
    EXPECT_EQ(describe(model->run(), summary.byNode),
              "net/conv1/Conv2D-op0: 2x total 30 self 30 min 10 max 20 share 43 %\n"
              "net/conv2/Conv2D-op1: 1x total 30 self 30 min 30 max 30 share 43 %\n"
              "net/ReLU-op2: 1x total 10 self 10 min 10 max 10 share 14 %\n");
    EXPECT_EQ(summary.byNode[0].node, node(0));
    EXPECT_EQ(model->run().text(summary.byNode[0].type), "Conv2D");
    const auto all = operatorSummary(*model);
    EXPECT_EQ(all.byType.size(), 4U);
    EXPECT_TRUE(all.hasNodes);
    EXPECT_EQ(all.byType[1].category, SpanCategory::Forward);
    EXPECT_EQ(all.byType[1].selfNs, 25);
}

TEST(OperatorSummary, SharesAddUpAndSelfTimesAreTheTimeCovered)
{
    std::mt19937 random(31);
    for (int round = 0; round < 30; ++round) {
        test::PictureTrack track{"main", {}, 0};
        for (int i = 0; i < 100; ++i) {
            track.spans.push_back({std::string(1, static_cast<char>('a' + random() % 5)),
                                   static_cast<std::int64_t>(random() % 300),
                                   static_cast<std::int64_t>(random() % 30),
                                   0,
                                   {}});
        }
        const auto model = test::modelOf({track});
        const auto summary = operatorSummary(*model);
        double share = 0.0;
        std::uint64_t count = 0;
        for (const OperatorRow& row : summary.byType) {
            share += row.share;
            count += row.count;
            EXPECT_LE(row.minimumNs, row.averageNs);
            EXPECT_GE(static_cast<double>(row.maximumNs), row.averageNs);
        }
        EXPECT_NEAR(share, 1.0, 1e-9);
        EXPECT_EQ(count, 100U);
        EXPECT_EQ(summary.selfNs, test::coveredNs(track.spans));
    }
}

TEST(OperatorSummary, KeepsToTheWantedRankAndTracks)
{
    auto tracks = test::readPicture("main: |A| |A|\n"
                                    "io:   |--B--|");
    tracks[1].rank = 1;
    const auto model = test::modelOf(tracks);
    OperatorFilter filter;
    filter.rank = 0;
    EXPECT_EQ(operatorSummary(*model, filter).byType.size(), 1U);
    filter.rank.reset();
    filter.tracks = {TrackId{1}};
    const auto summary = operatorSummary(*model, filter);
    ASSERT_EQ(summary.byType.size(), 1U);
    EXPECT_EQ(model->run().text(summary.byType[0].name), "B");
}

std::string describe(const StepTimes& times)
{
    return std::to_string(times.step) + ": " + std::to_string(times.durationNs) + " = wait "
           + std::to_string(times.dataWaitNs) + " forward " + std::to_string(times.forwardNs)
           + " backward " + std::to_string(times.backwardNs) + " both "
           + std::to_string(times.forwardBackwardNs) + " optimizer "
           + std::to_string(times.optimizerNs) + " other " + std::to_string(times.otherNs);
}

TEST(StepTrace, SplitsAStepIntoItsPhases)
{
    const auto model =
        test::trace("steps: |---------------------1---------------------|----------2----------|\n"
                    "main:  |-wait-|--forward--|--backward---| |optimizer||-forward-|-backward-|\n"
                    "                 |forward|  |forward|                                     ");
    const auto steps = stepTrace(*model, 0);
    ASSERT_EQ(steps.steps.size(), 2U);
    EXPECT_EQ(describe(steps.steps[0]),
              "1: 44 = wait 7 forward 12 backward 14 both 26 optimizer 9 other 2");
    EXPECT_EQ(describe(steps.steps[1]),
              "2: 22 = wait 0 forward 10 backward 10 both 20 optimizer 1 other 1");
    EXPECT_EQ(steps.duration.medianNs, 33.0);
    EXPECT_NEAR(steps.duration.p95Ns, 42.9, 1e-9);
    EXPECT_EQ(steps.forwardBackward.medianNs, 23.0);
}

TEST(StepTrace, GivesAWaitBetweenStepsToTheLaterOne)
{
    const auto model = test::trace("steps:        |--1--|       |--2--|\n"
                                   "main:  |wait|         |wait|       \n"
                                   "opt:          |--optimizer--|      ");
    const auto steps = stepTrace(*model, 0);
    ASSERT_EQ(steps.steps.size(), 2U);
    EXPECT_EQ(describe(steps.steps[0]),
              "1: 13 = wait 5 forward 0 backward 0 both 0 optimizer 6 other 2");
    EXPECT_EQ(describe(steps.steps[1]),
              "2: 12 = wait 5 forward 0 backward 0 both 0 optimizer 6 other 6");
}

TEST(StepTrace, CountsTwoThreadsAtOnceOnce)
{
    const auto model = test::trace("steps: |----1----|\n"
                                   "a:     |-forward-|\n"
                                   "b:     |-backward|");
    EXPECT_EQ(describe(stepTrace(*model, 0).steps.at(0)),
              "1: 10 = wait 0 forward 10 backward 10 both 10 optimizer 0 other 0");
}

TEST(StepTrace, SaysNothingWithoutSteps)
{
    const auto model = test::trace("main: |-forward-|");
    const auto steps = stepTrace(*model, 0);
    EXPECT_TRUE(steps.steps.empty());
    EXPECT_TRUE(std::isnan(steps.duration.medianNs));
}

TEST(Quantile, InterpolatesBetweenNeighbours)
{
    std::vector<std::int64_t> values{4, 1, 3, 2};
    EXPECT_EQ(quantile(values, 0.0), 1.0);
    EXPECT_EQ(quantile(values, 0.5), 2.5);
    EXPECT_EQ(quantile(values, 1.0), 4.0);
    values.clear();
    EXPECT_TRUE(std::isnan(quantile(values, 0.5)));
}

} // namespace
} // namespace runlens::profiler
