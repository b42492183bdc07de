// SPDX-License-Identifier: GPL-3.0-or-later
/// Everything the canvas paints for one graph with some scopes open: boxes, texts, edge paths and
/// shape labels. Built on a worker from const data; immutable. Pixels at zoom 1.
#pragma once

#include "summary_format/run.h"
#include "viewers/graph/graph_layout.h"

#include <QPainterPath>
#include <QString>

#include <memory>

namespace runlens::viewers {

/// Time of the spans of one node, all ranks and steps together.
struct NodeTime {
    std::int64_t totalNs = 0;
    std::int64_t count = 0;

    [[nodiscard]] double meanNs() const
    {
        return count > 0 ? static_cast<double>(totalNs) / static_cast<double>(count) : 0.0;
    }
};

/// By full name, of the nodes of one graph ("" for all graphs). Looks at every span once.
using NodeTimes = std::unordered_map<std::string, NodeTime>;
[[nodiscard]] NodeTimes
nodeTimes(const Run& run, std::string_view graphName, const std::stop_token& stop = {});

struct ItemText {
    QString title;  ///< operator, parameter or scope
    QString detail; ///< name, attribute or shape
    QString time;   ///< mean time of a call; empty when nothing was measured
};

struct EdgeLabel {
    QString text;
    QPointF at; ///< left end of the baseline; isShown tells whether there is room
    bool isShown = false;
};

struct GraphPicture {
    std::shared_ptr<const GraphModel> model;
    std::vector<bool> open;
    VisibleGraph visible;
    GraphLayout layout;
    std::vector<ItemText> texts;
    std::vector<QPainterPath> paths; ///< per edge; empty for faint ones
    std::vector<EdgeLabel> labels;   ///< per edge
    std::vector<std::vector<int>>
        edgesOf; ///< per item: edges that end or start there, faint ones too

    /// The innermost item at this place; -1 for none. Open scopes count by their title only.
    [[nodiscard]] int itemAt(QPointF place) const;

    [[nodiscard]] bool isOpenScope(int item) const
    {
        return visible.items[static_cast<std::size_t>(item)].isOpen;
    }
};

[[nodiscard]] std::shared_ptr<const GraphPicture>
buildPicture(std::shared_ptr<const GraphModel> model,
             std::vector<bool> open,
             const NodeTimes& times,
             const std::stop_token& stop = {});

/// The same picture with other times.
[[nodiscard]] std::shared_ptr<const GraphPicture> withTimes(const GraphPicture& picture,
                                                            const NodeTimes& times);
/// "1 node", "139 nodes"
[[nodiscard]] QString nodeCountText(std::int64_t count);
/// "32×6×28×28"; "" when unknown.
[[nodiscard]] QString shapeText(const GraphTensorType& type);

} // namespace runlens::viewers
