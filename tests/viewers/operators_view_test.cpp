// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/training_trace.h"
#include "tests/support/view_fixture.h"
#include "viewers/common/operator_table.h"
#include "viewers/common/table_helpers.h"
#include "viewers/operators/operator_chart.h"
#include "viewers/operators/operator_filter_model.h"
#include "viewers/operators/operators_view.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QFile>
#include <QHeaderView>
#include <QLineEdit>
#include <QTableView>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace runlens::viewers {
namespace {

using test::openRun;
using test::ViewFixture;

class OperatorsTest : public testing::Test {
protected:
    void open(std::shared_ptr<const runlens::Run> run = test::trainingRun())
    {
        m_fixture =
            std::make_unique<ViewFixture<OperatorsView>>(std::vector{openRun(std::move(run))});
        settle();
    }

    void settle() { ASSERT_TRUE(m_fixture->settle()); }

    OperatorsView& view() { return *m_fixture->view; }

    Selection& selection() { return m_fixture->selection; }

    QString cell(int row, int column)
    {
        return view().table()->model()->index(row, column).data().toString();
    }

    void clickRow(int row, bool isDouble = false)
    {
        const QRect rect = view().table()->visualRect(view().table()->model()->index(row, 0));
        QTest::mouseClick(view().table()->viewport(), Qt::LeftButton, {}, rect.center());
        if (isDouble) {
            QTest::mouseDClick(view().table()->viewport(), Qt::LeftButton, {}, rect.center());
        }
    }

    QCheckBox* check(int index)
    {
        return view().headerControls()->findChildren<QCheckBox*>()[index];
    }

    QStringList selectedNames()
    {
        QStringList names;
        for (const QModelIndex& index : view().table()->selectionModel()->selectedRows()) {
            names << index.data().toString();
        }
        return names;
    }

    std::unique_ptr<ViewFixture<OperatorsView>> m_fixture;
};

TEST_F(OperatorsTest, ListsTypesByTheirOwnTime)
{
    open();
    EXPECT_TRUE(view().hasData());
    double before = 2.0;
    double share = 0.0;
    for (int row = 0; row < view().table()->model()->rowCount(); ++row) {
        const double now = view()
                               .table()
                               ->model()
                               ->index(row, OperatorTableModel::Share)
                               .data(kSortRole)
                               .toDouble();
        EXPECT_LE(now, before);
        before = now;
        share += now;
    }
    EXPECT_NEAR(share, 1.0, 1e-9);
    const int conv = view().model().rowOf("Conv2D");
    ASSERT_GE(conv, 0);
    EXPECT_EQ(view().model().rows()[static_cast<std::size_t>(conv)].count,
              40U * 2 * 2); // on the host and on the stream
}

TEST_F(OperatorsTest, SortsByAClickOnAHeader)
{
    open();
    QHeaderView* header = view().table()->horizontalHeader();
    const QPoint count(header->sectionViewportPosition(OperatorTableModel::Count) + 20,
                       header->height() / 2);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, count);
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, count);
    const int rows = view().table()->model()->rowCount();
    const bool falls = header->sortIndicatorOrder() == Qt::DescendingOrder;
    for (int row = 1; row < rows; ++row) {
        const auto a = view()
                           .table()
                           ->model()
                           ->index(row - 1, OperatorTableModel::Count)
                           .data(kSortRole)
                           .toULongLong();
        const auto b = view()
                           .table()
                           ->model()
                           ->index(row, OperatorTableModel::Count)
                           .data(kSortRole)
                           .toULongLong();
        EXPECT_TRUE(falls ? a >= b : a <= b);
    }
}

TEST_F(OperatorsTest, FiltersByText)
{
    open();
    view().startSearch();
    auto* field = view().headerControls()->findChild<QLineEdit*>();
    QTest::keyClicks(static_cast<QWidget*>(field), "CONV");
    EXPECT_EQ(view().table()->model()->rowCount(), 2);
    field->setText("no such operator");
    EXPECT_EQ(view().table()->model()->rowCount(), 0);
    field->clear();
    EXPECT_GT(view().table()->model()->rowCount(), 10);
}

TEST_F(OperatorsTest, ANodeIsSelectedWithItsIrLineAndSource)
{
    open();
    view().setKind(OperatorsView::ByNode);
    check(0)->click(); // graph nodes only
    settle();
    EXPECT_EQ(view().table()->model()->rowCount(), 24);
    clickRow(0);
    const Selection::State& state = selection().state();
    ASSERT_TRUE(state.node && state.ir && state.source);
    EXPECT_EQ(state.node->fullName, cell(0, OperatorTableModel::Name));
    EXPECT_EQ(state.run, "/runs/lenet");
    EXPECT_EQ(selectedNames(), QStringList{cell(0, 0)});
    EXPECT_FALSE(state.span);
}

TEST_F(OperatorsTest, ADoubleClickLeadsToTheLongestSpan)
{
    open();
    QSignalSpy spy(&view(), &View::showView);
    const QString name = cell(1, 0);
    clickRow(1, true);
    ASSERT_TRUE(selection().state().span);
    ASSERT_GE(spy.count(), 1);
    EXPECT_EQ(spy.last()[0].toString(), "timeline");
    const auto& row = view().model().rows()[static_cast<std::size_t>(view().model().rowOf(name))];
    EXPECT_EQ(selection().state().span->span, row.longest);
}

TEST_F(OperatorsTest, RowsFollowTheSelection)
{
    open();
    const int wanted = view().model().rowOf("ReLUGrad");
    Selection::State state = selection().state();
    state.span = SpanSelection{
        "/runs/lenet", 0, view().model().rows()[static_cast<std::size_t>(wanted)].longest};
    selection().set(state);
    EXPECT_EQ(selectedNames(), QStringList{"ReLUGrad"});
    EXPECT_EQ(view().chart()->current(), static_cast<std::size_t>(wanted));
    state.span.reset();
    state.node = NodeSelection{"/runs/lenet", "train", "Default/network/fc1/MatMul-op8"};
    selection().set(state);
    EXPECT_EQ(selectedNames(), QStringList{"MatMul"});
    view().setKind(OperatorsView::ByNode);
    EXPECT_EQ(selectedNames(), QStringList{"Default/network/fc1/MatMul-op8"});
    state.node->run = "/another/run";
    selection().set(state);
    EXPECT_TRUE(selectedNames().isEmpty());
}

TEST_F(OperatorsTest, KeepsToTheSelectedTimeWhenAsked)
{
    open();
    const auto count = [this] {
        return view()
            .model()
            .rows()[static_cast<std::size_t>(view().model().rowOf("Conv2D"))]
            .count;
    };
    check(1)->click(); // nothing is selected yet
    settle();
    EXPECT_EQ(count(), 160U);
    EXPECT_TRUE(view().factsText().contains("nothing is selected"));
    selection().setStep(7);
    settle();
    EXPECT_EQ(count(), 4U);
    Selection::State state = selection().state();
    state.stepRange = StepRange{3, 5};
    selection().set(state);
    settle();
    EXPECT_EQ(count(), 12U);
    check(1)->click();
    settle();
    EXPECT_EQ(count(), 160U);
}

TEST_F(OperatorsTest, AClickOnABarSelectsItsRow)
{
    open();
    ASSERT_GT(view().chart()->barCount(), 3U);
    QTest::mouseClick(view().chart(), Qt::LeftButton, {}, view().chart()->barRect(2).center());
    EXPECT_EQ(selectedNames(), QStringList{view().model().nameOf(2)});
    EXPECT_TRUE(selection().state().span);
}

TEST_F(OperatorsTest, CopiesAndExportsFullPrecision)
{
    open();
    clickRow(0);
    QTest::keyClick(view().table(), Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QApplication::clipboard()->text().trimmed().split('\n');
    ASSERT_EQ(lines.size(), 2);
    EXPECT_TRUE(lines[0].startsWith("Operator\tCount\tTotal\tSelf"));
    const auto& top = view().model().rows().front();
    EXPECT_TRUE(lines[1].contains(QString::number(top.totalNs)));
    QTemporaryDir folder;
    for (const ExportFormat format : view().exportFormats()) {
        const QString path =
            folder.filePath("operators" + QString::number(static_cast<int>(format)));
        ASSERT_TRUE(view().exportTo(path, format));
        EXPECT_GT(QFile(path).size(), 300);
    }
    QFile csv(folder.filePath("operators" + QString::number(static_cast<int>(ExportFormat::Csv))));
    ASSERT_TRUE(csv.open(QIODevice::ReadOnly));
    EXPECT_EQ(csv.readAll().trimmed().count('\n'), view().table()->model()->rowCount());
}

TEST_F(OperatorsTest, GrowsWithTheRun)
{
    RunBuilder builder({"/runs/lenet", "lenet", "runlens"});
    test::TrainingTrace trace(builder);
    trace.write(3);
    open(builder.snapshot());
    trace.write(4);
    m_fixture->runs.updateRun("/runs/lenet", builder.snapshot());
    settle();
    EXPECT_EQ(
        view().model().rows()[static_cast<std::size_t>(view().model().rowOf("optimizer"))].count,
        7U);
}

TEST_F(OperatorsTest, SaysWhatIsMissingWithoutSpans)
{
    RunBuilder builder({"/runs/lenet", "lenet", "runlens"});
    open(builder.snapshot());
    EXPECT_FALSE(view().hasData());
    EXPECT_EQ(view().table()->model()->rowCount(), 0);
    EXPECT_FALSE(view().emptyText().isEmpty());
}

TEST_F(OperatorsTest, StateSurvivesReopening)
{
    open();
    view().setKind(OperatorsView::ByNode);
    check(0)->click();
    view().headerControls()->findChild<QLineEdit*>()->setText("relu");
    const QByteArray state = view().saveState();
    m_fixture.reset();
    open();
    view().restoreState(state);
    settle();
    EXPECT_EQ(view().kind(), OperatorsView::ByNode);
    EXPECT_EQ(view().table()->model()->rowCount(), 6);
    view().restoreState("[]");
    settle();
    EXPECT_EQ(view().kind(), OperatorsView::ByType);
}

TEST(OperatorTableModel, KeepsTheContractOfItemModels)
{
    OperatorTableModel model;
    OperatorFilterModel sorted;
    sorted.setSourceModel(&model);
    const QAbstractItemModelTester modelTester(
        &model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    const QAbstractItemModelTester sortedTester(
        &sorted, QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(model.rowCount(), 0);
    RunBuilder builder({"p", "p", "runlens"});
    std::vector<profiler::OperatorRow> rows(3);
    rows[0].name = builder.name("a");
    rows[1].name = builder.name("b");
    rows[1].count = std::numeric_limits<std::uint64_t>::max();
    rows[1].totalNs = std::numeric_limits<std::int64_t>::max();
    rows[1].averageNs = std::nan("");
    const auto run = builder.snapshot();
    model.setRows(run, rows);
    sorted.sort(OperatorTableModel::Count, Qt::DescendingOrder);
    EXPECT_EQ(sorted.index(0, 0).data().toString(), "b");
    sorted.setText("b");
    EXPECT_EQ(sorted.rowCount(), 1);
    EXPECT_EQ(model.index(1, OperatorTableModel::Total).data(kExportRole).toString(),
              "9223372036854775807");
    EXPECT_EQ(model.index(2, OperatorTableModel::Name).data().toString(), "(no name)");
    model.setRows(run, {});
    EXPECT_EQ(sorted.rowCount(), 0);
}

TEST(OperatorChart, SumsUpWhatHasNoRoom)
{
    Palette palette(Theme::Light);
    OperatorChart chart(&palette);
    RunBuilder builder({"p", "p", "runlens"});
    std::vector<profiler::OperatorRow> rows;
    for (int i = 0; i < 100; ++i) {
        profiler::OperatorRow row;
        row.name = builder.name("op" + std::to_string(i));
        row.selfNs = 1000 - i;
        row.share = 0.01;
        rows.push_back(row);
    }
    chart.resize(600, 28 + 6 * 18 + 20);
    chart.setRows(builder.snapshot(), rows, "Largest");
    chart.grab();
    EXPECT_EQ(chart.barCount(), 6U);
    QSignalSpy spy(&chart, &OperatorChart::rowChosen);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, chart.barRect(5).center()); // the rest is no row
    EXPECT_EQ(spy.count(), 0);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, chart.barRect(4).center());
    EXPECT_EQ(spy.count(), 1);
    chart.setRows(nullptr, {}, "Largest");
    chart.grab();
    EXPECT_EQ(chart.barCount(), 0U);
}

} // namespace
} // namespace runlens::viewers
