// SPDX-License-Identifier: Apache-2.0
/// Places that cannot be written or read. Root passes every permission check, so a child of these
/// tests becomes nobody, and each test asserts first that the denial is real.
#include "tests/support/files.h"
#include "tests/support/store_helpers.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <grp.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdio>

namespace runlens {
namespace {

using namespace test;
using testing::Eq;
using testing::HasSubstr;

constexpr uid_t kNobody = 65534;

void becomeNobody()
{
    if (geteuid() == 0
        && (setgroups(0, nullptr) != 0 || setgid(kNobody) != 0 || setuid(kNobody) != 0)) {
        _exit(100);
    }
}

/// Runs work as an unprivileged user and returns the text that it gives.
template <typename Work>
std::string asNobody(Work work)
{
    int ends[2] = {-1, -1};
    EXPECT_EQ(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        becomeNobody();
        const std::string text = work();
        [[maybe_unused]] const auto written = write(ends[1], text.data(), text.size());
        _exit(0);
    }
    close(ends[1]);
    std::string text;
    char buffer[4096];
    for (ssize_t n = 0; (n = read(ends[0], buffer, sizeof buffer)) > 0;) {
        text.append(buffer, static_cast<std::size_t>(n));
    }
    close(ends[0]);
    int status = -1;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    return text;
}

/// "N points, <how it ended>" and the diagnostics, or the error.
std::string describeRun(const std::string& path)
{
    const auto source = openSqliteRun(path);
    if (!source) {
        return source.error().message();
    }
    RecordLog log(loader(**source));
    Diagnostics diagnostics;
    const auto progress = readAll(**source, log, diagnostics);
    if (!progress) {
        return progress.error().message();
    }
    return std::to_string(log.count("scalar rank 0 scalar loss")) + " points, "
           + (log.sessionCount() == 0 ? "no session" : endReasonName(log.sessionState(0).ended))
           + '\n' + reasons(diagnostics);
}

bool canWriteInto(const std::string& folder)
{
    const std::string probe = folder + "/probe";
    const int descriptor = open(probe.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    if (descriptor >= 0) {
        close(descriptor);
        unlink(probe.c_str());
    }
    return descriptor >= 0;
}

void writePoints(SummaryWriter& writer, int count)
{
    const TagId tag = writer.tag({0, "loss", RecordKind::Scalar, NumberType::Float64, "", ""});
    for (int i = 0; i < count; ++i) {
        writer.scalar(tag, writer.currentSession(), i, kStartNs, toBits(1.0));
    }
    EXPECT_TRUE(writer.commit());
}

/// A folder "run" that others may read, not write; the files in it as a crash or a clean close left
/// them.
class ReadOnlyRun {
public:
    enum class Kind { Closed, Crashed, CrashedWithoutShm };

    explicit ReadOnlyRun(Kind kind)
    {
        chmod(m_folder.path().c_str(), 0755);
        path = m_folder / "run";
        temporary = m_folder / "tmp";
        std::filesystem::create_directory(temporary);
        chmod(temporary.c_str(), 0777);
        if (kind == Kind::Closed) {
            auto writer = openWriter(testOptions(path));
            writePoints(*writer, 100);
            EXPECT_TRUE(writer->close(EndReason::Clean, ""));
        } else {
            const pid_t child = fork();
            if (child == 0) {
                WriterOptions options = testOptions(path);
                options.session = {};
                auto* writer = openWriter(options).release();
                writePoints(*writer, 100);
                kill(getpid(), SIGKILL);
            }
            EXPECT_EQ(waitpid(child, nullptr, 0), child);
            EXPECT_GT(std::filesystem::file_size(path + "/rank-0.rlens-wal"), 0U);
        }
        if (kind == Kind::CrashedWithoutShm) {
            std::filesystem::remove(path + "/rank-0.rlens-shm");
        }
        for (const auto& entry : std::filesystem::directory_iterator(path)) {
            chmod(entry.path().c_str(), 0444);
        }
        chmod(path.c_str(), 0555);
    }

    ReadOnlyRun(const ReadOnlyRun&) = delete;
    ReadOnlyRun& operator=(const ReadOnlyRun&) = delete;

    ~ReadOnlyRun() { chmod(path.c_str(), 0755); }

    std::string path;
    std::string temporary; ///< for copies: anybody may write into it

private:
    TemporaryFolder m_folder;
};

std::string readDenied(const ReadOnlyRun& run)
{
    return asNobody([&] {
        setenv("TMPDIR", run.temporary.c_str(), 1); // of the child alone
        return canWriteInto(run.path) ? std::string("the denial is not real")
                                      : describeRun(run.path);
    });
}

TEST(StorePlaces, AClosedRunOpensFromAReadOnlyFolder)
{
    const ReadOnlyRun run(ReadOnlyRun::Kind::Closed);
    EXPECT_EQ(readDenied(run), "100 points, clean\n");
}

TEST(StorePlaces, ACrashedRunOpensFromAReadOnlyFolderWithItsLog)
{
    const ReadOnlyRun run(ReadOnlyRun::Kind::Crashed);
    EXPECT_EQ(readDenied(run), "100 points, crashed\n");
}

TEST(StorePlaces, WithoutSharedMemoryACopyIsReadAndSaid)
{
    const ReadOnlyRun run(ReadOnlyRun::Kind::CrashedWithoutShm);
    const std::string text = readDenied(run);
    EXPECT_TRUE(text.starts_with("100 points, crashed\n")) << text;
    EXPECT_NE(text.find("a copy in a temporary folder is shown"), std::string::npos) << text;
    EXPECT_TRUE(std::filesystem::is_empty(run.temporary)) << "the copy was left behind";
}

TEST(StorePlaces, SaysThatAFileMayNotBeRead)
{
    const ReadOnlyRun run(ReadOnlyRun::Kind::Closed);
    const std::string file = run.path + "/rank-0.rlens";
    chmod(file.c_str(), 0400);
    const std::string text = asNobody([&] {
        const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
        return descriptor >= 0 ? std::string("the denial is not real") : describeRun(run.path);
    });
    EXPECT_EQ(geteuid() == 0 ? text.find("Permission denied") != std::string::npos : true, true)
        << text;
    EXPECT_NE(text.find(file), std::string::npos) << text;
    EXPECT_NE(text.find("Ask its owner"), std::string::npos) << text;
}

TEST(StorePlaces, SaysThatAFolderMayNotBeRead)
{
    const ReadOnlyRun run(ReadOnlyRun::Kind::Closed);
    chmod(run.path.c_str(), 0700);
    const std::string text = asNobody([&] { return describeRun(run.path); });
    if (geteuid() == 0) {
        EXPECT_NE(text.find("Permission denied"), std::string::npos) << text;
    }
    EXPECT_NE(text.find(geteuid() == 0 ? run.path : "100 points"), std::string::npos) << text;
}

TEST(StorePlaces, AWriterSaysThatAFolderMayNotBeWritten)
{
    const ReadOnlyRun run(ReadOnlyRun::Kind::Closed);
    const std::string text = asNobody([&] {
        if (canWriteInto(run.path)) {
            return std::string("the denial is not real");
        }
        const auto writer = SummaryWriter::open(testOptions(run.path));
        return writer ? std::string("it was opened") : writer.error().message();
    });
    EXPECT_NE(text.find("Permission denied"), std::string::npos) << text;
    EXPECT_NE(text.find("Choose a folder that can be written"), std::string::npos) << text;
    const std::string file = run.path + "/rank-0.rlens";
    const auto onFile = SummaryWriter::open(testOptions(file));
    ASSERT_FALSE(onFile);
    EXPECT_NE(onFile.error().message().find(file), std::string::npos) << onFile.error().message();
}

TEST(StorePlaces, AFileCopiedWithoutItsLogSaysThatItsRecordsLieThere)
{
    const ReadOnlyRun run(ReadOnlyRun::Kind::Crashed);
    const TemporaryFolder folder;
    std::filesystem::copy_file(run.path + "/rank-0.rlens", folder / "rank-0.rlens");
    for (int look = 1; look <= 2; ++look) { // looking at it must not hide it, nor make an empty log
        EXPECT_FALSE(std::filesystem::exists(folder / "rank-0.rlens-wal"));
        const std::string text = describeRun(folder.path());
        EXPECT_TRUE(text.starts_with("0 points, crashed\n" + (folder / "rank-0.rlens"))) << text;
        EXPECT_NE(text.find("the file holds no records: they lie in its -wal file, which was not "
                            "copied with it. Copy both files again from where it was recorded, "
                            "rank-0.rlens-wal too"),
                  std::string::npos)
            << text;
        EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2) << text;
    }
    std::filesystem::copy_file(run.path + "/rank-0.rlens-wal",
                               folder / "rank-0.rlens-wal",
                               std::filesystem::copy_options::overwrite_existing);
    EXPECT_EQ(describeRun(folder.path()), "100 points, crashed\n");
}

TEST(StorePlaces, AFileWhoseLogWasTakenAwaySaysThatItsLastRecordsMayBeMissing)
{
    const ReadOnlyRun run(ReadOnlyRun::Kind::Crashed);
    const TemporaryFolder folder;
    const std::string path = folder / "rank-0.rlens";
    std::filesystem::copy_file(run.path + "/rank-0.rlens", path);
    std::filesystem::copy_file(run.path + "/rank-0.rlens-wal", path + "-wal");
    std::filesystem::permissions(folder.path(), std::filesystem::perms::all);
    sqlite3* raw = nullptr; // moves the log into the file, as any tool does
    ASSERT_EQ(sqlite3_open(path.c_str(), &raw), SQLITE_OK);
    sqlite3_exec(raw, "PRAGMA wal_checkpoint", nullptr, nullptr, nullptr);
    sqlite3_close(raw);
    ASSERT_FALSE(std::filesystem::exists(path + "-wal"));
    const std::string text = describeRun(folder.path());
    EXPECT_TRUE(
        text.starts_with("100 points, crashed\n" + path + ": the last records may be missing"))
        << text;
}

/// What a crashed run tells whose log was changed after it.
std::string describeWithLog(const std::function<void(std::string&)>& change)
{
    const ReadOnlyRun run(ReadOnlyRun::Kind::Crashed);
    const TemporaryFolder folder;
    std::filesystem::copy_file(run.path + "/rank-0.rlens", folder / "rank-0.rlens");
    std::string log = readFile(run.path + "/rank-0.rlens-wal");
    change(log);
    writeFile(folder / "rank-0.rlens-wal", log);
    std::string text = describeRun(folder.path());
    const std::string prefix = folder.path() + '/';
    for (auto at = text.find(prefix); at != std::string::npos; at = text.find(prefix)) {
        text.erase(at, prefix.size());
    }
    return text;
}

std::size_t pageBytesOf(const std::string& log)
{
    const auto byte = [&log](std::size_t at) {
        return static_cast<std::size_t>(static_cast<unsigned char>(log[at]));
    };
    return byte(8) << 24 | byte(9) << 16 | byte(10) << 8 | byte(11);
}

TEST(StorePlaces, ADamagedPageOfTheLogIsToldWithAllThatLiesBehindIt)
{
    std::size_t pages = 0;
    std::size_t frame = 0;
    const std::string text = describeWithLog([&](std::string& log) {
        frame = 24 + pageBytesOf(log);
        pages = (log.size() - 32) / frame;
        log[32 + 2 * frame + 24 + 50] ^= 1; // in the third page
    });
    ASSERT_GT(pages, 3U);
    EXPECT_NE(text.find("rank-0.rlens-wal: a page of the log is damaged: it and what follows, "
                        + std::to_string(pages - 2) + " pages, are not read"),
              std::string::npos)
        << text;
}

TEST(StorePlaces, ALogThatWasCutOffOrIsNoiseIsTold)
{
    EXPECT_THAT(describeWithLog([](std::string& log) { log.resize(log.size() - 100); }),
                HasSubstr("the log ends within a page: it was cut off, or the program died"));
    EXPECT_THAT(describeWithLog([](std::string& log) { log[5] ^= 1; }),
                HasSubstr("the log is damaged at its start"));
    EXPECT_THAT(describeWithLog([](std::string&) {}), Eq("100 points, crashed\n"));
}

TEST(StorePlaces, RemainsOfAnOlderLogAreNoDamage)
{
    EXPECT_THAT(describeWithLog([](std::string& log) {
                    std::string older = log.substr(32);
                    const std::size_t frame = 24 + pageBytesOf(log);
                    for (std::size_t at = 0; at < older.size(); at += frame) {
                        older[at + 8] ^= 1; // a salt of another log
                    }
                    log += older;
                }),
                Eq("100 points, crashed\n"));
}

TEST(StorePlaces, SaysThatTheLogOfAFileMayNotBeRead)
{
    const ReadOnlyRun run(ReadOnlyRun::Kind::CrashedWithoutShm);
    const std::string log = run.path + "/rank-0.rlens-wal";
    chmod(log.c_str(), 0000);
    if (geteuid() != 0) {
        GTEST_SKIP() << "needs a second user";
    }
    EXPECT_EQ(readDenied(run),
              "Cannot read " + log
                  + ": Permission denied. Ask its owner for permission to read it");
}

TEST(StorePlaces, SaysThatTheTemporaryFolderCannotBeUsed)
{
    const ReadOnlyRun run(ReadOnlyRun::Kind::CrashedWithoutShm);
    const auto readWith = [&run](const std::string& temporary) {
        return asNobody([&] {
            setenv("TMPDIR", temporary.c_str(), 1); // of the child alone
            return canWriteInto(run.path) ? std::string("the denial is not real")
                                          : describeRun(run.path);
        });
    };
    const std::string missing = run.temporary + "/nothing";
    std::string text = readWith(missing);
    EXPECT_TRUE(text.starts_with("Cannot make a temporary folder in " + missing + ": ")) << text;
    EXPECT_NE(text.find("Set TMPDIR to a folder that is there"), std::string::npos) << text;
    text = readWith(run.path);
    EXPECT_EQ(text,
              "Cannot make a temporary folder in " + run.path
                  + ": Permission denied. Set TMPDIR to a folder that can be written and has "
                    "space");
}

TEST(StorePlaces, SaysThatTheProcessMayNotWriteLargerFiles)
{
    const TemporaryFolder folder;
    const pid_t child = fork();
    if (child == 0) {
        signal(SIGXFSZ, SIG_IGN);
        const struct rlimit limit = {400'000, 400'000};
        setrlimit(RLIMIT_FSIZE, &limit);
        auto writer = openWriter(testOptions(folder.path()));
        const TagId tag = writer->tag({0, "text", RecordKind::Text, NumberType::Float64, "", ""});
        const std::string text(1'000'000, 'x');
        writer->sample(tag, {writer->currentSession(), 1, kStartNs, "", {asBytes(text), {}}});
        const Status status = writer->commit();
        const LostRecords lost = writer->takeLost();
        const std::string told = (status ? std::string() : status.error().message()) + lost.reason;
        const bool isRight =
            lost.total() == 1
            && told.find("largest size of a file that this process may write is reached")
                   != std::string::npos;
        std::fputs(isRight ? "" : told.c_str(), stderr);
        _exit(isRight ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
}

TEST(StorePlaces, PathsWithSpecialCharactersWork)
{
    const TemporaryFolder folder;
    for (const char* name : {"a b", "50%25?x#y", "Läufe 训练", "-q", "new\nline"}) {
        const std::string run = folder / name;
        auto writer = openWriter(testOptions(run));
        writePoints(*writer, 3);
        ASSERT_TRUE(writer->close(EndReason::Clean, ""));
        EXPECT_EQ(describeRun(run), "3 points, clean\n");
    }
}

} // namespace
} // namespace runlens
