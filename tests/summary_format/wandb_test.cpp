// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/wandb/wandb_payload.h"
#include "summary_format/formats/wandb/wandb_source.h"
#include "summary_format/histogram.h"
#include "summary_format/run_builder.h"
#include "tests/support/converted_run.h"
#include "tests/support/wandb_bytes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace runlens {
namespace {

namespace fs = std::filesystem;
using namespace test;
using test::message;
using test::WandbBytes;
using test::wandbItem;
using test::wandbRecord;
using test::wandbRow;
using test::writeFile;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// One run folder with its reader.
class WandbFile : public ::testing::Test {
protected:
    void read()
    {
        if (!source) {
            auto opened = openWandbRun(folder.path());
            ASSERT_TRUE(opened) << opened.error().message();
            source = std::move(*opened);
        }
        ASSERT_TRUE(readAll(*source, builder, diagnostics));
        run = builder.snapshot();
    }

    std::vector<double> values(const std::string& tag)
    {
        std::vector<double> result;
        const ScalarSeries* series = run->scalars(run->findTag(tag, RecordKind::Scalar));
        for (std::size_t i = 0; series != nullptr && i < series->size(); ++i) {
            result.push_back(series->value(i));
        }
        return result;
    }

    std::string text(RecordKind kind, const std::string& tag, std::size_t row = 0)
    {
        const auto* samples = run->samples(run->findTag(tag, kind));
        if (samples == nullptr || samples->size() <= row) {
            return "no such sample";
        }
        const auto bytes = source->load((*samples)[row].payload, {});
        return bytes ? std::string(asText(*bytes)) : bytes.error().message();
    }

    TemporaryFolder folder;
    std::string path = folder / "run-abc.wandb";
    std::unique_ptr<RunSource> source;
    RunBuilder builder{{"/r", "r", "wandb"}};
    Diagnostics diagnostics;
    std::shared_ptr<const runlens::Run> run;
};

TEST_F(WandbFile, TheHistoryGivesScalarsWithStepTimeAndNonFiniteValues)
{
    WandbBytes file;
    file.add(wandbRow(0, 1000.5, "loss", "2.5"));
    file.add(wandbRow(1, 1001.5, "loss", "NaN"));
    file.add(wandbRow(2, 1002.5, "loss", "-Infinity"));
    file.add(wandbRow(3, 1003.5, "loss", "\"NaN\""));
    file.add(wandbRow(7, 1004.5, "loss", "1e-300"));
    file.add(wandbRow(8, 1005.5, "flag", "true"));
    writeFile(path, file.bytes);
    read();
    const auto loss = values("loss");
    ASSERT_EQ(loss.size(), 5U);
    EXPECT_EQ(loss[0], 2.5);
    EXPECT_TRUE(std::isnan(loss[1]));
    EXPECT_EQ(loss[2], -INFINITY);
    EXPECT_TRUE(std::isnan(loss[3]));
    EXPECT_EQ(loss[4], 1e-300);
    EXPECT_EQ(values("flag"), std::vector<double>{1.0});
    const ScalarSeries& series = *run->scalars(run->findTag("loss", RecordKind::Scalar));
    EXPECT_EQ(series.steps[0], 0);
    EXPECT_EQ(series.steps[4], 7);
    EXPECT_EQ(series.wallNs[0], 1'000'500'000'000);
    EXPECT_TRUE(diagnostics.empty()) << reasons(diagnostics);
}

TEST_F(WandbFile, ARecordLongerThanABlockIsOneRecord)
{
    WandbBytes file;
    const std::string longText(100'000, 'x');
    file.add(wandbRow(0, 1, "note", '"' + longText + '"'));
    file.add(wandbRow(1, 2, "loss", "1"));
    // The rest of a block that no chunk header fits into is padding.
    const std::size_t left = 32768 - file.bytes.size() % 32768;
    const std::size_t overhead = wandbRow(2, 3, "pad", "\"\"").size() + 7;
    file.add(wandbRow(2, 3, "pad", '"' + std::string(left - overhead - 10, 'p') + '"'));
    file.add(wandbRow(3, 4, "loss", "2"));
    writeFile(path, file.bytes);
    read();
    EXPECT_EQ(text(RecordKind::Text, "note"), longText);
    EXPECT_EQ(values("loss"), (std::vector<double>{1, 2}));
    EXPECT_TRUE(diagnostics.empty()) << reasons(diagnostics);
}

TEST_F(WandbFile, RunConfigurationSummaryAndEndAreKept)
{
    WandbBytes file;
    const std::string config = message([](auto& fields) {
        fields.add_message(1, wandbItem("lr", "0.02"));
        fields.add_message(1, message([](auto& item) {
                               item.add_string(2, "model");
                               item.add_string(2, "depth");
                               item.add_string(16, "18");
                           }));
    });
    file.add(wandbRecord(17, message([&](auto& fields) {
                             fields.add_string(1, "abc");
                             fields.add_string(3, "mnist");
                             fields.add_message(4, config);
                             fields.add_string(8, "fluffy-cloud-7");
                             fields.add_string(10, "baseline");
                             fields.add_string(13, "box");
                             fields.add_message(17, message([](auto& time) {
                                                    time.add_int64(1, 1000);
                                                    time.add_int32(2, 500);
                                                }));
                             fields.add_message(
                                 21, message([](auto& git) { git.add_string(2, "deadbeef"); }));
                         })));
    file.add(wandbRow(0, 1002, "loss", "1"));
    file.add(wandbRecord(
        3, message([](auto& fields) { fields.add_message(1, wandbItem("best", "NaN")); })));
    file.add(wandbRecord(18, message([](auto& fields) {
                             fields.add_int32(1, 3);
                             fields.add_int32(2, 60);
                         })));
    writeFile(path, file.bytes);
    read();
    EXPECT_EQ(run->property("configuration", "lr"), "0.02");
    EXPECT_EQ(run->property("configuration", "model.depth"), "18");
    EXPECT_EQ(run->property("info", "project"), "\"mnist\"");
    EXPECT_EQ(run->property("info", "display_name"), "\"fluffy-cloud-7\"");
    EXPECT_EQ(run->property("info", "tags"), "[\"baseline\"]");
    EXPECT_EQ(run->property("info", "git_commit"), "\"deadbeef\"");
    EXPECT_EQ(run->property("summary", "best"), "\"NaN\"");
    ASSERT_EQ(run->sessions().size(), 1U);
    const SessionRecord& session = run->sessions()[0];
    EXPECT_EQ(session.startNs, 1'000'000'000'500);
    EXPECT_EQ(session.host, "box");
    EXPECT_EQ(session.ended, EndReason::Failed);
    EXPECT_EQ(session.reasonText, "exit code 3");
    EXPECT_EQ(session.endNs, 1'060'000'000'500);
}

TEST_F(WandbFile, SystemMetricsConsoleAlertsAndUnknownRecordsAreKept)
{
    WandbBytes file;
    const std::string time = message([](auto& fields) { fields.add_int64(1, 50); });
    file.add(wandbRecord(7, message([&](auto& fields) {
                             fields.add_message(2, time);
                             fields.add_message(3, wandbItem("gpu.0.gpu", "87.5"));
                         })));
    file.add(wandbRecord(13, message([&](auto& fields) {
                             fields.add_int32(1, 1);
                             fields.add_message(2, time);
                             fields.add_string(3, "epoch 1\n");
                         })));
    file.add(wandbRecord(10, message([](auto& fields) {
                             fields.add_string(1, "loss is NaN");
                             fields.add_string(2, "at step 7");
                             fields.add_string(3, "ERROR");
                         })));
    file.add(wandbRecord(8, "\x0a\x01x"));
    writeFile(path, file.bytes);
    read();
    ASSERT_EQ(run->tracks().size(), 1U);
    EXPECT_EQ(run->text(run->tracks()[0].name), "system/gpu.0.gpu");
    const CounterSeries& counter = *run->counters(TrackId{0});
    EXPECT_EQ(counter.ns[0], 50'000'000'000);
    EXPECT_EQ(counter.values[0], 87.5);
    EXPECT_EQ(text(RecordKind::SessionLog, "console/stdout"), "epoch 1\n");
    ASSERT_EQ(run->findings().size(), 1U);
    EXPECT_EQ(run->findings()[0].title, "loss is NaN");
    EXPECT_EQ(run->findings()[0].severity, 2);
    EXPECT_EQ(text(RecordKind::Other, "wandb/artifact"), "\x0a\x01x");
}

TEST_F(WandbFile, ValuesWithATypeBecomeWhatTheyAre)
{
    fs::create_directories(folder / "files/media/images");
    writeFile(folder / "files/media/images/a.png", "\x89PNG picture");
    WandbBytes file;
    file.add(wandbRow(0, 1, "w", R"({"_type":"histogram","values":[3,1],"bins":[-1,0,2]})"));
    file.add(wandbRow(
        1,
        2,
        "w",
        R"({"_type":"histogram","values":[1,2],"packedBins":{"min":0,"size":0.5,"count":2}})"));
    file.add(wandbRow(
        2, 3, "img", R"({"_type":"image-file","path":"media/images/a.png","width":4,"height":5})"));
    file.add(wandbRow(3, 4, "nested", R"({"a":{"b":1.5},"c":true,"d":"text"})"));
    file.add(wandbRow(4, 5, "list", "[1,2,3]"));
    file.add(wandbRow(5, 6, "table", R"({"_type":"table-file","path":"media/table/t.json"})"));
    writeFile(path, file.bytes);
    read();
    const auto& stats = *run->tensorStats(run->findTag("w", RecordKind::Histogram));
    ASSERT_EQ(stats.size(), 2U);
    EXPECT_EQ(stats[0].statistics.count, 4U);
    const auto first = decodeHistogram(*source->load(stats[0].histogram, {}));
    EXPECT_THAT(first->edges, ElementsAre(-1, 0, 2));
    EXPECT_THAT(first->counts, ElementsAre(3, 1));
    EXPECT_THAT(decodeHistogram(*source->load(stats[1].histogram, {}))->edges,
                ElementsAre(0, 0.5, 1));
    EXPECT_EQ(text(RecordKind::Image, "img"), "\x89PNG picture");
    EXPECT_EQ(values("nested.a.b"), std::vector<double>{1.5});
    EXPECT_EQ(values("nested.c"), std::vector<double>{1.0});
    EXPECT_THAT(text(RecordKind::Other, "nested.d"), HasSubstr("\"d\":\"text\""));
    EXPECT_EQ(text(RecordKind::Other, "list"), "[1,2,3]");
    EXPECT_THAT(text(RecordKind::Other, "table"), HasSubstr("table-file"));
    const TemporaryFolder converted;
    convertTo(folder.path(), "wandb", converted.path());
    expectSameRun(logOf(folder.path(), "wandb"), logOf(converted.path(), "runlens"));
}

TEST_F(WandbFile, NoFileOutsideOfItsFolderIsEverRead)
{
    fs::create_directories(folder / "files");
    writeFile(folder / "secret.png", "secret");
    fs::create_symlink(folder / "secret.png", folder / "files/link.png");
    WandbBytes file;
    for (const char* name :
         {"../secret.png", "/etc/passwd", "a/../../secret.png", "link.png", ".", ""}) {
        file.add(
            wandbRow(0, 1, "img", std::string(R"({"_type":"image-file","path":")") + name + "\"}"));
    }
    writeFile(path, file.bytes);
    read();
    const auto* samples = run->samples(run->findTag("img", RecordKind::Image));
    ASSERT_EQ(samples->size(), 6U);
    for (std::size_t i = 0; i < samples->size(); ++i) {
        EXPECT_FALSE(source->load((*samples)[i].payload, {})) << i;
    }
}

TEST_F(WandbFile, CutAtEveryByteGoesOnWhenTheRestArrives)
{
    WandbBytes file;
    for (int i = 0; i < 6; ++i) {
        file.add(wandbRow(i, i, "loss", std::to_string(i)));
    }
    for (std::size_t cut = 0; cut <= file.bytes.size(); ++cut) {
        SCOPED_TRACE(cut);
        writeFile(path, file.bytes.substr(0, cut));
        auto opened = std::move(*openWandbRun(path));
        RecordLog log;
        Diagnostics found;
        ASSERT_TRUE(readAll(*opened, log, found));
        test::appendFile(path, file.bytes.substr(cut));
        ASSERT_TRUE(readAll(*opened, log, found));
        EXPECT_EQ(log.count("scalar rank 0 scalar loss"), 6U);
        EXPECT_EQ(found.damaged(), 0U) << reasons(found);
    }
}

TEST_F(WandbFile, AFlippedByteCostsOneRecordAndIsTold)
{
    WandbBytes file;
    std::vector<std::size_t> begins;
    for (int i = 0; i < 6; ++i) {
        begins.push_back(file.add(wandbRow(i, i, "loss", std::to_string(i))));
    }
    for (std::size_t at = begins[2]; at < begins[3]; ++at) {
        SCOPED_TRACE(at);
        std::string broken = file.bytes;
        broken[at] = static_cast<char>(broken[at] ^ 0x01);
        writeFile(path, broken);
        auto opened = std::move(*openWandbRun(path));
        RecordLog log;
        Diagnostics found;
        ASSERT_TRUE(readAll(*opened, log, found));
        EXPECT_EQ(log.count("scalar rank 0 scalar loss"), 5U);
        EXPECT_EQ(found.damaged(), 1U) << reasons(found);
    }
}

TEST_F(WandbFile, ADamagedLengthInALongFileCostsOneBlockAtMost)
{
    WandbBytes file;
    std::size_t begin = 0;
    for (int i = 0; i < 5000; ++i) {
        const std::size_t at = file.add(wandbRow(i, i, "loss", std::to_string(i)));
        begin = i == 100 ? at : begin;
    }
    file.bytes[begin + 5] = '\x7f';
    writeFile(path, file.bytes);
    read();
    EXPECT_EQ(values("loss").size(), 4999U);
    EXPECT_EQ(diagnostics.damaged(), 1U);
}

TEST_F(WandbFile, APieceWithoutItsOtherPiecesIsTold)
{
    WandbBytes file;
    file.chunk(2, "a beginning");
    file.add(wandbRow(0, 1, "loss", "1"));
    file.chunk(3, "a middle");
    file.chunk(4, "an end");
    file.add(wandbRow(1, 2, "loss", "2"));
    writeFile(path, file.bytes);
    read();
    EXPECT_EQ(values("loss"), (std::vector<double>{1, 2}));
    EXPECT_EQ(diagnostics.damaged(), 3U) << reasons(diagnostics);
}

TEST_F(WandbFile, AFileThatOnlyHasTheNameIsToldAsDamaged)
{
    writeFile(path, "version https://git-lfs.github.com/spec/v1\noid sha256:1234\nsize 99\n");
    read();
    EXPECT_GE(diagnostics.damaged(), 1U);
    EXPECT_THAT(reasons(diagnostics), HasSubstr("does not begin as a .wandb file"));
    EXPECT_TRUE(run->tags().empty());
}

TEST_F(WandbFile, AFolderOfRunsIsScanned)
{
    WandbBytes file;
    file.add(wandbRow(0, 1, "loss", "1"));
    fs::create_directories(folder / "wandb/offline-run-20210216_154407-abc/files");
    writeFile(folder / "wandb/offline-run-20210216_154407-abc/run-abc.wandb", file.bytes);
    const auto scan = scanForRuns(folder.path());
    ASSERT_TRUE(scan);
    ASSERT_EQ(scan->runs.size(), 1U);
    EXPECT_EQ(scan->runs[0].format, "wandb");
    EXPECT_EQ(scan->runs[0].name, "wandb/offline-run-20210216_154407-abc");
}

} // namespace
} // namespace runlens
