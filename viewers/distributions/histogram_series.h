// SPDX-License-Identifier: GPL-3.0-or-later
/// The histograms of one tag of one run, loaded: made on a worker thread by loadHistograms(), a
/// part at a time, going on from what is there. Immutable. Of very long series a power-of-two part
/// of the steps is loaded, evenly, and the rest counted.
#pragma once

#include "summary_format/run_reader.h"
#include "viewers/distributions/histogram_bins.h"

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>

namespace runlens::viewers {

struct HistogramStep {
    std::size_t row = 0; ///< of the series in the run
    std::int64_t step = kNoStep;
    std::int64_t wallNs = kNoTime;
    TensorStatistics statistics;
    HistogramBuckets buckets; ///< clean; empty when only statistics were recorded
    BucketRepair repair;
};

struct HistogramSeries {
    std::vector<std::shared_ptr<const HistogramStep>> steps; ///< in order of writing
    std::size_t rows = 0;                                    ///< recorded
    std::size_t stride = 1;   ///< every so many of them are wanted, and the last one
    std::size_t bytes = 0;    ///< of memory, about
    std::size_t bare = 0;     ///< steps with statistics and no buckets
    std::size_t failed = 0;   ///< payloads that could not be read
    std::size_t repaired = 0; ///< steps whose buckets had to be mended
    std::string firstProblem; ///< why the first of them could not be read
    std::size_t nextRow = 0;  ///< where loading goes on
    bool isComplete = false;  ///< all wanted steps of this snapshot are here
};

inline constexpr std::size_t kMostLoadedSteps = 2048;
inline constexpr std::size_t kLargestHistogram = std::size_t{16} << 20; ///< bytes of a payload

/// Goes on loading for about this long; previous may be null or an earlier state of the same
/// series. reader may be null: then only statistics are known.
[[nodiscard]] std::shared_ptr<const HistogramSeries>
loadHistograms(const RunReader* reader,
               const Run& run,
               TagId tag,
               const std::shared_ptr<const HistogramSeries>& previous,
               std::chrono::milliseconds slice,
               const std::stop_token& stop);

/// One step of the run with its buckets as they were recorded; nullptr and the reason in `problem`
/// when they cannot be read.
[[nodiscard]] std::shared_ptr<HistogramStep> readHistogramStep(const RunReader* reader,
                                                               const TensorStatsEntry& entry,
                                                               std::size_t row,
                                                               std::string& problem,
                                                               const std::stop_token& stop = {});

} // namespace runlens::viewers
