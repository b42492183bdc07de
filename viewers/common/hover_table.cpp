// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/hover_table.h"

#include "viewers/common/number_format.h"
#include "viewers/common/popup_metrics.h"

#include <QDateTime>
#include <QLocale>
#include <QPainter>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr int kColumnGap = 14;
constexpr int kSwatch = 18;
constexpr int kWidestName = 180;

QString timeText(std::int64_t ns, std::int64_t origin)
{
    std::int64_t since = 0;
    if (ns == kNoTime || origin == kNoTime || __builtin_sub_overflow(ns, origin, &since)) {
        return {};
    }
    return formatDuration(since);
}

} // namespace

HoverContent hoverContent(const CurveChart& chart,
                          double x,
                          XAxis axis,
                          const std::function<std::int64_t(const QString& runKey)>& origin,
                          int atMost)
{
    HoverContent content;
    auto points = pointsAt(chart.curves(), x);
    std::erase_if(points, [&](const CurvePoint& point) {
        return !reaches(chart.curves()[point.curve], x, chart.xRange().width() * 0.02);
    });
    if (points.empty()) {
        return content;
    }
    const auto nearest = std::ranges::min_element(
        points, {}, [x](const CurvePoint& point) { return std::abs(point.x - x); });
    content.hasStep = std::ranges::any_of(
        points, [&](const CurvePoint& point) { return point.step != nearest->step; });
    for (const CurvePoint& point : points) {
        const PlotCurve& curve = chart.curves()[point.curve];
        if (static_cast<int>(content.rows.size()) == atMost) {
            ++content.more;
            continue;
        }
        HoverRow row;
        row.colour = curve.colour;
        row.run = curve.name;
        row.value = chart.valueText(point.value);
        if (curve.data->isSmoothed()) {
            row.smoothed = chart.valueText(point.smoothed);
            content.hasSmoothed = true;
        }
        row.step = point.step == kNoStep ? noValue() : formatCount(point.step);
        row.time = timeText(point.wallNs, origin(curve.runKey));
        content.hasTime = content.hasTime || !row.time.isEmpty();
        content.rows.push_back(std::move(row));
    }
    if (axis == XAxis::Wall) {
        content.title = formatDateTime(nearest->wallNs);
        content.note = HoverTable::tr("step %1").arg(formatCount(nearest->step));
    } else {
        content.title = HoverTable::tr("Step %1").arg(formatCount(nearest->step));
        content.note = timeText(nearest->wallNs, origin(chart.curves()[nearest->curve].runKey));
    }
    if (content.rows.size() == 1) {
        content.hasTime = false;
    }
    return content;
}

HoverTable::HoverTable(const Palette* palette, QWidget* parent)
    : QWidget(parent), m_palette(palette)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

HoverTable::Widths HoverTable::measure() const
{
    const QFontMetrics plain(Palette::font(12));
    const QFontMetrics bold(Palette::font(12, QFont::DemiBold));
    const QFontMetrics head(Palette::font(11));
    Widths widths;
    widths.run = head.horizontalAdvance(HoverTable::tr("Run"));
    widths.smoothed = head.horizontalAdvance(HoverTable::tr("Smoothed"));
    widths.value = head.horizontalAdvance(HoverTable::tr("Value"));
    widths.step = head.horizontalAdvance(HoverTable::tr("Step"));
    widths.time = head.horizontalAdvance(HoverTable::tr("Time"));
    for (const HoverRow& row : m_content.rows) {
        widths.run =
            std::max(widths.run, std::min(kWidestName, plain.horizontalAdvance(row.run) + 4));
        widths.smoothed = std::max(widths.smoothed, bold.horizontalAdvance(row.smoothed));
        widths.value = std::max(widths.value, bold.horizontalAdvance(row.value));
        widths.step = std::max(widths.step, plain.horizontalAdvance(row.step));
        widths.time = std::max(widths.time, plain.horizontalAdvance(row.time));
    }
    return widths;
}

void HoverTable::showAt(const HoverContent& content, QPoint point)
{
    m_content = content;
    if (content.rows.empty()) {
        hide();
        return;
    }
    m_widths = measure();
    const QFontMetrics bold(Palette::font(12, QFont::DemiBold));
    int width = kSwatch + m_widths.run + kColumnGap + m_widths.value;
    width += m_content.hasSmoothed ? kColumnGap + m_widths.smoothed : 0;
    width += m_content.hasStep ? kColumnGap + m_widths.step : 0;
    width += m_content.hasTime ? kColumnGap + m_widths.time : 0;
    width = std::max(width,
                     bold.horizontalAdvance(content.title) + kColumnGap * 2
                         + bold.horizontalAdvance(content.note));
    const int rows = static_cast<int>(content.rows.size()) + 1 + (content.more > 0 ? 1 : 0);
    resize(width + 2 * kPopupPadding,
           kPopupTitleHeight + rows * kPopupRowHeight + 2 * kPopupPadding - 2);
    const QRect bounds = parentWidget()->rect();
    int left = point.x() + 14;
    if (left + this->width() > bounds.right() - 4) {
        left = point.x() - 14 - this->width();
    }
    move(std::max(4, left),
         std::clamp(point.y() - 8, 4, std::max(4, bounds.height() - height() - 4)));
    show();
    raise();
    update();
}

void HoverTable::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(m_palette->colour(Role::Line2), 1.0));
    painter.setBrush(m_palette->colour(Role::Popup));
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    const int right = width() - kPopupPadding;
    const QRect title(
        kPopupPadding, kPopupPadding - 2, width() - 2 * kPopupPadding, kPopupTitleHeight);
    painter.setFont(Palette::font(12, QFont::DemiBold));
    painter.setPen(m_palette->colour(Role::Text));
    painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter, m_content.title);
    painter.setFont(Palette::font(12));
    painter.setPen(m_palette->colour(Role::Text3));
    painter.drawText(title, Qt::AlignRight | Qt::AlignVCenter, m_content.note);

    int y = title.bottom() + 1;
    const auto cells = [&](const QString& run,
                           const QString& smoothed,
                           const QString& value,
                           const QString& step,
                           const QString& time,
                           bool isHead) {
        const auto cell =
            [&](const QString& content, int cellRight, int cellWidth, bool isBold, Role role) {
                painter.setFont(isHead
                                    ? Palette::font(11)
                                    : Palette::font(12, isBold ? QFont::DemiBold : QFont::Normal));
                painter.setPen(m_palette->colour(isHead ? Role::Text3 : role));
                painter.drawText(QRect(cellRight - cellWidth, y, cellWidth, kPopupRowHeight),
                                 Qt::AlignRight | Qt::AlignVCenter,
                                 content);
            };
        painter.setFont(isHead ? Palette::font(11) : Palette::font(12));
        painter.setPen(m_palette->colour(isHead ? Role::Text3 : Role::Text));
        painter.drawText(QRect(isHead ? kPopupPadding : kPopupPadding + kSwatch,
                               y,
                               m_widths.run + (isHead ? kSwatch : 2),
                               kPopupRowHeight),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(run, Qt::ElideMiddle, m_widths.run));
        int at = right;
        if (m_content.hasTime) {
            cell(time, at, m_widths.time, false, Role::Text3);
            at -= m_widths.time + kColumnGap;
        }
        if (m_content.hasStep) {
            cell(step, at, m_widths.step, false, Role::Text3);
            at -= m_widths.step + kColumnGap;
        }
        cell(value,
             at,
             m_widths.value,
             !m_content.hasSmoothed,
             m_content.hasSmoothed ? Role::Text2 : Role::Text);
        at -= m_widths.value + kColumnGap;
        if (m_content.hasSmoothed) {
            cell(smoothed, at, m_widths.smoothed, true, Role::Text);
        }
        y += kPopupRowHeight;
    };
    cells(HoverTable::tr("Run"),
          HoverTable::tr("Smoothed"),
          HoverTable::tr("Value"),
          HoverTable::tr("Step"),
          HoverTable::tr("Time"),
          true);
    for (const HoverRow& row : m_content.rows) {
        painter.fillRect(QRectF(kPopupPadding, y + kPopupRowHeight / 2.0 - 1.5, 11, 3), row.colour);
        cells(row.run, row.smoothed, row.value, row.step, row.time, false);
    }
    if (m_content.more > 0) {
        painter.setFont(Palette::font(11));
        painter.setPen(m_palette->colour(Role::Text3));
        painter.drawText(QRect(kPopupPadding, y, width() - 2 * kPopupPadding, kPopupRowHeight),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         tr("and %n more", nullptr, m_content.more));
    }
}

} // namespace runlens::viewers
