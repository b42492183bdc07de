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

/// Part of a step, by category.
struct StepPart {
    SpanCategory category = SpanCategory::Other;
    double ns = 0.0;
    double share = 0.0;
};

/// The mean of the typical steps: the middle half by duration, so that a slow first step or a pause
/// does not count, and the parts add up to the whole (to more where threads overlap).
struct StepSplit {
    QString runKey;
    double wholeNs = 0.0; ///< mean duration of the typical steps
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
