// SPDX-License-Identifier: Apache-2.0
#include "collector/json_text.h"
#include "collector/run_information.h"
#include "tests/support/temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace runlens::collector {
namespace {

namespace fs = std::filesystem;
using runlens::test::TemporaryFolder;

const std::string kCommit(40, 'a');
const std::string kOther(40, 'b');

void write(const fs::path& path, const std::string& text)
{
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
}

TEST(GitState, FollowsHeadToItsBranch)
{
    const TemporaryFolder folder;
    write(folder / ".git/HEAD", "ref: refs/heads/feature/x\n");
    write(folder / ".git/refs/heads/feature/x", kCommit + '\n');
    fs::create_directories(folder / "deep/down");
    const GitState state = readGitState(folder / "deep/down");
    EXPECT_EQ(state.commit, kCommit);
    EXPECT_EQ(state.branch, "feature/x");
}

TEST(GitState, ReadsPackedReferencesAndPrefersLooseOnes)
{
    const TemporaryFolder folder;
    write(folder / ".git/HEAD", "ref: refs/heads/main\n");
    write(folder / ".git/packed-refs",
          "# pack-refs with: peeled\n" + kOther + " refs/heads/maintenance\n" + kCommit
              + " refs/heads/main\n^" + kOther + '\n');
    EXPECT_EQ(readGitState(folder.path()).commit, kCommit);
    write(folder / ".git/refs/heads/main", kOther + '\n');
    EXPECT_EQ(readGitState(folder.path()).commit, kOther);
}

TEST(GitState, ReadsADetachedHead)
{
    const TemporaryFolder folder;
    write(folder / ".git/HEAD", kCommit + '\n');
    const GitState state = readGitState(folder.path());
    EXPECT_EQ(state.commit, kCommit);
    EXPECT_EQ(state.branch, "");
}

TEST(GitState, FollowsTheFileOfAWorktree)
{
    const TemporaryFolder folder;
    write(folder / "main/.git/worktrees/side/HEAD", "ref: refs/heads/side\n");
    write(folder / "main/.git/worktrees/side/commondir", "../..\n");
    write(folder / "main/.git/refs/heads/side", kCommit + '\n');
    write(folder / "side/.git", "gitdir: ../main/.git/worktrees/side\n");
    const GitState state = readGitState(folder / "side");
    EXPECT_EQ(state.commit, kCommit);
    EXPECT_EQ(state.branch, "side");
}

TEST(GitState, TellsNothingOfWhatItCannotRead)
{
    const TemporaryFolder folder;
    EXPECT_EQ(readGitState(folder / "missing").commit, "");
    write(folder / "a/.git/HEAD", "ref: refs/heads/unborn\n");
    EXPECT_EQ(readGitState(folder / "a").commit, "");
    EXPECT_EQ(readGitState(folder / "a").branch, "unborn");
    write(folder / "b/.git/HEAD", "ref: ../../../../etc/passwd\n");
    EXPECT_EQ(readGitState(folder / "b").branch, "");
    write(folder / "c/.git/HEAD", "");
    EXPECT_EQ(readGitState(folder / "c").commit, "");
    write(folder / "d/.git/HEAD", "ref: refs/heads/main\n");
    write(folder / "d/.git/refs/heads/main", "not a commit");
    EXPECT_EQ(readGitState(folder / "d").commit, "");
    EXPECT_EQ(readGitState("").commit.find_first_not_of("0123456789abcdef"), std::string::npos);
}

TEST(RunInformation, NamesTheMachineAndTheProgram)
{
    const auto found = findRunInformation("/");
    const auto value = [&found](const std::string& key) -> std::string {
        const auto at = std::find_if(
            found.begin(), found.end(), [&key](const auto& p) { return p.first == key; });
        return at == found.end() ? "" : at->second;
    };
    EXPECT_NE(value("host"), "");
    EXPECT_NE(value("command_line").find("collector_tests"), std::string::npos);
    EXPECT_EQ(value("working_directory"), "\"/\"");
    EXPECT_GT(std::stoll(value("memory_bytes")), 1 << 20);
    EXPECT_GT(std::stoi(value("cpu_count")), 0);
}

TEST(JsonText, EscapesAndRepairs)
{
    EXPECT_EQ(jsonString("plain"), "\"plain\"");
    EXPECT_EQ(jsonString("a\"b\\c\nd\te\x01"), "\"a\\\"b\\\\c\\nd\\te\\u0001\"");
    EXPECT_EQ(jsonString("Grüße 世界 😀"), "\"Grüße 世界 😀\"");
    EXPECT_EQ(jsonString("a\xff"
                         "b"),
              "\"a\\ufffdb\"");
    EXPECT_EQ(jsonString("\xc0\x80"), "\"\\ufffd\\ufffd\"");
    EXPECT_EQ(jsonString("\xed\xa0\x80"), "\"\\ufffd\\ufffd\\ufffd\"")
        << "a surrogate is no character";
    EXPECT_EQ(jsonString("\xe4\xb8"), "\"\\ufffd\\ufffd\"") << "cut short";
}

} // namespace
} // namespace runlens::collector
