// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/event_file/gzip_stream.h"
#include "summary_format/run_builder.h"
#include "tests/support/converted_run.h"
#include "tests/support/event_bytes.h"
#include "tests/support/gzip_bytes.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <random>

namespace runlens {
namespace {

using namespace test;
using test::appendFile;
using test::gzipped;
using test::scalarEvent;
using test::writeFile;
using ::testing::HasSubstr;

const char* const kSeries = "scalar rank 0 scalar loss";

std::string points(int first, int last)
{
    std::string bytes;
    for (int i = first; i <= last; ++i) {
        bytes += scalarEvent(1000.0 + i, i, "loss", static_cast<float>(i));
    }
    return bytes;
}

std::string imageEvent(int step, const std::string& picture)
{
    return test::valueEvent(step, step, test::message([&](auto& fields) {
                                fields.add_string(1, "picture");
                                fields.add_message(4, test::message([&](auto& image) {
                                                       image.add_int32(1, 5);
                                                       image.add_int32(2, 5);
                                                       image.add_bytes(4, picture);
                                                   }));
                            }));
}

std::string noise(std::size_t size, unsigned seed)
{
    std::mt19937 random(seed);
    std::string bytes(size, '\0');
    for (char& c : bytes) {
        c = static_cast<char>(random());
    }
    return bytes;
}

/// A run of one packed file, read as it grows.
class PackedEventFile : public ::testing::Test {
protected:
    void read()
    {
        if (!source) {
            source = std::move(*openSource({folder.path(), "run", "events"}));
            log = std::make_unique<RecordLog>(loader(*source));
        }
        ASSERT_TRUE(readAll(*source, *log, diagnostics));
    }

    TemporaryFolder folder;
    std::string path = folder / "events.out.tfevents.1.host.gz";
    std::unique_ptr<RunSource> source;
    std::unique_ptr<RecordLog> log;
    Diagnostics diagnostics;
};

TEST_F(PackedEventFile, HoldsWhatWasPackedIntoIt)
{
    const TemporaryFolder plain;
    const std::string bytes = points(1, 2000) + imageEvent(1, noise(3'000'000, 1))
                              + points(2001, 3000) + imageEvent(2, noise(100, 2));
    writeFile(plain / "events.out.tfevents.1.host", bytes);
    writeFile(path, gzipped(bytes));
    const LoggedRun expected = logOf(plain.path(), "events");
    EXPECT_EQ(expected.log->count(kSeries), 3000U);
    expectSameRun(expected, logOf(folder.path(), "events"));
    const TemporaryFolder converted;
    convertTo(folder.path(), "events", converted.path());
    expectSameRun(expected, logOf(converted.path(), "runlens"));
}

TEST_F(PackedEventFile, MembersPackedOneAfterTheOtherAreOneLog)
{
    const std::string whole = points(1, 10);
    writeFile(path, gzipped(whole.substr(0, 333)) + gzipped("") + gzipped(whole.substr(333)));
    read();
    EXPECT_EQ(log->count(kSeries), 10U);
    EXPECT_TRUE(diagnostics.empty()) << reasons(diagnostics);
    appendFile(path, gzipped(points(11, 12)));
    read();
    EXPECT_EQ(log->count(kSeries), 12U);
    EXPECT_TRUE(diagnostics.empty()) << reasons(diagnostics);
}

TEST_F(PackedEventFile, CutAtEveryByteGoesOnWhenTheRestArrives)
{
    const std::string whole = gzipped(points(1, 5)) + gzipped(points(6, 8));
    for (std::size_t cut = 3; cut < whole.size(); ++cut) {
        SCOPED_TRACE(cut);
        source.reset();
        diagnostics = {};
        writeFile(path, whole.substr(0, cut));
        read();
        EXPECT_LE(log->count(kSeries), 8U);
        appendFile(path, whole.substr(cut));
        read();
        EXPECT_EQ(log->count(kSeries), 8U);
        EXPECT_EQ(diagnostics.damaged(), 0U) << reasons(diagnostics);
    }
}

TEST_F(PackedEventFile, DamageIsToldAndWhatCameBeforeItIsKept)
{
    std::string packed = gzipped(points(1, 20'000), 0); // stored: a flipped byte hits one place
    packed[packed.size() / 2] = static_cast<char>(packed[packed.size() / 2] ^ 0x40);
    writeFile(path, packed + gzipped(points(20'001, 20'002)));
    read();
    // The record is skipped by its own checksum; the packing's tells it at the end of its member.
    EXPECT_GE(log->count(kSeries), 19'998U);
    EXPECT_GE(diagnostics.damaged(), 1U);
    EXPECT_THAT(reasons(diagnostics), HasSubstr("(unpacked)"));
}

TEST_F(PackedEventFile, EveryFlippedByteIsSurvivedAndTold)
{
    const std::string whole = gzipped(points(1, 40));
    for (std::size_t i = 3; i < whole.size(); ++i) {
        SCOPED_TRACE(i);
        std::string broken = whole;
        broken[i] = static_cast<char>(broken[i] ^ 0x10);
        source.reset();
        diagnostics = {};
        writeFile(path, broken);
        read();
        const bool isHarmless =
            log->count(kSeries) == 40 && i < 10; // time, system: nothing of ours
        EXPECT_TRUE(isHarmless || !diagnostics.empty());
    }
}

TEST_F(PackedEventFile, GarbageBehindThePackedDataIsLeftOutAndTold)
{
    writeFile(path, gzipped(points(1, 3)) + std::string(512, '\0'));
    read();
    EXPECT_TRUE(diagnostics.empty()) << "padding is none: " << reasons(diagnostics);
    source.reset();
    writeFile(path, gzipped(points(1, 3)) + "garbage that is long enough");
    read();
    EXPECT_EQ(log->count(kSeries), 3U);
    EXPECT_THAT(reasons(diagnostics), HasSubstr("is not packed: it was left out"));
}

TEST_F(PackedEventFile, ABombIsNotUnpacked)
{
    // 1 GiB of zeros in about 1 MB.
    const std::string block = gzipped(std::string(std::size_t{1} << 28U, '\0'), 9);
    writeFile(path, gzipped(points(1, 3)) + block + block + block + block);
    read();
    EXPECT_EQ(log->count(kSeries), 3U);
    EXPECT_THAT(reasons(diagnostics), HasSubstr("unpacks to more than 200 times its size"));
    EXPECT_LT(source->files().at(0).tailBytes, std::uint64_t{300} << 20U);
}

TEST_F(PackedEventFile, ACopyBesideItsOriginalIsReadOnce)
{
    const std::string original = folder / "events.out.tfevents.1.host";
    writeFile(original, points(1, 3) + imageEvent(1, "picture"));
    writeFile(path, gzipped(points(1, 3) + imageEvent(1, "picture")));
    read();
    EXPECT_EQ(log->count(kSeries), 3U);
    EXPECT_THAT(reasons(diagnostics), HasSubstr("packed copy of a file that is read"));
}

TEST_F(PackedEventFile, AFilePackedAfterItWasReadIsNotReadAgainAndStillHoldsItsPayloads)
{
    const std::string original = folder / "events.out.tfevents.1.host";
    writeFile(original, imageEvent(1, "picture") + points(1, 3));
    auto opened = std::move(*openSource({folder.path(), "run", "events"}));
    RunBuilder builder({"/r", "r", "events"});
    ASSERT_TRUE(opened->readInto(builder, diagnostics, {}));
    writeFile(path, gzipped(imageEvent(1, "picture") + points(1, 3)));
    std::filesystem::remove(original);
    ASSERT_TRUE(opened->readInto(builder, diagnostics, {}));
    const auto run = builder.snapshot();
    EXPECT_EQ(run->scalars(run->findTag("loss", RecordKind::Scalar))->size(), 3U);
    const auto picture =
        opened->load((*run->samples(run->findTag("picture", RecordKind::Image)))[0].payload, {});
    ASSERT_TRUE(picture) << picture.error().message();
    EXPECT_EQ(asText(*picture), "picture");
}

TEST_F(PackedEventFile, ACopyUnpackedAfterItWasReadIsNotReadAgain)
{
    writeFile(path, gzipped(points(1, 3)));
    read();
    writeFile(folder / "events.out.tfevents.1.host", points(1, 3));
    read();
    EXPECT_EQ(log->count(kSeries), 3U);
}

TEST(GzipStream, GivesAnyRangeInAnyOrder)
{
    const TemporaryFolder folder;
    const std::string bytes = noise(5'000'000, 3) + std::string(3'000'000, 'x') + noise(100, 4);
    writeFile(folder / "x.gz",
              gzipped(bytes.substr(0, 4'000'000)) + gzipped(bytes.substr(4'000'000)));
    const int fd = open((folder / "x.gz").c_str(), O_RDONLY);
    ASSERT_GE(fd, 0);
    event_file::GzipStream stream(true);
    std::mt19937 random(5);
    for (int i = 0; i < 200; ++i) {
        const std::size_t offset = random() % bytes.size();
        std::vector<std::byte> out(random() % 5000);
        const ssize_t got = stream.readAt(fd, out, offset);
        ASSERT_EQ(got, static_cast<ssize_t>(std::min(out.size(), bytes.size() - offset)));
        ASSERT_EQ(asText(std::span(out).first(static_cast<std::size_t>(got))),
                  bytes.substr(offset, static_cast<std::size_t>(got)));
    }
    close(fd);
}

} // namespace
} // namespace runlens
