// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/event_bytes.h"
#include "tests/support/view_fixture.h"
#include "tests/viewers/distributions/distribution_run.h"
#include "viewers/common/widgets.h"
#include "viewers/pr_curves/pr_curves_view.h"
#include "viewers/pr_curves/pr_record.h"

#include <QFile>
#include <QSlider>
#include <QTemporaryDir>

#include <gmock/gmock.h>

namespace runlens::viewers {
namespace {

using runlens::test::StoredRun;
using runlens::test::ViewFixture;

/// Two positives and two negatives at the thresholds 0, 0.5 and 1; at 1 nothing is predicted
/// positive. The middle point has the given precision and recall 0.5.
std::vector<float> rowsWith(float precision)
{
    return {2.0F,
            1.0F,
            0.0F,
            2.0F,
            1.0F,
            0.0F,
            0.0F,
            1.0F,
            2.0F,
            0.0F,
            1.0F,
            2.0F,
            0.5F,
            precision,
            0.0F,
            1.0F,
            0.5F,
            0.0F};
}

void putCurve(SummaryWriter& sink,
              std::string_view name,
              std::int64_t step,
              const std::vector<float>& rows,
              std::string_view metadata = R"({"thresholds":3})")
{
    const TagId tag = sink.tag({0, name, RecordKind::PrCurve, NumberType::Float64, {}, {}});
    const std::string payload(reinterpret_cast<const char*>(rows.data()),
                              rows.size() * sizeof(float));
    sink.sample(
        tag,
        {sink.currentSession(), step, StoredRun::kStart + step, metadata, {asBytes(payload), {}}});
}

class PrCurvesTest : public testing::Test {
protected:
    PrCurvesTest()
    {
        m_stored.push_back(std::make_unique<StoredRun>([](SummaryWriter& sink) {
            putCurve(sink, "cat", 0, rowsWith(0.5F));
            putCurve(sink, "cat", 10, rowsWith(0.75F));
            putCurve(sink, "dog", 0, rowsWith(1.0F), R"({"thresholds":4})");
        }));
        m_stored.push_back(std::make_unique<StoredRun>(
            [](SummaryWriter& sink) { putCurve(sink, "cat", 20, rowsWith(1.0F)); }));
        m_fixture = std::make_unique<ViewFixture<PrCurvesView>>(
            std::vector{m_stored[0]->open("seed1", 0), m_stored[1]->open("seed2", 1)});
        settle();
    }

    void settle()
    {
        const bool isDone = QTest::qWaitFor(
            [this] {
                m_fixture->window.grab();
                return view().isSettled();
            },
            20'000);
        ASSERT_TRUE(isDone) << "the view did not settle";
    }

    PrCurvesView& view() { return *m_fixture->view; }

    std::vector<std::unique_ptr<StoredRun>> m_stored;
    std::unique_ptr<ViewFixture<PrCurvesView>> m_fixture;
};

TEST_F(PrCurvesTest, ShowsTheRunsOfATagInOneChart)
{
    EXPECT_EQ(view().tagsInOrder(), (QStringList{"cat", "dog"}));
    const PrChart* cat = view().chart("cat");
    ASSERT_NE(cat, nullptr);
    ASSERT_EQ(cat->lines().size(), 2U);
    EXPECT_EQ(cat->lines()[0].name, "seed1");
    EXPECT_EQ(cat->lines()[0].step, 10) << "the newest without a cursor";
    ASSERT_NE(cat->lines()[0].curve, nullptr);
    // 0.5 * 0.75 + 0.5 * 0.5
    EXPECT_DOUBLE_EQ(cat->lines()[0].curve->averagePrecision, 0.625);
    EXPECT_DOUBLE_EQ(cat->lines()[1].curve->averagePrecision, 0.75);
    // Half way between the points (1, 0.5) and (0.5, 0.75) of the first run.
    const QImage picture = view().chart("cat")->grab().toImage();
    EXPECT_NEAR(picture.pixelColor(cat->placeOf(0.75, 0.625).toPoint()).hue(),
                m_fixture->palette.runColour(0).hue(),
                5); // smoothed
}

TEST_F(PrCurvesTest, SaysWhyACurveCannotBeShown)
{
    const PrChart* dog = view().chart("dog");
    ASSERT_NE(dog, nullptr);
    ASSERT_EQ(dog->lines().size(), 1U);
    EXPECT_EQ(dog->lines()[0].curve, nullptr);
    EXPECT_TRUE(dog->lines()[0].problem.contains("six rows of 4"));
}

TEST_F(PrCurvesTest, MovesAllChartsToTheStepOfTheSlider)
{
    PrChart* cat = view().chart("cat");
    EXPECT_EQ(cat->stepText(), "Step 20 · 3/3") << "the steps of both runs";
    cat->slider()->setFocus();
    QTest::keyClick(cat->slider(), Qt::Key_Home);
    settle();
    EXPECT_EQ(m_fixture->selection.state().step, 0);
    EXPECT_EQ(cat->stepText(), "Step 0 · 1/3");
    EXPECT_EQ(cat->lines()[0].step, 0);
    EXPECT_EQ(cat->lines()[1].step, 20) << "the nearest that there is";
    m_fixture->selection.setStep(11);
    settle();
    EXPECT_EQ(cat->lines()[0].step, 10);
    EXPECT_EQ(cat->slider()->value(), 1);
}

TEST_F(PrCurvesTest, TellsTheNearestPointUnderTheMouse)
{
    PrChart* cat = view().chart("cat");
    QTest::mouseMove(cat, cat->placeOf(0.5, 0.75).toPoint());
    EXPECT_TRUE(view().popup().isVisible());
    EXPECT_EQ(view().popup().content().title, "seed1");
    EXPECT_EQ(view().popup().content().note, "Step 10");
    EXPECT_EQ(view().popup().valueOf("Threshold"), "0.5");
    EXPECT_EQ(view().popup().valueOf("Precision"), "0.75");
    EXPECT_EQ(view().popup().valueOf("Recall"), "0.5");
    EXPECT_EQ(view().popup().valueOf("True positives"), "1");
    EXPECT_EQ(view().popup().valueOf("False positives"), "1");
    EXPECT_EQ(view().popup().valueOf("True negatives"), "1");
    EXPECT_EQ(view().popup().valueOf("False negatives"), "1");
    EXPECT_EQ(view().popup().valueOf("Average precision"), "0.625");
    QTest::mouseMove(cat, cat->placeOf(0.0, 0.0).toPoint());
    EXPECT_FALSE(view().popup().isVisible()) << "there nothing was predicted positive";
}

TEST_F(PrCurvesTest, FiltersShowsOneAloneAndRemembers)
{
    view().startSearch();
    auto* search = view().headerControls()->findChild<SearchField*>();
    QTest::keyClicks(search, "ca");
    settle();
    EXPECT_EQ(view().tagsInOrder(), QStringList{"cat"});
    QTest::mouseDClick(view().chart("cat"), Qt::LeftButton, {}, QPoint(40, 8));
    settle();
    EXPECT_EQ(view().single(), "cat");
    EXPECT_GT(view().chart("cat")->height(), 600);
    const QByteArray state = view().saveState();
    QTest::keyClick(&view(), Qt::Key_Escape);
    QTest::keyClick(search, Qt::Key_Escape);
    settle();
    EXPECT_TRUE(view().single().isEmpty());
    EXPECT_EQ(view().tagsInOrder().size(), 2);
    QTest::keyClick(&view(), Qt::Key_Return);
    settle();
    EXPECT_EQ(view().single(), "cat");
    view().restoreState(state);
    settle();
    EXPECT_EQ(view().tagsInOrder(), QStringList{"cat"});
    ASSERT_EQ(view().paletteEntries("do", 10).size(), 1);
    view().paletteEntries("do", 10).front().activate();
    EXPECT_EQ(view().single(), "dog");
}

TEST_F(PrCurvesTest, ExportsAllPointsAndPictures)
{
    view().setFilter("cat");
    settle();
    QTemporaryDir folder;
    const QString csv = folder.filePath("curves.csv");
    ASSERT_TRUE(view().exportTo(csv, ExportFormat::Csv));
    const std::string text = test::readFile(csv.toStdString());
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1 + 3 * 3);
    EXPECT_THAT(
        text,
        testing::HasSubstr("seed1,cat,10,1700000000.00000001,0.5,1,1,1,1,0.75,0.5,0.625\r\n"));
    for (const ExportFormat format : {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf}) {
        const QString path = folder.filePath("picture");
        ASSERT_TRUE(view().exportTo(path, format));
        EXPECT_GT(QFile(path).size(), 2000);
    }
    view().setFilter("dog");
    settle();
    const Status failed = view().exportTo(csv, ExportFormat::Csv);
    ASSERT_FALSE(failed);
    EXPECT_THAT(failed.error().message(), testing::HasSubstr("six rows of 4"));
}

TEST_F(PrCurvesTest, ForgetsWhatWasShownWhenTheRunsGo)
{
    m_fixture->runs.setRuns({});
    settle();
    EXPECT_FALSE(view().hasData());
    EXPECT_TRUE(view().tagsInOrder().isEmpty());
}

/// As TensorBoard writes it: a float tensor of [6, T] under the plugin "pr_curves".
TEST(PrCurvesOfTensorBoard, AreReadFromAnEventFile)
{
    const std::vector<float> rows = rowsWith(0.75F);
    const std::string content(reinterpret_cast<const char*>(rows.data()),
                              rows.size() * sizeof(float));
    const std::string value = test::message([&](auto& fields) {
        fields.add_string(1, "cat/pr_curves");
        fields.add_message(9, test::message([](auto& metadata) {
                               metadata.add_message(1, test::message([](auto& plugin) {
                                                        plugin.add_string(1, "pr_curves");
                                                        plugin.add_string(2, "\x10\x03");
                                                    }));
                           }));
        fields.add_message(8, test::message([&](auto& tensor) {
                               tensor.add_int32(1, 1);
                               tensor.add_message(2, test::message([](auto& shape) {
                                                      for (const std::int64_t size : {6, 3}) {
                                                          shape.add_message(
                                                              2, test::message([&](auto& dim) {
                                                                  dim.add_int64(1, size);
                                                              }));
                                                      }
                                                  }));
                               tensor.add_bytes(4, content);
                           }));
    });
    const test::TemporaryFolder folder;
    test::writeFile(folder.file("events.out.tfevents.1.h"), test::valueEvent(1.0, 7, value));
    const auto found = scanForRuns(folder.path());
    ASSERT_TRUE(found && found->runs.size() == 1);
    auto opened = RunReader::open(found->runs.front());
    ASSERT_TRUE(opened && (*opened)->read());
    const std::shared_ptr<const RunReader> reader = std::move(*opened);
    PrSource source{"run", "cat/pr_curves", kNone<TagId>, reader->run(), reader};
    source.id = source.snapshot->findTag("cat/pr_curves", RecordKind::PrCurve);
    ASSERT_TRUE(isValid(source.id));
    const auto curve = loadPrCurve(source, 0, {});
    ASSERT_TRUE(curve) << curve.error().message();
    ASSERT_EQ(curve->points.size(), 3U);
    EXPECT_EQ(curve->points[1], (PrPoint{0.5, 1.0, 1.0, 1.0, 1.0, 0.75, 0.5}));
}

} // namespace
} // namespace runlens::viewers
