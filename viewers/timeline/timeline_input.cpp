// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse, wheel and keys of TimelineCanvas.
#include "viewers/common/chart_metrics.h"
#include "viewers/timeline/timeline_canvas.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr double kDragThresholdPx = 4.0;
constexpr double kKeyZoom = 1.4;
constexpr double kKeyPan = 0.15;
constexpr double kNotch = 120.0; ///< Qt's angle of one notch of a wheel

} // namespace

void TimelineCanvas::mousePressEvent(QMouseEvent* event)
{
    setFocus(Qt::MouseFocusReason);
    if (event->button() != Qt::LeftButton && event->button() != Qt::MiddleButton) {
        QWidget::mousePressEvent(event);
        return;
    }
    m_mouse = event->position();
    const bool isOnPlot = m_mouse.x() >= kLabelColumnPx;
    const int y = static_cast<int>(m_mouse.y()) - lanesTop() + m_scrollBar->value();
    const auto lane = m_mouse.y() >= lanesTop() ? laneAt(m_lanes, y) : std::nullopt;
    if (lane && (m_lanes[*lane].kind == LaneKind::Group || !isOnPlot)) {
        toggleFold(m_lanes[*lane]);
        return;
    }
    if (!isOnPlot || !m_model) {
        return;
    }
    press(m_mouse);
    if (m_mouse.y() < lanesTop()) {
        m_drag = Drag::Measure;
        m_measure.reset();
    } else if (event->modifiers().testFlag(Qt::ShiftModifier)) {
        m_drag = Drag::Area;
    } else {
        m_drag = Drag::Click;
    }
    update();
}

void TimelineCanvas::press(const QPointF& point)
{
    m_pressed = point;
    m_pressedNs = nsAtX(point.x());
    m_pressedView = m_view;
    m_pressedScroll = m_scrollBar->value();
    m_hovered.reset();
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent* event)
{
    m_mouse = event->position();
    m_isPointed = true;
    if (m_drag == Drag::None) {
        hover(m_mouse);
    } else {
        drag(m_mouse);
    }
}

void TimelineCanvas::drag(const QPointF& point)
{
    const QPointF moved = point - m_pressed;
    const bool isFar = std::hypot(moved.x(), moved.y()) >= kDragThresholdPx;
    if (m_drag == Drag::Click && isFar) {
        m_drag = Drag::Pan;
        setCursor(Qt::ClosedHandCursor);
    }
    const std::int64_t now = nsAtX(point.x());
    const profiler::TimeInterval between{std::min(m_pressedNs, now), std::max(m_pressedNs, now)};
    switch (m_drag) {
    case Drag::Pan:
        m_scrollBar->setValue(m_pressedScroll - static_cast<int>(moved.y()));
        setTimeView(panned(m_pressedView, -moved.x()));
        break;
    case Drag::Area:
        m_area = between;
        update();
        break;
    case Drag::Measure:
        m_measure = isFar || m_measure ? std::optional(between) : std::nullopt;
        update();
        break;
    default:
        break;
    }
}

void TimelineCanvas::hover(const QPointF& point)
{
    m_hovered = spanAtPoint(point);
    const int y = static_cast<int>(point.y()) - lanesTop() + m_scrollBar->value();
    const auto lane = point.y() >= lanesTop() ? laneAt(m_lanes, y) : std::nullopt;
    const bool isOnLabel = lane && point.x() < kLabelColumnPx;
    QString tip;
    if (isOnLabel && m_lanes[*lane].kind != LaneKind::Group) {
        tip = m_lanes[*lane].title
              + (m_lanes[*lane].note.isEmpty() ? QString()
                                               : QStringLiteral("\n") + m_lanes[*lane].note)
              + (m_lanes[*lane].warning.isEmpty() ? QString()
                                                  : QStringLiteral("\n") + m_lanes[*lane].warning);
    }
    setToolTip(tip);
    const bool canFold =
        lane && m_lanes[*lane].canFold && (isOnLabel || m_lanes[*lane].kind == LaneKind::Group);
    setCursor(canFold                                                 ? Qt::PointingHandCursor
              : point.y() < lanesTop() && point.x() >= kLabelColumnPx ? Qt::IBeamCursor
                                                                      : Qt::ArrowCursor);
    update();
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    const Drag finished = std::exchange(m_drag, Drag::None);
    m_mouse = event->position();
    unsetCursor();
    if (finished == Drag::Click) {
        if (const auto span = spanAtPoint(m_mouse)) {
            m_selected = span;
            emit spanClicked(*span);
        } else {
            emit backgroundClicked();
        }
    } else if (finished == Drag::Area) {
        const bool isWide = std::abs(m_mouse.x() - m_pressed.x()) >= kDragThresholdPx;
        m_area = isWide ? m_area : std::nullopt;
        emit areaChosen(m_area);
    } else if (finished == Drag::Pan) {
        if (m_before.empty() || !(m_before.back() == m_pressedView)) {
            m_before.push_back(m_pressedView);
        }
    }
    hover(m_mouse);
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_model) {
        return;
    }
    if (const auto span = spanAtPoint(event->position())) {
        fit(m_model->facts(*span)->time);
    } else if (event->position().x() >= kLabelColumnPx) {
        remember();
        fitAll();
    }
}

void TimelineCanvas::wheelEvent(QWheelEvent* event)
{
    const QPoint angle = event->angleDelta();
    const double notches = (angle.y() != 0 ? angle.y() : angle.x()) / kNotch;
    const bool isOnLabels = event->position().x() < kLabelColumnPx;
    event->accept();
    if (notches == 0.0) {
        return;
    }
    if (event->modifiers().testFlag(Qt::ShiftModifier) || (angle.y() == 0 && !isOnLabels)) {
        setTimeView(panned(m_view, -notches * 60.0));
    } else if (isOnLabels || event->modifiers().testFlag(Qt::ControlModifier)) {
        m_scrollBar->setValue(m_scrollBar->value()
                              - static_cast<int>(notches * 3 * m_scrollBar->singleStep()));
    } else {
        setTimeView(zoomed(m_view,
                           std::pow(kWheelZoom, notches),
                           event->position().x() - kLabelColumnPx,
                           widestNsPerPixel()));
    }
    m_mouse = event->position();
    if (m_drag == Drag::None) {
        hover(m_mouse);
    }
}

bool TimelineCanvas::zoomKey(int key)
{
    const double width = plotWidth();
    const bool isInside = m_isPointed && m_mouse.x() >= kLabelColumnPx;
    const double at = isInside ? m_mouse.x() - kLabelColumnPx : width / 2.0;
    switch (key) {
    case Qt::Key_W:
        setTimeView(zoomed(m_view, kKeyZoom, at, widestNsPerPixel()));
        return true;
    case Qt::Key_S:
        setTimeView(zoomed(m_view, 1.0 / kKeyZoom, at, widestNsPerPixel()));
        return true;
    case Qt::Key_A:
        setTimeView(panned(m_view, -kKeyPan * width));
        return true;
    case Qt::Key_D:
        setTimeView(panned(m_view, kKeyPan * width));
        return true;
    case Qt::Key_Home:
        setTimeView(TimeView{m_model->time().startNs, m_view.nsPerPixel});
        return true;
    case Qt::Key_End:
        setTimeView(panned(TimeView{m_model->time().endNs, m_view.nsPerPixel}, -width));
        return true;
    case Qt::Key_PageUp:
        m_scrollBar->setValue(m_scrollBar->value() - m_scrollBar->pageStep());
        return true;
    case Qt::Key_PageDown:
        m_scrollBar->setValue(m_scrollBar->value() + m_scrollBar->pageStep());
        return true;
    case Qt::Key_F:
        if (m_selected && m_model->facts(*m_selected)) {
            fit(m_model->facts(*m_selected)->time);
        } else if (m_area) {
            fit(*m_area);
        } else {
            remember();
            fitAll();
        }
        return true;
    case Qt::Key_Backspace:
        if (!m_before.empty()) {
            const TimeView back = m_before.back();
            m_before.pop_back();
            setTimeView(back);
        }
        return true;
    default:
        return false;
    }
}

bool TimelineCanvas::walkKey(int key)
{
    const bool isArrow =
        key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
    if (!isArrow) {
        return false;
    }
    const auto place = m_selected ? m_model->find(*m_selected) : std::nullopt;
    if (!place) {
        // Nothing to walk from: the first span in sight.
        for (const Lane& lane : m_lanes) {
            const auto first = lane.kind == LaneKind::Spans
                                   ? m_model->firstEndingAfter(lane.track, 0, m_view.startNs)
                                   : std::nullopt;
            if (first && lane.topPx + lane.heightPx > m_scrollBar->value()) {
                m_selected = m_model->spanAt(lane.track, *first);
                walkTo(first);
                return true;
            }
        }
        return true;
    }
    const TrackId track = m_selected->track;
    walkTo(key == Qt::Key_Left    ? m_model->previous(track, *place)
           : key == Qt::Key_Right ? m_model->next(track, *place)
           : key == Qt::Key_Up    ? m_model->parent(track, *place)
                                  : m_model->firstChild(track, *place));
    return true;
}

void TimelineCanvas::walkTo(std::optional<profiler::SpanPlace> place)
{
    if (place) {
        m_selected = m_model->spanAt(m_selected->track, *place);
        reveal(*m_selected);
        update();
        emit spanClicked(*m_selected);
    }
}

void TimelineCanvas::mark()
{
    const auto facts = m_selected ? m_model->facts(*m_selected) : std::nullopt;
    if (facts && facts->time.durationNs() > 0) {
        m_area = m_area == facts->time ? std::nullopt : std::optional(facts->time);
        emit areaChosen(m_area);
    } else if (m_isPointed && m_mouse.x() >= kLabelColumnPx) {
        // A flag at the pointer; on a flag, it goes away.
        const std::int64_t ns = nsAtX(m_mouse.x());
        const auto near = std::find_if(m_flags.begin(), m_flags.end(), [&](std::int64_t flag) {
            return std::abs(xOf(flag) - m_mouse.x()) <= kDragThresholdPx;
        });
        if (near != m_flags.end()) {
            m_flags.erase(near);
        } else {
            m_flags.push_back(ns);
        }
    }
    update();
}

void TimelineCanvas::escape()
{
    if (m_measure) {
        m_measure.reset();
    } else if (m_area) {
        m_area.reset();
        emit areaChosen(m_area);
    } else {
        m_selected.reset();
        emit backgroundClicked();
    }
    update();
}

void TimelineCanvas::keyPressEvent(QKeyEvent* event)
{
    const bool isPlain =
        (event->modifiers() & ~(Qt::KeypadModifier | Qt::ShiftModifier)) == Qt::NoModifier;
    if (!isPlain || !m_model) {
        QWidget::keyPressEvent(event);
        return;
    }
    if (event->key() == Qt::Key_M) {
        mark();
    } else if (event->key() == Qt::Key_Escape) {
        escape();
    } else if (event->key() == Qt::Key_Slash) {
        emit searchAsked();
    } else if (!zoomKey(event->key()) && !walkKey(event->key())) {
        QWidget::keyPressEvent(event);
    }
}

void TimelineCanvas::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    m_isPointed = false;
    m_hovered.reset();
    update();
}

void TimelineCanvas::toggleFold(const Lane& lane)
{
    if (!lane.canFold) {
        return;
    }
    const auto toggle = [](auto& set, auto value) {
        if (!set.erase(value)) {
            set.insert(value);
        }
    };
    if (lane.kind == LaneKind::Group) {
        toggle(m_folded.ranks, lane.rank);
    } else {
        toggle(m_folded.tracks, lane.track);
    }
    rebuildLanes();
    update();
    emit foldedChanged();
}

} // namespace runlens::viewers
