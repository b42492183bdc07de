// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/overview/section_heading.h"

#include <QMouseEvent>
#include <QPainter>

namespace runlens::viewers {

SectionHeading::SectionHeading(const Palette* palette, const QString& title, QWidget* parent)
    : QWidget(parent), m_palette(palette), m_title(title)
{
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(title);
    connect(m_palette, &Palette::changed, this, qOverload<>(&QWidget::update));
}

void SectionHeading::setNote(const QString& note)
{
    m_note = note;
    update();
}

void SectionHeading::setLink(const QString& text)
{
    m_link = text;
    update();
}

QRect SectionHeading::linkRect() const
{
    const int width = QFontMetrics(Palette::font(12)).horizontalAdvance(m_link);
    return m_link.isEmpty() ? QRect() : QRect(this->width() - width, 0, width, height());
}

void SectionHeading::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setFont(Palette::font(12, QFont::DemiBold));
    painter.setPen(m_palette->colour(Role::Text));
    painter.drawText(rect(), Qt::AlignLeft | Qt::AlignVCenter, m_title);
    const int left = painter.fontMetrics().horizontalAdvance(m_title) + 8;
    painter.setFont(Palette::font(12));
    painter.setPen(m_palette->colour(Role::Accent));
    painter.drawText(linkRect(), Qt::AlignRight | Qt::AlignVCenter, m_link);
    painter.setFont(Palette::font(11));
    painter.setPen(m_palette->colour(Role::Text3));
    const int room = width() - left - linkRect().width() - 8;
    painter.drawText(QRect(left, 0, room, height()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(m_note, Qt::ElideRight, room));
}

void SectionHeading::mouseMoveEvent(QMouseEvent* event)
{
    setCursor(linkRect().contains(event->position().toPoint()) ? Qt::PointingHandCursor
                                                               : Qt::ArrowCursor);
}

void SectionHeading::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && linkRect().contains(event->position().toPoint())) {
        emit linkActivated();
    }
}

} // namespace runlens::viewers
