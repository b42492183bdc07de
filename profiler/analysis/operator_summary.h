// SPDX-License-Identifier: Apache-2.0
/// Which operators take the time? One row per type ("Conv2D") and one per node
/// ("Default/network/conv1/Conv2D-op0"), in descending order of self time. A span with an IR node
/// is counted under its node and the node's operator; a span without one under its own name. Spans
/// of step tracks are left out. Durations in ns; shares of the self time of all rows, 0 to 1.
/// Within a time range a span counts with the part that lies in it.
#pragma once

#include "profiler/trace_model.h"

#include <optional>
#include <stop_token>
#include <vector>

namespace runlens::profiler {

struct OperatorFilter {
    TimeInterval time = kAllTime;
    std::optional<int> rank;
    std::vector<TrackId> tracks; ///< empty: all
    bool onlyNodes = false;      ///< only spans that belong to an IR node
};

struct OperatorRow {
    NameId name{}; ///< of the type, or full name of the node
    NameId type{}; ///< operator of the node; the name itself where there is none
    NodeRef node;  ///< of a node row: the node of its longest span, when it has one
    SpanCategory category = SpanCategory::Other; ///< the one with the most self time
    std::uint64_t count = 0;
    std::int64_t totalNs = 0; ///< children included
    std::int64_t selfNs = 0;
    std::int64_t minimumNs = 0;
    std::int64_t maximumNs = 0;
    double averageNs = 0.0;
    double share = 0.0;
    SpanRef longest; ///< the span of maximumNs

    [[nodiscard]] bool hasNode() const { return isValid(node.pass); }
};

struct OperatorSummary {
    std::vector<OperatorRow> byType;
    std::vector<OperatorRow> byNode;
    std::int64_t selfNs = 0;     ///< of all rows
    std::uint64_t spanCount = 0; ///< of all rows
    bool hasNodes = false;       ///< some span in the range has an IR node
};

[[nodiscard]] OperatorSummary operatorSummary(const TraceModel& model,
                                              const OperatorFilter& filter = {},
                                              const std::stop_token& stop = {});

} // namespace runlens::profiler
