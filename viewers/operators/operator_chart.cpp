// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/operators/operator_chart.h"

#include "viewers/common/number_format.h"
#include "viewers/common/operator_table.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr int kTitlePx = 28;
constexpr int kAxisPx = 20;
constexpr int kRowPx = 18;
constexpr int kBarPx = 10;
constexpr int kSidePx = 12;
constexpr int kValuePx = 130;
constexpr int kMostBars = 20;
constexpr int kFewestBars = 6;

} // namespace

OperatorChart::OperatorChart(const Palette* palette, QWidget* parent)
    : QWidget(parent), m_palette(palette)
{
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Operators with the most self time"));
    connect(m_palette, &Palette::changed, this, [this] { update(); });
}

QSize OperatorChart::sizeHint() const
{
    return {600, kTitlePx + 14 * kRowPx + kAxisPx};
}

QSize OperatorChart::minimumSizeHint() const
{
    return {200, kTitlePx + kFewestBars * kRowPx + kAxisPx};
}

void OperatorChart::setRows(std::shared_ptr<const Run> run,
                            const std::vector<profiler::OperatorRow>& rows,
                            const QString& title)
{
    m_run = std::move(run);
    m_rows = rows;
    m_title = title;
    m_hovered.reset();
    m_current.reset();
    makeBars();
    update();
}

void OperatorChart::makeBars()
{
    m_bars.clear();
    const int room = std::max((height() - kTitlePx - kAxisPx) / kRowPx, 1);
    const auto most = static_cast<std::size_t>(std::min(room, kMostBars));
    const bool isCut = m_rows.size() > most;
    const std::size_t shown = isCut ? most - 1 : m_rows.size();
    Bar rest;
    rest.isRest = true;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const profiler::OperatorRow& row = m_rows[i];
        if (i < shown) {
            m_bars.push_back(
                {textOf(*m_run, row.name), row.category, row.selfNs, row.share, false});
        } else {
            rest.selfNs = profiler::addSaturated(rest.selfNs, row.selfNs);
            rest.share += row.share;
        }
    }
    if (isCut) {
        rest.name = tr("%n others", nullptr, static_cast<int>(m_rows.size() - shown));
        m_bars.push_back(rest);
    }
}

void OperatorChart::setCurrent(std::optional<std::size_t> row)
{
    m_current = row;
    update();
}

QRect OperatorChart::barRect(std::size_t bar) const
{
    return {0, kTitlePx + static_cast<int>(bar) * kRowPx, width(), kRowPx};
}

std::optional<std::size_t> OperatorChart::barAt(const QPoint& point) const
{
    const int bar = (point.y() - kTitlePx) / kRowPx;
    return point.y() >= kTitlePx && static_cast<std::size_t>(bar) < m_bars.size()
               ? std::optional(static_cast<std::size_t>(bar))
               : std::nullopt;
}

void OperatorChart::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    makeBars();
}

void OperatorChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paint(painter);
}

void OperatorChart::paint(QPainter& painter) const
{
    painter.fillRect(rect(), m_palette->colour(Role::Surface));
    painter.setFont(Palette::font(12, QFont::Medium));
    painter.setPen(m_palette->colour(Role::Text));
    const int titleWidth = painter.fontMetrics().horizontalAdvance(m_title);
    painter.drawText(QRect(kSidePx, 0, width(), kTitlePx), Qt::AlignVCenter, m_title);
    painter.setFont(Palette::font(11));
    painter.setPen(m_palette->colour(Role::Text3));
    painter.drawText(
        QRect(kSidePx + titleWidth + 6, 0, width(), kTitlePx), Qt::AlignVCenter, tr("self time"));
    if (m_bars.empty()) {
        return;
    }
    painter.setFont(Palette::font(11));
    const QFontMetrics metrics = painter.fontMetrics();
    int names = 60;
    std::int64_t largest = 1;
    for (const Bar& bar : m_bars) {
        names = std::max(names, metrics.horizontalAdvance(bar.name) + 4);
        largest = std::max(largest, bar.selfNs);
    }
    names = std::min(names, std::max(width() / 3, 60));
    const int left = kSidePx + names + 8;
    const int room = std::max(width() - left - kValuePx, 20);
    const int bottom = barRect(m_bars.size()).top();
    // Round gridlines: about four.
    const double power = std::pow(10.0, std::floor(std::log10(static_cast<double>(largest) / 4.0)));
    double step = power;
    for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
        step = factor * power;
        if (step * 4.5 >= static_cast<double>(largest)) {
            break;
        }
    }
    const int lines = static_cast<int>(static_cast<double>(largest) / step);
    for (int line = 0; line <= lines; ++line) {
        const double value = line * step;
        const int x = left + static_cast<int>(value / static_cast<double>(largest) * room);
        painter.fillRect(QRect(x, kTitlePx, 1, bottom - kTitlePx),
                         m_palette->colour(value == 0.0 ? Role::Axis : Role::Grid));
        painter.setPen(m_palette->colour(Role::Text3));
        painter.drawText(QRect(x - 40, bottom + 2, 80, 16),
                         Qt::AlignHCenter | Qt::AlignTop,
                         value == 0.0 ? QStringLiteral("0") : formatDurationNs(value));
    }
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const Bar& bar = m_bars[i];
        const QRect row = barRect(i);
        if (m_current == i || m_hovered == i) {
            painter.fillRect(row.adjusted(4, 0, -4, 0),
                             m_palette->colour(m_current == i ? Role::Selected : Role::Hover));
        }
        painter.setPen(m_palette->colour(bar.isRest ? Role::Text3 : Role::Text));
        painter.drawText(QRect(kSidePx, row.top(), names, row.height()),
                         Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(bar.name, Qt::ElideMiddle, names));
        const int length = std::max(
            static_cast<int>(static_cast<double>(bar.selfNs) / static_cast<double>(largest) * room),
            bar.selfNs > 0 ? 1 : 0);
        painter.fillRect(QRect(left + 1, row.top() + (kRowPx - kBarPx) / 2, length, kBarPx),
                         bar.isRest ? m_palette->colour(Role::Disabled)
                                    : m_palette->spanStrong(bar.category));
        painter.setPen(m_palette->colour(Role::Text2));
        painter.drawText(QRect(left + length + 8, row.top(), kValuePx, row.height()),
                         Qt::AlignVCenter,
                         tr("%1, %2").arg(formatDuration(bar.selfNs), formatPercent(bar.share)));
    }
}

void OperatorChart::mousePressEvent(QMouseEvent* event)
{
    const auto bar = barAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && bar && !m_bars[*bar].isRest) {
        emit rowChosen(*bar);
    }
}

void OperatorChart::mouseMoveEvent(QMouseEvent* event)
{
    const auto bar = barAt(event->position().toPoint());
    if (bar != m_hovered) {
        m_hovered = bar;
        setCursor(bar && !m_bars[*bar].isRest ? Qt::PointingHandCursor : Qt::ArrowCursor);
        setToolTip(bar ? m_bars[*bar].name : QString());
        update();
    }
}

void OperatorChart::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    m_hovered.reset();
    update();
}

} // namespace runlens::viewers
