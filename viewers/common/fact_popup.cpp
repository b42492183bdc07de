// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/fact_popup.h"

#include "viewers/common/popup_metrics.h"

#include <QPainter>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr int kFactGap = 16;

} // namespace

FactPopup::FactPopup(const Palette* palette, QWidget* parent) : QWidget(parent), m_palette(palette)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void FactPopup::showAt(const FactPopupContent& content, QPoint point)
{
    m_content = content;
    const QFontMetrics bold(Palette::font(12, QFont::DemiBold));
    const QFontMetrics plain(Palette::font(12));
    int names = 0;
    int values = 0;
    for (const Fact& fact : content.facts) {
        names = std::max(names, plain.horizontalAdvance(fact.name));
        values = std::max(values, bold.horizontalAdvance(fact.value));
    }
    const int title =
        bold.horizontalAdvance(content.title)
        + (content.note.isEmpty() ? 0 : kFactGap + plain.horizontalAdvance(content.note));
    const auto rows = static_cast<int>(content.facts.size());
    resize(std::max(title, names + kFactGap + values) + 2 * kPopupPadding,
           kPopupTitleHeight + rows * kPopupRowHeight + 2 * kPopupPadding - 2);
    const QRect bounds = parentWidget()->rect();
    int left = point.x() + 14;
    if (left + width() > bounds.right() - 4) {
        left = point.x() - 14 - width();
    }
    move(std::max(4, left),
         std::clamp(point.y() - 8, 4, std::max(4, bounds.height() - height() - 4)));
    show();
    raise();
    update();
}

QString FactPopup::valueOf(const QString& name) const
{
    const auto at = std::ranges::find(m_content.facts, name, &Fact::name);
    return at == m_content.facts.end() ? QString() : at->value;
}

void FactPopup::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(m_palette->colour(Role::Line2), 1.0));
    painter.setBrush(m_palette->colour(Role::Popup));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    QRect row(kPopupPadding, kPopupPadding - 2, width() - 2 * kPopupPadding, kPopupTitleHeight);
    painter.setFont(Palette::font(12, QFont::DemiBold));
    painter.setPen(m_palette->colour(Role::Text));
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, m_content.title);
    painter.setFont(Palette::font(12));
    painter.setPen(m_palette->colour(Role::Text3));
    painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, m_content.note);
    row = QRect(kPopupPadding, row.bottom() + 1, row.width(), kPopupRowHeight);
    for (const Fact& fact : m_content.facts) {
        painter.setFont(Palette::font(12));
        painter.setPen(m_palette->colour(Role::Text3));
        painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, fact.name);
        painter.setFont(Palette::font(12, QFont::DemiBold));
        painter.setPen(m_palette->colour(Role::Text));
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, fact.value);
        row.translate(0, kPopupRowHeight);
    }
}

} // namespace runlens::viewers
