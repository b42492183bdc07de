// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/file_reader.h"

#include "summary_format/store/log_check.h"
#include "summary_format/store/schema.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>

namespace runlens::store {

namespace {

constexpr int kMaxBusyInARow = 20; ///< then the caller need not ask again at once
constexpr int kStepsBetweenStops = 50'000;

std::string folderOf(const std::string& path)
{
    const auto slash = path.rfind('/');
    return slash == std::string::npos ? "." : path.substr(0, std::max<std::size_t>(slash, 1));
}

std::string nameOf(const std::string& path)
{
    return path.substr(path.rfind('/') + 1);
}

/// Bytes 18 and 19 of an SQLite file are 2 while its newest records lie in a write-ahead log.
/// Read through SQLite's own descriptor: closing another one would drop its locks.
bool saysItHasALog(sqlite3* handle)
{
    sqlite3_file* file = nullptr;
    std::array<unsigned char, 2> versions{};
    constexpr sqlite3_int64 kVersionsOffset = 18;
    return sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK
           && file != nullptr && file->pMethods != nullptr
           && file->pMethods->xRead(
                  file, versions.data(), static_cast<int>(versions.size()), kVersionsOffset)
                  == SQLITE_OK
           && versions[0] == 2 && versions[1] == 2;
}

bool isMissing(const std::string& path)
{
    std::error_code error;
    return !std::filesystem::exists(path, error) && !error;
}

std::optional<Recording> recordingOf(Connection& connection)
{
    Statement statement;
    if (connection.prepare("SELECT start_ns, pid, host FROM session ORDER BY id LIMIT 1", statement)
            != SQLITE_OK
        || statement.step() != SQLITE_ROW)
    {
        return std::nullopt;
    }
    return Recording{statement.integer(0), statement.integer(1), std::string(statement.text(2))};
}

int onProgress(void* budget)
{
    return static_cast<ReadBudget*>(budget)->isStopRequested() ? 1 : 0;
}

/// Lets a stop request end a long query; taken off again before the budget goes.
class StopGuard {
public:
    StopGuard(sqlite3* handle, ReadBudget& budget) : m_handle(handle)
    {
        sqlite3_progress_handler(m_handle, kStepsBetweenStops, onProgress, &budget);
    }

    StopGuard(const StopGuard&) = delete;
    StopGuard& operator=(const StopGuard&) = delete;

    ~StopGuard() { sqlite3_progress_handler(m_handle, 0, nullptr, nullptr); }

private:
    sqlite3* m_handle;
};

} // namespace

Result<ReadLocation> SharedLocation::get(Diagnostics& diagnostics)
{
    const std::lock_guard guard(m_mutex);
    if (!m_location) {
        auto found = locateForReading(m_path, diagnostics);
        if (!found) {
            return found;
        }
        m_location = std::move(*found);
    }
    return *m_location;
}

void SharedLocation::set(ReadLocation location)
{
    const std::lock_guard guard(m_mutex);
    m_location = std::move(location);
}

FileReader::FileReader(std::shared_ptr<SharedLocation> location, std::int32_t file, int rank)
    : m_location(std::move(location))
    , m_file(file)
    , m_registry(folderOf(m_location->path()), nameOf(m_location->path()), rank)
{}

void FileReader::closeConnection()
{
    m_dataVersion = Statement();
    m_registry.closeStatements();
    m_scalars.closeStatements();
    m_counters.closeStatements();
    m_spans.closeStatement();
    m_rows.closeStatements();
    m_database.connection.close();
    m_database.entry = OpenFile();
}

Status FileReader::checkVersion(Diagnostics& diagnostics)
{
    const std::string& path = m_location->path();
    Connection& connection = m_database.connection;
    const std::int64_t application = connection.queryInteger("PRAGMA application_id").value_or(0);
    if (application != kApplicationId) {
        return failure("read the run file",
                       path,
                       "it is an SQLite database, but not one of Runlens",
                       "Runlens files are named rank-N.rlens");
    }
    const std::int64_t version = connection.queryInteger("PRAGMA user_version").value_or(0);
    if (version > kSchemaVersion) {
        diagnostics.warning(
            path,
            -1,
            "the file was written by a newer Runlens (schema " + std::to_string(version)
                + ", this one knows " + std::to_string(kSchemaVersion)
                + "): what this version understands is shown. Update Runlens to see all");
    } else if (version < 1) {
        return failure(
            "read the run file", path, "it has no schema version", "Record the run again");
    }
    return {};
}

/// A table counts only when it is a plain table of the shape that its version has.
void FileReader::checkTables(Diagnostics& diagnostics)
{
    Connection& connection = m_database.connection;
    const bool isOurVersion =
        connection.queryInteger("PRAGMA user_version").value_or(0) == kSchemaVersion;
    Statement statement;
    if (connection.prepare("SELECT type, rootpage, sql FROM sqlite_schema WHERE name = ?1",
                           statement)
        != SQLITE_OK)
    {
        return;
    }
    for (const SchemaObject& object : schemaObjects()) {
        if (!object.isTable) {
            continue;
        }
        statement.start(object.name);
        const int code = statement.step();
        const bool isPlain =
            code == SQLITE_ROW && statement.text(0) == "table" && statement.integer(1) > 1;
        if (isPlain && (!isOurVersion || statement.text(2) == object.sql)) {
            m_tables.emplace(object.name);
        } else {
            diagnostics.damage(
                m_location->path(),
                -1,
                "table " + std::string(object.name)
                    + (code == SQLITE_ROW ? " has another shape than expected" : " is missing"),
                0);
        }
        statement.reset();
    }
}

Status FileReader::connect(Diagnostics& diagnostics)
{
    if (isConnected()) {
        return {};
    }
    const FileIdentity identity = identityOf(m_location->path());
    const ChangeStamp stamp = changeStampOf(m_location->path());
    auto location = m_location->get(diagnostics);
    if (!location) {
        return failure(location);
    }
    const bool hasNoLog = isMissing(m_location->path() + "-wal");
    auto database = openForReading(*location);
    if (!database) {
        return failure(database);
    }
    m_database = std::move(*database);
    m_mode = location->mode;
    m_seenStamp = stamp;
    m_missesLog = hasNoLog && saysItHasALog(m_database.connection.handle());
    m_identity = identity;
    if (!m_wasChecked) {
        if (Status status = checkVersion(diagnostics); !status) {
            closeConnection();
            return status;
        }
        checkTables(diagnostics);
        m_wasChecked = true;
    }
    if (m_database.connection.prepare("PRAGMA data_version", m_dataVersion) != SQLITE_OK) {
        Error error = sqliteError("read the run file",
                                  m_location->path(),
                                  SQLITE_ERROR,
                                  m_database.connection.errorText());
        closeConnection();
        return tl::unexpected<Error>(std::move(error));
    }
    m_seenVersion = -1;
    if (auto recording = recordingOf(m_database.connection)) {
        m_recording = std::move(recording);
    }
    return {};
}

/// A mirror puts a new file in the place of the old one: when the same recording goes on in it, so
/// does the reading.
bool FileReader::moveTo(Result<ReadLocation> location,
                        const ChangeStamp& stamp,
                        Diagnostics& diagnostics)
{
    if (!location) {
        return false;
    }
    {
        auto database = openForReading(*location);
        if (!database) {
            return false;
        }
        if (m_recording && recordingOf(database->connection) != m_recording) {
            tellGone(diagnostics);
            m_otherFile = identityOf(m_location->path());
            return false;
        }
    }
    m_location->set(std::move(*location));
    closeConnection();
    const bool isConnected = connect(diagnostics).has_value();
    m_seenStamp = stamp;
    return isConnected;
}

void FileReader::tellGone(Diagnostics& diagnostics)
{
    if (!std::exchange(m_wasGoneTold, true)) {
        diagnostics.warning(m_location->path(),
                            -1,
                            "the file was removed or replaced: what was read before is shown. Open "
                            "the run again to "
                            "read the new one");
    }
}

bool FileReader::isReplaced(Diagnostics& diagnostics)
{
    const FileIdentity identity = identityOf(m_location->path());
    if (!m_identity.exists() || identity == m_identity) {
        return false;
    }
    if (!identity.exists()) { // a mounted folder may come back
        tellGone(diagnostics);
        return true;
    }
    if (identity == m_otherFile) {
        return true;
    }
    if (m_mode != ReadMode::Copy) {
        const ChangeStamp stamp = changeStampOf(m_location->path());
        moveTo(locateForReading(m_location->path(), diagnostics), stamp, diagnostics);
    }
    return identity == m_otherFile;
}

bool FileReader::hasNewCopy(Diagnostics& diagnostics)
{
    constexpr int kShareOfCopying = 10; // of the time at most a tenth
    const auto begin = std::chrono::steady_clock::now();
    const ChangeStamp stamp = changeStampOf(m_location->path());
    if (stamp == m_seenStamp || begin < m_nextCopy) {
        return false;
    }
    const bool isNews = moveTo(copyWholeFile(m_location->path()), stamp, diagnostics);
    const auto end = std::chrono::steady_clock::now();
    m_nextCopy = end + (end - begin) * kShareOfCopying;
    return isNews;
}

bool FileReader::hasNews(Diagnostics& diagnostics)
{
    if (!m_isComplete || !isConnected()) {
        return true;
    }
    if (m_mode == ReadMode::Copy) {
        return hasNewCopy(diagnostics);
    }
    if (m_mode == ReadMode::Immutable) { // SQLite believes that nothing changes
        const ChangeStamp stamp = changeStampOf(m_location->path());
        return stamp != m_seenStamp
               && moveTo(locateForReading(m_location->path(), diagnostics), stamp, diagnostics);
    }
    m_dataVersion.reset();
    const int code = m_dataVersion.step();
    const std::int64_t version = code == SQLITE_ROW ? m_dataVersion.integer(0) : -1;
    m_dataVersion.reset();
    return code != SQLITE_ROW || version != m_seenVersion;
}

/// A clean end leaves no log wanted and a crash leaves the log, so a session without an end and
/// without a log was copied without it, or a tool has moved the log into the file.
void FileReader::tellLog(Diagnostics& diagnostics)
{
    const bool isEmptyCopy = m_bytes == 0 && !m_registry.isAnyOpen();
    if (m_wasLogTold || !(m_registry.isAnyWithoutEnd() || isEmptyCopy)) {
        return;
    }
    const std::string logPath = m_location->path() + "-wal";
    const auto log = checkLog(logPath);
    // An empty log is that of a run that died before it recorded anything.
    if (!log || (log->isEmpty && !(m_missesLog && isMissing(logPath)))) {
        return;
    }
    m_wasLogTold = true;
    if (log->isEmpty) {
        tellMissingLog(diagnostics);
    } else if (log->isHeaderDamaged) {
        diagnostics.damage(
            logPath, 0, "the log is damaged at its start: none of the records in it are read", 0);
    } else if (log->pagesNotRead > 0) {
        diagnostics.damage(
            logPath,
            log->damagedAt,
            "a page of the log is damaged: it and what follows, "
                + std::to_string(log->pagesNotRead)
                + (log->pagesNotRead == 1 ? " page, is not read" : " pages, are not read"),
            0);
    } else if (log->endsWithinPage) {
        diagnostics.warning(logPath,
                            -1,
                            "the log ends within a page: it was cut off, or the program died while "
                            "it wrote; the last records may be missing");
    }
}

void FileReader::tellMissingLog(Diagnostics& diagnostics)
{
    const std::string& path = m_location->path();
    const std::string advice =
        ". Copy both files again from where it was recorded, " + nameOf(path) + "-wal too";
    if (m_bytes == 0) { // sessions and names count none
        diagnostics.damage(path,
                           -1,
                           "the file holds no records: they lie in its -wal file, which was not "
                           "copied with it"
                               + advice,
                           0);
    } else {
        diagnostics.warning(path,
                            -1,
                            "the last records may be missing: the file expects its -wal file, "
                            "which was not copied with it"
                                + advice);
    }
}

ReadOutcome FileReader::readTransaction(ReadContext& context)
{
    // The order matters: first what others refer to by id, at last what refers to spans.
    ReadOutcome outcome = m_registry.read(context);
    if (outcome == ReadOutcome::Done) {
        outcome = m_rows.readFirst(context);
    }
    if (outcome == ReadOutcome::Done) {
        outcome = m_scalars.read(context);
    }
    if (outcome == ReadOutcome::Done) {
        outcome = m_rows.readSamples(context);
    }
    if (outcome == ReadOutcome::Done) {
        outcome = m_counters.read(context);
    }
    if (outcome == ReadOutcome::Done) {
        outcome = m_spans.read(context);
    }
    return outcome == ReadOutcome::Done ? m_rows.readLast(context) : outcome;
}

Result<FileReader::Progress>
FileReader::read(RecordSink& sink, Diagnostics& diagnostics, ReadBudget& budget)
{
    Progress progress;
    const bool isGone = isReplaced(diagnostics);
    if (!isGone) {
        if (const Status status = connect(diagnostics); !status) {
            return failure(status);
        }
    }
    ReadContext context{sink,
                        diagnostics,
                        budget,
                        m_database.connection,
                        m_location->path(),
                        m_file,
                        m_ids,
                        m_tables};
    if (isGone || !hasNews(diagnostics)) {
        m_registry.refreshSessions(context);
        tellLog(diagnostics);
        progress.hasChanged = context.records > 0;
        m_records += context.records;
        return progress;
    }
    const StopGuard guard(m_database.connection.handle(), budget);
    ReadOutcome outcome = ReadOutcome::Spent;
    while (outcome == ReadOutcome::Spent) {
        m_dataVersion.reset();
        const std::int64_t version =
            m_dataVersion.step() == SQLITE_ROW ? m_dataVersion.integer(0) : -1;
        m_dataVersion.reset();
        budget.beginTransaction();
        const int code = m_database.connection.execute("BEGIN");
        outcome = code == SQLITE_OK ? readTransaction(context) : ReadOutcome::Busy;
        m_database.connection.execute("COMMIT");
        if (outcome == ReadOutcome::Done) {
            m_seenVersion = version;
        }
        if (budget.isCallSpent()) {
            break;
        }
    }
    context.tellMissingRows();
    m_busyInARow = outcome == ReadOutcome::Busy ? m_busyInARow + 1 : 0;
    m_isComplete = outcome == ReadOutcome::Done;
    m_records += context.records;
    m_bytes += context.bytes;
    if (m_isComplete) {
        tellLog(diagnostics);
    }
    progress.hasChanged = context.records > 0;
    progress.isComplete = m_isComplete || m_busyInARow > kMaxBusyInARow;
    return progress;
}

} // namespace runlens::store
