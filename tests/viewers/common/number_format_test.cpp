// SPDX-License-Identifier: GPL-3.0-or-later
#include "summary_format/base/ids.h"
#include "viewers/common/number_format.h"

#include <gtest/gtest.h>

#include <limits>

namespace runlens::viewers {

void PrintTo(const QString& text, std::ostream* out) // NOLINT(readability-identifier-naming)
{
    *out << text.toStdString();
}

namespace {

QString ascii(QString text)
{
    return text.replace(kMinus, u'-');
}

TEST(NumberFormat, NumbersHaveFourDigitsGroupsAndARealMinus)
{
    EXPECT_EQ(formatNumber(0.0), "0");
    EXPECT_EQ(formatNumber(-0.0), "0");
    EXPECT_EQ(formatNumber(0.15899999), "0.159");
    EXPECT_EQ(formatNumber(0.2843), "0.2843");
    EXPECT_EQ(formatNumber(1234.5678), "1,235");
    EXPECT_EQ(formatNumber(1234567.0), "1,234,567");
    EXPECT_EQ(ascii(formatNumber(-1.5e-7)), "-1.5e-7");
    EXPECT_EQ(formatNumber(-2.5), QString(kMinus) + "2.5");
    EXPECT_EQ(formatNumber(std::numeric_limits<double>::quiet_NaN()), "NaN");
    EXPECT_EQ(formatNumber(std::numeric_limits<double>::infinity()), QString::fromUtf8("∞"));
    EXPECT_EQ(ascii(formatNumber(std::numeric_limits<double>::max())), "1.798e308");
    EXPECT_EQ(ascii(formatNumber(std::numeric_limits<double>::denorm_min())), "4.941e-324");
}

TEST(NumberFormat, CountsAreGroupedFromAThousand)
{
    EXPECT_EQ(formatCount(999), "999");
    EXPECT_EQ(formatCount(15'000), "15,000");
    EXPECT_EQ(ascii(formatCount(std::numeric_limits<std::int64_t>::min())),
              "-9,223,372,036,854,775,808");
    EXPECT_EQ(formatShortCount(9'999), "9,999");
    EXPECT_EQ(formatShortCount(118'000), "118k");
    EXPECT_EQ(formatShortCount(1'940'000), "1.94 M");
    EXPECT_EQ(formatShortCount(999'999), "1 M");
}

TEST(NumberFormat, SiUnitsTakeThreeDigitsAndOneSpace)
{
    EXPECT_EQ(formatSi(27'100, "B/s"), "27.1 kB/s");
    EXPECT_EQ(formatSi(0.0124, "s"), "12.4 ms");
    EXPECT_EQ(formatSi(999.96, "B"), "1.00 kB");
    EXPECT_EQ(formatSi(0.0, "B"), "0 B");
    EXPECT_EQ(ascii(formatSi(-1500, "B")), "-1.50 kB");
}

TEST(NumberFormat, DurationsChooseTheirUnit)
{
    EXPECT_EQ(formatDuration(0), "0 s");
    EXPECT_EQ(formatDuration(7), "7 ns");
    EXPECT_EQ(formatDuration(1'180'000), "1.18 ms");
    EXPECT_EQ(formatDuration(627'200), QString::fromUtf8("627 µs"));
    EXPECT_EQ(formatDuration(24'600'000'000), "24.6 s");
    EXPECT_EQ(formatDuration(125'000'000'000), "2 min 05 s");
    EXPECT_EQ(formatDuration(3'840'000'000'000), "1 h 04 min");
    EXPECT_EQ(formatDuration(90'000'000'000'000), "1 d 01 h");
    EXPECT_EQ(ascii(formatDuration(-1'500'000)), "-1.50 ms");
}

TEST(NumberFormat, BytesAreBinaryAndSharesArePercent)
{
    EXPECT_EQ(formatBytes(512), "512 B");
    EXPECT_EQ(formatBytes(1536), "1.50 KiB");
    EXPECT_EQ(formatBytes(64'382'566), "61.4 MiB");
    EXPECT_EQ(formatBytes(1'048'575), "1.00 MiB");
    EXPECT_EQ(formatPercent(0.263), "26.3 %");
    EXPECT_EQ(formatPercent(0.9), "90 %");
    EXPECT_EQ(formatPercent(0.0), "0 %");
    EXPECT_EQ(formatPercent(0.001), "0.1 %");
}

TEST(NumberFormat, TicksAreShort)
{
    EXPECT_EQ(formatTick(0.0), "0");
    EXPECT_EQ(formatTick(5000.0), "5k");
    EXPECT_EQ(formatTick(2'500'000.0), "2.5M");
    EXPECT_EQ(formatTick(0.25), "0.25");
}

TEST(NumberFormat, AgoSaysHowLong)
{
    const std::int64_t now = 1'800'000'000'000'000'000;
    EXPECT_EQ(formatAgo(now - 5'000'000'000, now), "just now");
    EXPECT_EQ(formatAgo(now - 300'000'000'000, now), "5 min ago");
    EXPECT_EQ(formatAgo(kNoTime, now), noValue());
    EXPECT_EQ(formatDateTime(kNoTime), noValue());
}

TEST(NumberFormat, ExactTextReadsBack)
{
    for (const double value : {0.1, 1.0 / 3.0, 1e300, -2.5e-308, 123456789.123456789}) {
        EXPECT_EQ(exactText(value).toDouble(), value);
    }
}

} // namespace
} // namespace runlens::viewers
