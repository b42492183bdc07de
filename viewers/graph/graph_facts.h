// SPDX-License-Identifier: GPL-3.0-or-later
/// What is known about one node, as a list of facts for the inspector: from a graph (attributes,
/// inputs and outputs with their shapes, fused members, time), and from the IR of a run (pass,
/// lines, shape, source, origins). Texts are translated and safe to show as plain text; long lists
/// end in "and n more". Any thread.
#pragma once

#include "viewers/graph/graph_picture.h"

#include <QList>
#include <QString>

namespace runlens::viewers {

struct NodeFact {
    enum class Link {
        None,
        Node,   ///< target: full name of another node
        Source, ///< target: "file:line"
        Pass,   ///< target: name of a pass
    };
    QString name;
    QString value;
    Link link = Link::None;
    QString target;
};

[[nodiscard]] QList<NodeFact>
factsOfGraphNode(const GraphModel& model, int node, const NodeTimes& times);
/// Empty when there is no such node.
[[nodiscard]] QList<NodeFact> factsOfIrNode(const Run& run, NodeRef node);

} // namespace runlens::viewers
