// SPDX-License-Identifier: GPL-3.0-or-later
/// Places the boxes of one scope level in ranks: what layeredLayout() does for each open scope.
/// Linear in boxes and edges per sweep; no recursion. Deterministic.
#pragma once

#include "viewers/graph/graph_layout.h"

#include <utility>

namespace runlens::viewers {

struct LevelInput {
    std::vector<LayoutBox> boxes;
    std::vector<std::pair<int, int>>
        edges; ///< of boxes, source and target; cycles, repeats and self-loops allowed
};

struct LevelPlaces {
    std::vector<QPointF> topLeft; ///< per box, from (0, 0) on
    /// Per edge: points between the boxes that keep a long edge clear of what it passes, from
    /// source to target.
    std::vector<std::vector<QPointF>> via;
    QSizeF size;
};

[[nodiscard]] LevelPlaces layoutLevel(const LevelInput& input, const std::stop_token& stop);

} // namespace runlens::viewers
