// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/database.h"

#include "summary_format/store/schema.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <array>
#include <filesystem>

namespace runlens::store {

namespace {

constexpr int kWriterBusyMs = 2000;
constexpr int kReaderBusyMs = 50;

struct NetworkFileSystem {
    std::uint32_t magic;
    const char* name;
};

/// Shared memory and locks are not reliable across machines here, so the write-ahead log is not
/// used.
constexpr std::array kNetworkFileSystems{NetworkFileSystem{0x6969, "NFS"},
                                         NetworkFileSystem{0xff534d42, "CIFS"},
                                         NetworkFileSystem{0xfe534d42, "SMB"},
                                         NetworkFileSystem{0x517b, "SMB"},
                                         NetworkFileSystem{0x65735546, "FUSE"},
                                         NetworkFileSystem{0x01021997, "9P"},
                                         NetworkFileSystem{0x00c36400, "Ceph"},
                                         NetworkFileSystem{0x0bd00bd0, "Lustre"},
                                         NetworkFileSystem{0x47504653, "GPFS"}};

const char* networkFileSystem(const std::string& folder)
{
    struct statfs status {};

    if (statfs(folder.c_str(), &status) != 0) {
        return nullptr;
    }
    for (const NetworkFileSystem& known : kNetworkFileSystems) {
        if (known.magic == static_cast<std::uint32_t>(status.f_type)) {
            return known.name;
        }
    }
    return nullptr;
}

std::string freePath(const std::string& folder, int rank)
{
    const std::string stem = folder + "/rank-" + std::to_string(rank);
    std::string path = stem + ".rlens";

    struct stat status {};

    for (int session = 2; lstat(path.c_str(), &status) == 0; ++session) {
        path = stem + '.' + std::to_string(session) + ".rlens";
    }
    return path;
}

void removeDatabase(const std::string& path)
{
    for (const char* suffix : {"", "-journal", "-wal", "-shm"}) {
        unlink((path + suffix).c_str());
    }
}

int makeTables(Connection& connection, const std::function<int(Connection&)>& fill)
{
    std::string sql =
        "PRAGMA synchronous=OFF; PRAGMA journal_mode=MEMORY; BEGIN; PRAGMA application_id="
        + std::to_string(kApplicationId) + "; PRAGMA user_version=" + std::to_string(kSchemaVersion)
        + ';';
    for (const SchemaObject& object : schemaObjects()) {
        sql += std::string(object.sql) + ';';
    }
    int code = connection.execute(sql);
    if (code == SQLITE_OK) {
        code = fill(connection);
    }
    return code == SQLITE_OK ? connection.execute("COMMIT") : code;
}

/// Chooses the journal; a file system that cannot do the write-ahead log after all gets the
/// rollback journal.
int configureWriter(CreatedFile& file, const std::string& folder)
{
    Connection& connection = file.database.connection;
    sqlite3_busy_timeout(connection.handle(), kWriterBusyMs);
    const int code = connection.execute(
        "PRAGMA synchronous=NORMAL; PRAGMA secure_delete=OFF; PRAGMA cache_size=-8000; "
        "PRAGMA temp_store=MEMORY; PRAGMA journal_size_limit=16777216");
    if (code != SQLITE_OK) {
        return code;
    }
    if (const char* name = networkFileSystem(folder)) {
        file.journalNote = std::string("the folder is on a network file system (") + name + ")";
    } else {
        Statement statement;
        const int prepared = connection.prepare("PRAGMA journal_mode=WAL", statement);
        if (prepared != SQLITE_OK) {
            return prepared;
        }
        const int stepped = statement.step();
        file.usesWal = stepped == SQLITE_ROW && statement.text(0) == "wal";
        if (!file.usesWal) {
            const int primary = primaryCode(stepped);
            if (primary == SQLITE_FULL
                || (primary == SQLITE_IOERR && stepped != SQLITE_IOERR_SHMMAP)) {
                return stepped;
            }
            file.journalNote = "the file system cannot share memory";
        }
    }
    return file.usesWal ? SQLITE_OK : connection.execute("PRAGMA journal_mode=TRUNCATE");
}

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

bool copyFile(const std::string& from, const std::string& to)
{
    std::error_code error;
    return !std::filesystem::exists(from, error) || std::filesystem::copy_file(from, to, error);
}

/// Copies the database and its log where SQLite may recover it.
Result<ReadLocation> copyForReading(const std::string& path)
{
    std::error_code error;
    std::string folder = (std::filesystem::temp_directory_path(error) / "runlens-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) {
        return failure("make a temporary folder",
                       folder,
                       errnoText(errno),
                       "Set TMPDIR to a folder with space");
    }
    ReadLocation location{
        path, ReadMode::Copy, false, std::make_shared<const TemporaryFolder>(folder)};
    bool isCopied = false;
    const bool ran = whileNotOpen(path, [&] {
        isCopied = true;
        for (const char* suffix : {"", "-wal", "-journal"}) {
            isCopied = isCopied && copyFile(path + suffix, folder + "/run.rlens" + suffix);
        }
    });
    if (!ran || !isCopied) {
        return failure("copy the run file",
                       path,
                       ran ? "the copy failed" : "it is open in this program",
                       "Free space in the temporary folder, or set TMPDIR to another one");
    }
    std::filesystem::permissions(folder + "/run.rlens",
                                 std::filesystem::perms::owner_write,
                                 std::filesystem::perm_options::add,
                                 error);
    return location;
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
    return {};
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

Error sqliteError(std::string attempted, const std::string& path, int code, const std::string& text)
{
    std::string why = text;
    std::string advice;
    switch (primaryCode(code)) {
    case SQLITE_FULL:
        advice = "Free some space on the disk";
        break;
    case SQLITE_NOTADB:
        why = "it is not a Runlens run file, or its beginning is damaged";
        advice = "Runlens files are named rank-N.rlens";
        break;
    case SQLITE_CORRUPT:
        why = "the file is damaged (" + text + ")";
        advice = "Copy the file again from where it was recorded, with its -wal file";
        break;
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_READONLY:
        advice = "Check the permissions of the file and of its folder";
        break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        advice = "Another program holds the file; try again";
        break;
    default:
        break;
    }
    return Error{std::move(attempted), path, std::move(why), std::move(advice)};
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code error;
    std::filesystem::remove_all(m_path, error);
}

Result<CreatedFile> createRunFile(const CreateOptions& options,
                                  const std::function<int(Connection&)>& fill)
{
    // Made under another name and renamed when whole: nobody ever sees a run file without its
    // tables.
    const std::string draft =
        options.folder + "/.rank-" + std::to_string(options.rank) + ".rlens.new";
    removeDatabase(draft);
    const int descriptor = ::open(draft.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666);
    if (descriptor < 0) {
        return failure("make a run file in",
                       options.folder,
                       errnoText(errno),
                       "Choose a folder that can be written");
    }
    ::close(descriptor);
    CreatedFile file;
    file.identity = identityOf(draft);
    file.database.entry = OpenFile(file.identity);
    Connection& connection = file.database.connection;
    const auto giveUp = [&](int code, const std::string& path) {
        Error error = sqliteError("make the run file", path, code, connection.errorText());
        connection.close();
        removeDatabase(path);
        return tl::unexpected<Error>(std::move(error));
    };
    int code = connection.open(draft, SQLITE_OPEN_READWRITE, options.vfs);
    if (code == SQLITE_OK) {
        code = makeTables(connection, fill);
    }
    if (code != SQLITE_OK) {
        return giveUp(code, draft);
    }
    connection.close();
    file.path = freePath(options.folder, options.rank);
    removeDatabase(file.path); // a log left behind by a removed file would be taken for this one's
    if (rename(draft.c_str(), file.path.c_str()) != 0) {
        const int error = errno;
        removeDatabase(draft);
        return failure("make the run file", file.path, errnoText(error));
    }
    code = connection.open(file.path, SQLITE_OPEN_READWRITE, options.vfs);
    if (code == SQLITE_OK) {
        code = configureWriter(file, options.folder);
    }
    if (code != SQLITE_OK) {
        return giveUp(code, file.path);
    }
    return file;
}

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
        return tl::unexpected<Error>(
            sqliteError("open the run file", location.path, code, connection.errorText()));
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
    const Probe shared = probe(location);
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
            "written: a copy in a temporary folder is shown, which does not follow the file");
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
