// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse, wheel, keys and tooltips of the GraphCanvas.
#include "viewers/graph/graph_canvas.h"
#include "viewers/graph/graph_minimap.h"
#include "viewers/graph/graph_walk.h"
#include "viewers/graph/indexing.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <cmath>

namespace runlens::viewers {

namespace {

constexpr double kPanStep = 60;

} // namespace

void GraphCanvas::dragMinimap(QPointF place)
{
    const QRect frame = minimapRect();
    if (frame.isEmpty()) {
        return;
    }
    const QPointF centre = fromMinimap(*m_picture, frame, place);
    m_revealedNode = -1;
    m_isFitted = false;
    setView(m_scale, QRectF(rect()).center() - centre * m_scale);
}

void GraphCanvas::wheelEvent(QWheelEvent* event)
{
    const QPoint pixels = event->pixelDelta();
    if (event->modifiers() & Qt::ShiftModifier) {
        const QPoint angle = event->angleDelta();
        const double delta = angle.x() != 0 ? angle.x() : angle.y();
        m_revealedNode = -1;
        m_isFitted = false;
        setView(m_scale, m_offset + QPointF(delta / 2, 0));
    } else {
        const double steps =
            event->angleDelta().y() != 0 ? event->angleDelta().y() / 120.0 : pixels.y() / 40.0;
        zoomAt(event->position(), std::pow(1.2, steps));
    }
    event->accept();
}

bool GraphCanvas::isOnChevron(int item, QPointF place) const
{
    if (item < 0 || m_picture->visible.items[at(item)].scope < 0) {
        return false;
    }
    return QRectF(m_picture->layout.boxes[at(item)].topLeft(), QSizeF(22, 24)).contains(place);
}

void GraphCanvas::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_picture) {
        return;
    }
    m_isPressed = true;
    m_isPanning = false;
    m_pressedAt = event->pos();
    m_offsetAtPress = m_offset;
    m_isOnMinimap = minimapRect().contains(event->pos());
    if (m_isOnMinimap) {
        dragMinimap(event->position());
    }
}

void GraphCanvas::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_picture) {
        return;
    }
    if (m_isPressed && m_isOnMinimap) {
        dragMinimap(event->position());
        return;
    }
    if (m_isPressed) {
        const QPoint moved = event->pos() - m_pressedAt;
        if (m_isPanning || moved.manhattanLength() >= QApplication::startDragDistance()) {
            m_isPanning = true;
            m_revealedNode = -1;
            m_isFitted = false;
            setCursor(Qt::ClosedHandCursor);
            setView(m_scale, m_offsetAtPress + moved);
        }
        return;
    }
    const int hovered =
        minimapRect().contains(event->pos()) ? -1 : m_picture->itemAt(toPicture(event->position()));
    if (hovered != m_marks.hovered) {
        m_marks.hovered = hovered;
        setCursor(hovered >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        update();
    }
}

void GraphCanvas::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_isPressed || !m_picture) {
        return;
    }
    m_isPressed = false;
    unsetCursor();
    if (m_isPanning || m_isOnMinimap) {
        return;
    }
    const QPointF place = toPicture(event->position());
    const int item = m_picture->itemAt(place);
    if (item < 0) {
        emit backgroundClicked();
        return;
    }
    const VisibleItem& visible = m_picture->visible.items[at(item)];
    if (visible.node >= 0) {
        emit nodeClicked(visible.node);
    } else if (isOnChevron(item, place)) {
        emit scopeToggled(visible.scope);
    } else if (!visible.isOpen) {
        m_selectedNodes.clear();
        m_keyboardItem = item;
        remark();
        update();
    }
}

void GraphCanvas::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_picture || minimapRect().contains(event->pos())) {
        return;
    }
    const QPointF place = toPicture(event->position());
    const int item = m_picture->itemAt(place);
    if (item >= 0 && m_picture->visible.items[at(item)].scope >= 0 && !isOnChevron(item, place)) {
        emit scopeToggled(m_picture->visible.items[at(item)].scope);
    } else if (item < 0) {
        fit();
    }
}

void GraphCanvas::leaveEvent(QEvent*)
{
    m_marks.hovered = -1;
    update();
}

void GraphCanvas::walk(Qt::Key key)
{
    const int best = neighbourOf(*m_picture, currentItem(), key);
    if (best < 0) {
        return;
    }
    const VisibleItem& item = m_picture->visible.items[at(best)];
    if (item.node >= 0) {
        emit nodeClicked(item.node);
    } else {
        m_selectedNodes.clear();
        m_keyboardItem = best;
        remark();
        update();
    }
    const QRectF place = m_picture->layout.boxes[at(best)];
    const QRectF box(toScreen(place.topLeft()), place.size() * m_scale);
    if (!QRectF(rect()).adjusted(20, 20, -20, -20).contains(box)) {
        m_revealedNode = -1;
        m_isFitted = false;
        setView(m_scale, m_offset + rect().center() - box.center());
    }
}

void GraphCanvas::keyPressEvent(QKeyEvent* event)
{
    if (!m_picture) {
        QWidget::keyPressEvent(event);
        return;
    }
    const QPointF middle = QRectF(rect()).center();
    switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (event->modifiers() & Qt::ShiftModifier) {
            const QPointF step(
                event->key() == Qt::Key_Left ? kPanStep
                                             : (event->key() == Qt::Key_Right ? -kPanStep : 0),
                event->key() == Qt::Key_Up ? kPanStep
                                           : (event->key() == Qt::Key_Down ? -kPanStep : 0));
            m_revealedNode = -1;
            m_isFitted = false;
            setView(m_scale, m_offset + step);
        } else {
            walk(static_cast<Qt::Key>(event->key()));
        }
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: {
        const int item = currentItem();
        if (item >= 0) { // a closed scope opens; a node closes the scope it is in
            const VisibleItem& visible = m_picture->visible.items[at(item)];
            const int scope =
                visible.scope >= 0
                    ? visible.scope
                    : (visible.parent >= 0 ? m_picture->visible.items[at(visible.parent)].scope
                                           : -1);
            if (scope >= 0) {
                emit scopeToggled(scope);
            }
        }
        break;
    }
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomAt(middle, 1.25);
        break;
    case Qt::Key_Minus:
        zoomAt(middle, 0.8);
        break;
    case Qt::Key_F:
    case Qt::Key_0:
    case Qt::Key_Home:
        fit();
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

QString GraphCanvas::toolTipOf(int item) const
{
    const VisibleItem& visible = m_picture->visible.items[at(item)];
    const ItemText& text = m_picture->texts[at(item)];
    QStringList lines;
    if (visible.scope >= 0) {
        lines << text.title << text.detail;
    } else {
        const GraphNode& node = m_picture->model->graph().nodes[at(visible.node)];
        lines << QString::fromStdString(node.name.substr(0, 400));
        lines << QString::fromStdString(node.op.substr(0, 100));
        for (const GraphTensorType& type : node.outputs) {
            if (lines.size() < 8) {
                lines << (shapeText(type) + QLatin1Char(' ')
                          + QString::fromStdString(type.dtype.substr(0, 60)))
                             .trimmed();
            }
        }
    }
    if (!text.time.isEmpty()) {
        lines << (visible.scope >= 0 ? tr("%1, sum of the mean times inside").arg(text.time)
                                     : tr("%1, mean of a call").arg(text.time));
    }
    return lines.join(QLatin1Char('\n'));
}

bool GraphCanvas::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && m_picture) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int item = m_picture->itemAt(toPicture(help->pos()));
        if (item >= 0) { // plain text: names may look like rich text
            QToolTip::showText(help->globalPos(),
                               QLatin1String("<p style='white-space:pre'>")
                                   + toolTipOf(item).toHtmlEscaped() + QLatin1String("</p>"),
                               this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QWidget::event(event);
}

} // namespace runlens::viewers
