// SPDX-License-Identifier: GPL-3.0-or-later
/// A test of a view by itself over runs of noisy_runs.h.
#pragma once

#include "tests/viewers/noisy_runs.h"
#include "viewers/view.h"

#include <QTest>

#include <gtest/gtest.h>

#include <memory>

namespace runlens::test {

template <typename ViewType>
class NoisyRunsTest : public ::testing::Test {
protected:
    explicit NoisyRunsTest(viewers::Theme theme) : m_palette(theme) { dress(m_palette); }

    void publish()
    {
        std::vector<viewers::OpenRun> open;
        for (std::size_t i = 0; i < m_runs.size(); ++i) {
            open.push_back(openRun(*m_runs[i], static_cast<int>(i)));
        }
        m_set.setRuns(std::move(open));
    }

    ViewType& show(int width = 1100, int height = 760)
    {
        publish();
        m_view = std::make_unique<ViewType>(viewers::ViewContext{&m_set, &m_selection, &m_palette},
                                            nullptr);
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

    std::vector<std::unique_ptr<TestRun>> m_runs;
    viewers::RunSet m_set;
    viewers::Selection m_selection;
    viewers::Palette m_palette;
    std::unique_ptr<ViewType> m_view;
};

} // namespace runlens::test
