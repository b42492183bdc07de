// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/distributions/statistics_run.h"

#include "summary_format/run_builder.h"

#include <cmath>
#include <optional>

namespace runlens::viewers {

namespace {

double valueOf(const TensorStatistics& statistics, Statistic statistic)
{
    switch (statistic) {
    case Statistic::Minimum:
        return statistics.minimum;
    case Statistic::Mean:
        return statistics.mean;
    case Statistic::Maximum:
        return statistics.maximum;
    case Statistic::L2Norm:
        return statistics.l2Norm;
    case Statistic::Zeros:
        return static_cast<double>(statistics.zeros);
    case Statistic::Nans:
        return static_cast<double>(statistics.nans);
    case Statistic::PositiveInfinities:
        return static_cast<double>(statistics.positiveInfinities);
    case Statistic::NegativeInfinities:
        break;
    }
    return static_cast<double>(statistics.negativeInfinities);
}

/// A histogram of TensorBoard says nothing of zeros, NaN and infinities; one of MindSpore counts
/// NaN and infinities but has no norm; buckets in a tensor come without any statistics.
struct Known {
    bool isFull = false;       ///< recorded as tensor statistics
    bool hasNonFinite = false; ///< counts of NaN and infinities mean something
};

Known knownOf(const Tag& tag, const ColumnView<TensorStatsEntry>& entries)
{
    Known known;
    known.isFull = tag.kind == RecordKind::TensorStats;
    known.hasNonFinite = known.isFull;
    for (std::size_t row = 0; row < entries.size() && !known.hasNonFinite; ++row) {
        const TensorStatistics& statistics = entries[row].statistics;
        const bool isMindSpore = std::isnan(statistics.l2Norm) && !std::isnan(statistics.mean);
        known.hasNonFinite =
            isMindSpore
            || statistics.nans + statistics.positiveInfinities + statistics.negativeInfinities > 0;
    }
    return known;
}

bool isKnown(const Known& known, const TensorStatistics& statistics, Statistic statistic)
{
    switch (statistic) {
    case Statistic::Minimum:
    case Statistic::Mean:
    case Statistic::Maximum:
    case Statistic::L2Norm:
        // Without a finite element they are NaN, and that is worth a mark; a source that has none
        // of it is not.
        return known.isFull || !std::isnan(valueOf(statistics, statistic));
    case Statistic::Zeros:
        return known.isFull;
    case Statistic::Nans:
    case Statistic::PositiveInfinities:
    case Statistic::NegativeInfinities:
        break;
    }
    return known.hasNonFinite;
}

} // namespace

std::shared_ptr<const Run> statisticsRun(const Run& run, TagId tag, const std::stop_token& stop)
{
    RunBuilder builder({run.path(), run.name(), run.format()});
    std::array<TagId, kStatistics.size()> tags{};
    for (std::size_t i = 0; i < kStatistics.size(); ++i) {
        tags.at(i) =
            builder.tag({0, std::to_string(i), RecordKind::Scalar, NumberType::Float64, {}, {}});
    }
    const ColumnView<TensorStatsEntry>* entries = run.tensorStats(tag);
    if (entries == nullptr) {
        return builder.snapshot();
    }
    const Known known = knownOf(run.tags()[index(tag)], *entries);
    for (std::size_t row = 0; row < entries->size(); ++row) {
        const TensorStatsEntry& entry = (*entries)[row];
        for (std::size_t i = 0; i < kStatistics.size(); ++i) {
            if (isKnown(known, entry.statistics, kStatistics.at(i))) {
                builder.scalar(tags.at(i),
                               kNone<SessionId>,
                               entry.step,
                               entry.wallNs,
                               toBits(valueOf(entry.statistics, kStatistics.at(i))));
            }
        }
        constexpr std::size_t kStopEvery = 1024;
        if (row % kStopEvery == 0 && stop.stop_requested()) {
            return nullptr;
        }
    }
    return builder.snapshot();
}

} // namespace runlens::viewers
