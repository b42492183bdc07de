// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/graph/graph_model.h"

#include "viewers/graph/indexing.h"

#include <algorithm>
#include <map>
#include <utility>

namespace runlens::viewers {

namespace {

constexpr std::size_t kLongestLabel = 200;
constexpr std::size_t kMostAttached = 4;

/// One level of a name while the tree is built.
struct RawScope {
    std::string_view label;
    int parent = -1;
    std::vector<int> scopes;
    std::vector<int> nodes;
};

bool isWeight(const GraphNode& node)
{
    return node.kind == GraphNodeKind::Parameter || node.kind == GraphNodeKind::Constant;
}

/// Joins the labels of a chain; a very long one keeps its two ends.
std::string joined(std::string label, std::string_view next)
{
    label += '/';
    label += next;
    if (label.size() > kLongestLabel) {
        label = label.substr(0, label.find('/')).substr(0, kLongestLabel / 2) + "/\u2026/"
                + std::string(next.substr(0, kLongestLabel / 2));
    }
    return label;
}

std::vector<RawScope> rawScopes(const Graph& graph, std::vector<int>& scopeOf)
{
    std::vector<RawScope> scopes(1);
    std::map<std::pair<int, std::string_view>, int> known;
    scopeOf.assign(graph.nodes.size(), 0);

    // Neighbours share most of their scopes: what the name before went through is not looked up
    // again.
    struct Step {
        std::size_t end = 0; ///< behind the slash
        int scope = 0;
    };

    std::vector<Step> way;
    std::string_view before;
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
        const std::string_view name = graph.nodes[n].name;
        const auto shared = static_cast<std::size_t>(
            std::mismatch(name.begin(), name.end(), before.begin(), before.end()).first
            - name.begin());
        while (!way.empty() && way.back().end > shared) {
            way.pop_back();
        }
        before = name;
        int scope = way.empty() ? 0 : way.back().scope;
        std::size_t begin = way.empty() ? 0 : way.back().end;
        for (std::size_t slash = name.find('/', begin); slash != std::string_view::npos;
             slash = name.find('/', begin))
        {
            const std::string_view part = name.substr(begin, slash - begin);
            begin = slash + 1;
            if (!part.empty()) {
                const auto [entry, isNew] =
                    known.try_emplace({scope, part}, static_cast<int>(scopes.size()));
                if (isNew) {
                    scopes[at(scope)].scopes.push_back(entry->second);
                    scopes.push_back({part, scope, {}, {}});
                }
                scope = entry->second;
            }
            way.push_back({begin, scope});
        }
        scopeOf[n] = scope;
    }
    return scopes;
}

} // namespace

GraphModel::GraphModel(Graph graph) : m_graph(std::move(graph))
{
    for (std::size_t n = 0; n < m_graph.nodes.size(); ++n) {
        m_byName.try_emplace(m_graph.nodes[n].name, static_cast<int>(n));
    }
    buildUsers();
    buildScopes();
}

void GraphModel::buildUsers()
{
    const auto count = static_cast<int>(m_graph.nodes.size());
    m_userStart.assign(at(count) + 1, 0);
    const auto eachInput = [&](auto take) {
        for (int n = 0; n < count; ++n) {
            for (const GraphInput& input : m_graph.nodes[at(n)].inputs) {
                if (input.node >= 0 && input.node < count) {
                    take(input.node, n);
                }
            }
        }
    };
    eachInput([&](int from, int) { ++m_userStart[at(from) + 1]; });
    for (std::size_t i = 1; i < m_userStart.size(); ++i) {
        m_userStart[i] += m_userStart[i - 1];
    }
    m_users.resize(at(m_userStart.back()));
    std::vector<int> next(m_userStart.begin(), m_userStart.end() - 1);
    eachInput([&](int from, int to) { m_users[at(next[at(from)]++)] = to; });
}

void GraphModel::buildScopes()
{
    std::vector<RawScope> raw = rawScopes(m_graph, m_scopeOf);
    for (std::size_t n = 0; n < m_graph.nodes.size(); ++n) {
        if (isWeight(m_graph.nodes[n])) {
            const std::span<const int> users = usersOf(static_cast<int>(n));
            const auto first = std::find_if(users.begin(), users.end(), [&](int user) {
                return !isWeight(m_graph.nodes[at(user)]);
            });
            m_scopeOf[n] = first != users.end() ? m_scopeOf[at(*first)] : m_scopeOf[n];
        }
        raw[at(m_scopeOf[n])].nodes.push_back(static_cast<int>(n));
    }
    // Scopes that lost all their nodes to re-homing stay: they are empty and are left out below.
    std::vector<int> below(raw.size(), 0);
    for (std::size_t s = raw.size(); s-- > 0;) {
        below[s] += static_cast<int>(raw[s].nodes.size());
        if (raw[s].parent >= 0) {
            below[at(raw[s].parent)] += below[s];
        }
    }
    std::vector<int> rawOf{0}; // compact scope -> the raw scope at the end of its chain
    m_scopes.push_back({"", -1, 0, below[0], {}, {}});
    for (std::size_t s = 0; s < m_scopes.size(); ++s) {
        for (const int child : raw[at(rawOf[s])].scopes) {
            int end = child;
            if (below[at(child)] == 0) {
                continue;
            }
            std::string label(raw[at(end)].label);
            while (raw[at(end)].nodes.empty()) {
                const std::vector<int>& inner = raw[at(end)].scopes;
                const auto filled = [&](int scope) { return below[at(scope)] > 0; };
                if (std::count_if(inner.begin(), inner.end(), filled) != 1) {
                    break;
                }
                end = *std::find_if(inner.begin(), inner.end(), filled);
                label = joined(std::move(label), raw[at(end)].label);
            }
            const auto index = static_cast<int>(m_scopes.size());
            m_scopes[s].scopes.push_back(index);
            m_scopes.push_back({std::move(label),
                                static_cast<int>(s),
                                m_scopes[s].depth + 1,
                                below[at(end)],
                                {},
                                {}});
            rawOf.push_back(end);
        }
        m_scopes[s].nodes = std::move(raw[at(rawOf[s])].nodes);
        for (const int node : m_scopes[s].nodes) {
            m_scopeOf[at(node)] = static_cast<int>(s);
        }
    }
}

std::span<const int> GraphModel::usersOf(int node) const
{
    const auto begin = at(m_userStart[at(node)]);
    return std::span<const int>(m_users).subspan(begin, at(m_userStart[at(node) + 1]) - begin);
}

int GraphModel::find(std::string_view fullName) const
{
    const auto found = m_byName.find(fullName);
    return found != m_byName.end() ? found->second : -1;
}

std::string_view GraphModel::leafName(int node) const
{
    const std::string_view name = m_graph.nodes[at(node)].name;
    const std::size_t slash = name.rfind('/');
    return slash == std::string_view::npos ? name : name.substr(slash + 1);
}

std::vector<bool> GraphModel::initiallyOpen(int budget) const
{
    std::vector<bool> open(m_scopes.size(), false);
    open[0] = true;
    auto showing = static_cast<int>(m_scopes[0].scopes.size() + m_scopes[0].nodes.size());
    for (std::size_t s = 1; s < m_scopes.size(); ++s)
    { // from the outside in: parents have smaller indices
        const GraphScope& scope = m_scopes[s];
        const auto inside = static_cast<int>(scope.scopes.size() + scope.nodes.size());
        std::string lower = scope.label;
        std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
            return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
        });
        const bool staysClosed =
            lower.find("gradient") != std::string::npos || lower.find("optim") != std::string::npos;
        if (open[at(scope.parent)] && !staysClosed && showing + inside - 1 <= budget) {
            open[s] = true;
            showing += inside - 1;
        }
    }
    return open;
}

namespace {

class VisibleMaker {
public:
    VisibleMaker(const GraphModel& model, const std::vector<bool>& open)
        : m_model(model), m_open(open)
    {}

    VisibleGraph make()
    {
        addItems();
        attachWeights();
        addEdges();
        bundleEdges();
        return std::move(m_result);
    }

private:
    [[nodiscard]] const GraphNode& node(int index) const
    {
        return m_model.graph().nodes[at(index)];
    }

    [[nodiscard]] bool isOpen(int scope) const
    {
        return at(scope) < m_open.size() && m_open[at(scope)];
    }

    int addItem(VisibleItem item)
    {
        m_result.items.push_back(std::move(item));
        return static_cast<int>(m_result.items.size()) - 1;
    }

    /// Scopes from the outside in, so that an item comes after the open scope around it.
    void addItems()
    {
        const std::vector<GraphScope>& scopes = m_model.scopes();
        m_result.itemOfNode.assign(m_model.graph().nodes.size(), -1);
        std::vector<int> itemOfScope(scopes.size(),
                                     -1); // of the scope itself, or of the closed one that hides it
        std::vector<bool> shows(scopes.size(), false); // its inside can be seen
        shows[0] = true;
        for (std::size_t s = 0; s < scopes.size(); ++s) {
            if (s > 0) {
                const auto parent = at(scopes[s].parent);
                if (shows[parent]) {
                    VisibleItem item;
                    item.scope = static_cast<int>(s);
                    item.parent = itemOfScope[parent];
                    item.depth = item.parent >= 0 ? m_result.items[at(item.parent)].depth + 1 : 0;
                    item.isOpen = isOpen(item.scope);
                    shows[s] = item.isOpen;
                    itemOfScope[s] = addItem(std::move(item));
                } else {
                    itemOfScope[s] = itemOfScope[parent];
                }
            }
            for (const int each : scopes[s].nodes) {
                if (shows[s]) {
                    VisibleItem item;
                    item.node = each;
                    item.parent = itemOfScope[s];
                    item.depth = item.parent >= 0 ? m_result.items[at(item.parent)].depth + 1 : 0;
                    m_result.itemOfNode[at(each)] = addItem(std::move(item));
                } else {
                    m_result.itemOfNode[at(each)] = itemOfScope[s];
                }
            }
        }
    }

    /// A parameter stands at the left of its first user when that is an operator in the same scope.
    void attachWeights()
    {
        for (std::size_t i = 0; i < m_result.items.size(); ++i) {
            VisibleItem& item = m_result.items[i];
            if (item.node < 0 || !isWeight(node(item.node))) {
                continue;
            }
            for (const int user : m_model.usersOf(item.node)) {
                const int host = m_result.itemOfNode[at(user)];
                VisibleItem& hostItem = m_result.items[at(host)];
                if (hostItem.node != user || node(user).kind != GraphNodeKind::Operator
                    || hostItem.parent != item.parent || hostItem.attached.size() >= kMostAttached)
                {
                    continue;
                }
                item.attachedTo = host;
                hostItem.attached.push_back(static_cast<int>(i));
                break;
            }
        }
    }

    void addEdges()
    {
        std::unordered_map<std::uint64_t, int> known;
        const Graph& graph = m_model.graph();
        for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
            const int to = m_result.itemOfNode[n];
            for (const GraphInput& input : graph.nodes[n].inputs) {
                if (input.node < 0 || at(input.node) >= graph.nodes.size()) {
                    continue;
                }
                const int from = m_result.itemOfNode[at(input.node)];
                if (from == to) {
                    continue;
                }
                const std::uint64_t key =
                    (static_cast<std::uint64_t>(from) << 32U) | static_cast<std::uint32_t>(to);
                const auto [entry, isNew] =
                    known.try_emplace(key, static_cast<int>(m_result.edges.size()));
                if (!isNew) {
                    VisibleEdge& edge = m_result.edges[at(entry->second)];
                    ++edge.count;
                    edge.isControl = edge.isControl && input.isControl;
                    continue;
                }
                VisibleEdge edge{
                    from, to, input.node, input.output, 1, input.isControl, false, false};
                const VisibleItem& source = m_result.items[at(from)];
                edge.isFaint = source.attachedTo >= 0 && source.attachedTo != to;
                m_result.edges.push_back(edge);
            }
        }
    }

    /// The outermost open scope around the item that does not hold the other one; -1 when there is
    /// none.
    [[nodiscard]] int outermostApart(int item, int other) const
    {
        const auto& items = m_result.items;
        std::vector<int> around; // of the other, by depth
        around.resize(at(items[at(other)].depth) + 1, -1);
        for (int scope = items[at(other)].parent; scope >= 0; scope = items[at(scope)].parent) {
            around[at(items[at(scope)].depth)] = scope;
        }
        int found = -1;
        for (int scope = items[at(item)].parent; scope >= 0; scope = items[at(scope)].parent) {
            const std::size_t depth = at(items[at(scope)].depth);
            if (depth < around.size() && around[depth] == scope) {
                break;
            }
            found = scope;
        }
        return found;
    }

    /// Many edges between a closed scope and the inside of an open one become one.
    void bundleEdges()
    {
        const auto isClosedScope = [&](int item) { return m_result.items[at(item)].scope >= 0; };
        std::map<std::pair<int, int>, std::vector<std::size_t>> groups;
        for (std::size_t e = 0; e < m_result.edges.size(); ++e) {
            const VisibleEdge& edge = m_result.edges[e];
            int from = edge.from;
            int to = edge.to;
            if (edge.isFaint || isClosedScope(from) == isClosedScope(to)) {
                continue;
            }
            int& inside = isClosedScope(to) ? from : to;
            inside = outermostApart(inside, isClosedScope(to) ? to : from);
            if (inside >= 0) {
                groups[{from, to}].push_back(e);
            }
        }
        for (const auto& [ends, edges] : groups) {
            if (edges.size() < kBundle) {
                continue;
            }
            VisibleEdge bundle{ends.first, ends.second, -1, 0, 0, true, false, true};
            for (const std::size_t e : edges) {
                bundle.count += m_result.edges[e].count;
                bundle.isControl = bundle.isControl && m_result.edges[e].isControl;
                m_result.edges[e].isFaint = true;
            }
            m_result.edges.push_back(bundle);
        }
    }

    const GraphModel& m_model;
    const std::vector<bool>& m_open;
    VisibleGraph m_result;
};

} // namespace

VisibleGraph visibleGraph(const GraphModel& model, const std::vector<bool>& open)
{
    return VisibleMaker(model, open).make();
}

} // namespace runlens::viewers
