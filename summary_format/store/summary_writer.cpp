// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/summary_writer.h"

#include "summary_format/store/database.h"
#include "summary_format/store/loss_counter.h"
#include "summary_format/store/record_tables.h"
#include "summary_format/store/session_state.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <tuple>

namespace runlens {

namespace store {

namespace {

/// A transaction of this size is committed without being asked: it bounds memory and what a fault
/// can take away.
constexpr std::uint64_t kMaxPendingRecords = 250'000;
constexpr std::uint64_t kMaxPendingBytes = std::uint64_t{64} << 20;
constexpr std::uint64_t kMaxPayloadBytes = 900'000'000; ///< SQLite's own limit is 1e9 for a row
constexpr std::int64_t kHeartbeatNs = 1'000'000'000;
constexpr int kCloseBusyMs = 200;
// What a record takes in the file, roughly: only for the file size limit, which commits correct.
constexpr std::uint64_t kScalarBytes = 32;
constexpr std::uint64_t kSpanBytes = 16;
constexpr std::uint64_t kRowBytes = 64;

constexpr const char* kLimitReason = "file size limit";
constexpr const char* kClosedReason = "the writer is closed";
constexpr const char* kGoneReason =
    "the run file was removed or replaced while it was being written";

} // namespace

class SqliteSummaryWriter final : public SummaryWriter {
public:
    explicit SqliteSummaryWriter(WriterOptions options)
        : m_options(std::move(options)), m_registry(m_options.session)
    {}

    ~SqliteSummaryWriter() override;

    Status start(RankLock lock);

    NameId name(std::string_view text) override { return m_registry.name(text); }

    SessionId session(const SessionRecord& record) override { return m_registry.session(record); }

    TagId tag(const TagRecord& record) override { return m_registry.tag(record); }

    TrackId track(const TrackRecord& record) override { return m_registry.track(record); }

    void scalars(TagId tag, const ScalarBatch& batch) override;
    void tensorStats(TagId tag, const TensorStatsRecord& record) override;
    void sample(TagId tag, const SampleRecord& record) override;
    GraphId graph(const GraphRecord& record) override;
    PassId irDump(const IrDumpRecord& record) override;
    void sourceFile(const SourceFileRecord& record) override;
    void property(const PropertyRecord& record) override;
    std::int64_t spans(TrackId track, const SpanBatch& batch) override;
    void flow(const FlowRecord& record) override;
    void counters(TrackId track, const CounterBatch& batch) override;
    void communication(const CommunicationRecord& record) override;
    void memory(const MemoryRecord& record) override;
    void queueSample(const QueueRecord& record) override;
    void finding(const FindingRecord& record) override;
    void dropped(const DropRecord& record) override;

    [[nodiscard]] const std::string& path() const override { return m_file.path; }

    [[nodiscard]] SessionId currentSession() const override { return Registry::kOwnSession; }

    Status commit() override;
    Status close(EndReason reason, const std::string& reasonText) override;

    LostRecords takeLost() override { return m_losses.take(); }

    [[nodiscard]] std::uint64_t fileBytes() const override { return bytesOnDisk(m_file.path); }

private:
    struct DropSum {
        std::uint64_t count = 0;
        std::int64_t firstNs = kNoTime;
        std::int64_t lastNs = kNoTime;
        bool isDirty = false;
    };

    using DropKey = std::tuple<int, SessionId, std::string, std::string>;

    [[nodiscard]] int prepare();

    [[nodiscard]] bool isUsable() const { return m_isOpen && m_owner == getpid(); }

    /// Counts the records, opens a transaction when there is none and writes; on a failure all
    /// since the last commit are lost.
    template <typename Write>
    void put(LossKind kind, std::uint64_t count, std::uint64_t bytes, Write write);
    /// Loads what is to be written; false after counting the record as lost.
    bool
    load(LossKind kind, const Payload& payload, std::vector<std::byte>& buffer, LoadedPayload& out);
    int begin();
    int flush(bool mergeSpans);
    [[nodiscard]] bool isFileGone();
    Error abandon(int code);
    Status commitAll(bool mergeSpans);
    void leaveWalMode();

    WriterOptions m_options;
    pid_t m_owner = getpid();
    bool m_isOpen = false;
    RankLock m_lock;
    CreatedFile m_file;
    FileIdentity m_logIdentity; ///< of the write-ahead log, once there is one
    Registry m_registry;
    RecordTables m_tables;
    SpanTable m_spanTable;
    LossCounter m_losses;
    std::map<DropKey, DropSum> m_drops;
    bool m_dropsAreDirty = false;
    bool m_hasNoteToWrite = false; ///< why there is no write-ahead log
    std::int32_t m_nextGraph = 0;
    std::int32_t m_nextPass = 0;
    std::uint64_t m_committedBytes = 0;
    std::uint64_t m_pendingBytes = 0;
};

SqliteSummaryWriter::~SqliteSummaryWriter()
{
    if (m_owner != getpid()) {
        m_file.database.connection.abandon(); // a forked child: the connection is its parent's
        return;
    }
    if (m_isOpen) {
        commitAll(false); // without a word about the end: readers tell it as crashed
    }
}

int SqliteSummaryWriter::prepare()
{
    Connection& connection = m_file.database.connection;
    int code = m_registry.prepare(connection);
    code = code == SQLITE_OK ? m_tables.prepare(connection) : code;
    return code == SQLITE_OK ? m_spanTable.prepare(connection) : code;
}

Status SqliteSummaryWriter::start(RankLock lock)
{
    m_lock = std::move(lock);
    auto created = createRunFile(
        {m_options.folder, m_options.rank, m_options.vfs}, [this](Connection& connection) {
            Registry first(
                m_options.session); // the row of the session is there from the first moment
            const int code = first.prepare(connection);
            return code == SQLITE_OK ? first.writeSessions() : code;
        });
    if (!created) {
        m_lock.removeAndRelease();
        return failure(created);
    }
    m_file = std::move(*created);
    if (const int code = prepare(); code != SQLITE_OK) {
        return tl::unexpected<Error>(sqliteError(
            "make the run file", m_file.path, code, m_file.database.connection.errorText()));
    }
    m_lock.setFileName(m_file.path.substr(m_file.path.rfind('/') + 1));
    m_committedBytes = fileBytes();
    m_isOpen = true;
    m_hasNoteToWrite = !m_file.journalNote.empty();
    return {};
}

int SqliteSummaryWriter::begin()
{
    Connection& connection = m_file.database.connection;
    return connection.isInTransaction() ? SQLITE_OK : connection.execute("BEGIN IMMEDIATE");
}

template <typename Write>
void SqliteSummaryWriter::put(LossKind kind, std::uint64_t count, std::uint64_t bytes, Write write)
{
    if (!isUsable()) {
        m_losses.lose(kind, count, kClosedReason);
        return;
    }
    if (m_options.maxFileBytes > 0
        && m_committedBytes + m_pendingBytes + bytes > m_options.maxFileBytes)
    {
        m_losses.lose(kind, count, kLimitReason);
        return;
    }
    m_losses.addPending(kind, count);
    m_pendingBytes += bytes;
    int code = begin();
    if (code == SQLITE_OK) {
        code = write();
    }
    if (code != SQLITE_OK) {
        abandon(code);
    } else if (m_losses.pendingTotal() >= kMaxPendingRecords || m_pendingBytes >= kMaxPendingBytes)
    {
        commitAll(false);
    }
}

bool SqliteSummaryWriter::load(LossKind kind,
                               const Payload& payload,
                               std::vector<std::byte>& buffer,
                               LoadedPayload& out)
{
    out = {payload.bytes, payload.bytes.data() != nullptr};
    if (!out.isPresent && payload.ref.exists()) {
        if (!m_options.loadPayload) {
            m_losses.lose(kind, 1, "the payload lies in another file");
            return false;
        }
        auto loaded = m_options.loadPayload(payload.ref);
        if (!loaded) {
            m_losses.lose(kind, 1, loaded.error().message());
            return false;
        }
        buffer = std::move(*loaded);
        out = {buffer, true};
    }
    if (out.bytes.size() > kMaxPayloadBytes) {
        m_losses.lose(kind, 1, "a payload of more than 900 MB");
        return false;
    }
    return true;
}

void SqliteSummaryWriter::scalars(TagId tag, const ScalarBatch& batch)
{
    RegisteredTag* registered = m_registry.find(tag);
    const std::size_t count = batch.steps.size();
    if (registered == nullptr || registered->kind != RecordKind::Scalar
        || batch.wallNs.size() != count || batch.bits.size() != count)
    {
        m_losses.lose(lossKind(RecordKind::Scalar), count, "not a scalar tag");
        return;
    }
    if (count > 0) {
        put(lossKind(RecordKind::Scalar), count, count * kScalarBytes, [&] {
            return m_tables.scalars(tag, *registered, batch);
        });
    }
}

void SqliteSummaryWriter::tensorStats(TagId tag, const TensorStatsRecord& record)
{
    const RegisteredTag* registered = m_registry.find(tag);
    const bool isRightKind = registered != nullptr
                             && (registered->kind == RecordKind::TensorStats
                                 || registered->kind == RecordKind::Histogram);
    const LossKind kind = lossKind(isRightKind ? registered->kind : RecordKind::TensorStats);
    if (!isRightKind) {
        m_losses.lose(kind, 1, "not a tag of tensor statistics");
        return;
    }
    std::vector<std::byte> buffer;
    LoadedPayload histogram;
    if (load(kind, record.encoded, buffer, histogram)) {
        const std::uint64_t bytes =
            kRowBytes + histogram.bytes.size() + record.edges.size() * 2 * sizeof(double);
        put(kind, 1, bytes, [&] { return m_tables.tensorStats(tag, record, histogram); });
    }
}

void SqliteSummaryWriter::sample(TagId tag, const SampleRecord& record)
{
    const RegisteredTag* registered = m_registry.find(tag);
    const LossKind kind = lossKind(registered != nullptr ? registered->kind : RecordKind::Other);
    if (registered == nullptr || registered->kind <= RecordKind::Histogram) {
        m_losses.lose(kind, 1, "not a tag of samples");
        return;
    }
    std::vector<std::byte> buffer;
    LoadedPayload payload;
    if (load(kind, record.payload, buffer, payload)) {
        put(kind, 1, kRowBytes + record.metadata.size() + payload.bytes.size(), [&] {
            return m_tables.sample(tag, registered->kind, record, payload);
        });
    }
}

GraphId SqliteSummaryWriter::graph(const GraphRecord& record)
{
    const auto id = GraphId{m_nextGraph++}; // never used twice, even when the record is lost
    std::vector<std::byte> buffer;
    LoadedPayload payload;
    if (load(LossKind::Graph, record.payload, buffer, payload)) {
        put(LossKind::Graph, 1, kRowBytes + payload.bytes.size(), [&] {
            return m_tables.graph(id, record, payload);
        });
    }
    return id;
}

PassId SqliteSummaryWriter::irDump(const IrDumpRecord& record)
{
    const auto id = PassId{m_nextPass++};
    std::vector<std::byte> buffer;
    LoadedPayload text;
    if (load(LossKind::IrDump, record.text, buffer, text)) {
        const std::uint64_t bytes =
            kRowBytes * (1 + record.nodes.size() + record.origins.size()) + text.bytes.size() / 4;
        put(LossKind::IrDump, 1, bytes, [&] {
            return m_tables.irDump(
                id, record, text, [this](std::string_view name) { return m_registry.name(name); });
        });
    }
    return id;
}

void SqliteSummaryWriter::sourceFile(const SourceFileRecord& record)
{
    std::vector<std::byte> buffer;
    LoadedPayload text;
    if (load(LossKind::SourceFile, record.text, buffer, text)) {
        put(LossKind::SourceFile, 1, kRowBytes + text.bytes.size() / 3, [&] {
            return m_tables.sourceFile(record, text);
        });
    }
}

void SqliteSummaryWriter::property(const PropertyRecord& record)
{
    put(LossKind::Property, 1, kRowBytes + record.value.size(), [&] {
        return m_tables.property(record);
    });
}

std::int64_t SqliteSummaryWriter::spans(TrackId track, const SpanBatch& batch)
{
    RegisteredTrack* registered = m_registry.find(track);
    const std::size_t count = batch.startNs.size();
    const std::array sizes{batch.durationNs.size(),
                           batch.names.size(),
                           batch.categories.size(),
                           batch.depths.size(),
                           batch.nodes.size(),
                           batch.steps.size()};
    if (registered == nullptr || std::any_of(sizes.begin(), sizes.end(), [count](std::size_t size) {
            return size != count;
        }))
    {
        m_losses.lose(LossKind::Span, count, "not a track");
        return 0;
    }
    std::int64_t first = registered->spans.nextIndex();
    if (count > 0) {
        put(LossKind::Span, count, count * kSpanBytes, [&] {
            registered->spans.add(batch);
            return SQLITE_OK;
        });
    }
    return first;
}

void SqliteSummaryWriter::flow(const FlowRecord& record)
{
    put(LossKind::Flow, 1, kRowBytes, [&] { return m_tables.flow(record); });
}

void SqliteSummaryWriter::counters(TrackId track, const CounterBatch& batch)
{
    RegisteredTrack* registered = m_registry.find(track);
    const std::size_t count = batch.ns.size();
    if (registered == nullptr || batch.values.size() != count) {
        m_losses.lose(LossKind::Counter, count, "not a track");
        return;
    }
    if (count > 0) {
        put(LossKind::Counter, count, count * kScalarBytes, [&] {
            return m_tables.counters(track, *registered, batch);
        });
    }
}

void SqliteSummaryWriter::communication(const CommunicationRecord& record)
{
    put(LossKind::Communication, 1, kRowBytes, [&] { return m_tables.communication(record); });
}

void SqliteSummaryWriter::memory(const MemoryRecord& record)
{
    put(LossKind::Memory, 1, kRowBytes, [&] { return m_tables.memory(record); });
}

void SqliteSummaryWriter::queueSample(const QueueRecord& record)
{
    put(LossKind::QueueSample, 1, kRowBytes, [&] { return m_tables.queueSample(record); });
}

void SqliteSummaryWriter::finding(const FindingRecord& record)
{
    const std::uint64_t bytes =
        kRowBytes + record.title.size() + record.detail.size() + record.metadata.size();
    put(LossKind::Finding, 1, bytes, [&] { return m_tables.finding(record); });
}

void SqliteSummaryWriter::dropped(const DropRecord& record)
{
    DropSum& sum = m_drops[DropKey{
        record.rank, record.session, std::string(record.kind), std::string(record.reason)}];
    sum.count += record.count;
    if (record.firstNs != kNoTime && (sum.firstNs == kNoTime || record.firstNs < sum.firstNs)) {
        sum.firstNs = record.firstNs;
    }
    sum.lastNs = std::max(sum.lastNs, record.lastNs);
    sum.isDirty = true;
    m_dropsAreDirty = true;
}

int SqliteSummaryWriter::flush(bool mergeSpans)
{
    // Tables that name things come last: writing IR nodes or spans may have registered names.
    for (std::size_t i = 0; i < m_registry.tracks().size(); ++i) {
        SpanPacker& packer = m_registry.tracks()[i].spans;
        if (packer.isDirty() || mergeSpans) {
            const int code =
                packer.write(m_spanTable, TrackId{static_cast<std::int32_t>(i)}, mergeSpans);
            if (code != SQLITE_OK) {
                return code;
            }
        }
    }
    for (auto& [key, sum] : m_drops) {
        if (sum.isDirty) {
            const auto& [rank, session, kind, reason] = key;
            const int code =
                m_tables.dropped({rank, session, kind, reason, sum.count, sum.firstNs, sum.lastNs});
            if (code != SQLITE_OK) {
                return code;
            }
        }
    }
    int code = m_tables.writeBatches();
    if (code == SQLITE_OK && m_hasNoteToWrite) { // ours, not a call: neither recorded nor lost
        const std::string note = "\"rollback journal: " + m_file.journalNote + '"';
        code = m_tables.property(
            {m_options.rank, Registry::kOwnSession, "recording", "journal", note});
    }
    return code == SQLITE_OK ? m_registry.write() : code;
}

/// SQLite goes on writing into a file whose name is gone, without an error.
bool SqliteSummaryWriter::isFileGone()
{
    if (identityOf(m_file.path) != m_file.identity) {
        return true;
    }
    return m_logIdentity.exists() && identityOf(m_file.path + "-wal") != m_logIdentity;
}

Error SqliteSummaryWriter::abandon(int code)
{
    Connection& connection = m_file.database.connection;
    Error error =
        code == SQLITE_OK
            ? Error{"write the run file",
                    m_file.path,
                    kGoneReason,
                    "Leave the folder of a run in place while it is being recorded"}
            : sqliteError("write the run file", m_file.path, code, connection.errorText());
    if (connection.isInTransaction()) { // after some failures SQLite has rolled back already
        connection.execute("ROLLBACK");
    }
    m_losses.rolledBack(error.why);
    m_registry.rolledBack();
    for (RegisteredTrack& track : m_registry.tracks()) {
        track.spans.rolledBack();
    }
    m_tables.forgetBatches(m_registry);
    m_pendingBytes = 0;
    return error;
}

Status SqliteSummaryWriter::commitAll(bool mergeSpans)
{
    Connection& connection = m_file.database.connection;
    m_registry.beat(nowNs());
    int code = begin();
    if (code == SQLITE_OK) {
        code = flush(mergeSpans);
    }
    if (code == SQLITE_OK && isFileGone()) {
        return tl::unexpected<Error>(abandon(SQLITE_OK));
    }
    if (code == SQLITE_OK) {
        code = connection.execute("COMMIT");
    }
    if (code != SQLITE_OK) {
        return tl::unexpected<Error>(abandon(code));
    }
    m_losses.committed();
    m_registry.committed();
    for (RegisteredTrack& track : m_registry.tracks()) {
        track.spans.committed();
    }
    m_tables.forgetBatches(m_registry);
    for (auto& [key, sum] : m_drops) {
        sum.isDirty = false;
    }
    m_dropsAreDirty = false;
    m_hasNoteToWrite = false;
    m_pendingBytes = 0;
    m_committedBytes = fileBytes();
    if (m_file.usesWal && !m_logIdentity.exists()) {
        m_logIdentity = identityOf(m_file.path + "-wal");
    }
    return {};
}

Status SqliteSummaryWriter::commit()
{
    if (!isUsable()) {
        return failure("write the run file", m_file.path, kClosedReason);
    }
    const bool hasNews = m_losses.pendingTotal() > 0 || m_dropsAreDirty || m_registry.isDirty();
    if (!hasNews && nowNs() - m_registry.ownHeartbeatNs() < kHeartbeatNs) {
        return {};
    }
    return commitAll(false);
}

void SqliteSummaryWriter::leaveWalMode()
{
    Connection& connection = m_file.database.connection;
    sqlite3_busy_timeout(connection.handle(), kCloseBusyMs);
    if (m_file.usesWal) {
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    }
    // Best effort: an open reader prevents it, and then the log stays beside the file.
    connection.execute("PRAGMA journal_mode=DELETE");
}

Status SqliteSummaryWriter::close(EndReason reason, const std::string& reasonText)
{
    if (!isUsable()) {
        return failure("close the run file", m_file.path, kClosedReason);
    }
    Status status = commitAll(false);
    m_registry.endOwnSession(reason, reasonText, nowNs());
    const Status ended = commitAll(true);
    status = status ? ended : status;
    m_isOpen = false;
    m_registry.finalize();
    m_tables = RecordTables();
    m_spanTable = SpanTable();
    if (!isFileGone()) {
        leaveWalMode();
    }
    m_file.database.connection.close();
    m_file.database.entry = OpenFile();
    m_lock.removeAndRelease();
    return status;
}

} // namespace store

Result<std::unique_ptr<SummaryWriter>> SummaryWriter::open(const WriterOptions& options)
{
    using namespace store;
    WriterOptions complete = options;
    std::error_code error;
    std::filesystem::create_directories(complete.folder, error);
    if (error) {
        return failure("make the folder",
                       complete.folder,
                       error.message(),
                       "Choose a folder that can be written");
    }
    SessionRecord& session = complete.session;
    session.rank = complete.rank;
    session.host = session.host.empty() ? hostName() : session.host;
    session.pid = session.pid == 0 ? getpid() : session.pid;
    session.startNs = session.startNs == kNoTime ? nowNs() : session.startNs;
    session.heartbeatNs = session.heartbeatNs == kNoTime ? session.startNs : session.heartbeatNs;
    auto lock = RankLock::acquire(complete.folder, complete.rank);
    if (!lock) {
        return failure(lock);
    }
    auto writer = std::make_unique<SqliteSummaryWriter>(std::move(complete));
    if (const Status status = writer->start(std::move(*lock)); !status) {
        return failure(status);
    }
    return writer;
}

} // namespace runlens
