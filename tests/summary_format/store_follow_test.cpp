// SPDX-License-Identifier: Apache-2.0
/// Following growing files: what is read in pieces is what was written, whatever the moments of
/// looking.
#include "summary_format/run_builder.h"
#include "summary_format/source_registry.h"
#include "summary_format/store/file_reader.h"
#include "tests/support/store_helpers.h"

#include <atomic>
#include <thread>

namespace runlens {
namespace {

using namespace test;

TEST(StoreFollow, ReadsOnlyTheNewsOfEveryTable)
{
    const TemporaryFolder folder;
    auto writer = openWriter(testOptions(folder.path()));
    const auto source = openRun(folder.path());
    RecordLog log(loader(*source));
    RecordLog expected;
    Diagnostics diagnostics;
    const SessionId session = expected.session(testSession());
    const TagRecord tag{0, "loss", RecordKind::Scalar, NumberType::Float32, "", ""};
    const TagRecord text{0, "note", RecordKind::Text, NumberType::Float64, "", ""};
    const TrackRecord track{0, "main", TrackKind::Thread, kNone<TrackId>, 1, 1, ""};
    for (int round = 0; round < 8; ++round) {
        for (RecordSink* sink :
             {static_cast<RecordSink*>(writer.get()), static_cast<RecordSink*>(&expected)})
        {
            const SessionId own = sink == &expected ? session : writer->currentSession();
            sink->scalar(sink->tag(tag), own, round, kStartNs + round, toBits(0.5F));
            sink->sample(sink->tag(text),
                         {own, round, kStartNs, "", {asBytes(std::string_view("hello")), {}}});
            writeSpans(*sink, own, sink->track(track), kNone<PassId>, round * 1500, 1500);
            sink->property({0, own, "info", "round " + std::to_string(round), "1"});
            sink->communication({{sink->track(track), round * 1500 + 7},
                                 sink->name("AllReduce"),
                                 sink->name("world"),
                                 8,
                                 1});
            sink->dropped({0, own, "span", "queue full", 3, kStartNs, kStartNs});
        }
        ASSERT_TRUE(writer->commit());
        const auto progress = readAll(*source, log, diagnostics);
        ASSERT_TRUE(progress);
        EXPECT_TRUE(progress->changed);
        expectSameLines(expected, log);
        const auto again = readAll(*source, log, diagnostics);
        ASSERT_TRUE(again);
        EXPECT_FALSE(again->changed) << "nothing is new";
    }
    EXPECT_EQ(
        log.dropCount("rank 0 rank 0 start 1700000000123456789 host node pid 4711 span queue full"),
        24U);
    ASSERT_TRUE(writer->close(EndReason::Clean, ""));
    ASSERT_TRUE(readAll(*source, log, diagnostics));
    expectSameLines(expected, log);
    EXPECT_TRUE(diagnostics.empty()) << reasons(diagnostics);
}

TEST(StoreFollow, AReaderBesideABusyWriterLosesNothing)
{
    const TemporaryFolder folder;
    auto writer = openWriter(testOptions(folder.path()));
    constexpr int kCommits = 200;
    std::atomic<bool> isDone{false};
    std::thread writing([&] {
        const TagId tag = writer->tag({0, "loss", RecordKind::Scalar, NumberType::Float64, "", ""});
        const TrackId track =
            writer->track({0, "main", TrackKind::Thread, kNone<TrackId>, 1, 1, ""});
        for (int i = 0; i < kCommits; ++i) {
            for (int k = 0; k < 10; ++k) {
                writer->scalar(tag, writer->currentSession(), i * 10 + k, kStartNs, toBits(1.0));
            }
            writeSpans(*writer, writer->currentSession(), track, kNone<PassId>, i * 61, 61);
            EXPECT_TRUE(writer->commit());
        }
        EXPECT_TRUE(writer->close(EndReason::Clean, ""));
        isDone = true;
    });
    const auto source = openRun(folder.path());
    RunBuilder builder({folder.path(), "run", "runlens"});
    Diagnostics diagnostics;
    int reads = 0;
    for (bool wasDone = false; !wasDone; ++reads) {
        wasDone = isDone; // one more look after the end
        ReadOptions options;
        options.slice = std::chrono::milliseconds(5);
        const auto progress = source->readInto(builder, diagnostics, options);
        ASSERT_TRUE(progress) << progress.error().message();
        wasDone = wasDone && !progress->more;
    }
    writing.join();
    EXPECT_TRUE(diagnostics.empty()) << reasons(diagnostics);
    EXPECT_EQ(writer->takeLost().total(), 0U);
    const auto run = builder.snapshot();
    EXPECT_EQ(run->ended(), EndReason::Clean);
    const ScalarSeries* series = run->scalars(run->findTag("loss", RecordKind::Scalar));
    ASSERT_NE(series, nullptr);
    ASSERT_EQ(series->size(), std::size_t{kCommits} * 10);
    for (std::size_t i = 0; i < series->size(); ++i) {
        ASSERT_EQ(series->steps[i], static_cast<std::int64_t>(i));
    }
    ASSERT_EQ(run->tracks().size(), 1U);
    const SpanSeries* spans = run->spans(TrackId{0});
    ASSERT_EQ(spans->size(), std::size_t{kCommits} * 61);
    for (std::size_t i = 0; i < spans->size(); ++i) {
        const auto n = static_cast<std::int64_t>(i);
        ASSERT_EQ(spans->startNs[i], kStartNs + n * 1000 - (n % 4 == 3 ? 3000 : 0));
    }
}

TEST(StoreFollow, PayloadsLoadOnOtherThreadsWhileTheRunGrows)
{
    const TemporaryFolder folder;
    auto writer = openWriter(testOptions(folder.path()));
    const TagId tag = writer->tag({0, "note", RecordKind::Text, NumberType::Float64, "", ""});
    const auto writeNote = [&](int step) {
        const std::string text = "note " + std::to_string(step);
        writer->sample(tag, {writer->currentSession(), step, kStartNs, "", {asBytes(text), {}}});
        EXPECT_TRUE(writer->commit());
    };
    writeNote(0);
    const auto source = openRun(folder.path());
    PayloadRef first;
    RecordLog look([&](const PayloadRef& ref) {
        first = ref;
        return std::string();
    });
    Diagnostics diagnostics;
    ASSERT_TRUE(readAll(*source, look, diagnostics));
    ASSERT_TRUE(first.exists());
    const PayloadRef wanted = first;
    std::atomic<int> loaded{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 2; ++i) {
        threads.emplace_back([&] {
            for (int k = 0; k < 100; ++k) {
                const auto bytes = source->load(wanted, {});
                loaded += bytes && asText(*bytes) == "note 0" ? 1 : 0;
            }
        });
    }
    for (int step = 1; step < 50; ++step) {
        writeNote(step);
        ASSERT_TRUE(readAll(*source, look, diagnostics));
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(loaded, 200);
    EXPECT_EQ(look.count("sample rank 0 text note"), 50U);
    EXPECT_TRUE(diagnostics.empty()) << reasons(diagnostics);
}

TEST(StoreFollow, PicksUpRanksAndSessionsThatAppearLater)
{
    const TemporaryFolder folder;
    auto first = openWriter(testOptions(folder.path(), 0));
    const auto source = openRun(folder.path());
    RecordLog log(loader(*source));
    Diagnostics diagnostics;
    ASSERT_TRUE(readAll(*source, log, diagnostics));
    EXPECT_EQ(log.sessionCount(), 1U);
    auto second = openWriter(testOptions(folder.path(), 3));
    writeHardScalars(*second, second->currentSession(), 3);
    ASSERT_TRUE(second->commit());
    ASSERT_TRUE(readAll(*source, log, diagnostics));
    EXPECT_EQ(log.sessionCount(), 2U);
    EXPECT_EQ(log.count("scalar rank 3 scalar uint64"), 5U);
    ASSERT_TRUE(second->close(EndReason::Clean, ""));
    WriterOptions restarted = testOptions(folder.path(), 3);
    restarted.session.startNs = kStartNs + 1;
    auto third = openWriter(restarted);
    writeHardScalars(*third, third->currentSession(), 3);
    ASSERT_TRUE(third->close(EndReason::Clean, ""));
    ASSERT_TRUE(readAll(*source, log, diagnostics));
    EXPECT_EQ(log.sessionCount(), 3U);
    EXPECT_EQ(log.count("scalar rank 3 scalar uint64"), 10U);
    EXPECT_EQ(source->openFiles(),
              (std::vector<std::string>{
                  folder / "rank-0.rlens", folder / "rank-3.rlens", folder / "rank-3.2.rlens"}));
    EXPECT_TRUE(diagnostics.empty()) << reasons(diagnostics);
}

TEST(StoreFollow, ReadsMoreRanksThanItMayHoldDescriptors)
{
    const TemporaryFolder folder;
    constexpr int kRanks = 70;
    std::vector<std::unique_ptr<SummaryWriter>> writers;
    for (int rank = 0; rank < kRanks; ++rank) {
        writers.push_back(openWriter(testOptions(folder.path(), rank)));
        const TagId tag =
            writers.back()->tag({rank, "loss", RecordKind::Scalar, NumberType::Float64, "", ""});
        writers.back()->scalar(tag, writers.back()->currentSession(), 1, kStartNs, toBits(1.0));
        ASSERT_TRUE(writers.back()->close(EndReason::Clean, ""));
    }
    const auto descriptors = [] {
        std::size_t count = 0;
        for ([[maybe_unused]] const auto& entry :
             std::filesystem::directory_iterator("/proc/self/fd")) {
            ++count;
        }
        return count;
    };
    const std::size_t before = descriptors();
    const auto source = openRun(folder.path());
    RecordLog log(loader(*source));
    Diagnostics diagnostics;
    ASSERT_TRUE(readAll(*source, log, diagnostics));
    EXPECT_EQ(log.sessionCount(), std::size_t{kRanks});
    EXPECT_LE(descriptors() - before, 256U);
    const auto again = readAll(*source, log, diagnostics);
    ASSERT_TRUE(again);
    EXPECT_FALSE(again->changed);
    EXPECT_TRUE(diagnostics.empty()) << reasons(diagnostics);
}

TEST(StoreFollow, ComesBackAfterASliceAndStopsWhenAsked)
{
    const TemporaryFolder folder;
    auto writer = openWriter(testOptions(folder.path()));
    constexpr std::size_t kPoints = 60'000;
    for (int t = 0; t < 4; ++t) {
        const TagId tag = writer->tag(
            {0, "tag " + std::to_string(t), RecordKind::Scalar, NumberType::Float64, "", ""});
        std::vector<std::int64_t> steps(kPoints);
        std::vector<std::uint64_t> bits(kPoints);
        for (std::size_t i = 0; i < kPoints; ++i) {
            steps[i] = static_cast<std::int64_t>(i);
            bits[i] = toBits(static_cast<double>(i));
        }
        writer->scalars(tag, {writer->currentSession(), steps, steps, bits});
    }
    ASSERT_TRUE(writer->close(EndReason::Clean, ""));
    const auto source = openRun(folder.path());
    RunBuilder builder({folder.path(), "run", "runlens"});
    Diagnostics diagnostics;
    std::stop_source stopped;
    stopped.request_stop();
    ReadOptions options;
    options.stop = stopped.get_token();
    const auto refused = source->readInto(builder, diagnostics, options);
    ASSERT_TRUE(refused);
    EXPECT_TRUE(refused->more);
    options = {};
    options.slice = std::chrono::milliseconds(1);
    int calls = 0;
    for (bool more = true; more; ++calls) {
        const auto progress = source->readInto(builder, diagnostics, options);
        ASSERT_TRUE(progress);
        EXPECT_LE(progress->bytesRead, progress->bytesTotal);
        more = progress->more;
        ASSERT_LT(calls, 100'000);
    }
    EXPECT_GT(calls, 1);
    const auto run = builder.snapshot();
    for (int t = 0; t < 4; ++t) {
        const ScalarSeries* series =
            run->scalars(run->findTag("tag " + std::to_string(t), RecordKind::Scalar));
        ASSERT_NE(series, nullptr);
        ASSERT_EQ(series->size(), kPoints);
        for (std::size_t i = 0; i < kPoints; i += 997) {
            ASSERT_EQ(series->steps[i], static_cast<std::int64_t>(i));
        }
    }
    EXPECT_TRUE(diagnostics.empty()) << reasons(diagnostics);
}

TEST(StoreFollow, SaysSoWhenTheFileIsReplaced)
{
    const TemporaryFolder folder;
    auto writer = openWriter(testOptions(folder.path()));
    writeHardScalars(*writer, writer->currentSession(), 0);
    ASSERT_TRUE(writer->close(EndReason::Clean, ""));
    const auto source = openRun(folder.path());
    RecordLog log(loader(*source));
    Diagnostics diagnostics;
    ASSERT_TRUE(readAll(*source, log, diagnostics));
    const auto before = log.lines;
    std::filesystem::remove(folder / "rank-0.rlens");
    WriterOptions options = testOptions(folder.path());
    ++options.session.pid; // another training
    auto other = openWriter(options);
    writeHardScalars(*other, other->currentSession(), 0);
    ASSERT_TRUE(other->close(EndReason::Clean, ""));
    ASSERT_TRUE(readAll(*source, log, diagnostics));
    ASSERT_TRUE(readAll(*source, log, diagnostics));
    EXPECT_EQ(log.lines, before);
    EXPECT_EQ(diagnostics.total(), 1U);
    EXPECT_NE(reasons(diagnostics).find("replaced"), std::string::npos);
}

/// Puts new files in the place of the old ones, one by one, as a tool that mirrors a folder does.
void mirrorFile(const std::string& from, const std::string& to)
{
    if (!std::filesystem::exists(from)) {
        std::filesystem::remove(to);
        return;
    }
    std::filesystem::copy_file(
        from, to + ".new", std::filesystem::copy_options::overwrite_existing);
    std::filesystem::rename(to + ".new", to);
}

void mirrorRun(const TemporaryFolder& from, const TemporaryFolder& to)
{
    for (const char* name : {"rank-0.rlens", "rank-0.rlens-wal"}) {
        mirrorFile(from / name, to / name);
    }
}

void writeRound(RecordSink& sink, SessionId session, int round)
{
    const TagId loss = sink.tag({0, "loss", RecordKind::Scalar, NumberType::Float64, "", ""});
    const TagId note = sink.tag({0, "note", RecordKind::Text, NumberType::Float64, "", ""});
    for (int i = 0; i < 50; ++i) {
        sink.scalar(loss, session, round * 50 + i, kStartNs + round, toBits(0.25 * i));
    }
    const std::string text = "note " + std::to_string(round);
    sink.sample(note, {session, round, kStartNs, "", {asBytes(text), {}}});
}

std::size_t notesIn(const RecordLog& log)
{
    std::size_t count = 0;
    for (const auto& [kind, lines] : log.lines) {
        count += kind.starts_with("sample") ? lines.size() : 0;
    }
    return count;
}

TEST(StoreFollow, AMirrorWhoseFilesAreReplacedGoesOnWithoutDuplicates)
{
    const TemporaryFolder folder;
    const TemporaryFolder mirror;
    auto writer = openWriter(testOptions(folder.path())); // on host "node", which is not this one
    std::unique_ptr<RunSource> source;
    std::unique_ptr<RecordLog> log;
    RecordLog expected;
    Diagnostics diagnostics;
    const SessionId session = expected.session(testSession());
    for (int round = 0; round < 6; ++round) {
        writeRound(*writer, writer->currentSession(), round);
        writeRound(expected, session, round);
        ASSERT_TRUE(writer->commit());
        mirrorRun(folder, mirror);
        if (!source) {
            source = openRun(mirror.path());
            log = std::make_unique<RecordLog>(loader(*source));
        }
        // A copy is made again only after a while, so that copying takes a tenth of the time.
        const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        do {
            ASSERT_TRUE(readAll(*source, *log, diagnostics));
        } while (notesIn(*log) < static_cast<std::size_t>(round) + 1
                 && std::chrono::steady_clock::now() < limit);
    }
    ASSERT_TRUE(writer->close(EndReason::Clean, ""));
    mirrorRun(folder, mirror);
    EXPECT_FALSE(std::filesystem::exists(mirror / "rank-0.rlens-wal"));
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    bool hasChanged = false;
    while (!hasChanged && std::chrono::steady_clock::now() < limit) {
        const auto progress = readAll(*source, *log, diagnostics);
        ASSERT_TRUE(progress);
        hasChanged = progress->changed; // the end of the session
    }
    expectSameLines(expected, *log);
    EXPECT_EQ(reasons(diagnostics),
              mirror / "rank-0.rlens"
                  + ": another machine records into it: a copy in a temporary folder is shown and "
                    "made again when the file grows\n");
}

/// The row of the session, which every transaction reads again, and two more: nearly every place
/// where the time can be over is met.
store::ReadBudget::Limits shortTransactions()
{
    return {std::chrono::milliseconds(0), 3};
}

/// Nothing but points: records of another kind would make the reader look at the log once more.
void writePoints(RecordSink& sink, SessionId session, int round)
{
    const TagId loss = sink.tag({0, "loss", RecordKind::Scalar, NumberType::Float64, "", ""});
    for (int i = 0; i < 50; ++i) {
        sink.scalar(loss, session, round * 50 + i, kStartNs + round, toBits(0.25 * i));
    }
}

TEST(StoreFollow, TransactionsThatEndAnywhereLoseNothing)
{
    const TemporaryFolder folder;
    auto writer = openWriter(testOptions(folder.path()));
    RecordLog expected;
    const SessionId session = expected.session(testSession());
    for (int round = 0; round < 4; ++round) { // four rows of the log for each tag
        writePoints(*writer, writer->currentSession(), round);
        writePoints(expected, session, round);
        ASSERT_TRUE(writer->commit());
    }
    ASSERT_TRUE(writer->close(EndReason::Clean, ""));
    store::FileReader reader(
        std::make_shared<store::SharedLocation>(folder / "rank-0.rlens"), 0, 0);
    const auto source = openRun(folder.path());
    RecordLog log(loader(*source));
    Diagnostics diagnostics;
    store::ReadBudget budget({}, shortTransactions());
    const auto progress = reader.read(log, diagnostics, budget);
    ASSERT_TRUE(progress);
    EXPECT_TRUE(progress->isComplete);
    expectSameLines(expected, log);
    EXPECT_TRUE(diagnostics.empty()) << reasons(diagnostics);
}

TEST(StoreFollow, WhatIsWrittenBetweenTwoTransactionsIsNotForgotten)
{
    const TemporaryFolder folder;
    auto writer = openWriter(testOptions(folder.path()));
    RecordLog expected;
    const SessionId session = expected.session(testSession());
    store::FileReader reader(
        std::make_shared<store::SharedLocation>(folder / "rank-0.rlens"), 0, 0);
    const auto source = openRun(folder.path());
    RecordLog log(loader(*source));
    Diagnostics diagnostics;
    for (int round = 0; round < 6; ++round) {
        writePoints(*writer, writer->currentSession(), round);
        writePoints(expected, session, round);
        ASSERT_TRUE(writer->commit());
        // A stopped call reads one row of the points and leaves its plan unfinished.
        std::stop_source stop;
        stop.request_stop();
        store::ReadBudget stopped({stop.get_token(), {}}, shortTransactions());
        for (int piece = 0; piece < 5; ++piece) {
            ASSERT_TRUE(reader.read(log, diagnostics, stopped));
        }
        writePoints(*writer, writer->currentSession(), 100 + round);
        writePoints(expected, session, 100 + round);
        ASSERT_TRUE(writer->commit());
        store::ReadBudget budget({}, shortTransactions());
        const auto progress = reader.read(log, diagnostics, budget);
        ASSERT_TRUE(progress);
        ASSERT_TRUE(progress->isComplete);
        expectSameLines(expected, log);
    }
    EXPECT_TRUE(diagnostics.empty()) << reasons(diagnostics);
}

TEST(StoreFollow, CopiesThatAMirrorHasNotPutInPlaceAreNoRunsOfTheirOwn)
{
    const TemporaryFolder folder;
    auto writer = openWriter(testOptions(folder / "run"));
    ASSERT_TRUE(writer->close(EndReason::Clean, ""));
    std::filesystem::create_directory(folder / "run/.~tmp~");
    std::filesystem::copy_file(folder / "run/rank-0.rlens", folder / "run/.~tmp~/rank-0.rlens");
    const auto found = scanForRuns(folder.path());
    ASSERT_TRUE(found);
    ASSERT_EQ(found->runs.size(), 1U);
    EXPECT_EQ(found->runs[0].path, folder / "run");
}

TEST(StoreFollow, AMirrorCaughtBetweenItsTwoFilesIsNotReadYet)
{
    const TemporaryFolder folder;
    const TemporaryFolder mirror;
    auto writer = openWriter(testOptions(folder.path()));
    RecordLog expected;
    const SessionId session = expected.session(testSession());
    const auto record = [&](int round) {
        writeRound(*writer, writer->currentSession(), round);
        writeRound(expected, session, round);
        EXPECT_TRUE(writer->commit());
    };
    record(0);
    mirrorRun(folder, mirror);
    const auto source = openRun(mirror.path());
    RecordLog log(loader(*source));
    Diagnostics diagnostics;
    ASSERT_TRUE(readAll(*source, log, diagnostics));
    const auto before = log.lines;
    for (int round = 1; round < 60; ++round) {
        record(round);
    }
    // The log has come, the file it belongs to has not: pages of two moments.
    ASSERT_TRUE(writer->close(EndReason::Clean, ""));
    mirrorFile(folder / "rank-0.rlens", mirror / "half");
    std::filesystem::resize_file(mirror / "half", std::filesystem::file_size(mirror / "half") / 2);
    std::filesystem::rename(mirror / "half", mirror / "rank-0.rlens");
    ASSERT_TRUE(readAll(*source, log, diagnostics));
    EXPECT_EQ(log.lines, before) << "what was read stays, nothing torn is added";
    EXPECT_EQ(diagnostics.damaged(), 0U) << reasons(diagnostics);
    mirrorRun(folder, mirror);
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    do {
        ASSERT_TRUE(readAll(*source, log, diagnostics));
    } while (notesIn(log) < 60 && std::chrono::steady_clock::now() < limit);
    expectSameLines(expected, log);
    EXPECT_EQ(diagnostics.damaged(), 0U) << reasons(diagnostics);
}

} // namespace
} // namespace runlens
