// SPDX-License-Identifier: Apache-2.0
/// How a run ended, and who may write: locks, heartbeats, killed writers, forked children, removed
/// folders.
#include "summary_format/store/open_files.h"
#include "summary_format/store/session_state.h"
#include "tests/support/store_helpers.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>

namespace runlens {
namespace {

using namespace test;

WriterOptions localOptions(const std::string& folder)
{
    WriterOptions options = testOptions(folder);
    options.session = {}; // this host, this process, now
    return options;
}

void writeOne(SummaryWriter& writer, std::int64_t step)
{
    const TagId tag = writer.tag({0, "loss", RecordKind::Scalar, NumberType::Float64, "", ""});
    writer.scalar(tag, writer.currentSession(), step, kStartNs, toBits(1.0));
}

/// A pipe whose ends close with it: how the tests wait for another process.
class Pipe {
public:
    Pipe() { EXPECT_EQ(pipe(m_ends), 0); }

    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    ~Pipe()
    {
        closeEnd(0);
        closeEnd(1);
    }

    void closeEnd(int end)
    {
        if (m_ends[end] >= 0) {
            close(m_ends[end]);
            m_ends[end] = -1;
        }
    }

    void send(char c) const { EXPECT_EQ(write(m_ends[1], &c, 1), 1); }

    /// The next byte; 0 when the other side is gone.
    [[nodiscard]] char receive() const
    {
        char c = 0;
        return read(m_ends[0], &c, 1) == 1 ? c : '\0';
    }

private:
    int m_ends[2] = {-1, -1};
};

/// Runs work in a child that then waits to be killed; returns its pid once work is done.
template <typename Work>
pid_t startChild(Pipe& ready, Work work)
{
    const pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL); // a test that fails leaves nobody behind
        work();
        ready.send('r');
        for (;;) {
            pause();
        }
    }
    ready.closeEnd(1);
    EXPECT_EQ(ready.receive(), 'r');
    return child;
}

void killAndWait(pid_t child)
{
    ASSERT_EQ(kill(child, SIGKILL), 0);
    ASSERT_EQ(waitpid(child, nullptr, 0), child);
}

EndReason endOf(RunSource& source, RecordLog& log)
{
    Diagnostics diagnostics;
    EXPECT_TRUE(readAll(source, log, diagnostics));
    EXPECT_TRUE(diagnostics.empty()) << reasons(diagnostics);
    return log.sessionCount() == 0 ? EndReason::Unknown
                                   : log.sessionState(log.sessionCount() - 1).ended;
}

TEST(StoreSession, TellsRunningInTheWritersOwnProcessAndCleanAfterwards)
{
    const TemporaryFolder folder;
    auto writer = openWriter(localOptions(folder.path()));
    const auto source = openRun(folder.path());
    RecordLog log(loader(*source));
    EXPECT_EQ(endOf(*source, log), EndReason::Running);
    writeOne(*writer, 1);
    ASSERT_TRUE(writer->commit());
    EXPECT_EQ(endOf(*source, log), EndReason::Running);
    ASSERT_TRUE(writer->close(EndReason::Clean, "ok"));
    EXPECT_EQ(endOf(*source, log), EndReason::Clean);
    EXPECT_EQ(log.sessionState(0).pid, getpid());
    EXPECT_EQ(log.sessionState(0).host, store::hostName());
}

TEST(StoreSession, TellsACrashAtOnceWhileTheReaderFollows)
{
    const TemporaryFolder folder;
    Pipe ready;
    const pid_t child = startChild(ready, [&] {
        auto* writer = openWriter(localOptions(folder.path())).release(); // dies with the process
        writeOne(*writer, 1);
        EXPECT_TRUE(writer->commit());
    });
    const auto source = openRun(folder.path());
    RecordLog log(loader(*source));
    EXPECT_EQ(endOf(*source, log), EndReason::Running);
    killAndWait(child);
    EXPECT_EQ(endOf(*source, log), EndReason::Crashed);
    EXPECT_EQ(log.count("scalar rank 0 scalar loss"), 1U);
}

TEST(StoreSession, TellsACrashAlsoWhileAForkedChildOfTheWriterLivesOn)
{
    const TemporaryFolder folder;
    Pipe ready;
    Pipe living; // the grandchild reads it, and goes when the test closes its end
    Pipe bye;    // the grandchild's last word
    const pid_t child = startChild(ready, [&] {
        auto* writer = openWriter(localOptions(folder.path())).release();
        writeOne(*writer, 1);
        EXPECT_TRUE(writer->commit());
        if (fork() == 0) {
            living.closeEnd(1);
            (void)living.receive();
            bye.send('b');
            _exit(0);
        }
        living.closeEnd(1);
    });
    bye.closeEnd(1);
    const auto source = openRun(folder.path());
    RecordLog log(loader(*source));
    EXPECT_EQ(endOf(*source, log), EndReason::Running);
    killAndWait(child);
    EXPECT_EQ(endOf(*source, log), EndReason::Crashed);
    living.closeEnd(1);
    EXPECT_EQ(bye.receive(), 'b') << "the grandchild was not alive when the crash was told";
}

TEST(StoreSession, AForkedChildDoesNotDisturbItsParentsFile)
{
    const TemporaryFolder folder;
    auto writer = openWriter(localOptions(folder.path()));
    writeOne(*writer, 1);
    const pid_t child = fork();
    if (child == 0) {
        // In the child the writer is a stranger's: nothing is written, nothing is closed.
        writeOne(*writer, 100);
        const bool refused = !writer->commit() && !writer->close(EndReason::Clean, "");
        writer.reset();
        _exit(refused ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    const auto source = openRun(folder.path());
    RecordLog log(loader(*source));
    EXPECT_EQ(endOf(*source, log), EndReason::Running);
    writeOne(*writer, 2);
    ASSERT_TRUE(writer->close(EndReason::Clean, ""));
    EXPECT_EQ(endOf(*source, log), EndReason::Clean);
    EXPECT_EQ(log.count("scalar rank 0 scalar loss"), 2U);
}

TEST(StoreSession, RefusesASecondWriterWithThePidOfTheFirst)
{
    const TemporaryFolder folder;
    Pipe ready;
    const pid_t child =
        startChild(ready, [&] { openWriter(localOptions(folder.path())).release(); });
    const auto refused = SummaryWriter::open(localOptions(folder.path()));
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message().find("process " + std::to_string(child)), std::string::npos)
        << refused.error().message();
    WriterOptions otherRank = localOptions(folder.path());
    otherRank.rank = 1;
    auto second = openWriter(otherRank);
    const auto refusedHere =
        SummaryWriter::open(otherRank); // POSIX locks alone would allow it in one process
    ASSERT_FALSE(refusedHere);
    EXPECT_NE(refusedHere.error().message().find("process " + std::to_string(getpid())),
              std::string::npos);
    killAndWait(child);
    auto third = openWriter(localOptions(folder.path()));
    EXPECT_EQ(third->path(), folder / "rank-0.2.rlens");
    ASSERT_TRUE(third->close(EndReason::Clean, ""));
    ASSERT_TRUE(second->close(EndReason::Clean, ""));

    const auto source = openRun(folder.path());
    RecordLog log(loader(*source));
    endOf(*source, log);
    ASSERT_EQ(log.sessionCount(), 3U);
    EXPECT_EQ(log.sessionState(0).ended, EndReason::Crashed);
    EXPECT_EQ(log.sessionState(1).ended, EndReason::Clean);
    EXPECT_EQ(log.sessionState(2).ended, EndReason::Clean);
}

TEST(StoreSession, ARestartInTheSameFolderLeavesTheFirstSessionCrashed)
{
    const TemporaryFolder folder;
    Pipe ready;
    const pid_t child =
        startChild(ready, [&] { openWriter(localOptions(folder.path())).release(); });
    killAndWait(child);
    auto writer = openWriter(localOptions(folder.path()));
    const auto source = openRun(folder.path());
    RecordLog log(loader(*source));
    endOf(*source, log);
    ASSERT_EQ(log.sessionCount(), 2U);
    EXPECT_EQ(log.sessionState(0).ended, EndReason::Crashed);
    EXPECT_EQ(log.sessionState(1).ended, EndReason::Running);
}

TEST(StoreSession, ACleanCloseLeavesOneFile)
{
    const TemporaryFolder folder;
    auto writer = openWriter(localOptions(folder.path()));
    writeOne(*writer, 1);
    ASSERT_TRUE(writer->commit());
    EXPECT_TRUE(std::filesystem::exists(folder / "rank-0.lock"));
    EXPECT_TRUE(std::filesystem::exists(folder / "rank-0.rlens-wal"));
    ASSERT_TRUE(writer->close(EndReason::Clean, ""));
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
        names.push_back(entry.path().filename().string());
    }
    EXPECT_EQ(names, std::vector<std::string>{"rank-0.rlens"});
}

TEST(StoreSession, JudgesOtherHostsByTheirHeartbeat)
{
    const TemporaryFolder folder;
    const std::int64_t second = 1'000'000'000;
    const auto judge = [&](std::int64_t heartbeatNs) {
        return store::judgeOpenSession(
            {folder.path(), "rank-0.rlens", 0, "elsewhere", 1, heartbeatNs});
    };
    EXPECT_EQ(judge(store::nowNs() - 20 * second), EndReason::Running);
    EXPECT_EQ(judge(store::nowNs() - 31 * second), EndReason::Crashed);
    EXPECT_EQ(judge(store::nowNs() + 3600 * second), EndReason::Unknown);
    EXPECT_EQ(judge(kNoTime), EndReason::Unknown);
}

TEST(StoreSession, ReportsTheLossWhenItsFileIsRemovedOrReplaced)
{
    const TemporaryFolder folder;
    for (const bool isReplaced : {false, true}) {
        const std::string run = folder / (isReplaced ? "replaced" : "removed");
        auto writer = openWriter(localOptions(run));
        writeOne(*writer, 1);
        ASSERT_TRUE(writer->commit());
        if (isReplaced) {
            std::filesystem::rename(run, run + ".away");
            std::filesystem::create_directory(run);
            std::filesystem::copy_file(run + ".away/rank-0.rlens", run + "/rank-0.rlens");
        } else {
            std::filesystem::remove_all(run);
        }
        writeOne(*writer, 2);
        writeOne(*writer, 3);
        const Status status = writer->commit();
        ASSERT_FALSE(status);
        EXPECT_NE(status.error().message().find("removed or replaced"), std::string::npos)
            << status.error().message();
        EXPECT_EQ(writer->takeLost().byKind, (std::map<std::string, std::uint64_t>{{"scalar", 2}}));
        if (isReplaced) {
            std::filesystem::remove_all(run);
            std::filesystem::rename(run + ".away", run); // it comes back: writing goes on
            writeOne(*writer, 4);
            EXPECT_TRUE(writer->commit());
            EXPECT_TRUE(writer->close(EndReason::Clean, ""));
            EXPECT_EQ(readWhole(run)->count("scalar rank 0 scalar loss"), 2U);
        } else {
            EXPECT_FALSE(writer->close(EndReason::Clean, ""));
            EXPECT_EQ(writer->takeLost().total(), 0U);
        }
    }
}

TEST(StoreSession, KnowsItsOwnFilesWithoutOpeningThem)
{
    const TemporaryFolder folder;
    auto writer = openWriter(localOptions(folder.path()));
    const std::string path = writer->path();
    EXPECT_TRUE(store::isOpenHere(store::identityOf(path)));
    EXPECT_TRUE(looksLikeRunlensFile(path));
    EXPECT_FALSE(store::whileNotOpen(path, [] { FAIL() << "the file is open"; }));
    ASSERT_TRUE(writer->close(EndReason::Clean, ""));
    EXPECT_FALSE(store::isOpenHere(store::identityOf(path)));
    EXPECT_TRUE(looksLikeRunlensFile(path));
    EXPECT_FALSE(looksLikeRunlensFile(folder / "absent"));
    EXPECT_FALSE(looksLikeRunlensFile(folder.path()));
}

TEST(StoreSession, AnEndMarkCountsOnlyForItsSessionAndOnlyWhenItIsWhole)
{
    const store::EndMark mark{5, 9, EndReason::Failed, "out of\nmemory"};
    const auto back = store::decodeEndMark(store::encodeEndMark(mark));
    ASSERT_TRUE(back);
    EXPECT_EQ(back->startNs, 5);
    EXPECT_EQ(back->endNs, 9);
    EXPECT_EQ(back->ended, EndReason::Failed);
    EXPECT_EQ(back->reasonText, "out of\nmemory");
    for (const char* broken : {"",
                               "4711 rank-0.rlens\n",
                               "ended 0 1\n\n",
                               "ended 7 1 2\n\n",
                               "ended 0 1 2 3\n\n",
                               "ended 0 1 99999999999999999999\n\n"})
    {
        EXPECT_FALSE(store::decodeEndMark(broken)) << broken;
    }
    const TemporaryFolder folder;
    Pipe ready;
    const pid_t child = startChild(ready, [&] {
        auto* writer = openWriter(localOptions(folder.path())).release(); // dies with the process
        writeOne(*writer, 1);
        EXPECT_TRUE(writer->commit());
    });
    killAndWait(child);
    std::ofstream(folder / "rank-0.rlens-end") << store::encodeEndMark(mark);
    const auto source = openRun(folder.path());
    RecordLog log(loader(*source));
    EXPECT_EQ(endOf(*source, log), EndReason::Crashed) << "the mark is of another session";
}

} // namespace
} // namespace runlens
