// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/distributions/distribution_table.h"

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr double kNanosecond = 1e-9;

std::optional<ValueBounds> boundsOf(const std::vector<DistributionRow>& rows)
{
    std::optional<ValueBounds> bounds;
    for (const DistributionRow& row : rows) {
        const HistogramBuckets& buckets = row.source->buckets;
        if (buckets.counts.empty()) {
            continue;
        }
        const double low = buckets.edges.front();
        const double high = buckets.edges.back();
        bounds = bounds
                     ? ValueBounds{std::min(bounds->minimum, low), std::max(bounds->maximum, high)}
                     : ValueBounds{low, high};
    }
    return bounds;
}

} // namespace

double placeOf(const HistogramStep& step, const TableOptions& options)
{
    const double none = std::nan("");
    switch (options.axis) {
    case XAxis::Step:
        return step.step == kNoStep ? none : static_cast<double>(step.step);
    case XAxis::Relative: {
        std::int64_t since = 0;
        if (step.wallNs == kNoTime || options.originNs == kNoTime
            || __builtin_sub_overflow(step.wallNs, options.originNs, &since))
        {
            return none;
        }
        return static_cast<double>(since) * kNanosecond;
    }
    case XAxis::Wall:
        return step.wallNs == kNoTime ? none : static_cast<double>(step.wallNs) * kNanosecond;
    }
    return none;
}

std::optional<std::size_t> DistributionTable::rowAt(double at) const
{
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!best || std::abs(rows[i].at - at) < std::abs(rows[*best].at - at)) {
            best = i;
        }
    }
    return best;
}

std::optional<std::size_t> DistributionTable::rowOfStep(std::int64_t step) const
{
    std::optional<std::size_t> best;
    double bestDistance = 0.0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const HistogramStep& source = *rows[i].source;
        if (source.step == kNoStep) {
            continue;
        }
        const double distance =
            std::abs(static_cast<double>(source.step) - static_cast<double>(step));
        const bool isLater =
            best && distance == bestDistance && source.row > rows[*best].source->row;
        if (!best || distance < bestDistance || isLater) {
            best = i;
            bestDistance = distance;
        }
    }
    return best;
}

std::shared_ptr<const DistributionTable> makeTable(std::shared_ptr<const HistogramSeries> series,
                                                   const TableOptions& options,
                                                   const std::stop_token& stop)
{
    auto table = std::make_shared<DistributionTable>();
    table->options = options;
    std::uint64_t mostElements = 0;
    for (const auto& step : series->steps) {
        const TensorStatistics& statistics = step->statistics;
        table->withNans += statistics.nans > 0 ? 1 : 0;
        table->withInfinities +=
            statistics.positiveInfinities + statistics.negativeInfinities > 0 ? 1 : 0;
        const double at = placeOf(*step, options);
        if (std::isnan(at)) {
            ++table->placeless;
        } else {
            mostElements = std::max(mostElements, statistics.count);
            table->rows.push_back({step, at, {}, {}});
        }
    }
    table->series = std::move(series);
    std::ranges::stable_sort(table->rows, {}, &DistributionRow::at);
    if (!table->rows.empty()) {
        table->firstAt = table->rows.front().at;
        table->lastAt = table->rows.back().at;
    }
    const auto bounds = boundsOf(table->rows);
    table->hasBuckets = bounds.has_value();
    table->values = boundsFor(options.binning, bounds.value_or(ValueBounds{0.0, 1.0}));
    const bool isMindInsight = options.binning == Binning::MindInsight;
    table->bins = options.binning == Binning::Exact ? 0
                  : isMindInsight                   ? mindInsightBins(mostElements)
                                                    : kTensorBoardBins;
    for (DistributionRow& row : table->rows) {
        if (stop.stop_requested()) {
            return nullptr;
        }
        row.percentiles = percentilesOf(row.source->buckets);
        if (table->bins > 0 && !row.source->buckets.counts.empty()) {
            row.binned = rebinned(row.source->buckets,
                                  table->values,
                                  static_cast<std::size_t>(table->bins),
                                  isMindInsight);
        }
    }
    return table;
}

} // namespace runlens::viewers
