// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/distributions/histogram_bins.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace runlens::viewers {

namespace {

/// Edges of any distance: doubles may be farther apart than a double can say.
using Wide = long double;

/// An infinite edge is closed where the values end, or at its neighbour.
std::size_t closeEnds(std::vector<double>& edges, const TensorStatistics& statistics)
{
    std::size_t closed = 0;
    const auto firstFinite =
        std::find_if(edges.begin(), edges.end(), [](double edge) { return std::isfinite(edge); });
    const auto afterFinite = std::find_if(edges.rbegin(), edges.rend(), [](double edge) {
                                 return std::isfinite(edge);
                             }).base();
    if (firstFinite == edges.end()) {
        const double only = std::isfinite(statistics.minimum) ? statistics.minimum : 0.0;
        const double last = std::isfinite(statistics.maximum) ? statistics.maximum : only;
        for (double& edge : edges) {
            edge = edge < 0.0 ? std::min(only, last) : std::max(only, last);
            ++closed;
        }
        return closed;
    }
    const double low = *firstFinite;
    const double high = *(afterFinite - 1);
    for (auto edge = edges.begin(); edge != firstFinite; ++edge, ++closed) {
        *edge = std::isfinite(statistics.minimum) ? std::min(statistics.minimum, low) : low;
    }
    for (auto edge = afterFinite; edge != edges.end(); ++edge, ++closed) {
        *edge = std::isfinite(statistics.maximum) ? std::max(statistics.maximum, high) : high;
    }
    return closed;
}

std::size_t mergeNeighbours(HistogramBuckets& buckets)
{
    const std::size_t before = buckets.counts.size();
    const std::size_t each = (before + kMostBuckets - 1) / kMostBuckets;
    if (each <= 1) {
        return 0;
    }
    HistogramBuckets merged;
    merged.edges.push_back(buckets.edges.front());
    for (std::size_t i = 0; i < before; i += each) {
        const std::size_t end = std::min(i + each, before);
        double count = 0.0;
        for (std::size_t k = i; k < end; ++k) {
            count += buckets.counts[k];
        }
        merged.edges.push_back(buckets.edges[end]);
        merged.counts.push_back(count);
    }
    buckets = std::move(merged);
    return before - buckets.counts.size();
}

} // namespace

BucketRepair cleanBuckets(HistogramBuckets& buckets, const TensorStatistics& statistics)
{
    BucketRepair repair;
    if (buckets.counts.empty() || buckets.edges.size() != buckets.counts.size() + 1) {
        buckets = {};
        return repair;
    }
    repair.openEnds = closeEnds(buckets.edges, statistics);
    constexpr double kLargest = 1e300; // sums of them stay finite
    for (double& count : buckets.counts) {
        if (!(count >= 0.0 && count <= kLargest)) {
            count = 0.0;
            ++repair.badCounts;
        }
    }
    repair.merged = mergeNeighbours(buckets);
    return repair;
}

ValueBounds boundsFor(Binning binning, const ValueBounds& values)
{
    if (values.minimum != values.maximum) {
        return values;
    }
    const double value = values.minimum;
    if (binning == Binning::TensorBoard) {
        return {value / 1.1 - 1.0, value * 1.1 + 1.0};
    }
    // Half a unit vanishes beside a large value.
    const double half = std::max(0.5, std::abs(value) * 1e-6);
    return {value - half, value + half};
}

int mindInsightBins(std::uint64_t elements)
{
    constexpr std::uint64_t kMany = 280;
    constexpr int kMost = 30;
    if (elements == 0) {
        return 1;
    }
    if (elements <= 5) {
        return 2;
    }
    if (elements <= 10) {
        return 3;
    }
    return elements <= kMany ? static_cast<int>((elements + 9) / 10) + 1 : kMost;
}

std::vector<double>
evenCounts(const HistogramBuckets& buckets, const ValueBounds& bounds, std::size_t bins)
{
    std::vector<double> counts(bins, 0.0);
    const Wide start = bounds.minimum;
    const Wide width = (static_cast<Wide>(bounds.maximum) - start) / static_cast<Wide>(bins);
    if (bins == 0 || !(width > 0.0L)) {
        return counts;
    }
    const auto binOf = [&](Wide value) {
        const Wide bin = std::floor((value - start) / width);
        return static_cast<std::size_t>(std::clamp(bin, 0.0L, static_cast<Wide>(bins - 1)));
    };
    for (std::size_t i = 0; i < buckets.counts.size(); ++i) {
        const Wide left = buckets.edges[i];
        const Wide right = buckets.edges[i + 1];
        const double count = buckets.counts[i];
        const bool isOutside = right < start || left > static_cast<Wide>(bounds.maximum);
        if (count == 0.0 || isOutside) {
            continue;
        }
        if (left == right) {
            counts[binOf(left)] += count;
            continue;
        }
        const std::size_t last = binOf(right);
        for (std::size_t bin = binOf(left); bin <= last; ++bin) {
            const Wide binLeft = start + width * static_cast<Wide>(bin);
            const Wide overlap = std::min(right, binLeft + width) - std::max(left, binLeft);
            if (overlap > 0.0L) {
                counts[bin] += count * static_cast<double>(overlap / (right - left));
            }
        }
    }
    return counts;
}

HistogramBuckets rebinned(const HistogramBuckets& buckets,
                          const ValueBounds& bounds,
                          std::size_t bins,
                          bool isRoundedUp)
{
    HistogramBuckets result;
    result.counts = evenCounts(buckets, bounds, bins);
    const Wide width = static_cast<Wide>(bounds.maximum) - static_cast<Wide>(bounds.minimum);
    for (std::size_t i = 0; i < bins; ++i) {
        result.edges.push_back(
            static_cast<double>(static_cast<Wide>(bounds.minimum)
                                + width * static_cast<Wide>(i) / static_cast<Wide>(bins)));
    }
    result.edges.push_back(bounds.maximum);
    if (isRoundedUp) {
        for (double& count : result.counts) {
            // A share of 1/3 three times is one element, not two.
            constexpr double kRounding = 1e-9;
            count = std::ceil(count - kRounding * std::max(1.0, count));
        }
    }
    return result;
}

double elementsIn(const HistogramBuckets& buckets)
{
    double sum = 0.0;
    for (const double count : buckets.counts) {
        sum += count;
    }
    return sum;
}

std::ptrdiff_t bucketAt(const HistogramBuckets& buckets, double value)
{
    if (buckets.counts.empty() || !(value >= buckets.edges.front())
        || !(value <= buckets.edges.back())) {
        return -1;
    }
    const auto above = std::upper_bound(buckets.edges.begin(), buckets.edges.end(), value);
    const std::ptrdiff_t bucket = above - buckets.edges.begin() - 1;
    return std::min(bucket, static_cast<std::ptrdiff_t>(buckets.counts.size()) - 1);
}

PercentileValues percentilesOf(const HistogramBuckets& buckets)
{
    PercentileValues values;
    const double all = elementsIn(buckets);
    if (!(all > 0.0)) {
        values.fill(std::numeric_limits<double>::quiet_NaN());
        return values;
    }
    std::size_t bucket = 0;
    double below = 0.0; ///< elements in the buckets before this one
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double wanted = all * static_cast<double>(kBasisPoints[i]) / kBasisPoints.back();
        while (bucket < buckets.counts.size() && below + buckets.counts[bucket] <= wanted) {
            below += buckets.counts[bucket];
            ++bucket;
        }
        if (bucket == buckets.counts.size()) {
            // The last bucket with elements ends the distribution.
            auto last = buckets.counts.size();
            while (last > 0 && buckets.counts[last - 1] == 0.0) {
                --last;
            }
            values[i] = buckets.edges[last];
            continue;
        }
        const Wide share = (wanted - below) / buckets.counts[bucket];
        const Wide left = buckets.edges[bucket];
        values[i] = static_cast<double>(
            left + (static_cast<Wide>(buckets.edges[bucket + 1]) - left) * share);
    }
    return values;
}

} // namespace runlens::viewers
