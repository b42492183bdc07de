// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/distributions/histogram_series.h"

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

/// What the source left out of the statistics and the buckets know.
void completeStatistics(TensorStatistics& statistics, const HistogramBuckets& buckets)
{
    if (buckets.counts.empty()) {
        return;
    }
    if (statistics.count == 0) {
        const double all = elementsIn(buckets);
        constexpr double kLargest = 1.8e19;
        statistics.count = static_cast<std::uint64_t>(std::min(all, kLargest));
    }
    if (std::isnan(statistics.minimum)) {
        statistics.minimum = buckets.edges.front();
    }
    if (std::isnan(statistics.maximum)) {
        statistics.maximum = buckets.edges.back();
    }
}

std::size_t strideFor(std::size_t rows)
{
    std::size_t stride = 1;
    while (rows / stride > kMostLoadedSteps) {
        stride *= 2;
    }
    return stride;
}

void addStep(HistogramSeries& series,
             const RunReader* reader,
             const TensorStatsEntry& entry,
             std::size_t row,
             const std::stop_token& stop)
{
    std::string problem;
    auto step = readHistogramStep(reader, entry, row, problem, stop);
    if (!step) {
        if (!stop.stop_requested()) {
            ++series.failed;
            if (series.firstProblem.empty()) {
                series.firstProblem = std::move(problem);
            }
        }
        return;
    }
    step->repair = cleanBuckets(step->buckets, step->statistics);
    completeStatistics(step->statistics, step->buckets);
    series.bare += step->buckets.counts.empty() ? 1 : 0;
    series.repaired += step->repair.isAny() ? 1 : 0;
    series.bytes += sizeof(HistogramStep) + step->buckets.counts.size() * 2 * sizeof(double);
    series.steps.push_back(std::move(step));
}

/// Of an earlier state only every so many steps stay when the series has become long.
void thinOut(HistogramSeries& series, std::size_t stride)
{
    if (stride == series.stride) {
        return;
    }
    series.stride = stride;
    std::erase_if(series.steps, [stride](const auto& step) { return step->row % stride != 0; });
    series.bytes = 0;
    for (const auto& step : series.steps) {
        series.bytes += sizeof(HistogramStep) + step->buckets.counts.size() * 2 * sizeof(double);
    }
    series.nextRow = (series.nextRow + stride - 1) / stride * stride;
}

} // namespace

std::shared_ptr<HistogramStep> readHistogramStep(const RunReader* reader,
                                                 const TensorStatsEntry& entry,
                                                 std::size_t row,
                                                 std::string& problem,
                                                 const std::stop_token& stop)
{
    auto step = std::make_shared<HistogramStep>();
    step->row = row;
    step->step = entry.step;
    step->wallNs = entry.wallNs;
    step->statistics = entry.statistics;
    if (entry.histogram.exists() && reader != nullptr) {
        const auto bytes = reader->load(entry.histogram, stop, kLargestHistogram);
        if (!bytes) {
            problem = bytes.error().message();
            return nullptr;
        }
        auto buckets = decodeHistogram(*bytes);
        if (!buckets) {
            problem = buckets.error().message();
            return nullptr;
        }
        step->buckets = std::move(*buckets);
    }
    return step;
}

std::shared_ptr<const HistogramSeries>
loadHistograms(const RunReader* reader,
               const Run& run,
               TagId tag,
               const std::shared_ptr<const HistogramSeries>& previous,
               std::chrono::milliseconds slice,
               const std::stop_token& stop)
{
    const ColumnView<TensorStatsEntry>* entries = run.tensorStats(tag);
    auto series = previous ? std::make_shared<HistogramSeries>(*previous)
                           : std::make_shared<HistogramSeries>();
    const std::size_t rows = entries != nullptr ? entries->size() : 0;
    if (rows < series->rows) { // another series under the same name
        *series = {};
    }
    series->rows = rows;
    // The last step of an earlier state was loaded out of turn: it may be no multiple of the
    // stride.
    if (!series->steps.empty() && series->steps.back()->row % series->stride != 0
        && series->steps.back()->row + 1 != rows)
    {
        series->steps.pop_back();
    }
    thinOut(*series, strideFor(rows));
    series->isComplete = false;
    const auto end = std::chrono::steady_clock::now() + slice;
    while (series->nextRow < rows && !stop.stop_requested()) {
        addStep(*series, reader, (*entries)[series->nextRow], series->nextRow, stop);
        if (stop.stop_requested()) {
            break; // what was loaded last may be half
        }
        series->nextRow += series->stride;
        if (std::chrono::steady_clock::now() >= end) {
            break;
        }
    }
    if (series->nextRow >= rows && !stop.stop_requested()) {
        series->isComplete = true;
        if (rows > 0 && (series->steps.empty() || series->steps.back()->row + 1 != rows)
            && (rows - 1) % series->stride != 0)
        {
            addStep(*series, reader, (*entries)[rows - 1], rows - 1, stop);
        }
    }
    return series;
}

} // namespace runlens::viewers
