// SPDX-License-Identifier: GPL-3.0-or-later
/// What mouse, wheel and keys do in a chart, and which recorded points lie under the mouse.
#include "viewers/common/chart_metrics.h"
#include "viewers/common/chart_overlay.h"
#include "viewers/common/curve_chart.h"
#include "viewers/common/curve_range.h"

#include <QApplication>
#include <QChart>
#include <QMouseEvent>
#include <QWheelEvent>

#include <cmath>

namespace runlens::viewers {

namespace {

ValueRange shifted(const ValueRange& range, double share)
{
    const double low = onScale(range.minimum, range.isLog);
    const double high = onScale(range.maximum, range.isLog);
    const double by = (high - low) * share;
    return range.isLog ? ValueRange{std::pow(10.0, low + by), std::pow(10.0, high + by), true}
                       : ValueRange{low + by, high + by, false};
}

ValueRange scaled(const ValueRange& range, double centre, double factor)
{
    const double low = onScale(range.minimum, range.isLog);
    const double high = onScale(range.maximum, range.isLog);
    const double at = low + (high - low) * centre;
    const double newLow = at - (at - low) * factor;
    const double newHigh = at + (high - at) * factor;
    return range.isLog ? ValueRange{std::pow(10.0, newLow), std::pow(10.0, newHigh), true}
                       : ValueRange{newLow, newHigh, false};
}

} // namespace

std::vector<CurvePoint> pointsAt(std::span<const PlotCurve> curves, double x)
{
    std::vector<CurvePoint> points;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const CurveData& data = *curves[i].data;
        if (const auto row = data.nearestRow(x)) {
            points.push_back({i,
                              *row,
                              data.x(*row),
                              data.value(*row),
                              data.smoothed(*row),
                              data.series().steps[*row],
                              data.series().wallNs[*row]});
        }
    }
    std::ranges::stable_sort(points, [](const CurvePoint& a, const CurvePoint& b) {
        // NaN is greater than nothing and would break the order.
        return std::isnan(b.smoothed) ? !std::isnan(a.smoothed) : a.smoothed > b.smoothed;
    });
    return points;
}

bool reaches(const PlotCurve& curve, double x, double slack)
{
    const auto range = curve.data->xRange();
    return range && x >= range->first - slack && x <= range->second + slack;
}

double CurveChart::xAt(double widgetX) const
{
    return m_x.minimum + (widgetX - plotRect().left()) / plotRect().width() * m_x.width();
}

QRectF CurveChart::expandRect() const
{
    return {width() - kExpandSize - 6, 2, kExpandSize, kExpandSize};
}

void CurveChart::hoverAt(const QPointF& position)
{
    const QRectF area = plotRect().adjusted(-4, -kChartLane, 4, 4);
    const bool wasUnderMouse = std::exchange(m_isUnderMouse, true);
    if (!wasUnderMouse) {
        m_overlay->update();
    }
    if (!area.contains(position)) {
        emit left();
        return;
    }
    const double wanted = std::clamp(xAt(position.x()), m_x.minimum, m_x.maximum);
    std::optional<double> nearest;
    for (const PlotCurve& curve : curves()) {
        if (const auto row = curve.data->nearestRow(wanted)) {
            const double x = curve.data->x(*row);
            if (!nearest || std::abs(x - wanted) < std::abs(*nearest - wanted)) {
                nearest = x;
            }
        }
    }
    if (nearest) {
        emit hovered(*nearest, position.toPoint());
    }
}

void CurveChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    setFocus(Qt::MouseFocusReason);
    m_pressed = event->position();
    m_pressedX = m_x;
    m_pressedY = m_y;
    if (!m_isCompact && expandRect().contains(m_pressed)) {
        emit expandRequested();
        return;
    }
    const bool isInPlot = plotRect().adjusted(-2, -kChartLane, 2, 2).contains(m_pressed);
    m_gesture = !isInPlot                                       ? Gesture::None
                : (event->modifiers() & Qt::ShiftModifier) != 0 ? Gesture::Brush
                                                                : Gesture::Press;
}

void CurveChart::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF position = event->position();
    const double dx = position.x() - m_pressed.x();
    const double dy = position.y() - m_pressed.y();
    const bool starts =
        m_gesture == Gesture::Press
        && (position - m_pressed).manhattanLength() >= QApplication::startDragDistance();
    if (starts) {
        m_gesture = Gesture::Pan;
    }
    switch (m_gesture) {
    case Gesture::Pan: {
        const double by = -dx / plotRect().width() * m_pressedX.width();
        const bool movesValues = (event->modifiers() & Qt::ControlModifier) != 0;
        emit zoomRequested({m_pressedX.minimum + by, m_pressedX.maximum + by},
                           movesValues
                               ? std::optional(shifted(m_pressedY, dy / plotRect().height()))
                               : std::nullopt,
                           starts);
        break;
    }
    case Gesture::Brush: {
        const double a = std::clamp(xAt(m_pressed.x()), m_x.minimum, m_x.maximum);
        const double b = std::clamp(xAt(position.x()), m_x.minimum, m_x.maximum);
        setBrush(XRange{std::min(a, b), std::max(a, b)});
        break;
    }
    case Gesture::Press:
    case Gesture::None:
        hoverAt(position);
        break;
    }
}

void CurveChart::mouseReleaseEvent(QMouseEvent* event)
{
    const Gesture gesture = std::exchange(m_gesture, Gesture::None);
    if (event->button() != Qt::LeftButton) {
        return;
    }
    if (gesture == Gesture::Pan) {
        emit panFinished();
    } else if (gesture == Gesture::Brush && m_brush) {
        emit brushed(*m_brush);
    } else if (gesture == Gesture::Press) {
        // The curve whose drawn point is nearest to the click, among the nearest in x.
        const auto points = pointsAt(curves(), xAt(m_pressed.x()));
        const CurvePoint* best = nullptr;
        double bestDistance = 0.0;
        for (const CurvePoint& point : points) {
            const double px = plotFrame().xToPixel(point.x) - (m_pressed.x() - plotRect().left());
            const double py =
                std::isfinite(point.smoothed)
                    ? plotFrame().yToPixel(point.smoothed) - (m_pressed.y() - plotRect().top())
                    : plotRect().height();
            const double distance = std::abs(px) * 64.0 + std::abs(py);
            if (best == nullptr || distance < bestDistance) {
                best = &point;
                bestDistance = distance;
            }
        }
        if (best != nullptr) {
            emit clicked(*best);
        }
    }
}

void CurveChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        return;
    }
    if (event->position().y() < kChartTitleHeight && !m_isCompact) {
        emit expandRequested();
    } else {
        emit fitRequested();
    }
}

void CurveChart::wheelEvent(QWheelEvent* event)
{
    const QPointF position = event->position();
    if (!plotRect().contains(position) || event->angleDelta().y() == 0) {
        event->ignore(); // the page scrolls
        return;
    }
    const double factor = std::pow(kWheelZoom, -event->angleDelta().y() / 120.0);
    event->accept();
    if ((event->modifiers() & Qt::ControlModifier) != 0) {
        const double centre = (plotRect().bottom() - position.y()) / plotRect().height();
        emit zoomRequested(m_x, scaled(m_y, centre, factor), true);
        return;
    }
    const double at = xAt(position.x());
    emit zoomRequested(
        {at - (at - m_x.minimum) * factor, at + (m_x.maximum - at) * factor}, std::nullopt, true);
}

void CurveChart::leaveEvent(QEvent* event)
{
    QChartView::leaveEvent(event);
    m_isUnderMouse = false;
    m_overlay->update();
    emit left();
}

void CurveChart::keyPressEvent(QKeyEvent* event)
{
    event->ignore(); // the view knows the keys; a scroll area would swallow the arrows
}

} // namespace runlens::viewers
