// SPDX-License-Identifier: GPL-3.0-or-later
/// Ctrl+K: one list of everything that has a name. Every typed word must occur in the title or the
/// detail; better matches (the start of the title, then the start of a word) come first. Up and
/// down move, Return jumps, Escape closes.
#pragma once

#include "viewers/common/widgets.h"
#include "viewers/view.h"

#include <QFrame>

#include <functional>

class QListView;
class QStandardItemModel;

namespace runlens::app {

/// How well an entry fits what was typed; negative: not at all. Higher is better. An empty text
/// fits everything alike.
[[nodiscard]] int paletteScore(const QString& typed, const QString& title, const QString& detail);

class CommandPalette : public QFrame {
    Q_OBJECT

public:
    using Collect = std::function<QList<viewers::PaletteEntry>(const QString& typed, int limit)>;

    CommandPalette(viewers::Palette* palette, Collect collect, QWidget* parent);

    void open(); ///< over the top of the parent

    [[nodiscard]] QLineEdit* field() const { return m_field; }

    [[nodiscard]] QStringList titles() const; ///< of what is listed now

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void activate(int row);
    void place();

    viewers::Palette* m_palette;
    Collect m_collect;
    viewers::SearchField* m_field;
    QListView* m_list;
    QStandardItemModel* m_model;
    viewers::TextLabel* m_hint;
    QList<viewers::PaletteEntry> m_entries;
};

} // namespace runlens::app
