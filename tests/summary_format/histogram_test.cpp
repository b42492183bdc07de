// SPDX-License-Identifier: Apache-2.0
#include "summary_format/histogram.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace runlens {
namespace {

Result<HistogramBuckets> throughBytes(const std::vector<double>& edges,
                                      const std::vector<double>& counts)
{
    return decodeHistogram(encodeHistogram(edges, counts));
}

TEST(Histogram, SurvivesItsEncoding)
{
    const double infinity = std::numeric_limits<double>::infinity();
    const std::vector<double> edges{-infinity, -0.0, 0.0, 1e-300, infinity};
    const std::vector<double> counts{1.5, 0.0, 3.0, 1e18};
    const auto decoded = throughBytes(edges, counts);
    ASSERT_TRUE(decoded) << decoded.error().message();
    EXPECT_EQ(decoded->edges, edges);
    EXPECT_TRUE(std::signbit(decoded->edges[1]));
    EXPECT_EQ(decoded->counts, counts);
}

TEST(Histogram, AnEmptyOneIsEmpty)
{
    const auto decoded = decodeHistogram({});
    ASSERT_TRUE(decoded);
    EXPECT_TRUE(decoded->edges.empty());
    EXPECT_TRUE(decoded->counts.empty());
}

TEST(Histogram, RefusesWhatIsNone)
{
    EXPECT_FALSE(throughBytes({0.0, 1.0}, {1.0, 2.0}));
    EXPECT_FALSE(throughBytes({0.0}, {1.0}));
    EXPECT_FALSE(throughBytes({1.0, 0.0}, {1.0}));
    EXPECT_FALSE(throughBytes({0.0, std::numeric_limits<double>::quiet_NaN()}, {1.0}));
    auto cut = encodeHistogram(std::vector<double>{0.0, 1.0}, std::vector<double>{1.0});
    cut.pop_back();
    EXPECT_FALSE(decodeHistogram(cut));
}

} // namespace
} // namespace runlens
