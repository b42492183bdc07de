// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/export_job.h"

#include <QProgressDialog>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QThreadPool>
#include <QWidget>

#include <gtest/gtest.h>

#include <future>

namespace runlens::app {
namespace {

class ExportJobTest : public testing::Test {
protected:
    ExportJobTest() { m_window.show(); }

    /// Work that gets half way and then waits until it is let go or stopped.
    viewers::ExportWork halfWay()
    {
        return [gate = m_gate.get_future().share()](const std::stop_token& stop,
                                                    std::atomic<int>& done) -> Status {
            done = 500;
            while (!stop.stop_requested()
                   && gate.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready)
            {}
            if (stop.stop_requested()) {
                return failure("write", "out.csv", "stopped");
            }
            return {};
        };
    }

    [[nodiscard]] bool isShown() const
    {
        return m_job.dialog() != nullptr && m_job.dialog()->isVisible();
    }

    std::promise<void> m_gate;
    QWidget m_window;
    ExportJob m_job{&m_window};
    QSignalSpy m_finished{&m_job, &ExportJob::finished};
    QSignalSpy m_cancelled{&m_job, &ExportJob::cancelled};
};

TEST_F(ExportJobTest, AQuickExportShowsNoProgress)
{
    m_job.start("out.csv", [](const std::stop_token&, std::atomic<int>&) { return Status{}; });
    ASSERT_TRUE(m_finished.wait(20'000));
    EXPECT_EQ(m_finished.front(), QVariantList({"out.csv", QString()}));
    EXPECT_EQ(m_job.dialog(), nullptr);
    EXPECT_FALSE(m_job.isRunning());
}

TEST_F(ExportJobTest, ALongOneShowsHowFarItIsUntilItIsDone)
{
    m_job.start("out.csv", halfWay());
    ASSERT_TRUE(QTest::qWaitFor([&] { return isShown(); }, 20'000));
    EXPECT_EQ(m_job.dialog()->value(), 500);
    EXPECT_EQ(m_job.dialog()->maximum(), 1000);
    m_gate.set_value();
    ASSERT_TRUE(m_finished.wait(20'000));
    EXPECT_FALSE(isShown());
    EXPECT_TRUE(m_cancelled.empty());
}

TEST_F(ExportJobTest, CancelStopsTheWork)
{
    m_job.start("out.csv", halfWay());
    ASSERT_TRUE(QTest::qWaitFor([&] { return isShown(); }, 20'000));
    QTest::mouseClick(m_job.dialog()->findChild<QPushButton*>(), Qt::LeftButton);
    EXPECT_EQ(m_cancelled.size(), 1);
    EXPECT_FALSE(isShown());
    EXPECT_FALSE(m_job.isRunning());
    ASSERT_TRUE(QThreadPool::globalInstance()->waitForDone(20'000)); // it has heard of the stop
    QCoreApplication::processEvents();
    EXPECT_TRUE(m_finished.empty());
}

TEST_F(ExportJobTest, AProblemIsTold)
{
    m_job.start("out.csv", [](const std::stop_token&, std::atomic<int>&) -> Status {
        return failure("write", "out.csv", "the disk is full");
    });
    ASSERT_TRUE(m_finished.wait(20'000));
    EXPECT_TRUE(m_finished.front().back().toString().contains("the disk is full"));
}

} // namespace
} // namespace runlens::app
