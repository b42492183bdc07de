// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/log_check.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <span>
#include <vector>

namespace runlens::store {

namespace {

constexpr std::size_t kLogHeaderBytes = 32;
constexpr std::size_t kFrameHeadBytes = 24;
constexpr std::uint32_t kMagicLittleEndian = 0x377f0682; ///< of the checksums
constexpr std::uint32_t kMagicBigEndian = 0x377f0683;

std::uint32_t bigEndian32(const unsigned char* bytes)
{
    return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16
           | std::uint32_t{bytes[2]} << 8 | std::uint32_t{bytes[3]};
}

std::uint32_t littleEndian32(const unsigned char* bytes)
{
    return std::uint32_t{bytes[3]} << 24 | std::uint32_t{bytes[2]} << 16
           | std::uint32_t{bytes[1]} << 8 | std::uint32_t{bytes[0]};
}

/// Goes on from frame to frame.
class LogChecksum {
public:
    explicit LogChecksum(bool isBigEndian) : m_isBigEndian(isBigEndian) {}

    void add(std::span<const unsigned char> bytes) // a multiple of 8
    {
        const auto word = [this](const unsigned char* at) {
            return m_isBigEndian ? bigEndian32(at) : littleEndian32(at);
        };
        for (std::size_t i = 0; i + 8 <= bytes.size(); i += 8) {
            m_first += word(&bytes[i]) + m_second;
            m_second += word(&bytes[i + 4]) + m_first;
        }
    }

    [[nodiscard]] bool is(const unsigned char* stored) const
    {
        return bigEndian32(stored) == m_first && bigEndian32(stored + 4) == m_second;
    }

private:
    bool m_isBigEndian;
    std::uint32_t m_first = 0;
    std::uint32_t m_second = 0;
};

class LogFile {
public:
    explicit LogFile(const std::string& path)
        : m_descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK))
    {}

    LogFile(const LogFile&) = delete;
    LogFile& operator=(const LogFile&) = delete;

    ~LogFile()
    {
        if (m_descriptor >= 0) {
            ::close(m_descriptor);
        }
    }

    [[nodiscard]] std::int64_t size() const
    {
        struct stat info {};

        const bool isFile =
            m_descriptor >= 0 && fstat(m_descriptor, &info) == 0 && S_ISREG(info.st_mode);
        return isFile ? static_cast<std::int64_t>(info.st_size) : -1;
    }

    /// How many bytes there were, up to the size of the buffer.
    [[nodiscard]] std::size_t read(std::span<unsigned char> buffer) const
    {
        std::size_t filled = 0;
        while (filled < buffer.size()) {
            const ssize_t n = ::read(m_descriptor, &buffer[filled], buffer.size() - filled);
            if (n <= 0 && !(n < 0 && errno == EINTR)) {
                break;
            }
            filled += n > 0 ? static_cast<std::size_t>(n) : 0;
        }
        return filled;
    }

private:
    int m_descriptor;
};

bool isPageSize(std::uint32_t size)
{
    return size >= 512 && size <= 65'536 && (size & (size - 1)) == 0;
}

} // namespace

std::optional<LogCheck> checkLog(const std::string& path)
{
    const LogFile file(path);
    LogCheck result;
    const std::int64_t size = file.size();
    if (size < 0) {
        return ::access(path.c_str(), F_OK) != 0 && errno == ENOENT ? std::optional(result)
                                                                    : std::nullopt;
    }
    result.isEmpty = size == 0;
    if (result.isEmpty) {
        return result;
    }
    std::array<unsigned char, kLogHeaderBytes> header{};
    const bool isWhole = file.read(header) == header.size();
    const std::uint32_t magic = bigEndian32(header.data());
    LogChecksum checksum(magic == kMagicBigEndian);
    checksum.add(std::span(header).first(24));
    const std::uint32_t pageBytes = bigEndian32(&header[8]);
    if (!isWhole || (magic != kMagicBigEndian && magic != kMagicLittleEndian)
        || !isPageSize(pageBytes) || !checksum.is(&header[24]))
    {
        result.isHeaderDamaged = true;
        result.damagedAt = 0;
        return result;
    }
    std::vector<unsigned char> frame(kFrameHeadBytes + pageBytes);
    std::int64_t offset = kLogHeaderBytes;
    std::uint64_t behind = 0; // pages since the first that is not read
    for (;;) {
        const std::size_t got = file.read(frame);
        const bool isOfThisLog = got >= 16 && std::memcmp(&frame[8], &header[16], 8) == 0; // salts
        if (got < frame.size()) {
            result.endsWithinPage = got > 0 && (isOfThisLog || got < 16) && result.damagedAt < 0;
            break;
        }
        if (result.damagedAt < 0) {
            checksum.add(std::span(frame).first(8));
            checksum.add(std::span(frame).subspan(kFrameHeadBytes));
            if (!isOfThisLog || !checksum.is(&frame[16])) {
                result.damagedAt = offset;
            }
        }
        if (result.damagedAt >= 0) {
            ++behind;
            if (isOfThisLog) {
                result.pagesNotRead = behind;
            }
        }
        offset += static_cast<std::int64_t>(frame.size());
    }
    return result;
}

} // namespace runlens::store
