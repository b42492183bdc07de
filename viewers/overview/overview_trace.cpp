// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/overview/overview_trace.h"

#include "profiler/trace_builder.h"
#include "summary_format/run_builder.h"

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

/// The durations of the steps as the only scalar of a small run of their own.
std::shared_ptr<const CurveData> stepSeries(const profiler::StepTrace& trace,
                                            const std::stop_token& stop)
{
    RunBuilder builder({{}, "step time", "derived"});
    const SessionId session = builder.session({});
    TagRecord record;
    record.name = "step_time";
    const TagId tag = builder.tag(record);
    for (const profiler::StepTimes& step : trace.steps) {
        if (step.step != kNoStep) {
            builder.scalar(tag,
                           session,
                           step.step,
                           step.time.startNs,
                           toBits(static_cast<double>(step.durationNs) * 1e-6));
        }
    }
    return prepareCurve(builder.snapshot(), tag, {}, nullptr, stop);
}

/// The middle half of the steps by duration; at least one.
std::vector<profiler::StepTimes> typicalSteps(std::vector<profiler::StepTimes> steps)
{
    std::sort(steps.begin(), steps.end(), [](const auto& a, const auto& b) {
        return a.durationNs < b.durationNs;
    });
    const auto cut = static_cast<std::ptrdiff_t>(steps.size() / 4);
    return {steps.begin() + cut, steps.end() - cut};
}

} // namespace

StepSplit splitOf(const profiler::StepTrace& trace)
{
    using profiler::StepTimes;
    StepSplit split;
    split.steps = trace.steps.size();
    if (trace.steps.empty()) {
        return split;
    }
    split.firstStep = trace.steps.front().step;
    split.lastStep = trace.steps.back().step;
    const std::vector<StepTimes> typical = typicalSteps(trace.steps);
    const auto mean = [&](std::int64_t StepTimes::*part) {
        double sum = 0.0;
        for (const StepTimes& step : typical) {
            sum += static_cast<double>(step.*part);
        }
        return sum / static_cast<double>(typical.size());
    };
    split.wholeNs = mean(&StepTimes::durationNs);
    const std::pair<SpanCategory, std::int64_t StepTimes::*> parts[] = {
        {SpanCategory::DataWait, &StepTimes::dataWaitNs},
        {SpanCategory::Forward, &StepTimes::forwardNs},
        {SpanCategory::Backward, &StepTimes::backwardNs},
        {SpanCategory::Optimizer, &StepTimes::optimizerNs},
        {SpanCategory::Other, &StepTimes::otherNs}};
    for (const auto& [category, part] : parts) {
        const double ns = mean(part);
        if (ns > 0.0) {
            split.parts.push_back({category, ns, ns / split.wholeNs});
        }
    }
    return split;
}

RunTrace traceOf(const OpenRun& run,
                 std::shared_ptr<const profiler::TraceModel> previous,
                 bool isMain,
                 const std::stop_token& stop)
{
    RunTrace result;
    bool hasSpans = false;
    for (std::size_t i = 0; i < run.run->tracks().size(); ++i) {
        const SpanSeries* spans = run.run->spans(static_cast<TrackId>(i));
        hasSpans = hasSpans || (spans != nullptr && spans->size() > 0);
    }
    if (!hasSpans) {
        return result;
    }
    result.model = profiler::buildTrace(run.run, std::move(previous), stop);
    if (!result.model || stop.stop_requested()) {
        return result;
    }
    const auto ranks = result.model->ranks();
    const auto withSteps =
        std::ranges::find_if(ranks, [&](int rank) { return !result.model->steps(rank).empty(); });
    if (withSteps != ranks.end()) {
        const profiler::StepTrace trace = profiler::stepTrace(*result.model, *withSteps, stop);
        if (!trace.steps.empty() && std::isfinite(trace.duration.medianNs)) {
            result.split = splitOf(trace);
            result.split->runKey = run.key;
            if (isMain) {
                result.stepTimes = stepSeries(trace, stop);
            }
        }
    }
    if (isMain && !stop.stop_requested()) {
        result.operators = profiler::operatorSummary(*result.model, {}, stop);
        if (result.operators.hasNodes) {
            // Then the spans around them (forward, data wait) are no operators.
            profiler::OperatorFilter filter;
            filter.onlyNodes = true;
            result.operators = profiler::operatorSummary(*result.model, filter, stop);
        }
    }
    return result;
}

} // namespace runlens::viewers
