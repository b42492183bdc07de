// SPDX-License-Identifier: GPL-3.0-or-later
/// What each pass did to the graph, and what became of one node through the passes. By full name
/// and origins, so that renumbering does not count as a change. Pure functions over a const Run;
/// linear in nodes and origins.
#pragma once

#include "summary_format/run.h"

#include <QString>

#include <vector>

namespace runlens::viewers {

struct PassSummary {
    PassId pass = kNone<PassId>;
    QString name;
    QString graph;
    int nodes = 0;
    std::int64_t durationNs = 0;
    bool isFirst = true; ///< of its graph: nothing to compare with
    int added = 0;
    int removed = 0;
    int changed = 0;  ///< another operator
    int reshaped = 0; ///< the same operator with another shape
};

/// By graph, then by order.
[[nodiscard]] std::vector<PassSummary> passSummaries(const Run& run);

struct TrackRow {
    enum class Change {
        Created,
        Unchanged,
        ShapeKnown,
        Reshaped,
        Replaced,
        FusedFrom,
        FusedInto,
        Split,
        Removed
    };
    PassId firstPass = kNone<PassId>;
    PassId lastPass = kNone<PassId>; ///< differs when passes in a row changed nothing
    NodeRef node;                    ///< in firstPass; none when removed
    QString pass;                    ///< "04_fuse", or "05 – 06"
    int line = 0;
    QString as;     ///< "Conv2D %31"
    QString output; ///< "32×16×10×10"
    Change change = Change::Unchanged;
    QString what; ///< translated
};

/// Every pass of the graph of the node, in order: what the node was there.
[[nodiscard]] std::vector<TrackRow> trackNode(const Run& run, NodeRef node);

} // namespace runlens::viewers
