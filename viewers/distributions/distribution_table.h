// SPDX-License-Identifier: GPL-3.0-or-later
/// A series of histograms made ready for drawing with the chosen buckets and axis. Made on a worker
/// thread; immutable.
#pragma once

#include "viewers/common/curve_data.h"
#include "viewers/distributions/histogram_series.h"

#include <optional>

namespace runlens::viewers {

struct TableOptions {
    Binning binning = Binning::TensorBoard;
    XAxis axis = XAxis::Step;
    std::int64_t originNs = kNoTime; ///< where relative time is zero
    friend bool operator==(const TableOptions&, const TableOptions&) = default;
};

struct DistributionRow {
    std::shared_ptr<const HistogramStep> source; ///< never null
    double at = 0.0;                             ///< step or seconds, by TableOptions::axis
    HistogramBuckets binned;                     ///< empty for exact buckets
    PercentileValues percentiles{};              ///< of the exact buckets

    [[nodiscard]] const HistogramBuckets& buckets() const
    {
        return binned.counts.empty() ? source->buckets : binned;
    }
};

struct DistributionTable {
    TableOptions options;
    std::shared_ptr<const HistogramSeries> series;
    std::vector<DistributionRow> rows; ///< with a place on the axis; by place, then row
    ValueBounds values{0.0, 1.0};      ///< of all rows
    bool hasBuckets = false;           ///< any row has
    double firstAt = 0.0;
    double lastAt = 1.0;
    int bins = 0;              ///< of every row; 0 when exact
    std::size_t placeless = 0; ///< steps without a place on the axis (no step or no time)
    std::size_t withNans = 0;  ///< steps
    std::size_t withInfinities = 0;

    /// The row whose place is nearest to the one given; nullopt without rows.
    [[nodiscard]] std::optional<std::size_t> rowAt(double at) const;
    /// The row nearest to the step, of equally near ones the last written.
    [[nodiscard]] std::optional<std::size_t> rowOfStep(std::int64_t step) const;
};

/// The step or the seconds of a step on the axis; NaN without a place.
[[nodiscard]] double placeOf(const HistogramStep& step, const TableOptions& options);

/// Null when stopped.
[[nodiscard]] std::shared_ptr<const DistributionTable>
makeTable(std::shared_ptr<const HistogramSeries> series,
          const TableOptions& options,
          const std::stop_token& stop = {});

} // namespace runlens::viewers
