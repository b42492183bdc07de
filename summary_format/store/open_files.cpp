// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/open_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <map>
#include <mutex>
#include <utility>

namespace runlens::store {

namespace {

struct HeldLock {
    pid_t owner = 0;
    std::string fileName;
};

struct Table {
    std::mutex mutex; ///< guards both maps, and is held while a file is probed
    std::map<FileIdentity, std::pair<pid_t, int>> files; ///< which process opened it, how often
    std::map<FileIdentity, HeldLock> locks;
};

/// Never destroyed: a writer may be closed by another static object's destructor.
Table& table()
{
    static auto* const kTable = new Table;
    return *kTable;
}

bool isOpenLocked(const Table& all, const FileIdentity& identity)
{
    const auto found = all.files.find(identity);
    return found != all.files.end() && found->second.first == getpid();
}

struct flock wholeFile(short type)
{
    struct flock lock {};

    lock.l_type = type;
    lock.l_whence = SEEK_SET;
    return lock;
}

std::string lockPath(const std::string& folder, int rank)
{
    return folder + "/rank-" + std::to_string(rank) + ".lock";
}

FileIdentity identityFrom(const struct stat& status)
{
    return {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino)};
}

FileIdentity identityOfDescriptor(int descriptor)
{
    struct stat status {};

    return fstat(descriptor, &status) == 0 ? identityFrom(status) : FileIdentity{};
}

tl::unexpected<Error> refused(const std::string& path, std::int64_t pid)
{
    const std::string who = pid > 0 ? "process " + std::to_string(pid) : "another process";
    return failure("write a run into",
                   path.substr(0, path.rfind('/')),
                   who + " is writing this rank now (" + path.substr(path.rfind('/') + 1) + ")",
                   "Give every run its own folder, or every process its own rank");
}

} // namespace

FileIdentity identityOf(const std::string& path)
{
    struct stat status {};

    return stat(path.c_str(), &status) == 0 ? identityFrom(status) : FileIdentity{};
}

OpenFile::OpenFile(const FileIdentity& identity) : m_identity(identity)
{
    if (!identity.exists()) {
        return;
    }
    Table& all = table();
    const std::lock_guard guard(all.mutex);
    auto& [pid, count] = all.files[identity];
    count = pid == getpid() ? count + 1 : 1;
    pid = getpid();
}

OpenFile::OpenFile(OpenFile&& other) noexcept : m_identity(std::exchange(other.m_identity, {})) {}

OpenFile& OpenFile::operator=(OpenFile&& other) noexcept
{
    std::swap(m_identity, other.m_identity);
    return *this;
}

OpenFile::~OpenFile()
{
    if (!m_identity.exists()) {
        return;
    }
    Table& all = table();
    const std::lock_guard guard(all.mutex);
    const auto found = all.files.find(m_identity);
    if (found != all.files.end() && found->second.first == getpid() && --found->second.second == 0)
    {
        all.files.erase(found);
    }
}

bool isOpenHere(const FileIdentity& identity)
{
    Table& all = table();
    const std::lock_guard guard(all.mutex);
    return isOpenLocked(all, identity);
}

bool whileNotOpen(const std::string& path, const std::function<void()>& work)
{
    Table& all = table();
    const std::lock_guard guard(all.mutex);
    if (isOpenLocked(all, identityOf(path))) {
        return false;
    }
    work();
    return true;
}

Result<RankLock> RankLock::acquire(const std::string& folder, int rank)
{
    const std::string path = lockPath(folder, rank);
    Table& all = table();
    const std::lock_guard guard(all.mutex);
    // Another writer may remove the file between our open and our lock: then the lock is on a file
    // without a name.
    for (int attempt = 0; attempt < 100; ++attempt) {
        const auto held = all.locks.find(identityOf(path));
        if (held != all.locks.end() && held->second.owner == getpid()) {
            return refused(path, getpid());
        }
        const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (descriptor < 0) {
            return failure("write into the folder",
                           folder,
                           errnoText(errno),
                           "Choose a folder that can be written");
        }
        struct flock lock = wholeFile(F_WRLCK);
        if (fcntl(descriptor, F_SETLK, &lock) != 0) {
            const int error = errno;
            struct flock holder = wholeFile(F_WRLCK);
            const bool isKnown =
                fcntl(descriptor, F_GETLK, &holder) == 0 && holder.l_type != F_UNLCK;
            ::close(descriptor);
            if (error == EACCES || error == EAGAIN) {
                return refused(path, isKnown ? holder.l_pid : 0);
            }
            return failure(
                "lock", path, errnoText(error), "Use a folder on a file system with record locks");
        }
        const FileIdentity identity = identityOfDescriptor(descriptor);
        if (identity.exists() && identity == identityOf(path)) {
            RankLock result;
            result.m_descriptor = descriptor;
            result.m_owner = getpid();
            result.m_path = path;
            result.m_identity = identity;
            all.locks[identity] = {getpid(), {}};
            return result;
        }
        ::close(descriptor);
    }
    return failure("lock", path, "the file is removed again and again");
}

RankLock::RankLock(RankLock&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_owner(other.m_owner)
    , m_path(std::move(other.m_path))
    , m_identity(other.m_identity)
{}

RankLock& RankLock::operator=(RankLock&& other) noexcept
{
    std::swap(m_descriptor, other.m_descriptor);
    std::swap(m_owner, other.m_owner);
    std::swap(m_path, other.m_path);
    std::swap(m_identity, other.m_identity);
    return *this;
}

RankLock::~RankLock()
{
    release(false);
}

void RankLock::setFileName(const std::string& fileName)
{
    Table& all = table();
    const std::lock_guard guard(all.mutex);
    all.locks[m_identity].fileName = fileName;
    const std::string content = std::to_string(getpid()) + ' ' + fileName + '\n';
    // Only a hint for readers: the lock itself is what counts, so a full disk does no harm.
    if (ftruncate(m_descriptor, 0) == 0) {
        [[maybe_unused]] const auto written =
            pwrite(m_descriptor, content.data(), content.size(), 0);
    }
}

void RankLock::removeAndRelease()
{
    release(true);
}

bool RankLock::leaveEndMark(const std::string& runPath, const std::string& text)
{
    if (m_descriptor < 0 || m_owner != getpid() || identityOf(m_path) != m_identity) {
        release(true);
        return false;
    }
    const auto size = static_cast<off_t>(text.size());
    const bool isWritten = pwrite(m_descriptor, text.data(), text.size(), 0) == size
                           && ftruncate(m_descriptor, size) == 0;
    const std::string mark = runPath + kEndMarkSuffix;
    const bool isLeft = isWritten && rename(m_path.c_str(), mark.c_str()) == 0;
    release(!isLeft);
    return isLeft;
}

std::string endMarkText(const std::string& runPath)
{
    const std::string path = runPath + kEndMarkSuffix;

    struct stat status {};

    if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return {};
    }
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        return {};
    }
    std::array<char, 4096> content{};
    const auto bytes = pread(descriptor, content.data(), content.size(), 0);
    ::close(descriptor);
    return {content.data(), bytes > 0 ? static_cast<std::size_t>(bytes) : 0};
}

void RankLock::release(bool removeFile)
{
    if (m_descriptor < 0) {
        return;
    }
    const int descriptor = std::exchange(m_descriptor, -1);
    if (m_owner != getpid()) {
        return; // a forked child: the lock is its parent's, and closing the descriptor here changes
                // nothing
    }
    Table& all = table();
    const std::lock_guard guard(all.mutex);
    all.locks.erase(m_identity);
    if (removeFile && identityOf(m_path) == m_identity) {
        unlink(m_path.c_str());
    }
    ::close(descriptor);
}

LockState lockState(const std::string& folder, int rank)
{
    const std::string path = lockPath(folder, rank);
    LockState state;
    Table& all = table();
    const std::lock_guard guard(all.mutex);
    const auto held = all.locks.find(identityOf(path));
    if (held != all.locks.end() && held->second.owner == getpid()) {
        return {true, getpid(), held->second.fileName};
    }
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        return state;
    }
    struct flock lock =
        wholeFile(F_RDLCK); // a read lock is refused by the writer's, and needs no write access
    if (fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK) {
        state.isHeld = true;
        state.pid = lock.l_pid > 0 ? lock.l_pid : 0;
        std::array<char, 512> content{};
        const auto bytes = pread(descriptor, content.data(), content.size(), 0);
        const std::string text(content.data(), bytes > 0 ? static_cast<std::size_t>(bytes) : 0);
        const auto space = text.find(' ');
        const auto end = text.find('\n');
        if (space != std::string::npos && end != std::string::npos && space < end) {
            state.fileName = text.substr(space + 1, end - space - 1);
        }
    }
    ::close(descriptor);
    return state;
}

} // namespace runlens::store
