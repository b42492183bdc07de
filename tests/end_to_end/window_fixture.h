// SPDX-License-Identifier: GPL-3.0-or-later
/// The whole window with its real views over a folder of runs, and the clicks of a user.
#pragma once

#include "app/window/application.h"
#include "app/window/view_list.h"
#include "viewers/common/widgets.h"

#include <QScrollArea>
#include <QTemporaryDir>
#include <QTest>

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

namespace runlens::test {

class WindowFixture : public testing::Test {
protected:
    using Run = runlens::Run; // not the private one of testing::Test

    [[nodiscard]] std::string folder(const char* run) const
    {
        return m_runs.filePath(QLatin1String(run)).toStdString();
    }

    void open()
    {
        app::ApplicationOptions options;
        options.settingsFile = m_settings.filePath("settings.ini");
        options.language = "en";
        options.views = app::viewList;
        m_application = std::make_unique<app::Application>(std::move(options));
        m_application->session()->setIntervalMs(50);
        window().resize(1440, 900);
        window().show();
        m_application->open({m_runs.path()});
        settle();
    }

    [[nodiscard]] app::Application& application() { return *m_application; }

    [[nodiscard]] app::MainWindow& window() { return *m_application->window(); }

    [[nodiscard]] viewers::Selection& selection() { return *m_application->selection(); }

    [[nodiscard]] const viewers::OpenRun& openRun()
    {
        return m_application->runs()->runs().front();
    }

    [[nodiscard]] const Run& run() { return *openRun().run; }

    [[nodiscard]] static bool waitFor(const std::function<bool()>& condition)
    {
        return QTest::qWaitFor(condition, 60'000);
    }

    /// Until nothing is being computed on two looks in a row: a result may ask for the next.
    void settle()
    {
        int held = 0;
        ASSERT_TRUE(waitFor([&] {
            held = window().isSettled() ? held + 1 : 0;
            return held >= 3;
        }));
    }

    template <typename ViewType>
    [[nodiscard]] ViewType* view(const char* id)
    {
        return qobject_cast<ViewType*>(window().view(QLatin1String(id)));
    }

    static void click(QWidget* widget, QPoint place)
    {
        ASSERT_TRUE(widget->isVisible());
        ASSERT_TRUE(widget->rect().contains(place));
        QTest::mouseClick(widget, Qt::LeftButton, {}, place);
    }

    void clickRail(const char* id)
    {
        click(window().rail(), window().rail()->entryRect(QLatin1String(id)).center());
        settle();
        ASSERT_EQ(window().currentView().toStdString(), id);
    }

    /// The link of the inspector with this title, and this detail below it unless empty.
    void clickLink(const char* title, const QString& detail = {})
    {
        const auto links = window().inspector()->findChildren<viewers::LinkLabel*>("inspectorLink");
        for (viewers::LinkLabel* link : links) {
            if (link->text() != QLatin1String(title)
                || (!detail.isEmpty() && link->toolTip() != detail)) {
                continue;
            }
            window().inspector()->findChild<QScrollArea*>()->ensureWidgetVisible(link);
            const QPoint place(6, link->height() / 2);
            ASSERT_EQ(window().childAt(link->mapTo(&window(), place)), link) << title;
            click(link, place);
            settle();
            return;
        }
        FAIL() << "no link " << title << " " << detail.toStdString();
    }

    void forgetSelection()
    {
        viewers::Selection::State state;
        state.run = openRun().key;
        selection().set(state);
        settle();
    }

private:
    const QTemporaryDir m_settings;
    const QTemporaryDir m_runs;
    std::unique_ptr<app::Application> m_application;
};

} // namespace runlens::test
