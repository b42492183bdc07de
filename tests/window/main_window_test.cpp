// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window, driven by the mouse and the keyboard, over runs on disk.
#include "app/window/application.h"
#include "app/window/command_palette.h"
#include "app/window/render.h"
#include "app/window/view_list.h"
#include "tests/window/example_runs.h"
#include "viewers/common/number_format.h"

#include <QApplication>
#include <QComboBox>
#include <QDir>
#include <QDropEvent>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <sys/stat.h>

namespace runlens::app {
namespace {

/// A view that says what it is told, so that the window is tested by itself.
class ProbeView : public viewers::View {
public:
    using View::View;

    [[nodiscard]] bool hasData() const override
    {
        for (const viewers::OpenRun* run : context().runs->shown()) {
            if (!run->run->tags().empty()) {
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] std::optional<QString> shownRunKey() const override
    {
        return context().selection->state().run;
    }

    [[nodiscard]] QString emptyText() const override { return "Nothing was probed"; }

    void startSearch() override { ++searches; }

    [[nodiscard]] QByteArray saveState() const override { return state; }

    void restoreState(const QByteArray& saved) override { state = saved; }

    [[nodiscard]] QList<viewers::PaletteEntry> paletteEntries(const QString&, int) const override
    {
        return {{"conv1/Conv2D-op0", "Graph node", [this] { ++jumps; }}};
    }

    int searches = 0;
    mutable int jumps = 0;
    QByteArray state = "fresh";
};

/// Never has data.
class BareView : public viewers::View {
public:
    using View::View;

    [[nodiscard]] bool hasData() const override { return false; }

    [[nodiscard]] QString emptyText() const override { return "Record images to fill this view"; }
};

std::vector<viewers::ViewEntry> probeViews()
{
    const auto probe = [](viewers::ViewContext context, QWidget* parent) -> viewers::View* {
        return new ProbeView(context, parent);
    };
    const auto bare = [](viewers::ViewContext context, QWidget* parent) -> viewers::View* {
        return new BareView(context, parent);
    };
    return {{"overview", "Overview", {}, ":/icons/overview.svg", probe},
            {"scalars", "Scalars", "Learn", ":/icons/scalars.svg", probe},
            {"media", "Media", "Learn", ":/icons/media.svg", bare},
            {"timeline", "Timeline", "Speed up", ":/icons/timeline.svg", probe},
            {"graph", "Graph", "Understand", ":/icons/graph.svg", probe},
            {"ir", "IR", "Understand", ":/icons/ir.svg", probe},
            {"operators", "Operators", "Speed up", ":/icons/operators.svg", probe}};
}

class MainWindowTest : public testing::Test {
protected:
    void start()
    {
        ApplicationOptions options;
        options.settingsFile = m_settings.filePath("settings.ini");
        options.views = probeViews;
        m_application = std::make_unique<Application>(std::move(options));
        m_application->session()->setIntervalMs(100);
        window().resize(1440, 900);
        window().show();
    }

    MainWindow& window() { return *m_application->window(); }

    Application& application() { return *m_application; }

    void open(const QString& folder)
    {
        application().open({folder});
        ASSERT_TRUE(QTest::qWaitFor([&] { return window().isSettled(); }, 20'000));
    }

    void openExample()
    {
        writeExampleFolder(m_data.path());
        start();
        open(m_data.path());
    }

    QStringList namesInTree()
    {
        const RunModel* model = window().runBrowser()->model();
        QStringList names;
        for (int row = 0; row < model->rowCount(); ++row) {
            const QModelIndex top = model->index(row, 0);
            names.push_back(top.data().toString());
            for (int child = 0; child < model->rowCount(top); ++child) {
                names.push_back(model->index(child, 0, top).data().toString());
            }
        }
        return names;
    }

    QModelIndex rowOf(const QString& run)
    {
        for (const viewers::OpenRun& open : application().runs()->runs()) {
            if (open.name == run) {
                return window().runBrowser()->model()->indexOf(open.key);
            }
        }
        return {};
    }

    QString keyOf(const QString& run) { return QDir(m_data.path()).filePath(run); }

    /// The middle of the check box of a row.
    QPoint boxOf(const QString& run)
    {
        const QRect row = window().runBrowser()->tree()->visualRect(rowOf(run));
        return {row.left() + 32, row.center().y()};
    }

    const QTemporaryDir m_settings;
    const QTemporaryDir m_data;
    std::unique_ptr<Application> m_application;
};

TEST_F(MainWindowTest, APictureReplacesNothingButAPicture)
{
    writeExampleFolder(m_data.path());
    start();
    PictureOptions options;
    options.paths = QStringList{m_data.path()};
    options.views = QStringList{"overview"};
    options.size = QSize(800, 600);
    options.output = m_settings.filePath("notes.txt");
    options.timeoutMs = 20'000;
    QFile notes(options.output);
    ASSERT_TRUE(notes.open(QIODevice::WriteOnly));
    notes.write("precious");
    notes.close();
    const auto refused = renderPictures(application(), options);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message().find("is no picture"), std::string::npos);
    ASSERT_TRUE(notes.open(QIODevice::ReadOnly));
    EXPECT_EQ(notes.readAll(), "precious");
    options.output = m_settings.filePath("view.png");
    EXPECT_TRUE(renderPictures(application(), options));
    EXPECT_TRUE(renderPictures(application(), options)) << "its own picture is replaced";
    options.output = m_settings.filePath("pipe"); // as a device it would be gone afterwards
    ASSERT_EQ(mkfifo(options.output.toUtf8().constData(), 0600), 0);
    const auto kept = renderPictures(application(), options);
    ASSERT_FALSE(kept);
    EXPECT_NE(kept.error().message().find("is no regular file"), std::string::npos);
    EXPECT_FALSE(QFileInfo(options.output).isFile());
}

TEST_F(MainWindowTest, APictureOfNothingReadableFailsWithTheReason)
{
    ASSERT_TRUE(QDir(m_data.path()).mkpath("run"));
    QFile file(m_data.filePath("run/rank-0.rlens"));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(5000, 'x'));
    file.close();
    start();
    PictureOptions options;
    options.paths = QStringList{m_data.path()};
    options.views = QStringList{"overview"};
    options.size = QSize(800, 600);
    options.output = m_settings.filePath("view.png");
    options.timeoutMs = 20'000;
    const auto result = renderPictures(application(), options);
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().message().find("rank-0.rlens"), std::string::npos)
        << result.error().message();
    EXPECT_FALSE(QFile::exists(options.output));
}

TEST_F(MainWindowTest, TellsWhyTheDemoCannotBeOpened)
{
    qputenv("XDG_DATA_HOME", m_data.path().toLocal8Bit());
    ApplicationOptions options;
    options.settingsFile = m_settings.filePath("settings.ini");
    options.views = probeViews;
    options.demoProgram = m_data.filePath("nothing");
    m_application = std::make_unique<Application>(std::move(options));
    window().show();
    const auto buttons = window().findChildren<QPushButton*>();
    const auto demo = std::find_if(buttons.begin(), buttons.end(), [](const QPushButton* button) {
        return button->accessibleName() == "Open the demo";
    });
    ASSERT_NE(demo, buttons.end());
    QTest::mouseClick(*demo, Qt::LeftButton);
    const QMessageBox* said = nullptr;
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return (said = window().findChild<QMessageBox*>()) != nullptr; }, 20'000));
    EXPECT_TRUE(said->text().startsWith("Cannot open the demo: ")) << said->text().toStdString();
    qunsetenv("XDG_DATA_HOME");
}

TEST_F(MainWindowTest, OffersAStartWhenNothingIsOpen)
{
    start();
    EXPECT_EQ(window().currentView(), QString());
    EXPECT_NE(window().findChild<StartPage*>(), nullptr);
    EXPECT_TRUE(window().findChild<StartPage*>()->isVisibleTo(&window()));
    EXPECT_EQ(window().statusLine()->readingText(), "Ready");
    EXPECT_TRUE(window().stepStrip()->ruler()->isEmpty());
}

TEST_F(MainWindowTest, OpensAFolderAndListsItsRunsByGroup)
{
    openExample();
    EXPECT_EQ(namesInTree(), (QStringList{"lenet", "lr_0.1", "seed1", "seed2", "resnet", "base"}));
    EXPECT_EQ(window().currentView(), "overview");
    EXPECT_TRUE(window().statusLine()->readingText().startsWith("All read: 4 runs"))
        << window().statusLine()->readingText().toStdString();
    // The key metric was found by itself, and a share is shown in percent.
    EXPECT_EQ(rowOf("lenet/seed1").data(RunModel::MetricRole).toString(), "99.0 %");
    EXPECT_EQ(rowOf("lenet/seed1").data(RunModel::StateRole).toInt(),
              static_cast<int>(RunState::Finished));
    EXPECT_EQ(rowOf("lenet/lr_0.1").data(RunModel::StateRole).toInt(),
              static_cast<int>(RunState::Crashed));
    // Every value that was written has arrived.
    const viewers::OpenRun* run = application().runs()->find(keyOf("lenet/seed1"));
    ASSERT_NE(run, nullptr);
    const ScalarSeries* loss =
        run->run->scalars(run->run->findTag("loss/train", RecordKind::Scalar));
    ASSERT_NE(loss, nullptr);
    EXPECT_EQ(loss->size(), 100U);
    EXPECT_FLOAT_EQ(static_cast<float>(loss->value(99)), 0.01F);
}

TEST_F(MainWindowTest, AClickOnTheBoxTakesARunFromTheViewsAndIsRemembered)
{
    openExample();
    ASSERT_EQ(application().runs()->shown().size(), 4U);
    QTest::mouseClick(
        window().runBrowser()->tree()->viewport(), Qt::LeftButton, {}, boxOf("lenet/seed2"));
    EXPECT_EQ(application().runs()->shown().size(), 3U);
    EXPECT_FALSE(application().runs()->find(keyOf("lenet/seed2"))->isShown);

    window().close();
    m_application.reset();
    start();
    open(m_data.path());
    EXPECT_EQ(application().runs()->shown().size(), 3U);
    QTest::mouseClick(
        window().runBrowser()->tree()->viewport(), Qt::LeftButton, {}, boxOf("lenet/seed2"));
    EXPECT_TRUE(application().runs()->find(keyOf("lenet/seed2"))->isShown);
}

TEST_F(MainWindowTest, AClickOnARowMakesItTheCurrentRun)
{
    openExample();
    QTreeView* tree = window().runBrowser()->tree();
    QTest::mouseClick(
        tree->viewport(), Qt::LeftButton, {}, tree->visualRect(rowOf("lenet/seed2")).center());
    EXPECT_EQ(application().selection()->state().run, keyOf("lenet/seed2"));
    EXPECT_EQ(tree->currentIndex(), rowOf("lenet/seed2"));
}

TEST_F(MainWindowTest, TheHeaderNamesTheRunThatTheViewShows)
{
    openExample();
    const auto nameInHeader = [this] {
        const auto chips = window().findChildren<QWidget*>("run");
        const auto seen = std::find_if(
            chips.begin(), chips.end(), [](const QWidget* chip) { return chip->isVisible(); });
        return seen != chips.end() && (*seen)->width() > 30 ? (*seen)->toolTip() : QString();
    };
    QTreeView* tree = window().runBrowser()->tree();
    for (const char* run : {"lenet/seed2", "resnet/base"}) {
        QTest::mouseClick(
            tree->viewport(), Qt::LeftButton, {}, tree->visualRect(rowOf(run)).center());
        EXPECT_TRUE(QTest::qWaitFor([&] { return nameInHeader() == run; }))
            << nameInHeader().toStdString();
    }
    window().showView("media"); // shows no single run
    EXPECT_EQ(nameInHeader(), "");
}

TEST_F(MainWindowTest, FiltersByRegexAndByValues)
{
    openExample();
    viewers::SearchField* field = window().runBrowser()->filterField();
    QTest::keyClick(&window(), Qt::Key_L, Qt::ControlModifier);
    EXPECT_TRUE(field->hasFocus());
    QTest::keyClicks(field, "seed[12]$");
    EXPECT_EQ(namesInTree(), (QStringList{"lenet", "seed1", "seed2"}));
    field->setText("learning_rate>0.05");
    EXPECT_EQ(namesInTree(), (QStringList{"lenet", "lr_0.1"}));
    field->setText("accuracy/test>=98.5% lenet");
    EXPECT_EQ(namesInTree(), (QStringList{"lenet", "seed1", "seed2"}));
    field->setText("optimizer=momentum base");
    EXPECT_EQ(namesInTree(), (QStringList{"resnet", "base"}));
    field->setText("(");
    EXPECT_FALSE(field->toolTip().isEmpty());
    QTest::keyClick(field, Qt::Key_Escape);
    EXPECT_EQ(namesInTree().size(), 6);
}

TEST_F(MainWindowTest, DraggingTheStepStripMovesTheSelection)
{
    openExample();
    StepRuler* ruler = window().stepStrip()->ruler();
    ASSERT_EQ(ruler->last(), 100);
    const auto at = [&](std::int64_t step) { return QPoint(qRound(ruler->xOf(step)), 20); };
    QTest::mousePress(ruler, Qt::LeftButton, {}, at(25));
    EXPECT_EQ(application().selection()->state().step, 25);
    QTest::mouseMove(ruler, at(60));
    EXPECT_EQ(application().selection()->state().step, 60);
    QTest::mouseRelease(ruler, Qt::LeftButton, {}, at(60));
    QTest::keyClick(ruler, Qt::Key_Right);
    EXPECT_EQ(application().selection()->state().step, 61);
    QTest::keyClick(ruler, Qt::Key_End);
    EXPECT_EQ(application().selection()->state().step, 100);
    QTest::mousePress(ruler, Qt::LeftButton, {}, QPoint(ruler->width() + 50, 20));
    EXPECT_EQ(application().selection()->state().step, 100);
}

TEST_F(MainWindowTest, ThePaletteFindsViewsTagsRunsPassesAndWhatViewsOffer)
{
    openExample();
    application().selection()->setRun(keyOf("lenet/seed1"));
    CommandPalette* palette = window().commandPalette();
    const auto type = [&](const char* text) {
        QTest::keyClick(&window(), Qt::Key_K, Qt::ControlModifier);
        QTest::keyClicks(palette->field(), text);
        return palette->titles();
    };
    EXPECT_EQ(type("loss").value(0), "loss/train");
    QTest::keyClick(palette->field(), Qt::Key_Return);
    EXPECT_FALSE(palette->isVisible());
    EXPECT_EQ(application().selection()->state().tag, "loss/train");
    EXPECT_EQ(window().currentView(), "scalars");

    EXPECT_EQ(type("01_fus").value(0), "01_fusion");
    QTest::keyClick(palette->field(), Qt::Key_Return);
    ASSERT_TRUE(application().selection()->state().ir.has_value());
    EXPECT_EQ(application().selection()->state().ir->pass, "01_fusion");
    EXPECT_EQ(window().currentView(), "ir");

    EXPECT_EQ(type("conv1 graph").value(0), "conv1/Conv2D-op0");
    QTest::keyClick(palette->field(), Qt::Key_Return);
    EXPECT_EQ(static_cast<ProbeView*>(window().view("overview"))->jumps, 1);

    EXPECT_EQ(type("conv2drelu").value(0), "Default/conv1/Conv2DReLU-op2");
    QTest::keyClick(palette->field(), Qt::Key_Return);
    ASSERT_TRUE(application().selection()->state().node.has_value());
    EXPECT_EQ(application().selection()->state().node->fullName, "Default/conv1/Conv2DReLU-op2");
    EXPECT_EQ(window().currentView(), "graph");

    EXPECT_EQ(type("theme dark").value(0), "Theme: Dark");
    QTest::keyClick(palette->field(), Qt::Key_Return);
    EXPECT_EQ(application().palette()->theme(), viewers::Theme::Dark);

    EXPECT_TRUE(type("nothing is called this").isEmpty());
    QTest::keyClick(palette->field(), Qt::Key_Escape);
    EXPECT_FALSE(palette->isVisible());
}

TEST_F(MainWindowTest, ARailEntryWithoutDataSaysWhatFillsIt)
{
    openExample();
    QTest::mouseClick(
        window().rail(), Qt::LeftButton, {}, window().rail()->entryRect("media").center());
    EXPECT_EQ(window().currentView(), "media");
    EXPECT_FALSE(window().view("media")->isVisible());
    QTest::mouseClick(
        window().rail(), Qt::LeftButton, {}, window().rail()->entryRect("scalars").center());
    EXPECT_TRUE(window().view("scalars")->isVisible());
    QTest::keyClick(&window(), Qt::Key_F, Qt::ControlModifier);
    EXPECT_EQ(static_cast<ProbeView*>(window().view("scalars"))->searches, 1);
}

TEST_F(MainWindowTest, ReopeningRestoresFolderViewAndItsState)
{
    openExample();
    window().showView("scalars");
    static_cast<ProbeView*>(window().view("scalars"))->state = "zoomed";
    application().session()->setColour(keyOf("lenet/seed1"), 7);
    application().session()->rename(keyOf("lenet/seed1"), "lenet/best");
    window().close();
    m_application.reset();

    start();
    application().open({});
    ASSERT_TRUE(QTest::qWaitFor([&] { return window().isSettled(); }, 20'000));
    EXPECT_EQ(application().session()->paths(), QStringList{m_data.path()});
    EXPECT_EQ(window().currentView(), "scalars");
    EXPECT_EQ(static_cast<ProbeView*>(window().view("scalars"))->state, "zoomed");
    EXPECT_EQ(application().runs()->find(keyOf("lenet/seed1"))->colourSlot, 7);
    EXPECT_EQ(application().runs()->find(keyOf("lenet/seed1"))->name, "lenet/best");
}

TEST_F(MainWindowTest, AnotherLanguageMakesTheWindowAnewAndKeepsEverything)
{
    openExample();
    application().selection()->setStep(33);
    window().showView("scalars");
    application().setLanguage("zh_CN");
    EXPECT_EQ(window().currentView(), "scalars");
    EXPECT_TRUE(window().isVisible());
    EXPECT_EQ(application().selection()->state().step, 33);
    EXPECT_EQ(application().runs()->runs().size(), 4U);
    EXPECT_TRUE(window().statusLine()->readingText().contains(QString::fromUtf8("已全部读取")))
        << window().statusLine()->readingText().toStdString();
    application().setLanguage("en");
    EXPECT_TRUE(window().statusLine()->readingText().startsWith("All read"));
}

TEST_F(MainWindowTest, FollowsARunThatGrowsAndOneThatAppears)
{
    ExampleRun live{"live", 1000};
    ExampleWriter writer(m_data.path(), live);
    writer.addSteps(1, 10);
    start();
    open(m_data.path());
    const auto steps = [&] {
        const viewers::OpenRun* run = application().runs()->find(keyOf("live"));
        const ScalarSeries* loss =
            run == nullptr ? nullptr
                           : run->run->scalars(run->run->findTag("loss/train", RecordKind::Scalar));
        return loss == nullptr ? std::size_t{0} : loss->size();
    };
    EXPECT_EQ(steps(), 10U);
    EXPECT_EQ(rowOf("live").data(RunModel::StateRole).toInt(), static_cast<int>(RunState::Live));
    writer.addSteps(11, 30);
    EXPECT_TRUE(QTest::qWaitFor([&] { return steps() == 30; }, 10'000)) << steps();

    application().session()->setFollowing(false);
    writer.addSteps(31, 40);
    EXPECT_EQ(window().statusLine()->followingText(), "Following paused");
    QTest::keyClick(&window(), Qt::Key_F5);
    EXPECT_TRUE(QTest::qWaitFor([&] { return steps() == 40; }, 10'000)) << steps();

    application().session()->setFollowing(true);
    writeRun(m_data.path(), {"late", 20});
    EXPECT_TRUE(QTest::qWaitFor([&] { return application().runs()->runs().size() == 2; }, 15'000));
    writer.close();
    EXPECT_TRUE(QTest::qWaitFor(
        [&] {
            return rowOf("live").data(RunModel::StateRole).toInt()
                   == static_cast<int>(RunState::Finished);
        },
        10'000));
}

TEST_F(MainWindowTest, DroppedFoldersAreOpened)
{
    writeExampleFolder(m_data.path());
    start();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(m_data.path())});
    QDragEnterEvent enter(QPoint(700, 400), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window(), &enter);
    EXPECT_TRUE(enter.isAccepted());
    QDropEvent event(QPointF(700, 400), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&window(), &event);
    ASSERT_TRUE(QTest::qWaitFor([&] { return window().isSettled(); }, 20'000));
    EXPECT_EQ(application().runs()->runs().size(), 4U);
}

TEST_F(MainWindowTest, AnEmptyFolderAndAMissingOneAreSaid)
{
    start();
    open(m_data.path());
    EXPECT_TRUE(application().runs()->runs().empty());
    QString message;
    QObject::connect(application().session(),
                     &Session::failed,
                     &window(),
                     [&](const QString& text) { message = text; });
    application().session()->open({m_data.filePath("missing")});
    ASSERT_TRUE(QTest::qWaitFor([&] { return !message.isEmpty(); }, 10'000));
    EXPECT_TRUE(message.contains("missing")) << message.toStdString();
}

TEST_F(MainWindowTest, TheInspectorLeadsFromASpanToItsNode)
{
    openExample();
    const QString key = keyOf("lenet/seed1");
    const viewers::OpenRun* open = application().runs()->find(key);
    ASSERT_NE(open, nullptr);
    viewers::Selection::State state = application().selection()->state();
    state.run = key;
    for (std::size_t track = 0; track < open->run->tracks().size(); ++track) {
        if (open->run->tracks()[track].kind == TrackKind::Thread) {
            state.span =
                viewers::SpanSelection{key, 0, {TrackId{static_cast<std::int32_t>(track)}, 0}};
        }
    }
    window().showView("timeline");
    application().selection()->set(state);
    ASSERT_TRUE(QTest::qWaitFor(
        [&] {
            return window().inspector()->isSettled()
                   && window().inspector()->content().subject == Subject::Span;
        },
        10'000));
    EXPECT_TRUE(window().isInspectorShown());
    const InspectorContent& content = window().inspector()->content();
    EXPECT_EQ(content.title, "Conv2DReLU");
    QHash<QString, QString> facts;
    QHash<QString, InspectorLink> links;
    QStringList fused;
    for (const InspectorSection& section : content.sections) {
        for (const InspectorFact& fact : section.facts) {
            facts.insert(fact.name, fact.value);
        }
        for (const InspectorLink& link : section.links) {
            if (section.title == u"Fused from") {
                fused.push_back(link.title);
            } else {
                links.insert(link.title, link);
            }
        }
    }
    EXPECT_EQ(facts.value("Duration"), QString::fromUtf8("300 µs"));
    EXPECT_EQ(facts.value("Executions"), "100");
    EXPECT_EQ(fused, (QStringList{"Conv2D", "ReLU"}));
    ASSERT_TRUE(links.contains("Graph node"));
    EXPECT_EQ(links.value("Graph node").detail, "Default/conv1/Conv2DReLU-op2");
    EXPECT_EQ(links.value("IR line").detail, "01_fusion, line 2");
    EXPECT_EQ(links.value("Source").detail, "lenet.cpp:1");
    window().inspector()->follow(links.value("Graph node"));
    EXPECT_EQ(window().currentView(), "graph");
    ASSERT_TRUE(application().selection()->state().node.has_value());
    EXPECT_EQ(application().selection()->state().node->fullName, "Default/conv1/Conv2DReLU-op2");

    QTest::keyClick(&window(), Qt::Key_Left, Qt::AltModifier);
    EXPECT_EQ(window().currentView(), "timeline");
    QTest::keyClick(&window(), Qt::Key_Right, Qt::AltModifier);
    EXPECT_EQ(window().currentView(), "graph");
}

} // namespace
} // namespace runlens::app
