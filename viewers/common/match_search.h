// SPDX-License-Identifier: GPL-3.0-or-later
/// A search field with the count of matches ("2/7") and buttons to walk them, in a circle; Enter
/// and Shift+Enter walk as well. The view finds the matches and shows the one that is asked for.
#pragma once

#include "viewers/common/widgets.h"

namespace runlens::viewers {

class MatchSearch : public QWidget {
    Q_OBJECT

public:
    MatchSearch(const Palette* palette, const QString& placeholder, QWidget* parent = nullptr);

    /// What is typed; empty: nothing is searched.
    [[nodiscard]] QString text() const { return m_field->text(); }

    void setFieldWidth(int px) { m_field->setMinimumWidth(px); }

    void start() { m_field->takeFocus(); } ///< Ctrl+F

    /// What was found, and which one is looked at; -1: none yet. Without any the field looks wrong
    /// and says why.
    void setMatches(int count, int current, const QString& whyNone);
    void clearMatches(); ///< nothing is searched, or it is not found yet
    [[nodiscard]] QString matchText() const;

signals:
    void textChanged(const QString& text);
    void matchAsked(int match); ///< it is the current one from now on

private:
    void step(int by);
    void showMatch();

    SearchField* m_field;
    TextLabel* m_label;
    int m_count = 0;
    int m_current = -1;
};

} // namespace runlens::viewers
