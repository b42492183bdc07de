// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/database.h"
#include "summary_format/store/read_copy.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>

namespace runlens::store {

namespace {

constexpr int kReaderBusyMs = 50;
constexpr off_t kSmallestDatabase = 512; ///< one page of the smallest size

std::string percentEncoded(const std::string& path)
{
    std::string uri;
    for (const char c : path) {
        if (c == '%' || c == '?' || c == '#') {
            constexpr const char* kDigits = "0123456789ABCDEF";
            const auto byte = static_cast<unsigned char>(c);
            uri += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
        } else {
            uri += c;
        }
    }
    return uri;
}

std::int64_t fileSize(const std::string& path)
{
    struct stat status {};

    return stat(path.c_str(), &status) == 0 ? static_cast<std::int64_t>(status.st_size) : -1;
}

struct Probe {
    int code = SQLITE_OK;
    std::string text;
};

/// Can this location be read at all? SQLite opens files lazily, so this asks for the schema.
Probe probe(const ReadLocation& location)
{
    auto database = openForReading(location);
    if (!database) {
        return {SQLITE_CANTOPEN, database.error().why};
    }
    Statement statement;
    int code = database->connection.prepare("SELECT count(*) FROM sqlite_schema", statement);
    if (code == SQLITE_OK) {
        code = statement.step();
    }
    if (code == SQLITE_ROW || code == SQLITE_DONE) {
        return {};
    }
    return {code, database->connection.errorText()};
}

bool isDamageCode(int code)
{
    return primaryCode(code) == SQLITE_CORRUPT || primaryCode(code) == SQLITE_NOTADB;
}

bool rollBack(const std::string& path)
{
    Database database;
    database.entry = OpenFile(identityOf(path));
    return database.connection.open(path, SQLITE_OPEN_READWRITE) == SQLITE_OK
           && database.connection.queryInteger("SELECT count(*) FROM sqlite_schema").has_value();
}

/// What can be told without SQLite: absent, no permission, empty, of another kind.
Status checkFile(const std::string& path)
{
    struct stat status {};

    if (stat(path.c_str(), &status) != 0) {
        return failure("open the run file", path, errnoText(errno));
    }
    if (!S_ISREG(status.st_mode)) {
        return failure("open the run file", path, "it is not a file");
    }
    if (faccessat(AT_FDCWD, path.c_str(), R_OK, AT_EACCESS) != 0) {
        return failure(
            "open the run file", path, errnoText(errno), "Ask its owner for permission to read it");
    }
    if (status.st_size == 0) {
        return failure(
            "open the run file", path, "it is empty", "If the disk was full, record the run again");
    }
    if (status.st_size < kSmallestDatabase) { // SQLite would take it for a new database
        return failure("open the run file",
                       path,
                       "it holds only " + std::to_string(status.st_size)
                           + (status.st_size == 1 ? " byte" : " bytes")
                           + ", which is less than any run file: it was cut off or is something "
                             "else",
                       "Copy the file again from where it was recorded, with its -wal file");
    }
    for (const char* suffix : {"-wal", "-journal", "-shm"}) { // SQLite would wait for a pipe
        const std::string beside = path + suffix;
        if (stat(beside.c_str(), &status) != 0) {
            continue;
        }
        if (!S_ISREG(status.st_mode)) {
            return failure("open the run file",
                           beside,
                           "it belongs to a run file by its name, but is not a file",
                           "Move it away");
        }
    }
    return {};
}

/// The file says that its newest records lie in a write-ahead log, and there is none.
bool wantsMissingLog(const std::string& path)
{
    if (fileSize(path + "-wal") >= 0) {
        return false;
    }
    constexpr off_t kVersionsOffset = 18;
    std::array<unsigned char, 2> versions{};
    const bool ran = whileNotOpen(path, [&] {
        const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
        if (descriptor < 0) {
            return;
        }
        if (pread(descriptor, versions.data(), versions.size(), kVersionsOffset)
            != static_cast<ssize_t>(versions.size()))
        {
            versions = {};
        }
        ::close(descriptor);
    });
    return ran && versions[0] == 2 && versions[1] == 2;
}

Result<ReadLocation>
tolerateDamage(ReadLocation location, const Probe& first, Diagnostics& diagnostics)
{
    location.toleratesDamage = true;
    const Probe again = probe(location);
    if (again.code != SQLITE_OK) {
        return tl::unexpected<Error>(
            sqliteError("read the run file", location.path, again.code, again.text));
    }
    diagnostics.damage(location.path,
                       fileSize(location.path),
                       "the file is damaged or cut off here (" + first.text
                           + "); what is left is shown",
                       0);
    return location;
}

} // namespace

Result<Database> openForReading(const ReadLocation& location)
{
    const bool isCopy = location.mode == ReadMode::Copy;
    const std::string path = isCopy ? location.copy->path() + "/run.rlens" : location.path;
    Database database;
    database.entry = OpenFile(identityOf(path));
    std::string uri = (path.starts_with('/') ? "file://" : "file:") + percentEncoded(path);
    uri += isCopy ? "" : location.mode == ReadMode::Immutable ? "?mode=ro&immutable=1" : "?mode=ro";
    Connection& connection = database.connection;
    const int code = connection.open(
        uri, SQLITE_OPEN_URI | (isCopy ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY));
    if (code != SQLITE_OK) {
        return tl::unexpected<Error>(sqliteError("open the run file",
                                                 location.path,
                                                 code,
                                                 connection.errorText(),
                                                 connection.systemError()));
    }
    sqlite3* handle = connection.handle();
    sqlite3_busy_timeout(handle, kReaderBusyMs);
    // A file from elsewhere may hold anything: no views, triggers or functions of it ever run.
    sqlite3_db_config(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_DEFENSIVE, location.toleratesDamage ? 0 : 1, nullptr);
    sqlite3_db_config(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
    if (location.toleratesDamage) {
        // The one switch that makes SQLite read a file that is shorter than its header says.
        sqlite3_db_config(handle, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, nullptr);
    }
    connection.execute("PRAGMA cell_size_check=ON; PRAGMA temp_store=MEMORY; PRAGMA mmap_size=0");
    return database;
}

Result<ReadLocation> locateForReading(const std::string& path, Diagnostics& diagnostics)
{
    if (const Status status = checkFile(path); !status) {
        return failure(status);
    }
    ReadLocation location{path, ReadMode::Shared, false, nullptr};
    if (wantsMissingLog(path)) { // SQLite would make an empty one: nothing is written beside a run
        location.mode = ReadMode::Immutable;
    }
    const Probe shared = probe(location);
    if (shared.code == SQLITE_OK && isGrowingElsewhere(location)) {
        auto copy = copyWholeFile(path);
        if (copy) {
            diagnostics.note(path,
                             -1,
                             "another machine records into it: a copy in a temporary folder is "
                             "shown and made again when the file grows");
            return copy;
        }
    }
    if (shared.code == SQLITE_OK || primaryCode(shared.code) == SQLITE_BUSY) {
        return location;
    }
    if (isDamageCode(shared.code)) {
        return tolerateDamage(location, shared, diagnostics);
    }
    // A transaction that a crash left half done in the rollback journal: SQLite undoes it, given
    // leave to write.
    if (fileSize(path + "-journal") > 0 && rollBack(path) && probe(location).code == SQLITE_OK) {
        return location;
    }
    // A place that cannot be written. immutable ignores the write-ahead log, so only when there is
    // nothing in it.
    if (fileSize(path + "-wal") <= 0 && fileSize(path + "-journal") <= 0) {
        location.mode = ReadMode::Immutable;
    } else {
        auto copy = copyForReading(path);
        if (!copy) {
            return failure(copy);
        }
        location = *copy;
        diagnostics.note(
            path,
            -1,
            "records wait in a journal beside the file and the folder cannot be "
            "written: a copy in a temporary folder is shown and made again when the file grows");
    }
    const Probe next = probe(location);
    if (next.code == SQLITE_OK) {
        return location;
    }
    if (isDamageCode(next.code)) {
        return tolerateDamage(location, next, diagnostics);
    }
    return tl::unexpected<Error>(sqliteError("read the run file", path, next.code, next.text));
}

std::uint64_t bytesOnDisk(const std::string& path)
{
    const std::int64_t file = fileSize(path);
    const std::int64_t log = fileSize(path + "-wal");
    return static_cast<std::uint64_t>((file > 0 ? file : 0) + (log > 0 ? log : 0));
}

} // namespace runlens::store
