// SPDX-License-Identifier: Apache-2.0
#include "summary_format/run_builder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace runlens {
namespace {

TagId addScalarTag(RunBuilder& builder,
                   const char* name,
                   NumberType type = NumberType::Float64,
                   int rank = 0)
{
    return builder.tag({rank, name, RecordKind::Scalar, type, {}, {}});
}

TEST(Columns, GeometryIsDenseAndGrowsByAQuarter)
{
    std::size_t held = 0;
    for (std::size_t chunk = 0; chunk < 100; ++chunk) {
        EXPECT_EQ(chunkStart(chunk), held);
        EXPECT_EQ(chunkCapacity(chunk), std::clamp(held / 4, kFirstChunk, kLargestChunk)) << chunk;
        EXPECT_EQ(chunkOf(held), chunk);
        held += chunkCapacity(chunk);
        EXPECT_EQ(chunkOf(held - 1), chunk);
    }
}

TEST(Columns, ViewKeepsItsCountWhileTheWriterGoesOn)
{
    Arena arena;
    Column<std::int64_t> column;
    std::vector<std::int64_t> values(1000);
    std::iota(values.begin(), values.end(), 0);
    column.append(arena, values);
    const auto view = column.view();
    column.append(arena, values);
    ASSERT_EQ(view.size(), 1000U);
    for (std::size_t i = 0; i < view.size(); ++i) {
        ASSERT_EQ(view[i], static_cast<std::int64_t>(i));
    }
    std::vector<std::int64_t> copy(500);
    view.copyTo(321, copy);
    EXPECT_EQ(copy.front(), 321);
    EXPECT_EQ(copy.back(), 820);
}

TEST(RunBuilder, KeepsScalarsBitExactInOrderOfWriting)
{
    RunBuilder builder({"/r", "r", "test"});
    const TagId doubles = addScalarTag(builder, "d");
    const TagId floats = addScalarTag(builder, "f", NumberType::Float32);
    const TagId unsignedInts = addScalarTag(builder, "u", NumberType::UInt64);
    const std::vector<std::uint64_t> written{toBits(-0.0), toBits(std::nan("")), toBits(0.1)};
    for (std::size_t i = 0; i < written.size(); ++i) {
        builder.scalar(
            doubles, SessionId{0}, 10 - static_cast<std::int64_t>(i), kNoTime, written[i]);
    }
    builder.scalar(floats, SessionId{0}, 1, 5, toBits(0.1F));
    builder.scalar(unsignedInts, SessionId{0}, 1, 5, std::numeric_limits<std::uint64_t>::max());
    const auto run = builder.snapshot();
    const ScalarSeries& series = *run->scalars(doubles);
    ASSERT_EQ(series.size(), 3U);
    for (std::size_t i = 0; i < written.size(); ++i) {
        EXPECT_EQ(series.bits(i), written[i]);
        EXPECT_EQ(series.steps[i], 10 - static_cast<std::int64_t>(i));
    }
    EXPECT_EQ(series.ranges[0].nans, 1U);
    EXPECT_EQ(series.ranges[0].maximum, 0.1);
    EXPECT_EQ(shortestText(run->scalars(floats)->bits(0), NumberType::Float32), "0.1");
    EXPECT_EQ(shortestText(run->scalars(unsignedInts)->bits(0), NumberType::UInt64),
              "18446744073709551615");
}

TEST(RunBuilder, SnapshotSharesWhatDidNotChangeAndIsTheSameWithoutNews)
{
    RunBuilder builder({"/r", "r", "test"});
    const TagId a = addScalarTag(builder, "a");
    const TagId b = addScalarTag(builder, "b");
    builder.scalar(a, SessionId{0}, 1, 1, toBits(1.0));
    builder.scalar(b, SessionId{0}, 1, 1, toBits(1.0));
    const auto first = builder.snapshot();
    EXPECT_EQ(builder.snapshot(), first);
    builder.scalar(b, SessionId{0}, 2, 2, toBits(2.0));
    const auto second = builder.snapshot();
    EXPECT_EQ(first->scalars(a), second->scalars(a));
    EXPECT_NE(first->scalars(b), second->scalars(b));
    EXPECT_EQ(first->scalars(b)->size(), 1U);
    EXPECT_EQ(second->scalars(b)->size(), 2U);
    EXPECT_GT(second->generation(), first->generation());
}

TEST(RunBuilder, TellsTagsApartByRankAndKind)
{
    RunBuilder builder({"/r", "r", "test"});
    const TagId scalar = addScalarTag(builder, "x");
    EXPECT_EQ(addScalarTag(builder, "x"), scalar);
    EXPECT_NE(addScalarTag(builder, "x", NumberType::Float64, 1), scalar);
    EXPECT_NE(builder.tag({0, "x", RecordKind::Image, NumberType::Float64, {}, {}}), scalar);
    const auto run = builder.snapshot();
    EXPECT_EQ(run->tags().size(), 3U);
    EXPECT_EQ(run->findTag("x", RecordKind::Scalar, 0), scalar);
    EXPECT_EQ(run->findTag("y", RecordKind::Scalar), kNone<TagId>);
    EXPECT_EQ(run->ranks(), (std::vector<int>{0, 1}));
}

TEST(RunBuilder, IgnoresIdsThatItDidNotHandOut)
{
    RunBuilder builder({"/r", "r", "test"});
    builder.scalar(TagId{7}, SessionId{0}, 1, 1, 0);
    builder.scalar(kNone<TagId>, SessionId{0}, 1, 1, 0);
    EXPECT_EQ(builder.spans(TrackId{3}, {}), -1);
    builder.counters(TrackId{9}, {});
    const auto run = builder.snapshot();
    EXPECT_EQ(run->scalars(TagId{7}), nullptr);
    EXPECT_EQ(run->spans(TrackId{3}), nullptr);
    EXPECT_EQ(run->irNode({PassId{0}, 0}), nullptr);
}

TEST(RunBuilder, EndIsThatOfTheLastSessionOfEachRank)
{
    RunBuilder builder({"/r", "r", "test"});
    SessionRecord session;
    session.startNs = 1;
    session.ended = EndReason::Crashed;
    builder.session(session);
    session.startNs = 2;
    session.ended = EndReason::Clean;
    builder.session(session);
    EXPECT_EQ(builder.snapshot()->ended(), EndReason::Clean);
    session.rank = 1;
    session.ended = EndReason::Running;
    builder.session(session);
    EXPECT_EQ(builder.snapshot()->ended(), EndReason::Running);
}

TEST(RunBuilder, DropsAreSummedUpByKindAndReason)
{
    RunBuilder builder({"/r", "r", "test"});
    builder.dropped({0, SessionId{0}, "span", "queue full", 3, 10, 20});
    builder.dropped({0, SessionId{0}, "span", "queue full", 4, 30, 40});
    const auto run = builder.snapshot();
    ASSERT_EQ(run->drops().size(), 1U);
    EXPECT_EQ(run->drops()[0].count, 7U);
    EXPECT_EQ(run->drops()[0].lastNs, 40);
}

TEST(Number, ShortestTextIsThatOfTheTypeOfTheSource)
{
    EXPECT_EQ(shortestText(toBits(0.1F), NumberType::Float32), "0.1");
    EXPECT_EQ(shortestText(toBits(0.1), NumberType::Float64), "0.1");
    EXPECT_EQ(shortestText(fromDouble(0.1, NumberType::Float16), NumberType::Float16), "0.1");
    EXPECT_EQ(shortestText(fromDouble(0.1, NumberType::BFloat16), NumberType::BFloat16), "0.1");
    EXPECT_EQ(shortestText(toBits(-0.0), NumberType::Float64), "-0");
    EXPECT_EQ(shortestText(std::nan("")), "NaN");
    EXPECT_EQ(shortestText(-std::numeric_limits<double>::infinity()), "-Infinity");
    EXPECT_EQ(shortestText(toBits(std::numeric_limits<std::int64_t>::min()), NumberType::Int64),
              "-9223372036854775808");
}

TEST(Number, EveryHalfReadsBackFromItsShortestText)
{
    for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
        const float value = halfToFloat(static_cast<std::uint16_t>(bits));
        if (!std::isfinite(value)) {
            continue;
        }
        const std::string text = shortestText(toBits(value), NumberType::Float16);
        ASSERT_EQ(fromDouble(std::stod(text), NumberType::Float16), toBits(value)) << text;
    }
}

TEST(Number, SecondsAreExactToTheNanosecond)
{
    EXPECT_EQ(secondsText(1'700'000'000'500'000'000), "1700000000.5");
    EXPECT_EQ(secondsText(1), "0.000000001");
    EXPECT_EQ(secondsText(-1'500'000'000), "-1.5");
    EXPECT_EQ(secondsText(0), "0");
    EXPECT_EQ(secondsText(kNoTime), "");
}

TEST(RunBuilder, WidensATagForAValueThatItsTypeCannotHoldAndLeavesOlderSnapshotsAlone)
{
    RunBuilder builder({"/run", "run", "runlens"});
    const TagId tag = builder.tag({.name = "steps", .numberType = NumberType::Int64});
    for (int i = 0; i < 100; ++i) {
        builder.scalar(tag, kNone<SessionId>, i, kNoTime, toBits(std::int64_t{i}));
    }
    const auto before = builder.snapshot();
    const std::int64_t step = 100;
    const std::int64_t ns = kNoTime;
    const std::uint64_t half = toBits(0.5);
    builder.scalars(tag,
                    {kNone<SessionId>,
                     std::span(&step, 1),
                     std::span(&ns, 1),
                     std::span(&half, 1),
                     NumberType::Float64});
    builder.scalar(tag, kNone<SessionId>, 101, kNoTime, toBits(std::int64_t{-7}));
    const auto after = builder.snapshot();
    EXPECT_EQ(before->scalars(tag)->numberType, NumberType::Int64);
    EXPECT_EQ(before->scalars(tag)->bits(99), 99U);
    const ScalarSeries& now = *after->scalars(tag);
    EXPECT_EQ(now.numberType, NumberType::Float64);
    EXPECT_EQ(after->tags()[0].numberType, NumberType::Float64);
    ASSERT_EQ(now.size(), 102U);
    EXPECT_EQ(now.value(99), 99.0);
    EXPECT_EQ(now.value(100), 0.5);
    EXPECT_EQ(now.value(101), -7.0) << "what names no type is of the first one";
}

TEST(Number, IsConvertedOnlyWhereNothingIsLost)
{
    using enum NumberType;
    const auto largest = std::numeric_limits<std::uint64_t>::max();
    EXPECT_EQ(converted(toBits(3.0), Float64, Int64), toBits(std::int64_t{3}));
    EXPECT_EQ(converted(toBits(-3.0), Float64, UInt64), std::nullopt);
    EXPECT_EQ(converted(toBits(0.5), Float64, Int64), std::nullopt);
    EXPECT_EQ(converted(toBits(9223372036854775808.0), Float64, Int64), std::nullopt);
    EXPECT_EQ(converted(toBits(9223372036854775808.0), Float64, UInt64), std::uint64_t{1} << 63);
    EXPECT_EQ(converted(largest, UInt64, Int64), std::nullopt);
    EXPECT_EQ(converted(largest, UInt64, Float64), std::nullopt);
    EXPECT_EQ(converted(toBits(std::numeric_limits<std::int64_t>::max()), Int64, Float64),
              std::nullopt);
    EXPECT_EQ(converted(toBits(std::int64_t{-4}), Int64, Float64), toBits(-4.0));
    EXPECT_EQ(converted(toBits(0.1), Float64, Float32), std::nullopt);
    EXPECT_EQ(converted(toBits(0.1F), Float32, Float64), toBits(static_cast<double>(0.1F)));
    EXPECT_EQ(converted(toBits(std::numeric_limits<double>::infinity()), Float64, Float16),
              toBits(std::numeric_limits<float>::infinity()));
}

} // namespace
} // namespace runlens
