// SPDX-License-Identifier: GPL-3.0-or-later
/// What a view needs to live in a test: runs, selection, palette, and a window of a given size.
#pragma once

#include "viewers/common/style.h"
#include "viewers/view.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include <memory>

namespace runlens::test {

/// A window with the view and its header controls, as the program shows them.
template <typename ViewType>
class ViewFixture {
public:
    explicit ViewFixture(std::vector<viewers::OpenRun> open = {},
                         viewers::Theme theme = viewers::Theme::Dark,
                         QSize size = {1100, 760})
        : palette(theme)
    {
        QApplication::setStyle(new viewers::Style(&palette));
        QApplication::setPalette(palette.qtPalette());
        QApplication::setFont(viewers::Palette::font());
        runs.setRuns(std::move(open));
        view = new ViewType(viewers::ViewContext{&runs, &selection, &palette}, &window);
        auto* layout = new QVBoxLayout(&window);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(0);
        if (QWidget* controls = view->headerControls()) {
            auto* bar = new QWidget(&window);
            bar->setFixedHeight(36);
            auto* barLayout = new QHBoxLayout(bar);
            barLayout->setContentsMargins(12, 0, 12, 0);
            barLayout->addWidget(controls);
            controls->show(); // views keep them hidden until they have a bar
            layout->addWidget(bar);
        }
        layout->addWidget(view, 1);
        window.resize(size);
        window.show();
    }

    ~ViewFixture() { QApplication::setStyle(QStringLiteral("Fusion")); }

    /// Everything that was asked for is computed and painted.
    [[nodiscard]] bool settle()
    {
        const bool isSettled = QTest::qWaitFor([this] { return view->isSettled(); }, 20'000);
        QCoreApplication::processEvents();
        return isSettled;
    }

    viewers::Palette palette;
    viewers::RunSet runs;
    viewers::Selection selection;
    QWidget window;
    ViewType* view = nullptr;
};

[[nodiscard]] inline viewers::OpenRun openRun(std::shared_ptr<const Run> run,
                                              const QString& key = QStringLiteral("/runs/lenet"))
{
    viewers::OpenRun open;
    open.key = key;
    open.name = QStringLiteral("lenet");
    open.run = std::move(run);
    return open;
}

} // namespace runlens::test
