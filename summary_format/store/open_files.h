// SPDX-License-Identifier: Apache-2.0
/// The table of run files that this process has open, and the lock that tells a live writer: the
/// one process-wide state of the project. It exists because POSIX record locks belong to the
/// process: closing *any* descriptor of a file drops SQLite's locks on it, and a process does not
/// see its own locks. So nobody opens a .rlens or .lock file except through this file. Thread-safe.
/// A forked child is another process: the entries it inherits do not count in it.
#pragma once

#include "summary_format/base/result.h"

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>

namespace runlens::store {

/// Which file a path names now. Equal identities are the same file.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0; ///< 0: there is no such file

    [[nodiscard]] bool exists() const { return inode != 0; }

    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;

    friend bool operator<(const FileIdentity& a, const FileIdentity& b)
    {
        return a.device != b.device ? a.device < b.device : a.inode < b.inode;
    }
};

[[nodiscard]] FileIdentity identityOf(const std::string& path);

/// An entry of the table for as long as it lives. Make it before SQLite opens the file, drop it
/// after the close.
class OpenFile {
public:
    OpenFile() = default;
    explicit OpenFile(const FileIdentity& identity);
    OpenFile(OpenFile&& other) noexcept;
    OpenFile& operator=(OpenFile&& other) noexcept;
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    ~OpenFile();

private:
    FileIdentity m_identity;
};

[[nodiscard]] bool isOpenHere(const FileIdentity& identity);

/// Runs work, which may open and close descriptors of the file, unless the file is open here: then
/// false. Nobody in this process can open it meanwhile.
bool whileNotOpen(const std::string& path, const std::function<void()>& work);

/// The lock of one rank's writer: rank-<N>.lock in the run's folder.
class RankLock {
public:
    /// Fails when a live writer of this or another process holds it; the message has that process's
    /// id.
    static Result<RankLock> acquire(const std::string& folder, int rank);

    RankLock() = default;
    RankLock(RankLock&& other) noexcept;
    RankLock& operator=(RankLock&& other) noexcept;
    RankLock(const RankLock&) = delete;
    RankLock& operator=(const RankLock&) = delete;
    ~RankLock(); ///< gives the lock back and leaves the file

    void
    setFileName(const std::string& fileName); ///< of the .rlens file being written, for readers
    void removeAndRelease();
    /// Turns the lock's file into the end mark of the run file it was for, and releases: on a full
    /// disk there is no room for another file, but this one can be written over and renamed.
    bool leaveEndMark(const std::string& runPath, const std::string& text);

private:
    void release(bool removeFile);

    int m_descriptor = -1;
    pid_t m_owner = 0;
    std::string m_path;
    FileIdentity m_identity;
};

/// Beside a run file whose end could not be written into it.
inline constexpr const char* kEndMarkSuffix = "-end";
/// What leaveEndMark() left for this run file; empty when there is no mark.
[[nodiscard]] std::string endMarkText(const std::string& runPath);

struct LockState {
    bool isHeld = false;
    std::int64_t pid = 0; ///< of the holder; 0: not known
    std::string fileName; ///< that it writes; empty: not known
};

[[nodiscard]] LockState lockState(const std::string& folder, int rank);

} // namespace runlens::store
