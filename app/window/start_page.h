// SPDX-License-Identifier: GPL-3.0-or-later
/// What the window shows when nothing is open: open a folder, files or the demo, recent folders, a
/// place to drop files, and what Runlens reads.
#pragma once

#include "app/window/settings.h"
#include "viewers/common/palette.h"

#include <QWidget>

class QGridLayout;
class QPushButton;
class QVBoxLayout;

namespace runlens::app {

class StartPage : public QWidget {
    Q_OBJECT

public:
    StartPage(Settings* settings, const viewers::Palette* palette, QWidget* parent = nullptr);

    void refresh(); ///< reads the recent folders anew

signals:
    void openFolderAsked();
    void openFilesAsked();
    void demoAsked();
    void openAsked(const QStringList& paths);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QWidget* makeTitle();
    QWidget* makeButtons();
    QWidget* makeRecent();
    QWidget* makeDropArea();
    QWidget* makeFormats();
    void recolour();

    Settings* m_settings;
    const viewers::Palette* m_palette;
    QWidget* m_recentBox = nullptr;
    QVBoxLayout* m_recentRows = nullptr;
    QList<QPair<QPushButton*, QString>> m_buttonIcons;
};

} // namespace runlens::app
