// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/read_copy.h"

#include "summary_format/store/session_state.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <system_error>
#include <thread>

namespace runlens::store {

namespace {

constexpr int kCopyAttempts = 5;

/// The salts in the header of a write-ahead log: others when the log was begun again, which throws
/// away what the file has taken over.
using LogSalts = std::array<unsigned char, 8>;

LogSalts logSalts(const std::string& logPath)
{
    constexpr off_t kSaltsOffset = 16;
    LogSalts salts{};
    const int descriptor = ::open(logPath.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        return salts;
    }
    if (pread(descriptor, salts.data(), salts.size(), kSaltsOffset)
        != static_cast<ssize_t>(salts.size()))
    {
        salts = {};
    }
    ::close(descriptor);
    return salts;
}

FileState stateOf(const std::string& path)
{
    struct stat status {};

    if (stat(path.c_str(), &status) != 0) {
        return {};
    }
    constexpr std::int64_t kNsPerSecond = 1'000'000'000;
    return {static_cast<std::uint64_t>(status.st_ino),
            static_cast<std::int64_t>(status.st_size),
            static_cast<std::int64_t>(status.st_mtim.tv_sec) * kNsPerSecond
                + status.st_mtim.tv_nsec};
}

/// What kept the file from being copied, said so that the right thing is tried.
Error copyError(const std::string& from, const std::string& folder, const std::error_code& error)
{
    if (faccessat(AT_FDCWD, from.c_str(), R_OK, AT_EACCESS) != 0) {
        return {"read", from, errnoText(errno), "Ask its owner for permission to read it"};
    }
    if (error == std::errc::no_space_on_device) {
        return {"copy the run file to the temporary folder",
                folder,
                error.message(),
                "Free space there, or set TMPDIR to a folder with space"};
    }
    return {"copy " + from + " to the temporary folder",
            folder,
            error.message(),
            "Set TMPDIR to another folder"};
}

Result<std::string> makeTemporaryFolder()
{
    std::error_code error;
    const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
    if (error) {
        const char* named = std::getenv("TMPDIR"); // NOLINT(concurrency-mt-unsafe): nobody sets it
        return failure("make a temporary folder in",
                       named == nullptr ? "/tmp" : named,
                       error.message(),
                       "Set TMPDIR to a folder that is there and can be written");
    }
    std::string folder = (parent / "runlens-XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) {
        return failure("make a temporary folder in",
                       parent.string(),
                       errnoText(errno),
                       "Set TMPDIR to a folder that can be written and has space");
    }
    return folder;
}

std::optional<Error> copyFiles(const std::string& path, const std::string& folder)
{
    for (const char* suffix : {"", "-wal", "-journal"}) {
        std::error_code error;
        if (std::filesystem::exists(path + suffix, error) && !error) {
            std::filesystem::copy_file(path + suffix,
                                       folder + "/run.rlens" + suffix,
                                       std::filesystem::copy_options::overwrite_existing,
                                       error);
        }
        if (error) {
            return copyError(path + suffix, folder, error);
        }
    }
    return std::nullopt;
}

bool isWhole(const ReadLocation& location)
{
    auto database = openForReading(location);
    Statement statement;
    return database && database->connection.prepare("PRAGMA quick_check(1)", statement) == SQLITE_OK
           && statement.step() == SQLITE_ROW && statement.text(0) == "ok";
}

} // namespace

TemporaryFolder::~TemporaryFolder()
{
    std::error_code error;
    std::filesystem::remove_all(m_path, error);
}

ChangeStamp changeStampOf(const std::string& path)
{
    return {stateOf(path), stateOf(path + "-wal")};
}

Result<ReadLocation> copyForReading(const std::string& path)
{
    auto folder = makeTemporaryFolder();
    if (!folder) {
        return failure(folder);
    }
    ReadLocation location{
        path, ReadMode::Copy, false, std::make_shared<const TemporaryFolder>(*folder)};
    std::optional<Error> failed;
    const bool ran = whileNotOpen(path, [&] {
        // The log comes last: what the file took over meanwhile still stands in it, unless it was
        // begun again.
        for (int attempt = 0; attempt < kCopyAttempts; ++attempt) {
            const LogSalts before = logSalts(path + "-wal");
            failed = copyFiles(path, *folder);
            if (failed || before == logSalts(*folder + "/run.rlens-wal")) {
                return;
            }
        }
        failed = Error{"copy the run file", path, "it changed while it was copied", "Try again"};
    });
    if (!ran) {
        return failure("copy the run file", path, "it is open in this program", "Close it first");
    }
    if (failed) {
        return tl::unexpected<Error>(std::move(*failed));
    }
    std::error_code error;
    std::filesystem::permissions(*folder + "/run.rlens",
                                 std::filesystem::perms::owner_write,
                                 std::filesystem::perm_options::add,
                                 error);
    return location;
}

Result<ReadLocation> copyWholeFile(const std::string& path)
{
    constexpr auto kPause = std::chrono::milliseconds(100); // a mirror puts its files in one by one
    for (int attempt = 1;; ++attempt) {
        auto copy = copyForReading(path);
        if (!copy || isWhole(*copy)) {
            return copy;
        }
        if (attempt == kCopyAttempts) {
            return failure("copy the run file",
                           path,
                           "the file and its -wal file do not belong together",
                           "Copy both again from where the run was recorded");
        }
        std::this_thread::sleep_for(kPause);
    }
}

bool isGrowingElsewhere(const ReadLocation& location)
{
    if (stateOf(location.path + "-wal").size <= 0) {
        return false;
    }
    auto database = openForReading(location);
    Statement statement;
    if (!database
        || database->connection.prepare(
               "SELECT host, heartbeat_ns FROM session WHERE ended IS NULL ORDER BY id DESC",
               statement)
               != SQLITE_OK
        || statement.step() != SQLITE_ROW || statement.text(0) == hostName())
    {
        return false;
    }
    constexpr std::int64_t kRecentNs = 3'600'000'000'000; // an hour: clocks differ, people pause
    return nowNs() - kRecentNs < statement.integer(1);
}

} // namespace runlens::store
