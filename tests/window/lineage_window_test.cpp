// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of runs in the Lineage view, over two lives of the window.
#include "app/window/application.h"
#include "app/window/view_list.h"
#include "tests/support/event_bytes.h"
#include "tests/window/example_runs.h"
#include "viewers/lineage/lineage_view.h"

#include <QDir>
#include <QDirIterator>
#include <QLineEdit>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

namespace runlens::app {
namespace {

class LineageWindowTest : public testing::Test {
protected:
    void start()
    {
        m_application.reset();
        ApplicationOptions options;
        options.settingsFile = m_settings.filePath("settings.ini");
        options.language = "en";
        options.views = viewList;
        m_application = std::make_unique<Application>(std::move(options));
        m_application->window()->resize(1440, 900);
        m_application->window()->show();
        m_application->open({m_data.path()});
        m_application->window()->showView("lineage");
        settle();
    }

    void settle()
    {
        int held = 0;
        ASSERT_TRUE(QTest::qWaitFor(
            [&] {
                held = m_application->window()->isSettled() ? held + 1 : 0;
                return held >= 3;
            },
            30'000));
    }

    QTableView& table()
    {
        return *qobject_cast<viewers::LineageView*>(m_application->window()->view("lineage"))
                    ->table();
    }

    QString cell(int row, int column)
    {
        return table().model()->index(row, column).data().toString();
    }

    void type(int row, int column, const char* text)
    {
        const QPoint place = table().visualRect(table().model()->index(row, column)).center();
        QTest::mouseClick(table().viewport(), Qt::LeftButton, {}, place);
        QTest::mouseDClick(table().viewport(), Qt::LeftButton, {}, place);
        QLineEdit* editor = nullptr; // an earlier one may wait for its deletion
        for (QLineEdit* one : table().viewport()->findChildren<QLineEdit*>()) {
            editor = one->isVisible() ? one : editor;
        }
        ASSERT_NE(editor, nullptr);
        QTest::keyClicks(editor, text);
        QTest::keyClick(editor, Qt::Key_Return);
        QCoreApplication::processEvents(); // the delegate commits in the next turn
        settle();
    }

    QStringList filesOfTheData() const
    {
        QStringList files;
        for (QDirIterator at(m_data.path(), QDir::Files, QDirIterator::Subdirectories);
             at.hasNext();) {
            const QFileInfo info(at.next());
            files << info.filePath() + QString::number(info.size())
                         + info.lastModified().toString(Qt::ISODateWithMs);
        }
        files.sort();
        return files;
    }

    QTemporaryDir m_data;
    QTemporaryDir m_settings;
    std::unique_ptr<Application> m_application;
};

TEST_F(LineageWindowTest, RemarksTagsAndColoursSurviveARestartAndTouchNoFileOfTheRun)
{
    writeRun(m_data.path(), {"a", 20, 0.01});
    writeRun(m_data.path(), {"b", 40, 0.1});
    const QStringList before = filesOfTheData();
    start();
    ASSERT_EQ(table().model()->rowCount(), 2);
    EXPECT_EQ(cell(0, 0), "a");
    type(1, viewers::RunTableModel::Tags, "good, slow");
    type(1, viewers::RunTableModel::Remark, "try again");
    const QString key =
        table().model()->index(1, 0).data(viewers::RunTableModel::kKeyRole).toString();
    m_application->session()->setColour(key, 6);
    start();
    EXPECT_EQ(cell(1, viewers::RunTableModel::Tags), "good, slow");
    EXPECT_EQ(cell(1, viewers::RunTableModel::Remark), "try again");
    EXPECT_EQ(cell(0, viewers::RunTableModel::Tags), "");
    EXPECT_EQ(m_application->runs()->find(key)->colourSlot, 6);
    EXPECT_EQ(m_application->session()->noteOf(key), "try again");
    EXPECT_EQ(filesOfTheData(), before);
}

/// The window keeps at most 80 runs open; the table knows the others all the same.
TEST_F(LineageWindowTest, RunsThatTheWindowKeepsClosedAreInTheTableToo)
{
    constexpr int kRuns = 90;
    for (int i = 0; i < kRuns; ++i) {
        const QString folder = m_data.filePath(QStringLiteral("run%1").arg(i, 3, 10, QChar(u'0')));
        ASSERT_TRUE(QDir().mkpath(folder));
        test::writeFile(folder.toStdString() + "/events.out.tfevents.1.h",
                        test::scalarEvent(1.0, 1, "loss", static_cast<float>(i)));
    }
    start();
    ASSERT_EQ(table().model()->rowCount(), kRuns);
    const int loss = viewers::RunTableModel::FirstFact;
    EXPECT_EQ(table().model()->headerData(loss, Qt::Horizontal).toString(), "loss (last)");
    for (int row = 0; row < kRuns; ++row) {
        EXPECT_EQ(cell(row, loss), QString::number(row));
    }
}

} // namespace
} // namespace runlens::app
