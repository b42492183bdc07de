// SPDX-License-Identifier: Apache-2.0
/// Framing of event files: u64 length, u32 masked CRC of the length, data, u32 masked CRC of the
/// data, all little endian. Reads a file that may grow, shrink, vanish or be replaced between
/// calls; keeps no descriptor open between calls. Damage: a record with a bad data checksum is
/// skipped exactly when a valid header follows; anything else is searched, byte by byte, for the
/// next valid header. A short tail is "still being written".
#pragma once

#include "summary_format/base/diagnostics.h"
#include "summary_format/base/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace runlens::event_file {

class RecordStream {
public:
    explicit RecordStream(std::string path) : m_path(std::move(path)) {}

    /// One record: its data, valid during the call, and the byte of the file at which the data
    /// starts. Return false to stop after this record.
    using OnRecord = std::function<bool(std::span<const std::byte> data, std::int64_t offset)>;

    enum class Outcome { EndForNow, Stopped, StartedOver };

    /// Hands over all records that are there now. StartedOver: the file is another one than before
    /// (its beginning differs), and reading began at its start. An Error when the file cannot be
    /// opened or read.
    Result<Outcome>
    read(const OnRecord& onRecord, Diagnostics& diagnostics, const std::stop_token& stop);

    [[nodiscard]] const std::string& path() const { return m_path; }

    [[nodiscard]] std::uint64_t offset() const { return m_offset; } ///< bytes done

    [[nodiscard]] std::uint64_t size() const { return m_size; } ///< as of the last read

private:
    struct Window; // the part of the file that is in memory

    [[nodiscard]] bool isSameFile(int descriptor, std::uint64_t size) const;
    void rememberPrint(int descriptor);
    bool skipDamage(Window& window, Diagnostics& diagnostics, const char* reason);

    std::string m_path;
    std::uint64_t m_offset = 0;
    std::uint64_t m_size = 0;
    std::uint64_t m_inode = 0;
    std::uint32_t m_headPrint = 0;  ///< checksum of the first bytes read, to know the file again
    std::uint32_t m_tailPrint = 0;  ///< checksum of the last bytes before m_offset
    std::uint64_t m_searchedTo = 0; ///< damage is being searched: no header starts before this
    bool m_isSearching = false;
    std::uint64_t m_tailTold = ~std::uint64_t{0}; ///< offset of the short tail already told
};

} // namespace runlens::event_file
