// SPDX-License-Identifier: GPL-3.0-or-later
/// What `runlens export` writes besides CSV, run as a program.
#include "app/commands/image_export.h"
#include "app/commands/safe_name.h"
#include "summary_format/store/summary_writer.h"
#include "tests/app/runlens_program.h"
#include "tests/support/event_bytes.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace runlens::app {
namespace {

namespace fs = std::filesystem;
using test::message;
using test::ProgramResult;
using test::readFile;
using test::runlensWith;
using test::runProgram;
using test::scalarEvent;
using test::TemporaryFolder;
using test::writeLog;
using testing::HasSubstr;

std::string imageEvent(int step, const std::string& tag, const std::string& picture)
{
    return test::valueEvent(step, step, message([&](auto& fields) {
                                fields.add_string(1, tag);
                                fields.add_message(
                                    4, message([&](auto& image) { image.add_bytes(4, picture); }));
                            }));
}

std::vector<std::string> filesIn(const std::string& folder)
{
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) {
            names.push_back(fs::relative(entry.path(), folder).string());
        }
    }
    std::sort(names.begin(), names.end());
    return names;
}

TEST(Export, ScalarsAsJsonKeepTypeStepTimeAndValue)
{
    const TemporaryFolder folder;
    writeLog(folder / "a",
             scalarEvent(1000.5, 1, "loss", 0.1F) + scalarEvent(1001, 2, "loss", -INFINITY)
                 + scalarEvent(1002, 3, "a \"b\"", NAN));
    const ProgramResult result =
        runlensWith({"export", folder / "a", "--scalars", folder / "out.json"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(readFile(folder / "out.json"),
              "[\n"
              "  {\"run\": \"a\", \"rank\": 0, \"tag\": \"loss\", \"number_type\": \"float32\", "
              "\"points\": [[1,1000.5,0.1],[2,1001,\"-Infinity\"]]},\n"
              "  {\"run\": \"a\", \"rank\": 0, \"tag\": \"a \\\"b\\\"\", \"number_type\": "
              "\"float32\", \"points\": [[3,1002,\"NaN\"]]}\n"
              "]\n");
    EXPECT_THAT(result.err, HasSubstr("3 points of 1 run"));
}

TEST(Export, EventsAreReadBackTheSame)
{
    const TemporaryFolder folder;
    writeLog(folder / "logs/a",
             scalarEvent(1000.5, 1, "loss", 0.1F) + scalarEvent(1001, 2, "acc", 0.25F)
                 + scalarEvent(1002, 1, "loss", 0.3F));
    const ProgramResult result =
        runlensWith({"export", folder / "logs", "--events", folder / "out"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_THAT(filesIn(folder / "out"),
                testing::ElementsAre("a/events.out.tfevents.0000001000.runlens"));
    EXPECT_EQ(runlensWith({"export", folder / "out", "--scalars", "-"}).out,
              runlensWith({"export", folder / "logs", "--scalars", "-"}).out);
    const ProgramResult again =
        runlensWith({"export", folder / "logs", "--events", folder / "out"});
    EXPECT_EQ(again.exitCode, 1);
    EXPECT_THAT(again.err, HasSubstr("there is one already"));
    EXPECT_EQ(
        runlensWith({"export", folder / "logs", "--events", folder / "out", "--force"}).exitCode,
        0);
}

TEST(Export, ImagesGetSafeNamesAndTheirOwnEnding)
{
    const TemporaryFolder folder;
    const std::string png = "\x89PNG\r\n\x1a\n picture";
    writeLog(folder / "logs/a",
             imageEvent(1, "input/auto", png) + imageEvent(1, "input_auto", "GIF89a")
                 + imageEvent(2, "../../../etc/passwd", "\xff\xd8\xff jpeg")
                 + imageEvent(3, "/absolute", "what is this") + imageEvent(4, "", png));
    const ProgramResult result =
        runlensWith({"export", folder / "logs", "--images", folder / "out"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_THAT(result.err, HasSubstr("5 images of 1 run"));
    EXPECT_THAT(filesIn(folder / "out"),
                testing::ElementsAre("a/_.._.._.._etc_passwd_2.jpg",
                                     "a/__4.png",
                                     "a/_absolute_3.bin",
                                     "a/input_auto_1.gif",
                                     "a/input_auto_1.png"));
    EXPECT_EQ(readFile(folder / "out/a/input_auto_1.png"), png);
    EXPECT_EQ(runlensWith({"export", folder / "logs", "--images", folder / "out"}).exitCode, 1);
}

TEST(Export, RefusesToWriteNothing)
{
    const TemporaryFolder folder;
    writeLog(folder / "a", scalarEvent(1, 1, "loss", 0.1F));
    EXPECT_EQ(runlensWith({"export", folder / "a"}).exitCode, 2);
    EXPECT_EQ(runlensWith({"export", folder / "a", "--force"}).exitCode, 2);
}

TEST(Export, LineageHasARowForEachRunAndAColumnForEachFact)
{
    const TemporaryFolder folder;
    for (const char* run : {"a", "b"}) {
        auto writer = SummaryWriter::open({.folder = folder / "logs/" + run});
        ASSERT_TRUE(writer);
        SummaryWriter& sink = **writer;
        sink.property({0, sink.currentSession(), "configuration", "lr", "0.02"});
        if (*run == 'b') {
            sink.property({0, sink.currentSession(), "configuration", "note", R"("a, \"b\"")"});
        }
        const TagId loss = sink.tag({.name = "loss", .numberType = NumberType::Float32});
        sink.scalar(loss, sink.currentSession(), 1, 1, toBits(0.5F));
        sink.scalar(loss, sink.currentSession(), 2, 2, toBits(0.1F));
        ASSERT_TRUE(sink.close(EndReason::Clean, ""));
    }
    const ProgramResult result = runlensWith({"export", folder / "logs", "--lineage", "-"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.out,
              "run,lr,last/loss,note\n"
              "a,0.02,0.1,\n"
              "b,0.02,0.1,\"a, \"\"b\"\"\"\n");
}

TEST(SafeFileName, IsNeverAPath)
{
    EXPECT_EQ(safeFileName("loss/train"), "loss_train");
    EXPECT_EQ(safeFileName("."), "_.");
    EXPECT_EQ(safeFileName(".."), "_..");
    EXPECT_EQ(safeFileName(""), "_");
    EXPECT_EQ(safeFileName("a b:c*d\\e\n"), "a_b_c_d_e_x0a");
    EXPECT_EQ(safeFileName("损失"), "损失");
    EXPECT_EQ(safeFileName(std::string(1'000'000, 'x')).size(), 120U);
    EXPECT_LE(safeFileName(std::string(119, 'x') + "损失").size(), 120U);
}

TEST(ImageExtension, IsThatOfTheBytes)
{
    EXPECT_EQ(imageExtension(asBytes("\x89PNG\r\n\x1a\n")), ".png");
    EXPECT_EQ(imageExtension(asBytes("RIFF1234WEBPVP8 ")), ".webp");
    EXPECT_EQ(imageExtension({}), ".bin");
}

} // namespace
} // namespace runlens::app
