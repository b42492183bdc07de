// SPDX-License-Identifier: Apache-2.0
#include "summary_format/conversion/event_writer.h"
#include "summary_format/run_builder.h"
#include "tests/support/converted_run.h"
#include "tests/support/event_bytes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace runlens {
namespace {

using namespace test;
using ::testing::IsEmpty;

std::string eventsOf(const Run& run, int rank = 0)
{
    std::string bytes;
    writeScalarEvents(run, rank, [&](std::string_view records) {
        bytes += records;
        return true;
    });
    return bytes;
}

TEST(EventWriter, EveryNumberTypeComesBackTheSame)
{
    RunBuilder builder({"/r", "r", "x"});
    RecordLog expected;
    const SessionRecord session;
    for (RecordSink* sink :
         {static_cast<RecordSink*>(&builder), static_cast<RecordSink*>(&expected)}) {
        std::int64_t step = 0;
        std::int64_t ns = 1'700'000'000'000'000'000;
        for (const HardScalar& scalar : hardScalars()) {
            TagRecord record;
            record.name = scalar.tag;
            record.numberType = scalar.type;
            record.description = "of the sample";
            const TagId tag = sink->tag(record);
            const SessionId id = sink->session(session);
            for (const std::uint64_t bits : scalar.bits) {
                // A quarter of a second is exact in the format's doubles.
                sink->scalar(tag, id, ++step, ns += 250'000'000, bits);
            }
        }
    }
    const TemporaryFolder folder;
    test::writeFile(folder / "events.out.tfevents.1.runlens", eventsOf(*builder.snapshot()));
    auto source = std::move(*openSource({folder.path(), "run", "events"}));
    RunBuilder back({"/r", "r", "x"});
    Diagnostics diagnostics;
    ASSERT_TRUE(readAll(*source, back, diagnostics));
    EXPECT_TRUE(diagnostics.empty()) << reasons(diagnostics);
    const auto before = builder.snapshot();
    const auto after = back.snapshot();
    ASSERT_EQ(before->tags().size(), after->tags().size());
    for (std::size_t i = 0; i < before->tags().size(); ++i) {
        const auto id = static_cast<TagId>(i);
        SCOPED_TRACE(before->tagName(id));
        const TagId other = after->findTag(before->tagName(id), RecordKind::Scalar);
        ASSERT_TRUE(isValid(other));
        const ScalarSeries& wanted = *before->scalars(id);
        const ScalarSeries& got = *after->scalars(other);
        EXPECT_EQ(wanted.numberType, got.numberType);
        EXPECT_EQ(after->text(after->tags()[index(other)].description), "of the sample");
        ASSERT_EQ(wanted.size(), got.size());
        for (std::size_t row = 0; row < wanted.size(); ++row) {
            EXPECT_EQ(wanted.steps[row], got.steps[row]);
            EXPECT_EQ(wanted.wallNs[row], got.wallNs[row]);
            if (std::isnan(wanted.value(row))) {
                EXPECT_TRUE(std::isnan(got.value(row)));
            } else {
                EXPECT_EQ(wanted.bits(row), got.bits(row)) << row;
            }
        }
    }
}

TEST(EventWriter, EveryHalfFloatIsExact)
{
    for (std::uint32_t half = 0; half < 0x10000; ++half) {
        const float value = halfToFloat(static_cast<std::uint16_t>(half));
        if (std::isnan(value)) {
            EXPECT_TRUE(std::isnan(halfToFloat(halfOf(value))));
        } else {
            ASSERT_EQ(halfOf(value), half);
        }
    }
    EXPECT_EQ(halfOf(65519.0F), 0x7bff);
    EXPECT_EQ(halfOf(65520.0F), 0x7c00);
}

TEST(EventWriter, MissingTimesStayMissingAndMissingStepsAreCounted)
{
    RunBuilder builder({"/r", "r", "x"});
    const TagId tag = builder.tag({.name = "loss", .numberType = NumberType::Float32});
    builder.scalar(tag, kNone<SessionId>, kNoStep, kNoTime, toBits(1.0F));
    std::string bytes;
    const WrittenEvents written =
        writeScalarEvents(*builder.snapshot(), 0, [&](std::string_view records) {
            bytes += records;
            return true;
        });
    EXPECT_EQ(written.points, 1U);
    EXPECT_EQ(written.withoutStep, 1U);
    const TemporaryFolder folder;
    test::writeFile(folder / "events.out.tfevents.1.runlens", bytes);
    const LoggedRun back = logOf(folder.path(), "events");
    EXPECT_THAT(back.diagnostics, IsEmpty());
    EXPECT_EQ(back.log->lines["scalar rank 0 scalar loss"].at(0),
              fmt::format("rank 0 start {} host  pid 0 step 0 at {} = 3f800000", kNoTime, kNoTime));
}

} // namespace
} // namespace runlens
