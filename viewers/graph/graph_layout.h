// SPDX-License-Identifier: GPL-3.0-or-later
/// Where the boxes and edges of a visible graph go. Two engines: the `dot` program, run as a child
/// process with a time limit, for up to kDotLimit boxes; and an own layered layout in linear time
/// for the rest, and whenever dot is missing, slow or fails. Both run on a worker thread, give the
/// same result for the same input, and read ids only: no text of the graph reaches the child
/// process. Pixels at zoom 1, y downwards, origin at the top left of the picture.
#pragma once

#include "viewers/graph/graph_model.h"

#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QString>

#include <chrono>
#include <optional>
#include <stop_token>
#include <vector>

namespace runlens::viewers {

/// Measures of look.md, section graph.
inline constexpr double kNodeWidth = 148;
inline constexpr double kNodeHeight = 34;
inline constexpr double kScopeHeight = 46; ///< closed
inline constexpr double kWeightWidth = 108;
inline constexpr double kWeightGap = 38; ///< between a parameter and its operator
inline constexpr double kTitleHeight = 24;
inline constexpr double kScopePadding = 12;
inline constexpr double kRankGap = 36; ///< leaves room for a shape at the head of an edge
inline constexpr double kNodeGap = 24;

inline constexpr int kDotLimit = 2000;    ///< boxes
inline constexpr int kDeepestForDot = 64; ///< nested open scopes: dot recurses over them
inline constexpr std::chrono::milliseconds kDotTime{2000};

enum class LayoutEngine { Dot, Layered };
/// Why the simple layout was used.
enum class DotProblem { None, NotFound, TooLarge, TooSlow, Failed };

struct GraphLayout {
    std::vector<QRectF> boxes; ///< per item
    /// Per edge: control points of a cubic Bézier path (1 + 3 n points), from the lower side of one
    /// box to the upper side of another. Empty for edges that are not laid out.
    std::vector<std::vector<QPointF>> edges;
    QSizeF size;
    LayoutEngine engine = LayoutEngine::Layered;
    DotProblem problem = DotProblem::None;
    double milliseconds = 0.0;
};

/// Box of an item with the parameters at its left: what a layout places as one.
struct LayoutBox {
    double width = 0.0;
    double height = 0.0;
    double portX = 0.0; ///< where edges leave and arrive, from the left
};

[[nodiscard]] LayoutBox layoutBox(const VisibleGraph& graph, int item);
/// Puts an item and its parameters into the place of its layout box.
void placeItem(const VisibleGraph& graph, int item, QPointF topLeft, std::vector<QRectF>& boxes);

/// Longest-path ranks, barycentre ordering, then x by least squares without overlap, one scope
/// after the other from the inside out. Cycles are cut where a walk in order of the graph closes
/// them. O((nodes + edges) * sweeps).
[[nodiscard]] GraphLayout layeredLayout(const VisibleGraph& graph, std::stop_token stop = {});

/// nullopt with `problem` set when dot gave nothing in time.
[[nodiscard]] std::optional<GraphLayout> dotLayout(const VisibleGraph& graph,
                                                   DotProblem& problem,
                                                   std::stop_token stop = {},
                                                   std::chrono::milliseconds limit = kDotTime);

/// dot where it fits, else the layered layout with the reason.
[[nodiscard]] GraphLayout layoutGraph(const VisibleGraph& graph, std::stop_token stop = {});

} // namespace runlens::viewers
