// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/database.h"

#include "summary_format/store/schema.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>

namespace runlens::store {

namespace {

constexpr int kWriterBusyMs = 2000;

struct NetworkFileSystem {
    std::uint32_t magic = 0;
    const char* name = "";
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
    for (const char* suffix : {"", "-journal", "-wal", "-shm", kEndMarkSuffix}) {
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
    // The log is made at its first use: without room for it there is no file, or this one would
    // seem to have lost its log.
    return file.usesWal ? connection.execute("BEGIN IMMEDIATE; COMMIT")
                        : connection.execute("PRAGMA journal_mode=TRUNCATE");
}

} // namespace

Error sqliteError(std::string attempted,
                  const std::string& path,
                  int code,
                  const std::string& text,
                  int systemError)
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
    // "disk I/O error" hides limits that have nothing to do with a broken disk.
    switch (systemError) {
    case 0:
        break;
    case EFBIG:
        why = "the largest size of a file that this process may write is reached (" + text + ")";
        advice = "Raise the limit: ulimit -f shows it";
        break;
    case EDQUOT:
        why = "the disk quota is used up (" + text + ")";
        advice = "Free some of your space on the disk";
        break;
    case EMFILE:
    case ENFILE:
        why += ": " + errnoText(systemError);
        advice = "Close other files, or raise the limit: ulimit -n shows it";
        break;
    default:
        why += ": " + errnoText(systemError);
        break;
    }
    return Error{std::move(attempted), path, std::move(why), std::move(advice)};
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
        Error error = sqliteError(
            "make the run file", path, code, connection.errorText(), connection.systemError());
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
    file.path = options.fileName.empty() ? freePath(options.folder, options.rank)
                                         : options.folder + '/' + options.fileName;
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

} // namespace runlens::store
