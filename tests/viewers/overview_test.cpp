// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/viewers/noisy_runs_test.h"
#include "viewers/common/widgets.h"
#include "viewers/overview/finding_list.h"
#include "viewers/overview/overview_view.h"
#include "viewers/overview/property_list.h"
#include "viewers/overview/step_split_bar.h"

#include <QApplication>
#include <QSignalSpy>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace runlens::viewers {

namespace {

using runlens::test::TestRun;

class OverviewTest : public runlens::test::NoisyRunsTest<OverviewView> {
protected:
    OverviewTest() : NoisyRunsTest(Theme::Light) {}

    void addRun(const std::string& name, int seed, bool diverges)
    {
        auto run = std::make_unique<TestRun>(name);
        runlens::test::addTraining(*run, seed, 3000, diverges);
        runlens::test::addTrace(*run, seed, 1000);
        runlens::test::addProperties(*run, seed, diverges ? "0" : "300");
        m_runs.push_back(std::move(run));
    }
};

TEST_F(OverviewTest, ShowsARunBesideTheOthers)
{
    for (int i = 0; i < 3; ++i) {
        addRun("seed" + std::to_string(i + 1), i + 1, false);
    }
    addRun("lr_0.1", 4, true);
    const FindingRecord wait{0,
                             m_runs[0]->session,
                             "data_wait",
                             1,
                             "Training waits for data",
                             "map(normalize) runs on 1 worker and takes 0.94 ms of each 1.18 ms.",
                             614,
                             kNoTime,
                             {}};
    const FindingRecord rises{0,
                              m_runs[0]->session,
                              "test_loss",
                              0,
                              "Test loss rises while train loss falls",
                              "Since epoch 6: loss/test +0.022, loss/train -0.025.",
                              kNoStep,
                              kNoTime,
                              R"({"tag": "loss/test"})"};
    m_runs[0]->builder.finding(wait);
    m_runs[0]->builder.finding(rises);
    OverviewView& view = show();
    EXPECT_EQ(view.facts().keyTags, QStringList({"loss/train", "loss/test", "accuracy/test"}));
    m_selection.setStep(614);
    settle();
    runlens::test::picture(view, "overview-light");
    m_palette.setTheme(Theme::Dark);
    settle();
    runlens::test::picture(view, "overview-dark");
}

QString valueOf(const std::vector<PropertyRow>& rows, const QString& name)
{
    const auto found = std::ranges::find(rows, name, &PropertyRow::name);
    return found == rows.end() ? QStringLiteral("(no such row)") : found->value;
}

TEST_F(OverviewTest, TellsTheFactsOfARun)
{
    addRun("seed1", 1, false);
    OverviewView& view = show();
    const OverviewFacts& facts = view.facts();
    EXPECT_EQ(valueOf(facts.facts, "Steps"), QStringLiteral("1,000"));
    EXPECT_EQ(valueOf(facts.facts, "Host"), QStringLiteral("desk"));
    EXPECT_EQ(valueOf(facts.facts, "Network"), QStringLiteral("LeNet-5"));
    EXPECT_EQ(valueOf(facts.facts, "Step, median").left(4), QStringLiteral("1.19"));
    EXPECT_EQ(valueOf(facts.configuration, "optimizer"), QStringLiteral("Momentum, 0.9"));
    EXPECT_EQ(facts.differing, 0) << "there is no other run to differ from";
    EXPECT_TRUE(facts.isComplete);
    EXPECT_EQ(valueOf(facts.recorded, "Scalars"), QStringLiteral("12 tags"));
    ASSERT_TRUE(facts.progress.has_value());
    EXPECT_EQ(facts.progress->done, 1000);
    EXPECT_EQ(facts.progress->total, 3000);
    EXPECT_LT(facts.progress->secondsLeft, 0.0) << "a finished run has no time left";
}

TEST_F(OverviewTest, PointsOutWhereTheConfigurationDiffers)
{
    addRun("seed1", 1, false);
    addRun("seed2", 2, true);
    const OverviewFacts& facts = show().facts();
    EXPECT_EQ(facts.differing, 2);
    const auto seed =
        std::ranges::find(facts.configuration, QStringLiteral("seed"), &PropertyRow::name);
    ASSERT_NE(seed, facts.configuration.end());
    EXPECT_TRUE(seed->isBold);
    EXPECT_EQ(seed->note, QStringLiteral("2"));
    const auto batch =
        std::ranges::find(facts.configuration, QStringLiteral("batch_size"), &PropertyRow::name);
    EXPECT_FALSE(batch->isBold);
}

TEST_F(OverviewTest, SplitsAStepAndLinksToOtherViews)
{
    addRun("seed1", 1, false);
    OverviewView& view = show();
    auto* split = view.findChild<StepSplitBar*>();
    ASSERT_NE(split, nullptr);
    ASSERT_EQ(split->splits().size(), 1U);
    const StepSplit& first = split->splits()[0].split;
    ASSERT_EQ(first.parts.size(), 5U);
    EXPECT_EQ(first.steps, 1000U);
    EXPECT_NEAR(first.parts[0].ns, 310'000, 5'000);
    EXPECT_NEAR(first.parts[2].ns, 400'000, 5'000);
    double shares = 0.0;
    for (const StepPart& part : first.parts) {
        shares += part.share;
    }
    EXPECT_NEAR(shares, 1.0, 1e-12);
    double sum = 0.0;
    for (const StepPart& part : first.parts) {
        sum += part.ns;
    }
    EXPECT_NEAR(sum, first.wholeNs, 1.0) << "the parts add up to the step they are parts of";
    QSignalSpy shown(&view, &View::showView);
    for (PropertyList* list : view.findChildren<PropertyList*>()) {
        for (std::size_t row = 0; row < list->rows().size(); ++row) {
            if (list->rows()[row].linkView == QLatin1String("scalars")) {
                QTest::mouseClick(
                    list, Qt::LeftButton, {}, list->linkRect(static_cast<int>(row)).center());
            }
        }
    }
    ASSERT_EQ(shown.count(), 1);
    EXPECT_EQ(shown[0][0].toString(), QStringLiteral("scalars"));
}

TEST_F(OverviewTest, SaysWhatWouldFillItForARunWithNeitherCurvesNorSpans)
{
    m_runs.push_back(std::make_unique<TestRun>("bare"));
    addRun("seed1", 1, false);
    OverviewView& view = show();
    const auto* nothing = view.findChild<EmptyState*>();
    ASSERT_NE(nothing, nullptr);
    EXPECT_TRUE(nothing->isVisible());
    m_selection.setRun(m_set.runs()[1].key);
    settle();
    EXPECT_FALSE(nothing->isVisible());
}

TEST_F(OverviewTest, AFindingLeadsToItsStep)
{
    addRun("seed1", 1, false);
    m_runs[0]->builder.finding({0,
                                m_runs[0]->session,
                                "rule",
                                2,
                                "NaN in the loss",
                                "since step 42",
                                42,
                                kNoTime,
                                "{broken"});
    OverviewView& view = show();
    auto* list = view.findChild<FindingList*>();
    ASSERT_EQ(list->findings().size(), 1U);
    QSignalSpy shown(&view, &View::showView);
    QTest::mouseClick(list, Qt::LeftButton, {}, list->linkRect(0).center());
    EXPECT_EQ(m_selection.state().step, 42);
    EXPECT_EQ(shown.count(), 1);
}

TEST_F(OverviewTest, FoldsAwayWhatARunDoesNotHave)
{
    m_runs.push_back(std::make_unique<TestRun>("bare"));
    OverviewView& view = show();
    EXPECT_TRUE(view.hasData());
    EXPECT_FALSE(view.findChild<StepSplitBar*>()->isVisible());
    EXPECT_FALSE(view.findChild<FindingList*>()->isVisible());
    EXPECT_FALSE(view.keyCharts()[0]->isVisible());
    EXPECT_TRUE(view.facts().configuration.empty());
    EXPECT_FALSE(view.facts().progress.has_value());
    m_set.setRuns({});
    settle();
    EXPECT_FALSE(view.hasData());
    EXPECT_FALSE(view.emptyText().isEmpty());
}

TEST_F(OverviewTest, FollowsARunThatGrows)
{
    addRun("seed1", 1, false);
    OverviewView& view = show();
    for (int i = 0; i < 20; ++i) {
        m_runs[0]->add(m_runs[0]->tag("loss/train"), 3000 + i, 0.1F);
        m_set.updateRun(m_set.runs()[0].key, m_runs[0]->builder.snapshot());
    }
    settle();
    const auto& curves = view.keyCharts()[0]->curves();
    ASSERT_EQ(curves.size(), 1U);
    EXPECT_EQ(curves[0].data->rows(), 3020U);
    EXPECT_EQ(curves[0].data->value(3019), static_cast<double>(0.1F));
}

TEST(OverviewModel, ChoosesTheCurvesThatTellHowLearningGoes)
{
    TestRun run("one");
    for (const char* name :
         {"lr", "accuracy/train", "val/loss", "accuracy/test", "train/loss", "aux_loss"})
    {
        run.series(name, {1, 2});
    }
    EXPECT_EQ(keyTags(*run.builder.snapshot()),
              QStringList({"train/loss", "val/loss", "accuracy/test"}));
    EXPECT_EQ(keyTags(*run.builder.snapshot(), 4),
              QStringList({"train/loss", "val/loss", "accuracy/test", "accuracy/train"}));
    TestRun other("two");
    other.series("short", {1});
    other.series("long", {1, 2, 3});
    EXPECT_EQ(keyTags(*other.builder.snapshot()), QStringList({"long", "short"}));
    EXPECT_TRUE(keyTags(*TestRun("none").builder.snapshot()).empty());
}

TEST(OverviewModel, ReadsValuesAsTheyAreMeant)
{
    EXPECT_EQ(plainValue("\"Momentum\""), QStringLiteral("Momentum"));
    EXPECT_EQ(plainValue("\"a \\\"b\\\"\""), QStringLiteral("a \"b\""));
    EXPECT_EQ(plainValue("0.90"), QStringLiteral("0.90"));
    EXPECT_EQ(plainValue("[1,2]"), QStringLiteral("[1,2]"));
    EXPECT_EQ(plainValue("\"broken"), QStringLiteral("\"broken"));
    EXPECT_EQ(plainValue(""), QString());
}

TEST(OverviewModel, CountsTheStepsThatAreConfigured)
{
    const auto steps = [](std::initializer_list<std::pair<const char*, const char*>> values) {
        TestRun run("one");
        for (const auto& [key, value] : values) {
            run.builder.property({0, run.session, "configuration", key, value});
        }
        return configuredSteps(*run.builder.snapshot());
    };
    EXPECT_EQ(steps({{"total_steps", "500"}, {"epochs", "3"}, {"steps_per_epoch", "10"}}), 500);
    EXPECT_EQ(steps({{"epochs", "3"}, {"steps_per_epoch", "10"}}), 30);
    EXPECT_EQ(steps({{"epochs", "3"}}), std::nullopt);
    EXPECT_EQ(steps({{"total_steps", "\"many\""}}), std::nullopt);
    EXPECT_EQ(steps({{"total_steps", "-4"}}), std::nullopt);
    EXPECT_EQ(steps({{"epochs", "8e15"}, {"steps_per_epoch", "8e15"}}), std::nullopt);
}

TEST(OverviewModel, TellsSpeedAndTimeLeftOfALiveRun)
{
    TestRun run("live");
    SessionRecord record;
    record.startNs = runlens::test::kStartNs;
    record.ended = EndReason::Running;
    record.host = "desk";
    record.pid = 7;
    run.builder.session(record);
    run.builder.property({0, run.session, "configuration", "total_steps", "4000"});
    std::vector<float> values(2001, 1.0F);
    run.series("loss", values);
    const OverviewFacts facts = overviewFacts(runlens::test::openRun(run, 0), {});
    ASSERT_TRUE(facts.progress.has_value());
    EXPECT_TRUE(facts.progress->isRunning);
    EXPECT_NEAR(facts.progress->stepsPerSecond, 1000.0, 1e-6);
    EXPECT_EQ(facts.progress->done, 2001);
    EXPECT_NEAR(facts.progress->secondsLeft, 1.999, 1e-6);
}

} // namespace

} // namespace runlens::viewers
