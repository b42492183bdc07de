// SPDX-License-Identifier: GPL-3.0-or-later
/// What the overview takes from the trace of a run: where a step goes, the slowest operators, and
/// the duration of every step as a series that a chart can draw. Made on a worker; immutable.
#pragma once

#include "profiler/analysis/operator_summary.h"
#include "profiler/analysis/step_trace.h"
#include "viewers/common/curve_data.h"
#include "viewers/common/run_set.h"

#include <memory>
#include <vector>

namespace runlens::viewers {

/// Part of a step, by category. Share of the median step; medians of parts need not add up to the
/// median of the whole, so shares are of their sum.
struct StepPart {
    SpanCategory category = SpanCategory::Other;
    double ns = 0.0;
    double share = 0.0;
};

struct StepSplit {
    QString runKey;
    double medianNs = 0.0;
    std::size_t steps = 0;
    std::int64_t firstStep = 0;
    std::int64_t lastStep = 0;
    std::vector<StepPart>
        parts; ///< data wait, forward, backward, optimizer, other; those above zero
};

struct RunTrace {
    std::shared_ptr<const profiler::TraceModel> model; ///< null: no spans
    std::optional<StepSplit> split;                    ///< nullopt: no steps
    profiler::OperatorSummary operators;               ///< only of the main run
    std::shared_ptr<const CurveData>
        stepTimes; ///< ms by step; null without steps; only of the main run
};

/// previous: the model of an earlier snapshot of this run, or null. isMain: with operators and step
/// times.
[[nodiscard]] RunTrace traceOf(const OpenRun& run,
                               std::shared_ptr<const profiler::TraceModel> previous,
                               bool isMain,
                               const std::stop_token& stop = {});

[[nodiscard]] StepSplit splitOf(const profiler::StepTrace& trace);

} // namespace runlens::viewers
