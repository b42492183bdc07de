// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/graph/graph_layout.h"
#include "viewers/graph/indexing.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr qsizetype kMostOutput = 64 << 20;
constexpr int kSplineLimit = 400;  ///< boxes; above, polylines route faster
constexpr int kCarefulLimit = 150; ///< boxes; below, dot may search longer for straight lines

QByteArray inches(double pixels)
{
    return QByteArray::number(pixels / 72.0, 'f', 4);
}

/// Writes the graph for dot. Only ids and sizes go out: a name cannot mean anything to the child
/// process.
class DotWriter {
public:
    explicit DotWriter(const VisibleGraph& graph) : m_graph(graph) {}

    QByteArray write()
    {
        const auto count = static_cast<int>(m_graph.items.size());
        m_text =
            "digraph g {\ngraph [rankdir=TB newrank=true compound=true labelloc=t labeljust=l ";
        m_text += count <= kCarefulLimit ? "nslimit=30 nslimit1=30 "
                                         : "nslimit=1 nslimit1=1 mclimit=0.1 ";
        m_text += count <= kSplineLimit ? "splines=spline" : "splines=polyline";
        m_text += " nodesep=" + inches(kNodeGap) + " ranksep=" + inches(kRankGap) + "]\n";
        m_text += "node [shape=box fixedsize=true label=\"\"]\nedge [arrowhead=none]\n";
        writeItems();
        writeEdges();
        m_text += "}\n";
        return std::move(m_text);
    }

private:
    /// Open scopes become clusters. They are written with a stack of what is still to come, not by
    /// recursion.
    void writeItems()
    {
        std::vector<std::vector<int>> children(m_graph.items.size() + 1);
        for (std::size_t i = 0; i < m_graph.items.size(); ++i) {
            if (m_graph.items[i].attachedTo < 0) {
                children[at(m_graph.items[i].parent + 1)].push_back(static_cast<int>(i));
            }
        }
        std::vector<std::pair<int, std::size_t>> way{{-1, 0}};
        while (!way.empty()) {
            auto& [scope, next] = way.back();
            const std::vector<int>& inside = children[at(scope + 1)];
            if (next == inside.size()) {
                m_text += scope >= 0 ? "}\n" : "";
                way.pop_back();
                continue;
            }
            const int item = inside[next++];
            if (m_graph.items[at(item)].isOpen) {
                const QByteArray id = QByteArray::number(item);
                // A label of a fixed size keeps the room for the title.
                m_text +=
                    "subgraph cluster_" + id + " {\nmargin=" + QByteArray::number(kScopePadding)
                    + " label=<<TABLE BORDER=\"0\" FIXEDSIZE=\"TRUE\" WIDTH=\"100\" HEIGHT=\""
                    + QByteArray::number(kTitleHeight - 8) + "\"><TR><TD></TD></TR></TABLE>>\n";
                if (children[at(item + 1)].empty()) { // dot leaves empty clusters out
                    m_text += "e" + id + " [width=1 height=0.2]\n";
                }
                way.emplace_back(item, 0);
            } else {
                writeNode(item);
            }
        }
    }

    void writeNode(int item)
    {
        const LayoutBox box = layoutBox(m_graph, item);
        const QByteArray name = "n" + QByteArray::number(item);
        if (m_graph.items[at(item)].attached.empty()) {
            m_text +=
                name + " [width=" + inches(box.width) + " height=" + inches(box.height) + "]\n";
            return;
        }
        // Parameters and their operator are one box whose edges leave at the operator: port o.
        const QByteArray left = QByteArray::number(box.width - kNodeWidth);
        const QByteArray height = QByteArray::number(box.height);
        m_text += name
                  + " [shape=plain fixedsize=false label=<<TABLE BORDER=\"0\" CELLBORDER=\"0\" "
                    "CELLSPACING=\"0\" "
                    "CELLPADDING=\"0\"><TR><TD FIXEDSIZE=\"TRUE\" WIDTH=\""
                  + left + "\" HEIGHT=\"" + height
                  + "\"></TD><TD PORT=\"o\" FIXEDSIZE=\"TRUE\" WIDTH=\""
                  + QByteArray::number(kNodeWidth) + "\" HEIGHT=\"" + height
                  + "\"></TD></TR></TABLE>>]\n";
    }

    /// Edges of an open scope are those of a box inside it, cut at the border: dot knows no others.
    void findInner()
    {
        m_first.assign(m_graph.items.size(), -1);
        m_last.assign(m_graph.items.size(), -1);
        for (std::size_t i = m_graph.items.size(); i-- > 0;) {
            const VisibleItem& item = m_graph.items[i];
            if (!item.isOpen && item.attachedTo < 0) {
                m_first[i] = static_cast<int>(i);
                m_last[i] = static_cast<int>(i);
            }
            if (item.parent >= 0 && m_first[i] >= 0) {
                int& first = m_first[at(item.parent)];
                int& last = m_last[at(item.parent)];
                first = first < 0 ? m_first[i] : std::min(first, m_first[i]);
                last = std::max(last, m_last[i]);
            }
        }
    }

    [[nodiscard]] QByteArray end(int item, bool isTail) const
    {
        const int host = m_graph.items[at(item)].attachedTo;
        int box = host >= 0 ? host : item;
        box = isTail ? m_last[at(box)] : m_first[at(box)];
        const bool hasPort = box >= 0 && !m_graph.items[at(box)].attached.empty();
        return "n" + QByteArray::number(box) + (hasPort ? ":o" : "") + (isTail ? ":s" : ":n");
    }

    /// The deeper the scope that holds both ends, the straighter the edge.
    [[nodiscard]] int weightOf(const VisibleEdge& edge) const
    {
        const VisibleItem& from = m_graph.items[at(edge.from)];
        const VisibleItem& to = m_graph.items[at(edge.to)];
        if (edge.isControl || edge.isBundle) {
            return 0;
        }
        if (from.parent == to.parent) {
            return 8;
        }
        int a = edge.from;
        int b = edge.to;
        while (a >= 0 && m_graph.items[at(a)].depth > 0) {
            a = m_graph.items[at(a)].parent;
        }
        while (b >= 0 && m_graph.items[at(b)].depth > 0) {
            b = m_graph.items[at(b)].parent;
        }
        const bool isAside = from.scope >= 0 || to.scope >= 0;
        return a == b ? 8 : (isAside ? 0 : 2);
    }

    void writeEdges()
    {
        findInner();
        for (std::size_t e = 0; e < m_graph.edges.size(); ++e) {
            const VisibleEdge& edge = m_graph.edges[e];
            if (edge.isFaint || m_graph.items[at(edge.from)].attachedTo == edge.to) {
                continue;
            }
            m_text += end(edge.from, true) + " -> " + end(edge.to, false) + " [id=\"e"
                      + QByteArray::number(qulonglong(e))
                      + "\" weight=" + QByteArray::number(weightOf(edge));
            if (m_graph.items[at(edge.from)].isOpen) {
                m_text += " ltail=cluster_" + QByteArray::number(edge.from);
            }
            if (m_graph.items[at(edge.to)].isOpen) {
                m_text += " lhead=cluster_" + QByteArray::number(edge.to);
            }
            m_text += "]\n";
        }
    }

    std::vector<int> m_first; ///< per item: a box inside that stands for it
    std::vector<int> m_last;
    const VisibleGraph& m_graph;
    QByteArray m_text;
};

/// Runs the program with the text; what it printed, or nothing when it failed, was stopped or ran
/// out of time.
QByteArray runDot(const QString& program,
                  const QByteArray& input,
                  std::chrono::milliseconds limit,
                  const std::stop_token& stop,
                  DotProblem& problem)
{
    QProcess process;
    process.setProgram(program);
    process.setArguments({QStringLiteral("-Tjson0"), QStringLiteral("-q")});
    process.setStandardErrorFile(QProcess::nullDevice());
    process.start();
    problem = DotProblem::Failed;
    if (!process.waitForStarted(static_cast<int>(limit.count()))) {
        return {};
    }
    process.write(input);
    process.closeWriteChannel();
    QElapsedTimer timer;
    timer.start();
    QByteArray output;
    while (process.state() != QProcess::NotRunning) {
        process.waitForFinished(20);
        output += process.readAllStandardOutput();
        const bool isLate = timer.elapsed() > limit.count();
        if (isLate || stop.stop_requested() || output.size() > kMostOutput) {
            process.kill();
            process.waitForFinished(1000);
            problem = isLate ? DotProblem::TooSlow : DotProblem::Failed;
            return {};
        }
    }
    output += process.readAllStandardOutput();
    if (process.exitStatus() != QProcess::NormalExit || process.exitCode() != 0) {
        return {};
    }
    problem = DotProblem::None;
    return output;
}

/// "x,y" at `begin`; moves behind it. False when there is no finite pair.
bool readPoint(const QString& text, QPointF& point)
{
    const qsizetype comma = text.indexOf(QLatin1Char(','));
    bool okX = false;
    bool okY = false;
    point = QPointF(text.left(comma).toDouble(&okX), text.mid(comma + 1).toDouble(&okY));
    return comma > 0 && okX && okY && std::isfinite(point.x()) && std::isfinite(point.y());
}

class DotReader {
public:
    DotReader(const VisibleGraph& graph, const QByteArray& json)
        : m_graph(graph), m_root(QJsonDocument::fromJson(json).object())
    {}

    std::optional<GraphLayout> read()
    {
        QRectF whole;
        if (!readBox(m_root.value(QLatin1String("bb")).toString(), whole, false)) {
            return std::nullopt;
        }
        m_height = whole.height();
        m_origin = QPointF(whole.left(), whole.top());
        m_layout.size = whole.size() + QSizeF(2 * kScopePadding, 2 * kScopePadding);
        m_layout.engine = LayoutEngine::Dot;
        m_layout.boxes.resize(m_graph.items.size());
        m_layout.edges.resize(m_graph.edges.size());
        const QJsonArray objects = m_root.value(QLatin1String("objects")).toArray();
        for (const auto& value : objects) {
            readObject(value.toObject());
        }
        for (const QRectF& box : m_layout.boxes) {
            if (box.isEmpty()) {
                return std::nullopt;
            }
        }
        const QJsonArray edges = m_root.value(QLatin1String("edges")).toArray();
        for (const auto& value : edges) {
            readEdge(value.toObject());
        }
        finishEdges();
        return std::move(m_layout);
    }

private:
    [[nodiscard]] QPointF turned(QPointF point) const
    {
        return {point.x() - m_origin.x() + kScopePadding,
                m_height - (point.y() - m_origin.y()) + kScopePadding};
    }

    bool readBox(const QString& text, QRectF& box, bool turn) const
    {
        const QStringList parts = text.split(QLatin1Char(','));
        QPointF low;
        QPointF high;
        if (parts.size() != 4 || !readPoint(parts[0] + QLatin1Char(',') + parts[1], low)
            || !readPoint(parts[2] + QLatin1Char(',') + parts[3], high))
        {
            return false;
        }
        box =
            turn ? QRectF(turned(low), turned(high)).normalized() : QRectF(low, high).normalized();
        return true;
    }

    void readObject(const QJsonObject& object)
    {
        const QString name = object.value(QLatin1String("name")).toString();
        const bool isCluster = name.startsWith(QLatin1String("cluster_"));
        bool ok = false;
        const int item = name.mid(isCluster ? 8 : 1).toInt(&ok);
        if (!ok || item < 0 || at(item) >= m_graph.items.size()
            || (!isCluster && !name.startsWith(QLatin1Char('n'))))
        {
            return;
        }
        if (isCluster) {
            QRectF box;
            if (readBox(object.value(QLatin1String("bb")).toString(), box, true)) {
                m_layout.boxes[at(item)] = box;
            }
            return;
        }
        QPointF centre;
        if (readPoint(object.value(QLatin1String("pos")).toString(), centre)) {
            const LayoutBox box = layoutBox(m_graph, item);
            placeItem(m_graph,
                      item,
                      turned(centre) - QPointF(box.width / 2, box.height / 2),
                      m_layout.boxes);
        }
    }

    void readEdge(const QJsonObject& object)
    {
        const QString id = object.value(QLatin1String("id")).toString();
        bool ok = false;
        const int edge = id.mid(1).toInt(&ok);
        if (!ok || edge < 0 || at(edge) >= m_layout.edges.size()) {
            return;
        }
        std::vector<QPointF> path;
        const QString text = object.value(QLatin1String("pos")).toString();
        for (const QString& part : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
            QPointF point;
            const bool isEnd =
                part.startsWith(QLatin1String("e,")) || part.startsWith(QLatin1String("s,"));
            if (!isEnd && readPoint(part, point)) {
                path.push_back(turned(point));
            }
        }
        if (path.size() >= 4 && path.size() % 3 == 1) {
            m_layout.edges[at(edge)] = std::move(path);
        }
    }

    /// Edges that dot did not draw, and those of a parameter to the operator beside it, go
    /// straight.
    void finishEdges()
    {
        for (std::size_t e = 0; e < m_graph.edges.size(); ++e) {
            const VisibleEdge& edge = m_graph.edges[e];
            std::vector<QPointF>& path = m_layout.edges[e];
            if (edge.isFaint) {
                continue;
            }
            const QRectF from = m_layout.boxes[at(edge.from)];
            const QRectF to = m_layout.boxes[at(edge.to)];
            if (m_graph.items[at(edge.from)].attachedTo == edge.to) {
                const QPointF start(from.right(), from.center().y());
                const QPointF finish(to.left(),
                                     std::clamp(from.center().y(), to.top() + 8, to.bottom() - 8));
                const double bend = (finish.x() - start.x()) / 2;
                path = {start, start + QPointF(bend, 0), finish - QPointF(bend, 0), finish};
            } else if (path.empty()) {
                const QPointF start(from.center().x(), from.bottom());
                const QPointF finish(to.center().x(), to.top());
                path = {start, start + QPointF(0, 20), finish - QPointF(0, 20), finish};
            } else { // the drawn box may be lower than the place of its row of parameters
                path.front() = {path.front().x(), from.bottom()};
                path.back() = {path.back().x(), to.top()};
            }
        }
    }

    const VisibleGraph& m_graph;
    QJsonObject m_root;
    GraphLayout m_layout;
    double m_height = 0.0;
    QPointF m_origin;
};

} // namespace

std::optional<GraphLayout> dotLayout(const VisibleGraph& graph,
                                     DotProblem& problem,
                                     std::stop_token stop,
                                     std::chrono::milliseconds limit)
{
    int depth = 0;
    for (const VisibleItem& item : graph.items) {
        depth = std::max(depth, item.depth);
    }
    if (static_cast<int>(graph.items.size()) > kDotLimit || depth > kDeepestForDot) {
        problem = DotProblem::TooLarge;
        return std::nullopt;
    }
    const QString program = QStandardPaths::findExecutable(QStringLiteral("dot"));
    if (program.isEmpty()) {
        problem = DotProblem::NotFound;
        return std::nullopt;
    }
    const QByteArray output = runDot(program, DotWriter(graph).write(), limit, stop, problem);
    if (problem != DotProblem::None) {
        return std::nullopt;
    }
    std::optional<GraphLayout> layout = DotReader(graph, output).read();
    problem = layout ? DotProblem::None : DotProblem::Failed;
    return layout;
}

GraphLayout layoutGraph(const VisibleGraph& graph, std::stop_token stop)
{
    QElapsedTimer timer;
    timer.start();
    DotProblem problem = DotProblem::None;
    std::optional<GraphLayout> layout;
    if (!graph.items.empty()) {
        layout = dotLayout(graph, problem, stop);
    }
    if (!layout) {
        layout = layeredLayout(graph, stop);
        layout->problem = problem;
    }
    layout->milliseconds = static_cast<double>(timer.nsecsElapsed()) / 1e6;
    return std::move(*layout);
}

} // namespace runlens::viewers
