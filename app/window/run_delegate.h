// SPDX-License-Identifier: GPL-3.0-or-later
/// Draws a row of the run tree: check box in the run's colour, name, key metric, and a mark whose
/// shape tells how the run stands (live ring, finished disc, crashed cross, unreadable triangle). A
/// click on the box shows or hides the run.
#pragma once

#include "viewers/common/palette.h"

#include <QStyledItemDelegate>

namespace runlens::app {

class RunDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    RunDelegate(const viewers::Palette* palette, QObject* parent);

    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option,
                                 const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor,
                              const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;
    [[nodiscard]] static QRect checkRect(const QRect& row, const QModelIndex& index);

protected:
    bool editorEvent(QEvent* event,
                     QAbstractItemModel* model,
                     const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;

private:
    void paintGroup(QPainter& painter,
                    const QStyleOptionViewItem& option,
                    const QModelIndex& index) const;
    void
    paintRun(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;

    const viewers::Palette* m_palette;
};

/// The mark of a run's state, centred in the rectangle: also used by the header of a view.
void paintStateMark(QPainter& painter,
                    const QRectF& rect,
                    int state,
                    const viewers::Palette& palette);

} // namespace runlens::app
