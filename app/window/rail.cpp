// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/rail.h"

#include "viewers/common/icons.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

namespace runlens::app {

using viewers::Role;

namespace {

constexpr int kRailWidthPx = 124;
constexpr int kRowPx = 28;
constexpr int kCaptionPx = 28; ///< 10 above, 15 text, 3 below
constexpr int kTopPx = 6;

} // namespace

Rail::Rail(const viewers::Palette* palette, QWidget* parent) : QWidget(parent), m_palette(palette)
{
    setObjectName(QStringLiteral("rail"));
    setAccessibleName(tr("Views"));
    setFixedWidth(kRailWidthPx);
    setMouseTracking(true);
    setFocusPolicy(Qt::TabFocus);
    connect(palette, &viewers::Palette::changed, this, qOverload<>(&QWidget::update));
}

void Rail::setEntries(const QList<RailEntry>& entries)
{
    m_entries = entries;
    updateGeometry();
    update();
}

void Rail::setCurrent(const QString& id)
{
    m_current = id;
    update();
}

void Rail::setHasData(const QString& id, bool hasData, const QString& toolTip)
{
    for (RailEntry& entry : m_entries) {
        if (entry.id == id && (entry.hasData != hasData || entry.toolTip != toolTip)) {
            entry.hasData = hasData;
            entry.toolTip = toolTip;
            update();
        }
    }
}

QRect Rail::rectOf(int index) const
{
    int y = kTopPx;
    for (int i = 0; i <= index; ++i) {
        if (!m_entries[i].group.isEmpty()
            && (i == 0 || m_entries[i - 1].group != m_entries[i].group)) {
            y += kCaptionPx;
        }
        if (i < index) {
            y += kRowPx;
        }
    }
    return {0, y, width() - 1, kRowPx};
}

QRect Rail::entryRect(const QString& id) const
{
    for (int i = 0; i < m_entries.size(); ++i) {
        if (m_entries[i].id == id) {
            return rectOf(i);
        }
    }
    return {};
}

QSize Rail::sizeHint() const
{
    return {kRailWidthPx,
            m_entries.isEmpty() ? kTopPx
                                : rectOf(static_cast<int>(m_entries.size()) - 1).bottom() + 7};
}

int Rail::at(const QPoint& position) const
{
    for (int i = 0; i < m_entries.size(); ++i) {
        if (rectOf(i).contains(position)) {
            return i;
        }
    }
    return -1;
}

void Rail::paintEntry(QPainter& painter, int index) const
{
    const RailEntry& entry = m_entries[index];
    const QRect row = rectOf(index);
    const bool isCurrent = entry.id == m_current;
    if (!entry.group.isEmpty() && (index == 0 || m_entries[index - 1].group != entry.group)) {
        painter.setFont(viewers::Palette::font(11));
        painter.setPen(m_palette->colour(Role::Text3));
        painter.drawText(QRect(12, row.top() - 18, width() - 16, 15),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         entry.group);
    }
    if (isCurrent) {
        painter.fillRect(row, m_palette->colour(Role::Selected));
        painter.fillRect(QRect(row.left(), row.top(), 2, row.height()),
                         m_palette->colour(Role::Accent));
    } else if (index == m_hovered) {
        painter.fillRect(row, m_palette->colour(Role::Hover));
    }
    const Role text = isCurrent ? Role::Text : entry.hasData ? Role::Text2 : Role::Disabled;
    viewers::paintIcon(painter,
                       QRectF(12, row.top() + 6, 16, 16),
                       entry.icon,
                       m_palette->colour(isCurrent ? Role::Accent : text));
    const QFont font = viewers::Palette::font(12, isCurrent ? QFont::DemiBold : QFont::Normal);
    painter.setFont(font);
    painter.setPen(m_palette->colour(text));
    const QRect box = row.adjusted(36, 0, -4, 0);
    painter.drawText(box,
                     Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetrics(font).elidedText(entry.title, Qt::ElideRight, box.width()));
    if (hasFocus() && isCurrent) {
        painter.setPen(QPen(m_palette->colour(Role::Accent), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(row.adjusted(1, 1, -1, -1));
    }
}

void Rail::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_palette->colour(Role::Chrome));
    painter.fillRect(QRect(width() - 1, 0, 1, height()), m_palette->colour(Role::Line));
    for (int i = 0; i < m_entries.size(); ++i) {
        paintEntry(painter, i);
    }
}

void Rail::mousePressEvent(QMouseEvent* event)
{
    if (const int index = at(event->pos()); index >= 0 && event->button() == Qt::LeftButton) {
        emit chosen(m_entries[index].id);
    }
}

void Rail::mouseMoveEvent(QMouseEvent* event)
{
    if (const int index = at(event->pos()); index != m_hovered) {
        m_hovered = index;
        update();
    }
}

void Rail::leaveEvent(QEvent*)
{
    m_hovered = -1;
    update();
}

void Rail::keyPressEvent(QKeyEvent* event)
{
    int current = -1;
    for (int i = 0; i < m_entries.size(); ++i) {
        current = m_entries[i].id == m_current ? i : current;
    }
    const int step = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
    if (step != 0 && current + step >= 0 && current + step < m_entries.size()) {
        emit chosen(m_entries[current + step].id);
    } else {
        QWidget::keyPressEvent(event);
    }
}

bool Rail::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int index = at(help->pos());
        QToolTip::showText(
            help->globalPos(), index >= 0 ? m_entries[index].toolTip : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace runlens::app
