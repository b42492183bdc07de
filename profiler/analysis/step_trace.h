// SPDX-License-Identifier: Apache-2.0
/// Where does the time of a step go? Per step: waiting for data, forward, backward, both together,
/// the optimizer tail and the rest, in ns, and medians and 95th percentiles over the steps. Only
/// the outermost span of each of these kinds counts, on threads and streams of the step's rank;
/// times are unions, so that two threads at once count once. A span is cut at the edges of its
/// step; a wait for data that lies wholly between two steps belongs to the later one and widens it.
/// steps are in order of start.
#pragma once

#include "profiler/trace_model.h"

#include <stop_token>
#include <vector>

namespace runlens::profiler {

struct StepTimes {
    std::int64_t step = kNoStep;
    TimeInterval time;
    std::int64_t durationNs = 0;
    std::int64_t dataWaitNs = 0;
    std::int64_t forwardNs = 0;
    std::int64_t backwardNs = 0;
    std::int64_t forwardBackwardNs = 0; ///< union of the two
    std::int64_t optimizerNs = 0;
    std::int64_t otherNs = 0; ///< covered by none of them
};

/// NaN without steps.
struct StepStatistics {
    double medianNs = 0.0;
    double p95Ns = 0.0;
};

struct StepTrace {
    std::vector<StepTimes> steps;
    StepStatistics duration;
    StepStatistics dataWait;
    StepStatistics forward;
    StepStatistics backward;
    StepStatistics forwardBackward;
    StepStatistics optimizer;
    StepStatistics other;
};

[[nodiscard]] StepTrace
stepTrace(const TraceModel& model, int rank, const std::stop_token& stop = {});

/// The p-th quantile (0 to 1) by linear interpolation between the nearest ranks; NaN when empty.
/// Reorders the values.
[[nodiscard]] double quantile(std::vector<std::int64_t>& values, double p);

} // namespace runlens::profiler
