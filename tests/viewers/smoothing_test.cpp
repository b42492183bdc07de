// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/non_finite.h"
#include "viewers/common/smoothing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace runlens::viewers {

namespace {

using testing::ElementsAre;

std::vector<double> smoothed(double weight, const std::vector<double>& values)
{
    Smoothing smoothing(weight);
    smoothing.observe(values);
    std::vector<double> out(values.size());
    smoothing.smooth(values, out);
    return out;
}

/// The formula, written down once more: s <- w*s + (1-w)*y, n <- n+1, s / (1 - w^n).
std::vector<double> byFormula(double weight, const std::vector<double>& values)
{
    std::vector<double> out;
    double s = 0.0;
    int n = 0;
    for (const double y : values) {
        if (!std::isfinite(y)) {
            out.push_back(y);
            continue;
        }
        s = weight * s + (1.0 - weight) * y;
        ++n;
        out.push_back(weight == 1.0 ? s : s / (1.0 - std::pow(weight, n)));
    }
    return out;
}

TEST(Smoothing, GivesTheHandComputedValuesOfAWeightOfOneHalf)
{
    // s: 0.5, 1.25, 2.125; divided by 1/2, 3/4, 7/8.
    EXPECT_THAT(smoothed(0.5, {1, 2, 3}), ElementsAre(1.0, 1.25 / 0.75, 2.125 / 0.875));
}

TEST(Smoothing, IsTheFormulaBitForBit)
{
    std::vector<double> values;
    for (int i = 0; i < 2000; ++i) {
        values.push_back(std::sin(i * 0.37) * 3.0 + (i % 17 == 5 ? runlens::test::kNan : 0.1));
    }
    for (const double weight : {0.1, 0.6, 0.9, 0.99, 0.999, 1.0}) {
        const auto ours = smoothed(weight, values);
        const auto theirs = byFormula(weight, values);
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (std::isfinite(values[i])) {
                ASSERT_EQ(std::bit_cast<std::uint64_t>(ours[i]),
                          std::bit_cast<std::uint64_t>(theirs[i]))
                    << "weight " << weight << ", row " << i;
            }
        }
    }
}

TEST(Smoothing, LeavesAConstantSeriesUntouched)
{
    // 0.1 is not exact in binary: smoothing it would move its last digit.
    EXPECT_THAT(smoothed(0.9, {0.1, 0.1, 0.1, 0.1}), ElementsAre(0.1, 0.1, 0.1, 0.1));
    EXPECT_THAT(smoothed(0.9, {runlens::test::kInfinity, runlens::test::kInfinity}),
                ElementsAre(runlens::test::kInfinity, runlens::test::kInfinity));
}

TEST(Smoothing, PassesNonFiniteValuesThroughAndDoesNotCountThem)
{
    const auto out = smoothed(0.5, {1, runlens::test::kNan, 2, runlens::test::kInfinity, 3});
    EXPECT_EQ(out[0], 1.0);
    EXPECT_TRUE(std::isnan(out[1]));
    EXPECT_EQ(out[2], 1.25 / 0.75);
    EXPECT_EQ(out[3], runlens::test::kInfinity);
    EXPECT_EQ(out[4], 2.125 / 0.875);
}

TEST(Smoothing, GivesTheSameInPiecesAsAtOnce)
{
    std::vector<double> values;
    for (int i = 0; i < 1000; ++i) {
        values.push_back(std::cos(i * 0.11) + i * 0.01);
    }
    const auto whole = smoothed(0.97, values);
    for (const std::size_t cut : {1U, 63U, 64U, 500U, 999U}) {
        Smoothing smoothing(0.97);
        smoothing.observe(values);
        std::vector<double> pieces(values.size());
        smoothing.smooth(std::span(values).first(cut), std::span(pieces).first(cut));
        smoothing.smooth(std::span(values).subspan(cut), std::span(pieces).subspan(cut));
        EXPECT_EQ(pieces, whole) << "cut at " << cut;
        EXPECT_EQ(smoothing.rows(), values.size());
    }
}

TEST(Smoothing, KeepsNothingOfWeightsThatMakeNoSense)
{
    EXPECT_EQ(Smoothing(runlens::test::kNan).weight(), 0.0);
    EXPECT_EQ(Smoothing(-1.0).weight(), 0.0);
    EXPECT_EQ(Smoothing(7.0).weight(), 1.0);
    EXPECT_THAT(smoothed(0.0, {1, 5, 2}), ElementsAre(1, 5, 2));
}

TEST(Smoothing, AnswersNothingForNothing)
{
    EXPECT_TRUE(smoothed(0.5, {}).empty());
}

} // namespace

} // namespace runlens::viewers
