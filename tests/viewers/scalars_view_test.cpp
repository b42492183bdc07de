// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/viewers/noisy_runs.h"
#include "viewers/common/hover_table.h"
#include "viewers/common/number_format.h"
#include "viewers/common/style.h"
#include "viewers/scalars/scalars_view.h"

#include <QApplication>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include <gtest/gtest.h>

namespace runlens::viewers {

namespace {

using runlens::testing::TestRun;

constexpr int kSteps = 3000;

class ScalarsViewTest : public ::testing::Test {
protected:
    void SetUp() override
    {
        QApplication::setStyle(new Style(&m_palette));
        for (int i = 0; i < 4; ++i) {
            m_runs.push_back(
                std::make_unique<TestRun>(i < 3 ? "seed" + std::to_string(i + 1) : "lr_0.1"));
            runlens::testing::addTraining(*m_runs.back(), i + 1, kSteps, i == 3);
        }
    }

    void publish()
    {
        std::vector<OpenRun> open;
        for (std::size_t i = 0; i < m_runs.size(); ++i) {
            open.push_back(runlens::testing::openRun(*m_runs[i], static_cast<int>(i)));
        }
        m_set.setRuns(std::move(open));
    }

    ScalarsView& show(int width = 1100, int height = 760)
    {
        publish();
        m_view =
            std::make_unique<ScalarsView>(ViewContext{&m_set, &m_selection, &m_palette}, nullptr);
        m_view->resize(width, height);
        m_view->show();
        settle();
        return *m_view;
    }

    void settle()
    {
        const bool isDone = QTest::qWaitFor(
            [this] {
                m_view->grab();
                return m_view->isSettled();
            },
            20'000);
        ASSERT_TRUE(isDone) << "the view did not settle";
    }

    static void
    wheel(CurveChart& chart, QPointF at, int turns, Qt::KeyboardModifiers keys = Qt::NoModifier)
    {
        QWheelEvent event(at,
                          chart.viewport()->mapToGlobal(at.toPoint()),
                          {},
                          {0, 120 * turns},
                          Qt::NoButton,
                          keys,
                          Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(chart.viewport(), &event);
    }

    static void
    drag(CurveChart& chart, QPoint from, QPoint to, Qt::KeyboardModifiers keys = Qt::NoModifier)
    {
        QTest::mousePress(chart.viewport(), Qt::LeftButton, keys, from);
        for (int i = 1; i <= 4; ++i) {
            const QPointF at = QPointF(from) + QPointF(to - from) * i / 4;
            QMouseEvent move(QEvent::MouseMove,
                             at,
                             chart.viewport()->mapToGlobal(at.toPoint()),
                             Qt::NoButton,
                             Qt::LeftButton,
                             keys);
            QCoreApplication::sendEvent(chart.viewport(), &move);
        }
        QTest::mouseRelease(chart.viewport(), Qt::LeftButton, keys, to);
    }

    static void hover(CurveChart& chart, QPointF at)
    {
        QMouseEvent move(QEvent::MouseMove,
                         at,
                         chart.viewport()->mapToGlobal(at.toPoint()),
                         Qt::NoButton,
                         Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(chart.viewport(), &move);
    }

    std::vector<std::unique_ptr<TestRun>> m_runs;
    RunSet m_set;
    Selection m_selection;
    Palette m_palette{Theme::Dark};
    std::unique_ptr<ScalarsView> m_view;
};

TEST_F(ScalarsViewTest, ShowsAChartForEveryTagWithItsRuns)
{
    ScalarsView& view = show();
    ASSERT_EQ(view.tagsInOrder().size(), 12);
    EXPECT_EQ(view.tagsInOrder().mid(0, 4),
              QStringList({"loss/test", "loss/train", "accuracy/test", "accuracy/train"}));
    CurveChart* chart = view.chart("loss/train");
    ASSERT_NE(chart, nullptr);
    EXPECT_EQ(chart->curves().size(), 4U);
    EXPECT_TRUE(view.hasData());
    m_selection.setStep(520);
    hover(*view.chart("loss/test"), view.chart("loss/test")->plotRect().center());
    settle();
    const QImage dark = runlens::testing::picture(view, "scalars-dark");
    m_palette.setTheme(Theme::Light);
    settle();
    const QImage light = runlens::testing::picture(view, "scalars-light");
    EXPECT_EQ(dark.pixelColor(2, 2), QColor(0x14, 0x16, 0x19));
    EXPECT_EQ(light.pixelColor(2, 2), QColor(0xff, 0xff, 0xff));
}

} // namespace

} // namespace runlens::viewers
