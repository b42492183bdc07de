// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/column_codec.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace runlens::store {
namespace {

constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

void expectSurvives(const std::vector<std::int64_t>& values)
{
    ColumnEncoder encoder;
    ColumnDecoder decoder;
    for (const ColumnShape shape : {ColumnShape::Rising, ColumnShape::Level}) {
        const auto bytes = encoder.encode(values, shape);
        std::vector<std::int64_t> decoded(values.size(), 42);
        ASSERT_TRUE(decoder.decode(bytes, decoded));
        EXPECT_EQ(decoded, values);
        std::vector<std::int64_t> wrong(values.size() + 1);
        if (bytes[1] != std::byte{0}) {
            EXPECT_FALSE(decoder.decode(bytes, wrong));
        }
    }
}

TEST(ColumnCodec, KeepsEveryValue)
{
    expectSurvives({});
    expectSurvives({0});
    expectSurvives({kMin});
    expectSurvives({kMin, kMax, kMin, 0, -1, 1, kMax});
    expectSurvives(std::vector<std::int64_t>(5000, 7));
    for (int width = 1; width < 64; ++width) {
        std::vector<std::int64_t> values;
        std::mt19937_64 random(
            static_cast<std::uint64_t>(width)); // NOLINT(cert-msc51-cpp): repeatable
        for (int i = 0; i < 300; ++i) {
            values.push_back(static_cast<std::int64_t>(random() >> (64 - width)) - 3);
        }
        expectSurvives(values);
    }
}

TEST(ColumnCodec, TimesOfSpansTakeFewBytes)
{
    std::vector<std::int64_t> starts;
    for (std::int64_t i = 0; i < 4096; ++i) {
        starts.push_back(1'700'000'000'000'000'000 + i * 25'000 + (i * 7919) % 1000);
    }
    EXPECT_LT(ColumnEncoder().encode(starts, ColumnShape::Rising).size(), 4096U * 2);
    EXPECT_EQ(
        ColumnEncoder().encode(std::vector<std::int64_t>(4096, -1), ColumnShape::Level).size(),
        10U);
}

TEST(ColumnCodec, RefusesDamage)
{
    std::vector<std::int64_t> values;
    for (std::int64_t i = 0; i < 500; ++i) {
        values.push_back(i * i);
    }
    const auto whole = ColumnEncoder().encode(values, ColumnShape::Rising);
    ColumnDecoder decoder;
    std::vector<std::int64_t> out(values.size());
    for (std::size_t size = 0; size < whole.size(); ++size) {
        EXPECT_FALSE(decoder.decode(std::span(whole).first(size), out)) << size;
    }
    auto wide = whole;
    wide[1] = std::byte{9};
    EXPECT_FALSE(decoder.decode(wide, out));
    auto flags = whole;
    flags[0] = std::byte{0x80};
    EXPECT_FALSE(decoder.decode(flags, out));
    ASSERT_TRUE(decoder.decode(whole, out)) << "damage before does not matter";
    EXPECT_EQ(out, values);
}

} // namespace
} // namespace runlens::store
