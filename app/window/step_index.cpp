// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/step_index.h"

#include "app/window/run_filter.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <utility>

namespace runlens::app {

namespace {

constexpr std::size_t kMostMarks = 500; ///< the strip has room for no more

struct StepText {
    Q_DECLARE_TR_FUNCTIONS(runlens::app::StepStrip)
};

QString utf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

void take(RunSteps& steps, std::int64_t step)
{
    if (step != kNoStep) {
        steps.first = steps.first == kNoStep ? step : std::min(steps.first, step);
        steps.last = steps.last == kNoStep ? step : std::max(steps.last, step);
    }
}

void takeColumn(RunSteps& steps, const ColumnView<std::int64_t>& column, std::size_t from)
{
    for (std::size_t row = from; row < column.size();) {
        const std::size_t k = chunkOf(row);
        const auto values = column.chunk(k).subspan(row - chunkStart(k));
        const auto [low, high] = std::minmax_element(values.begin(), values.end());
        take(steps, *low);
        take(steps, *high);
        row += values.size();
    }
}

/// The first NaN at or behind row from; series.size() when there is none.
std::size_t firstNan(const ScalarSeries& series, std::size_t from)
{
    if (series.numberType == NumberType::Int64 || series.numberType == NumberType::UInt64) {
        return series.size();
    }
    for (std::size_t row = from; row < series.size();) {
        const std::size_t k = chunkOf(row);
        const std::size_t end = std::min(series.size(), chunkStart(k) + chunkCapacity(k));
        if (k < series.ranges.size() && series.ranges[k].nans == 0) {
            row = end;
            continue;
        }
        for (; row < end; ++row) {
            if (std::isnan(series.value(row))) {
                return row;
            }
        }
    }
    return series.size();
}

void takeSeries(const Run& run, TagId tag, RunSteps& steps)
{
    const ScalarSeries* series = run.scalars(tag);
    const std::size_t id = index(tag);
    if (series == nullptr || series->size() <= steps.rowsSeen[id]) {
        return;
    }
    takeColumn(steps, series->steps, steps.rowsSeen[id]);
    if (!steps.hasNan[id]) {
        const std::size_t row = firstNan(*series, steps.rowsSeen[id]);
        if (row < series->size()) {
            steps.hasNan[id] = true;
            if (steps.nanMarks.size() < kMostMarks) {
                steps.nanMarks.push_back({StepMark::Kind::NotANumber,
                                          series->steps[row],
                                          StepText::tr("%1 is NaN").arg(utf8(run.tagName(tag)))});
            }
        }
    }
    steps.rowsSeen[id] = series->size();
}

std::int64_t wholeNumber(const Run& run, const char* key)
{
    const std::string_view json = run.property("configuration", key);
    bool isNumber = false;
    const double value = plainText(json).toDouble(&isNumber);
    return isNumber && value >= 1.0 && value < 1e15 ? static_cast<std::int64_t>(value) : 0;
}

} // namespace

RunSteps indexSteps(const Run& run, RunSteps previous, std::stop_token stop)
{
    RunSteps steps = std::move(previous);
    const std::size_t tags = run.tags().size();
    steps.rowsSeen.resize(tags, 0);
    steps.hasNan.resize(tags, false);
    for (std::size_t id = 0; id < tags && !stop.stop_requested(); ++id) {
        takeSeries(run, TagId{static_cast<std::int32_t>(id)}, steps);
    }
    for (std::size_t id = 0; id < run.tracks().size() && !stop.stop_requested(); ++id) {
        const SpanSeries* spans = run.spans(TrackId{static_cast<std::int32_t>(id)});
        if (run.tracks()[id].kind == TrackKind::Step && spans != nullptr && !spans->steps.empty()) {
            take(steps, spans->steps[0]);
            take(steps, spans->steps.back());
        }
    }
    steps.marks = steps.nanMarks;
    for (const Finding& finding : run.findings()) {
        if (finding.step != kNoStep && steps.marks.size() < kMostMarks) {
            const auto kind = finding.severity >= 2   ? StepMark::Kind::Error
                              : finding.severity == 1 ? StepMark::Kind::Warning
                                                      : StepMark::Kind::Information;
            steps.marks.push_back({kind, finding.step, QString::fromStdString(finding.title)});
        }
    }
    std::stable_sort(steps.marks.begin(),
                     steps.marks.end(),
                     [](const StepMark& a, const StepMark& b) { return a.step < b.step; });
    steps.stepsPerEpoch = wholeNumber(run, "steps_per_epoch");
    steps.epochs = wholeNumber(run, "epochs");
    if (steps.stepsPerEpoch == 0 && steps.epochs > 0) {
        steps.stepsPerEpoch = wholeNumber(run, "steps_total") / steps.epochs;
    }
    return steps;
}

} // namespace runlens::app
