// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/files.h"
#include "tests/support/view_fixture.h"
#include "tests/viewers/distributions/distribution_run.h"
#include "viewers/common/fact_popup.h"
#include "viewers/common/widgets.h"
#include "viewers/tensors/slice_bar.h"
#include "viewers/tensors/tensor_facts.h"
#include "viewers/tensors/tensor_histogram.h"
#include "viewers/tensors/tensor_list_model.h"
#include "viewers/tensors/tensor_table.h"
#include "viewers/tensors/tensor_table_model.h"
#include "viewers/tensors/tensors_view.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPushButton>
#include <QSlider>
#include <QTableView>
#include <QTemporaryDir>
#include <QTimer>
#include <QWheelEvent>

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

namespace runlens::viewers {
namespace {

using runlens::test::StoredRun;
using runlens::test::ViewFixture;

template <typename T>
void putTensor(SummaryWriter& sink,
               std::string_view name,
               std::int64_t step,
               const std::string& metadata,
               const std::vector<T>& values)
{
    const TagId tag = sink.tag({0, name, RecordKind::Tensor, NumberType::Float64, {}, {}});
    const std::string payload(reinterpret_cast<const char*>(values.data()),
                              values.size() * sizeof(T));
    sink.sample(
        tag,
        {sink.currentSession(), step, StoredRun::kStart + step, metadata, {asBytes(payload), {}}});
}

std::string declared(const char* dtype, const char* shape)
{
    return std::string(R"({"dtype":")") + dtype + R"(","shape":)" + shape + "}";
}

/// 0, 1, 2, ... from `first` on.
std::vector<float> counting(std::size_t count, float first = 0.0F)
{
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = first + static_cast<float>(i);
    }
    return values;
}

class TensorsTest : public testing::Test {
protected:
    TensorsTest()
    {
        m_stored.push_back(std::make_unique<StoredRun>([](SummaryWriter& sink) {
            const std::string cube = declared("float32", "[2,3,4]");
            putTensor(sink, "a/cube", 0, cube, counting(24));
            putTensor(sink, "a/cube", 10, cube, counting(24, 1.0F));
            std::vector<float> odd = counting(24, -12.0F);
            odd[17] = std::nanf("");
            odd[18] = std::numeric_limits<float>::infinity();
            putTensor(sink, "a/cube", 20, cube, odd);
            putTensor(sink, "b/empty", 0, declared("float32", "[0,3]"), counting(0));
            putTensor(sink, "c/scalar", 0, declared("int64", "[]"), std::vector<std::int64_t>{-7});
            putTensor(sink, "d/short", 0, declared("float32", "[2,3]"), counting(5));
            putTensor(sink, "e/ten", 0, declared("float32", "[1,2,1,2,1,1,2,1,1,2]"), counting(16));
            putTensor(sink,
                      "f/overflow",
                      0,
                      declared("float32", "[4294967296,4294967296,4294967296]"),
                      counting(2));
            putTensor(sink,
                      "g/half",
                      0,
                      declared("bfloat16", "[2]"),
                      std::vector<std::uint16_t>{0x3dcd, 0x3f80});
            putTensor(sink, "h/line", 0, declared("float32", "[1000]"), counting(1000));
        }));
        m_stored.push_back(std::make_unique<StoredRun>([](SummaryWriter& sink) {
            const std::string cube = declared("float32", "[2,3,4]");
            std::vector<float> other = counting(24);
            other[23] = 33.0F; // 10 more than in the first run
            putTensor(sink, "a/cube", 0, cube, other);
            putTensor(sink, "c/scalar", 0, declared("int64", "[1]"), std::vector<std::int64_t>{-7});
        }));
        m_fixture = std::make_unique<ViewFixture<TensorsView>>(
            std::vector{m_stored[0]->open("seed1", 0), m_stored[1]->open("seed2", 1)});
        settle();
    }

    void settle()
    {
        QCoreApplication::processEvents();
        ASSERT_TRUE(m_fixture->settle()) << "the view did not settle";
    }

    TensorsView& view() { return *m_fixture->view; }

    void at(std::int64_t step)
    {
        m_fixture->selection.setStep(step);
        settle();
    }

    /// A click on the row of the list with this name (of the first run that has it).
    void click(const QString& name)
    {
        QTableView* list = view().list();
        for (int row = 0; row < list->model()->rowCount(); ++row) {
            const QModelIndex index = list->model()->index(row, 0);
            if (index.data().toString() == name) {
                list->scrollTo(index);
                QTest::mouseClick(
                    list->viewport(), Qt::LeftButton, {}, list->visualRect(index).center());
                settle();
                return;
            }
        }
        FAIL() << name.toStdString();
    }

    QString cell(int row, int column)
    {
        return view().tableModel().index(row, column).data().toString();
    }

    template <typename Control>
    Control* control(const QString& name)
    {
        for (auto* child : view().headerControls()->findChildren<Control*>()) {
            if (child->accessibleName() == name) {
                return child;
            }
        }
        return nullptr;
    }

    void chooseMode(int mode)
    {
        auto* choice = control<SegmentedControl>("Shown as");
        choice->setFocus();
        while (choice->currentIndex() != mode) {
            QTest::keyClick(choice, choice->currentIndex() < mode ? Qt::Key_Right : Qt::Key_Left);
        }
        settle();
    }

    void chooseItem(QComboBox* box, int index)
    {
        box->setFocus();
        while (box->currentIndex() != index) {
            QTest::keyClick(box, box->currentIndex() < index ? Qt::Key_Down : Qt::Key_Up);
        }
        settle();
    }

    void type(QLineEdit* field, const char* text)
    {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        settle();
    }

    static void moveTo(QWidget* widget, const QPointF& to)
    {
        QMouseEvent move(QEvent::MouseMove,
                         to,
                         widget->mapToGlobal(to),
                         Qt::NoButton,
                         Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(widget, &move);
    }

    void follow(const QString& text)
    {
        for (auto* link : view().facts()->findChildren<LinkLabel*>()) {
            if (link->text() == text) {
                ASSERT_FALSE(link->isHidden()) << text.toStdString();
                link->setFocus();
                QTest::keyClick(link, Qt::Key_Return);
                settle();
                return;
            }
        }
        FAIL() << text.toStdString();
    }

    std::vector<std::unique_ptr<StoredRun>> m_stored;
    std::unique_ptr<ViewFixture<TensorsView>> m_fixture;
};

TEST_F(TensorsTest, ListsTheTensorsOfTheRunsWithTypeAndShape)
{
    const QAbstractItemModel* model = view().list()->model();
    QAbstractItemModelTester tester(const_cast<QAbstractItemModel*>(model),
                                    QAbstractItemModelTester::FailureReportingMode::Fatal);
    ASSERT_EQ(model->rowCount(), 10);
    const auto text = [&](int row, int column) {
        return model->index(row, column).data().toString();
    };
    EXPECT_EQ(text(0, TensorListModel::Name), "a/cube");
    EXPECT_EQ(text(0, TensorListModel::RunName), "seed1");
    EXPECT_EQ(text(0, TensorListModel::Type), "float32");
    EXPECT_EQ(text(0, TensorListModel::Shape), "[2, 3, 4]");
    EXPECT_EQ(text(1, TensorListModel::RunName), "seed2");
    view().startSearch();
    QTest::keyClicks(view().headerControls()->findChild<SearchField*>(), "ten|half");
    EXPECT_EQ(model->rowCount(), 2);
}

TEST_F(TensorsTest, ShowsTheLastTwoDimensionsAtTheStepOfTheCursor)
{
    EXPECT_EQ(view().stepText(), "Step 20 · 3/3") << "the newest without a cursor";
    at(0);
    EXPECT_EQ(view().stepText(), "Step 0 · 1/3");
    EXPECT_EQ(view().tableModel().rowCount(), 3);
    EXPECT_EQ(view().tableModel().columnCount(), 4);
    EXPECT_EQ(cell(0, 0), "0");
    EXPECT_EQ(cell(2, 3), "11");
    QSlider* slider = view().stepSlider();
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_Right);
    settle();
    EXPECT_EQ(m_fixture->selection.state().step, 10);
    EXPECT_EQ(cell(0, 0), "1");
}

TEST_F(TensorsTest, TakesAnIndexOrAColonForEachDimension)
{
    at(0);
    ASSERT_EQ(view().sliceBar()->boxes().size(), 3U);
    DimensionBox* first = view().sliceBar()->boxes()[0];
    first->setFocus();
    QTest::keyClick(first, Qt::Key_Up);
    settle();
    EXPECT_EQ(cell(0, 0), "12");
    EXPECT_EQ(view().facts()->sliceFacts().valueOf("Minimum"), "12");
    first->selectAll();
    QTest::keyClicks(first, ":");
    QTest::keyClick(first, Qt::Key_Return);
    settle();
    EXPECT_EQ(sliceText(view().slice()), "[:, :, :]");
    EXPECT_EQ(view().messageText(),
              "3 dimensions are open: give an index to all but one or two of them");
    EXPECT_EQ(view().facts()->sliceFacts().valueOf("Elements"), "24")
        << "statistics take any number";
    DimensionBox* last = view().sliceBar()->boxes()[2];
    last->setFocus();
    last->selectAll();
    QTest::keyClicks(last, "-1");
    QTest::keyClick(last, Qt::Key_Return);
    settle();
    EXPECT_EQ(sliceText(view().slice()), "[:, :, 3]");
    EXPECT_EQ(view().messageText(), "");
    EXPECT_EQ(cell(1, 2), "23");
}

TEST_F(TensorsTest, TellsStatisticsAndLeadsToTheFirstNan)
{
    const FactList& whole = view().facts()->wholeFacts();
    EXPECT_EQ(whole.valueOf("Elements"), "24");
    EXPECT_EQ(whole.valueOf("Minimum"), QStringLiteral("−12"));
    EXPECT_EQ(whole.valueOf("Maximum"), "11");
    EXPECT_EQ(whole.valueOf("NaN"), "1");
    EXPECT_EQ(whole.valueOf("+∞"), "1");
    EXPECT_EQ(whole.valueOf("Zeros"), "1");
    EXPECT_EQ(view().facts()->sliceFacts().valueOf("NaN"), "0") << "the first slice has none";
    follow("Go to the first NaN");
    EXPECT_EQ(sliceText(view().slice()), "[1, :, :]");
    EXPECT_EQ(view().table()->current(), (TensorTable::Cell{1, 1}));
    EXPECT_EQ(cell(1, 1), "NaN");
    EXPECT_EQ(view().facts()->sliceFacts().valueOf("NaN"), "1");
    follow("Go to the minimum");
    EXPECT_EQ(sliceText(view().slice()), "[0, :, :]");
    EXPECT_EQ(view().table()->current(), (TensorTable::Cell{0, 0}));
}

TEST_F(TensorsTest, WalksSelectsAndCopiesCells)
{
    at(0);
    TensorTable* table = view().table();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->cellRect({1, 1}).center());
    EXPECT_EQ(table->current(), (TensorTable::Cell{1, 1}));
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(table, Qt::Key_Down, Qt::ShiftModifier);
    EXPECT_EQ(table->selectedCells(), 4);
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    EXPECT_EQ(QApplication::clipboard()->text(), "5\t6\n9\t10\n");
    QTest::keyClick(table, Qt::Key_End, Qt::ControlModifier);
    EXPECT_EQ(table->current(), (TensorTable::Cell{2, 3}));
    QTest::keyClick(table, Qt::Key_Home, Qt::ControlModifier);
    EXPECT_EQ(table->current(), (TensorTable::Cell{0, 0}));
    click("h/line");
    EXPECT_EQ(view().tableModel().rowCount(), 1000);
    QTest::keyClick(table, Qt::Key_End, Qt::ControlModifier);
    EXPECT_FALSE(table->cellRect({999, 0}).isNull()) << "in sight now";
    EXPECT_TRUE(table->cellRect({0, 0}).isNull());
}

TEST_F(TensorsTest, DrawsAHeatMapAndTellsTheValueUnderTheMouse)
{
    at(0);
    chooseMode(1);
    HeatMap* map = view().heatMap();
    ASSERT_TRUE(map->isVisible());
    EXPECT_EQ(map->scale(), (HeatScale{0.0, 11.0, false}));
    const QRectF plot = map->plotRect();
    const QPointF last = plot.bottomRight() - QPointF(2, 2);
    EXPECT_EQ(map->cellAt(last), QPoint(3, 2));
    moveTo(map, last);
    EXPECT_TRUE(view().popup().isVisible());
    EXPECT_EQ(view().popup().content().title, "[0, 2, 3]");
    EXPECT_EQ(view().popup().valueOf("Value"), "11");
    const QImage grab = map->grab().toImage();
    EXPECT_EQ(grab.pixelColor(last.toPoint()), m_fixture->palette.sequential(1.0));
    QTest::mouseClick(map, Qt::LeftButton, {}, last.toPoint());
    EXPECT_EQ(view().table()->current(), (TensorTable::Cell{2, 3}));
    auto* colours = control<QComboBox>("Colours of the heat map");
    chooseItem(colours, 2);
    EXPECT_EQ(map->scale(), (HeatScale{-11.0, 11.0, true}));
    QWheelEvent wheel(plot.center(),
                      map->mapToGlobal(plot.center()),
                      {},
                      {0, 120},
                      Qt::NoButton,
                      Qt::NoModifier,
                      Qt::NoScrollPhase,
                      false);
    QCoreApplication::sendEvent(map, &wheel);
    EXPECT_LT(map->part().width(), 4.0);
    QTest::mouseDClick(map, Qt::LeftButton, {}, plot.center().toPoint());
    EXPECT_EQ(map->part(), QRectF(0, 0, 4, 3));
    settle();
}

TEST_F(TensorsTest, DrawsAHistogramOfTheSlice)
{
    at(0);
    chooseMode(2);
    TensorHistogram* bars = view().histogram();
    ASSERT_TRUE(bars->isVisible());
    ASSERT_EQ(bars->buckets().counts.size(), 60U);
    moveTo(bars, bars->barRect(0).center());
    EXPECT_TRUE(view().popup().isVisible());
    EXPECT_EQ(view().popup().valueOf("Elements"), "1");
    auto* log = control<QCheckBox>("Logarithm of counts");
    ASSERT_TRUE(log->isVisible());
    QTest::mouseClick(log, Qt::LeftButton, {}, QPoint(6, log->height() / 2));
    EXPECT_TRUE(log->isChecked());
}

TEST_F(TensorsTest, ComparesWithTheStepBeforeWithinATolerance)
{
    at(10);
    CompareBar* bar = view().compareBar();
    chooseItem(bar->withChoice(), 1);
    EXPECT_EQ(bar->noteText(), "b: Step 0");
    EXPECT_EQ(cell(0, 0), "1") << "a - b";
    const FactList& difference = view().facts()->differenceFacts();
    EXPECT_EQ(difference.valueOf("Beyond"), "24");
    EXPECT_EQ(difference.valueOf("Largest |a − b|"), "1");
    type(bar->absoluteField(), "1");
    EXPECT_EQ(difference.valueOf("Beyond"), "0");
    chooseItem(bar->quantityChoice(), 3);
    EXPECT_EQ(cell(0, 0), QStringLiteral("∞")) << "1 against 0";
    EXPECT_EQ(cell(0, 2), "0.5");
    chooseItem(bar->quantityChoice(), 0);
    EXPECT_EQ(cell(0, 0), "1") << "the value itself";
    at(0);
    EXPECT_EQ(bar->noteText(), "This is the first step: there is none before it");
}

TEST_F(TensorsTest, ComparesWithAnotherStepThatIsChosen)
{
    at(0);
    CompareBar* bar = view().compareBar();
    chooseItem(bar->withChoice(), 2);
    bar->stepSlider()->setFocus();
    QTest::keyClick(bar->stepSlider(), Qt::Key_Home);
    QTest::keyClick(bar->stepSlider(), Qt::Key_Right);
    settle();
    EXPECT_EQ(bar->noteText(), "b: Step 10");
    EXPECT_EQ(cell(2, 3), QStringLiteral("−1"));
}

TEST_F(TensorsTest, ComparesWithAnotherRunAndLeadsToTheLargestDifference)
{
    at(0);
    CompareBar* bar = view().compareBar();
    ASSERT_EQ(bar->withChoice()->count(), 4);
    EXPECT_EQ(bar->withChoice()->itemText(3), "seed2");
    chooseItem(bar->withChoice(), 3);
    chooseItem(bar->quantityChoice(), 2);
    EXPECT_EQ(view().facts()->differenceFacts().valueOf("Beyond"), "1");
    follow("Go to the largest difference");
    EXPECT_EQ(sliceText(view().slice()), "[1, :, :]");
    EXPECT_EQ(view().table()->current(), (TensorTable::Cell{2, 3}));
    EXPECT_EQ(cell(2, 3), "10");
    type(bar->relativeField(), "0.31");
    EXPECT_EQ(view().facts()->differenceFacts().valueOf("Beyond"), "0") << "10 <= 0.31 * 33";
}

TEST_F(TensorsTest, SaysWhenTheOtherTensorHasAnotherShape)
{
    click("c/scalar");
    chooseItem(view().compareBar()->withChoice(), 3);
    EXPECT_EQ(view().compareBar()->noteText(), "The shapes differ: [] and [1]");
    EXPECT_EQ(cell(0, 0), QStringLiteral("−7"));
}

TEST_F(TensorsTest, ShowsOddTensorsClearly)
{
    click("b/empty");
    EXPECT_EQ(view().messageText(), "This tensor has no elements: its shape is [0, 3]");
    EXPECT_EQ(view().facts()->wholeFacts().valueOf("Minimum"), "–");
    click("c/scalar");
    EXPECT_EQ(view().messageText(), "");
    EXPECT_EQ(view().tableModel().rowCount(), 1);
    EXPECT_EQ(cell(0, 0), QStringLiteral("−7"));
    EXPECT_TRUE(view().sliceBar()->boxes().empty());
    click("d/short");
    EXPECT_EQ(view().warningText(),
              "The declared shape [2, 3] wants 6 elements, but only 5 are there: they are shown in "
              "one dimension");
    EXPECT_EQ(view().tableModel().rowCount(), 5);
    click("e/ten");
    EXPECT_EQ(view().sliceBar()->boxes().size(), 10U);
    EXPECT_EQ(view().tableModel().columnCount(), 2);
    EXPECT_EQ(view().warningText(), "");
    click("f/overflow");
    EXPECT_THAT(view().warningText().toStdString(),
                testing::HasSubstr("more elements than can be counted"));
    EXPECT_EQ(view().tableModel().rowCount(), 2);
    chooseMode(1);
    EXPECT_EQ(view().messageText(), "");
}

TEST_F(TensorsTest, SavesANumPyFileThroughTheDialog)
{
    click("g/half");
    QTemporaryDir folder;
    const QString path = folder.filePath("half.npy");
    QTimer::singleShot(200, qApp, [&path] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        ASSERT_NE(dialog, nullptr);
        EXPECT_EQ(QFileInfo(dialog->selectedFiles().value(0)).fileName(), "g_half.npy");
        dialog->findChild<QLineEdit*>()->setText(path);
        static_cast<QDialog*>(dialog)->accept();
    });
    auto* save = view().headerControls()->findChild<QPushButton*>();
    QTest::mouseClick(save, Qt::LeftButton);
    const std::string file = test::readFile(path.toStdString());
    ASSERT_EQ(file.size(), 128U + 8U);
    float first = 0.0F;
    std::memcpy(&first, file.data() + 128, sizeof(first));
    EXPECT_NEAR(first, 0.1F, 1e-3F);
    EXPECT_EQ(view().warningText(), "Saved as float32: NumPy has no bfloat16");
}

TEST_F(TensorsTest, ExportsTheSliceAndPictures)
{
    at(0);
    QTemporaryDir folder;
    const QString csv = folder.filePath("slice.csv");
    ASSERT_TRUE(view().exportTo(csv, ExportFormat::Csv));
    const std::string text = test::readFile(csv.toStdString());
    EXPECT_EQ(text.substr(0, text.find("0,0,1")), "dim0,dim1,dim2,value\r\n0,0,0,0\r\n");
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 13);
    chooseItem(view().compareBar()->withChoice(), 3);
    ASSERT_TRUE(view().exportTo(csv, ExportFormat::Csv));
    EXPECT_THAT(
        test::readFile(csv.toStdString()),
        testing::StartsWith("dim0,dim1,dim2,a,b,difference,relative_error\r\n0,0,0,0,0,0,0\r\n"));
    for (const int mode : {0, 1, 2}) {
        chooseMode(mode);
        for (const ExportFormat format : {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf})
        {
            const QString path = folder.filePath("picture");
            ASSERT_TRUE(view().exportTo(path, format));
            EXPECT_GT(QFile(path).size(), 1500);
        }
    }
}

TEST_F(TensorsTest, FollowsTheSelectionAndRemembers)
{
    Selection::State state = m_fixture->selection.state();
    state.tensor = "h/line";
    m_fixture->selection.set(state);
    settle();
    EXPECT_EQ(view().tableModel().rowCount(), 1000);
    click("a/cube");
    EXPECT_EQ(m_fixture->selection.state().tensor, "a/cube");
    view().setSlice({1, kOpen, 2});
    settle();
    chooseMode(1);
    const QByteArray saved = view().saveState();
    chooseMode(0);
    click("h/line");
    view().restoreState(saved);
    settle();
    EXPECT_EQ(view().mode(), TensorsView::Mode::HeatMap);
    EXPECT_EQ(sliceText(view().slice()), "[1, :, 2]");
    EXPECT_EQ(view().field().tensor->count, 24U);
    const auto found = view().paletteEntries("line", 10);
    ASSERT_EQ(found.size(), 1);
    found.front().activate();
    settle();
    EXPECT_EQ(view().field().tensor->count, 1000U);
}

TEST_F(TensorsTest, ForgetsWhatWasShownWhenTheRunsGo)
{
    m_fixture->runs.setRuns({});
    settle();
    EXPECT_FALSE(view().hasData());
    EXPECT_EQ(view().tableModel().rowCount(), 0);
    EXPECT_EQ(view().field().tensor, nullptr);
}

TEST_F(TensorsTest, HidesTheFactsOnDemand)
{
    auto* button = view().headerControls()->findChild<IconButton*>();
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_FALSE(view().facts()->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_TRUE(view().facts()->isVisible());
}

} // namespace
} // namespace runlens::viewers
