// SPDX-License-Identifier: Apache-2.0
/// Opening run files: making one for a writer, and the ladder by which a reader gets at one in any
/// place. The only code that opens .rlens files. What a file holds is not trusted: no schema of a
/// file runs code of ours beyond its tables.
#pragma once

#include "summary_format/base/diagnostics.h"
#include "summary_format/store/open_files.h"
#include "summary_format/store/sqlite.h"

#include <memory>

namespace runlens::store {

/// A connection with its entry in the table of open files (dropped after the connection).
struct Database {
    OpenFile entry;
    Connection connection;
};

struct CreateOptions {
    std::string folder;
    int rank = 0;
    std::string vfs;
    std::string fileName; ///< empty: the first free name of the rank
};

struct CreatedFile {
    Database database;
    std::string path;
    FileIdentity identity;
    bool usesWal = false;
    std::string journalNote; ///< why the rollback journal is used instead of the write-ahead log;
                             ///< empty otherwise
};

/// Makes a new run file for the rank under a name that is still free. The caller holds the rank's
/// lock. fill writes the first rows in the transaction that makes the tables.
[[nodiscard]] Result<CreatedFile> createRunFile(const CreateOptions& options,
                                                const std::function<int(Connection&)>& fill);

/// A temporary folder that goes away with its owner.
class TemporaryFolder {
public:
    explicit TemporaryFolder(std::string path) : m_path(std::move(path)) {}

    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder();

    [[nodiscard]] const std::string& path() const { return m_path; }

private:
    std::string m_path;
};

enum class ReadMode : std::uint8_t {
    Shared,    ///< beside a writer
    Immutable, ///< a place that cannot be written, and nothing waits in the write-ahead log
    Copy,      ///< a copy in a temporary folder
};

/// How a file can be read: found once by the ladder, then used by every further connection.
struct ReadLocation {
    std::string path; ///< of the original
    ReadMode mode = ReadMode::Shared;
    bool toleratesDamage = false; ///< the file is shorter than it says
    std::shared_ptr<const TemporaryFolder> copy;
};

/// Walks the ladder. Notes go to the diagnostics; an Error says why nothing of this file can be
/// read.
[[nodiscard]] Result<ReadLocation> locateForReading(const std::string& path,
                                                    Diagnostics& diagnostics);
[[nodiscard]] Result<Database> openForReading(const ReadLocation& location);

/// What SQLite said, as an Error that tells what to try. systemError: errno behind it, 0: unknown.
[[nodiscard]] Error sqliteError(std::string attempted,
                                const std::string& path,
                                int code,
                                const std::string& text,
                                int systemError = 0);

/// Bytes of the file and of its write-ahead log.
[[nodiscard]] std::uint64_t bytesOnDisk(const std::string& path);

} // namespace runlens::store
