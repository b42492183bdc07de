// SPDX-License-Identifier: Apache-2.0
#include "summary_format/run_builder.h"
#include "tests/support/store_helpers.h"

#include <sqlite3.h>

namespace runlens {
namespace {

using namespace test;

/// What the sample run is, without any file.
std::unique_ptr<RecordLog> expectedLog(int rank = 0)
{
    auto log = std::make_unique<RecordLog>();
    SessionRecord session = testSession();
    session.rank = rank;
    writeEverything(*log, log->session(session), rank);
    return log;
}

void expectClosed(SummaryWriter& writer,
                  EndReason reason = EndReason::Clean,
                  const std::string& text = {})
{
    const Status closed = writer.close(reason, text);
    EXPECT_TRUE(closed) << closed.error().message();
    EXPECT_EQ(writer.takeLost().total(), 0U);
}

TEST(Store, KeepsEveryFieldOfEveryRecord)
{
    const TemporaryFolder folder;
    auto writer = openWriter(testOptions(folder.path()));
    writeEverything(*writer, writer->currentSession());
    expectClosed(*writer, EndReason::Clean, "done");

    const auto actual = readWhole(folder.path());
    expectSameLines(*expectedLog(), *actual);
    const std::string drop =
        "rank 0 rank 0 start 1700000000123456789 host node pid 4711 span queue full";
    EXPECT_EQ(actual->dropCount(drop), 15U);
    ASSERT_EQ(actual->sessionCount(), 1U);
    EXPECT_EQ(actual->sessionState(0).ended, EndReason::Clean);
    EXPECT_EQ(actual->sessionState(0).reasonText, "done");
    EXPECT_GE(actual->sessionState(0).endNs, actual->sessionState(0).startNs);
}

/// A sink that commits after every call: every piece of every table comes in its own
// transaction.
class CommitEach final : public RecordSink {
public:
    explicit CommitEach(SummaryWriter& writer) : m_writer(writer) {}

    NameId name(std::string_view text) override { return done(m_writer.name(text)); }

    SessionId session(const SessionRecord& r) override { return done(m_writer.session(r)); }

    TagId tag(const TagRecord& r) override { return done(m_writer.tag(r)); }

    TrackId track(const TrackRecord& r) override { return done(m_writer.track(r)); }

    void scalars(TagId tag, const ScalarBatch& b) override { m_writer.scalars(tag, b), done(0); }

    void tensorStats(TagId tag, const TensorStatsRecord& r) override
    {
        m_writer.tensorStats(tag, r), done(0);
    }

    void sample(TagId tag, const SampleRecord& r) override { m_writer.sample(tag, r), done(0); }

    GraphId graph(const GraphRecord& r) override { return done(m_writer.graph(r)); }

    PassId irDump(const IrDumpRecord& r) override { return done(m_writer.irDump(r)); }

    void sourceFile(const SourceFileRecord& r) override { m_writer.sourceFile(r), done(0); }

    void property(const PropertyRecord& r) override { m_writer.property(r), done(0); }

    std::int64_t spans(TrackId track, const SpanBatch& b) override
    {
        return done(m_writer.spans(track, b));
    }

    void flow(const FlowRecord& r) override { m_writer.flow(r), done(0); }

    void counters(TrackId track, const CounterBatch& b) override
    {
        m_writer.counters(track, b), done(0);
    }

    void communication(const CommunicationRecord& r) override
    {
        m_writer.communication(r), done(0);
    }

    void memory(const MemoryRecord& r) override { m_writer.memory(r), done(0); }

    void queueSample(const QueueRecord& r) override { m_writer.queueSample(r), done(0); }

    void finding(const FindingRecord& r) override { m_writer.finding(r), done(0); }

    void dropped(const DropRecord& r) override { m_writer.dropped(r), done(0); }

private:
    template <typename T>
    T done(T value)
    {
        const Status status = m_writer.commit();
        EXPECT_TRUE(status) << status.error().message();
        return value;
    }

    SummaryWriter& m_writer;
};

TEST(Store, KeepsEverythingWhenEveryRecordIsCommittedAlone)
{
    const TemporaryFolder folder;
    auto writer = openWriter(testOptions(folder.path()));

    CommitEach sink(*writer);
    writeEverything(sink, writer->currentSession());
    expectClosed(*writer);
    expectSameLines(*expectedLog(), *readWhole(folder.path()));
}

TEST(Store, CopiesARunFromAnotherFileWithItsPayloadsAndItsEnd)
{
    const TemporaryFolder folder;
    auto writer = openWriter(testOptions(folder / "a"));
    writeEverything(*writer, writer->currentSession());
    expectClosed(*writer, EndReason::Failed, "out of memory");

    const auto source = openRun(folder / "a");
    WriterOptions options = testOptions(folder / "b");
    options.loadPayload = [&](const PayloadRef& ref) { return source->load(ref, {}); };
    auto copy = openWriter(options);
    Diagnostics diagnostics;
    ASSERT_TRUE(readAll(*source, *copy, diagnostics));
    EXPECT_TRUE(diagnostics.empty()) << reasons(diagnostics);
    expectClosed(*copy, EndReason::Failed);

    const auto actual = readWhole(folder / "b");
    expectSameLines(*expectedLog(), *actual);
    EXPECT_EQ(actual->sessionCount(), 1U);
    EXPECT_EQ(actual->sessionState(0).ended, EndReason::Failed);
    EXPECT_EQ(actual->sessionState(0).reasonText, "out of memory");
}

TEST(Store, MergesPiecesOfSpansIntoChunksAndKeepsTheirOrder)
{
    const TemporaryFolder folder;
    auto writer = openWriter(testOptions(folder.path()));
    RecordLog expected;
    const SessionId session = expected.session(testSession());
    const TrackRecord record{0, "main", TrackKind::Thread, kNone<TrackId>, 1, 1, ""};
    const TrackId expectedTrack = expected.track(record);
    const TrackId track = writer->track(record);
    std::int64_t next = 0;
    for (const std::size_t count : {1, 3, 4000, 91, 1, 1, 5000, 10, 8192, 2, 4095, 1}) {
        EXPECT_EQ(writeSpans(*writer, writer->currentSession(), track, kNone<PassId>, next, count),
                  next);
        writeSpans(expected, session, expectedTrack, kNone<PassId>, next, count);
        next += static_cast<std::int64_t>(count);
        ASSERT_TRUE(writer->commit());
    }
    const std::string path = writer->path();
    expectClosed(*writer);
    expectSameLines(expected, *readWhole(folder.path()));

    sqlite3* raw = nullptr;
    ASSERT_EQ(sqlite3_open_v2(path.c_str(), &raw, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK);
    sqlite3_stmt* statement = nullptr;
    ASSERT_EQ(sqlite3_prepare_v2(raw,
                                 "SELECT count(*), sum(count), max(count) FROM span_chunk",
                                 -1,
                                 &statement,
                                 nullptr),
              SQLITE_OK);
    ASSERT_EQ(sqlite3_step(statement), SQLITE_ROW);
    EXPECT_EQ(sqlite3_column_int64(statement, 0), (next + 4095) / 4096);
    EXPECT_EQ(sqlite3_column_int64(statement, 1), next);
    EXPECT_EQ(sqlite3_column_int64(statement, 2), 4096);
    sqlite3_finalize(statement);
    sqlite3_close(raw);
}

TEST(Store, BuildsARunThatShowsWhatWasWritten)
{
    const TemporaryFolder folder;
    auto writer = openWriter(testOptions(folder.path()));
    writeEverything(*writer, writer->currentSession());
    expectClosed(*writer);

    const auto source = openRun(folder.path());
    RunBuilder builder({folder.path(), "run", "runlens"});
    Diagnostics diagnostics;
    const auto progress = readAll(*source, builder, diagnostics);
    ASSERT_TRUE(progress);
    EXPECT_EQ(progress->bytesRead, progress->bytesTotal);
    const auto run = builder.snapshot();
    EXPECT_EQ(run->ended(), EndReason::Clean);
    const ScalarSeries* series = run->scalars(run->findTag("float32", RecordKind::Scalar));
    ASSERT_NE(series, nullptr);
    EXPECT_EQ(series->size(), 8U);
    EXPECT_EQ(series->bits(0), toBits(0.1F));
    EXPECT_EQ(run->irPasses().size(), 2U);
    const auto text = source->load(run->irPasses()[1]->text, {});
    ASSERT_TRUE(text) << text.error().message();
    EXPECT_EQ(asText(*text), "fused");
    EXPECT_EQ(run->irNode({PassId{0}, 1})->op, run->irPasses()[0]->nodes[1].op);
}

TEST(Store, RefusesPayloadsThatAreTooLargeOrNotThere)
{
    const TemporaryFolder folder;
    auto writer = openWriter(testOptions(folder.path()));
    const TagId tag = writer->tag({0, "text", RecordKind::Text, NumberType::Float64, "", ""});
    const std::string text(1000, 'a');
    writer->sample(tag, {writer->currentSession(), 1, kStartNs, "", {asBytes(text), {}}});
    writer->sourceFile({0, "a.cpp", {asBytes(text), {}}});
    expectClosed(*writer);
    const auto source = openRun(folder.path());
    RecordLog log([&](const PayloadRef& ref) {
        EXPECT_TRUE(source->load(ref, {}, 1000));
        const auto refused = source->load(ref, {}, 999);
        EXPECT_FALSE(refused);
        PayloadRef wrong = ref;
        wrong.offset += 1;
        EXPECT_FALSE(source->load(wrong, {}));
        wrong = ref;
        wrong.part = 99;
        EXPECT_FALSE(source->load(wrong, {}));
        wrong = ref;
        wrong.file = 3;
        EXPECT_FALSE(source->load(wrong, {}));
        std::stop_source stopped;
        stopped.request_stop();
        EXPECT_FALSE(source->load(ref, stopped.get_token()));
        return std::string(refused.error().message());
    });
    Diagnostics diagnostics;
    ASSERT_TRUE(readAll(*source, log, diagnostics));
    EXPECT_EQ(log.count("source_file"), 1U);
    EXPECT_NE(log.lines["source_file"][0].find("larger than 999 bytes"), std::string::npos);
}

} // namespace
} // namespace runlens
