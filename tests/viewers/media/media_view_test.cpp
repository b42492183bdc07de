// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/view_fixture.h"
#include "tests/viewers/distributions/distribution_run.h"
#include "viewers/common/fact_popup.h"
#include "viewers/common/widgets.h"
#include "viewers/media/media_view.h"

#include <QBuffer>
#include <QComboBox>
#include <QFile>
#include <QPushButton>
#include <QSlider>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <QTextFrame>
#include <QWheelEvent>

#include <gmock/gmock.h>

namespace runlens::viewers {
namespace {

using runlens::test::StoredRun;
using runlens::test::ViewFixture;

std::string pngOf(const QColor& colour, int width = 4, int height = 2)
{
    QImage image(width, height, QImage::Format_RGB32);
    image.fill(colour);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return buffer.data().toStdString();
}

void put(SummaryWriter& sink,
         RecordKind kind,
         std::string_view name,
         std::int64_t step,
         const std::string& payload,
         std::string_view metadata = {})
{
    const TagId tag = sink.tag({0, name, kind, NumberType::Float64, {}, {}});
    sink.sample(
        tag,
        {sink.currentSession(), step, StoredRun::kStart + step, metadata, {asBytes(payload), {}}});
}

template <typename T>
std::string rawOf(const std::vector<T>& values)
{
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

class MediaTest : public testing::Test {
protected:
    MediaTest()
    {
        m_stored.push_back(std::make_unique<StoredRun>([](SummaryWriter& sink) {
            put(sink, RecordKind::Image, "a_input", 0, pngOf(QColor(200, 100, 50)));
            put(sink, RecordKind::Image, "a_input", 10, pngOf(QColor(20, 40, 60)));
            put(sink, RecordKind::Image, "a_input", 20, pngOf(QColor(1, 2, 3)));
            put(sink, RecordKind::Text, "notes", 0, "# Title\n\n| a | b |\n|---|---|\n| 1 | 2 |");
            put(sink, RecordKind::Audio, "sound", 0, wav());
            put(sink,
                RecordKind::Mesh,
                "tri_VERTEX",
                0,
                rawOf<float>({0, 0, 0, 2, 0, 0, 0, 2, 0}),
                R"({"dtype":"float32","shape":[1,3,3]})");
            put(sink,
                RecordKind::Mesh,
                "tri_FACE",
                0,
                rawOf<std::int32_t>({0, 1, 2}),
                R"({"dtype":"int32","shape":[1,1,3]})");
        }));
        m_stored.push_back(std::make_unique<StoredRun>([](SummaryWriter& sink) {
            put(sink, RecordKind::Image, "a_input", 10, pngOf(QColor(9, 9, 200)));
            put(sink, RecordKind::Image, "b_broken", 0, "no image at all");
            const std::string two = pngOf(Qt::red) + pngOf(Qt::green);
            put(sink,
                RecordKind::Image,
                "c_batch",
                0,
                two,
                "{\"sizes\":[" + std::to_string(pngOf(Qt::red).size()) + ","
                    + std::to_string(pngOf(Qt::green).size()) + "]}");
        }));
        m_fixture = std::make_unique<ViewFixture<MediaView>>(
            std::vector{m_stored[0]->open("seed1", 0), m_stored[1]->open("seed2", 1)});
        view().headerControls()->show();
        settle();
    }

    static std::string wav()
    {
        std::string file(
            "RIFF\x2c\0\0\0WAVEfmt \x10\0\0\0\1\0\1\0\x40\x1f\0\0\x80\x3e\0\0\2\0\x10\0"
            "data\x08\0\0\0",
            44);
        return file + std::string("\0\0\0\x40\0\xc0\0\0", 8);
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

    MediaView& view() { return *m_fixture->view; }

    MediaCell* cell(int index) { return view().cell(view().keysInOrder().value(index)); }

    QColor middleOf(int index)
    {
        const QRectF rect = cell(index)->body()->imageRect(0);
        return cell(index)->body()->grab().toImage().pixelColor(rect.center().toPoint());
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

    static void wheel(QWidget* widget, QPointF at, int turns)
    {
        QWheelEvent event(at,
                          widget->mapToGlobal(at),
                          {},
                          {0, 120 * turns},
                          Qt::NoButton,
                          Qt::ControlModifier,
                          Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(widget, &event);
    }

    static void drag(QWidget* widget, QPointF from, QPointF to)
    {
        QTest::mousePress(widget, Qt::LeftButton, {}, from.toPoint());
        QMouseEvent move(QEvent::MouseMove,
                         to,
                         widget->mapToGlobal(to),
                         Qt::NoButton,
                         Qt::LeftButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(widget, &move);
        QTest::mouseRelease(widget, Qt::LeftButton, {}, to.toPoint());
    }

    std::vector<std::unique_ptr<StoredRun>> m_stored;
    std::unique_ptr<ViewFixture<MediaView>> m_fixture;
};

TEST_F(MediaTest, ShowsTheImagesOfTheRunsSideBySideAtTheStepOfTheCursor)
{
    ASSERT_EQ(view().keysInOrder().size(), 7); // the faces of the mesh are part of it
    EXPECT_EQ(cell(0)->tag(), "a_input");
    EXPECT_EQ(cell(1)->tag(), "a_input");
    EXPECT_EQ(middleOf(0), QColor(1, 2, 3)) << "the newest without a cursor";
    EXPECT_EQ(cell(0)->stepText(), "Step 20 · 3/3");
    EXPECT_EQ(cell(0)->factsText(), "4 × 2, PNG");
    m_fixture->selection.setStep(9);
    settle();
    EXPECT_EQ(middleOf(0), QColor(20, 40, 60));
    EXPECT_EQ(middleOf(1), QColor(9, 9, 200));
    cell(0)->slider()->setFocus();
    QTest::keyClick(cell(0)->slider(), Qt::Key_Home);
    settle();
    EXPECT_EQ(m_fixture->selection.state().step, 0);
    EXPECT_EQ(m_fixture->selection.state().tag, "a_input");
    EXPECT_EQ(middleOf(0), QColor(200, 100, 50));
}

TEST_F(MediaTest, SaysWhyAnImageCannotBeShown)
{
    ASSERT_EQ(cell(2)->tag(), "b_broken");
    EXPECT_TRUE(cell(2)->body()->content()->problem.contains("no PNG, JPEG or GIF"));
    EXPECT_TRUE(cell(2)->body()->content()->images.empty());
}

TEST_F(MediaTest, ShowsAllImagesOfOneRecordAndTellsThePixelUnderTheMouse)
{
    MediaBody* body = cell(3)->body();
    ASSERT_EQ(body->content()->images.size(), 2U);
    EXPECT_EQ(body->imageAt(body->imageRect(0).center()), 0);
    EXPECT_EQ(body->imageAt(body->imageRect(1).center()), 1);
    const QPointF at = body->imageRect(1).topLeft() + QPointF(1, 1) * body->shownScale() * 0.5;
    QMouseEvent move(
        QEvent::MouseMove, at, body->mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(body, &move);
    EXPECT_TRUE(view().popup().isVisible());
    EXPECT_EQ(view().popup().content().title, "Pixel 0, 0");
    EXPECT_EQ(view().popup().valueOf("Red, green, blue"), "0, 255, 0");
    EXPECT_EQ(view().popup().valueOf("Image"), "2");
}

TEST_F(MediaTest, ZoomsAllImagesTogetherWithSharpPixels)
{
    MediaBody* body = cell(0)->body();
    const double fit = body->shownScale();
    EXPECT_GT(fit, 10.0) << "four pixels fill the cell";
    auto* size = control<SegmentedControl>("Size of images");
    ASSERT_NE(size, nullptr);
    QTest::mouseClick(size, Qt::LeftButton, {}, QPoint(size->sizeHint().width() - 6, 10));
    EXPECT_DOUBLE_EQ(body->shownScale(), 1.0);
    EXPECT_EQ(body->imageRect(0).size(), QSizeF(4, 2));
    wheel(body, QPointF(body->rect().center()), 4);
    EXPECT_NEAR(body->shownScale(), std::pow(1.25, 4), 1e-9);
    EXPECT_DOUBLE_EQ(cell(1)->body()->shownScale(), body->shownScale());
    const QRectF before = body->imageRect(0);
    drag(body, before.center(), before.center() + QPointF(3, 0));
    EXPECT_NEAR(body->imageRect(0).left(), before.left() + 3, 1.0); // whole pixels of the mouse
    QTest::mouseDClick(body, Qt::LeftButton, {}, body->rect().center());
    EXPECT_DOUBLE_EQ(body->shownScale(), fit);
    EXPECT_EQ(size->currentIndex(), 0);
}

TEST_F(MediaTest, ChangesBrightnessAndContrastAndPutsThemBack)
{
    m_fixture->selection.setStep(0);
    settle();
    auto* brightness = control<QSlider>("Brightness");
    ASSERT_NE(brightness, nullptr);
    brightness->setFocus();
    QTest::keyClick(brightness, Qt::Key_PageUp); // a tenth: 25.5 of 255, 75.5 rounds down in binary
    settle();
    EXPECT_EQ(middleOf(0), QColor(226, 126, 75));
    auto* contrast = control<QSlider>("Contrast");
    contrast->setFocus();
    QTest::keyClick(contrast, Qt::Key_Home); // none: all is the middle grey
    settle();
    EXPECT_EQ(middleOf(0), QColor(153, 153, 153));
    auto* reset = view().headerControls()->findChild<IconButton*>();
    ASSERT_NE(reset, nullptr);
    QTest::mouseClick(reset, Qt::LeftButton);
    settle();
    EXPECT_EQ(middleOf(0), QColor(200, 100, 50));
    EXPECT_EQ(contrast->value(), 0);
}

TEST_F(MediaTest, ShowsMarkdownWithTables)
{
    ASSERT_EQ(cell(4)->tag(), "notes");
    QTextBrowser* text = cell(4)->body()->textBrowser();
    ASSERT_NE(text, nullptr);
    EXPECT_TRUE(text->isVisible());
    EXPECT_TRUE(text->toPlainText().startsWith("Title"));
    EXPECT_EQ(text->document()->rootFrame()->childFrames().size(), 1) << "a table";
}

TEST_F(MediaTest, ShowsAWaveformAndSavesTheSoundAsItWasRecorded)
{
    auto* kind = control<QComboBox>("Kind");
    ASSERT_NE(kind, nullptr);
    kind->setFocus();
    for (int i = 0; i < 3; ++i) {
        QTest::keyClick(kind, Qt::Key_Down);
    }
    settle();
    ASSERT_EQ(view().keysInOrder().size(), 1);
    EXPECT_EQ(cell(0)->tag(), "sound");
    ASSERT_EQ(cell(0)->body()->content()->peaks.size(), 1U);
    EXPECT_THAT(cell(0)->body()->content()->peaks[0],
                testing::ElementsAre(WavePeak{0.0F, 0.0F},
                                     WavePeak{0.5F, 0.5F},
                                     WavePeak{-0.5F, -0.5F},
                                     WavePeak{0.0F, 0.0F}));
    EXPECT_TRUE(cell(0)->factsText().contains("8.00 kHz")) << cell(0)->factsText().toStdString();
    const auto buttons = cell(0)->findChildren<QPushButton*>();
    ASSERT_EQ(buttons.size(), 2);
    EXPECT_TRUE(buttons[0]->isVisible());
    QSignalSpy spy(cell(0), &MediaCell::openRequested);
    cell(0)->disconnect(&view()); // no player is started by a test
    QTest::mouseClick(buttons[1], Qt::LeftButton);
    EXPECT_EQ(spy.count(), 1);
    QTemporaryDir folder;
    const QString path = folder.filePath("s.wav");
    ASSERT_TRUE(view().savePart(view().keysInOrder()[0], 0, path));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll().toStdString(), wav());
}

TEST_F(MediaTest, TurnsAMeshByADrag)
{
    view().setKind(RecordKind::Mesh);
    settle();
    ASSERT_EQ(view().keysInOrder().size(), 1);
    EXPECT_EQ(cell(0)->tag(), "tri");
    MediaBody* body = cell(0)->body();
    EXPECT_EQ(body->content()->mesh.points.size(), 3U);
    EXPECT_EQ(body->content()->mesh.faces.size(), 1U);
    const double yaw = body->pose().yaw;
    drag(body, {50, 50}, {90, 50});
    EXPECT_NEAR(body->pose().yaw, yaw + 0.4, 1e-9);
    wheel(body, {50, 50}, 1);
    EXPECT_DOUBLE_EQ(body->pose().zoom, 1.25);
    QTest::mouseDClick(body, Qt::LeftButton, {}, QPoint(50, 50));
    EXPECT_EQ(body->pose(), MeshPose{});
}

TEST_F(MediaTest, FiltersShowsOneAloneAndRemembers)
{
    auto* search = view().headerControls()->findChild<SearchField*>();
    view().startSearch();
    QTest::keyClicks(search, "a_in");
    settle();
    EXPECT_EQ(view().keysInOrder().size(), 2);
    QTest::mouseDClick(cell(0), Qt::LeftButton, {}, QPoint(20, 8));
    settle();
    EXPECT_EQ(view().single(), view().keysInOrder()[0]);
    EXPECT_GT(cell(0)->height(), 600);
    const QByteArray state = view().saveState();
    QTest::keyClick(&view(), Qt::Key_Escape);
    QTest::keyClick(search, Qt::Key_Escape);
    settle();
    EXPECT_EQ(view().keysInOrder().size(), 7);
    view().restoreState(state);
    settle();
    EXPECT_EQ(view().keysInOrder().size(), 2);
    EXPECT_FALSE(view().single().isEmpty());
}

TEST_F(MediaTest, ExportsAListAndPictures)
{
    QTemporaryDir folder;
    const QString csv = folder.filePath("list.csv");
    ASSERT_TRUE(view().exportTo(csv, ExportFormat::Csv));
    QFile file(csv);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    EXPECT_EQ(text.count('\n'), 1 + 3 + 1 + 1 + 1 + 1 + 1 + 1);
    EXPECT_TRUE(text.contains("seed1,a_input,image,20,1700000000.00000002,")) << text.constData();
    for (const ExportFormat format : {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf}) {
        const QString path = folder.filePath("picture");
        ASSERT_TRUE(view().exportTo(path, format));
        EXPECT_GT(QFile(path).size(), 2000);
    }
    EXPECT_GT(view().cachedBytes(), 0);
    EXPECT_LE(view().cachedBytes(), 128 << 20);
}

TEST_F(MediaTest, ForgetsWhatWasShownWhenTheRunsGo)
{
    m_fixture->runs.setRuns({});
    settle();
    EXPECT_FALSE(view().hasData());
    EXPECT_TRUE(view().keysInOrder().isEmpty());
    EXPECT_EQ(view().cachedBytes(), 0);
}

} // namespace
} // namespace runlens::viewers
