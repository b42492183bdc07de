// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/summary_writer.h"

#include "summary_format/store/session_state.h"
#include "summary_format/store/sqlite_writer.h"

#include <cerrno>
#include <filesystem>

namespace runlens {

namespace store {

namespace {

constexpr std::int64_t kHeartbeatNs = 1'000'000'000;
constexpr int kCloseBusyMs = 200;
constexpr const char* kGoneReason =
    "the run file was removed or replaced while it was being written";

} // namespace

SqliteSummaryWriter::~SqliteSummaryWriter()
{
    if (m_owner != getpid()) {
        m_file.database.connection.abandon(); // a forked child: the connection is its parent's
        return;
    }
    if (m_isOpen) {
        commitAll(false); // without a word about the end: readers tell it as crashed
        letGoOfStatements();
        if (!isFileGone()) {
            leaveWalMode(); // or the file would seem to miss the log that closing it removes
        }
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
    auto created =
        createRunFile({m_options.folder, m_options.rank, m_options.vfs, m_options.fileName},
                      [this](Connection& connection) {
                          // The row of the session is there from the first moment.
                          Registry first(m_options.session, m_options.isCopy);
                          const int code = first.prepare(connection);
                          return code == SQLITE_OK ? first.writeSessions() : code;
                      });
    if (!created) {
        m_lock.removeAndRelease();
        return failure(created);
    }
    m_file = std::move(*created);
    if (const int code = prepare(); code != SQLITE_OK) {
        const Connection& connection = m_file.database.connection;
        Error error = sqliteError("make the run file",
                                  m_file.path,
                                  code,
                                  connection.errorText(),
                                  connection.systemError());
        letGo();
        unlink(m_file.path.c_str());
        return tl::unexpected<Error>(std::move(error));
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
    Error error = code == SQLITE_OK
                      ? Error{"write the run file",
                              m_file.path,
                              kGoneReason,
                              "Leave the folder of a run in place while it is being recorded"}
                      : sqliteError("write the run file",
                                    m_file.path,
                                    code,
                                    connection.errorText(),
                                    connection.systemError());
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
    if (!m_options.isCopy) {
        m_registry.beat(nowNs());
    }
    errno = 0;
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
    const bool isFresh = m_options.isCopy || nowNs() - m_registry.ownHeartbeatNs() < kHeartbeatNs;
    if (!hasNews && isFresh) {
        return {};
    }
    return commitAll(false);
}

void SqliteSummaryWriter::letGoOfStatements()
{
    m_registry.finalize();
    m_tables = RecordTables();
    m_spanTable = SpanTable();
}

/// Leaves the file to readers: no statement, connection or lock remains.
void SqliteSummaryWriter::letGo(const std::string& endMark)
{
    letGoOfStatements();
    if (!isFileGone()) {
        leaveWalMode();
    }
    m_file.database.connection.close();
    m_file.database.entry = OpenFile();
    if (endMark.empty() || isFileGone()) {
        m_lock.removeAndRelease();
    } else {
        m_lock.leaveEndMark(m_file.path, endMark);
    }
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
    const std::int64_t endNs = nowNs();
    m_registry.endOwnSession(reason, reasonText, endNs);
    Status ended = commitAll(true);
    if (!ended) {
        ended = commitAll(false); // the end alone needs less room than merged spans
    }
    std::string mark;
    if (!ended && !m_options.isCopy) {
        mark = encodeEndMark({m_options.session.startNs,
                              endNs,
                              reason,
                              reasonText + (reasonText.empty() ? "" : "; ")
                                  + "the end, and perhaps the last records, could not be written: "
                                  + ended.error().why});
    }
    status = status ? ended : status;
    m_isOpen = false;
    letGo(mark);
    return status;
}

} // namespace store

Result<std::unique_ptr<SummaryWriter>> SummaryWriter::open(const WriterOptions& options)
{
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
    if (!complete.isCopy) {
        session.host = session.host.empty() ? store::hostName() : session.host;
        session.pid = session.pid == 0 ? getpid() : session.pid;
        session.startNs = session.startNs == kNoTime ? store::nowNs() : session.startNs;
        session.heartbeatNs =
            session.heartbeatNs == kNoTime ? session.startNs : session.heartbeatNs;
    }
    auto lock = store::RankLock::acquire(complete.folder, complete.rank);
    if (!lock) {
        return failure(lock);
    }
    auto writer = std::make_unique<store::SqliteSummaryWriter>(std::move(complete));
    if (const Status status = writer->start(std::move(*lock)); !status) {
        return failure(status);
    }
    return writer;
}

} // namespace runlens
