// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/non_finite.h"
#include "tests/viewers/noisy_runs.h"
#include "viewers/common/min_max_pyramid.h"

#include <gtest/gtest.h>

#include <numeric>

namespace runlens::viewers {

namespace {

using runlens::test::Noise;

struct Reader {
    const std::vector<double>* values;
    mutable std::size_t asked = 0;

    void operator()(std::size_t first, std::span<double> out) const
    {
        asked += out.size();
        std::copy_n(values->begin() + static_cast<std::ptrdiff_t>(first), out.size(), out.begin());
    }
};

ValueSummary naive(const std::vector<double>& values, std::size_t first, std::size_t last)
{
    ValueSummary all;
    for (std::size_t i = first; i < last; ++i) {
        all.add(values[i]);
    }
    return all;
}

std::vector<double> roughValues(std::size_t count)
{
    Noise noise(3);
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i) {
        const double kind = noise.next();
        values.push_back(kind > 0.98    ? runlens::test::kNan
                         : kind > 0.97  ? runlens::test::kInfinity
                         : kind > 0.96  ? -runlens::test::kInfinity
                         : kind < -0.99 ? -0.0
                                        : noise.next() * 1e3);
    }
    return values;
}

TEST(MinMaxPyramid, AgreesWithALoopOverEveryRange)
{
    const auto values = roughValues(300'000);
    MinMaxPyramid pyramid;
    pyramid.append(values);
    ASSERT_EQ(pyramid.rows(), values.size());
    EXPECT_EQ(pyramid.total(), naive(values, 0, values.size()));
    const std::size_t edges[] = {
        0, 1, 63, 64, 65, 4095, 4096, 4097, 8192, 262'143, 262'144, 262'145, 299'999, 300'000};
    for (const std::size_t first : edges) {
        for (const std::size_t last : edges) {
            const Reader reader{&values};
            EXPECT_EQ(pyramid.summary(first, last, reader),
                      first < last ? naive(values, first, last) : ValueSummary{})
                << first << " to " << last;
            EXPECT_LE(reader.asked, 126U) << "single values are looked at only at the edges";
        }
    }
    Noise noise(9);
    for (int i = 0; i < 500; ++i) {
        const auto a = static_cast<std::size_t>((noise.next() + 1.0) * 149'999);
        const auto b = static_cast<std::size_t>((noise.next() + 1.0) * 149'999);
        ASSERT_EQ(pyramid.summary(std::min(a, b), std::max(a, b), Reader{&values}),
                  naive(values, std::min(a, b), std::max(a, b)));
    }
}

TEST(MinMaxPyramid, GrowsInAnyPiecesToTheSame)
{
    const auto values = roughValues(20'000);
    MinMaxPyramid pyramid;
    Noise noise(5);
    for (std::size_t at = 0; at < values.size();) {
        const auto n =
            std::min(values.size() - at, static_cast<std::size_t>((noise.next() + 1.0) * 300) + 1);
        pyramid.append(std::span(values).subspan(at, n));
        at += n;
        ASSERT_EQ(pyramid.summary(0, at, Reader{&values}), naive(values, 0, at));
        ASSERT_EQ(pyramid.total(), naive(values, 0, at));
    }
}

TEST(MinMaxPyramid, LeavesTheOriginalAloneWhenACopyGrows)
{
    const auto values = roughValues(9000);
    MinMaxPyramid before;
    before.append(std::span(values).first(5000));
    MinMaxPyramid after = before;
    after.append(std::span(values).subspan(5000));
    EXPECT_EQ(before.rows(), 5000U);
    EXPECT_EQ(before.summary(0, 5000, Reader{&values}), naive(values, 0, 5000));
    EXPECT_EQ(after.summary(0, 9000, Reader{&values}), naive(values, 0, 9000));
}

TEST(MinMaxPyramid, TellsNothingOfNothing)
{
    MinMaxPyramid pyramid;
    const std::vector<double> none;
    EXPECT_EQ(pyramid.total(), ValueSummary{});
    EXPECT_FALSE(pyramid.summary(0, 10, Reader{&none}).hasFinite());
    const std::vector<double> nans(100, runlens::test::kNan);
    pyramid.append(nans);
    EXPECT_FALSE(pyramid.total().hasFinite());
    EXPECT_EQ(pyramid.total().nans, 100U);
    EXPECT_TRUE(pyramid.total().hasOthers());
}

TEST(SharedList, KeepsItsValuesWhileCopiesGrow)
{
    SharedList<int> first;
    std::vector<int> numbers(5000);
    std::iota(numbers.begin(), numbers.end(), 0);
    first.append(numbers);
    SharedList<int> second = first;
    second.append(numbers);
    ASSERT_EQ(first.size(), 5000U);
    ASSERT_EQ(second.size(), 10'000U);
    std::vector<int> out(5000);
    second.copyTo(5000, out);
    EXPECT_EQ(out, numbers);
    first.copyTo(0, out);
    EXPECT_EQ(out, numbers);
    EXPECT_EQ(&first[0], &second[0]) << "a complete block is shared";
}

} // namespace

} // namespace runlens::viewers
