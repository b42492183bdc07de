// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/viewers/noisy_runs.h"
#include "viewers/scalars/scalars_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <gtest/gtest.h>

namespace runlens::viewers {

namespace {

using runlens::test::openRun;
using runlens::test::TestRun;

QStringList names(const QAbstractItemModel& model)
{
    QStringList all;
    for (int row = 0; row < model.rowCount(); ++row) {
        all.push_back(model.index(row, 0).data().toString());
    }
    return all;
}

TEST(ScalarsModel, HasARowForEveryNameAndTheRunsThatHaveIt)
{
    TestRun a("a");
    TestRun b("b");
    a.series("loss/train", {1, 2});
    a.series("lr", {1});
    b.series("lr", {1});
    b.series("loss/train", {3});
    RunSet set;
    set.setRuns({openRun(a, 0), openRun(b, 1)});
    ScalarsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setRuns(set);
    EXPECT_EQ(names(model), QStringList({"loss/train", "lr"}));
    EXPECT_EQ(model.index(0).data(ScalarsModel::CurveCountRole).toInt(), 2);
    EXPECT_EQ(model.index(0).data(ScalarsModel::GroupRole).toString(), QStringLiteral("loss"));
    EXPECT_EQ(model.index(1).data(ScalarsModel::GroupRole).toString(), QStringLiteral("lr"));
    EXPECT_EQ(model.rowOf("lr"), 1);
    EXPECT_EQ(model.rowOf("nothing"), -1);
}

TEST(ScalarsModel, LeavesHiddenRunsOut)
{
    TestRun a("a");
    a.series("loss", {1});
    RunSet set;
    OpenRun open = openRun(a, 0);
    open.isShown = false;
    set.setRuns({open});
    ScalarsModel model;
    model.setRuns(set);
    model.update(open);
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(ScalarsModel, AppendsRowsWhenARunGrowsNewTags)
{
    TestRun a("a");
    a.series("loss", {1});
    RunSet set;
    set.setRuns({openRun(a, 0)});
    ScalarsModel model;
    ScalarsFilter filter;
    filter.setSourceModel(&model);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    QAbstractItemModelTester filterTester(&filter,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setRuns(set);
    QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    a.series("accuracy", {0.5F});
    a.series("a_rate", {0.5F});
    model.update(openRun(a, 0));
    EXPECT_EQ(inserted.count(), 1);
    EXPECT_EQ(names(model), QStringList({"loss", "accuracy", "a_rate"}));
    EXPECT_EQ(names(filter), QStringList({"loss", "accuracy", "a_rate"}));
    model.update(openRun(a, 0));
    EXPECT_EQ(inserted.count(), 1) << "the same again adds nothing";
}

TEST(ScalarsFilter, SortsByWhatMattersAndThenByNameWithNumbersInOrder)
{
    TestRun a("a");
    for (const char* name :
         {"layer10/norm", "layer2/norm", "val/acc", "train/LOSS", "accelerate", "zeta"})
    {
        a.series(name, {1});
    }
    RunSet set;
    set.setRuns({openRun(a, 0)});
    ScalarsModel model;
    model.setRuns(set);
    ScalarsFilter filter;
    filter.setSourceModel(&model);
    EXPECT_EQ(names(filter),
              QStringList(
                  {"train/LOSS", "val/acc", "accelerate", "layer2/norm", "layer10/norm", "zeta"}));
    EXPECT_TRUE(filter.setPattern("norm$|loss"));
    EXPECT_EQ(names(filter), QStringList({"train/LOSS", "layer2/norm", "layer10/norm"}));
    EXPECT_FALSE(filter.setPattern("norm$|("));
    EXPECT_EQ(names(filter).size(), 3) << "a bad expression changes nothing";
    EXPECT_TRUE(filter.setPattern(""));
    EXPECT_EQ(names(filter).size(), 6);
}

TEST(ScalarsFilter, SortsByWhatEachTagWasFoundToBeOnce)
{
    // Matching names while sorting made the view of a million tags crawl.
    constexpr int kTags = 50'000;
    TestRun a("a");
    for (int i = kTags; i > 0; --i) {
        a.series("layer" + std::to_string(i) + "/acc", {1});
    }
    a.series("a_rate", {1});
    a.series("train/loss", {1});
    RunSet set;
    set.setRuns({openRun(a, 0)});
    ScalarsModel model;
    model.setRuns(set);
    EXPECT_EQ(model.tag(0).importance, 1);
    EXPECT_EQ(model.tag(kTags).importance, 2);
    EXPECT_EQ(model.tag(kTags + 1).importance, 0);
    ScalarsFilter filter;
    filter.setSourceModel(&model);
    const QStringList sorted = names(filter);
    ASSERT_EQ(sorted.size(), kTags + 2);
    EXPECT_EQ(sorted.first(), "train/loss");
    EXPECT_EQ(sorted[1], "layer1/acc");
    EXPECT_EQ(sorted[kTags], "layer50000/acc");
    EXPECT_EQ(sorted.last(), "a_rate");
}

TEST(ScalarNames, TellSharesFromOtherNames)
{
    EXPECT_TRUE(isShareName("accuracy/test"));
    EXPECT_TRUE(isShareName("val_acc"));
    EXPECT_TRUE(isShareName("Acc"));
    EXPECT_FALSE(isShareName("accelerate"));
    EXPECT_FALSE(isShareName("loss"));
    EXPECT_EQ(tagImportance("train_loss"), 0);
    EXPECT_EQ(tagImportance("acc"), 1);
    EXPECT_EQ(tagImportance("lr"), 2);
}

} // namespace

} // namespace runlens::viewers
