// SPDX-License-Identifier: Apache-2.0
#include "summary_format/pr_curve.h"

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace runlens {
namespace {

template <typename T>
std::vector<std::byte> bytesOfRows(const std::vector<T>& values)
{
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

/// Four examples, two of them positive, scored 0.9 (positive), 0.6 (negative), 0.4 (positive), 0.1
/// (negative), at the thresholds 0, 0.5 and 1.
const std::vector<float> kRows{
    2.0F,
    1.0F,
    0.0F, // true positives
    2.0F,
    1.0F,
    0.0F, // false positives
    0.0F,
    1.0F,
    2.0F, // true negatives
    0.0F,
    1.0F,
    2.0F, // false negatives
    0.5F,
    0.5F,
    0.0F, // precision
    1.0F,
    0.5F,
    0.0F, // recall
};

TEST(PrCurve, HasAPointForEachThreshold)
{
    const auto curve = decodePrCurve(bytesOfRows(kRows), R"({"dtype":"float32","shape":[6,3]})");
    ASSERT_TRUE(curve) << curve.error().message();
    ASSERT_EQ(curve->points.size(), 3U);
    EXPECT_EQ(curve->points[0], (PrPoint{0.0, 2.0, 2.0, 0.0, 0.0, 0.5, 1.0}));
    EXPECT_EQ(curve->points[1], (PrPoint{0.5, 1.0, 1.0, 1.0, 1.0, 0.5, 0.5}));
    EXPECT_EQ(curve->points[2], (PrPoint{1.0, 0.0, 0.0, 2.0, 2.0, 0.0, 0.0}));
    EXPECT_TRUE(curve->points[1].isDefined());
    EXPECT_FALSE(curve->points[2].isDefined()) << "nothing was predicted positive";
    // (0.5 - 0) * 0.5 + (1 - 0.5) * 0.5
    EXPECT_DOUBLE_EQ(curve->averagePrecision, 0.5);
}

TEST(PrCurve, AveragesPrecisionOverTheStepsOfRecall)
{
    const std::vector<double> rows{4,
                                   3,
                                   1, // true positives
                                   4,
                                   1,
                                   0, // false positives
                                   0,
                                   3,
                                   4, // true negatives
                                   0,
                                   1,
                                   3, // false negatives
                                   0.5,
                                   0.75,
                                   1.0, // precision
                                   1.0,
                                   0.75,
                                   0.25}; // recall
    const auto curve = decodePrCurve(bytesOfRows(rows), R"({"dtype":"float64","shape":[6,3]})");
    ASSERT_TRUE(curve);
    // 0.25 * 1 + 0.5 * 0.75 + 0.25 * 0.5
    EXPECT_DOUBLE_EQ(curve->averagePrecision, 0.75);
}

TEST(PrCurve, KnowsTheNumberOfThresholdsFromTheRecordOrFromItsSize)
{
    EXPECT_EQ(decodePrCurve(bytesOfRows(kRows), R"({"thresholds":3})")->points.size(), 3U);
    EXPECT_EQ(decodePrCurve(bytesOfRows(kRows), "")->points.size(), 3U);
    EXPECT_EQ(decodePrCurve(bytesOfRows(kRows), "no json")->points.size(), 3U);
    EXPECT_EQ(decodePrCurve(bytesOfRows(std::vector<float>(6, 1.0F)), "")->points[0].threshold,
              0.0);
}

TEST(PrCurve, RefusesWhatDoesNotFit)
{
    const auto why = [](std::size_t bytes, std::string_view metadata) {
        const auto curve = decodePrCurve(std::vector<std::byte>(bytes), metadata);
        return curve ? std::string() : curve.error().why;
    };
    using testing::HasSubstr;
    EXPECT_THAT(why(71, ""), HasSubstr("71 bytes"));
    EXPECT_THAT(why(72, R"({"thresholds":4})"), HasSubstr("six rows of 4"));
    EXPECT_THAT(why(72, R"({"thresholds":-3})"), HasSubstr("six rows of -3"));
    EXPECT_THAT(why(72, R"({"dtype":"float32","shape":[6,9223372036854775807]})"),
                HasSubstr("9223372036854775807"));
    EXPECT_THAT(why(72, R"({"shape":[5,3]})"), HasSubstr("six rows"));
    EXPECT_THAT(why(72, R"({"shape":[6]})"), HasSubstr("six rows"));
    EXPECT_THAT(why(72, R"({"shape":[6,3,1]})"), HasSubstr("six rows"));
    EXPECT_THAT(why(72, R"({"shape":[6,"3"]})"), HasSubstr("six rows of -1"));
    EXPECT_THAT(why(18, R"({"dtype":"int8","shape":[6,3]})"), HasSubstr("int8"));
    const auto empty = decodePrCurve({}, R"({"shape":[6,0]})");
    ASSERT_TRUE(empty);
    EXPECT_TRUE(empty->points.empty());
    EXPECT_TRUE(std::isnan(empty->averagePrecision));
}

TEST(PrCurve, LeavesOutOfTheAverageWhatIsNotFinite)
{
    std::vector<float> rows = kRows;
    rows[13] = std::numeric_limits<float>::quiet_NaN(); // the precision at 0.5
    const auto curve = decodePrCurve(bytesOfRows(rows), "");
    ASSERT_TRUE(curve);
    EXPECT_FALSE(curve->points[1].isDefined());
    EXPECT_DOUBLE_EQ(curve->averagePrecision, 0.5); // (1 - 0) * 0.5
}

} // namespace
} // namespace runlens
