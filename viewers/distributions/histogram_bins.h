// SPDX-License-Identifier: GPL-3.0-or-later
/// Arithmetic on the buckets of a histogram: what can be drawn of them, the same elements in other
/// buckets, and percentiles. Buckets hold [edge i, edge i+1), the last one its right edge too. Pure
/// functions, any thread. Edges are finite after cleanBuckets(); so wide that their distance
/// overflows is allowed.
#pragma once

#include "summary_format/histogram.h"
#include "summary_format/records.h"

#include <array>
#include <cstdint>

namespace runlens::viewers {

enum class Binning {
    Exact,       ///< as recorded
    TensorBoard, ///< 30 even buckets over all steps, fractions of elements
    MindInsight, ///< 1 to 30 even buckets by the number of elements, rounded up
};

inline constexpr int kTensorBoardBins = 30;
inline constexpr std::size_t kMostBuckets = 4096;

/// What had to be done before the buckets can be drawn.
struct BucketRepair {
    std::size_t openEnds = 0;  ///< infinite edges: closed at the minimum or maximum
    std::size_t badCounts = 0; ///< negative or not a number: taken as none
    std::size_t merged = 0;    ///< buckets that went into a neighbour: there were too many

    [[nodiscard]] bool isAny() const { return openEnds + badCounts + merged > 0; }
};

/// Finite edges and counts, at most kMostBuckets.
BucketRepair cleanBuckets(HistogramBuckets& buckets, const TensorStatistics& statistics);

struct ValueBounds {
    double minimum = 0.0;
    double maximum = 0.0;
    friend bool operator==(const ValueBounds&, const ValueBounds&) = default;
};

/// The range that a tool gives its buckets when all steps lie in the given one: a single value gets
/// room on both sides, each tool in its way.
[[nodiscard]] ValueBounds boundsFor(Binning binning, const ValueBounds& values);
/// 0 gives 1, up to 5 give 2, up to 10 give 3, up to 280 give n/10 rounded up and one more,
/// else 30.
[[nodiscard]] int mindInsightBins(std::uint64_t elements);

/// Counts of even bins over the bounds: each bucket gives them its elements by the share of its
/// width that lies in them, one without width all of them to one bin. What lies outside is left
/// out.
[[nodiscard]] std::vector<double>
evenCounts(const HistogramBuckets& buckets, const ValueBounds& bounds, std::size_t bins);
/// The same with edges; MindInsight's are rounded up.
[[nodiscard]] HistogramBuckets rebinned(const HistogramBuckets& buckets,
                                        const ValueBounds& bounds,
                                        std::size_t bins,
                                        bool isRoundedUp);

[[nodiscard]] double elementsIn(const HistogramBuckets& buckets);
/// The bucket with this value, counted from zero; -1 when it lies in none.
[[nodiscard]] std::ptrdiff_t bucketAt(const HistogramBuckets& buckets, double value);

/// Percentiles in basis points, as TensorBoard has them: the ends, the median and half, one and one
/// and a half standard deviations of a normal distribution.
inline constexpr std::array<int, 9> kBasisPoints{0, 668, 1587, 3085, 5000, 6915, 8413, 9332, 10000};
using PercentileValues = std::array<double, kBasisPoints.size()>;

/// The values below which the given shares of the elements lie, elements spread evenly over their
/// bucket; NaN without any.
[[nodiscard]] PercentileValues percentilesOf(const HistogramBuckets& buckets);

} // namespace runlens::viewers
