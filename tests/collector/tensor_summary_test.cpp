// SPDX-License-Identifier: Apache-2.0
#include "collector/tensor_summary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

namespace runlens::collector {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const double kNaN = std::numeric_limits<double>::quiet_NaN();

template <typename T>
TensorSummary of(const std::vector<T>& values, DataType type, int buckets = 64)
{
    return summarize(values.data(), type, values.size(), buckets);
}

double sum(const std::vector<double>& counts)
{
    return std::accumulate(counts.begin(), counts.end(), 0.0);
}

TEST(TensorSummary, TellsHandValues)
{
    const auto summary = of<float>({3.0F, -4.0F, 0.0F, 0.0F}, DataType::Float32);
    EXPECT_EQ(summary.statistics.count, 4U);
    EXPECT_EQ(summary.statistics.zeros, 2U);
    EXPECT_EQ(summary.statistics.minimum, -4.0);
    EXPECT_EQ(summary.statistics.maximum, 3.0);
    EXPECT_EQ(summary.statistics.mean, -0.25);
    EXPECT_EQ(summary.statistics.l2Norm, 5.0);
    EXPECT_EQ(sum(summary.counts), 4.0);
    EXPECT_EQ(summary.edges.front(), -4.0);
    EXPECT_EQ(summary.edges.back(), 3.0);
}

TEST(TensorSummary, LeavesNonFiniteValuesOut)
{
    const auto summary =
        of<double>({kNaN, 1.0, kInfinity, -kInfinity, 2.0, kNaN, kInfinity}, DataType::Float64);
    EXPECT_EQ(summary.statistics.count, 7U);
    EXPECT_EQ(summary.statistics.nans, 2U);
    EXPECT_EQ(summary.statistics.positiveInfinities, 2U);
    EXPECT_EQ(summary.statistics.negativeInfinities, 1U);
    EXPECT_EQ(summary.statistics.minimum, 1.0);
    EXPECT_EQ(summary.statistics.maximum, 2.0);
    EXPECT_EQ(summary.statistics.mean, 1.5);
    EXPECT_EQ(sum(summary.counts), 2.0);
}

TEST(TensorSummary, HasNothingToTellWithoutFiniteValues)
{
    for (const auto& values : {std::vector<double>{}, std::vector<double>{kNaN, kInfinity}}) {
        const auto summary = of<double>(values, DataType::Float64);
        EXPECT_EQ(summary.statistics.count, values.size());
        EXPECT_TRUE(std::isnan(summary.statistics.minimum));
        EXPECT_TRUE(std::isnan(summary.statistics.maximum));
        EXPECT_TRUE(std::isnan(summary.statistics.mean));
        EXPECT_TRUE(std::isnan(summary.statistics.l2Norm));
        EXPECT_TRUE(summary.edges.empty());
        EXPECT_TRUE(summary.counts.empty());
    }
}

template <typename T>
void expectOneTwoThree(DataType type)
{
    const auto summary = of<T>({T{1}, T{2}, T{3}}, type);
    EXPECT_EQ(summary.statistics.minimum, 1.0) << dataTypeName(type);
    EXPECT_EQ(summary.statistics.maximum, 3.0) << dataTypeName(type);
    EXPECT_EQ(summary.statistics.mean, 2.0) << dataTypeName(type);
    EXPECT_DOUBLE_EQ(summary.statistics.l2Norm, std::sqrt(14.0)) << dataTypeName(type);
    EXPECT_EQ(sum(summary.counts), 3.0) << dataTypeName(type);
}

TEST(TensorSummary, ReadsEveryType)
{
    expectOneTwoThree<std::int8_t>(DataType::Int8);
    expectOneTwoThree<std::int16_t>(DataType::Int16);
    expectOneTwoThree<std::int32_t>(DataType::Int32);
    expectOneTwoThree<std::int64_t>(DataType::Int64);
    expectOneTwoThree<std::uint8_t>(DataType::UInt8);
    expectOneTwoThree<std::uint16_t>(DataType::UInt16);
    expectOneTwoThree<std::uint32_t>(DataType::UInt32);
    expectOneTwoThree<std::uint64_t>(DataType::UInt64);
    expectOneTwoThree<float>(DataType::Float32);
    expectOneTwoThree<double>(DataType::Float64);
    // 1, 2, 3 as binary16 and as bfloat16
    const auto half = of<std::uint16_t>({0x3c00, 0x4000, 0x4200}, DataType::Float16);
    EXPECT_EQ(half.statistics.minimum, 1.0);
    EXPECT_EQ(half.statistics.mean, 2.0);
    EXPECT_EQ(half.statistics.maximum, 3.0);
    const auto brain = of<std::uint16_t>({0x3f80, 0x4000, 0x4040}, DataType::BFloat16);
    EXPECT_EQ(brain.statistics.minimum, 1.0);
    EXPECT_EQ(brain.statistics.mean, 2.0);
    EXPECT_EQ(brain.statistics.maximum, 3.0);
    const auto infinite = of<std::uint16_t>({0x7c00, 0xfc00, 0x7e00}, DataType::Float16);
    EXPECT_EQ(infinite.statistics.positiveInfinities, 1U);
    EXPECT_EQ(infinite.statistics.negativeInfinities, 1U);
    EXPECT_EQ(infinite.statistics.nans, 1U);
    const auto flags = of<std::uint8_t>({0, 1, 7, 0}, DataType::Bool);
    EXPECT_EQ(flags.statistics.zeros, 2U);
    EXPECT_EQ(flags.statistics.mean, 0.5);
    EXPECT_EQ(flags.statistics.maximum, 1.0);
    const auto negative = of<std::int8_t>({-128, 127}, DataType::Int8);
    EXPECT_EQ(negative.statistics.minimum, -128.0);
    EXPECT_EQ(negative.statistics.maximum, 127.0);
}

TEST(TensorSummary, ReadsUnalignedMemory)
{
    std::vector<unsigned char> bytes(1 + 3 * sizeof(float));
    const float values[] = {1.0F, 2.0F, 6.0F};
    std::memcpy(bytes.data() + 1, values, sizeof values);
    const auto summary = summarize(bytes.data() + 1, DataType::Float32, 3, 8);
    EXPECT_EQ(summary.statistics.mean, 3.0);
}

TEST(TensorSummary, SurvivesTheEndsOfDouble)
{
    const double most = std::numeric_limits<double>::max();
    const auto wide = of<double>({most, -most, most, -most, 1.0}, DataType::Float64);
    EXPECT_EQ(wide.statistics.minimum, -most);
    EXPECT_EQ(wide.statistics.maximum, most);
    EXPECT_NEAR(wide.statistics.mean, 0.2, 1e290);
    EXPECT_EQ(sum(wide.counts), 5.0);
    const auto tiny = of<double>({1e-200, 1e-200, 1e-200, 1e-200}, DataType::Float64);
    EXPECT_DOUBLE_EQ(tiny.statistics.l2Norm, 2e-200);
    EXPECT_EQ(sum(tiny.counts), 4.0);
    const double smallest = std::numeric_limits<double>::denorm_min();
    EXPECT_EQ(sum(of<double>({smallest, -smallest, 0.0}, DataType::Float64).counts), 3.0);
}

TEST(TensorSummary, BucketsHoldWhatLiesBetweenTheirEdges)
{
    // Dyadic edges make the check exact: every value is counted where a search over the edges puts
    // it.
    std::mt19937_64 random(7);
    std::vector<std::vector<double>> inputs;
    std::normal_distribution<double> normal(0.0, 1.0);
    std::uniform_real_distribution<double> narrow(99.0, 101.0);
    std::vector<double> growing;
    for (int i = 0; i < 6000; ++i) {
        growing.push_back((i % 2 == 0 ? 1.0 : -1.0) * std::ldexp(1.0, i / 100) * (1.0 + i % 7));
    }
    inputs.push_back(growing);
    inputs.emplace_back();
    inputs.emplace_back();
    for (int i = 0; i < 10'000; ++i) {
        inputs[1].push_back(normal(random));
        inputs[2].push_back(narrow(random));
    }
    inputs.push_back({5.0, 5.0, 5.0});
    inputs.push_back({0.0});
    inputs.push_back({1e300, 1.0, -1e-300});
    for (const auto& values : inputs) {
        for (const int limit : {1, 2, 7, 64, 512}) {
            const auto summary = of<double>(values, DataType::Float64, limit);
            const auto& edges = summary.edges;
            ASSERT_EQ(edges.size(), summary.counts.size() + 1);
            EXPECT_LE(summary.counts.size(), static_cast<std::size_t>(std::max(2, limit)));
            EXPECT_TRUE(std::is_sorted(edges.begin(), edges.end()));
            std::vector<double> expected(summary.counts.size(), 0.0);
            for (const double value : values) {
                const auto above =
                    std::upper_bound(edges.begin(), edges.end(), value) - edges.begin();
                const auto bucket = std::min<std::ptrdiff_t>(
                    above - 1, static_cast<std::ptrdiff_t>(expected.size()) - 1);
                ASSERT_GE(bucket, 0);
                expected[static_cast<std::size_t>(bucket)] += 1.0;
            }
            EXPECT_EQ(summary.counts, expected) << "limit " << limit;
        }
    }
}

TEST(TensorSummary, KeepsDetailOfANarrowDistribution)
{
    std::vector<double> values;
    for (int i = 0; i < 10'000; ++i) {
        values.push_back(100.0 + i * 1e-4);
    }
    const auto summary = of<double>(values, DataType::Float64, 64);
    EXPECT_GE(summary.counts.size(), 32U);
}

TEST(TensorSummary, DoesNotDependOnTheOrder)
{
    std::mt19937_64 random(3);
    std::normal_distribution<float> normal(0.0F, 10.0F);
    std::vector<float> values(50'000);
    for (float& value : values) {
        value = normal(random);
    }
    const auto forward = of<float>(values, DataType::Float32);
    std::sort(values.begin(), values.end());
    const auto sorted = of<float>(values, DataType::Float32);
    EXPECT_EQ(forward.statistics.minimum, sorted.statistics.minimum);
    EXPECT_EQ(forward.statistics.maximum, sorted.statistics.maximum);
    EXPECT_NEAR(forward.statistics.mean, sorted.statistics.mean, 1e-12);
    EXPECT_NEAR(
        forward.statistics.l2Norm, sorted.statistics.l2Norm, 1e-9 * sorted.statistics.l2Norm);
    EXPECT_EQ(sum(forward.counts), sum(sorted.counts));
}

TEST(TensorSummary, RefusesImpossibleShapes)
{
    const float value = 0.0F;
    EXPECT_EQ(elementCount({&value, {}}), 1U);
    EXPECT_EQ(elementCount({&value, {2, 3}}), 6U);
    EXPECT_EQ(elementCount({&value, {2, 0, 3}}), 0U);
    EXPECT_EQ(elementCount({&value, {0, std::numeric_limits<std::int64_t>::max(), 2}}), 0U);
    EXPECT_FALSE(elementCount({&value, {2, -1}}).has_value());
    EXPECT_FALSE(elementCount({&value, {std::int64_t{1} << 62, 8}}).has_value());
    EXPECT_FALSE(elementCount({&value, {std::int64_t{1} << 62}}).has_value());
}

} // namespace
} // namespace runlens::collector
