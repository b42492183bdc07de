// SPDX-License-Identifier: Apache-2.0
/// Reading a run file by a copy of it: where SQLite may not write beside it, and where another
/// machine records into it (a mounted folder, a mirror), whose locks and shared memory are not
/// ours. Any thread.
#pragma once

#include "summary_format/store/database.h"

#include <array>

namespace runlens::store {

struct FileState {
    std::uint64_t inode = 0; ///< 0: there is no such file
    std::int64_t size = 0;
    std::int64_t mtimeNs = 0;

    friend bool operator==(const FileState&, const FileState&) = default;
};

/// Other when the file or its write-ahead log has changed or was replaced.
struct ChangeStamp {
    FileState file;
    FileState log;

    friend bool operator==(const ChangeStamp&, const ChangeStamp&) = default;
};

[[nodiscard]] ChangeStamp changeStampOf(const std::string& path);

/// Copies the file and its log of one moment into a temporary folder, where SQLite may recover
/// them.
[[nodiscard]] Result<ReadLocation> copyForReading(const std::string& path);
/// The same of a file that is being written or mirrored: tries until all pages of the copy fit
/// together, for half a second at most. Reads the whole copy.
[[nodiscard]] Result<ReadLocation> copyWholeFile(const std::string& path);

/// It has a log and an open session of another host that lived within the last hour.
[[nodiscard]] bool isGrowingElsewhere(const ReadLocation& location);

} // namespace runlens::store
