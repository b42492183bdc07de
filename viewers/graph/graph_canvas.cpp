// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/graph/graph_canvas.h"

#include "viewers/graph/graph_minimap.h"
#include "viewers/graph/indexing.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr double kLargestScale = 4.0;
constexpr double kSmallestScale = 0.0005;
constexpr double kReadableScale = 0.75;
constexpr double kStartScale = 0.9; ///< of a graph that does not fit at a readable scale
constexpr double kFitMargin = 8;

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
    if (const QRect frame = minimapRect(); !frame.isEmpty()) {
        paintMinimap(painter, *m_picture, *m_palette, m_marks, frame, visible);
    }
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
    return m_picture ? minimapFrame(
               *m_picture, size(), QRectF(m_offset, m_picture->layout.size * m_scale))
                     : QRect();
}

void GraphCanvas::resizeEvent(QResizeEvent*)
{
    const int revealed = m_revealedNode;
    if (m_isFitted) {
        m_isAtStart ? showStart() : fit();
    }
    reveal(revealed);
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

} // namespace runlens::viewers
