// SPDX-License-Identifier: GPL-3.0-or-later
// What TimelineCanvas paints around and over a finished frame.
#include "viewers/common/icons.h"
#include "viewers/common/number_format.h"
#include "viewers/common/operator_table.h"
#include "viewers/timeline/timeline_canvas.h"

#include <QPainter>
#include <QPainterPath>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr int kTipPadding = 12;
constexpr int kHoverPadding = 8;
constexpr int kTipLineHeight = 16;
constexpr std::size_t kMaxArrows = 24;

QColor withAlpha(QColor colour, double alpha)
{
    colour.setAlphaF(static_cast<float>(alpha));
    return colour;
}

} // namespace

void TimelineCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QRect plot(kLabelColumnPx, lanesTop(), plotWidth(), lanesHeight());
    painter.fillRect(rect(), m_palette->colour(Role::Surface));
    if (m_frame.model && !m_raster.image().isNull()) {
        painter.setClipRect(plot);
        painter.drawImage(plot.topLeft(), m_raster.image());
    }
    painter.setClipRect(plot);
    if (m_area) {
        paintInterval(painter, *m_area);
    }
    if (m_measure) {
        paintInterval(painter, *m_measure);
    }
    paintFlags(painter);
    if (m_showFlows) {
        paintFlows(painter);
    }
    paintSelection(painter);
    painter.setClipping(false);
    paintLabels(painter);
    paintRuler(painter);
    if (m_drag == Drag::None) {
        paintHover(painter);
    }
}

void TimelineCanvas::paintVector(QPainter& painter)
{
    painter.fillRect(rect(), m_palette->colour(Role::Surface));
    if (m_frame.model) {
        painter.save();
        painter.translate(kLabelColumnPx, lanesTop());
        painter.setClipRect(QRect(0, 0, plotWidth(), lanesHeight()));
        const PaintOptions options = paintOptions();
        drawLaneShapes(painter, m_frame, m_colours, options);
        drawLaneTexts(painter, m_frame, m_colours, options, m_labels);
        painter.restore();
    }
    painter.save();
    painter.setClipRect(QRect(kLabelColumnPx, lanesTop(), plotWidth(), lanesHeight()));
    if (m_area) {
        paintInterval(painter, *m_area);
    }
    paintSelection(painter);
    painter.restore();
    paintLabels(painter);
    paintRuler(painter);
}

void TimelineCanvas::paintRuler(QPainter& painter) const
{
    painter.fillRect(QRect(0, 0, width(), kRulerPx), m_palette->colour(Role::Chrome));
    painter.fillRect(QRect(0, kRulerPx - 1, width(), 1),
                     m_palette->colour(hasFocus() ? Role::Accent : Role::Line));
    if (!m_model) {
        return;
    }
    painter.setFont(Palette::font(11));
    const TimeTicks ticks = ticksOf(m_view, plotWidth(), m_model->time().startNs);
    painter.setPen(m_palette->colour(Role::Text2));
    painter.drawText(QRect(kTipPadding, 0, kLabelColumnPx - kTipPadding - 8, kRulerPx - 1),
                     Qt::AlignRight | Qt::AlignVCenter,
                     ticks.anchorLabel);
    painter.setClipRect(QRect(kLabelColumnPx, 0, plotWidth(), kRulerPx));
    for (const TimeTick& tick : ticks.ticks) {
        const auto x = static_cast<int>(kLabelColumnPx + tick.pixel);
        painter.fillRect(QRect(x, kRulerPx - 7, 1, 6), m_palette->colour(Role::Axis));
        painter.setPen(m_palette->colour(Role::Text3));
        const QRect label(
            x + 4, 0, painter.fontMetrics().horizontalAdvance(tick.label) + 1, kRulerPx - 2);
        if (label.right() < kLabelColumnPx + plotWidth()) { // half a number says another one
            painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter, tick.label);
        }
    }
    const auto bar = [&](profiler::TimeInterval time) {
        const double left = xOf(time.startNs);
        const QRectF rect(left, kRulerPx - 17, std::max(xOf(time.endNs) - left, 1.0), 15);
        painter.fillRect(rect, m_palette->colour(Role::Selected));
        painter.setPen(m_palette->colour(Role::Accent));
        painter.drawLine(rect.topLeft(), rect.bottomLeft());
        painter.drawLine(rect.topRight(), rect.bottomRight());
        const QString text = formatDuration(time.durationNs());
        const double needed = painter.fontMetrics().horizontalAdvance(text) + 8;
        QRectF label = rect;
        if (label.width() < needed) {
            label = QRectF(rect.right() + 3, rect.top(), needed, rect.height());
            painter.fillRect(label, m_palette->colour(Role::Chrome));
        } else {
            // The middle of what is visible.
            label.setLeft(std::max(label.left(), static_cast<double>(kLabelColumnPx)));
            label.setRight(
                std::min(label.right(), static_cast<double>(kLabelColumnPx + plotWidth())));
        }
        painter.setPen(m_palette->colour(Role::Text));
        painter.drawText(label, Qt::AlignCenter, text);
    };
    if (m_area) {
        bar(*m_area);
    }
    if (m_measure) {
        bar(*m_measure);
    }
    for (const std::int64_t flag : m_flags) {
        const double x = xOf(flag);
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_palette->colour(Role::Accent));
        painter.drawPolygon(QPolygonF{{x, kRulerPx - 1.0},
                                      {x, kRulerPx - 11.0},
                                      {x + 8, kRulerPx - 7.5},
                                      {x, kRulerPx - 4.0}});
    }
    painter.setClipping(false);
}

void TimelineCanvas::paintLabels(QPainter& painter) const
{
    const QRect column(0, lanesTop(), kLabelColumnPx, lanesHeight());
    painter.fillRect(column, m_palette->colour(Role::Surface));
    painter.setClipRect(QRect(0,
                              lanesTop(),
                              width() - (m_scrollBar->isVisible() ? m_scrollBar->width() : 0),
                              lanesHeight()));
    for (const Lane& lane : m_lanes) {
        const QRect rect(0, lanesTop() + lane.topPx - m_scrollBar->value(), width(), lane.heightPx);
        if (rect.bottom() < lanesTop() || rect.top() > height()) {
            continue;
        }
        if (lane.kind == LaneKind::Group) {
            paintGroup(painter, lane, rect);
        } else {
            paintLabel(painter, lane, QRect(0, rect.top(), kLabelColumnPx, rect.height()));
        }
    }
    painter.setClipping(false);
}

void TimelineCanvas::paintGroup(QPainter& painter, const Lane& lane, const QRect& rect) const
{
    painter.fillRect(rect, m_palette->colour(Role::Raised));
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1),
                     m_palette->colour(Role::Line));
    paintIcon(painter,
              QRectF(4, rect.top() + (rect.height() - 12) / 2.0, 12, 12),
              lane.isFolded ? QStringLiteral("chevron_right") : QStringLiteral("chevron_down"),
              m_palette->colour(Role::Text2));
    painter.setFont(Palette::font(12, QFont::DemiBold));
    painter.setPen(m_palette->colour(Role::Text));
    const int titleWidth = painter.fontMetrics().horizontalAdvance(lane.title);
    painter.drawText(
        QRect(20, rect.top(), titleWidth + 2, rect.height()), Qt::AlignVCenter, lane.title);
    painter.setFont(Palette::font(11));
    painter.setPen(m_palette->colour(Role::Text3));
    painter.drawText(
        QRect(20 + titleWidth + 8, rect.top(), 600, rect.height()), Qt::AlignVCenter, lane.note);
}

void TimelineCanvas::paintLabel(QPainter& painter, const Lane& lane, const QRect& rect) const
{
    painter.fillRect(QRect(rect.right(), rect.top(), 1, rect.height()),
                     m_palette->colour(Role::Line));
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1),
                     m_palette->colour(Role::Line));
    const bool isTwoLines = rect.height() >= 2 * kTipLineHeight + 2;
    QRect text = rect.adjusted(kTipPadding, 2, -8, -2);
    if (lane.canFold) {
        paintIcon(painter,
                  QRectF(0, rect.top() + 4, 12, 12),
                  lane.isFolded ? QStringLiteral("chevron_right") : QStringLiteral("chevron_down"),
                  m_palette->colour(Role::Text3));
    }
    if (!lane.warning.isEmpty()) {
        paintIcon(painter,
                  QRectF(text.right() - 11, text.top() + 1, 12, 12),
                  QStringLiteral("warning"),
                  m_palette->colour(Role::Warning));
        text.setRight(text.right() - 16);
    }
    QRect line = isTwoLines ? QRect(text.left(), text.top(), text.width(), kTipLineHeight) : text;
    painter.setFont(Palette::font(12));
    const int titleWidth =
        std::min(painter.fontMetrics().horizontalAdvance(lane.title), line.width());
    painter.setPen(m_palette->colour(Role::Text));
    painter.drawText(line,
                     Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(lane.title, Qt::ElideRight, line.width()));
    painter.setFont(Palette::font(11));
    painter.setPen(m_palette->colour(Role::Text3));
    QString note = lane.note;
    if (lane.kind == LaneKind::Counter && m_model) {
        const auto* track = m_model->track(lane.track);
        if (track != nullptr && track->counter && !track->counter->range.isEmpty()) {
            const auto& range = track->counter->range;
            const bool isBytes = lane.note == QStringLiteral("B");
            const bool isRate = lane.note.endsWith(QStringLiteral("/s"));
            const auto value = [&](double v) {
                return isBytes  ? formatBytes(static_cast<std::int64_t>(std::clamp(v, -9e18, 9e18)))
                       : isRate ? formatSi(v, lane.note)
                                : formatNumber(v, 3);
            };
            note = tr("%1 – %2").arg(value(range.minimum), value(range.maximum));
            if (!isBytes && !isRate && !lane.note.isEmpty()) {
                note += QLatin1Char(' ') + lane.note;
            }
        }
    }
    if (isTwoLines) {
        line.translate(0, kTipLineHeight - 1);
        painter.drawText(line,
                         Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(note, Qt::ElideRight, line.width()));
    } else if (line.width() - titleWidth > 30) {
        const int room = line.width() - titleWidth - 8;
        painter.drawText(line,
                         Qt::AlignRight | Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(note, Qt::ElideRight, room));
    }
}

void TimelineCanvas::paintInterval(QPainter& painter, profiler::TimeInterval time) const
{
    const QColor accent = m_palette->colour(Role::Accent);
    const double left = std::max(xOf(time.startNs), -10.0);
    const double right = std::min(xOf(time.endNs), width() + 10.0);
    painter.fillRect(QRectF(left, lanesTop(), std::max(right - left, 1.0), lanesHeight()),
                     withAlpha(accent, 0.09));
    painter.fillRect(QRectF(std::floor(left), lanesTop(), 1, lanesHeight()), accent);
    painter.fillRect(QRectF(std::floor(right), lanesTop(), 1, lanesHeight()), accent);
}

void TimelineCanvas::paintFlags(QPainter& painter) const
{
    painter.setPen(QPen(m_palette->colour(Role::Accent), 1, Qt::DashLine));
    for (const std::int64_t flag : m_flags) {
        const double x = std::floor(xOf(flag)) + 0.5;
        painter.drawLine(QPointF(x, lanesTop()), QPointF(x, height()));
    }
}

void TimelineCanvas::paintSelection(QPainter& painter) const
{
    if (m_hovered && m_hovered != m_selected && m_drag == Drag::None) {
        const QRectF rect = rectOf(*m_hovered);
        if (!rect.isEmpty()) {
            painter.setPen(m_palette->colour(Role::Text3));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
        }
    }
    if (m_selected) {
        const QRectF rect = rectOf(*m_selected);
        if (!rect.isEmpty()) {
            painter.setPen(QPen(
                m_palette->colour(Role::Text), 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(rect.width() < 4 ? rect.adjusted(-1, 0, 1, 0)
                                              : rect.adjusted(1, 1, -1, -1));
        }
    }
}

void TimelineCanvas::paintFlows(QPainter& painter) const
{
    if (!m_selected || !m_model) {
        return;
    }
    const QRectF from = rectOf(*m_selected);
    if (from.isEmpty()) {
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    for (const profiler::FlowLink& link : m_model->flowsOf(*m_selected, kMaxArrows)) {
        paintFlow(painter, link, from);
    }
    painter.restore();
}

void TimelineCanvas::paintFlow(QPainter& painter,
                               const profiler::FlowLink& link,
                               const QRectF& from) const
{
    const QColor accent = m_palette->colour(Role::Accent);
    const QRectF other = link.other ? rectOf(*link.other) : QRectF();
    const double here = link.isOutgoing ? from.right() : from.left();
    if (other.isEmpty()) {
        // A stub with the name of the partner and how far away it is.
        const double side = link.isOutgoing ? 1.0 : -1.0;
        const QPointF start(here, from.bottom());
        const QPointF end(here + side * 26, from.bottom() + 12);
        QPainterPath path(start);
        path.cubicTo(start + QPointF(side * 6, 8), end - QPointF(side * 14, 0), end);
        painter.setPen(QPen(accent, 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(path);
        QString text = textOf(m_model->run(), m_model->run().flows()[link.flow].name);
        if (link.other) {
            const auto facts = m_model->facts(*link.other);
            const auto mine = m_model->facts(*m_selected);
            text = textOf(m_model->run(), facts->name);
            text = link.isOutgoing
                       ? tr("%1, %2 later")
                             .arg(text, formatDuration(facts->time.startNs - mine->time.endNs))
                       : tr("%1, %2 earlier")
                             .arg(text, formatDuration(mine->time.startNs - facts->time.endNs));
        }
        painter.setFont(Palette::font(11));
        const double room = painter.fontMetrics().horizontalAdvance(text) + 4;
        const QRectF label(
            link.isOutgoing ? end.x() + 6 : end.x() - 6 - room, end.y() - 8, room, 16);
        painter.fillRect(label.adjusted(-2, 0, 2, 0),
                         withAlpha(m_palette->colour(Role::Surface), 0.8));
        painter.drawText(label, Qt::AlignCenter, text);
        return;
    }
    painter.setPen(QPen(accent, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(other.adjusted(0.5, 0.5, -0.5, -0.5));
    const QPointF start(link.isOutgoing ? from.right() : other.right(),
                        (link.isOutgoing ? from : other).center().y());
    const QPointF end(link.isOutgoing ? other.left() : from.left(),
                      (link.isOutgoing ? other : from).center().y());
    const double bend = std::max(std::abs(end.x() - start.x()) / 2.0, 24.0);
    QPainterPath path(start);
    path.cubicTo(start + QPointF(bend, 0), end - QPointF(bend, 0), end);
    painter.setPen(QPen(accent, 1.5));
    painter.drawPath(path);
    painter.setPen(Qt::NoPen);
    painter.setBrush(accent);
    painter.drawPolygon(QPolygonF{end, end + QPointF(-6, -3), end + QPointF(-6, 3)});
}

QStringList TimelineCanvas::hoverLines() const
{
    QStringList lines;
    const auto facts = m_model && m_hovered ? m_model->facts(*m_hovered) : std::nullopt;
    if (!facts) {
        return lines;
    }
    const Run& run = m_model->run();
    const Track& track = run.tracks()[index(m_hovered->track)];
    lines << textOf(run, facts->name);
    QString times = formatDuration(facts->time.durationNs());
    if (facts->selfNs != facts->time.durationNs()) {
        times += QStringLiteral(", ") + tr("self %1").arg(formatDuration(facts->selfNs));
    }
    lines << times;
    const profiler::TraceStep* step = m_model->stepAt(track.rank, facts->time.startNs);
    if (step != nullptr && step->time.endNs > facts->time.startNs) {
        lines << tr("%1 after the start of step %2")
                     .arg(formatDuration(facts->time.startNs - step->time.startNs))
                     .arg(step->step);
    } else {
        lines << tr("at %1").arg(formatDuration(facts->time.startNs - m_model->time().startNs));
    }
    lines << categoryText(facts->category);
    if (const IrNode* node = run.irNode(facts->node)) {
        lines << textOf(run, node->fullName);
    }
    return lines;
}

QString TimelineCanvas::hoverText() const
{
    return hoverLines().join(QLatin1Char('\n'));
}

void TimelineCanvas::paintHover(QPainter& painter) const
{
    const QStringList lines = hoverLines();
    if (lines.isEmpty()) {
        return;
    }
    const QFont heading = Palette::font(12, QFont::DemiBold);
    const QFont plain = Palette::font(11);
    constexpr int kWidest = 420;
    int needed = 0;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        needed =
            std::max(needed, QFontMetrics(i == 0 ? heading : plain).horizontalAdvance(lines[i]));
    }
    needed = std::min(needed, kWidest);
    QRect box(0,
              0,
              needed + 2 * kHoverPadding,
              static_cast<int>(lines.size()) * kTipLineHeight + 2 * kHoverPadding - 4);
    box.moveTopLeft(m_mouse.toPoint() + QPoint(14, 18));
    if (box.right() > width() - 4) {
        box.moveRight(static_cast<int>(m_mouse.x()) - 10);
    }
    if (box.bottom() > height() - 4) {
        box.moveBottom(static_cast<int>(m_mouse.y()) - 8);
    }
    box.moveLeft(std::max(box.left(), 2));
    box.moveTop(std::max(box.top(), 2));
    painter.setPen(m_palette->colour(Role::Line2));
    painter.setBrush(m_palette->colour(Role::Popup));
    painter.drawRect(box.adjusted(0, 0, -1, -1));
    QRect line(box.left() + kHoverPadding, box.top() + kHoverPadding - 2, needed, kTipLineHeight);
    for (qsizetype i = 0; i < lines.size(); ++i) {
        painter.setFont(i == 0 ? heading : plain);
        painter.setPen(m_palette->colour(i < 2 ? Role::Text : Role::Text2));
        painter.drawText(line,
                         Qt::AlignVCenter,
                         painter.fontMetrics().elidedText(lines[i], Qt::ElideMiddle, needed));
        line.translate(0, kTipLineHeight);
    }
}

} // namespace runlens::viewers
