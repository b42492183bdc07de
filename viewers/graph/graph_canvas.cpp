// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/graph/graph_canvas.h"

#include <QApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <limits>

namespace runlens::viewers {

namespace {

constexpr double kLargestScale = 4.0;
constexpr double kSmallestScale = 0.0005;
constexpr double kReadableScale = 0.75;
constexpr double kStartScale = 0.9; ///< of a graph that does not fit at a readable scale
constexpr double kFitMargin = 8;
constexpr double kPanStep = 60;
constexpr QSize kMinimapSize(132, 92);
constexpr int kMinimapMargin = 12;

std::size_t at(int index)
{
    return static_cast<std::size_t>(index);
}

} // namespace

GraphCanvas::GraphCanvas(const Palette* palette, QWidget* parent)
    : QWidget(parent), m_palette(palette)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMinimumSize(160, 120);
    setAccessibleName(tr("Computational graph"));
    connect(palette, &Palette::changed, this, qOverload<>(&QWidget::update));
}

void GraphCanvas::setPicture(std::shared_ptr<const GraphPicture> picture,
                             int anchorScope,
                             int anchorNode)
{
    const auto anchorOf = [&]() -> std::optional<QPointF> {
        const QRectF box = anchorScope >= 0 ? screenBoxOfScope(anchorScope)
                                            : (anchorNode >= 0 ? screenBox(anchorNode) : QRectF());
        return box.isNull() ? std::nullopt : std::optional(box.topLeft());
    };
    const std::optional<QPointF> before = anchorOf();
    m_picture = std::move(picture);
    m_keyboardItem = -1;
    m_marks.hovered = -1;
    remark();
    const std::optional<QPointF> after = anchorOf();
    if (before && after) {
        m_isFitted = false;
        setView(m_scale, m_offset + *before - *after);
    } else {
        showStart();
    }
    update();
}

void GraphCanvas::setTimes(const NodeTimes& times)
{
    if (m_picture) {
        m_picture = withTimes(*m_picture, times);
        update();
    }
}

void GraphCanvas::setSelectedNodes(std::vector<int> nodes)
{
    m_selectedNodes = std::move(nodes);
    m_keyboardItem = -1;
    remark();
    const int item = currentItem();
    setAccessibleDescription(item >= 0 ? toolTipOf(item) : QString());
    update();
}

void GraphCanvas::setMatchedNodes(const std::vector<int>& nodes)
{
    m_matchedNodes = nodes;
    remark();
    update();
}

void GraphCanvas::remark()
{
    m_marks.selected.clear();
    m_marks.matched.clear();
    if (!m_picture) {
        return;
    }
    const auto mark = [&](const std::vector<int>& nodes, std::vector<bool>& items) {
        items.assign(m_picture->visible.items.size(), false);
        for (const int node : nodes) {
            if (node >= 0 && at(node) < m_picture->visible.itemOfNode.size()) {
                items[at(m_picture->visible.itemOfNode[at(node)])] = true;
            }
        }
    };
    mark(m_selectedNodes, m_marks.selected);
    mark(m_matchedNodes, m_marks.matched);
    if (m_keyboardItem >= 0 && at(m_keyboardItem) < m_marks.selected.size()) {
        m_marks.selected[at(m_keyboardItem)] = true;
    }
}

QRectF GraphCanvas::screenBox(int node) const
{
    if (!m_picture || node < 0 || at(node) >= m_picture->visible.itemOfNode.size()) {
        return {};
    }
    const QRectF box = m_picture->layout.boxes[at(m_picture->visible.itemOfNode[at(node)])];
    return {toScreen(box.topLeft()), box.size() * m_scale};
}

int GraphCanvas::itemOfScope(int scope) const
{
    for (std::size_t i = 0; m_picture && i < m_picture->visible.items.size(); ++i) {
        if (m_picture->visible.items[i].scope == scope && scope >= 0) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

QRectF GraphCanvas::screenBoxOfScope(int scope) const
{
    const int item = itemOfScope(scope);
    if (item < 0) {
        return {};
    }
    const QRectF box = m_picture->layout.boxes[at(item)];
    return {toScreen(box.topLeft()), box.size() * m_scale};
}

void GraphCanvas::setView(double scale, QPointF offset)
{
    m_scale = std::clamp(scale, kSmallestScale, kLargestScale);
    // Whole pixels keep one-pixel lines sharp at zoom 1. A corner of the picture always stays in
    // sight.
    const QSizeF size = m_picture ? m_picture->layout.size * m_scale : QSizeF();
    const double x =
        std::clamp(offset.x(), 40 - size.width(), std::max(40.0 - size.width(), width() - 40.0));
    const double y =
        std::clamp(offset.y(), 40 - size.height(), std::max(40.0 - size.height(), height() - 40.0));
    m_offset = QPointF(std::round(x), std::round(y));
    update();
}

double GraphCanvas::fittingScale() const
{
    const QSizeF size = m_picture->layout.size;
    if (size.isEmpty()) {
        return 1.0;
    }
    return std::min({1.0,
                     (width() - 2 * kFitMargin) / size.width(),
                     (height() - 2 * kFitMargin) / size.height()});
}

/// The whole when it can still be read; otherwise its width from the top, at a scale where names
/// can be read.
void GraphCanvas::fit()
{
    m_isFitted = true;
    m_isAtStart = false;
    m_revealedNode = -1;
    if (!m_picture) {
        return;
    }
    const QSizeF size = m_picture->layout.size;
    const double scale = std::max(fittingScale(), kSmallestScale);
    setView(scale,
            {std::max(kFitMargin, (width() - size.width() * scale) / 2),
             std::max(kFitMargin, std::min(24.0, (height() - size.height() * scale) / 2))});
}

void GraphCanvas::showStart()
{
    if (!m_picture || fittingScale() >= kReadableScale) {
        fit();
        m_isAtStart = true;
        return;
    }
    const QSizeF size = m_picture->layout.size;
    const double scale = std::clamp((width() - 2 * kFitMargin) / size.width(), kStartScale, 1.0);
    double middle = size.width() / 2;
    if (size.width() * scale > width()) { // wider than the window: start where the first box stands
        const auto& boxes = m_picture->layout.boxes;
        const auto top =
            std::min_element(boxes.begin(), boxes.end(), [](const QRectF& a, const QRectF& b) {
                return a.center().y() < b.center().y();
            });
        middle = top != boxes.end() ? top->center().x() : middle;
    }
    m_isFitted = true;
    m_isAtStart = true;
    m_revealedNode = -1;
    setView(scale, {width() / 2.0 - middle * scale, kFitMargin});
}

void GraphCanvas::zoomAt(QPointF place, double factor)
{
    const QPointF fixed = toPicture(place);
    const double scale =
        std::clamp(m_scale * factor, std::min(kSmallestScale, m_scale), kLargestScale);
    m_isFitted = false;
    m_revealedNode = -1;
    setView(scale, place - fixed * scale);
}

void GraphCanvas::reveal(int node)
{
    const QRectF box = screenBox(node);
    if (box.isNull()) {
        return;
    }
    if (m_scale < 0.5) { // from far away the name could not be read: come closer
        zoomAt(box.center(), 0.9 / m_scale);
    }
    const QRectF now = screenBox(node);
    const auto isWell = [&](const QRectF& place) {
        return QRectF(rect()).adjusted(40, 40, -40, -40).contains(place)
               && !minimapRect().intersects(place.toAlignedRect());
    };
    if (!isWell(now)) {
        const QPointF centred = m_offset + rect().center() - now.center();
        const QSizeF size = m_picture->layout.size * m_scale;
        const auto within = [](double offset, double length, double room) {
            return length > room ? std::clamp(offset, room - length - kFitMargin, kFitMargin)
                                 : offset;
        };
        // No empty space at a side when there is more of the picture at the other.
        const QPointF filled(within(centred.x(), size.width(), width()),
                             within(centred.y(), size.height(), height()));
        m_isFitted = false;
        setView(m_scale, isWell(now.translated(filled - m_offset)) ? filled : centred);
    }
    m_revealedNode = node;
}

void GraphCanvas::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_palette->colour(Role::Surface));
    if (!m_picture) {
        return;
    }
    painter.save();
    painter.translate(m_offset);
    painter.scale(m_scale, m_scale);
    m_marks.hasFocus = hasFocus();
    const QRectF visible(toPicture(QPointF(0, 0)), QSizeF(size()) / m_scale);
    GraphPainter(*m_picture, *m_palette, m_marks).paint(painter, m_scale, visible);
    painter.restore();
    paintMinimap(painter);
}

void GraphCanvas::paintWhole(QPainter& painter) const
{
    if (m_picture) {
        GraphPainter(*m_picture, *m_palette, m_marks)
            .paint(painter, 1.0, QRectF(QPointF(0, 0), m_picture->layout.size));
    }
}

QRect GraphCanvas::minimapRect() const
{
    if (!m_picture || m_picture->layout.size.isEmpty()) {
        return {};
    }
    const QRectF whole(m_offset, m_picture->layout.size * m_scale);
    if (QRectF(rect()).adjusted(-1, -1, 1, 1).contains(whole) || width() < 3 * kMinimapSize.width())
    {
        return {};
    }
    const QSizeF fitted = m_picture->layout.size.scaled(kMinimapSize, Qt::KeepAspectRatio);
    const QSize shown(std::max(24, static_cast<int>(fitted.width())) + 6,
                      std::max(24, static_cast<int>(fitted.height())) + 6);
    return {width() - shown.width() - kMinimapMargin,
            height() - shown.height() - kMinimapMargin,
            shown.width(),
            shown.height()};
}

void GraphCanvas::paintMinimap(QPainter& painter)
{
    const QRect frame = minimapRect();
    if (frame.isEmpty()) {
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(m_palette->colour(Role::Line2), 1));
    painter.setBrush(m_palette->colour(Role::Surface));
    painter.drawRect(frame.adjusted(0, 0, -1, -1));
    const QRect inside = frame.adjusted(3, 3, -3, -3);
    painter.setClipRect(inside);
    painter.translate(inside.topLeft());
    const double scale = std::min(inside.width() / m_picture->layout.size.width(),
                                  inside.height() / m_picture->layout.size.height());
    painter.scale(scale, scale);
    GraphPainter(*m_picture, *m_palette, m_marks).paintOverview(painter);
    painter.restore();
    const QRectF sight(toPicture(QPointF(0, 0)) * scale + inside.topLeft(),
                       QSizeF(size()) / m_scale * scale);
    painter.setPen(QPen(m_palette->colour(Role::Accent), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(sight.toRect().intersected(frame.adjusted(0, 0, -1, -1)));
}

void GraphCanvas::dragMinimap(QPointF place)
{
    const QRect inside = minimapRect().adjusted(3, 3, -3, -3);
    if (inside.isEmpty()) {
        return;
    }
    const double scale = std::min(inside.width() / m_picture->layout.size.width(),
                                  inside.height() / m_picture->layout.size.height());
    const QPointF centre = (place - inside.topLeft()) / scale;
    m_revealedNode = -1;
    m_isFitted = false;
    setView(m_scale, QRectF(rect()).center() - centre * m_scale);
}

void GraphCanvas::resizeEvent(QResizeEvent*)
{
    const int revealed = m_revealedNode;
    if (m_isFitted) {
        m_isAtStart ? showStart() : fit();
    }
    reveal(revealed);
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

int GraphCanvas::currentItem() const
{
    if (!m_picture) {
        return -1;
    }
    if (m_keyboardItem >= 0) {
        return m_keyboardItem;
    }
    const bool hasNode = !m_selectedNodes.empty() && m_selectedNodes.front() >= 0
                         && at(m_selectedNodes.front()) < m_picture->visible.itemOfNode.size();
    return hasNode ? m_picture->visible.itemOfNode[at(m_selectedNodes.front())] : -1;
}

/// Up to what this reads, down to what reads it, left and right to what stands beside it.
void GraphCanvas::walk(Qt::Key key)
{
    const int here = currentItem();
    const auto boxOf = [&](int item) { return m_picture->layout.boxes[at(item)]; };
    int best = -1;
    double nearest = std::numeric_limits<double>::max();
    const auto consider = [&](int item, double distance) {
        if (item != here && !m_picture->isOpenScope(item) && distance < nearest) {
            nearest = distance;
            best = item;
        }
    };
    if (here < 0) { // nothing selected: start at the top
        for (int i = 0; i < static_cast<int>(m_picture->visible.items.size()); ++i) {
            consider(i, boxOf(i).top() * 1e6 + boxOf(i).left());
        }
    } else if (key == Qt::Key_Up || key == Qt::Key_Down) {
        for (const int e : m_picture->edgesOf[at(here)]) {
            const VisibleEdge& edge = m_picture->visible.edges[at(e)];
            const int other = key == Qt::Key_Up ? (edge.to == here ? edge.from : -1)
                                                : (edge.from == here ? edge.to : -1);
            if (other >= 0) { // the main input stands above, a parameter at the side
                const double aside =
                    m_picture->visible.items[at(other)].attachedTo == here ? 1e6 : 0.0;
                consider(other,
                         aside + std::abs(boxOf(other).center().x() - boxOf(here).center().x()));
            }
        }
    } else {
        const double sign = key == Qt::Key_Left ? -1 : 1;
        for (int i = 0; i < static_cast<int>(m_picture->visible.items.size()); ++i) {
            const QPointF offset = boxOf(i).center() - boxOf(here).center();
            if (offset.x() * sign > 1) {
                consider(i, std::abs(offset.x()) + 4 * std::abs(offset.y()));
            }
        }
    }
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
    const QRectF box(toScreen(boxOf(best).topLeft()), boxOf(best).size() * m_scale);
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
