// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/command_palette.h"
#include "app/window/dialogs.h"
#include "app/window/run_filter.h"
#include "app/window/run_model.h"
#include "app/window/settings.h"
#include "app/window/step_index.h"
#include "summary_format/run_builder.h"

#include <QAbstractItemModelTester>
#include <QTemporaryDir>

#include <gtest/gtest.h>

#include <limits>

namespace runlens::app {
namespace {

/// A run with one scalar tag holding these values at steps 1, 2, ...
std::shared_ptr<RunBuilder> builderOf(const QString& name, const std::vector<double>& values)
{
    auto builder = std::make_shared<RunBuilder>(
        RunIdentity{"/" + name.toStdString(), name.toStdString(), "test"});
    const SessionId session =
        builder->session({0, 1000, 2000, 2000, EndReason::Clean, {}, "host", 1});
    const TagId tag =
        builder->tag({0, "accuracy/test", RecordKind::Scalar, NumberType::Float64, {}, {}});
    for (std::size_t i = 0; i < values.size(); ++i) {
        builder->scalar(tag, session, static_cast<std::int64_t>(i) + 1, 1000, toBits(values[i]));
    }
    builder->property({0, session, "configuration", "lr", "0.01"});
    builder->property({0, session, "configuration", "net", "\"LeNet 5\""});
    return builder;
}

viewers::OpenRun openRun(const QString& name, const std::vector<double>& values)
{
    viewers::OpenRun run;
    run.key = "/" + name;
    run.name = name;
    run.run = builderOf(name, values)->snapshot();
    return run;
}

TEST(RunModel, IsAProperTreeWhileRunsComeAndGo)
{
    viewers::RunSet runs;
    RunModel model(&runs);
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    runs.setRuns({openRun("a/x", {0.5}), openRun("a/y", {0.25}), openRun("z", {0.75})});
    EXPECT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.rowCount(model.index(0, 0)), 2);
    model.setMetric("accuracy/test");
    EXPECT_EQ(model.indexOf("/a/y").data(RunModel::MetricRole).toString(), "25.0 %");
    model.setFilter(RunFilter("accuracy/test>0.4"));
    EXPECT_FALSE(model.indexOf("/a/y").isValid());
    EXPECT_TRUE(model.indexOf("/z").isValid());
    // A better last value lets it through.
    runs.updateRun("/a/y", builderOf("a/y", {0.25, 0.9})->snapshot());
    EXPECT_TRUE(model.indexOf("/a/y").isValid());
    runs.setRuns({openRun("z", {0.75})});
    EXPECT_EQ(model.rowCount(), 1);
}

TEST(RunModel, AChangedColourKeepsTheTree)
{
    viewers::RunSet runs;
    RunModel model(&runs);
    std::vector<viewers::OpenRun> list{openRun("a/x", {0.5})};
    runs.setRuns(list);
    int resets = 0;
    QObject::connect(&model, &QAbstractItemModel::modelReset, &model, [&] { ++resets; });
    list[0].colourSlot = 4;
    list[0].isShown = false;
    runs.setRuns(list);
    EXPECT_EQ(resets, 0);
    EXPECT_EQ(model.indexOf("/a/x").data(RunModel::ColourSlotRole).toInt(), 4);
    EXPECT_EQ(model.indexOf("/a/x").data(Qt::CheckStateRole).toInt(), Qt::Unchecked);
}

TEST(RunModel, PrefersTheAccuracyOfATest)
{
    viewers::RunSet runs;
    RunModel model(&runs);
    auto builder = builderOf("x", {0.5});
    for (const char* tag : {"loss/train", "accuracy/train", "loss/test"}) {
        builder->tag({0, tag, RecordKind::Scalar, NumberType::Float32, {}, {}});
    }
    viewers::OpenRun run = openRun("x", {});
    run.run = builder->snapshot();
    runs.setRuns({run});
    EXPECT_EQ(model.bestMetric(), "accuracy/test");
    EXPECT_EQ(model.metrics(),
              (QStringList{"accuracy/test", "accuracy/train", "loss/test", "loss/train"}));
}

TEST(RunFilter, ComparesLastValuesAndConfiguration)
{
    const auto run = openRun("seed1", {0.1, 0.9}).run;
    const auto matches = [&](const char* text) { return RunFilter(text).matches("seed1", *run); };
    EXPECT_TRUE(matches(""));
    EXPECT_TRUE(matches("SEED"));
    EXPECT_FALSE(matches("seed2"));
    EXPECT_TRUE(matches("accuracy/test>0.5"));
    EXPECT_FALSE(matches("accuracy/test<0.5"));
    EXPECT_TRUE(matches("accuracy/test>=90%"));
    EXPECT_TRUE(matches("lr=0.01"));
    EXPECT_TRUE(matches("lr<=0.01 lr>=0.01 lr!=0.02"));
    EXPECT_TRUE(matches("net!=resnet"));
    EXPECT_FALSE(matches("absent>0"));
    EXPECT_FALSE(matches("absent!=0"));
    const auto broken = openRun("nan", {std::numeric_limits<double>::quiet_NaN()}).run;
    EXPECT_FALSE(RunFilter("accuracy/test>0").matches("nan", *broken));
    EXPECT_FALSE(RunFilter("accuracy/test<=0").matches("nan", *broken));
    EXPECT_TRUE(RunFilter("accuracy/test!=0").matches("nan", *broken));
    EXPECT_FALSE(RunFilter("[").isValid());
}

TEST(StepIndex, FindsEndsAndTheFirstNanAndGrows)
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    auto builder = builderOf("x", {1.0, nan, nan});
    RunSteps steps = indexSteps(*builder->snapshot(), {});
    EXPECT_EQ(steps.first, 1);
    EXPECT_EQ(steps.last, 3);
    ASSERT_EQ(steps.marks.size(), 1U);
    EXPECT_EQ(steps.marks[0].step, 2);
    EXPECT_EQ(steps.marks[0].kind, StepMark::Kind::NotANumber);

    const TagId tag =
        builder->tag({0, "accuracy/test", RecordKind::Scalar, NumberType::Float64, {}, {}});
    builder->scalar(tag, SessionId{0}, 900, 1000, toBits(nan));
    const TagId other = builder->tag({0, "loss", RecordKind::Scalar, NumberType::Float32, {}, {}});
    builder->scalar(other, SessionId{0}, 4, 1000, toBits(std::numeric_limits<float>::quiet_NaN()));
    FindingRecord finding;
    finding.title = "slow";
    finding.step = 3;
    finding.severity = 1;
    builder->finding(finding);
    steps = indexSteps(*builder->snapshot(), steps);
    EXPECT_EQ(steps.last, 900);
    ASSERT_EQ(steps.marks.size(), 3U);
    EXPECT_EQ(steps.marks[1].kind, StepMark::Kind::Warning);
    EXPECT_EQ(steps.marks[2].step, 4);
}

TEST(StepIndex, KnowsTheStepsOfAnEpochFromTheTotalToo)
{
    auto builder = builderOf("x", {1.0});
    builder->property({0, SessionId{0}, "configuration", "epochs", "5"});
    builder->property({0, SessionId{0}, "configuration", "steps_total", "4685"});
    EXPECT_EQ(indexSteps(*builder->snapshot(), {}).stepsPerEpoch, 937);
    builder->property({0, SessionId{0}, "configuration", "steps_per_epoch", "900"});
    EXPECT_EQ(indexSteps(*builder->snapshot(), {}).stepsPerEpoch, 900);
}

TEST(StepIndex, ARunWithoutStepsHasNone)
{
    RunBuilder builder(RunIdentity{"/x", "x", "test"});
    EXPECT_EQ(indexSteps(*builder.snapshot(), {}).first, kNoStep);
}

TEST(CommandPaletteScore, PutsBeginningsFirst)
{
    EXPECT_GT(paletteScore("loss", "loss", ""), paletteScore("loss", "loss/train", ""));
    EXPECT_GT(paletteScore("loss", "loss/train", ""), paletteScore("loss", "train/loss", ""));
    EXPECT_GT(paletteScore("loss", "train/loss", ""), paletteScore("loss", "xloss", ""));
    EXPECT_GT(paletteScore("loss", "xloss", ""), paletteScore("loss", "x", "the loss"));
    EXPECT_GE(paletteScore("graph conv", "conv1", "Graph node"), 0);
    EXPECT_LT(paletteScore("graph pool", "conv1", "Graph node"), 0);
    EXPECT_EQ(paletteScore("", "anything", ""), 0);
}

TEST(DiagnosticsModel, PutsDamageFirstAndIsAProperTable)
{
    DiagnosticsModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setRows({{"a", {Severity::Note, "f", -1, "still being written", 0}},
                   {"b", {Severity::Damage, "g", 8192, "the page is torn", 3}}});
    ASSERT_EQ(model.rowCount(), 2);
    EXPECT_EQ(model.index(0, 0).data().toString(), "b");
    EXPECT_EQ(model.index(0, 4).data().toString(), "8,192");
    EXPECT_EQ(model.index(1, 4).data().toString(), QString());
}

TEST(Settings, KeepsRunsFoldersAndRecentOnes)
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("s.ini");
    {
        Settings settings(file);
        EXPECT_EQ(settings.theme(), ThemeChoice::System);
        EXPECT_EQ(settings.run("/x").colourSlot, -1);
        settings.setTheme(ThemeChoice::Dark);
        RunNotes notes;
        notes.name = "best";
        notes.note = "two\nlines";
        notes.tags = QStringList{"good", "a, b"};
        notes.colourSlot = 12;
        notes.isShown = false;
        settings.setRun("/data/a b/ä", notes);
        FolderState state;
        state.view = "graph";
        state.viewStates.insert("graph", QByteArray("\0\1zoom", 6));
        settings.setFolder({"/x", "/y"}, state);
        for (int i = 0; i < 12; ++i) {
            settings.addRecent(
                {{QStringLiteral("/r%1").arg(i)}, i, i * 10LL, QDateTime::currentDateTime()});
        }
        settings.addRecent({{"/r5"}, 5, 50, QDateTime::currentDateTime()});
    }
    const Settings settings(file);
    EXPECT_EQ(settings.theme(), ThemeChoice::Dark);
    EXPECT_EQ(settings.run("/data/a b/ä").note, "two\nlines");
    EXPECT_EQ(settings.run("/data/a b/ä").tags, (QStringList{"good", "a, b"}));
    EXPECT_EQ(settings.run("/data/a b/ä").colourSlot, 12);
    EXPECT_EQ(settings.run("/data/a b/ä").isShown, false);
    EXPECT_EQ(settings.run("/other").isShown, std::nullopt);
    EXPECT_EQ(settings.folder({"/x", "/y"}).view, "graph");
    EXPECT_EQ(settings.folder({"/x", "/y"}).viewStates.value("graph"), QByteArray("\0\1zoom", 6));
    EXPECT_EQ(settings.folder({"/x"}).view, QString());
    ASSERT_EQ(settings.recent().size(), 10);
    EXPECT_EQ(settings.recent()[0].paths, QStringList{"/r5"});
    EXPECT_EQ(settings.recent()[1].paths, QStringList{"/r11"});
    EXPECT_EQ(settings.recent()[1].sizeBytes, 110);
}

} // namespace
} // namespace runlens::app
