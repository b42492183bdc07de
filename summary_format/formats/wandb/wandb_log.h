// SPDX-License-Identifier: Apache-2.0
/// Framing of .wandb files: a header of 7 bytes, then blocks of 32 KiB (counted from the start of
/// the file) of chunks that LevelDB's logs have: u32 checksum, u16 length, u8 type, data. A record
/// is one whole chunk, or a first, middle ones and a last. The checksum is plain CRC-32 of type and
/// data. Damage is skipped exactly when the next chunk of the block follows; otherwise the block is
/// searched, with bounded work. A short tail is "still being written". No descriptor stays open.
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

namespace runlens::wandb {

inline constexpr std::size_t kBlockBytes = 32768;
inline constexpr std::size_t kHeaderBytes = 7; ///< of the file, and of each chunk

class WandbLog {
public:
    /// offset: of the first chunk of a record, to begin there; 0: at the start.
    explicit WandbLog(std::string path, std::uint64_t offset = 0)
        : m_path(std::move(path)), m_offset(offset)
    {}

    /// One record, valid during the call, and the byte of the file at which its first chunk starts.
    /// Return false to stop after this one.
    using OnRecord = std::function<bool(std::span<const std::byte> data, std::int64_t offset)>;

    /// Hands over all records that are there now and were not before. True: stopped before the end.
    Result<bool>
    read(const OnRecord& onRecord, Diagnostics& diagnostics, const std::stop_token& stop);

    [[nodiscard]] const std::string& path() const { return m_path; }

    [[nodiscard]] std::uint64_t offset() const { return m_offset; } ///< bytes done

    [[nodiscard]] std::uint64_t size() const { return m_size; } ///< as of the last read

private:
    struct Reading;

    bool readHeader(Reading& reading, Diagnostics& diagnostics);
    bool takeChunk(Reading& reading, Diagnostics& diagnostics);
    void tellDamage(Reading& reading, std::uint64_t damagedAt, Diagnostics& diagnostics);
    void dropPartial(Reading& reading, Diagnostics& diagnostics);

    std::string m_path;
    std::uint64_t m_offset = 0; ///< of the first chunk of the next record
    std::uint64_t m_size = 0;
    std::uint64_t m_tailTold = ~std::uint64_t{0};
};

/// The one record that starts at this byte; refuses more than limit bytes.
[[nodiscard]] Result<std::vector<std::byte>>
recordAt(const std::string& path, std::int64_t offset, std::size_t limit);

} // namespace runlens::wandb
