// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the Lineage view that need no window.
#include "tests/viewers/lineage/lineage_runs.h"
#include "viewers/common/table_helpers.h"
#include "viewers/lineage/importance.h"
#include "viewers/lineage/row_filter.h"
#include "viewers/lineage/run_table_model.h"
#include "viewers/lineage/value_axis.h"

#include <QAbstractItemModelTester>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <ctime>

namespace runlens::viewers {
namespace {

using test::LineageRun;
using test::tableOf;
using testing::ElementsAre;
using testing::IsEmpty;

const RunColumn& columnOf(const RunTable& table, const std::string& key)
{
    const int index = table.find(key);
    EXPECT_GE(index, 0) << key;
    return table.columns[static_cast<std::size_t>(index)];
}

std::vector<std::string> cellTexts(const RunColumn& column)
{
    std::vector<std::string> list;
    for (std::size_t row = 0; row < column.cells.size(); ++row) {
        list.push_back(cellText(column, row).toStdString());
    }
    return list;
}

TEST(LineageTable, HasARowForEachRunAndAColumnForEachFact)
{
    const RunTable table = tableOf();
    ASSERT_EQ(table.rows.size(), 4U);
    EXPECT_THAT(cellTexts(columnOf(table, "lr")), ElementsAre("0.001", "0.01", "0.1", "1"));
    EXPECT_THAT(cellTexts(columnOf(table, "opt")), ElementsAre("SGD", "SGD", "Adam", "Adam"));
    EXPECT_THAT(cellTexts(columnOf(table, "last/loss")), ElementsAre("0.8", "0.6", "0.4", "NaN"));
    EXPECT_THAT(cellTexts(columnOf(table, "min/loss")), ElementsAre("0.8", "0.6", "0.3", "1"));
    EXPECT_THAT(cellTexts(columnOf(table, "max/loss")), ElementsAre("1", "1", "1", "2"));
    EXPECT_THAT(cellTexts(columnOf(table, "run/last_step")), ElementsAre("3", "3", "3", "3"));
    EXPECT_THAT(cellTexts(columnOf(table, "run/duration")),
                ElementsAre("3.00 s", "3.00 s", "3.00 s", "3.00 s"));
}

TEST(LineageTable, WhatIsMissingIsNoZeroAndNaNIsSaid)
{
    const RunTable table = tableOf();
    const RunColumn& momentum = columnOf(table, "momentum");
    EXPECT_THAT(cellTexts(momentum), ElementsAre("0.5", "0.9", "0.9", "–"));
    EXPECT_EQ(momentum.present, 3U);
    EXPECT_TRUE(momentum.isMissing(3));
    EXPECT_TRUE(std::isnan(momentum.value(3)));
    EXPECT_EQ(momentum.minimum, 0.5);
    const RunColumn& loss = columnOf(table, "last/loss");
    EXPECT_FALSE(loss.isMissing(3));
    EXPECT_EQ(loss.nonFinite, 1U);
    EXPECT_EQ(loss.maximum, 0.8);
}

TEST(LineageTable, TextsAreCategoriesAndTextsOfNumbersAreNumbers)
{
    const RunTable table = tableOf({{"a", {{"opt", "\"b\""}, {"lr", "\"0.1\""}}, {}},
                                    {"b", {{"opt", "\"a\""}, {"lr", "0.2"}}, {}},
                                    {"c", {{"opt", "3"}, {"lr", "null"}}, {}}});
    EXPECT_FALSE(columnOf(table, "opt").isNumeric);
    EXPECT_THAT(columnOf(table, "opt").categories, ElementsAre("3", "a", "b"));
    EXPECT_EQ(columnOf(table, "opt").value(0), 2.0);
    EXPECT_TRUE(columnOf(table, "lr").isNumeric);
    EXPECT_EQ(columnOf(table, "lr").value(0), 0.1);
    EXPECT_TRUE(columnOf(table, "lr").isMissing(2));
}

TEST(LineageTable, TheMetricThatRunsAreJudgedByComesFirst)
{
    RunTable table;
    for (const char* key : {"last/loss/train", "last/loss/test", "last/accuracy/test"}) {
        RunColumn column;
        column.key = key;
        column.group = FactGroup::Metric;
        column.isNumeric = true;
        column.maximum = 1;
        column.present = 2;
        table.columns.push_back(std::move(column));
    }
    EXPECT_EQ(tellingMetric(table), "last/accuracy/test");
    EXPECT_THAT(tellingColumns(table),
                ElementsAre("last/accuracy/test", "last/loss/test", "last/loss/train"));
}

TEST(LineageTable, ShowsWhatDiffersFirst)
{
    const RunTable table = tableOf(
        {{"a", {{"same", "1"}, {"lr", "1"}}, {0.5}}, {"b", {{"same", "1"}, {"lr", "2"}}, {0.25}}});
    EXPECT_THAT(tellingColumns(table), ElementsAre("lr", "last/loss", "run/duration"));
    EXPECT_EQ(tellingMetric(table), "last/loss");
}

TEST(LineageTable, ParametersThatAllSharedAreShownWhenNothingElseIsThere)
{
    const RunTable table = tableOf({{"a", {{"same", "1"}}, {}}, {"b", {{"same", "1"}}, {}}});
    EXPECT_THAT(tellingColumns(table), ElementsAre("same"));
    EXPECT_EQ(tellingMetric(table), "");
}

TEST(LineageTable, IsEmptyWithoutRuns)
{
    const RunTable table = makeRunTable({});
    EXPECT_THAT(tellingColumns(table), IsEmpty());
    EXPECT_THAT(importanceOf(table, -1, {}), IsEmpty());
}

TEST(LineageTable, AThousandRunsOfTwoHundredColumnsCostLittle)
{
    std::vector<std::shared_ptr<const RunRecord>> records;
    for (int row = 0; row < 1000; ++row) {
        auto record = std::make_shared<RunRecord>();
        record->key = "/runs/" + std::to_string(row);
        for (int fact = 0; fact < 200; ++fact) {
            record->fields.push_back({"fact" + std::to_string(fact),
                                      fact < 100 ? FactGroup::Parameter : FactGroup::Metric,
                                      ColumnUnit::None,
                                      std::to_string((row * 7919 + fact * 104729) % 1009),
                                      false});
        }
        records.push_back(std::move(record));
    }
    const std::clock_t start = std::clock();
    const RunTable table = makeRunTable(records);
    std::vector<int> rows(1000);
    for (int row = 0; row < 1000; ++row) {
        rows[static_cast<std::size_t>(row)] = row;
    }
    const auto importance = importanceOf(table, table.find("fact150"), rows);
    const auto seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    EXPECT_EQ(table.columns.size(), 200U);
    EXPECT_EQ(importance.size(), 100U);
    EXPECT_EQ(importance.front().correlation.n, 1000U);
    // Time of the processor, so that a busy machine does not count; sanitizers need some of it.
    EXPECT_LT(seconds, 20.0);
}

TEST(Brush, TakesValuesAndWhatHasNoneOnlyWhenAsked)
{
    const RunTable table = tableOf();
    const RunColumn& momentum = columnOf(table, "momentum");
    const RunColumn& loss = columnOf(table, "last/loss");
    EXPECT_TRUE((Brush{0.6, 1.0, false, false}.accepts(momentum, 1)));
    EXPECT_FALSE((Brush{0.6, 1.0, false, false}.accepts(momentum, 0)));
    EXPECT_FALSE((Brush{0.0, 1.0, false, false}.accepts(momentum, 3)));
    EXPECT_TRUE((Brush{1.0, 0.0, true, false}.accepts(momentum, 3)));
    EXPECT_FALSE((Brush{-1e9, 1e9, true, false}.accepts(loss, 3)));
    EXPECT_TRUE((Brush{1.0, 0.0, false, true}.accepts(loss, 3)));
}

TEST(ValueAxis, PlacesNumbersLogarithmsAndCategories)
{
    const RunTable table = tableOf();
    const ValueAxis linear(columnOf(table, "lr"), 0, false);
    EXPECT_DOUBLE_EQ(*linear.fraction(0.001), 0.0);
    EXPECT_DOUBLE_EQ(*linear.fraction(1.0), 1.0);
    EXPECT_DOUBLE_EQ(linear.valueAt(0.5), 0.5005);
    const ValueAxis log(columnOf(table, "lr"), 0, true);
    EXPECT_TRUE(log.isLog());
    EXPECT_NEAR(*log.fraction(0.01), 1.0 / 3.0, 1e-12);
    EXPECT_NEAR(log.valueAt(2.0 / 3.0), 0.1, 1e-12);
    EXPECT_FALSE(log.fraction(0.0).has_value());
    EXPECT_FALSE(log.fraction(std::nan("")).has_value());
    const ValueAxis categories(columnOf(table, "opt"), 1, true);
    EXPECT_FALSE(categories.isLog());
    EXPECT_DOUBLE_EQ(*categories.fraction(0.0), 0.25);
    EXPECT_DOUBLE_EQ(*categories.fraction(1.0), 0.75);
    EXPECT_EQ(categories.ticks(columnOf(table, "opt"), 5).size(), 2U);
}

TEST(ValueAxis, AConstantStandsInTheMiddle)
{
    const RunTable table = tableOf({{"a", {{"x", "3"}}, {}}, {"b", {{"x", "3"}}, {}}});
    const ValueAxis axis(columnOf(table, "x"), 0, false);
    EXPECT_DOUBLE_EQ(*axis.fraction(3.0), 0.5);
    ASSERT_EQ(axis.ticks(columnOf(table, "x"), 5).size(), 1U);
    EXPECT_EQ(axis.ticks(columnOf(table, "x"), 5)[0].label, "3");
}

TEST(Importance, TellsPearsonRankAndTheNumberOfRuns)
{
    const RunTable table = tableOf();
    const auto rows = importanceOf(table, table.find("min/loss"), {0, 1, 2});
    const auto at = std::find_if(rows.begin(), rows.end(), [&](const ImportanceRow& row) {
        return row.column == table.find("lr");
    });
    ASSERT_NE(at, rows.end());
    EXPECT_EQ(at->correlation.n, 3U);
    EXPECT_DOUBLE_EQ(*at->correlation.spearman, -1.0);
    // x about its mean 0.037: -0.036, -0.027, 0.063; y about 0.5667: 0.2333, 0.0333, -0.2667.
    EXPECT_NEAR(*at->correlation.pearson, -0.026100 / std::sqrt(0.005994 * 0.1266667), 1e-6);
}

TEST(Importance, TwoTextsCountAsZeroAndOneAndMoreHaveNoOrder)
{
    const RunTable table = tableOf({{"a", {{"opt", "\"Adam\""}, {"seed", "\"x\""}}, {1.0}},
                                    {"b", {{"opt", "\"SGD\""}, {"seed", "\"y\""}}, {2.0}},
                                    {"c", {{"opt", "\"SGD\""}, {"seed", "\"z\""}}, {3.0}}});
    const auto rows = importanceOf(table, table.find("last/loss"), {0, 1, 2});
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].kind, ParameterKind::TwoTexts);
    EXPECT_THAT(rows[0].texts, ElementsAre("Adam", "SGD"));
    // 0, 1, 1 with 1, 2, 3: sums 1, 2/3, 2.
    EXPECT_NEAR(*rows[0].correlation.pearson, 1.0 / std::sqrt(4.0 / 3.0), 1e-12);
    EXPECT_EQ(rows[1].kind, ParameterKind::ManyTexts);
    EXPECT_FALSE(rows[1].correlation.pearson.has_value());
}

std::vector<RunLabel> runLabelsOf(const RunTable& table)
{
    std::vector<RunLabel> labels;
    for (const auto& record : table.rows) {
        RunLabel label;
        label.key = QString::fromStdString(record->key);
        label.name = label.key.mid(6);
        labels.push_back(label);
    }
    labels[1].tags = QStringList{"good"};
    labels[2].note = "Best of all";
    return labels;
}

std::string matchingRuns(const QString& filter)
{
    const RunTable table = tableOf();
    RowFilter rows(filter);
    rows.resolve(table);
    std::string names;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const auto labels = runLabelsOf(table);
        if (rows.matches(table, labels[row], row, {table.find("lr"), table.find("opt")})) {
            names += labels[row].name.toStdString();
        }
    }
    return names;
}

TEST(RowFilter, ComparesColumnsByTitleOrKeyAndFindsTexts)
{
    EXPECT_EQ(matchingRuns(""), "abcd");
    EXPECT_EQ(matchingRuns("lr>=0.1"), "cd");
    EXPECT_EQ(matchingRuns("lr<0.1 opt=sgd"), "ab");
    EXPECT_EQ(matchingRuns("opt!=SGD"), "cd");
    EXPECT_EQ(matchingRuns("loss<0.7"), "bc"); // the last value; NaN compares with nothing
    EXPECT_EQ(matchingRuns("momentum>0"), "abc");
    EXPECT_EQ(matchingRuns("adam"), "cd");
    EXPECT_EQ(matchingRuns("GOOD"), "b");
    EXPECT_EQ(matchingRuns("best of"), "c");
    EXPECT_EQ(matchingRuns("nothing=1"), "");
    RowFilter unknown("lr>0 nothing=1");
    EXPECT_EQ(unknown.resolve(tableOf()), "nothing");
}

TEST(TagsFromText, SplitsAtCommasOfAnyKeyboard)
{
    EXPECT_EQ(tagsFromText(" a, b，a ,,"), (QStringList{"a", "b"}));
    EXPECT_EQ(tagsFromText(""), QStringList());
}

class KeptEdits : public RunEditor {
public:
    void setNote(const QString& key, const QString& note) override { said = key + '=' + note; }

    void setTags(const QString& key, const QStringList& tags) override
    {
        said = key + '=' + tags.join('|');
    }

    void setColour(const QString& key, int slot) override { said = key + QString::number(slot); }

    void setShown(const QStringList& keys, bool isShown) override
    {
        said = keys.join(',') + (isShown ? "+" : "-");
    }

    QString said;
};

TEST(RunTableModel, KeepsTheRulesOfModelsAndHandsEditsOn)
{
    const Palette palette(Theme::Light);
    KeptEdits editor;
    RunTableModel model(&palette, &editor);
    RunTableFilter filter;
    filter.setSourceModel(&model);
    const QAbstractItemModelTester tester(&model);
    const QAbstractItemModelTester filterTester(&filter);
    const auto table = std::make_shared<RunTable>(tableOf());
    model.setTable(table, runLabelsOf(*table), {"lr", "last/loss", "no such column"});
    ASSERT_EQ(model.columnCount(), 5);
    EXPECT_EQ(model.headerData(4, Qt::Horizontal, Qt::DisplayRole).toString(), "loss (last)");
    EXPECT_EQ(model.index(1, RunTableModel::Tags).data().toString(), "good");
    EXPECT_EQ(model.index(3, 4).data(kExportRole).toString(), "NaN");
    EXPECT_TRUE(model.setData(model.index(0, RunTableModel::Tags), "x, y", Qt::EditRole));
    EXPECT_EQ(editor.said, "/runs/a=x|y");
    EXPECT_TRUE(model.setData(model.index(2, RunTableModel::Remark), "fine", Qt::EditRole));
    EXPECT_EQ(editor.said, "/runs/c=fine");
    EXPECT_TRUE(model.setData(model.index(1, 0), Qt::Unchecked, Qt::CheckStateRole));
    EXPECT_EQ(editor.said, "/runs/b-");
    filter.setAccepted({true, false, true, true});
    EXPECT_EQ(filter.rowCount(), 3);
    model.setTable(table, runLabelsOf(*table), {"opt"});
    EXPECT_EQ(model.columnCount(), 4);
}

TEST(RunTableModel, WithoutAnEditorNothingCanBeChanged)
{
    const Palette palette(Theme::Light);
    RunTableModel model(&palette, nullptr);
    const auto table = std::make_shared<RunTable>(tableOf());
    model.setTable(table, runLabelsOf(*table), {});
    EXPECT_FALSE(model.flags(model.index(0, RunTableModel::Tags)).testFlag(Qt::ItemIsEditable));
    EXPECT_FALSE(model.setData(model.index(0, RunTableModel::Tags), "x", Qt::EditRole));
}

TEST(RunTableModel, SortsWhatIsNoNumberAndWhatIsMissingToTheEndInBothDirections)
{
    const Palette palette(Theme::Light);
    RunTableModel model(&palette, nullptr);
    RunTableFilter filter;
    filter.setSourceModel(&model);
    const auto table = std::make_shared<RunTable>(tableOf());
    model.setTable(table, runLabelsOf(*table), {"momentum", "last/loss"});
    const auto names = [&] {
        QString text;
        for (int row = 0; row < filter.rowCount(); ++row) {
            text += filter.index(row, 0).data().toString();
        }
        return text;
    };
    filter.sort(3, Qt::AscendingOrder);
    EXPECT_EQ(names().back(), 'd');
    EXPECT_EQ(names().front(), 'a');
    filter.sort(3, Qt::DescendingOrder);
    EXPECT_EQ(names().back(), 'd');
    filter.sort(4, Qt::AscendingOrder);
    EXPECT_EQ(names(), "cbad");
    filter.sort(4, Qt::DescendingOrder);
    EXPECT_EQ(names(), "abcd");
}

} // namespace
} // namespace runlens::viewers
