// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/correlation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace runlens::profiler {
namespace {

using testing::ElementsAre;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Correlation, PearsonOfHandComputedValues)
{
    // Means 3 and 4; sums of products 6, of squares 10 and 6: r = 6 / sqrt(60).
    const std::vector<double> x{1, 2, 3, 4, 5};
    const std::vector<double> y{2, 4, 5, 4, 5};
    const Correlation result = correlate(x, y);
    EXPECT_EQ(result.n, 5U);
    EXPECT_EQ(result.lack, CorrelationLack::None);
    EXPECT_NEAR(*result.pearson, 6.0 / std::sqrt(60.0), 1e-15);
}

TEST(Correlation, SpearmanGivesTiesTheMeanOfTheirRanks)
{
    // Ranks of y: 1, 2.5, 4.5, 2.5, 4.5; sums: products 7, squares 10 and 9.
    const std::vector<double> x{1, 2, 3, 4, 5};
    const std::vector<double> y{2, 4, 5, 4, 5};
    EXPECT_THAT(ranksOf(y), ElementsAre(1.0, 2.5, 4.5, 2.5, 4.5));
    EXPECT_NEAR(*correlate(x, y).spearman, 7.0 / std::sqrt(90.0), 1e-15);
}

TEST(Correlation, SpearmanSeesACurveThatPearsonSeesPartly)
{
    const std::vector<double> x{1, 2, 3, 4};
    const std::vector<double> y{-1, -8, -27, -64};
    const Correlation result = correlate(x, y);
    EXPECT_DOUBLE_EQ(*result.spearman, -1.0);
    // Means 2.5 and -25; sums: products -104, squares 5 and 2390.
    EXPECT_NEAR(*result.pearson, -104.0 / std::sqrt(5.0 * 2390.0), 1e-15);
    EXPECT_GT(*result.pearson, -1.0);
}

TEST(Correlation, RunsWithoutOneOfTheValuesAreLeftOutAndNotCounted)
{
    const std::vector<double> x{1, kNaN, 2, 3, 4, kInfinity};
    const std::vector<double> y{1, 5, kNaN, 3, 4, 6};
    const Correlation result = correlate(x, y);
    EXPECT_EQ(result.n, 3U);
    EXPECT_DOUBLE_EQ(*result.pearson, 1.0);
    EXPECT_DOUBLE_EQ(*result.spearman, 1.0);
}

TEST(Correlation, TwoRunsAreTooFewThoughTheyLieOnALine)
{
    const std::vector<double> x{1, 2};
    const Correlation result = correlate(x, x);
    EXPECT_EQ(result.n, 2U);
    EXPECT_EQ(result.lack, CorrelationLack::TooFewRuns);
    EXPECT_FALSE(result.pearson.has_value());
    EXPECT_FALSE(result.spearman.has_value());
    EXPECT_EQ(correlate({}, {}).lack, CorrelationLack::TooFewRuns);
}

TEST(Correlation, AConstantHasNone)
{
    const std::vector<double> same{7, 7, 7};
    const std::vector<double> other{1, 2, 3};
    EXPECT_EQ(correlate(same, other).lack, CorrelationLack::ConstantX);
    EXPECT_EQ(correlate(other, same).lack, CorrelationLack::ConstantY);
    EXPECT_FALSE(correlate(same, other).pearson.has_value());
}

TEST(Correlation, HugeAndTinyValuesNeitherOverflowNorVanish)
{
    const std::vector<double> huge{-1.7e308, 0.0, 1.7e308};
    const std::vector<double> tiny{1e-300, 2e-300, 3e-300};
    const Correlation result = correlate(huge, tiny);
    EXPECT_NEAR(*result.pearson, 1.0, 1e-12);
    EXPECT_DOUBLE_EQ(*result.spearman, 1.0);
}

} // namespace
} // namespace runlens::profiler
