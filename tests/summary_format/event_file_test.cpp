// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/event_file/event_source.h"
#include "summary_format/histogram.h"
#include "summary_format/run_builder.h"
#include "tests/support/event_bytes.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace runlens {
namespace {

using namespace test;

/// One run folder with its reader: read() takes what is there now.
class EventFile : public testing::Test {
protected:
    void read()
    {
        if (!source) {
            auto opened = openEventRun(folder.path());
            ASSERT_TRUE(opened);
            source = std::move(*opened);
        }
        const auto progress = source->readInto(builder, diagnostics, {});
        ASSERT_TRUE(progress) << progress.error().message();
        run = builder.snapshot();
    }

    const ScalarSeries& scalars(const std::string& tag)
    {
        const ScalarSeries* series = run->scalars(run->findTag(tag, RecordKind::Scalar));
        static const ScalarSeries kNothing;
        return series != nullptr ? *series : kNothing;
    }

    std::vector<double> values(const std::string& tag)
    {
        std::vector<double> result;
        const ScalarSeries& series = scalars(tag);
        for (std::size_t i = 0; i < series.size(); ++i) {
            result.push_back(series.value(i));
        }
        return result;
    }

    std::string loadText(RecordKind kind, const std::string& tag, std::size_t row = 0)
    {
        const auto* entries = run->samples(run->findTag(tag, kind));
        const auto bytes = source->load((*entries)[row].payload, {});
        return bytes ? std::string(asText(*bytes)) : bytes.error().message();
    }

    TemporaryFolder folder;
    std::string path = folder.file("events.out.tfevents.1.host");
    std::unique_ptr<RunSource> source;
    RunBuilder builder{{"/r", "r", "events"}};
    Diagnostics diagnostics;
    std::shared_ptr<const runlens::Run> run;
};

std::string threePoints()
{
    return versionEvent("brain.Event:2") + scalarEvent(1.5, 0, "loss", 3.0F)
           + scalarEvent(2.5, 1, "loss", 2.0F) + scalarEvent(3.5, 2, "loss", 1.0F);
}

std::string
tensorValue(const std::string& tag, const std::string& plugin, const std::string& tensor)
{
    return message([&](auto& fields) {
        fields.add_string(1, tag);
        fields.add_message(8, tensor);
        if (!plugin.empty()) {
            const std::string data = message([&](auto& inner) { inner.add_string(1, plugin); });
            fields.add_message(9, message([&](auto& inner) { inner.add_message(1, data); }));
        }
    });
}

TEST(Crc32c, MaskedChecksumMatchesThePublishedVector)
{
    EXPECT_EQ(event_file::maskedCrc32c(asBytes("\x1a\x11"
                                               "CRC test, one two")),
              0x5794d08aU);
}

TEST_F(EventFile, ScalarsKeepStepWallTimeAndFloat32Bits)
{
    writeFile(path, threePoints());
    read();
    const ScalarSeries& loss = scalars("loss");
    ASSERT_EQ(loss.size(), 3U);
    EXPECT_EQ(loss.numberType, NumberType::Float32);
    EXPECT_EQ(loss.steps[2], 2);
    EXPECT_EQ(loss.wallNs[1], 2'500'000'000);
    EXPECT_EQ(values("loss"), (std::vector<double>{3, 2, 1}));
    ASSERT_EQ(loss.sessions.size(), 1U);
    EXPECT_EQ(loss.sessions[0].session, SessionId{0});
    EXPECT_EQ(run->sessions()[0].startNs, 1'000'000'000'000);
    EXPECT_TRUE(diagnostics.empty());
}

TEST_F(EventFile, CutAtEveryByteKeepsEveryWholeRecordAndGoesOnWhenTheRestArrives)
{
    const std::string whole = threePoints();
    std::vector<std::size_t> ends;
    for (const std::string& part : {versionEvent("brain.Event:2"),
                                    scalarEvent(1.5, 0, "loss", 3.0F),
                                    scalarEvent(2.5, 1, "loss", 2.0F),
                                    scalarEvent(3.5, 2, "loss", 1.0F)})
    {
        ends.push_back((ends.empty() ? 0 : ends.back()) + part.size());
    }
    for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
        RunBuilder cutBuilder({"/r", "r", "events"});
        Diagnostics told;
        writeFile(path, whole.substr(0, cut));
        const auto reader = std::move(*openEventRun(path));
        ASSERT_TRUE(reader->readInto(cutBuilder, told, {}));
        const auto count = [&] {
            const auto snapshot = cutBuilder.snapshot();
            const TagId tag = snapshot->findTag("loss", RecordKind::Scalar);
            return isValid(tag) ? snapshot->recordCount(tag) : 0;
        };
        const auto wholeRecords = std::count_if(
            ends.begin() + 1, ends.end(), [&](std::size_t end) { return end <= cut; });
        EXPECT_EQ(count(), static_cast<std::size_t>(wholeRecords)) << "cut at " << cut;
        EXPECT_EQ(told.damaged(), 0U) << "cut at " << cut;
        appendFile(path, whole.substr(cut));
        ASSERT_TRUE(reader->readInto(cutBuilder, told, {}));
        EXPECT_EQ(count(), 3U) << "cut at " << cut;
        EXPECT_EQ(told.damaged(), 0U) << "cut at " << cut;
    }
}

TEST_F(EventFile, AFlippedByteCostsOneRecordAndIsTold)
{
    const std::string first = versionEvent("brain.Event:2");
    const std::string second = scalarEvent(1.5, 0, "loss", 3.0F);
    const std::string whole = threePoints();
    for (std::size_t at = first.size(); at < first.size() + second.size(); ++at) {
        for (const int mask : {0x01, 0x80, 0xff}) {
            std::string damaged = whole;
            damaged[at] = static_cast<char>(damaged[at] ^ mask);
            writeFile(path, damaged);
            RunBuilder flipped({"/r", "r", "events"});
            Diagnostics told;
            const auto reader = std::move(*openEventRun(path));
            ASSERT_TRUE(reader->readInto(flipped, told, {}));
            const auto snapshot = flipped.snapshot();
            const ScalarSeries* loss =
                snapshot->scalars(snapshot->findTag("loss", RecordKind::Scalar));
            ASSERT_NE(loss, nullptr) << at;
            ASSERT_EQ(loss->size(), 2U) << "byte " << at;
            EXPECT_EQ(loss->value(0), 2.0);
            EXPECT_EQ(loss->value(1), 1.0);
            EXPECT_EQ(told.damaged(), 1U) << "byte " << at;
            EXPECT_EQ(told.entries()[0].offset, static_cast<std::int64_t>(first.size()));
        }
    }
}

TEST_F(EventFile, NoiseBetweenRecordsIsSkippedAndTheRestFound)
{
    std::string noise;
    std::uint32_t state = 12345;
    for (int i = 0; i < 5000; ++i) {
        state = state * 1664525U + 1013904223U;
        noise += static_cast<char>(state >> 24U);
    }
    writeFile(path, scalarEvent(1, 0, "loss", 3.0F) + noise + scalarEvent(2, 1, "loss", 2.0F));
    read();
    EXPECT_EQ(values("loss"), (std::vector<double>{3, 2}));
    EXPECT_EQ(diagnostics.damaged(), 1U);
}

TEST_F(EventFile, NoiseAtTheEndIsSearchedOnWhenTheFileGrows)
{
    writeFile(path, scalarEvent(1, 0, "loss", 3.0F) + std::string(100, '\x07'));
    read();
    EXPECT_EQ(values("loss"), (std::vector<double>{3}));
    appendFile(path, scalarEvent(2, 1, "loss", 2.0F));
    read();
    EXPECT_EQ(values("loss"), (std::vector<double>{3, 2}));
    EXPECT_EQ(diagnostics.damaged(), 1U);
}

TEST_F(EventFile, AnAbsurdLengthWithARightChecksumAllocatesNothing)
{
    const std::string length = littleEndian<std::uint64_t>(std::uint64_t{1} << 62U);
    writeFile(path,
              length + littleEndian(event_file::maskedCrc32c(asBytes(length)))
                  + scalarEvent(1, 0, "loss", 3.0F));
    read();
    EXPECT_EQ(values("loss"), (std::vector<double>{3}));
    EXPECT_EQ(diagnostics.damaged(), 1U);
}

TEST_F(EventFile, AFileThatOnlyHasTheNameOfALogIsToldAsDamaged)
{
    for (const std::string& bytes :
         {std::string("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n"),
          std::string("<!DOCTYPE html><html><head><title>Sign in</title></head></html>"),
          std::string(5000, 'x')})
    {
        writeFile(path, bytes);
        auto opened = std::move(*openEventRun(path));
        RunBuilder empty({"/r", "r", "events"});
        Diagnostics told;
        const auto progress = opened->readInto(empty, told, {});
        ASSERT_TRUE(progress);
        EXPECT_FALSE(progress->more);
        EXPECT_TRUE(empty.snapshot()->tags().empty());
        ASSERT_EQ(told.damaged(), 1U);
        EXPECT_EQ(told.entries()[0].offset, 0);
        EXPECT_EQ(opened->files().at(0).badRecords, 1U);
    }
}

TEST_F(EventFile, ALengthOf2To63WithARightChecksumIsDamage)
{
    const auto absurd = [](std::uint64_t size) {
        const std::string length = littleEndian(size);
        return length + littleEndian(event_file::maskedCrc32c(asBytes(length)));
    };
    writeFile(path,
              scalarEvent(1, 0, "loss", 3.0F) + absurd(std::uint64_t{1} << 63U)
                  + scalarEvent(1, 1, "loss", 4.0F) + absurd(~std::uint64_t{0})
                  + scalarEvent(1, 2, "loss", 5.0F));
    read();
    EXPECT_EQ(values("loss"), (std::vector<double>{3, 4, 5}));
    EXPECT_EQ(diagnostics.damaged(), 2U);
}

TEST_F(EventFile, ATagOfOneMegabyteIsATag)
{
    const std::string tag(1'000'000, 't');
    writeFile(path, scalarEvent(1, 1, tag, 1.0F) + scalarEvent(2, 2, tag, 2.0F));
    read();
    EXPECT_EQ(values(tag), (std::vector<double>{1, 2}));
    EXPECT_TRUE(diagnostics.empty());
}

TEST_F(EventFile, ManyTagsKeepAllTheirPoints)
{
    constexpr int kTags = 100'000;
    std::string bytes;
    for (int row = 0; row < 2; ++row) {
        for (int i = 0; i < kTags; ++i) {
            bytes += scalarEvent(row + 1, row, "tag/" + std::to_string(i), static_cast<float>(i));
        }
    }
    writeFile(path, bytes);
    read();
    ASSERT_EQ(run->tags().size(), static_cast<std::size_t>(kTags));
    EXPECT_EQ(values("tag/99999"), (std::vector<double>{99'999, 99'999}));
}

TEST_F(EventFile, NegativeStepsAreSteps)
{
    writeFile(path,
              scalarEvent(1, -5, "loss", 1.0F) + scalarEvent(2, -4, "loss", 2.0F)
                  + scalarEvent(3, std::numeric_limits<std::int64_t>::min() + 1, "other", 3.0F));
    read();
    EXPECT_EQ(scalars("loss").steps[0], -5);
    EXPECT_EQ(scalars("loss").steps[1], -4);
    EXPECT_EQ(scalars("other").steps[0], std::numeric_limits<std::int64_t>::min() + 1);
    EXPECT_TRUE(diagnostics.empty());
}

TEST_F(EventFile, APictureOfAbsurdDeclaredSizeIsKeptAsItIs)
{
    writeFile(path, valueEvent(1, 1, message([](auto& fields) {
                                   fields.add_string(1, "huge");
                                   fields.add_message(4, message([](auto& image) {
                                                          image.add_int32(1, 100'000);
                                                          image.add_int32(2, 100'000);
                                                          image.add_bytes(4, "tiny");
                                                      }));
                               })));
    read();
    EXPECT_EQ(loadText(RecordKind::Image, "huge"), "tiny");
}

TEST_F(EventFile, ASecondSessionStartIsARestart)
{
    const auto sessionStart = [](double wallTime, std::int64_t step) {
        return framed(message([&](auto& fields) {
            fields.add_double(1, wallTime);
            fields.add_int64(2, step);
            fields.add_message(7, message([](auto& log) { log.add_int32(1, 1); }));
        }));
    };
    writeFile(path,
              sessionStart(10, 1) + scalarEvent(11, 1, "loss", 1.0F) + sessionStart(20, 2)
                  + scalarEvent(21, 2, "loss", 2.0F) + scalarEvent(22, 3, "loss", 3.0F));
    read();
    ASSERT_EQ(run->sessions().size(), 2U);
    EXPECT_EQ(run->sessions()[0].startNs, 10'000'000'000);
    EXPECT_EQ(run->sessions()[1].startNs, 20'000'000'000);
    ASSERT_EQ(scalars("loss").sessions.size(), 2U);
    EXPECT_EQ(scalars("loss").sessions[1].row, 1U);
}

TEST_F(EventFile, AReplacedFileThatBeginsTheSameIsContinuedWithoutDuplicates)
{
    writeFile(path, threePoints());
    read();
    const std::string copy = folder.file("copy");
    writeFile(copy, threePoints() + scalarEvent(4.5, 3, "loss", 0.5F));
    std::filesystem::rename(copy, path); // as rsync does
    read();
    EXPECT_EQ(values("loss"), (std::vector<double>{3, 2, 1, 0.5}));
    EXPECT_TRUE(diagnostics.empty());
}

TEST_F(EventFile, AFileReplacedByAnotherOneIsReadFromItsStartAndTold)
{
    writeFile(path, threePoints());
    read();
    std::filesystem::remove(path);
    writeFile(folder.file("other"), scalarEvent(9, 0, "acc", 0.5F));
    std::filesystem::rename(folder.file("other"), path);
    read();
    EXPECT_EQ(values("acc"), (std::vector<double>{0.5}));
    EXPECT_EQ(diagnostics.total(), 1U);
}

TEST_F(EventFile, NewFilesOfTheRunAreJoined)
{
    writeFile(path, threePoints());
    read();
    writeFile(folder.file("events.out.tfevents.2.host"), scalarEvent(9, 3, "loss", 0.25F));
    read();
    EXPECT_EQ(values("loss"), (std::vector<double>{3, 2, 1, 0.25}));
}

TEST_F(EventFile, ScalarTensorsKeepTheirNumberType)
{
    struct Row {
        int dtype;
        std::string content;
        NumberType type;
        const char* text;
    };

    const std::vector<Row> rows{
        {1, littleEndian(0.1F), NumberType::Float32, "0.1"},
        {2, littleEndian(0.1), NumberType::Float64, "0.1"},
        {19, littleEndian<std::uint16_t>(0x2e66), NumberType::Float16, "0.1"},
        {14, littleEndian<std::uint16_t>(0x3dcd), NumberType::BFloat16, "0.1"},
        {9, littleEndian<std::int64_t>(-5), NumberType::Int64, "-5"},
        {6, littleEndian<std::int8_t>(-5), NumberType::Int64, "-5"},
        {23,
         littleEndian<std::uint64_t>(18446744073709551615ULL),
         NumberType::UInt64,
         "18446744073709551615"},
        {10, littleEndian<std::uint8_t>(1), NumberType::UInt64, "1"},
    };
    std::string file;
    for (const Row& row : rows) {
        file += valueEvent(
            1,
            1,
            tensorValue("tag" + std::to_string(row.dtype), "scalars", message([&](auto& tensor) {
                            tensor.add_int32(1, row.dtype);
                            tensor.add_bytes(4, row.content);
                        })));
    }
    writeFile(path, file);
    read();
    for (const Row& row : rows) {
        const ScalarSeries& series = scalars("tag" + std::to_string(row.dtype));
        ASSERT_EQ(series.size(), 1U) << row.dtype;
        EXPECT_EQ(series.numberType, row.type);
        EXPECT_EQ(shortestText(series.bits(0), series.numberType), row.text);
    }
}

TEST_F(EventFile, OnlyTheFirstValueOfATagCarriesItsMetadata)
{
    const auto half = [](float) {
        return message([](auto& tensor) {
            tensor.add_int32(1, 2);
            tensor.add_double(6, 0.25);
        });
    };
    writeFile(path,
              valueEvent(1, 0, tensorValue("x", "scalars", half(0)))
                  + valueEvent(2, 1, tensorValue("x", "", half(0))));
    read();
    EXPECT_EQ(values("x"), (std::vector<double>{0.25, 0.25}));
}

TEST_F(EventFile, HistogramsGiveTrimmedBucketsBetweenMinimumAndMaximum)
{
    const std::string histo = message([](auto& fields) {
        fields.add_double(1, -1.0);
        fields.add_double(2, 2.0);
        fields.add_double(3, 6.0);
        fields.add_double(4, 3.0);
        fields.add_double(5, 9.0);
        const std::vector<double> limits{-2, 0, 1, std::numeric_limits<double>::max()};
        const std::vector<double> counts{0, 4, 0, 2};
        fields.add_packed_double(6, limits.begin(), limits.end());
        fields.add_packed_double(7, counts.begin(), counts.end());
    });
    writeFile(path, valueEvent(1, 7, message([&](auto& fields) {
                                   fields.add_string(1, "w");
                                   fields.add_message(5, histo);
                               })));
    read();
    const auto* stats = run->tensorStats(run->findTag("w", RecordKind::Histogram));
    ASSERT_NE(stats, nullptr);
    const TensorStatsEntry entry = (*stats)[0];
    EXPECT_EQ(entry.statistics.count, 6U);
    EXPECT_EQ(entry.statistics.mean, 0.5);
    EXPECT_EQ(entry.statistics.l2Norm, 3.0);
    const auto bytes = source->load(entry.histogram, {});
    ASSERT_TRUE(bytes);
    const auto buckets = decodeHistogram(*bytes);
    ASSERT_TRUE(buckets);
    EXPECT_EQ(buckets->edges, (std::vector<double>{-1, 0, 1, 2}));
    EXPECT_EQ(buckets->counts, (std::vector<double>{4, 0, 2}));
}

TEST_F(EventFile, ImagesTextAndTensorsStayInTheFileUntilAsked)
{
    const std::string image = message([](auto& fields) {
        fields.add_int32(1, 2);
        fields.add_int32(2, 3);
        fields.add_bytes(4, "PNGBYTES");
    });
    const auto strings = [](std::initializer_list<const char*> texts) {
        return message([&](auto& tensor) {
            tensor.add_int32(1, 7);
            for (const char* text : texts) {
                tensor.add_string(8, text);
            }
        });
    };
    const std::string numbers = message([](auto& tensor) {
        tensor.add_int32(1, 1);
        tensor.add_message(2, message([](auto& shape) {
                               shape.add_message(2,
                                                 message([](auto& dim) { dim.add_int64(1, 3); }));
                           }));
        tensor.add_float(5, 1.5F); // one value, a larger shape: broadcast
    });
    writeFile(
        path,
        valueEvent(1, 1, message([&](auto& fields) {
                       fields.add_string(1, "img");
                       fields.add_message(4, image);
                   }))
            + valueEvent(1, 1, tensorValue("img2", "images", strings({"3", "2", "AAA", "BB"})))
            + valueEvent(1, 1, tensorValue("note", "text", strings({"hello"})))
            + valueEvent(1, 1, tensorValue("t", "", numbers)));
    read();
    EXPECT_EQ(loadText(RecordKind::Image, "img"), "PNGBYTES");
    EXPECT_EQ(loadText(RecordKind::Image, "img2"), "AAABB");
    const auto* entries = run->samples(run->findTag("img2", RecordKind::Image));
    EXPECT_EQ(run->text((*entries)[0].metadata), R"({"width":3,"height":2,"sizes":[3,2]})");
    EXPECT_EQ(loadText(RecordKind::Text, "note"), "hello");
    EXPECT_EQ(loadText(RecordKind::Tensor, "t"),
              littleEndian(1.5F) + littleEndian(1.5F) + littleEndian(1.5F));
}

TEST_F(EventFile, ElementsThatDoNotFitTheShapeAreHandedOnAsTheyAre)
{
    const auto tensorOf = [](std::int64_t size, const std::string& content, int values) {
        return message([&](auto& tensor) {
            tensor.add_int32(1, 1);
            tensor.add_message(2, message([&](auto& shape) {
                                   shape.add_message(
                                       2, message([&](auto& dim) { dim.add_int64(1, size); }));
                               }));
            if (!content.empty()) {
                tensor.add_bytes(4, content);
            }
            for (int i = 0; i < values; ++i) {
                tensor.add_float(5, static_cast<float>(i));
            }
        });
    };
    const std::string two = littleEndian(1.0F) + littleEndian(2.0F);
    writeFile(path,
              valueEvent(1, 1, tensorValue("short", "", tensorOf(3, two, 0)))
                  + valueEvent(1, 1, tensorValue("odd", "", tensorOf(2, two + "x", 0)))
                  + valueEvent(1, 1, tensorValue("long", "", tensorOf(2, "", 3)))
                  + valueEvent(1, 1, tensorValue("zeros", "", tensorOf(2, "", 0))));
    read();
    EXPECT_EQ(loadText(RecordKind::Tensor, "short"), two);
    EXPECT_EQ(loadText(RecordKind::Tensor, "odd"), two + "x");
    EXPECT_EQ(loadText(RecordKind::Tensor, "long").size(), 3 * sizeof(float));
    EXPECT_EQ(loadText(RecordKind::Tensor, "zeros"), std::string(2 * sizeof(float), '\0'));
}

TEST_F(EventFile, TensorsOfMindSporeAreFloatsWhateverTheyAreCalled)
{
    const std::string tensor = message([](auto& fields) {
        fields.add_int64(1, 3);
        fields.add_int32(2, 4); // int32
        fields.add_float(3, 1.5F);
        fields.add_float(3, -2.0F);
    });
    path = folder.file("events.out.events.summary.1.0.host_MS");
    writeFile(path, versionEvent("MindSpore.Event:1") + valueEvent(1, 1, message([&](auto& fields) {
                                                                       fields.add_string(1, "t");
                                                                       fields.add_message(8,
                                                                                          tensor);
                                                                   })));
    read();
    const TagId tag = run->findTag("t", RecordKind::Tensor);
    ASSERT_TRUE(isValid(tag));
    EXPECT_EQ(run->text((*run->samples(tag))[0].metadata),
              R"({"dtype":"float32","shape":[3],"declared_dtype":"int32"})");
    EXPECT_EQ(loadText(RecordKind::Tensor, "t"), littleEndian(1.5F) + littleEndian(-2.0F))
        << "two of three: nothing is made up";
}

TEST_F(EventFile, WallTimesThatAreNoTimesAreToldAndTheRowStays)
{
    writeFile(path,
              scalarEvent(std::nan(""), 1, "loss", 1.0F) + scalarEvent(1e300, 2, "loss", 2.0F));
    read();
    ASSERT_EQ(scalars("loss").size(), 2U);
    EXPECT_EQ(scalars("loss").wallNs[0], kNoTime);
    EXPECT_EQ(scalars("loss").wallNs[1], kNoTime);
    EXPECT_EQ(diagnostics.total(), 2U);
}

TEST_F(EventFile, ARestartKeepsAllRowsInOrderOfWriting)
{
    writeFile(path,
              scalarEvent(1, 1, "loss", 1.0F) + scalarEvent(2, 2, "loss", 2.0F)
                  + scalarEvent(3, 1, "loss", 3.0F));
    read();
    EXPECT_EQ(values("loss"), (std::vector<double>{1, 2, 3}));
    EXPECT_EQ(scalars("loss").steps[2], 1);
}

TEST_F(EventFile, MindSporeValuesHaveTheirOwnFields)
{
    const std::string mindSpore = folder.file("events.out.events.summary.1.0.host_MS");
    const std::string histogram = message([](auto& fields) {
        for (const float left : {0.0F, 1.0F}) {
            fields.add_message(1, message([&](auto& bucket) {
                                   bucket.add_float(1, left);
                                   bucket.add_float(2, 1.0F);
                                   bucket.add_int64(3, left == 0.0F ? 5 : 7);
                               }));
        }
        fields.add_int64(2, 1);
        fields.add_float(7, 6.0F);
        fields.add_int64(8, 13);
    });
    writeFile(mindSpore,
              versionEvent("MindSpore.Event:1") + valueEvent(1, 1, message([](auto& fields) {
                                                                 fields.add_string(1, "loss/auto");
                                                                 fields.add_float(3, 0.5F);
                                                             }))
                  + valueEvent(1, 1, message([&](auto& fields) {
                                   fields.add_string(1, "w");
                                   fields.add_message(9, histogram);
                               })));
    read();
    EXPECT_EQ(values("loss/auto"), (std::vector<double>{0.5}));
    const auto* stats = run->tensorStats(run->findTag("w", RecordKind::Histogram));
    ASSERT_NE(stats, nullptr);
    EXPECT_EQ((*stats)[0].statistics.nans, 1U);
    EXPECT_EQ((*stats)[0].statistics.mean, 0.5);
    const auto bytes = source->load((*stats)[0].histogram, {});
    ASSERT_TRUE(bytes);
    EXPECT_EQ(decodeHistogram(*bytes)->edges, (std::vector<double>{0, 1, 2}));
    EXPECT_EQ(decodeHistogram(*bytes)->counts, (std::vector<double>{5, 7}));
}

/// Long enough for reading on two threads.
TEST_F(EventFile, ASliceEndsEarlyAndTheNextOneGoesOn)
{
    std::string file;
    for (int i = 0; i < 100'000; ++i) {
        file += scalarEvent(1, i, "loss", static_cast<float>(i));
    }
    writeFile(path, file);
    source = std::move(*openEventRun(path));
    ReadOptions options;
    options.slice = std::chrono::milliseconds(1);
    int rounds = 0;
    for (bool more = true; more; ++rounds) {
        const auto progress = source->readInto(builder, diagnostics, options);
        ASSERT_TRUE(progress);
        more = progress->more;
    }
    run = builder.snapshot();
    ASSERT_EQ(scalars("loss").size(), 100'000U);
    for (std::size_t i = 0; i < 100'000; ++i) {
        ASSERT_EQ(scalars("loss").value(i), static_cast<double>(i));
    }
    EXPECT_GT(rounds, 1);
}

} // namespace
} // namespace runlens
