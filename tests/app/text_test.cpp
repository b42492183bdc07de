// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/text.h"

#include <gtest/gtest.h>
#include <simdjson.h>

namespace runlens::app {
namespace {

TEST(JsonString, ReadsBackToTheSameText)
{
    std::string all;
    for (int c = 0; c < 128; ++c) {
        all += static_cast<char>(c);
    }
    for (const std::string& text : {all, std::string("损失/ä€😀"), std::string()}) {
        simdjson::dom::parser parser;
        const std::string json = jsonString(text);
        std::string_view back;
        ASSERT_EQ(parser.parse(json).get(back), simdjson::SUCCESS) << json;
        EXPECT_EQ(back, text);
    }
}

TEST(JsonString, IsValidForEveryPairOfBytes)
{
    simdjson::dom::parser parser;
    for (int first = 0; first < 256; ++first) {
        for (int second = 0; second < 256; ++second) {
            const std::string text{'a', static_cast<char>(first), static_cast<char>(second), 'b'};
            std::string_view back;
            ASSERT_EQ(parser.parse(jsonString(text)).get(back), simdjson::SUCCESS)
                << first << ' ' << second;
            ASSERT_EQ(back.front(), 'a');
            ASSERT_EQ(back.back(), 'b');
        }
    }
}

TEST(JsonString, ReplacesWhatIsNoUtf8)
{
    const std::string broken = "\xef\xbf\xbd";
    EXPECT_EQ(jsonString("a\xff\x62"), "\"a" + broken + "b\"");
    EXPECT_EQ(jsonString("\xed\xa0\x80"), '"' + broken + broken + broken + '"') << "a surrogate";
    EXPECT_EQ(jsonString("\xc0\x80"), '"' + broken + broken + '"') << "an overlong zero";
    EXPECT_EQ(jsonString("\xf0\x9f\x98"), '"' + broken + broken + broken + '"') << "cut off";
    EXPECT_EQ(jsonString(broken), '"' + broken + '"');
}

TEST(CsvField, QuotesOnlyWhereItMust)
{
    EXPECT_EQ(csvField("loss/train 损失"), "loss/train 损失");
    EXPECT_EQ(csvField("a,b"), "\"a,b\"");
    EXPECT_EQ(csvField("say \"hi\""), "\"say \"\"hi\"\"\"");
    EXPECT_EQ(csvField("two\nlines"), "\"two\nlines\"");
    EXPECT_EQ(csvField("\r"), "\"\r\"");
    EXPECT_EQ(csvField(""), "");
}

TEST(TerminalText, CannotSteerTheTerminal)
{
    EXPECT_EQ(terminalText("\x1b[2Jloss\n\x7f"), "\\x1b[2Jloss\\x0a\\x7f");
    EXPECT_EQ(terminalText("\xc2\x9bJ"), "\\x9bJ") << "the one-character form of the same";
    EXPECT_EQ(terminalText("损失 ä \xff"), "损失 ä \xef\xbf\xbd");
}

TEST(DisplayWidth, CountsColumns)
{
    EXPECT_EQ(displayWidth("loss"), 4U);
    EXPECT_EQ(displayWidth("损失"), 4U);
    EXPECT_EQ(displayWidth("a\xcc\x88"), 1U) << "a with a combining diaeresis";
    EXPECT_EQ(displayWidth(""), 0U);
}

TEST(Numbers, AreGrouped)
{
    EXPECT_EQ(groupedCount(0), "0");
    EXPECT_EQ(groupedCount(999), "999");
    EXPECT_EQ(groupedCount(1000), "1,000");
    EXPECT_EQ(groupedCount(18'446'744'073'709'551'615ULL), "18,446,744,073,709,551,615");
}

TEST(Durations, HaveTheUnitThatFits)
{
    EXPECT_EQ(durationText(0), "0 ms");
    EXPECT_EQ(durationText(999'999'999), "999 ms");
    EXPECT_EQ(durationText(12'340'000'000), "12.3 s");
    EXPECT_EQ(durationText(125'000'000'000), "2 min 5 s");
    EXPECT_EQ(durationText(12'000'000'000'000), "3 h 20 min");
    EXPECT_EQ(durationText(187'200'000'000'000), "2 d 4 h");
}

TEST(Text, LosesItsMiddleWhenItIsTooLong)
{
    EXPECT_EQ(elidedInTheMiddle("12345678", 8), "12345678");
    EXPECT_EQ(elidedInTheMiddle("123456789", 8), "123...89");
    EXPECT_EQ(elidedInTheMiddle("精度精度精度", 9), "精...精度");
    EXPECT_EQ(elidedInTheMiddle("", 8), "");
    EXPECT_EQ(displayWidth(elidedInTheMiddle(std::string(1000, '\xff'), 10)), 10U);
}

} // namespace
} // namespace runlens::app
