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

} // namespace

StepSplit splitOf(const profiler::StepTrace& trace)
{
    StepSplit split;
    split.medianNs = trace.duration.medianNs;
    split.steps = trace.steps.size();
    if (!trace.steps.empty()) {
        split.firstStep = trace.steps.front().step;
        split.lastStep = trace.steps.back().step;
    }
    const std::pair<SpanCategory, double> parts[] = {
        {SpanCategory::DataWait, trace.dataWait.medianNs},
        {SpanCategory::Forward, trace.forward.medianNs},
        {SpanCategory::Backward, trace.backward.medianNs},
        {SpanCategory::Optimizer, trace.optimizer.medianNs},
        {SpanCategory::Other, trace.other.medianNs}};
    double sum = 0.0;
    for (const auto& [category, ns] : parts) {
        if (std::isfinite(ns) && ns > 0.0) {
            split.parts.push_back({category, ns, 0.0});
            sum += ns;
        }
    }
    for (StepPart& part : split.parts) {
        part.share = part.ns / sum;
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
