// SPDX-License-Identifier: GPL-3.0-or-later
/// `runlens convert`, run as a program.
#include "summary_format/store/summary_writer.h"
#include "tests/app/runlens_program.h"
#include "tests/support/event_bytes.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

namespace runlens::app {
namespace {

namespace fs = std::filesystem;
using test::ProgramResult;
using test::runlensWith;
using test::runProgram;
using test::scalarEvent;
using test::TemporaryFolder;
using test::writeLog;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;

std::string twoPoints()
{
    return scalarEvent(1000, 1, "loss", 2.5F) + scalarEvent(1001, 2, "loss", 0.1F);
}

std::string csvOf(const std::string& path)
{
    const ProgramResult result = runlensWith({"export", path, "--scalars", "-"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return result.out;
}

TEST(Convert, GivesEachRunAFolderWithAFileForEachRank)
{
    const TemporaryFolder folder;
    writeLog(folder / "logs/a/train", twoPoints());
    writeLog(folder / "logs/b", twoPoints());
    const ProgramResult result = runlensWith({"convert", folder / "logs", "-o", folder / "out"});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_THAT(result.err, HasSubstr("4 records of 2 runs in " + folder / "out"));
    EXPECT_THAT(result.out, IsEmpty());
    EXPECT_TRUE(fs::exists(folder / "out/a/train/rank-0.rlens"));
    EXPECT_TRUE(fs::exists(folder / "out/b/rank-0.rlens"));
    EXPECT_EQ(csvOf(folder / "out"), csvOf(folder / "logs"));
}

TEST(Convert, WritesOneFileOnlyForOneRunWithOneRank)
{
    const TemporaryFolder folder;
    writeLog(folder / "logs/a", twoPoints());
    const std::string target = folder / "mine.rlens";
    const ProgramResult one = runlensWith({"convert", folder / "logs/a", "-o", target});
    EXPECT_EQ(one.exitCode, 0) << one.err;
    EXPECT_TRUE(fs::is_regular_file(target));
    writeLog(folder / "logs/b", twoPoints());
    const ProgramResult two =
        runlensWith({"convert", folder / "logs", "-o", folder / "both.rlens"});
    EXPECT_EQ(two.exitCode, 2);
    EXPECT_THAT(two.err, HasSubstr("2 runs"));
    for (const int rank : {0, 1}) {
        auto writer = SummaryWriter::open({.folder = folder / "ranks", .rank = rank});
        ASSERT_TRUE(writer);
        ASSERT_TRUE((*writer)->close(EndReason::Clean, ""));
    }
    const ProgramResult ranks =
        runlensWith({"convert", folder / "ranks", "-o", folder / "both.rlens"});
    EXPECT_EQ(ranks.exitCode, 2) << ranks.err;
    EXPECT_THAT(ranks.err, HasSubstr("several ranks"));
    EXPECT_FALSE(fs::exists(folder / "both.rlens"));
}

TEST(Convert, ReplacesNothingUnlessTold)
{
    const TemporaryFolder folder;
    writeLog(folder / "a", twoPoints());
    ASSERT_EQ(runlensWith({"convert", folder / "a", "-o", folder / "out"}).exitCode, 0);
    writeLog(folder / "a", twoPoints() + scalarEvent(1002, 3, "loss", 3.0F));
    const ProgramResult refused = runlensWith({"convert", folder / "a", "-o", folder / "out"});
    EXPECT_EQ(refused.exitCode, 1);
    EXPECT_THAT(refused.err, AllOf(HasSubstr("there is one already"), HasSubstr("--force")));
    EXPECT_NE(csvOf(folder / "out/a"), csvOf(folder / "a"));
    EXPECT_EQ(runlensWith({"convert", folder / "a", "-o", folder / "out", "--force"}).exitCode, 0);
    EXPECT_EQ(csvOf(folder / "out/a"), csvOf(folder / "a"));
}

TEST(Convert, WritesNowhereThatWouldBeReadAgain)
{
    const TemporaryFolder folder;
    writeLog(folder / "logs/a", twoPoints());
    for (const std::string& target :
         {folder / "logs", folder / "logs/out", folder / "logs/../logs/x", folder / "x/../logs/y"})
    {
        const ProgramResult result = runlensWith({"convert", folder / "logs", "-o", target});
        EXPECT_EQ(result.exitCode, 1) << target;
        EXPECT_THAT(result.err, HasSubstr("would be read as a run")) << target;
    }
    // The folder of a run is named like the run: beside it there is no place for a copy.
    EXPECT_EQ(runlensWith({"convert", folder / "logs/a", "-o", folder / "logs"}).exitCode, 1);
    fs::create_directory_symlink(folder / "logs", folder / "link");
    EXPECT_EQ(runlensWith({"convert", folder / "logs", "-o", folder / "link/out"}).exitCode, 1);
    EXPECT_EQ(std::distance(fs::recursive_directory_iterator(folder / "logs"),
                            fs::recursive_directory_iterator()),
              2);
}

TEST(Convert, TellsWhatIsDamaged)
{
    const TemporaryFolder folder;
    std::string bytes = twoPoints();
    bytes[30] = static_cast<char>(bytes[30] ^ 1);
    writeLog(folder / "a", bytes);
    const ProgramResult result = runlensWith({"convert", folder / "a", "-o", folder / "out"});
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_THAT(result.err, HasSubstr("byte 0: the checksum of a record is wrong"));
    const ProgramResult info = runlensWith({"info", folder / "out/a", "--json"});
    EXPECT_THAT(info.out, HasSubstr("the checksum of a record is wrong"));
}

/// Waits until the condition holds; false after a minute.
template <typename Condition>
bool waitUntil(Condition condition)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) {
            return false;
        }
        std::this_thread::yield();
    }
    return true;
}

TEST(Convert, FollowsUntilInterrupted)
{
    for (const int signal : {SIGINT, SIGTERM}) {
        const TemporaryFolder folder;
        writeLog(folder / "logs/a", twoPoints());
        const std::string out = folder / "out/a/rank-0.rlens";
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            const std::string logs = folder / "logs";
            const std::string target = folder / "out";
            ::execl(test::kProgram,
                    "runlens",
                    "convert",
                    logs.c_str(),
                    "-o",
                    target.c_str(),
                    "--follow",
                    nullptr);
            ::_exit(99);
        }
        const auto points = [&] {
            const ProgramResult result =
                runlensWith({"export", folder / "out/a", "--scalars", "-"});
            return result.exitCode == 0 ? std::count(result.out.begin(), result.out.end(), '\n') - 1
                                        : 0;
        };
        EXPECT_TRUE(waitUntil([&] { return fs::exists(out) && points() == 2; }));
        test::appendFile(folder / "logs/a/events.out.tfevents.1.host",
                         scalarEvent(1002, 3, "loss", 3.0F));
        EXPECT_TRUE(waitUntil([&] { return points() == 3; }));
        ASSERT_EQ(::kill(child, signal), 0);
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_TRUE(WIFEXITED(status));
        EXPECT_EQ(WEXITSTATUS(status), 0);
        EXPECT_FALSE(fs::exists(out + "-wal")) << "closed cleanly";
        EXPECT_EQ(csvOf(folder / "out/a"), csvOf(folder / "logs/a"));
    }
}

TEST(Info, CountsRecordsOfEachFileWithTheirDamage)
{
    const TemporaryFolder folder;
    std::string broken = twoPoints();
    broken[30] = static_cast<char>(broken[30] ^ 1);
    writeLog(folder / "a", broken + "tail");
    const ProgramResult result = runlensWith({"info", folder / "a", "--json"});
    simdjson::dom::parser parser;
    simdjson::dom::array runs;
    ASSERT_EQ(parser.parse(result.out).get(runs), simdjson::SUCCESS) << result.out;
    const std::string path = folder / "a/events.out.tfevents.1.host";
    EXPECT_EQ(simdjson::minify(runs.at(0)["files"]),
              "[{\"path\":\"" + path + "\",\"records\":1,\"bytes\":"
                  + std::to_string(fs::file_size(path)) + ",\"bad_records\":1,\"tail_bytes\":4}]");
    const ProgramResult text = runlensWith({"info", folder / "a"});
    EXPECT_THAT(text.out, HasSubstr(path + ": 1 record, "));
    EXPECT_THAT(text.out,
                HasSubstr("; 1 scalar; 1 damaged; 4 bytes at the end are not a whole record"));
}

} // namespace
} // namespace runlens::app
