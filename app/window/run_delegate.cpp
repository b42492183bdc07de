// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/run_delegate.h"

#include "app/window/run_model.h"
#include "viewers/common/icons.h"
#include "viewers/common/style.h"

#include <QMouseEvent>
#include <QPainter>

namespace runlens::app {

using viewers::Role;

namespace {

constexpr int kIndentPx = 16;
constexpr int kNameLeftPx = 10;
constexpr int kMarkPx = 18; ///< room for the state mark at the right

} // namespace

void paintStateMark(QPainter& painter,
                    const QRectF& rect,
                    int state,
                    const viewers::Palette& palette)
{
    const QPointF centre = rect.center();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    switch (static_cast<RunState>(state)) {
    case RunState::Live:
        painter.setPen(QPen(palette.colour(Role::Success), 1.6));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(centre, 3.4, 3.4);
        painter.setPen(Qt::NoPen);
        painter.setBrush(palette.colour(Role::Success));
        painter.drawEllipse(centre, 1.2, 1.2);
        break;
    case RunState::Finished:
        painter.setPen(Qt::NoPen);
        painter.setBrush(palette.colour(Role::Disabled));
        painter.drawEllipse(centre, 2.5, 2.5);
        break;
    case RunState::Crashed:
        painter.setPen(QPen(palette.colour(Role::Error), 1.6, Qt::SolidLine, Qt::RoundCap));
        painter.drawLine(centre + QPointF(-3, -3), centre + QPointF(3, 3));
        painter.drawLine(centre + QPointF(-3, 3), centre + QPointF(3, -3));
        break;
    case RunState::Reading:
        painter.setPen(QPen(palette.colour(Role::Accent), 1.4));
        painter.drawArc(QRectF(centre - QPointF(3, 3), QSizeF(6, 6)), 90 * 16, -270 * 16);
        break;
    case RunState::Unreadable:
        viewers::paintIcon(painter,
                           QRectF(centre - QPointF(6, 6), QSizeF(12, 12)),
                           QStringLiteral("warning"),
                           palette.colour(Role::Error));
        break;
    case RunState::Unknown:
        painter.setPen(QPen(palette.colour(Role::Disabled), 1.2));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(centre, 2.4, 2.4);
        break;
    }
    painter.restore();
}

RunDelegate::RunDelegate(const viewers::Palette* palette, QObject* parent)
    : QStyledItemDelegate(parent), m_palette(palette)
{}

QSize RunDelegate::sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const
{
    return {120, viewers::kTreeRowHeight};
}

QRect RunDelegate::checkRect(const QRect& row, const QModelIndex& index)
{
    const int left = row.left() + kNameLeftPx + (index.parent().isValid() ? kIndentPx : 0);
    return {left, row.top() + (row.height() - 12) / 2, 12, 12};
}

void RunDelegate::paintGroup(QPainter& painter,
                             const QStyleOptionViewItem& option,
                             const QModelIndex& index) const
{
    const QRect row = option.rect;
    const bool isOpen = (option.state & QStyle::State_Open) != 0;
    viewers::paintIcon(painter,
                       QRectF(row.left() + kNameLeftPx - 2, row.top() + 6, 12, 12),
                       isOpen ? QStringLiteral("chevron_down") : QStringLiteral("chevron_right"),
                       m_palette->colour(Role::Text2));
    const QString count = index.data(RunModel::RunCountRole).toString();
    painter.setFont(viewers::Palette::font(11));
    painter.setPen(m_palette->colour(Role::Text3));
    painter.drawText(row.adjusted(0, 0, -10, 0), Qt::AlignRight | Qt::AlignVCenter, count);
    const QFont font = viewers::Palette::font(12, QFont::Medium);
    painter.setFont(font);
    painter.setPen(m_palette->colour(Role::Text));
    const QRect name = row.adjusted(kNameLeftPx + 16, 0, -34, 0);
    painter.drawText(
        name,
        Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideMiddle, name.width()));
}

void RunDelegate::paintRun(QPainter& painter,
                           const QStyleOptionViewItem& option,
                           const QModelIndex& index) const
{
    const QRect row = option.rect;
    const bool isShown = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    const bool isSelected = (option.state & QStyle::State_Selected) != 0;
    const QColor colour = m_palette->runColour(index.data(RunModel::ColourSlotRole).toInt());
    const QRectF box = QRectF(checkRect(row, index)).adjusted(0.75, 0.75, -0.75, -0.75);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1.5));
    painter.setBrush(isShown ? QBrush(colour) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(box, 2.5, 2.5);
    if (isShown) {
        painter.setPen(QPen(
            m_palette->colour(Role::Surface), 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const QPointF check[] = {box.topLeft() + QPointF(2.6, 5.6),
                                 box.topLeft() + QPointF(4.6, 7.6),
                                 box.topLeft() + QPointF(8.0, 3.2)};
        painter.drawPolyline(check, 3);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);

    paintStateMark(painter,
                   QRectF(row.right() - kMarkPx - 2, row.top(), kMarkPx, row.height()),
                   index.data(RunModel::StateRole).toInt(),
                   *m_palette);
    const QString metric = index.data(RunModel::MetricRole).toString();
    painter.setFont(viewers::Palette::font(11));
    painter.setPen(m_palette->colour(index.data(RunModel::MetricIsBadRole).toBool() ? Role::Error
                                     : isShown                                      ? Role::Text2
                                                                                    : Role::Text3));
    const int metricWidth =
        metric.isEmpty() ? 0 : painter.fontMetrics().horizontalAdvance(metric) + 8;
    painter.drawText(
        row.adjusted(0, 0, -kMarkPx - 6, 0), Qt::AlignRight | Qt::AlignVCenter, metric);

    const QFont font = viewers::Palette::font(12, isSelected ? QFont::Medium : QFont::Normal);
    painter.setFont(font);
    painter.setPen(m_palette->colour(isShown ? Role::Text : Role::Text3));
    QRect name = row;
    name.setLeft(checkRect(row, index).right() + 7);
    name.setRight(row.right() - kMarkPx - 8 - metricWidth);
    painter.drawText(
        name,
        Qt::AlignLeft | Qt::AlignVCenter,
        QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideMiddle, name.width()));
}

void RunDelegate::paint(QPainter* painter,
                        const QStyleOptionViewItem& option,
                        const QModelIndex& index) const
{
    painter->save();
    if ((option.state & QStyle::State_Selected) != 0) {
        painter->fillRect(option.rect, m_palette->colour(Role::Selected));
    } else if ((option.state & QStyle::State_MouseOver) != 0) {
        painter->fillRect(option.rect, m_palette->colour(Role::Hover));
    }
    if (index.data(RunModel::KeyRole).toString().isEmpty()) {
        paintGroup(*painter, option, index);
    } else {
        paintRun(*painter, option, index);
    }
    painter->restore();
}

void RunDelegate::updateEditorGeometry(QWidget* editor,
                                       const QStyleOptionViewItem& option,
                                       const QModelIndex& index) const
{
    QRect rect = option.rect;
    rect.setLeft(checkRect(rect, index).right() + 2);
    editor->setGeometry(rect);
}

bool RunDelegate::editorEvent(QEvent* event,
                              QAbstractItemModel* model,
                              const QStyleOptionViewItem& option,
                              const QModelIndex& index)
{
    const auto toggle = [&] {
        const bool isShown = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        return model->setData(index, isShown ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    };
    if (index.data(RunModel::KeyRole).toString().isEmpty()) {
        return false;
    }
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonRelease
        || event->type() == QEvent::MouseButtonDblClick)
    {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        const QRect box = checkRect(option.rect, index).adjusted(-5, -6, 5, 6);
        if (mouse->button() == Qt::LeftButton && box.contains(mouse->pos())) {
            return event->type() == QEvent::MouseButtonRelease ? toggle() : true;
        }
    }
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space)
    {
        return toggle();
    }
    return false;
}

} // namespace runlens::app
