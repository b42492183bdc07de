// SPDX-License-Identifier: GPL-3.0-or-later
/// A graph with its scopes, and what of it is visible while some scopes are open. Scopes come from
/// the '/' in names; chains of scopes with nothing beside them count as one. A parameter or
/// constant lives in the scope of its first user. Pure data, no recursion anywhere: names may nest
/// as deep as they like. Built on any thread, immutable.
#pragma once

#include "summary_format/graph.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace runlens::viewers {

struct GraphScope {
    std::string label; ///< "conv1", or "Default/network" for a chain
    int parent = -1;   ///< index of a scope with a smaller index; -1 for the root
    int depth = 0;
    int nodeCount = 0; ///< of nodes here and below
    std::vector<int> scopes;
    std::vector<int> nodes; ///< indices into Graph::nodes
};

class GraphModel {
public:
    explicit GraphModel(Graph graph);
    GraphModel(const GraphModel&) = delete; // names are looked up by views into m_graph
    GraphModel& operator=(const GraphModel&) = delete;

    [[nodiscard]] const Graph& graph() const { return m_graph; }

    /// scopes()[0] is the root, which has no name and is always open.
    [[nodiscard]] const std::vector<GraphScope>& scopes() const { return m_scopes; }

    [[nodiscard]] int scopeOf(int node) const { return m_scopeOf[static_cast<std::size_t>(node)]; }

    [[nodiscard]] std::span<const int>
    usersOf(int node) const; ///< in order of the graph, each once per input
    [[nodiscard]] int find(std::string_view fullName) const; ///< -1 when there is no such node
    /// The last part of the name of a node: "Conv2D-op0".
    [[nodiscard]] std::string_view leafName(int node) const;
    /// Opens scopes from the outside in as long as no more than about `budget` items show;
    /// gradients and optimizers stay closed at first.
    [[nodiscard]] std::vector<bool> initiallyOpen(int budget) const;

private:
    void buildUsers();
    void buildScopes();

    Graph m_graph;
    std::vector<GraphScope> m_scopes;
    std::vector<int> m_scopeOf;
    std::vector<int> m_userStart;
    std::vector<int> m_users;
    std::unordered_map<std::string_view, int> m_byName;
};

/// A box that shows: a node, a closed scope, or an open scope that holds others.
struct VisibleItem {
    int node = -1;
    int scope = -1;  ///< when this is a scope
    int parent = -1; ///< index of the open scope around it, smaller than its own; -1: none
    int depth = 0;   ///< number of open scopes around it
    bool isOpen = false;
    int attachedTo = -1;       ///< a parameter drawn at the left of this item
    std::vector<int> attached; ///< the items drawn at its left
};

inline constexpr int kBundle = 3;

struct VisibleEdge {
    int from = -1; ///< items
    int to = -1;
    int fromNode = -1; ///< of the first tensor that this edge stands for
    int fromOutput = 0;
    int count = 1;
    bool isControl = false;
    /// Only shown for a selected end, never laid out: a further use of an attached parameter, or
    /// one of many edges that a bundle stands for.
    bool isFaint = false;
    /// Stands for at least kBundle edges between a closed scope and the inside of an open one,
    /// which is its other end.
    bool isBundle = false;
};

struct VisibleGraph {
    std::vector<VisibleItem> items;
    std::vector<VisibleEdge> edges;
    std::vector<int> itemOfNode; ///< per graph node: its item, or the closed scope that hides it
};

/// open: one flag per scope of the model.
[[nodiscard]] VisibleGraph visibleGraph(const GraphModel& model, const std::vector<bool>& open);

} // namespace runlens::viewers
