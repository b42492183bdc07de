// SPDX-License-Identifier: Apache-2.0
// Kills training programs with SIGKILL at random moments, from one second after they opened their
// collector: every file opens, is told as crashed at once, also while a forked child lives on, and
// of what was recorded more than a second before the kill nothing is missing, of no kind.
//   kill_test [--kills N] [--seed S]      (also RUNLENS_KILLS; default 8)
#include "summary_format/run_builder.h"
#include "summary_format/store/sqlite_source.h"
#include "tests/support/temporary_folder.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <map>
#include <mutex>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

extern char** environ; // NOLINT(readability-redundant-declaration)

namespace runlens::test {

int killCount = 8;          // NOLINT: set by main()
std::uint64_t killSeed = 1; // NOLINT: set by main()

namespace {

using runlens::test::TemporaryFolder;

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr int kAtOnce = 4;

std::int64_t monotonicNs()
{
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::int64_t>(now.tv_sec) * kSecond + now.tv_nsec;
}

/// A recording_child with pipes to its standard input and output.
class Child {
public:
    Child(const std::string& folder, bool forks)
    {
        std::array<int, 2> in{};
        std::array<int, 2> out{};
        if (::pipe2(in.data(), O_CLOEXEC) != 0 || ::pipe2(out.data(), O_CLOEXEC) != 0) {
            return;
        }
        posix_spawn_file_actions_t actions;
        ::posix_spawn_file_actions_init(&actions);
        ::posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
        ::posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
        std::string program = RUNLENS_RECORDING_CHILD;
        std::string argument = folder;
        std::string mode = forks ? "fork" : "alone";
        std::array<char*, 4> arguments = {program.data(), argument.data(), mode.data(), nullptr};
        if (::posix_spawn(&m_pid, program.c_str(), &actions, nullptr, arguments.data(), environ)
            != 0) {
            m_pid = -1;
        }
        ::posix_spawn_file_actions_destroy(&actions);
        ::close(in[0]);
        ::close(out[1]);
        m_in = in[1];
        m_out = out[0];
    }

    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    ~Child()
    {
        kill();
        ::close(m_in); // a forked child ends now
        ::close(m_out);
    }

    [[nodiscard]] bool isStarted() const { return m_pid > 0; }

    /// Reads what it prints until then, or until it ends. Times of rounds by number; the time it
    /// opened.
    bool listenUntil(std::int64_t deadlineNs)
    {
        while (true) {
            const std::int64_t left = deadlineNs - monotonicNs();
            if (left <= 0) {
                return true;
            }
            pollfd wait{m_out, POLLIN, 0};
            ::poll(&wait, 1, static_cast<int>(std::min<std::int64_t>(left / 1'000'000 + 1, 100)));
            if ((wait.revents & (POLLIN | POLLHUP)) != 0 && !readSome()) {
                return false;
            }
            if (openedNs != 0 && deadlineNs == INT64_MAX) {
                return true;
            }
        }
    }

    void kill()
    {
        if (m_pid > 0) {
            ::kill(m_pid, SIGKILL);
            int state = 0;
            ::waitpid(m_pid, &state, 0);
            m_pid = -1;
            while (readSome()) {
            }
        }
    }

    std::int64_t openedNs = 0;
    std::vector<std::int64_t> roundNs;

private:
    bool readSome()
    {
        std::array<char, 4096> buffer{};
        const ssize_t size = ::read(m_out, buffer.data(), buffer.size());
        if (size <= 0) {
            return size < 0 && errno == EINTR;
        }
        m_text.append(buffer.data(), static_cast<std::size_t>(size));
        for (std::size_t end = m_text.find('\n'); end != std::string::npos; end = m_text.find('\n'))
        {
            std::istringstream line(m_text.substr(0, end));
            std::string what;
            std::size_t round = 0;
            std::int64_t ns = 0;
            line >> what >> round >> ns;
            if (what == "open") {
                openedNs = ns;
            } else if (round == roundNs.size()) {
                roundNs.push_back(ns);
            }
            m_text.erase(0, end + 1);
        }
        return true;
    }

    pid_t m_pid = -1;
    int m_in = -1;
    int m_out = -1;
    std::string m_text;
};

/// How many rounds of one kind are in the file: rows 0, 1, 2, ... without a hole; -1 when there is
/// one.
class RoundCount {
public:
    void add(std::int64_t round)
    {
        m_isWhole = m_isWhole && round == m_next;
        ++m_next;
    }

    [[nodiscard]] std::int64_t count() const { return m_isWhole ? m_next : -1; }

private:
    std::int64_t m_next = 0;
    bool m_isWhole = true;
};

std::map<std::string, RoundCount> countTags(const Run& run)
{
    std::map<std::string, RoundCount> counts;
    for (std::size_t i = 0; i < run.tags().size(); ++i) {
        const auto id = TagId{static_cast<std::int32_t>(i)};
        RoundCount& count = counts[recordKindName(run.tags()[i].kind)];
        if (const auto* scalars = run.scalars(id)) {
            for (std::size_t row = 0; row < scalars->size(); ++row) {
                count.add(scalars->value(row) == static_cast<double>(scalars->steps[row])
                              ? scalars->steps[row]
                              : -1);
            }
        } else if (const auto* stats = run.tensorStats(id)) {
            for (std::size_t row = 0; row < stats->size(); ++row) {
                count.add((*stats)[row].step);
            }
        } else if (const auto* samples = run.samples(id)) {
            for (std::size_t row = 0; row < samples->size(); ++row) {
                count.add((*samples)[row].payload.exists() ? (*samples)[row].step : -1);
            }
        }
    }
    return counts;
}

void countTracks(const Run& run, std::map<std::string, RoundCount>& counts)
{
    for (std::size_t i = 0; i < run.tracks().size(); ++i) {
        const auto id = TrackId{static_cast<std::int32_t>(i)};
        const auto name = std::string(run.text(run.tracks()[i].name));
        const auto* spans = run.spans(id);
        for (std::size_t row = 0; spans && row < spans->size(); ++row) {
            if (name == "steps") {
                counts["span of a step"].add(spans->steps[row]);
            } else if (name == "main") { // its node is that of the pass of the same round
                const IrNode* node = run.irNode(spans->nodes[row]);
                const bool isRight = node
                                     && run.text(node->fullName)
                                            == "Default/conv" + std::to_string(row) + "/Conv2D-op0";
                counts["span with a node"].add(isRight ? static_cast<std::int64_t>(row) : -1);
            }
        }
        const auto* values = run.counters(id);
        for (std::size_t row = 0; values && name == "count" && row < values->size(); ++row) {
            counts["counter"].add(static_cast<std::int64_t>(values->values[row]));
        }
    }
}

std::map<std::string, RoundCount> countRounds(const Run& run)
{
    auto counts = countTags(run);
    countTracks(run, counts);
    for (const GraphEntry& graph : run.graphs()) {
        const std::string name(run.text(graph.name));
        counts["graph"].add(std::atoll(name.substr(name.find(' ') + 1).c_str()));
    }
    for (const auto& pass : run.irPasses()) {
        counts["ir_dump"].add(pass->order);
    }
    RoundCount& sources = counts["source_file"];
    for (const SourceFile& file : run.sourceFiles()) {
        const std::string path(run.text(file.path));
        sources.add(std::atoll(path.substr(path.find('_') + 1).c_str()));
    }
    const auto each = [&counts](const char* kind, const auto& rows, const auto& round) {
        for (std::size_t row = 0; row < rows.size(); ++row) {
            counts[kind].add(static_cast<std::int64_t>(round(rows[row])));
        }
    };
    each("flow", run.flows(), [](const FlowRecord& flow) { return flow.id; });
    each("communication", run.communications(), [](const CommunicationRecord& record) {
        return record.bytes;
    });
    each("memory", run.memoryEvents(), [](const MemoryRecord& record) { return record.address; });
    each(
        "queue_sample", run.queueSamples(), [](const QueueRecord& record) { return record.depth; });
    each("finding", run.findings(), [](const Finding& finding) { return finding.step; });
    return counts;
}

/// Every kind that recording_child records.
constexpr std::array kKinds = {
    "scalar",  "tensor_stats", "histogram",     "image",       "text",           "tensor",
    "audio",   "pr_curve",     "mesh",          "embedding",   "hparams",        "layout",
    "lineage", "landscape",    "explanation",   "session_log", "run_metadata",   "other",
    "graph",   "ir_dump",      "source_file",   "finding",     "span of a step", "span with a node",
    "counter", "flow",         "communication", "memory",      "queue_sample"};

std::int64_t countOld(const Child& child, std::int64_t killNs)
{
    return std::count_if(child.roundNs.begin(), child.roundNs.end(), [killNs](std::int64_t ns) {
        return ns < killNs - kSecond;
    });
}

/// What is wrong with the file of a child that was killed at killNs; empty: nothing.
std::string judge(const std::string& folder, const Child& child, std::int64_t killNs)
{
    auto source = openSqliteRun(folder);
    if (!source) {
        return "does not open: " + source.error().message();
    }
    RunBuilder builder({folder, "killed", "runlens"});
    Diagnostics diagnostics;
    const auto progress = (*source)->readInto(builder, diagnostics, {});
    if (!progress) {
        return "is not read: " + progress.error().message();
    }
    const auto run = builder.snapshot();
    std::ostringstream wrong;
    if (run->ended() != EndReason::Crashed) {
        wrong << "is told as " << endReasonName(run->ended()) << "; ";
    }
    if (diagnostics.damaged() > 0) {
        wrong << "has damage: " << diagnostics.entries()[0].reason << "; ";
    }
    const std::int64_t old = countOld(child, killNs);
    auto counts = countRounds(*run);
    for (const char* kind : kKinds) {
        const std::int64_t count = counts[kind].count();
        if (count < old) {
            wrong << kind << ": " << count << " of " << old << " old rounds; ";
        }
    }
    const std::string round(run->property("configuration", "round"));
    if (old > 0 && std::atoll(round.c_str()) < old - 1) {
        wrong << "property: round " << round << " of " << old << "; ";
    }
    return wrong.str();
}

struct Outcome {
    std::string wrong;
    std::size_t rounds = 0;
    std::size_t oldRounds = 0; ///< recorded more than a second before the kill
};

Outcome killOne(std::uint64_t seed, int number)
{
    std::mt19937_64 random(seed * 1'000'003 + static_cast<std::uint64_t>(number));
    const TemporaryFolder folder;
    Child child(folder / "run", number % 2 == 1);
    if (!child.isStarted() || !child.listenUntil(INT64_MAX)) {
        return {"did not start", 0, 0};
    }
    const std::int64_t delay =
        kSecond + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(kSecond));
    if (!child.listenUntil(child.openedNs + delay)) {
        return {"ended by itself", child.roundNs.size(), 0};
    }
    const std::int64_t killNs = monotonicNs();
    child.kill();
    return {judge(folder / "run", child, killNs),
            child.roundNs.size(),
            static_cast<std::size_t>(countOld(child, killNs))};
}

TEST(Kill, LosesNothingOlderThanASecond)
{
    std::atomic<int> next{0};
    std::atomic<std::size_t> rounds{0};
    std::atomic<std::size_t> oldRounds{0};
    std::mutex mutex; // guards failures
    std::vector<std::string> failures;
    std::vector<std::thread> workers;
    for (int i = 0; i < kAtOnce; ++i) {
        workers.emplace_back([&] {
            for (int number = next++; number < killCount; number = next++) {
                const Outcome outcome = killOne(killSeed, number);
                rounds += outcome.rounds;
                oldRounds += outcome.oldRounds;
                if (!outcome.wrong.empty()) {
                    const std::lock_guard lock(mutex);
                    failures.push_back("kill " + std::to_string(number) + ": " + outcome.wrong);
                }
            }
        });
    }
    for (auto& worker : workers) {
        worker.join();
    }
    for (const std::string& failure : failures) {
        ADD_FAILURE() << failure;
    }
    EXPECT_GT(oldRounds.load(), static_cast<std::size_t>(killCount)) << "next to nothing was old";
    std::cout << killCount << " kills, " << rounds.load() << " rounds of " << kKinds.size()
              << " kinds, " << oldRounds.load() << " of them old, " << failures.size()
              << " failures\n";
}

} // namespace
} // namespace runlens::test

int main(int argc, char** argv)
{
    testing::InitGoogleTest(&argc, argv);
    const char* kills =
        std::getenv("RUNLENS_KILLS"); // NOLINT(concurrency-mt-unsafe): before any thread
    runlens::test::killCount = kills ? std::atoi(kills) : runlens::test::killCount;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string option = argv[i];
        if (option == "--kills") {
            runlens::test::killCount = std::atoi(argv[i + 1]);
        } else if (option == "--seed") {
            runlens::test::killSeed = static_cast<std::uint64_t>(std::atoll(argv[i + 1]));
        }
    }
    return RUN_ALL_TESTS();
}
