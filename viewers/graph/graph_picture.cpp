// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/graph/graph_picture.h"

#include "viewers/common/number_format.h"
#include "viewers/graph/indexing.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr int kLongestBoxText = 120; ///< characters: longer ones could not be read in a box anyway
constexpr double kLabelHeight = 14;
constexpr double kCharacterWidth = 6.3; ///< of an 11 px label, digits
constexpr double kGridCell = 64;

/// One line of text that is safe to draw: control characters become spaces.
QString plain(std::string_view text)
{
    QString result = QString::fromUtf8(
        text.data(), static_cast<qsizetype>(std::min<std::size_t>(text.size(), 4096)));
    for (QChar& c : result) {
        if (!c.isPrint() && !c.isSurrogate()) {
            c = QLatin1Char(' ');
        }
    }
    if (result.size() > kLongestBoxText) {
        result = result.left(kLongestBoxText) + QChar(0x2026);
    }
    return result;
}

/// "conv1.weight" is shown as "weight" beside its operator, whose scope already says conv1.
QString weightName(std::string_view leaf)
{
    const std::size_t dot = leaf.rfind('.');
    return plain(dot == std::string_view::npos || dot + 1 == leaf.size() ? leaf
                                                                         : leaf.substr(dot + 1));
}

/// The part of a leaf name that the operator does not say: "Conv2D-op31" of Conv2D gives "op31".
QString shortName(std::string_view leaf, std::string_view op)
{
    if (leaf.size() > op.size() + 1 && leaf.substr(0, op.size()) == op && leaf[op.size()] == '-') {
        leaf = leaf.substr(op.size() + 1);
    }
    return leaf == op ? QString() : plain(leaf);
}

/// The one attribute that tells most about an operator.
QString telling(const GraphNode& node)
{
    for (const char* wanted : {"kernel_size", "kernel", "ksize", "axis", "perm", "order", "fused"})
    {
        for (const GraphAttribute& attribute : node.attributes) {
            if (attribute.name == wanted) {
                QString value = plain(attribute.value);
                value.remove(QLatin1Char(' '));
                if (value.size() > 2
                    && (value.front() == QLatin1Char('[') || value.front() == QLatin1Char('('))) {
                    value = value.mid(1, value.size() - 2);
                }
                return value.replace(QLatin1Char(','), QChar(0x00D7)).left(24);
            }
        }
    }
    return {};
}

/// Places that are taken, in cells, so that a label only looks at its neighbours.
class Occupied {
public:
    void add(const QRectF& rect)
    {
        eachCell(rect, [&](std::uint64_t cell) {
            m_cells[cell].push_back(static_cast<int>(m_rects.size()));
            return false;
        });
        m_rects.push_back(rect);
    }

    [[nodiscard]] bool overlaps(const QRectF& rect) const
    {
        return eachCell(rect, [&](std::uint64_t cell) {
            const auto found = m_cells.find(cell);
            return found != m_cells.end()
                   && std::any_of(found->second.begin(), found->second.end(), [&](int index) {
                          return m_rects[at(index)].intersects(rect);
                      });
        });
    }

private:
    template <typename Take>
    static bool eachCell(const QRectF& rect, Take take)
    {
        const auto cell = [](double value) {
            return static_cast<std::int32_t>(std::floor(value / kGridCell));
        };
        for (std::int32_t y = cell(rect.top()); y <= cell(rect.bottom()); ++y) {
            for (std::int32_t x = cell(rect.left()); x <= cell(rect.right()); ++x) {
                const std::uint64_t key =
                    (static_cast<std::uint64_t>(static_cast<std::uint32_t>(x)) << 32U)
                    | static_cast<std::uint32_t>(y);
                if (take(key)) {
                    return true;
                }
            }
        }
        return false;
    }

    std::vector<QRectF> m_rects;
    std::unordered_map<std::uint64_t, std::vector<int>> m_cells;
};

class PictureMaker {
public:
    PictureMaker(GraphPicture& picture, const NodeTimes& times) : m_picture(picture), m_times(times)
    {}

    void make(const std::stop_token& stop)
    {
        makeTexts();
        makePaths();
        if (!stop.stop_requested()) {
            makeLabels();
        }
    }

    void makeTexts()
    {
        sumScopeTimes();
        m_picture.texts.clear();
        for (const VisibleItem& item : m_picture.visible.items) {
            m_picture.texts.push_back(item.scope >= 0 ? scopeText(item.scope) : nodeText(item));
        }
    }

private:
    [[nodiscard]] const GraphNode& node(int index) const
    {
        return m_picture.model->graph().nodes[at(index)];
    }

    void sumScopeTimes()
    {
        const GraphModel& model = *m_picture.model;
        m_scopeTime.assign(model.scopes().size(), 0.0);
        for (std::size_t n = 0; n < model.graph().nodes.size() && !m_times.empty(); ++n) {
            const auto found = m_times.find(model.graph().nodes[n].name);
            if (found != m_times.end()) {
                m_scopeTime[at(model.scopeOf(static_cast<int>(n)))] += found->second.meanNs();
            }
        }
        for (std::size_t s = model.scopes().size(); s-- > 1;) {
            m_scopeTime[at(model.scopes()[s].parent)] += m_scopeTime[s];
        }
    }

    [[nodiscard]] ItemText scopeText(int scope) const
    {
        const GraphScope& known = m_picture.model->scopes()[at(scope)];
        ItemText text;
        text.title = plain(known.label);
        text.detail = nodeCountText(known.nodeCount);
        if (m_scopeTime[at(scope)] > 0.0) {
            text.time = formatDurationNs(m_scopeTime[at(scope)]);
        }
        return text;
    }

    [[nodiscard]] ItemText nodeText(const VisibleItem& item) const
    {
        const GraphNode& known = node(item.node);
        const std::string_view leaf = m_picture.model->leafName(item.node);
        const QString shape = known.outputs.empty() ? QString() : shapeText(known.outputs.front());
        ItemText text;
        switch (known.kind) {
        case GraphNodeKind::Operator: {
            text.title = plain(known.op.empty() ? leaf : std::string_view(known.op));
            text.detail = shortName(leaf, known.op);
            const QString attribute = telling(known);
            text.detail +=
                !text.detail.isEmpty() && !attribute.isEmpty() ? QStringLiteral(", ") : QString();
            text.detail += attribute;
            break;
        }
        case GraphNodeKind::Parameter:
        case GraphNodeKind::Constant:
            text.title = weightName(leaf);
            text.detail = shape.isEmpty() && !known.outputs.empty()
                              ? plain(known.outputs.front().dtype)
                              : shape;
            break;
        case GraphNodeKind::Input:
        case GraphNodeKind::Output:
            text.title = weightName(leaf);
            text.detail = known.outputs.empty() ? QString() : plain(known.outputs.front().dtype);
            break;
        }
        const auto found = m_times.find(known.name);
        if (found != m_times.end() && found->second.count > 0) {
            text.time = formatDurationNs(found->second.meanNs());
        }
        return text;
    }

    void makePaths()
    {
        const VisibleGraph& visible = m_picture.visible;
        m_picture.paths.resize(visible.edges.size());
        m_picture.edgesOf.resize(visible.items.size());
        for (std::size_t e = 0; e < visible.edges.size(); ++e) {
            m_picture.edgesOf[at(visible.edges[e].from)].push_back(static_cast<int>(e));
            m_picture.edgesOf[at(visible.edges[e].to)].push_back(static_cast<int>(e));
            const std::vector<QPointF>& points = m_picture.layout.edges[e];
            if (points.size() < 4) {
                continue;
            }
            QPainterPath path(points[0]);
            for (std::size_t p = 1; p + 2 < points.size(); p += 3) {
                path.cubicTo(points[p], points[p + 1], points[p + 2]);
            }
            m_picture.paths[e] = std::move(path);
        }
    }

    /// Shapes stand at the head of their edge, else at its tail, else nowhere; never on a box, a
    /// label or the border of a scope.
    void makeLabels()
    {
        const VisibleGraph& visible = m_picture.visible;
        m_picture.labels.resize(visible.edges.size());
        Occupied occupied;
        for (std::size_t i = 0; i < visible.items.size(); ++i) {
            const QRectF box = m_picture.layout.boxes[i];
            if (!visible.items[i].isOpen) {
                occupied.add(box.adjusted(-2, -1, 4, 1));
                continue;
            }
            const double title = std::min(
                box.width(),
                24 + kCharacterWidth * 1.2 * static_cast<double>(m_picture.texts[i].title.size()));
            occupied.add(QRectF(box.left(), box.top(), title, kTitleHeight - 4));
            occupied.add(QRectF(box.left(), box.top() - 1, box.width(), 2));
            occupied.add(QRectF(box.left(), box.bottom() - 1, box.width(), 2));
            occupied.add(QRectF(box.left() - 1, box.top(), 2, box.height()));
            occupied.add(QRectF(box.right() - 1, box.top(), 2, box.height()));
        }
        for (std::size_t e = 0; e < visible.edges.size(); ++e) {
            const VisibleEdge& edge = visible.edges[e];
            const std::vector<QPointF>& points = m_picture.layout.edges[e];
            EdgeLabel& label = m_picture.labels[e];
            label.text = labelText(edge);
            const bool isBeside =
                visible.items[at(edge.from)].attachedTo == edge.to; // the parameter tells its shape
            if (label.text.isEmpty() || points.size() < 4 || isBeside) {
                continue;
            }
            const double width = kCharacterWidth * static_cast<double>(label.text.size());
            for (const QPointF place :
                 {points.back() + QPointF(7, -5), points.front() + QPointF(7, 13)}) {
                const QRectF rect(place.x(), place.y() - 11, width, kLabelHeight);
                if (!occupied.overlaps(rect)) {
                    occupied.add(rect);
                    label.at = place;
                    label.isShown = true;
                    break;
                }
            }
        }
    }

    [[nodiscard]] QString labelText(const VisibleEdge& edge) const
    {
        if (edge.count > 1) {
            return QCoreApplication::translate("GraphPicture", "%1 tensors").arg(edge.count);
        }
        const bool hasType = edge.fromNode >= 0 && !edge.isControl && edge.fromOutput >= 0
                             && at(edge.fromOutput) < node(edge.fromNode).outputs.size();
        return hasType ? shapeText(node(edge.fromNode).outputs[at(edge.fromOutput)]) : QString();
    }

    GraphPicture& m_picture;
    const NodeTimes& m_times;
    std::vector<double> m_scopeTime;
};

} // namespace

NodeTimes nodeTimes(const Run& run, std::string_view graphName, const std::stop_token& stop)
{
    const auto passes = run.irPasses();
    std::vector<std::vector<NodeTime>> sums(passes.size());
    for (std::size_t p = 0; p < passes.size(); ++p) {
        if (passes[p] != nullptr
            && (graphName.empty() || run.text(passes[p]->graphName) == graphName)) {
            sums[p].resize(passes[p]->nodes.size());
        }
    }
    for (std::size_t t = 0; t < run.tracks().size() && !stop.stop_requested(); ++t) {
        const SpanSeries* spans = run.spans(static_cast<TrackId>(t));
        for (std::size_t c = 0;
             spans != nullptr && c < spans->nodes.chunkCount() && !stop.stop_requested();
             ++c)
        {
            const std::span<const NodeRef> nodes = spans->nodes.chunk(c);
            const std::span<const std::int64_t> durations = spans->durationNs.chunk(c);
            for (std::size_t i = 0; i < std::min(nodes.size(), durations.size()); ++i) {
                const NodeRef ref = nodes[i];
                if (isValid(ref.pass) && index(ref.pass) < sums.size() && ref.node >= 0
                    && at(ref.node) < sums[index(ref.pass)].size() && durations[i] >= 0)
                {
                    NodeTime& sum = sums[index(ref.pass)][at(ref.node)];
                    sum.totalNs += std::min(durations[i], INT64_MAX - sum.totalNs);
                    ++sum.count;
                }
            }
        }
    }
    NodeTimes times;
    for (std::size_t p = 0; p < sums.size(); ++p) {
        for (std::size_t n = 0; n < sums[p].size(); ++n) {
            if (sums[p][n].count > 0) {
                NodeTime& sum = times[std::string(run.text(passes[p]->nodes[n].fullName))];
                sum.totalNs += std::min(sums[p][n].totalNs, INT64_MAX - sum.totalNs);
                sum.count += sums[p][n].count;
            }
        }
    }
    times.erase("");
    return times;
}

int GraphPicture::itemAt(QPointF place) const
{
    int found = -1;
    for (std::size_t i = 0; i < visible.items.size(); ++i) {
        QRectF box = layout.boxes[i];
        if (visible.items[i].isOpen) {
            box.setHeight(kTitleHeight);
        }
        if (box.contains(place)) {
            found = static_cast<int>(i);
        }
    }
    return found;
}

std::shared_ptr<const GraphPicture> buildPicture(std::shared_ptr<const GraphModel> model,
                                                 std::vector<bool> open,
                                                 const NodeTimes& times,
                                                 const std::stop_token& stop)
{
    auto picture = std::make_shared<GraphPicture>();
    picture->model = std::move(model);
    picture->open = std::move(open);
    picture->visible = visibleGraph(*picture->model, picture->open);
    picture->layout = layoutGraph(picture->visible, stop);
    PictureMaker(*picture, times).make(stop);
    return picture;
}

std::shared_ptr<const GraphPicture> withTimes(const GraphPicture& picture, const NodeTimes& times)
{
    auto copy = std::make_shared<GraphPicture>(picture);
    PictureMaker(*copy, times).makeTexts();
    return copy;
}

QString nodeCountText(std::int64_t count)
{
    return count == 1
               ? QCoreApplication::translate("GraphPicture", "1 node")
               : QCoreApplication::translate("GraphPicture", "%1 nodes").arg(formatCount(count));
}

QString shapeText(const GraphTensorType& type)
{
    if (!type.hasShape) {
        return {};
    }
    if (type.shape.empty()) {
        return QCoreApplication::translate("GraphPicture", "scalar");
    }
    QStringList parts;
    for (std::size_t i = 0; i < std::min<std::size_t>(type.shape.size(), 12); ++i) {
        parts << (type.shape[i] < 0 ? QStringLiteral("?") : QString::number(type.shape[i]));
    }
    if (type.shape.size() > 12) {
        parts << QString(QChar(0x2026));
    }
    return parts.join(QChar(0x00D7));
}

} // namespace runlens::viewers
