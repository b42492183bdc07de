// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/wandb/wandb_log.h"

#include "summary_format/base/input_file.h"

#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace runlens::wandb {

namespace {

constexpr std::array<unsigned char, 6> kMagic{':', 'W', '&', 'B', 0xe1, 0xbe};
/// Checksums computed while one block is searched for a chunk.
constexpr std::size_t kSearchBytes = 2 * kBlockBytes;

enum class ChunkType : std::uint8_t { Zero = 0, Full = 1, First = 2, Middle = 3, Last = 4 };

struct Chunk {
    std::span<const std::byte> data;
    ChunkType type = ChunkType::Zero;
};

enum class ChunkState : std::uint8_t { Whole, Short, Padding, Damaged };

/// What stands at the front of the rest of a block; isLast: the file ends with it.
ChunkState parseChunk(std::span<const std::byte> rest, bool isLast, Chunk& chunk)
{
    if (rest.size() < kHeaderBytes) {
        return isLast ? ChunkState::Short : ChunkState::Padding;
    }
    std::uint32_t checksum = 0;
    std::uint16_t length = 0;
    std::memcpy(&checksum, rest.data(), sizeof(checksum));
    std::memcpy(&length, rest.data() + 4, sizeof(length));
    const auto type = std::to_integer<std::uint8_t>(rest[6]);
    if (type == 0 && length == 0 && checksum == 0) {
        return isLast ? ChunkState::Short : ChunkState::Padding;
    }
    if (type < 1 || type > 4) {
        return ChunkState::Damaged;
    }
    if (kHeaderBytes + length > rest.size()) {
        return isLast ? ChunkState::Short : ChunkState::Damaged;
    }
    const auto* bytes = reinterpret_cast<const Bytef*>(rest.data() + 6);
    if (crc32(0, bytes, static_cast<uInt>(length) + 1) != checksum) {
        return ChunkState::Damaged;
    }
    chunk = {rest.subspan(kHeaderBytes, length), static_cast<ChunkType>(type)};
    return ChunkState::Whole;
}

} // namespace

/// Where one call is; the block in memory.
struct WandbLog::Reading {
    int fd = -1;
    std::uint64_t at = 0; ///< of the next chunk
    std::uint64_t blockStart = ~std::uint64_t{0};
    std::array<std::byte, kBlockBytes> block{};
    std::size_t blockBytes = 0;
    int error = 0;
    std::vector<std::byte> record; ///< its chunks so far
    bool isInRecord = false;
    std::uint64_t recordStart = 0;
    bool isWhole = false; ///< record is complete
    bool isAtEnd = false;

    /// Loads the block around at; what is left of it from at on.
    std::span<const std::byte> rest()
    {
        const std::uint64_t start = at / kBlockBytes * kBlockBytes;
        if (start != blockStart) {
            blockStart = start;
            const ssize_t got = readAt(fd, block, start);
            error = got < 0 ? errno : error;
            blockBytes = got < 0 ? 0 : static_cast<std::size_t>(got);
        }
        const auto inside = static_cast<std::size_t>(at - start);
        return inside < blockBytes ? std::span(block).first(blockBytes).subspan(inside)
                                   : std::span<const std::byte>();
    }

    [[nodiscard]] bool isLastBlock() const { return blockBytes < kBlockBytes; }

    void goToNextBlock() { at = (at / kBlockBytes + 1) * kBlockBytes; }

    /// The next whole chunk of this block behind at; false: there is none that was found.
    bool search()
    {
        const std::span<const std::byte> left = rest();
        std::size_t checked = 0;
        Chunk chunk;
        for (std::size_t i = 1; i + kHeaderBytes <= left.size() && checked < kSearchBytes; ++i) {
            const auto type = std::to_integer<std::uint8_t>(left[i + 6]);
            if (type < 1 || type > 4) {
                continue;
            }
            std::uint16_t length = 0;
            std::memcpy(&length, left.data() + i + 4, sizeof(length));
            if (i + kHeaderBytes + length > left.size()) {
                continue;
            }
            checked += length;
            if (parseChunk(left.subspan(i), false, chunk) == ChunkState::Whole) {
                at += i;
                return true;
            }
        }
        return false;
    }

    /// Adds a chunk. False: it does not follow what came before.
    bool add(const Chunk& chunk)
    {
        const bool begins = chunk.type == ChunkType::Full || chunk.type == ChunkType::First;
        if (begins == isInRecord) {
            return false;
        }
        if (begins) {
            record.clear();
            recordStart = at;
        }
        record.insert(record.end(), chunk.data.begin(), chunk.data.end());
        isWhole = chunk.type == ChunkType::Full || chunk.type == ChunkType::Last;
        isInRecord = !isWhole;
        return true;
    }
};

bool WandbLog::readHeader(Reading& reading, Diagnostics& diagnostics)
{
    const std::span<const std::byte> start = reading.rest();
    if (start.size() < kHeaderBytes) {
        return false; // just begun
    }
    if (std::memcmp(start.data(), kMagic.data(), kMagic.size()) != 0) {
        diagnostics.damage(m_path, 0, "it does not begin as a .wandb file does");
    } else if (start[6] != std::byte{0}) {
        diagnostics.warning(m_path, 6, "its version is not known: it is read as version 0");
    }
    reading.at = m_offset = kHeaderBytes;
    return true;
}

void WandbLog::dropPartial(Reading& reading, Diagnostics& diagnostics)
{
    if (reading.isInRecord) {
        diagnostics.damage(
            m_path, static_cast<std::int64_t>(reading.recordStart), "a record has no end: skipped");
    }
    reading.isInRecord = false;
    reading.record.clear();
}

/// The chunk at damagedAt was given up: reading goes on at reading.at.
void WandbLog::tellDamage(Reading& reading, std::uint64_t damagedAt, Diagnostics& diagnostics)
{
    dropPartial(reading, diagnostics);
    diagnostics.damage(m_path, static_cast<std::int64_t>(damagedAt), "a chunk is damaged: skipped");
    m_offset = reading.at;
}

/// Takes the chunk at reading.at. False: there is no more for now.
bool WandbLog::takeChunk(Reading& reading, Diagnostics& diagnostics)
{
    const std::span<const std::byte> rest = reading.rest();
    if (rest.empty()) {
        return false;
    }
    Chunk chunk;
    switch (parseChunk(rest, reading.isLastBlock(), chunk)) {
    case ChunkState::Short: {
        const std::uint64_t tailAt = reading.at;
        if (!reading.search()) {
            return false;
        }
        tellDamage(reading, tailAt, diagnostics); // a whole chunk follows: no tail, a wrong length
        return true;
    }
    case ChunkState::Padding:
        reading.goToNextBlock();
        return true;
    case ChunkState::Damaged: {
        const std::uint64_t damagedAt = reading.at;
        const bool goesOn = reading.search() || !reading.isLastBlock();
        if (!goesOn) {
            reading.at = reading.blockStart + reading.blockBytes;
        } else if (reading.at == damagedAt) {
            reading.goToNextBlock();
        }
        tellDamage(reading, damagedAt, diagnostics);
        return goesOn;
    }
    case ChunkState::Whole:
        break;
    }
    if (!reading.add(chunk)) {
        const bool begins = chunk.type == ChunkType::Full || chunk.type == ChunkType::First;
        dropPartial(reading, diagnostics);
        if (begins) {
            reading.add(chunk);
        } else {
            diagnostics.damage(m_path,
                               static_cast<std::int64_t>(reading.at),
                               "a piece of a record without its beginning: skipped");
        }
    }
    reading.at += kHeaderBytes + chunk.data.size();
    if (!reading.isInRecord && !reading.isWhole) {
        m_offset = reading.at;
    }
    return true;
}

Result<bool>
WandbLog::read(const OnRecord& onRecord, Diagnostics& diagnostics, const std::stop_token& stop)
{
    const InputFile file(m_path);

    struct stat info {};

    if (file.descriptor() < 0 || fstat(file.descriptor(), &info) != 0) {
        return failure("read", m_path, errnoText(errno));
    }
    if (!S_ISREG(info.st_mode)) {
        return failure("read", m_path, "it is not a regular file");
    }
    const auto size = static_cast<std::uint64_t>(info.st_size);
    if (size < m_offset) {
        diagnostics.warning(m_path, -1, "the file has become shorter: it is not read on");
        return false;
    }
    m_size = size;
    Reading reading;
    reading.fd = file.descriptor();
    reading.at = m_offset;
    if (m_offset == 0 && !readHeader(reading, diagnostics)) {
        return false;
    }
    bool isStopped = false;
    while (!isStopped && takeChunk(reading, diagnostics)) {
        if (reading.isWhole) {
            reading.isWhole = false;
            m_offset = reading.at;
            isStopped = !onRecord(reading.record, static_cast<std::int64_t>(reading.recordStart))
                        || stop.stop_requested();
        }
    }
    if (reading.error != 0) {
        return failure("read", m_path, errnoText(reading.error));
    }
    if (!isStopped && m_offset < m_size && m_tailTold != m_offset) {
        m_tailTold = m_offset;
        diagnostics.note(m_path,
                         static_cast<std::int64_t>(m_offset),
                         std::to_string(m_size - m_offset)
                             + " bytes at the end are not a whole record yet");
    }
    return isStopped;
}

Result<std::vector<std::byte>>
recordAt(const std::string& path, std::int64_t offset, std::size_t limit)
{
    struct OneRecord {
        std::vector<std::byte> bytes;
        bool isThere = false;
        bool isTooLong = false;
    } one;

    WandbLog log(path, static_cast<std::uint64_t>(offset));
    Diagnostics ignored; // told when it was read first
    const auto read = log.read(
        [&](std::span<const std::byte> data, std::int64_t at) {
            one.isThere = at == offset;
            one.isTooLong = data.size() > limit;
            if (one.isThere && !one.isTooLong) {
                one.bytes.assign(data.begin(), data.end());
            }
            return false;
        },
        ignored,
        {});
    if (!read) {
        return failure(read);
    }
    if (!one.isThere || one.isTooLong) {
        return failure("load from",
                       path + ":byte " + std::to_string(offset),
                       one.isTooLong ? "the record is larger than allowed"
                                     : "the record is not there any more");
    }
    return std::move(one.bytes);
}

} // namespace runlens::wandb
