// SPDX-License-Identifier: Apache-2.0
/// Framing of event files: u64 length, u32 masked CRC of the length, data, u32 masked CRC of the
/// data, all little endian. Reads a file that may grow, shrink, vanish or be replaced between
/// calls; keeps no descriptor open between calls. Damage: a record with a bad data checksum is
/// skipped exactly when a valid header follows; anything else is searched, byte by byte, for the
/// next valid header. A short tail is "still being written". A gzip'd file is read as what was
/// packed into it: offsets are of that.
#pragma once

#include "summary_format/base/diagnostics.h"
#include "summary_format/base/result.h"
#include "summary_format/formats/event_file/gzip_stream.h"

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
    explicit RecordStream(std::string path) : m_path(std::move(path)), m_label(m_path) {}

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

    /// What diagnostics call it: offsets in a packed file are not bytes of the file.
    [[nodiscard]] const std::string& label() const { return m_label; }

    /// Bytes of the file that are done.
    [[nodiscard]] std::uint64_t offset() const
    {
        return m_gzip ? m_gzip->packedOffset() : m_offset;
    }

    [[nodiscard]] std::uint64_t size() const { return m_size; } ///< as of the last read

    /// Bytes that are no whole record (yet).
    [[nodiscard]] std::uint64_t tailBytes() const
    {
        const std::uint64_t end = m_gzip ? m_gzip->unpackedEnd() : m_size;
        return end > m_offset ? end - m_offset : 0;
    }

private:
    struct Window; // the part of the file that is in memory

    [[nodiscard]] bool isSameFile(int descriptor, std::uint64_t size) const;
    bool startOverIfReplaced(int descriptor,
                             std::uint64_t inode,
                             std::uint64_t size,
                             Diagnostics& diagnostics);
    void rememberPrint(int descriptor);
    bool skipDamage(Window& window, Diagnostics& diagnostics, const char* reason);

    void usePacking(int descriptor);
    void tellEnd(Diagnostics& diagnostics);

    std::string m_path;
    std::string m_label;
    std::unique_ptr<GzipStream> m_gzip; ///< null: the file is not packed
    std::vector<std::byte> m_unpacked;  ///< of a packed file, from m_unpackedStart on, for later
    std::uint64_t m_unpackedStart = 0;
    bool m_problemTold = false;
    std::uint64_t m_offset = 0; ///< of the next record; in what was packed
    std::uint64_t m_size = 0;
    std::uint64_t m_inode = 0;
    std::uint32_t m_headPrint = 0;  ///< checksum of the first bytes read, to know the file again
    std::uint32_t m_tailPrint = 0;  ///< checksum of the last bytes before m_offset
    std::uint64_t m_searchedTo = 0; ///< damage is being searched: no header starts before this
    bool m_isSearching = false;
    std::uint64_t m_tailTold = ~std::uint64_t{0}; ///< offset of the short tail already told
};

} // namespace runlens::event_file
