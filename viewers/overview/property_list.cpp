// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/overview/property_list.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QToolTip>

namespace runlens::viewers {

namespace {

constexpr int kHeading = 28;
constexpr int kPropertyRow = 20;
constexpr int kNameWidth = 104;

} // namespace

PropertyList::PropertyList(const Palette* palette, const QString& heading, QWidget* parent)
    : QWidget(parent), m_palette(palette), m_heading(heading)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::ClickFocus);
    setAccessibleName(heading);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(m_palette, &Palette::changed, this, qOverload<>(&QWidget::update));
    hide();
}

void PropertyList::setRows(std::vector<PropertyRow> rows)
{
    m_rows = std::move(rows);
    setVisible(!m_rows.empty());
    setAccessibleDescription(asTsv());
    updateGeometry();
    update();
}

void PropertyList::setHeadingNote(const QString& note, NoteKind kind)
{
    m_note = note;
    m_noteKind = kind;
    update();
}

QString PropertyList::asTsv() const
{
    QString text;
    for (const PropertyRow& row : m_rows) {
        text += row.name + QLatin1Char('\t') + row.value;
        text += row.note.isEmpty() ? QString() : QLatin1Char('\t') + row.note;
        text += QLatin1Char('\n');
    }
    return text;
}

QSize PropertyList::sizeHint() const
{
    return {240, kHeading + kPropertyRow * static_cast<int>(m_rows.size())};
}

int PropertyList::rowAt(int y) const
{
    const int row = (y - kHeading) / kPropertyRow;
    return y >= kHeading && row < static_cast<int>(m_rows.size()) ? row : -1;
}

QRect PropertyList::linkRect(int row) const
{
    if (row < 0 || row >= static_cast<int>(m_rows.size())
        || m_rows[static_cast<std::size_t>(row)].linkView.isEmpty())
    {
        return {};
    }
    const int width = QFontMetrics(Palette::font(12))
                          .horizontalAdvance(m_rows[static_cast<std::size_t>(row)].value);
    return {kNameWidth,
            kHeading + row * kPropertyRow,
            std::min(width, this->width() - kNameWidth),
            kPropertyRow};
}

void PropertyList::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setFont(Palette::font(12, QFont::DemiBold));
    painter.setPen(m_palette->colour(Role::Text));
    painter.drawText(QRect(0, 0, width(), kHeading), Qt::AlignLeft | Qt::AlignVCenter, m_heading);
    int x = painter.fontMetrics().horizontalAdvance(m_heading) + 8;
    painter.setFont(Palette::font(11));
    painter.setPen(m_palette->colour(m_noteKind == NoteKind::Good      ? Role::Success
                                     : m_noteKind == NoteKind::Warning ? Role::Warning
                                                                       : Role::Text3));
    if (m_noteKind == NoteKind::Good) {
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.setPen(QPen(
            m_palette->colour(Role::Success), 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.drawPolyline(QPolygonF({QPointF(x, 14), QPointF(x + 3, 17), QPointF(x + 9, 10)}));
        x += 14;
    }
    painter.drawText(QRect(x, 0, width() - x, kHeading), Qt::AlignLeft | Qt::AlignVCenter, m_note);
    int y = kHeading;
    for (const PropertyRow& row : m_rows) {
        const QFont font = Palette::font(12, row.isBold ? QFont::DemiBold : QFont::Normal);
        const QFontMetrics metrics(font);
        painter.setFont(font);
        painter.setPen(m_palette->colour(row.isBold ? Role::Text : Role::Text3));
        painter.drawText(QRect(0, y, kNameWidth - 8, kPropertyRow),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(row.name, Qt::ElideMiddle, kNameWidth - 8));
        const int room = width() - kNameWidth;
        const int noteLeast =
            row.note.isEmpty() ? 0 : std::min(room / 3, metrics.horizontalAdvance(row.note) + 6);
        const QString value = metrics.elidedText(row.value, Qt::ElideRight, room - noteLeast);
        painter.setPen(m_palette->colour(row.linkView.isEmpty() ? Role::Text : Role::Accent));
        painter.drawText(
            QRect(kNameWidth, y, room, kPropertyRow), Qt::AlignLeft | Qt::AlignVCenter, value);
        const int noteLeft = kNameWidth + metrics.horizontalAdvance(value) + 6;
        painter.setFont(Palette::font(12));
        painter.setPen(m_palette->colour(Role::Text3));
        painter.drawText(
            QRect(noteLeft, y, width() - noteLeft, kPropertyRow),
            Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(row.note, Qt::ElideRight, width() - noteLeft));
        y += kPropertyRow;
    }
}

void PropertyList::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint at = event->position().toPoint();
    setCursor(linkRect(rowAt(at.y())).contains(at) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void PropertyList::mouseReleaseEvent(QMouseEvent* event)
{
    const QPoint at = event->position().toPoint();
    const int row = rowAt(at.y());
    if (event->button() == Qt::LeftButton && linkRect(row).contains(at)) {
        emit linkActivated(m_rows[static_cast<std::size_t>(row)]);
    }
}

void PropertyList::copy() const
{
    QApplication::clipboard()->setText(asTsv());
}

void PropertyList::keyPressEvent(QKeyEvent* event)
{
    if (event->matches(QKeySequence::Copy)) {
        copy();
        return;
    }
    QWidget::keyPressEvent(event);
}

void PropertyList::contextMenuEvent(QContextMenuEvent* event)
{
    QMenu menu(this);
    const int row = rowAt(event->pos().y());
    if (row >= 0) {
        const QString value = m_rows[static_cast<std::size_t>(row)].value;
        connect(menu.addAction(tr("Copy value")), &QAction::triggered, this, [value] {
            QApplication::clipboard()->setText(value);
        });
    }
    connect(menu.addAction(tr("Copy all")), &QAction::triggered, this, &PropertyList::copy);
    menu.exec(event->globalPos());
}

bool PropertyList::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const int row = rowAt(help->pos().y());
        const QString text = row < 0 ? QString() : m_rows[static_cast<std::size_t>(row)].toolTip;
        text.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace runlens::viewers
