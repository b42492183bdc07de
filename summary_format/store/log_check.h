// SPDX-License-Identifier: Apache-2.0
/// Looks through a write-ahead log for what SQLite passes over in silence: it reads a log up to the
/// first page whose checksum is wrong, and takes what lies behind for remains of an older log.
/// Format: https://sqlite.org/fileformat2.html#walformat. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace runlens::store {

struct LogCheck {
    bool isEmpty = true;            ///< there is no such file, or nothing is in it
    bool isHeaderDamaged = false;   ///< nothing of it is read
    std::int64_t damagedAt = -1;    ///< byte of the first page that is not read
    std::uint64_t pagesNotRead = 0; ///< of this log, from there on
    bool endsWithinPage = false;
};

/// Reads the whole file. Nothing when it cannot be read.
[[nodiscard]] std::optional<LogCheck> checkLog(const std::string& path);

} // namespace runlens::store
