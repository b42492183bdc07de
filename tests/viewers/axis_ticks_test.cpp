// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/axis_ticks.h"

#include <QStringList>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace runlens::viewers {

namespace {

QStringList labels(const std::vector<AxisTick>& ticks)
{
    QStringList all;
    for (const AxisTick& tick : ticks) {
        QString label = tick.label;
        all.push_back(label.replace(QChar(0x202F), QLatin1Char('_')));
    }
    return all;
}

TEST(AxisTicks, AreRoundAndAsShortAsTheyCanBe)
{
    EXPECT_EQ(labels(linearTicks(0.1, 1.3, 5)),
              QStringList({"0.25", "0.50", "0.75", "1.00", "1.25"}));
    EXPECT_EQ(labels(linearTicks(0, 100, 4)), QStringList({"0", "25", "50", "75", "100"}));
    EXPECT_EQ(labels(linearTicks(0, 4685, 4)), QStringList({"0", "2,000", "4,000"}));
    EXPECT_EQ(labels(stepTicks(0, 15'000, 3)), QStringList({"0", "5k", "10k", "15k"}));
    EXPECT_EQ(labels(stepTicks(0, 3000, 3)), QStringList({"0", "1,000", "2,000", "3,000"}));
    EXPECT_EQ(labels(linearTicks(0.6, 1.0, 4, true)),
              QStringList({"60_%", "70_%", "80_%", "90_%", "100_%"}));
    EXPECT_EQ(
        labels(linearTicks(-2, 2, 4)),
        QStringList({QString(QChar(0x2212)) + "2", QString(QChar(0x2212)) + "1", "0", "1", "2"}));
    EXPECT_EQ(labels(linearTicks(0, 4e-4, 4)), QStringList({"0", "1e-4", "2e-4", "3e-4", "4e-4"}));
    EXPECT_EQ(labels(logTicks(5e-5, 0.2, 5)), QStringList({"1e-4", "1e-3", "0.01", "0.1"}));
    EXPECT_EQ(labels(logTicks(1.5, 6, 5)), QStringList({"2", "5"}));
    EXPECT_EQ(labels(durationTicks(0, 90, 4)), QStringList({"0", "30_s", "60_s", "90_s"}));
    EXPECT_EQ(labels(durationTicks(0, 7200, 4)),
              QStringList({"0", "0.5_h", "1.0_h", "1.5_h", "2.0_h"}));
    EXPECT_EQ(labels(durationTicks(0, 0.004, 4)),
              QStringList({"0", "1_ms", "2_ms", "3_ms", "4_ms"}));
}

TEST(AxisTicks, LieInsideTheRangeInRisingOrderForRangesOfAnySize)
{
    for (double size = 1e-12; size < 1e18; size *= 7.3) {
        for (const double from : {0.0, -size / 3, size * 10, -1e6}) {
            for (const int atMost : {2, 3, 5, 10}) {
                for (const auto& ticks : {linearTicks(from, from + size, atMost),
                                          stepTicks(from, from + size, atMost),
                                          durationTicks(from, from + size, atMost),
                                          wallTicks(from, from + size, atMost)})
                {
                    ASSERT_LE(ticks.size(), 26U) << from << " " << size;
                    for (std::size_t i = 0; i < ticks.size(); ++i) {
                        ASSERT_GE(ticks[i].position, from - size * 1e-6);
                        ASSERT_LE(ticks[i].position, from + size * (1 + 1e-6));
                        ASSERT_TRUE(i == 0 || ticks[i].position > ticks[i - 1].position);
                    }
                }
            }
        }
    }
}

TEST(AxisTicks, GiveNothingForRangesThatAreNone)
{
    const double infinity = std::numeric_limits<double>::infinity();
    EXPECT_TRUE(linearTicks(1, 1, 5).empty());
    EXPECT_TRUE(linearTicks(std::nan(""), 1, 5).empty());
    EXPECT_TRUE(linearTicks(0, infinity, 5).empty());
    EXPECT_TRUE(logTicks(0, 1, 5).empty());
    EXPECT_TRUE(wallTicks(0, 1e300, 5).empty());
    EXPECT_TRUE(stepTicks(2, 1, 5).empty());
}

TEST(AxisTicks, NiceDistancesAreNotUnderTheAskedOne)
{
    for (double distance = 1e-9; distance < 1e9; distance *= 1.37) {
        EXPECT_GE(niceDistance(distance), distance * (1 - 1e-9));
        EXPECT_LE(niceDistance(distance), distance * 2.5 + 1e-300);
    }
}

} // namespace

} // namespace runlens::viewers
