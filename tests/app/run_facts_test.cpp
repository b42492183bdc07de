// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/run_facts.h"
#include "app/commands/scalars_csv.h"
#include "summary_format/run_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace runlens::app {
namespace {

using testing::HasSubstr;

constexpr std::int64_t kStartNs = 1'700'000'000'000'000'000;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

class RunFactsTest : public testing::Test {
protected:
    void
    add(const char* name, NumberType type, const std::vector<std::uint64_t>& values, int rank = 0)
    {
        const TagId tag = builder.tag(
            {.rank = rank, .name = name, .kind = RecordKind::Scalar, .numberType = type});
        std::int64_t step = 0;
        for (const std::uint64_t bits : values) {
            builder.scalar(tag, session, step, kStartNs + step * 500'000'000, bits);
            ++step;
        }
    }

    RunFacts facts(std::vector<Diagnostic> diagnostics = {})
    {
        const std::uint64_t count = diagnostics.size();
        return factsOf(*builder.snapshot(), std::move(diagnostics), count);
    }

    std::string csv()
    {
        std::string text;
        writeScalarsCsv(*builder.snapshot(), [&text](std::string_view lines) {
            text += lines;
            return true;
        });
        return text;
    }

    RunBuilder builder{{.path = "logs/a", .name = "a", .format = "runlens"}};
    SessionId session = builder.session({.rank = 0,
                                         .startNs = kStartNs,
                                         .heartbeatNs = kStartNs,
                                         .endNs = kStartNs + 90'000'000'000,
                                         .ended = EndReason::Clean});
};

TEST_F(RunFactsTest, AsJsonHaveTheShortestNumbersInTheTypeOfTheirSource)
{
    add("f32", NumberType::Float32, {toBits(0.1F), toBits(1e-7F)});
    add("f64", NumberType::Float64, {toBits(0.1), toBits(-0.0)});
    add("u64",
        NumberType::UInt64,
        {toBits(std::uint64_t{0}), std::numeric_limits<std::uint64_t>::max()});
    add("i64",
        NumberType::Int64,
        {toBits(std::numeric_limits<std::int64_t>::min()), toBits(std::int64_t{7})});
    add("odd", NumberType::Float64, {toBits(kNaN), toBits(-kInfinity)});
    add("inf", NumberType::Float32, {toBits(std::numeric_limits<float>::infinity())});
    EXPECT_EQ(factsAsJson(facts()),
              R"({
    "path": "logs/a",
    "format": "runlens",
    "ended": "clean",
    "tags": [
      {"name": "f32", "kind": "scalar", "count": 2, "first_step": 0, "last_step": 1, "first_value": 0.1, "last_value": 1e-07},
      {"name": "f64", "kind": "scalar", "count": 2, "first_step": 0, "last_step": 1, "first_value": 0.1, "last_value": -0},
      {"name": "u64", "kind": "scalar", "count": 2, "first_step": 0, "last_step": 1, "first_value": 0, "last_value": 18446744073709551615},
      {"name": "i64", "kind": "scalar", "count": 2, "first_step": 0, "last_step": 1, "first_value": -9223372036854775808, "last_value": 7},
      {"name": "odd", "kind": "scalar", "count": 2, "first_step": 0, "last_step": 1, "first_value": "NaN", "last_value": "-Infinity"},
      {"name": "inf", "kind": "scalar", "count": 1, "first_step": 0, "last_step": 0, "first_value": "Infinity", "last_value": "Infinity"}
    ],
    "damage": [],
    "files": []
  })");
}

TEST_F(RunFactsTest, KeepTheOrderOfWritingWhenStepsFall)
{
    const TagId tag = builder.tag({.name = "loss"});
    for (const std::int64_t step : {5, 9, 2}) {
        builder.scalar(tag, session, step, kStartNs, toBits(static_cast<double>(step) / 2));
    }
    const RunFacts told = facts();
    ASSERT_EQ(told.tags.size(), 1U);
    EXPECT_EQ(told.tags[0].firstStep, 5);
    EXPECT_EQ(told.tags[0].lastStep, 2);
    EXPECT_EQ(told.tags[0].firstBits, toBits(2.5));
    EXPECT_EQ(told.tags[0].lastBits, toBits(1.0));
}

TEST_F(RunFactsTest, HaveEveryKindOfRecord)
{
    const TagId stats = builder.tag({.name = "w", .kind = RecordKind::TensorStats});
    builder.tensorStats(stats, {.session = session, .step = 3, .wallNs = kStartNs});
    builder.tensorStats(stats, {.session = session, .step = 8, .wallNs = kStartNs});
    const TagId audio = builder.tag({.name = "sound", .kind = RecordKind::Audio});
    builder.sample(audio, {.session = session, .step = kNoStep, .wallNs = kNoTime});
    for (const char* name : {"train", "eval", "train"}) {
        builder.graph({.session = session, .name = name});
    }
    builder.tag({.name = "never", .kind = RecordKind::Scalar});
    const std::string json = factsAsJson(facts());
    EXPECT_THAT(
        json,
        HasSubstr(
            R"({"name": "w", "kind": "tensor_stats", "count": 2, "first_step": 3, "last_step": 8})"));
    EXPECT_THAT(
        json,
        HasSubstr(
            R"({"name": "sound", "kind": "audio", "count": 1, "first_step": null, "last_step": null})"));
    EXPECT_THAT(
        json,
        HasSubstr(
            R"({"name": "train", "kind": "graph", "count": 2, "first_step": null, "last_step": null})"));
    EXPECT_THAT(json, HasSubstr(R"({"name": "eval", "kind": "graph", "count": 1,)"));
    EXPECT_THAT(
        json,
        HasSubstr(
            R"({"name": "never", "kind": "scalar", "count": 0, "first_step": null, "last_step": null})"));
}

TEST_F(RunFactsTest, TellDamageButNotNotes)
{
    Diagnostics diagnostics;
    diagnostics.damage("a/rank-0.rlens", 8192, "the page is \"torn\"");
    diagnostics.damage("a/rank-1.rlens", -1, "cut off");
    diagnostics.note("a/rank-2.rlens", -1, "still being written");
    const auto entries = diagnostics.entries();
    const RunFacts told = facts({entries.begin(), entries.end()});
    EXPECT_THAT(factsAsJson(told), HasSubstr(R"("damage": [
      {"file": "a/rank-0.rlens", "offset": 8192, "reason": "the page is \"torn\""},
      {"file": "a/rank-1.rlens", "offset": null, "reason": "cut off"}
    ])"));
    EXPECT_THAT(factsAsText(told),
                HasSubstr("\ndamage\n"
                          "  a/rank-0.rlens, byte 8192: the page is \"torn\"\n"
                          "  a/rank-1.rlens: cut off\n"
                          "\nnotes\n"
                          "  a/rank-2.rlens: still being written\n"));
}

TEST_F(RunFactsTest, NameTheRankWhereThereAreSeveral)
{
    add("loss", NumberType::Float64, {toBits(1.0)}, 0);
    add("loss", NumberType::Float64, {toBits(2.0)}, 1);
    const RunFacts told = facts();
    EXPECT_THAT(factsAsJson(told), HasSubstr(R"("last_value": 1, "rank": 0})"));
    EXPECT_THAT(factsAsJson(told), HasSubstr(R"("last_value": 2, "rank": 1})"));
    EXPECT_THAT(factsAsText(told), HasSubstr("loss (rank 1)"));
    EXPECT_EQ(csv(), "a/rank-0,loss,0,1700000000,1\na/rank-1,loss,0,1700000000,2\n");
}

TEST_F(RunFactsTest, AsTextAreAligned)
{
    add("loss", NumberType::Float32, {toBits(2.5F), toBits(0.25F), toBits(0.1F)});
    add("精度", NumberType::Float64, {toBits(0.5)});
    add("\x1b[31mred", NumberType::Int64, {toBits(std::int64_t{-1})});
    builder.dropped({.session = session, .kind = "span", .reason = "queue full", .count = 1200});
    EXPECT_THAT(factsAsText(facts()),
                HasSubstr("\n"
                          "  tag          kind    records   steps  first  last\n"
                          "  loss         scalar        3  0 to 2    2.5   0.1\n"
                          "  精度         scalar        1       0    0.5   0.5\n"
                          "  \\x1b[31mred  scalar        1       0     -1    -1\n"
                          "\n"
                          "not recorded\n"
                          "  1,200 spans: queue full\n"));
}

TEST_F(RunFactsTest, AsTextElideAnEndlessNameAndAsJsonKeepIt)
{
    const std::string endless = "start" + std::string(1'000'000, 'x') + "end";
    add(endless.c_str(), NumberType::Float64, {toBits(0.5)});
    add("loss", NumberType::Float64, {toBits(0.5)});
    const RunFacts told = facts();
    const std::string text = factsAsText(told);
    EXPECT_LT(text.size(), 2000U);
    EXPECT_THAT(text,
                HasSubstr("\n  start" + std::string(24, 'x') + "..." + std::string(25, 'x')
                          + "end  scalar        1      0    0.5   0.5\n"));
    EXPECT_THAT(factsAsJson(told), HasSubstr(endless));
}

TEST_F(RunFactsTest, AsTextNameKindsAsTheyAreSpelled)
{
    const auto add = [this](const char* kind, std::uint64_t count) {
        builder.dropped({.session = session, .kind = kind, .reason = "full", .count = count});
    };
    add("tensor_stats", 3);
    add("memory", 1);
    add("image", 2);
    add("scalar", 1);
    EXPECT_THAT(factsAsText(facts()),
                HasSubstr("not recorded\n"
                          "  3 records of kind tensor_stats: full\n"
                          "  1 record of kind memory: full\n"
                          "  2 images: full\n"
                          "  1 scalar: full\n"));
}

TEST_F(RunFactsTest, TellTheTimeFromFirstToLast)
{
    const RunFacts told = facts();
    EXPECT_EQ(told.firstNs, kStartNs);
    EXPECT_EQ(told.lastNs, kStartNs + 90'000'000'000);
    EXPECT_THAT(factsAsText(told), HasSubstr("(1 min 30 s)"));
}

TEST_F(RunFactsTest, SurviveTimesThatLieTooFarApart)
{
    const TagId tag = builder.tag({.name = "loss"});
    builder.scalar(tag, session, 0, std::numeric_limits<std::int64_t>::min() + 1, 0);
    builder.scalar(tag, session, 1, std::numeric_limits<std::int64_t>::max(), 0);
    EXPECT_THAT(factsAsText(facts()), HasSubstr("2262"));
}

TEST_F(RunFactsTest, OfAnEmptyRunAreComplete)
{
    RunBuilder empty({.path = "p", .name = "n", .format = "runlens"});
    const RunFacts told = factsOf(*empty.snapshot(), {}, 0);
    EXPECT_THAT(factsAsJson(told), HasSubstr(R"("tags": [],)"));
    EXPECT_THAT(factsAsText(told), HasSubstr("time      unknown"));
}

TEST_F(RunFactsTest, AsCsvAreExact)
{
    add("a,\"b\"",
        NumberType::Float32,
        {toBits(0.1F), toBits(std::numeric_limits<float>::quiet_NaN())});
    const TagId tag = builder.tag({.name = "no time", .numberType = NumberType::UInt64});
    builder.scalar(tag, session, kNoStep, kNoTime, std::numeric_limits<std::uint64_t>::max());
    builder.scalar(tag, session, -3, kStartNs + 1, 1);
    EXPECT_EQ(csv(),
              "a,\"a,\"\"b\"\"\",0,1700000000,0.1\n"
              "a,\"a,\"\"b\"\"\",1,1700000000.5,NaN\n"
              "a,no time,,,18446744073709551615\n"
              "a,no time,-3,1700000000.000000001,1\n");
}

TEST_F(RunFactsTest, AsCsvStopWhenTheWriterCannotGoOn)
{
    add("loss", NumberType::Float64, std::vector<std::uint64_t>(100'000, toBits(1.0)));
    int calls = 0;
    writeScalarsCsv(*builder.snapshot(), [&calls](std::string_view) { return ++calls < 2; });
    EXPECT_EQ(calls, 2);
}

} // namespace
} // namespace runlens::app
