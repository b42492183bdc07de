// SPDX-License-Identifier: GPL-3.0-or-later
/// The bar at the top: logo, menus, the field that opens the command palette, what is open, theme
/// and panel buttons.
#pragma once

#include "viewers/common/widgets.h"

#include <QWidget>

class QHBoxLayout;
class QMenuBar;

namespace runlens::app {

class TopBar : public QWidget {
    Q_OBJECT

public:
    explicit TopBar(viewers::Palette* palette, QWidget* parent = nullptr);

    [[nodiscard]] QMenuBar* menus() const { return m_menus; }

    void setFolder(const QString& shown, const QString& toolTip);
    /// A button at the right that mirrors a checkable action.
    void addToggle(QAction* action, const QString& iconName);

    [[nodiscard]] viewers::IconButton* themeButton() const { return m_theme; }

signals:
    void paletteAsked();

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    viewers::Palette* m_palette;
    QMenuBar* m_menus;
    viewers::TextLabel* m_folder;
    viewers::IconButton* m_theme;
    QHBoxLayout* m_buttons;
};

} // namespace runlens::app
