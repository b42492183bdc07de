// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/step_trace.h"

#include "profiler/column_cursor.h"

#include <algorithm>
#include <cmath>

namespace runlens::profiler {

namespace {

struct Phase {
    TimeInterval time;
    SpanCategory category = SpanCategory::Other;
};

[[nodiscard]] bool isPhase(SpanCategory category)
{
    return category == SpanCategory::DataWait || category == SpanCategory::Forward
           || category == SpanCategory::Backward || category == SpanCategory::Optimizer;
}

[[nodiscard]] bool startsEarlier(const Phase& a, const Phase& b)
{
    return a.time.startNs < b.time.startNs;
}

/// Adds the outermost phases of one segment, in order of start.
void addPhases(const SpanSeries& series, const TraceSegment& segment, std::vector<Phase>& phases)
{
    SpanTimes times(series);
    ColumnCursor<SpanCategory> categories(series.categories);
    std::vector<Phase> taken; // not overlapping, in order of start: phases of the rows above
    for (const TraceRow& row : segment.rows) {
        std::vector<Phase> found;
        std::size_t above = 0;
        for (const std::uint32_t i : row.spans) {
            if (!isPhase(categories[i])) {
                continue;
            }
            const TimeInterval time{times.startNs(i), times.endNs(i)};
            while (above < taken.size() && taken[above].time.endNs <= time.startNs) {
                ++above;
            }
            if (above == taken.size() || taken[above].time.startNs > time.startNs) {
                found.push_back({time, categories[i]});
            }
        }
        if (!found.empty()) {
            const auto middle = static_cast<std::ptrdiff_t>(taken.size());
            taken.insert(taken.end(), found.begin(), found.end());
            std::inplace_merge(taken.begin(), taken.begin() + middle, taken.end(), startsEarlier);
        }
    }
    phases.insert(phases.end(), taken.begin(), taken.end());
}

/// Length of the union of intervals that come in order of start.
class Union {
public:
    void add(TimeInterval part)
    {
        const std::int64_t from = std::max(part.startNs, m_reachedNs);
        if (part.endNs > from) {
            m_lengthNs += part.endNs - from;
            m_reachedNs = part.endNs;
        }
    }

    [[nodiscard]] std::int64_t lengthNs() const { return m_lengthNs; }

private:
    std::int64_t m_reachedNs = kEarliestNs;
    std::int64_t m_lengthNs = 0;
};

/// phases: those that may reach into the step, in order of start.
[[nodiscard]] StepTimes
split(const TraceStep& step, TimeInterval window, std::span<const Phase> phases)
{
    StepTimes times;
    times.step = step.step;
    times.time = window;
    times.durationNs = window.durationNs();
    Union wait;
    Union forward;
    Union backward;
    Union both;
    Union optimizer;
    Union all;
    for (const Phase& phase : phases) {
        const TimeInterval part = intersect(phase.time, window);
        if (part.isEmpty()) {
            continue;
        }
        all.add(part);
        switch (phase.category) {
        case SpanCategory::DataWait:
            wait.add(part);
            break;
        case SpanCategory::Forward:
            forward.add(part);
            both.add(part);
            break;
        case SpanCategory::Backward:
            backward.add(part);
            both.add(part);
            break;
        default:
            optimizer.add(part);
        }
    }
    times.dataWaitNs = wait.lengthNs();
    times.forwardNs = forward.lengthNs();
    times.backwardNs = backward.lengthNs();
    times.forwardBackwardNs = both.lengthNs();
    times.optimizerNs = optimizer.lengthNs();
    times.otherNs = times.durationNs - all.lengthNs();
    return times;
}

[[nodiscard]] StepStatistics statistics(const std::vector<StepTimes>& steps,
                                        std::int64_t StepTimes::*part)
{
    std::vector<std::int64_t> values;
    values.reserve(steps.size());
    for (const StepTimes& step : steps) {
        values.push_back(step.*part);
    }
    return {quantile(values, 0.5), quantile(values, 0.95)};
}

} // namespace

double quantile(std::vector<std::int64_t>& values, double p)
{
    if (values.empty()) {
        return std::nan("");
    }
    const double rank = std::clamp(p, 0.0, 1.0) * static_cast<double>(values.size() - 1);
    const auto low = static_cast<std::ptrdiff_t>(rank);
    std::nth_element(values.begin(), values.begin() + low, values.end());
    const auto lower = static_cast<double>(values[static_cast<std::size_t>(low)]);
    const double part = rank - static_cast<double>(low);
    if (part <= 0.0) {
        return lower;
    }
    const auto upper =
        static_cast<double>(*std::min_element(values.begin() + low + 1, values.end()));
    return lower + part * (upper - lower);
}

StepTrace stepTrace(const TraceModel& model, int rank, const std::stop_token& stop)
{
    StepTrace trace;
    std::vector<Phase> phases;
    for (const TrackIndex& track : model.tracks()) {
        const Track& facts = model.run().tracks()[index(track.id)];
        if (facts.rank != rank || facts.kind == TrackKind::Step) {
            continue;
        }
        for (const auto& segment : track.segments) {
            if (stop.stop_requested()) {
                return trace;
            }
            addPhases(*model.run().spans(track.id), *segment, phases);
        }
    }
    std::sort(phases.begin(), phases.end(), startsEarlier);
    // A long phase may reach into many steps: how far back to look is the latest end of all before.
    std::vector<std::int64_t> reached(phases.size());
    std::int64_t latest = kEarliestNs;
    for (std::size_t i = 0; i < phases.size(); ++i) {
        latest = std::max(latest, phases[i].time.endNs);
        reached[i] = latest;
    }
    std::int64_t beforeNs = kEarliestNs;
    for (const TraceStep& step : model.steps(rank)) {
        if (stop.stop_requested()) {
            return trace;
        }
        TimeInterval window = step.time;
        const auto first =
            std::upper_bound(reached.begin(), reached.end(), std::min(beforeNs, window.startNs));
        const auto from = static_cast<std::size_t>(first - reached.begin());
        std::size_t end = from;
        for (; end < phases.size() && phases[end].time.startNs < step.time.endNs; ++end) {
            const Phase& phase = phases[end];
            if (phase.category == SpanCategory::DataWait && phase.time.startNs >= beforeNs
                && phase.time.endNs <= step.time.startNs)
            {
                window.startNs = std::min(window.startNs, phase.time.startNs);
            }
        }
        trace.steps.push_back(split(step, window, std::span(phases).subspan(from, end - from)));
        beforeNs = std::max(beforeNs, step.time.endNs);
    }
    trace.duration = statistics(trace.steps, &StepTimes::durationNs);
    trace.dataWait = statistics(trace.steps, &StepTimes::dataWaitNs);
    trace.forward = statistics(trace.steps, &StepTimes::forwardNs);
    trace.backward = statistics(trace.steps, &StepTimes::backwardNs);
    trace.forwardBackward = statistics(trace.steps, &StepTimes::forwardBackwardNs);
    trace.optimizer = statistics(trace.steps, &StepTimes::optimizerNs);
    trace.other = statistics(trace.steps, &StepTimes::otherNs);
    return trace;
}

} // namespace runlens::profiler
