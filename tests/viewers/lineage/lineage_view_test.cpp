// SPDX-License-Identifier: GPL-3.0-or-later
// The Lineage view with real events: each control once.
#include "tests/support/view_fixture.h"
#include "tests/viewers/lineage/lineage_runs.h"
#include "viewers/common/widgets.h"
#include "viewers/lineage/column_chooser.h"
#include "viewers/lineage/importance_chart.h"
#include "viewers/lineage/lineage_view.h"
#include "viewers/lineage/parallel_chart.h"
#include "viewers/lineage/scatter_matrix.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QTreeWidget>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace runlens::viewers {
namespace {

using test::fourRuns;
using test::LineageRun;
using test::openRuns;
using test::ViewFixture;
using testing::ElementsAre;

/// Keeps what is said of runs in the RunSet, as the session of the window does.
class SetEditor : public RunEditor {
public:
    explicit SetEditor(RunSet* runs) : m_runs(runs) {}

    void setNote(const QString& key, const QString& note) override
    {
        change(key, [&](OpenRun& run) { run.note = note; });
    }

    void setTags(const QString& key, const QStringList& tags) override
    {
        change(key, [&](OpenRun& run) { run.tags = tags; });
    }

    void setColour(const QString& key, int slot) override
    {
        change(key, [&](OpenRun& run) { run.colourSlot = slot; });
    }

    void setShown(const QStringList& keys, bool isShown) override
    {
        for (const QString& key : keys) {
            change(key, [&](OpenRun& run) { run.isShown = isShown; });
        }
    }

private:
    template <typename Change>
    void change(const QString& key, Change how)
    {
        std::vector<OpenRun> runs = m_runs->runs();
        for (OpenRun& run : runs) {
            if (run.key == key) {
                how(run);
            }
        }
        m_runs->setRuns(std::move(runs));
    }

    RunSet* m_runs;
};

/// The view with an editor: ViewFixture makes views without one.
class EditedLineageView : public QWidget {
public:
    EditedLineageView(ViewContext context, QWidget* parent)
        : QWidget(parent), m_editor(context.runs)
    {
        context.editor = &m_editor;
        lineage = new LineageView(context, this);
        auto* layout = new QVBoxLayout(this);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(lineage);
    }

    [[nodiscard]] QWidget* headerControls() const { return lineage->headerControls(); }

    [[nodiscard]] bool isSettled() const { return lineage->isSettled(); }

    LineageView* lineage;

private:
    SetEditor m_editor;
};

class LineageTest : public testing::Test {
protected:
    void open(std::vector<OpenRun> runs = openRuns())
    {
        m_fixture = std::make_unique<ViewFixture<EditedLineageView>>(std::move(runs));
        settle();
    }

    void settle() { ASSERT_TRUE(m_fixture->settle()); }

    LineageView& view() { return *m_fixture->view->lineage; }

    QTableView& table() { return *view().table(); }

    QString names()
    {
        QString text;
        for (int row = 0; row < table().model()->rowCount(); ++row) {
            text += table().model()->index(row, 0).data().toString();
        }
        return text;
    }

    QStringList headers()
    {
        QStringList list;
        for (int column = RunTableModel::FirstFact; column < table().model()->columnCount();
             ++column) {
            list << table().model()->headerData(column, Qt::Horizontal).toString();
        }
        return list;
    }

    QPoint cellCentre(int row, int column)
    {
        return table().visualRect(table().model()->index(row, column)).center();
    }

    void click(QWidget* widget, QPoint place, Qt::MouseButton button = Qt::LeftButton)
    {
        QTest::mouseClick(widget, button, {}, place);
    }

    /// Drags on the axis of a column, from one run's place to another's.
    void brush(int axis, int fromRow, int toRow)
    {
        ParallelChart* chart = view().parallel();
        const int x = chart->axisX(axis);
        const double from = chart->placeOf(axis, fromRow);
        const double to = chart->placeOf(axis, toRow);
        const int slack = from < to ? -5 : 5;
        drag(QPoint(x, static_cast<int>(from) + slack), QPoint(x, static_cast<int>(to) - slack));
    }

    void drag(QPoint from, QPoint to)
    {
        ParallelChart* chart = view().parallel();
        QTest::mousePress(chart, Qt::LeftButton, {}, from);
        QTest::mouseMove(chart, (from + to) / 2);
        QTest::mouseMove(chart, to);
        QTest::mouseRelease(chart, Qt::LeftButton, {}, to);
    }

    /// Position of a column among the axes.
    int axisOf(const QString& title)
    {
        const auto& picture = view().parallel()->picture();
        for (std::size_t i = 0; i < picture.axes.size(); ++i) {
            if (columnTitle(picture.column(picture.axes[i])) == title) {
                return static_cast<int>(i);
            }
        }
        ADD_FAILURE() << title.toStdString() << " has no axis";
        return 0;
    }

    QAction* action(const QString& text)
    {
        for (QAction* one : table().actions()) {
            if (one->text() == text) {
                return one;
            }
        }
        ADD_FAILURE() << "no action " << text.toStdString();
        return nullptr;
    }

    std::unique_ptr<ViewFixture<EditedLineageView>> m_fixture;
};

TEST_F(LineageTest, ListsAllRunsWithWhatTellsThemApart)
{
    open();
    EXPECT_TRUE(view().hasData());
    EXPECT_EQ(names(), "abcd");
    EXPECT_EQ(headers(), (QStringList{"lr", "opt", "momentum", "loss (last)", "Duration"}));
    EXPECT_TRUE(view().factsText().startsWith("4 of 4 runs, 5 of "))
        << view().factsText().toStdString();
}

TEST_F(LineageTest, HasNothingToShowWithoutRuns)
{
    open({});
    EXPECT_FALSE(view().hasData());
    EXPECT_FALSE(view().emptyText().isEmpty());
    EXPECT_FALSE(view().emptyCode().isEmpty());
}

TEST_F(LineageTest, SortsByAClickOnAHeader)
{
    open();
    QHeaderView* header = table().horizontalHeader();
    const int column = RunTableModel::FirstFact + 3;
    const QPoint place(header->sectionViewportPosition(column) + 20, header->height() / 2);
    click(header->viewport(), place);
    EXPECT_EQ(names(), "cbad");
    click(header->viewport(), place);
    EXPECT_EQ(names(), "abcd");
}

TEST_F(LineageTest, FiltersRowsAndSaysWhatItDoesNotKnow)
{
    open();
    view().startSearch();
    auto* search = view().headerControls()->findChild<SearchField*>();
    QTest::keyClicks(static_cast<QWidget*>(search), "lr>=0.1");
    EXPECT_EQ(names(), "cd");
    EXPECT_EQ(view().parallel()->picture().rows, (std::vector<int>{2, 3}));
    search->setText("nothing>1");
    EXPECT_EQ(names(), "");
    EXPECT_TRUE(search->toolTip().contains("nothing"));
    search->clear();
    EXPECT_EQ(names(), "abcd");
}

TEST_F(LineageTest, AClickSelectsARunForAllViewsAndASelectionMarksItsRow)
{
    open();
    click(table().viewport(), cellCentre(1, 3));
    EXPECT_EQ(m_fixture->selection.state().run, "/runs/b");
    m_fixture->selection.setRun("/runs/c");
    EXPECT_EQ(table().currentIndex().row(), 2);
    EXPECT_EQ(view().parallel()->picture().current, 2);
}

TEST_F(LineageTest, AFilterThatHidesTheSelectedRunChoosesNoOther)
{
    open();
    m_fixture->selection.setRun("/runs/a");
    view().headerControls()->findChild<SearchField*>()->setText("lr>=0.1");
    EXPECT_EQ(names(), "cd");
    EXPECT_EQ(m_fixture->selection.state().run, "/runs/a");
}

TEST_F(LineageTest, ADoubleClickOpensTheRunAndShowsItEverywhere)
{
    std::vector<OpenRun> runs = openRuns();
    runs[2].isShown = false;
    open(std::move(runs));
    QSignalSpy spy(&view(), &View::showView);
    click(table().viewport(), cellCentre(2, 3));
    QTest::mouseDClick(table().viewport(), Qt::LeftButton, {}, cellCentre(2, 3));
    ASSERT_EQ(spy.count(), 1);
    EXPECT_EQ(spy[0][0].toString(), "overview");
    EXPECT_EQ(m_fixture->selection.state().run, "/runs/c");
    EXPECT_TRUE(m_fixture->runs.find("/runs/c")->isShown);
}

TEST_F(LineageTest, TagsAndRemarksAreEditedInTheTable)
{
    open();
    const auto edit = [&](int column, const char* text) {
        click(table().viewport(), cellCentre(1, column));
        QTest::mouseDClick(table().viewport(), Qt::LeftButton, {}, cellCentre(1, column));
        QLineEdit* editor = nullptr; // an earlier one may wait for its deletion
        for (QLineEdit* one : table().viewport()->findChildren<QLineEdit*>()) {
            editor = one->isVisible() ? one : editor;
        }
        ASSERT_NE(editor, nullptr);
        QTest::keyClicks(editor, text);
        QTest::keyClick(editor, Qt::Key_Return);
        QCoreApplication::processEvents(); // the delegate commits in the next turn
    };
    edit(RunTableModel::Tags, "good, slow");
    edit(RunTableModel::Remark, "try again");
    EXPECT_EQ(m_fixture->runs.find("/runs/b")->tags, (QStringList{"good", "slow"}));
    EXPECT_EQ(m_fixture->runs.find("/runs/b")->note, "try again");
    EXPECT_EQ(table().model()->index(1, RunTableModel::Tags).data().toString(), "good, slow");
    EXPECT_EQ(table().model()->index(1, RunTableModel::Remark).data().toString(), "try again");
}

TEST_F(LineageTest, ActionsColourAndShowTheSelectedRuns)
{
    open();
    click(table().viewport(), cellCentre(3, 3));
    QMenu* colours = action("Colour")->menu();
    emit colours->aboutToShow();
    colours->actions()[7]->trigger();
    EXPECT_EQ(m_fixture->runs.find("/runs/d")->colourSlot, 7);
    action("Take from the views")->trigger();
    EXPECT_FALSE(m_fixture->runs.find("/runs/d")->isShown);
    action("Show in all views")->trigger();
    EXPECT_TRUE(m_fixture->runs.find("/runs/d")->isShown);
    action("Edit remark")->trigger();
    EXPECT_NE(table().viewport()->findChild<QLineEdit*>(), nullptr);
}

TEST_F(LineageTest, TheCheckBoxOfARunAndTheShownOnlySwitchWork)
{
    open();
    const QModelIndex index = table().model()->index(0, 0);
    QStyleOptionViewItem option;
    option.initFrom(&table());
    option.rect = table().visualRect(index);
    option.features = QStyleOptionViewItem::HasCheckIndicator;
    const QRect box =
        table().style()->subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &option, &table());
    click(table().viewport(), box.center());
    EXPECT_FALSE(m_fixture->runs.find("/runs/a")->isShown);
    auto* onlyShown = view().headerControls()->findChild<QCheckBox*>();
    click(onlyShown, QPoint(8, onlyShown->height() / 2));
    EXPECT_EQ(names(), "bcd");
}

TEST_F(LineageTest, ADragOnAnAxisRestrictsTheTableAndAClickClearsIt)
{
    open();
    const int axis = axisOf("momentum");
    brush(axis, 1, 1); // from above to below the place of run b: 0.9 is the top
    EXPECT_EQ(names(), "bc");
    EXPECT_EQ(view().brushes().size(), 1U);
    EXPECT_FALSE(view().parallel()->picture().isBrushed[0]);
    EXPECT_TRUE(view().parallel()->picture().isBrushed[1]);
    click(view().parallel(),
          QPoint(view().parallel()->axisX(axis), view().parallel()->plotRect().center().y()));
    EXPECT_EQ(names(), "abcd");
    EXPECT_TRUE(view().brushes().empty());
}

TEST_F(LineageTest, ABrushBelowTheAxisTakesRunsWithoutAValue)
{
    open();
    const int axis = axisOf("momentum");
    const int x = view().parallel()->axisX(axis);
    const int y = static_cast<int>(view().parallel()->placeOf(axis, 3));
    EXPECT_GT(y, view().parallel()->plotRect().bottom());
    drag(QPoint(x, y - 6), QPoint(x, y + 6));
    EXPECT_EQ(names(), "d");
}

TEST_F(LineageTest, ABrushIsMovedByDraggingIt)
{
    open();
    const int axis = axisOf("opt"); // Adam below SGD
    const ParallelChart& chart = *view().parallel();
    const int x = chart.axisX(axis);
    const int sgd = static_cast<int>(chart.placeOf(axis, 0));
    const int adam = static_cast<int>(chart.placeOf(axis, 2));
    drag(QPoint(x, sgd - 10), QPoint(x, sgd + 10));
    EXPECT_EQ(names(), "ab");
    drag(QPoint(x, sgd), QPoint(x, adam));
    EXPECT_EQ(names(), "cd");
}

TEST_F(LineageTest, TwoBrushesHoldTogetherAndAreClearedTogether)
{
    open();
    brush(axisOf("momentum"), 1, 1);
    const int axis = axisOf("opt");
    const int x = view().parallel()->axisX(axis);
    const int adam = static_cast<int>(view().parallel()->placeOf(axis, 2));
    drag(QPoint(x, adam - 10), QPoint(x, adam + 10));
    EXPECT_EQ(names(), "c");
    for (LinkLabel* link : view().findChildren<LinkLabel*>()) {
        if (link->text() == "Clear 2 brush(es)" && link->isVisible()) {
            QTest::mouseClick(link, Qt::LeftButton, {}, QPoint(8, link->height() / 2));
        }
    }
    EXPECT_EQ(names(), "abcd");
}

TEST_F(LineageTest, AnAxisSwitchesToItsLogarithm)
{
    open();
    const int axis = axisOf("lr");
    ParallelChart* chart = view().parallel();
    const double before = chart->placeOf(axis, 1);
    click(chart, chart->logRect(axis).center());
    EXPECT_TRUE(chart->picture().axes[static_cast<std::size_t>(axis)].isLog());
    const QRect plot = chart->plotRect();
    EXPECT_NEAR(chart->placeOf(axis, 1), plot.bottom() - (plot.height() - 1) / 3.0, 1.0);
    EXPECT_NE(chart->placeOf(axis, 1), before);
    click(chart, chart->logRect(axis).center());
    EXPECT_EQ(chart->placeOf(axis, 1), before);
}

TEST_F(LineageTest, TheMouseOverALineTellsItsRunAndAClickChoosesIt)
{
    open();
    ParallelChart* chart = view().parallel();
    const int left = axisOf("lr");
    const QPoint place(
        (chart->axisX(left) + chart->axisX(left + 1)) / 2,
        static_cast<int>((chart->placeOf(left, 3) + chart->placeOf(left + 1, 3)) / 2));
    QTest::mouseMove(chart, place);
    EXPECT_TRUE(chart->popup().isVisible());
    EXPECT_EQ(chart->popup().content().title, "d");
    EXPECT_EQ(chart->popup().valueOf("lr"), "1");
    EXPECT_EQ(chart->popup().valueOf("momentum"), "–");
    EXPECT_EQ(chart->popup().valueOf("loss (last)"), "NaN");
    click(chart, place);
    EXPECT_EQ(m_fixture->selection.state().run, "/runs/d");
}

TEST_F(LineageTest, TheScatterMatrixTellsTheRunUnderTheMouse)
{
    open();
    view().setPicture(LineageView::Scatter);
    settle();
    ScatterMatrix* matrix = view().scatter();
    EXPECT_EQ(matrix->axisCount(), 5);
    EXPECT_TRUE(matrix->noteText().startsWith("1 run(s) lack")) << matrix->noteText().toStdString();
    const auto point = matrix->pointOf(3, 0, 1); // loss over lr
    ASSERT_TRUE(point.has_value());
    EXPECT_FALSE(matrix->pointOf(3, 0, 3).has_value()); // NaN has no place
    QTest::mouseMove(matrix, point->toPoint());
    EXPECT_EQ(matrix->popup().content().title, "b");
    EXPECT_EQ(matrix->popup().valueOf("lr"), "0.01");
    click(matrix, point->toPoint());
    EXPECT_EQ(m_fixture->selection.state().run, "/runs/b");
}

TEST_F(LineageTest, ImportanceComparesWithTheChosenMetricOverTheBrushedRuns)
{
    open();
    view().setPicture(LineageView::Importance);
    settle();
    const auto noteOf = [&](const std::string& key) {
        for (const ImportanceRow& row : view().importance()->rows()) {
            if (row.column == view().model().table().find(key)) {
                return view().importance()->noteOf(row);
            }
        }
        return QString();
    };
    EXPECT_EQ(view().importance()->titleText(), "Correlation with loss (last)");
    EXPECT_EQ(noteOf("lr").right(5), "n = 3"); // run d ends in NaN
    EXPECT_TRUE(noteOf("opt").contains("Adam = 0, SGD = 1")) << noteOf("opt").toStdString();
    const int other = view().metricChoice()->findText("loss (min)");
    ASSERT_GE(other, 0);
    view().metricChoice()->setFocus();
    QTest::keyClick(view().metricChoice(), Qt::Key_Down);
    settle();
    EXPECT_NE(view().importance()->titleText(), "Correlation with loss (last)");
    view().setMetric("min/loss");
    settle();
    EXPECT_EQ(noteOf("lr").right(5), "n = 4");
    view().headerControls()->findChild<SearchField*>()->setText("opt=SGD");
    settle();
    EXPECT_EQ(noteOf("lr"), "2 run(s) with both values: at least 3 are needed");
}

TEST_F(LineageTest, RunsAreColouredByTheMetricOrAsEverywhere)
{
    open();
    const auto& palette = m_fixture->palette;
    EXPECT_EQ(view().parallel()->picture().colours[0],
              palette.sequentialLine(1.0)); // 0.8 is the most
    EXPECT_EQ(view().parallel()->picture().colours[2], palette.sequentialLine(0.0));
    EXPECT_EQ(view().parallel()->picture().colours[3], palette.colour(Role::NotANumber));
    for (QCheckBox* box : view().findChildren<QCheckBox*>()) {
        if (box->text() == "Colour") {
            click(box, QPoint(8, box->height() / 2));
        }
    }
    EXPECT_EQ(view().parallel()->picture().colours[2], palette.runColour(2));
}

TEST_F(LineageTest, ColumnsAreChosenByGroupAndName)
{
    open();
    QTest::mouseClick(view().headerControls()->findChild<QPushButton*>(), Qt::LeftButton);
    ColumnChooser* chooser = view().chooser();
    ASSERT_TRUE(chooser->isVisible());
    QTreeWidget* tree = chooser->tree();
    ASSERT_EQ(tree->topLevelItemCount(), 3);
    EXPECT_EQ(tree->topLevelItem(0)->text(0), "Parameters");
    EXPECT_EQ(tree->topLevelItem(1)->text(0), "Metrics");
    EXPECT_EQ(tree->topLevelItem(2)->text(0), "Run");
    tree->topLevelItem(0)->child(1)->setCheckState(0, Qt::Unchecked);
    EXPECT_EQ(headers(), (QStringList{"lr", "opt", "loss (last)", "Duration"}));
    QTest::keyClicks(chooser->search(), "MIN");
    EXPECT_TRUE(tree->topLevelItem(0)->isHidden());
    tree->topLevelItem(1)->setCheckState(0, Qt::Checked); // the group: what is listed of it
    EXPECT_EQ(headers(), (QStringList{"lr", "opt", "loss (last)", "Duration", "loss (min)"}));
    for (LinkLabel* link : chooser->findChildren<LinkLabel*>()) {
        if (link->text() == "Usual columns") {
            QTest::mouseClick(link, Qt::LeftButton, {}, QPoint(8, link->height() / 2));
        }
    }
    EXPECT_EQ(headers(), (QStringList{"lr", "opt", "momentum", "loss (last)", "Duration"}));
    chooser->hide();
}

TEST_F(LineageTest, ADraggedColumnMovesItsAxis)
{
    open();
    QHeaderView* header = table().horizontalHeader();
    header->moveSection(RunTableModel::FirstFact, RunTableModel::FirstFact + 2);
    QCoreApplication::processEvents();
    EXPECT_EQ(headers(), (QStringList{"opt", "momentum", "lr", "loss (last)", "Duration"}));
    EXPECT_EQ(axisOf("lr"), 2);
}

TEST_F(LineageTest, FollowsRunsThatGrowWithoutLosingItsPlace)
{
    open();
    click(table().viewport(), cellCentre(1, 3));
    LineageRun grown = fourRuns()[1];
    grown.loss.push_back(0.1);
    m_fixture->runs.updateRun("/runs/b", test::buildRun(grown));
    settle();
    EXPECT_EQ(table().model()->index(1, RunTableModel::FirstFact + 3).data().toString(), "0.1");
    EXPECT_EQ(table().currentIndex().row(), 1);
    std::vector<OpenRun> fewer = openRuns();
    fewer.erase(fewer.begin());
    m_fixture->runs.setRuns(std::move(fewer));
    settle();
    EXPECT_EQ(names(), "bcd");
}

TEST_F(LineageTest, RemembersColumnsSortingAndPicture)
{
    open();
    view().setShownColumns({"opt", "lr", "last/loss"});
    table().sortByColumn(RunTableModel::FirstFact + 1, Qt::DescendingOrder);
    view().setPicture(LineageView::Scatter);
    view().setMetric("max/loss");
    const QByteArray state = view().saveState();
    open();
    view().restoreState(state);
    settle();
    EXPECT_EQ(headers(), (QStringList{"opt", "lr", "loss (last)"}));
    EXPECT_EQ(names(), "dcba");
    EXPECT_TRUE(view().scatter()->isVisible());
    EXPECT_EQ(view().metricChoice()->currentText(), "loss (max)");
    view().restoreState("no state at all");
    settle();
    EXPECT_EQ(headers(), (QStringList{"lr", "opt", "momentum", "loss (last)", "Duration"}));
}

TEST_F(LineageTest, ExportsTheTableAndEachPicture)
{
    open();
    const QTemporaryDir folder;
    view().setShownColumns({"lr", "momentum", "last/loss"});
    ASSERT_TRUE(view().exportTo(folder.filePath("t.csv"), ExportFormat::Csv));
    QFile file(folder.filePath("t.csv"));
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll(),
              "Run,Tags,Remark,lr,momentum,loss (last)\n"
              "a,,,0.001,0.5,0.8\n"
              "b,,,0.01,0.9,0.6\n"
              "c,,,0.1,0.9,0.4\n"
              "d,,,1,,NaN\n");
    for (const auto picture :
         {LineageView::Parallel, LineageView::Scatter, LineageView::Importance}) {
        view().setPicture(picture);
        settle();
        for (const ExportFormat format : {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf})
        {
            const QString path = folder.filePath("picture");
            ASSERT_TRUE(view().exportTo(path, format));
            EXPECT_GT(QFile(path).size(), 1000);
        }
    }
}

TEST_F(LineageTest, ManyRunsAreAllListed)
{
    std::vector<OpenRun> runs;
    for (int i = 0; i < 100; ++i) {
        OpenRun run = openRuns({fourRuns()[static_cast<std::size_t>(i) % 4]})[0];
        run.key += QString::number(i);
        runs.push_back(std::move(run));
    }
    open(std::move(runs));
    EXPECT_EQ(table().model()->rowCount(), 100);
    EXPECT_EQ(view().parallel()->picture().rows.size(), 100U);
}

} // namespace
} // namespace runlens::viewers
