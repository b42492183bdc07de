// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/lineage/parallel_chart.h"

#include <QEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr int kTopPx = 46; ///< title and switch of an axis
constexpr int kBottomPx = 14;
constexpr int kPlacePx = 20; ///< for what has no place on an axis
constexpr int kFirstAxisPx = 24;
constexpr int kLastAxisPx = 104; ///< for the labels of the last axis
constexpr int kNarrowestPx = 84; ///< between two axes
constexpr int kGrabPx = 14;
constexpr int kClickPx = 3;
constexpr double kNearPx = 5.0;

} // namespace

ParallelChart::ParallelChart(const Palette* palette, QWidget* parent)
    : QWidget(parent), m_palette(palette), m_popup(new FactPopup(palette, this))
{
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Parallel coordinates"));
    connect(m_palette, &Palette::changed, this, [this] {
        m_cache = {};
        update();
    });
}

void ParallelChart::setPicture(const LineagePicture& picture)
{
    m_picture = picture;
    m_hasMissing = false;
    m_hasNonFinite = false;
    for (const ValueAxis& axis : m_picture.axes) {
        const RunColumn& column = m_picture.column(axis);
        for (const int row : m_picture.rows) {
            const auto at = static_cast<std::size_t>(row);
            const bool isMissing = column.isMissing(at);
            m_hasMissing = m_hasMissing || isMissing;
            m_hasNonFinite = m_hasNonFinite || (!isMissing && !axis.fraction(column.value(at)));
        }
    }
    const auto known = static_cast<int>(m_picture.names.size());
    if (m_hovered && *m_hovered >= known) {
        m_hovered.reset();
    }
    if (m_drag && m_drag->axis >= axisCount()) {
        m_drag.reset();
    }
    m_cache = {};
    update();
}

int ParallelChart::axisCount() const
{
    const int room = std::max((width() - kFirstAxisPx - kLastAxisPx) / kNarrowestPx + 1, 1);
    return std::min(static_cast<int>(m_picture.axes.size()), room);
}

const ValueAxis& ParallelChart::axisAt(int axis) const
{
    return m_picture.axes[static_cast<std::size_t>(axis)];
}

QRect ParallelChart::plotRect() const
{
    const int below = kBottomPx + (hasPlacesBelow() ? 8 : 0) + (m_hasMissing ? kPlacePx : 0)
                      + (m_hasNonFinite ? kPlacePx : 0);
    return {kFirstAxisPx,
            kTopPx,
            std::max(width() - kFirstAxisPx - kLastAxisPx, 10),
            std::max(height() - kTopPx - below, 20)};
}

int ParallelChart::axisX(int axis) const
{
    const int count = axisCount();
    const QRect plot = plotRect();
    return count < 2 ? plot.left() : plot.left() + axis * plot.width() / (count - 1);
}

int ParallelChart::nonFiniteY() const
{
    return plotRect().bottom() + 8 + kPlacePx / 2;
}

int ParallelChart::missingY() const
{
    return nonFiniteY() + (m_hasNonFinite ? kPlacePx : 0);
}

double ParallelChart::yOf(double fraction) const
{
    const QRect plot = plotRect();
    return plot.bottom() - fraction * (plot.height() - 1);
}

double ParallelChart::fractionAt(int y) const
{
    const QRect plot = plotRect();
    return static_cast<double>(plot.bottom() - y) / std::max(plot.height() - 1, 1);
}

double ParallelChart::placeOf(int axis, int row) const
{
    const RunColumn& column = m_picture.column(axisAt(axis));
    const auto at = static_cast<std::size_t>(row);
    if (column.isMissing(at)) {
        return missingY();
    }
    const auto fraction = axisAt(axis).fraction(column.value(at));
    return fraction ? yOf(*fraction) : nonFiniteY();
}

QRect ParallelChart::logRect(int axis) const
{
    return {axisX(axis) - 22, kTopPx - 24, 44, 16};
}

std::optional<int> ParallelChart::axisUnder(const QPoint& point) const
{
    for (int axis = 0; axis < axisCount(); ++axis) {
        const bool isNear = std::abs(point.x() - axisX(axis)) <= kGrabPx;
        if (isNear && point.y() >= kTopPx - 6 && point.y() <= height()) {
            return axis;
        }
    }
    return std::nullopt;
}

std::optional<int> ParallelChart::rowUnder(const QPoint& point) const
{
    std::optional<int> best;
    double nearest = kNearPx;
    for (int axis = 0; axis + 1 < axisCount(); ++axis) {
        const int left = axisX(axis);
        const int right = axisX(axis + 1);
        if (point.x() < left || point.x() > right || right == left) {
            continue;
        }
        const double share = static_cast<double>(point.x() - left) / (right - left);
        for (const int row : m_picture.rows) {
            const double from = placeOf(axis, row);
            const double to = placeOf(axis + 1, row);
            // Steep lines are near when the mouse is beside them, not over them.
            const double slope = (to - from) / (right - left);
            const double distance =
                std::abs(from + share * (to - from) - point.y()) / std::hypot(1.0, slope);
            const bool isIn = m_picture.isBrushed[static_cast<std::size_t>(row)];
            if (isIn && distance < nearest) {
                nearest = distance;
                best = row;
            }
        }
    }
    return best;
}

std::optional<QRect> ParallelChart::brushRect(int axis) const
{
    const RunColumn& column = m_picture.column(axisAt(axis));
    const auto found = m_picture.brushes.find(column.key);
    if (found == m_picture.brushes.end()) {
        return std::nullopt;
    }
    const Brush& brush = found->second;
    const QRect plot = plotRect();
    // What the logarithm has no place for lies below the axis.
    const auto yOfValue = [&](double value) {
        return yOf(std::clamp(axisAt(axis).fraction(value).value_or(0.0), 0.0, 1.0));
    };
    const bool isRange = brush.low <= brush.high;
    const double place = brush.takesNonFinite ? nonFiniteY() : missingY();
    const double top = isRange ? yOfValue(brush.high) : place - kPlacePx / 2.0;
    double bottom = isRange ? yOfValue(brush.low) : plot.bottom() + 1;
    if (brush.takesNonFinite && m_hasNonFinite) {
        bottom = nonFiniteY() + kPlacePx / 2.0;
    }
    if (brush.takesMissing && m_hasMissing) {
        bottom = missingY() + kPlacePx / 2.0;
    }
    return QRect(axisX(axis) - 6,
                 static_cast<int>(std::round(top)) - 1,
                 13,
                 std::max(static_cast<int>(std::round(bottom - top)) + 3, 5));
}

Brush ParallelChart::brushBetween(int axis, int fromY, int toY) const
{
    const int top = std::min(fromY, toY);
    const int bottom = std::max(fromY, toY);
    const ValueAxis& value = axisAt(axis);
    Brush brush;
    brush.takesNonFinite = m_hasNonFinite && top <= nonFiniteY() && bottom >= nonFiniteY();
    brush.takesMissing = m_hasMissing && top <= missingY() && bottom >= missingY();
    const QRect plot = plotRect();
    if (top > plot.bottom() + 2) {
        brush.low = 1.0; // nothing of the axis itself
        brush.high = 0.0;
        return brush;
    }
    // The ends of an axis are easy to miss by a pixel.
    constexpr double kSlack = 0.005;
    const double low = fractionAt(std::min(bottom, plot.bottom()));
    const double high = fractionAt(std::max(top, plot.top()));
    brush.low = value.valueAt(low <= 0.0 ? -kSlack : low);
    brush.high = value.valueAt(high >= 1.0 ? 1.0 + kSlack : high);
    return brush;
}

void ParallelChart::dragTo(int y)
{
    Drag& drag = *m_drag;
    drag.toY = y;
    drag.hasMoved = drag.hasMoved || std::abs(y - drag.fromY) > kClickPx;
    if (!drag.hasMoved) {
        return;
    }
    const std::string key = m_picture.column(axisAt(drag.axis)).key;
    if (drag.moved && drag.moved->low <= drag.moved->high) {
        const ValueAxis& axis = axisAt(drag.axis);
        const double by = fractionAt(y) - fractionAt(drag.fromY);
        const auto move = [&](double value, double fallback) {
            return axis.valueAt(axis.fraction(value).value_or(fallback) + by);
        };
        Brush brush = *drag.moved;
        brush.low = move(drag.moved->low, 0.0);
        brush.high = move(drag.moved->high, 0.0);
        emit brushChanged(key, brush);
    } else {
        emit brushChanged(key, brushBetween(drag.axis, drag.fromY, y));
    }
}

void ParallelChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_picture.axes.empty()) {
        return;
    }
    const QPoint point = event->position().toPoint();
    for (int axis = 0; axis < axisCount(); ++axis) {
        if (axisAt(axis).canBeLog() && logRect(axis).contains(point)) {
            emit logAsked(m_picture.column(axisAt(axis)).key, !axisAt(axis).isLog());
            return;
        }
    }
    if (const auto axis = axisUnder(point)) {
        Drag drag;
        drag.axis = *axis;
        drag.fromY = point.y();
        const auto rect = brushRect(*axis);
        if (rect && rect->contains(point)) {
            drag.moved = m_picture.brushes.at(m_picture.column(axisAt(*axis)).key);
        }
        m_drag = drag;
        m_popup->hide();
    } else if (const auto row = rowUnder(point)) {
        emit rowChosen(*row);
    }
}

void ParallelChart::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint point = event->position().toPoint();
    if (m_drag) {
        dragTo(point.y());
        return;
    }
    std::optional<int> log;
    for (int axis = 0; axis < axisCount(); ++axis) {
        if (axisAt(axis).canBeLog() && logRect(axis).contains(point)) {
            log = axis;
        }
    }
    const auto axis = axisUnder(point);
    const auto row = axis || log ? std::nullopt : rowUnder(point);
    setCursor(axis ? Qt::SplitVCursor : row || log ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (row) {
        m_popup->showAt(runFacts(m_picture,
                                 *row,
                                 {m_picture.axes.begin(), m_picture.axes.begin() + axisCount()}),
                        point);
    } else {
        m_popup->hide();
    }
    if (row != m_hovered || log != m_hoveredLog) {
        m_hovered = row;
        m_hoveredLog = log;
        update();
    }
}

void ParallelChart::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_drag) {
        return;
    }
    const Drag drag = *m_drag;
    m_drag.reset();
    if (!drag.hasMoved) {
        emit brushChanged(m_picture.column(axisAt(drag.axis)).key, std::nullopt);
    }
}

void ParallelChart::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    m_popup->hide();
    m_hovered.reset();
    m_hoveredLog.reset();
    update();
}

void ParallelChart::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    m_cache = {};
}

} // namespace runlens::viewers
