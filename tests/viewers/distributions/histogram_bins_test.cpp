// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/non_finite.h"
#include "viewers/distributions/histogram_bins.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace runlens::viewers {
namespace {

using testing::DoubleEq;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::Pointwise;

TEST(HistogramBins, GiveEachEvenBinTheShareOfEveryBucketThatLiesInIt)
{
    // 6 elements in [0, 3), 4 in [3, 4]: over four bins of width 1 that is 2, 2, 2, 4.
    const HistogramBuckets buckets{{0.0, 3.0, 4.0}, {6.0, 4.0}};
    EXPECT_THAT(evenCounts(buckets, {0.0, 4.0}, 4),
                ElementsAre(DoubleEq(2.0), DoubleEq(2.0), DoubleEq(2.0), DoubleEq(4.0)));
    // Bins of width 2: 4 of the first bucket, then 2 of it and 4.
    EXPECT_THAT(evenCounts(buckets, {0.0, 4.0}, 2), ElementsAre(DoubleEq(4.0), DoubleEq(6.0)));
}

TEST(HistogramBins, PutABucketWithoutWidthIntoOneBin)
{
    const HistogramBuckets point{{1.0, 1.0}, {5.0}};
    EXPECT_THAT(evenCounts(point, {0.0, 2.0}, 4), ElementsAre(0.0, 0.0, 5.0, 0.0));
    const HistogramBuckets last{{2.0, 2.0}, {5.0}}; // the last bin has its right edge
    EXPECT_THAT(evenCounts(last, {0.0, 2.0}, 4), ElementsAre(0.0, 0.0, 0.0, 5.0));
}

TEST(HistogramBins, LeaveOutWhatLiesOutsideOfTheBounds)
{
    const HistogramBuckets buckets{{-2.0, 0.0, 2.0}, {8.0, 4.0}};
    EXPECT_THAT(evenCounts(buckets, {-1.0, 1.0}, 2), ElementsAre(DoubleEq(4.0), DoubleEq(2.0)));
    EXPECT_THAT(evenCounts(buckets, {5.0, 6.0}, 2), ElementsAre(0.0, 0.0));
    EXPECT_THAT(evenCounts(buckets, {1.0, 1.0}, 2), ElementsAre(0.0, 0.0));
}

TEST(HistogramBins, KeepAllElementsWhateverTheBinsAre)
{
    HistogramBuckets buckets{{-1.25}, {}};
    for (int i = 0; i < 57; ++i) {
        buckets.edges.push_back(buckets.edges.back() + 0.01 + 0.003 * (i % 7));
        buckets.counts.push_back(i % 5 * 1.5);
    }
    const ValueBounds bounds{buckets.edges.front(), buckets.edges.back()};
    for (std::size_t bins = 1; bins < 200; ++bins) {
        const HistogramBuckets again = rebinned(buckets, bounds, bins, false);
        EXPECT_NEAR(elementsIn(again), elementsIn(buckets), 1e-9) << bins;
        EXPECT_EQ(again.edges.size(), bins + 1);
        EXPECT_EQ(again.edges.front(), bounds.minimum);
        EXPECT_EQ(again.edges.back(), bounds.maximum);
    }
}

TEST(HistogramBins, HoldEdgesWhoseDistanceADoubleCannotSay)
{
    constexpr double kLargest = std::numeric_limits<double>::max();
    const HistogramBuckets buckets{{-kLargest, 0.0, kLargest}, {4.0, 2.0}};
    EXPECT_THAT(evenCounts(buckets, {-kLargest, kLargest}, 4),
                ElementsAre(DoubleEq(2.0), DoubleEq(2.0), DoubleEq(1.0), DoubleEq(1.0)));
}

TEST(HistogramBins, CountBinsAsMindInsightDoes)
{
    EXPECT_EQ(mindInsightBins(0), 1);
    EXPECT_EQ(mindInsightBins(1), 2);
    EXPECT_EQ(mindInsightBins(5), 2);
    EXPECT_EQ(mindInsightBins(6), 3);
    EXPECT_EQ(mindInsightBins(10), 3);
    EXPECT_EQ(mindInsightBins(11), 3); // ceil(1.1) + 1
    EXPECT_EQ(mindInsightBins(150), 16);
    EXPECT_EQ(mindInsightBins(280), 29);
    EXPECT_EQ(mindInsightBins(281), 30);
    EXPECT_EQ(mindInsightBins(std::numeric_limits<std::uint64_t>::max()), 30);
}

TEST(HistogramBins, RoundCountsUpAsMindInsightDoes)
{
    // Ten elements in one bucket over three bins: 3.33 each is 4 each.
    const HistogramBuckets buckets{{0.0, 3.0}, {10.0}};
    EXPECT_THAT(rebinned(buckets, {0.0, 3.0}, 3, true).counts, ElementsAre(4.0, 4.0, 4.0));
    // What is whole stays, although thirds do not add up in binary.
    const HistogramBuckets thirds{{0.0, 0.3}, {3.0}};
    EXPECT_THAT(rebinned(thirds, {0.0, 0.3}, 3, true).counts, ElementsAre(1.0, 1.0, 1.0));
}

TEST(HistogramBins, GiveASingleValueRoomAsEachToolDoes)
{
    EXPECT_EQ(boundsFor(Binning::MindInsight, {2.0, 2.0}), (ValueBounds{1.5, 2.5}));
    const ValueBounds wide = boundsFor(Binning::TensorBoard, {2.0, 2.0});
    EXPECT_DOUBLE_EQ(wide.minimum, 2.0 / 1.1 - 1.0);
    EXPECT_DOUBLE_EQ(wide.maximum, 2.0 * 1.1 + 1.0);
    EXPECT_EQ(boundsFor(Binning::Exact, {1.0, 2.0}), (ValueBounds{1.0, 2.0}));
    const ValueBounds large = boundsFor(Binning::Exact, {1e18, 1e18});
    EXPECT_LT(large.minimum, 1e18);
    EXPECT_GT(large.maximum, 1e18);
}

TEST(HistogramBins, FindPercentilesBetweenTheEdgesOfTheirBucket)
{
    // One bucket: shares of its width.
    EXPECT_THAT(
        percentilesOf({{0.0, 10.0}, {100.0}}),
        Pointwise(DoubleNear(1e-12), {0.0, 0.668, 1.587, 3.085, 5.0, 6.915, 8.413, 9.332, 10.0}));
    // 1 element below 0, 3 above: a quarter lies below 0, half of it at -0.5.
    const PercentileValues values = percentilesOf({{-1.0, 0.0, 3.0}, {1.0, 3.0}});
    EXPECT_DOUBLE_EQ(values[0], -1.0);
    EXPECT_DOUBLE_EQ(values[1], -1.0 + 0.0668 * 4.0);
    EXPECT_DOUBLE_EQ(values[4], 1.0); // 50 %: one third of the way through the second bucket
    EXPECT_DOUBLE_EQ(values[8], 3.0);
}

TEST(HistogramBins, SkipEmptyBucketsInPercentiles)
{
    // Half of the elements in [0, 1), half in [9, 10]; the median is where the second half begins.
    const PercentileValues values =
        percentilesOf({{0.0, 1.0, 9.0, 10.0, 20.0}, {5.0, 0.0, 5.0, 0.0}});
    EXPECT_DOUBLE_EQ(values[0], 0.0);
    EXPECT_DOUBLE_EQ(values[3], 0.617);
    EXPECT_DOUBLE_EQ(values[4], 9.0);
    EXPECT_DOUBLE_EQ(values[8], 10.0);
    EXPECT_TRUE(std::isnan(percentilesOf({{0.0, 1.0}, {0.0}})[4]));
    EXPECT_TRUE(std::isnan(percentilesOf({})[0]));
}

TEST(HistogramBins, FindTheBucketOfAValue)
{
    const HistogramBuckets buckets{{0.0, 1.0, 1.0, 2.0}, {3.0, 4.0, 5.0}};
    EXPECT_EQ(bucketAt(buckets, 0.0), 0);
    EXPECT_EQ(bucketAt(buckets, 0.999), 0);
    EXPECT_EQ(bucketAt(buckets, 1.0), 2);
    EXPECT_EQ(bucketAt(buckets, 2.0), 2);
    EXPECT_EQ(bucketAt(buckets, 2.1), -1);
    EXPECT_EQ(bucketAt(buckets, -0.1), -1);
    EXPECT_EQ(bucketAt(buckets, std::nan("")), -1);
    EXPECT_EQ(bucketAt({}, 0.0), -1);
}

TEST(HistogramBins, CloseOpenEndsWhereTheValuesEnd)
{
    TensorStatistics statistics;
    statistics.minimum = -7.0;
    statistics.maximum = 9.0;
    HistogramBuckets buckets{{-runlens::test::kInfinity, 0.0, 1.0, runlens::test::kInfinity},
                             {1.0, 2.0, 3.0}};
    EXPECT_EQ(cleanBuckets(buckets, statistics).openEnds, 2U);
    EXPECT_THAT(buckets.edges, ElementsAre(-7.0, 0.0, 1.0, 9.0));
    statistics.minimum = std::nan("");
    statistics.maximum = 0.5; // cannot be: the bucket above 1 holds three
    buckets.edges = {-runlens::test::kInfinity, 0.0, 1.0, runlens::test::kInfinity};
    EXPECT_EQ(cleanBuckets(buckets, statistics).openEnds, 2U);
    EXPECT_THAT(buckets.edges, ElementsAre(0.0, 0.0, 1.0, 1.0));
    buckets = {{-runlens::test::kInfinity, runlens::test::kInfinity}, {4.0}};
    EXPECT_EQ(cleanBuckets(buckets, statistics).openEnds, 2U);
    for (const double edge : buckets.edges) {
        EXPECT_TRUE(std::isfinite(edge));
    }
}

TEST(HistogramBins, TakeBadCountsAsNone)
{
    HistogramBuckets buckets{{0.0, 1.0, 2.0, 3.0, 4.0},
                             {-1.0, std::nan(""), runlens::test::kInfinity, 2.0}};
    const BucketRepair repair = cleanBuckets(buckets, {});
    EXPECT_EQ(repair.badCounts, 3U);
    EXPECT_TRUE(repair.isAny());
    EXPECT_THAT(buckets.counts, ElementsAre(0.0, 0.0, 0.0, 2.0));
}

TEST(HistogramBins, JoinNeighboursWhenThereAreTooMany)
{
    HistogramBuckets buckets;
    buckets.edges.push_back(0.0);
    for (int i = 1; i <= 100'000; ++i) {
        buckets.edges.push_back(i);
        buckets.counts.push_back(1.0);
    }
    const BucketRepair repair = cleanBuckets(buckets, {});
    EXPECT_LE(buckets.counts.size(), kMostBuckets);
    EXPECT_EQ(repair.merged, 100'000U - buckets.counts.size());
    EXPECT_EQ(buckets.edges.size(), buckets.counts.size() + 1);
    EXPECT_DOUBLE_EQ(elementsIn(buckets), 100'000.0);
    EXPECT_DOUBLE_EQ(buckets.edges.back(), 100'000.0);
}

} // namespace
} // namespace runlens::viewers
