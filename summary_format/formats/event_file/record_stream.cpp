// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/event_file/record_stream.h"

#include "summary_format/formats/event_file/crc32c.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

namespace runlens::event_file {

namespace {

constexpr std::size_t kHeaderBytes = 12;
constexpr std::size_t kFooterBytes = 4;
constexpr std::size_t kBlockBytes = std::size_t{4} << 20U;
constexpr std::uint64_t kLargestRecord = std::uint64_t{2} << 30U;
constexpr std::size_t kPrintBytes = 4096;

class Descriptor {
public:
    explicit Descriptor(int fd) : m_fd(fd) {}

    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    ~Descriptor()
    {
        if (m_fd >= 0) {
            close(m_fd);
        }
    }

    [[nodiscard]] int get() const { return m_fd; }

private:
    int m_fd;
};

/// Reads up to out.size() bytes; fewer at the end of the file. -1: an error (errno).
ssize_t readAt(int fd, std::span<std::byte> out, std::uint64_t offset)
{
    std::size_t done = 0;
    while (done < out.size()) {
        const ssize_t n =
            pread(fd, out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return -1;
        }
        if (n == 0) {
            break;
        }
        done += static_cast<std::size_t>(n);
    }
    return static_cast<ssize_t>(done);
}

template <typename T>
T littleEndian(const std::byte* at)
{
    T value{};
    std::memcpy(&value, at, sizeof(T));
    return value;
}

std::uint32_t printOf(int fd, std::uint64_t offset, std::size_t bytes)
{
    std::vector<std::byte> buffer(bytes);
    const ssize_t got = readAt(fd, buffer, offset);
    return got == static_cast<ssize_t>(bytes) ? crc32c(buffer) : 0;
}

/// The length in a header, when its checksum is right and it can be true.
std::optional<std::uint64_t> headerLength(const std::byte* at)
{
    const auto length = littleEndian<std::uint64_t>(at);
    if (length > kLargestRecord) {
        return std::nullopt; // cheap test first: in noise nearly every length is absurd
    }
    return maskedCrc32c(std::span(at, 8)) == littleEndian<std::uint32_t>(at + 8)
               ? std::optional(length)
               : std::nullopt;
}

} // namespace

/// Bytes [start, start + buffer.size()) of the file.
struct RecordStream::Window {
    int fd = -1;
    std::uint64_t fileSize = 0;
    std::uint64_t start = 0;
    std::vector<std::byte> buffer;
    int error = 0;

    /// Makes [offset, offset + bytes) available; null when the file ends before.
    const std::byte* at(std::uint64_t offset, std::uint64_t bytes)
    {
        if (offset + bytes > fileSize) {
            return nullptr;
        }
        if (offset < start || offset + bytes > start + buffer.size()) {
            const auto wanted = std::min<std::uint64_t>(std::max<std::uint64_t>(bytes, kBlockBytes),
                                                        fileSize - offset);
            buffer.resize(wanted);
            start = offset;
            const ssize_t got = readAt(fd, buffer, offset);
            if (got < 0) {
                error = errno;
            }
            buffer.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
            if (offset + bytes > start + buffer.size()) {
                fileSize = start + buffer.size(); // it shrank while we read
                return nullptr;
            }
        }
        return buffer.data() + (offset - start);
    }
};

bool RecordStream::isSameFile(int descriptor, std::uint64_t size) const
{
    if (size < m_offset) {
        return false;
    }
    const auto bytes = static_cast<std::size_t>(std::min<std::uint64_t>(m_offset, kPrintBytes));
    return printOf(descriptor, 0, bytes) == m_headPrint
           && printOf(descriptor, m_offset - bytes, bytes) == m_tailPrint;
}

void RecordStream::rememberPrint(int descriptor)
{
    const auto bytes = static_cast<std::size_t>(std::min<std::uint64_t>(m_offset, kPrintBytes));
    m_headPrint = printOf(descriptor, 0, bytes);
    m_tailPrint = printOf(descriptor, m_offset - bytes, bytes);
}

/// Moves m_offset to the next valid header. False: there is none yet.
bool RecordStream::skipDamage(Window& window, Diagnostics& diagnostics, const char* reason)
{
    if (!m_isSearching) {
        m_isSearching = true;
        m_searchedTo = m_offset + 1;
        diagnostics.damage(m_path, static_cast<std::int64_t>(m_offset), reason);
    }
    while (m_searchedTo + kHeaderBytes <= window.fileSize) {
        const std::byte* at = window.at(m_searchedTo, kHeaderBytes);
        if (at == nullptr) {
            return false;
        }
        const auto length = headerLength(at);
        if (length && m_searchedTo + kHeaderBytes + *length + kFooterBytes <= window.fileSize) {
            diagnostics.note(m_path,
                             static_cast<std::int64_t>(m_searchedTo),
                             std::to_string(m_searchedTo - m_offset)
                                 + " damaged bytes were skipped before this record");
            m_offset = m_searchedTo;
            m_isSearching = false;
            return true;
        }
        ++m_searchedTo;
    }
    return false;
}

Result<RecordStream::Outcome>
RecordStream::read(const OnRecord& onRecord, Diagnostics& diagnostics, const std::stop_token& stop)
{
    const Descriptor file(open(m_path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (file.get() < 0) {
        return failure("read events of", m_path, errnoText(errno));
    }

    struct stat info {};

    if (fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode)) {
        return failure("read events of", m_path, "it is not a regular file");
    }
    auto outcome = Outcome::EndForNow;
    const auto size = static_cast<std::uint64_t>(info.st_size);
    const bool mayBeAnother = m_inode != 0 && (m_inode != info.st_ino || size < m_offset);
    if (mayBeAnother && !isSameFile(file.get(), size)) {
        diagnostics.warning(
            m_path, -1, "the file was replaced by another one: it is read again from its start");
        m_offset = 0;
        m_isSearching = false;
        outcome = Outcome::StartedOver;
    }
    m_inode = info.st_ino;
    m_size = size;
    Window window{file.get(), size, m_offset, {}, 0};
    while (m_offset < window.fileSize) {
        if (stop.stop_requested()) {
            outcome = Outcome::Stopped;
            break;
        }
        if (m_isSearching && !skipDamage(window, diagnostics, "")) {
            break;
        }
        const std::byte* header = window.at(m_offset, kHeaderBytes);
        if (header == nullptr) {
            break; // short tail
        }
        const auto length = headerLength(header);
        if (!length) {
            if (!skipDamage(window, diagnostics, "the checksum of a record length is wrong")) {
                break;
            }
            continue;
        }
        const std::uint64_t recordBytes = kHeaderBytes + *length + kFooterBytes;
        const std::byte* record = window.at(m_offset, recordBytes);
        if (record == nullptr) {
            break; // still being written
        }
        const std::span<const std::byte> data(record + kHeaderBytes,
                                              static_cast<std::size_t>(*length));
        if (maskedCrc32c(data) != littleEndian<std::uint32_t>(record + kHeaderBytes + *length)) {
            const std::uint64_t next = m_offset + recordBytes;
            const std::byte* following = window.at(next, kHeaderBytes);
            if (following == nullptr ? next + kHeaderBytes > window.fileSize
                                     : headerLength(following).has_value())
            {
                diagnostics.damage(m_path,
                                   static_cast<std::int64_t>(m_offset),
                                   "the checksum of a record is wrong: skipped");
                m_offset = next;
            } else if (!skipDamage(window,
                                   diagnostics,
                                   "the checksum of a record is wrong, and no record follows it"))
            {
                break;
            }
            continue;
        }
        const bool goesOn = onRecord(data, static_cast<std::int64_t>(m_offset + kHeaderBytes));
        m_offset += recordBytes;
        if (!goesOn) {
            outcome = Outcome::Stopped;
            break;
        }
    }
    rememberPrint(file.get());
    if (window.error != 0) {
        return failure("read events of", m_path, errnoText(window.error));
    }
    if (outcome != Outcome::Stopped && m_offset < m_size && !m_isSearching
        && m_tailTold != m_offset) {
        m_tailTold = m_offset;
        diagnostics.note(m_path,
                         static_cast<std::int64_t>(m_offset),
                         std::to_string(m_size - m_offset)
                             + " bytes at the end are not a whole record yet");
    }
    return outcome;
}

} // namespace runlens::event_file
