// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/graph/graph_layout.h"
#include "viewers/graph/indexing.h"
#include "viewers/graph/level_layout.h"

#include <algorithm>

namespace runlens::viewers {

namespace {

/// An edge seen from the scope that holds both of its ends.
struct LevelEdge {
    int edge = -1;
    int from = -1; ///< children of the scope
    int to = -1;
};

int ownerOf(const VisibleGraph& graph, int item)
{
    const int host = graph.items[at(item)].attachedTo;
    return host >= 0 ? host : item;
}

/// The innermost scope around both ends, and the two of its children that hold them.
bool lift(const VisibleGraph& graph, LevelEdge& edge)
{
    int a = ownerOf(graph, edge.from);
    int b = ownerOf(graph, edge.to);
    const auto depth = [&](int item) { return graph.items[at(item)].depth; };
    while (depth(a) > depth(b)) {
        a = graph.items[at(a)].parent;
    }
    while (depth(b) > depth(a)) {
        b = graph.items[at(b)].parent;
    }
    while (a != b && graph.items[at(a)].parent != graph.items[at(b)].parent) {
        a = graph.items[at(a)].parent;
        b = graph.items[at(b)].parent;
    }
    edge.from = a;
    edge.to = b;
    return a != b;
}

void appendCurve(std::vector<QPointF>& path, QPointF to)
{
    const QPointF from = path.back();
    const double middle = (to.y() - from.y()) / 2;
    const double bend =
        middle > 4 ? middle : 30; // upwards: leave downwards and arrive from above all the same
    path.emplace_back(from.x(), from.y() + bend);
    path.emplace_back(to.x(), to.y() - bend);
    path.push_back(to);
}

class Layered {
public:
    explicit Layered(const VisibleGraph& graph)
        : m_graph(graph)
        , m_children(graph.items.size() + 1)
        , m_edges(graph.items.size() + 1)
        , m_size(graph.items.size())
        , m_offset(graph.items.size())
        , m_via(graph.edges.size())
        , m_viaLevel(graph.edges.size(), -1)
    {}

    GraphLayout run(const std::stop_token& stop)
    {
        collect();
        for (std::size_t i = m_graph.items.size(); i-- > 0;)
        { // inner scopes have larger indices than outer ones
            const VisibleItem& item = m_graph.items[i];
            if (item.isOpen) {
                layoutScope(static_cast<int>(i), stop);
            } else if (item.attachedTo < 0) {
                m_size[i] = layoutBox(m_graph, static_cast<int>(i));
            }
        }
        GraphLayout result;
        result.size = layoutScope(-1, stop);
        place(result);
        route(result);
        return result;
    }

private:
    void collect()
    {
        for (std::size_t i = 0; i < m_graph.items.size(); ++i) {
            if (m_graph.items[i].attachedTo < 0) {
                m_children[at(m_graph.items[i].parent + 1)].push_back(static_cast<int>(i));
            }
        }
        for (std::size_t e = 0; e < m_graph.edges.size(); ++e) {
            LevelEdge edge{static_cast<int>(e), m_graph.edges[e].from, m_graph.edges[e].to};
            if (!m_graph.edges[e].isFaint && lift(m_graph, edge)) {
                m_edges[at(m_graph.items[at(edge.from)].parent + 1)].push_back(edge);
            }
        }
    }

    QSizeF layoutScope(int scope, const std::stop_token& stop)
    {
        const std::vector<int>& children = m_children[at(scope + 1)];
        std::unordered_map<int, int> local;
        LevelInput input;
        for (const int child : children) {
            local.emplace(child, static_cast<int>(input.boxes.size()));
            input.boxes.push_back(m_size[at(child)]);
        }
        for (const LevelEdge& edge : m_edges[at(scope + 1)]) {
            input.edges.emplace_back(local.at(edge.from), local.at(edge.to));
        }
        LevelPlaces places = layoutLevel(input, stop);
        const bool isRoot = scope < 0;
        const QPointF inside(kScopePadding,
                             isRoot ? kScopePadding : kTitleHeight + kScopePadding / 2);
        for (std::size_t c = 0; c < children.size(); ++c) {
            m_offset[at(children[c])] = places.topLeft[c] + inside;
        }
        for (std::size_t e = 0; e < m_edges[at(scope + 1)].size(); ++e) {
            for (QPointF& point : places.via[e]) {
                point += inside;
            }
            const int edge = m_edges[at(scope + 1)][e].edge;
            m_via[at(edge)] = std::move(places.via[e]);
            m_viaLevel[at(edge)] = scope;
        }
        const QSizeF size(std::max(places.size.width(), isRoot ? 0.0 : kWeightWidth)
                              + 2 * kScopePadding,
                          places.size.height() + inside.y() + kScopePadding);
        if (!isRoot) {
            m_size[at(scope)] = {size.width(), size.height(), portOf(scope, size.width())};
        }
        return size;
    }

    /// Edges into a scope mostly go to its operators: the port stands above the mean of its
    /// children's ports.
    [[nodiscard]] double portOf(int scope, double width) const
    {
        double sum = 0.0;
        int count = 0;
        for (const int child : m_children[at(scope + 1)]) {
            sum += m_offset[at(child)].x() + m_size[at(child)].portX;
            ++count;
        }
        return count > 0 ? sum / count : width / 2;
    }

    void place(GraphLayout& result)
    {
        result.boxes.resize(m_graph.items.size());
        for (std::size_t i = 0; i < m_graph.items.size(); ++i) {
            const VisibleItem& item = m_graph.items[i];
            if (item.attachedTo >= 0) {
                continue;
            }
            const QPointF outer =
                item.parent >= 0 ? result.boxes[at(item.parent)].topLeft() : QPointF();
            const QPointF topLeft = outer + m_offset[i];
            if (item.isOpen) {
                result.boxes[i] = QRectF(topLeft, QSizeF(m_size[i].width, m_size[i].height));
            } else {
                placeItem(m_graph, static_cast<int>(i), topLeft, result.boxes);
            }
        }
    }

    void route(GraphLayout& result)
    {
        result.edges.resize(m_graph.edges.size());
        for (std::size_t e = 0; e < m_graph.edges.size(); ++e) {
            const VisibleEdge& edge = m_graph.edges[e];
            if (edge.isFaint) {
                continue;
            }
            const QRectF from = result.boxes[at(edge.from)];
            const QRectF to = result.boxes[at(edge.to)];
            std::vector<QPointF>& path = result.edges[e];
            if (m_graph.items[at(edge.from)].attachedTo == edge.to) {
                const QPointF start(from.right(), from.center().y());
                const QPointF end(to.left(),
                                  std::clamp(from.center().y(), to.top() + 8, to.bottom() - 8));
                const double bend = (end.x() - start.x()) / 2;
                path = {start, start + QPointF(bend, 0), end - QPointF(bend, 0), end};
                continue;
            }
            path.emplace_back(from.center().x(), from.bottom());
            const int level = m_viaLevel[e];
            const QPointF origin = level >= 0 ? result.boxes[at(level)].topLeft() : QPointF();
            for (const QPointF& via : m_via[e]) {
                appendCurve(path, origin + via);
            }
            appendCurve(path, {to.center().x(), to.top()});
        }
    }

    const VisibleGraph& m_graph;
    std::vector<std::vector<int>> m_children; ///< by scope item + 1
    std::vector<std::vector<LevelEdge>> m_edges;
    std::vector<LayoutBox> m_size;
    std::vector<QPointF> m_offset; ///< from the top left of the scope around
    std::vector<std::vector<QPointF>> m_via;
    std::vector<int> m_viaLevel;
};

} // namespace

LayoutBox layoutBox(const VisibleGraph& graph, int item)
{
    const VisibleItem& visible = graph.items[at(item)];
    if (visible.scope >= 0) {
        return {kNodeWidth, kScopeHeight, kNodeWidth / 2};
    }
    const auto weights = static_cast<double>(visible.attached.size());
    const double left = visible.attached.empty() ? 0.0 : kWeightWidth + kWeightGap;
    return {left + kNodeWidth,
            std::max(kNodeHeight, weights * (kNodeHeight + 6) - 6),
            left + kNodeWidth / 2};
}

void placeItem(const VisibleGraph& graph, int item, QPointF topLeft, std::vector<QRectF>& boxes)
{
    const VisibleItem& visible = graph.items[at(item)];
    const LayoutBox box = layoutBox(graph, item);
    const double height = visible.scope >= 0 ? kScopeHeight : kNodeHeight;
    boxes[at(item)] = QRectF(topLeft.x() + box.portX - kNodeWidth / 2,
                             topLeft.y() + (box.height - height) / 2,
                             kNodeWidth,
                             height);
    for (std::size_t i = 0; i < visible.attached.size(); ++i) {
        const double stack = static_cast<double>(visible.attached.size()) * (kNodeHeight + 6) - 6;
        boxes[at(visible.attached[i])] = QRectF(topLeft.x(),
                                                topLeft.y() + (box.height - stack) / 2
                                                    + static_cast<double>(i) * (kNodeHeight + 6),
                                                kWeightWidth,
                                                kNodeHeight);
    }
}

GraphLayout layeredLayout(const VisibleGraph& graph, std::stop_token stop)
{
    return Layered(graph).run(stop);
}

} // namespace runlens::viewers
