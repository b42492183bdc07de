// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/graph/graph_painter.h"

#include "viewers/graph/indexing.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr double kSmallestText = 6; ///< pixels on the device: below, text is a smear
constexpr double kFarScale = 0.16;  ///< below, boxes are plain rectangles
constexpr double kHeadLength = 7;
constexpr double kHeadHalf = 3;
constexpr double kTextPadding = 8;

void paintHead(QPainter& painter, const QPainterPath& path, const QColor& colour)
{
    const QPointF tip = path.currentPosition();
    // The last control point tells where the path comes from; it may coincide with the tip.
    QPointF before = tip - QPointF(0, 1);
    for (int i = path.elementCount() - 2; i >= 0; --i) {
        const QPointF candidate(path.elementAt(i).x, path.elementAt(i).y);
        if (std::hypot(tip.x() - candidate.x(), tip.y() - candidate.y()) > 0.5) {
            before = candidate;
            break;
        }
    }
    const double length = std::hypot(tip.x() - before.x(), tip.y() - before.y());
    const QPointF along = (tip - before) / length;
    const QPointF across(-along.y(), along.x());
    const QPointF base = tip - along * kHeadLength;
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawPolygon(QPolygonF({tip, base + across * kHeadHalf, base - across * kHeadHalf}));
}

} // namespace

bool GraphPainter::isSelected(int item) const
{
    return at(item) < m_marks.selected.size() && m_marks.selected[at(item)];
}

bool GraphPainter::isMatched(int item) const
{
    return at(item) < m_marks.matched.size() && m_marks.matched[at(item)];
}

void GraphPainter::paint(QPainter& painter, double scale, const QRectF& visible)
{
    painter.setRenderHint(QPainter::Antialiasing, true);
    m_hasText = 11 * scale >= kSmallestText;
    const auto itemCount = static_cast<int>(m_picture.visible.items.size());
    for (int i = 0; i < itemCount; ++i) { // outer scopes come before inner ones
        if (m_picture.isOpenScope(i) && box(i).intersects(visible)) {
            paintScope(painter, i);
        }
    }
    if (scale < kFarScale) {
        paintFar(painter, visible);
        return;
    }
    std::vector<int> highlighted;
    for (std::size_t e = 0; e < m_picture.visible.edges.size(); ++e) {
        const VisibleEdge& edge = m_picture.visible.edges[e];
        if (isSelected(edge.from) || isSelected(edge.to)) {
            highlighted.push_back(static_cast<int>(e));
        } else if (!edge.isFaint
                   && m_picture.paths[e]
                          .controlPointRect()
                          .adjusted(-4, -4, 4, 4)
                          .intersects(visible))
        {
            paintEdge(painter, static_cast<int>(e), false);
        }
    }
    for (const int edge : highlighted) {
        paintEdge(painter, edge, true);
    }
    for (int i = 0; i < itemCount; ++i) {
        if (m_picture.isOpenScope(i) || !box(i).adjusted(-4, -4, 6, 6).intersects(visible)) {
            continue;
        }
        const VisibleItem& item = m_picture.visible.items[at(i)];
        if (item.scope >= 0) {
            paintClosedScope(painter, i);
        } else {
            const GraphNodeKind kind = m_picture.model->graph().nodes[at(item.node)].kind;
            const bool isPill = kind == GraphNodeKind::Input || kind == GraphNodeKind::Output;
            isPill ? paintPill(painter, i) : paintNode(painter, i);
        }
    }
    if (m_hasText) {
        for (std::size_t e = 0; e < m_picture.visible.edges.size(); ++e) {
            const VisibleEdge& edge = m_picture.visible.edges[e];
            paintLabel(painter, static_cast<int>(e), isSelected(edge.from) || isSelected(edge.to));
        }
    }
}

/// From far away: one fill per kind, lines without heads.
void GraphPainter::paintFar(QPainter& painter, const QRectF& visible)
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    std::vector<QLineF> lines;
    for (std::size_t e = 0; e < m_picture.visible.edges.size(); ++e) {
        const std::vector<QPointF>& points = m_picture.layout.edges[e];
        if (points.size() >= 4) {
            const QLineF line(points.front(), points.back());
            if (QRectF(line.p1(), line.p2())
                    .normalized()
                    .adjusted(-1, -1, 1, 1)
                    .intersects(visible)) {
                lines.push_back(line);
            }
        }
    }
    QPen pen(colour(Role::Edge), 0);
    painter.setPen(pen);
    painter.drawLines(lines.data(), static_cast<int>(lines.size()));
    std::vector<QRectF> nodes;
    std::vector<QRectF> weights;
    std::vector<QRectF> selected;
    for (std::size_t i = 0; i < m_picture.visible.items.size(); ++i) {
        const VisibleItem& item = m_picture.visible.items[i];
        if (item.isOpen || !m_picture.layout.boxes[i].intersects(visible)) {
            continue;
        }
        const bool isMarked = isSelected(static_cast<int>(i)) || isMatched(static_cast<int>(i));
        (isMarked ? selected : (item.attachedTo >= 0 ? weights : nodes))
            .push_back(m_picture.layout.boxes[i]);
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour(Role::NodeLine));
    painter.drawRects(nodes.data(), static_cast<int>(nodes.size()));
    painter.setBrush(colour(Role::ParameterLine));
    painter.drawRects(weights.data(), static_cast<int>(weights.size()));
    painter.setBrush(colour(Role::Accent));
    painter.drawRects(selected.data(), static_cast<int>(selected.size()));
}

void GraphPainter::paintOverview(QPainter& painter)
{
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(Qt::NoPen);
    // At most two levels of boxes are told apart; a graph with many boxes is drawn by its outer
    // ones.
    const bool isLarge = m_picture.visible.items.size() > 4000;
    for (std::size_t i = 0; i < m_picture.visible.items.size(); ++i) {
        const VisibleItem& item = m_picture.visible.items[i];
        if (item.depth > (isLarge ? 0 : 2) && !isSelected(static_cast<int>(i))) {
            continue;
        }
        QColor fill = colour(item.isOpen ? Role::InnerScopeFill : Role::ScopeLine);
        if (isSelected(static_cast<int>(i))) {
            fill = colour(Role::Accent);
        }
        painter.fillRect(m_picture.layout.boxes[i], fill);
    }
}

void GraphPainter::paintScope(QPainter& painter, int item)
{
    const VisibleItem& visible = m_picture.visible.items[at(item)];
    const QRectF rect = box(item).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(
        QPen(colour(isSelected(item) ? Role::Accent : Role::ScopeLine), isSelected(item) ? 2 : 1));
    painter.setBrush(colour(visible.depth == 0 ? Role::ScopeFill : Role::InnerScopeFill));
    painter.drawRoundedRect(rect, 6, 6);
    if (!m_hasText) {
        return;
    }
    paintChevron(painter, rect.topLeft() + QPointF(12, 12), true);
    const QFont font = Palette::font(12, QFont::DemiBold);
    painter.setFont(font);
    painter.setPen(colour(Role::Text2));
    const double room = rect.width() - 32;
    const QString title =
        QFontMetricsF(font).elidedText(m_picture.texts[at(item)].title, Qt::ElideMiddle, room);
    painter.drawText(QRectF(rect.left() + 22, rect.top() + 2, room, 20),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     title);
}

void GraphPainter::paintOutline(QPainter& painter,
                                const QRectF& rect,
                                double radius,
                                const QColor& fill,
                                const QColor& line,
                                int item)
{
    const bool isMarked = isSelected(item);
    QColor inside = isMatched(item) ? colour(Role::Selected) : fill;
    if (m_marks.hovered == item && !isMarked) {
        inside = colour(Role::Hover);
    }
    painter.setBrush(inside);
    painter.setPen(QPen(isMarked ? colour(Role::Accent) : line, isMarked ? 2 : 1));
    painter.drawRoundedRect(isMarked ? rect : rect.adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
}

void GraphPainter::paintClosedScope(QPainter& painter, int item)
{
    const QRectF rect = box(item);
    painter.setPen(QPen(colour(isSelected(item) ? Role::Accent : Role::ScopeLine), 1));
    painter.setBrush(colour(Role::ScopeFill));
    painter.drawRoundedRect(rect.translated(3, 3).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    paintOutline(painter, rect, 6, colour(Role::InnerScopeFill), colour(Role::ScopeLine), item);
    if (m_hasText) {
        paintChevron(painter, rect.topLeft() + QPointF(12, 15), false);
        paintTexts(painter, rect, item, 22);
    }
}

void GraphPainter::paintNode(QPainter& painter, int item)
{
    const VisibleItem& visible = m_picture.visible.items[at(item)];
    const GraphNodeKind kind = m_picture.model->graph().nodes[at(visible.node)].kind;
    const bool isWeight = kind == GraphNodeKind::Parameter || kind == GraphNodeKind::Constant;
    paintOutline(painter,
                 box(item),
                 4,
                 colour(isWeight ? Role::ParameterFill : Role::NodeFill),
                 colour(isWeight ? Role::ParameterLine : Role::NodeLine),
                 item);
    if (m_hasText) {
        paintTexts(painter, box(item), item, kTextPadding);
    }
}

void GraphPainter::paintPill(QPainter& painter, int item)
{
    const QRectF rect = box(item).adjusted(10, 5, -10, -5);
    paintOutline(
        painter, rect, rect.height() / 2, colour(Role::NodeFill), colour(Role::NodeLine), item);
    if (!m_hasText) {
        return;
    }
    const ItemText& text = m_picture.texts[at(item)];
    const QFont bold = Palette::font(12, QFont::DemiBold);
    const QFont small = Palette::font(11);
    const QFontMetricsF boldMetrics(bold);
    const double room = rect.width() - 24;
    const QString title = boldMetrics.elidedText(text.title, Qt::ElideRight, room);
    const double titleWidth = boldMetrics.horizontalAdvance(title);
    const QString detail = QFontMetricsF(small).elidedText(
        text.detail, Qt::ElideRight, std::max(0.0, room - titleWidth - 5));
    const double detailWidth =
        detail.isEmpty() ? 0.0 : 5 + QFontMetricsF(small).horizontalAdvance(detail);
    const double left = rect.center().x() - (titleWidth + detailWidth) / 2;
    painter.setFont(bold);
    painter.setPen(colour(Role::Text));
    painter.drawText(QRectF(left, rect.top(), titleWidth + 2, rect.height()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     title);
    painter.setFont(small);
    painter.setPen(colour(Role::Text3));
    painter.drawText(QRectF(left + titleWidth + 5, rect.top(), detailWidth + 2, rect.height()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     detail);
}

/// Two lines: the title bold, below it the detail and at the right the time.
void GraphPainter::paintTexts(QPainter& painter, const QRectF& rect, int item, double left)
{
    const ItemText& text = m_picture.texts[at(item)];
    const QFont bold = Palette::font(12, QFont::DemiBold);
    const QFont small = Palette::font(11);
    const QFontMetricsF smallMetrics(small);
    const double room = rect.width() - left - kTextPadding;
    const bool isOneLine = text.detail.isEmpty() && text.time.isEmpty();
    const double top = rect.top() + (rect.height() - (isOneLine ? 16 : 30)) / 2;
    painter.setFont(bold);
    painter.setPen(colour(Role::Text));
    painter.drawText(QRectF(rect.left() + left, top, room, 16),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(bold).elidedText(text.title, Qt::ElideRight, room));
    if (isOneLine) {
        return;
    }
    painter.setFont(small);
    painter.setPen(colour(Role::Text3));
    const double timeWidth = text.time.isEmpty() ? 0.0 : smallMetrics.horizontalAdvance(text.time);
    const QRectF line(rect.left() + left, top + 15, room, 15);
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, text.time);
    const double detailRoom = room - (timeWidth > 0.0 ? timeWidth + 6 : 0.0);
    painter.drawText(QRectF(line.topLeft(), QSizeF(detailRoom, 15)),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     smallMetrics.elidedText(text.detail, Qt::ElideRight, detailRoom));
}

void GraphPainter::paintChevron(QPainter& painter, QPointF centre, bool isOpen)
{
    QPen pen(colour(Role::Text2), 1.5);
    pen.setCapStyle(Qt::RoundCap);
    pen.setJoinStyle(Qt::RoundJoin);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    const QPolygonF down(
        {centre + QPointF(-3.5, -2), centre + QPointF(0, 2), centre + QPointF(3.5, -2)});
    const QPolygonF right(
        {centre + QPointF(-2, -3.5), centre + QPointF(2, 0), centre + QPointF(-2, 3.5)});
    painter.drawPolyline(isOpen ? down : right);
}

void GraphPainter::paintEdge(QPainter& painter, int edge, bool isSelected)
{
    const VisibleEdge& known = m_picture.visible.edges[at(edge)];
    QPainterPath path = m_picture.paths[at(edge)];
    if (path.isEmpty()) { // not laid out: from side to side
        const QRectF from = box(known.from);
        const QRectF to = box(known.to);
        const bool isRight = to.center().x() >= from.center().x();
        const QPointF start(isRight ? from.right() : from.left(), from.center().y());
        const QPointF finish(isRight ? to.left() : to.right(), to.center().y());
        const double bend =
            std::max(30.0, std::abs(finish.x() - start.x()) / 2) * (isRight ? 1 : -1);
        path.moveTo(start);
        path.cubicTo(start + QPointF(bend, 0), finish - QPointF(bend, 0), finish);
    }
    QColor line = colour(isSelected ? Role::Accent : Role::Edge);
    if (!isSelected && isFar(known))
    { // what crosses the picture stays behind what happens in a scope
        line.setAlphaF(0.55F);
    }
    QPen pen(line, isSelected ? 1.5 : 1);
    if (known.isControl || known.isFaint) {
        pen.setDashPattern({4, 3});
    }
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(path);
    paintHead(painter, path, line);
}

bool GraphPainter::isFar(const VisibleEdge& edge) const
{
    const VisibleItem& from = m_picture.visible.items[at(edge.from)];
    const VisibleItem& to = m_picture.visible.items[at(edge.to)];
    const QRectF gap = box(edge.from).united(box(edge.to));
    return from.parent != to.parent && gap.height() > 6 * (kNodeHeight + kRankGap);
}

void GraphPainter::paintLabel(QPainter& painter, int edge, bool isSelected)
{
    const EdgeLabel& label = m_picture.labels.empty() ? EdgeLabel{} : m_picture.labels[at(edge)];
    if (!label.isShown) {
        return;
    }
    const QFont font = Palette::font(11);
    const int scope = m_picture.visible.items[at(m_picture.visible.edges[at(edge)].to)].parent;
    const bool isOuter = scope >= 0 && m_picture.visible.items[at(scope)].depth == 0;
    QColor ground =
        colour(scope < 0 ? Role::Surface : (isOuter ? Role::ScopeFill : Role::InnerScopeFill));
    ground.setAlphaF(0.8F); // other edges pass below the text
    painter.fillRect(QRectF(label.at.x() - 2,
                            label.at.y() - 10,
                            QFontMetricsF(font).horizontalAdvance(label.text) + 4,
                            13),
                     ground);
    painter.setFont(font);
    painter.setPen(colour(isSelected ? Role::Accent : Role::Text3));
    painter.drawText(label.at, label.text);
}

} // namespace runlens::viewers
