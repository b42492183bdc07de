// SPDX-License-Identifier: GPL-3.0-or-later
/// Content under a title bar of 28 px: what it is, and beside it a quiet note on what it shows.
#pragma once

#include <QWidget>

namespace runlens::viewers {

class Palette;
class TextLabel;

class TitledPane : public QWidget {
    Q_OBJECT

public:
    TitledPane(const Palette* palette, const QString& title, QWidget* parent = nullptr);
    void setContent(QWidget* content); ///< once; further widgets of the layout stand below it

    [[nodiscard]] TextLabel* title() const { return m_title; }

    [[nodiscard]] TextLabel* note() const { return m_note; }

private:
    TextLabel* m_title;
    TextLabel* m_note;
};

} // namespace runlens::viewers
