// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/event_file/record_stream.h"

#include "summary_format/base/input_file.h"
#include "summary_format/formats/event_file/crc32c.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

namespace runlens::event_file {

namespace {

constexpr std::size_t kFrameHeaderBytes = 12;
constexpr std::size_t kFooterBytes = 4;
constexpr std::size_t kReadBytes = std::size_t{4} << 20U;
constexpr std::uint64_t kLargestRecord = std::uint64_t{2} << 30U;
constexpr std::size_t kPrintBytes = 4096;
constexpr std::size_t kUnpackBytes = std::size_t{1} << 20U;
constexpr std::uint64_t kUnknownSize = std::uint64_t{1} << 62U;

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
    GzipStream* gzip = nullptr;

    /// As at(), where the end is found only by unpacking.
    const std::byte* unpackedAt(std::uint64_t offset, std::uint64_t bytes)
    {
        if (offset < start || offset > start + buffer.size()) {
            buffer.clear();
        } else {
            buffer.erase(buffer.begin(),
                         buffer.begin() + static_cast<std::ptrdiff_t>(offset - start));
        }
        start = offset;
        while (buffer.size() < bytes) { // by pieces: a length is not believed before its bytes came
            const std::size_t have = buffer.size();
            buffer.resize(have + kUnpackBytes);
            const ssize_t got = gzip->readAt(fd, std::span(buffer).subspan(have), start + have);
            error = got < 0 ? errno : error;
            buffer.resize(have + (got < 0 ? 0 : static_cast<std::size_t>(got)));
            if (got < static_cast<ssize_t>(kUnpackBytes)) {
                fileSize = start + buffer.size();
                break;
            }
        }
        return buffer.size() < bytes ? nullptr : buffer.data();
    }

    /// Makes [offset, offset + bytes) available; null when the file ends before.
    const std::byte* at(std::uint64_t offset, std::uint64_t bytes)
    {
        if (offset + bytes > fileSize) {
            return nullptr;
        }
        const bool isThere = offset >= start && offset + bytes <= start + buffer.size();
        if (!isThere && gzip != nullptr) {
            return unpackedAt(offset, bytes);
        }
        if (!isThere) {
            const auto wanted = std::min<std::uint64_t>(std::max<std::uint64_t>(bytes, kReadBytes),
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
    if (size < offset()) {
        return false;
    }
    const auto bytes = static_cast<std::size_t>(std::min<std::uint64_t>(offset(), kPrintBytes));
    return printOf(descriptor, 0, bytes) == m_headPrint
           && printOf(descriptor, offset() - bytes, bytes) == m_tailPrint;
}

void RecordStream::rememberPrint(int descriptor)
{
    const auto bytes = static_cast<std::size_t>(std::min<std::uint64_t>(offset(), kPrintBytes));
    m_headPrint = printOf(descriptor, 0, bytes);
    m_tailPrint = printOf(descriptor, offset() - bytes, bytes);
}

/// A packed file is told by how it begins, whatever its name; not by a record that begins so too.
void RecordStream::usePacking(int descriptor)
{
    if (m_offset > 0 || m_gzip || !GzipStream::isGzip(descriptor)) {
        return;
    }
    std::vector<std::byte> header(kFrameHeaderBytes);
    const bool isRecord = readAt(descriptor, header, 0) == static_cast<ssize_t>(kFrameHeaderBytes)
                          && headerLength(header.data()).has_value();
    if (!isRecord) {
        m_gzip = std::make_unique<GzipStream>(false);
        m_label = m_path + " (unpacked)";
    }
}

/// What the end of the file looks like, once.
void RecordStream::tellEnd(Diagnostics& diagnostics)
{
    if (m_gzip && !m_gzip->problem().empty() && !m_problemTold) {
        m_problemTold = true;
        diagnostics.damage(
            m_path, static_cast<std::int64_t>(m_gzip->packedOffset()), m_gzip->problem());
    }
    const bool isPackingOpen = m_gzip && m_gzip->problem().empty() && m_gzip->isInside();
    if (m_isSearching || m_tailTold == m_offset || (tailBytes() == 0 && !isPackingOpen)) {
        return;
    }
    m_tailTold = m_offset;
    diagnostics.note(m_label,
                     static_cast<std::int64_t>(m_offset),
                     tailBytes() == 0 ? "the end of the packed data is not there yet"
                                      : std::to_string(tailBytes())
                                            + " bytes at the end are not a whole record yet");
}

/// Moves m_offset to the next valid header. False: there is none yet.
bool RecordStream::skipDamage(Window& window, Diagnostics& diagnostics, const char* reason)
{
    if (!m_isSearching) {
        m_isSearching = true;
        m_searchedTo = m_offset + 1;
        diagnostics.damage(m_label, static_cast<std::int64_t>(m_offset), reason);
    }
    while (m_searchedTo + kFrameHeaderBytes <= window.fileSize) {
        const std::byte* at = window.at(m_searchedTo, kFrameHeaderBytes);
        if (at == nullptr) {
            return false;
        }
        const auto length = headerLength(at);
        if (length && m_searchedTo + kFrameHeaderBytes + *length + kFooterBytes <= window.fileSize)
        {
            diagnostics.note(m_label,
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

/// The path may name another file than at the last look.
bool RecordStream::startOverIfReplaced(int descriptor,
                                       std::uint64_t inode,
                                       std::uint64_t size,
                                       Diagnostics& diagnostics)
{
    const bool mayBeAnother = m_inode != 0 && (m_inode != inode || size < offset());
    const bool isAnother = mayBeAnother && !isSameFile(descriptor, size);
    if (isAnother) {
        diagnostics.warning(
            m_path, -1, "the file was replaced by another one: it is read again from its start");
        m_offset = 0;
        m_isSearching = false;
        m_gzip.reset();
        m_unpacked.clear();
        m_problemTold = false;
        m_label = m_path;
    }
    m_inode = inode;
    m_size = size;
    return isAnother;
}

Result<RecordStream::Outcome>
RecordStream::read(const OnRecord& onRecord, Diagnostics& diagnostics, const std::stop_token& stop)
{
    const InputFile file(m_path);
    if (file.descriptor() < 0) {
        return failure("read events of", m_path, errnoText(errno));
    }

    struct stat info {};

    if (fstat(file.descriptor(), &info) != 0 || !S_ISREG(info.st_mode)) {
        return failure("read events of", m_path, "it is not a regular file");
    }
    const auto size = static_cast<std::uint64_t>(info.st_size);
    auto outcome = startOverIfReplaced(file.descriptor(), info.st_ino, size, diagnostics)
                       ? Outcome::StartedOver
                       : Outcome::EndForNow;
    usePacking(file.descriptor());
    Window window{file.descriptor(), size, m_offset, {}, 0};
    if (m_gzip) {
        window.gzip = m_gzip.get();
        window.fileSize = kUnknownSize;
        window.start = m_unpackedStart;
        window.buffer = std::move(m_unpacked);
    }
    while (m_offset < window.fileSize) {
        if (stop.stop_requested()) {
            outcome = Outcome::Stopped;
            break;
        }
        if (m_isSearching && !skipDamage(window, diagnostics, "")) {
            break;
        }
        const std::byte* header = window.at(m_offset, kFrameHeaderBytes);
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
        const std::uint64_t recordBytes = kFrameHeaderBytes + *length + kFooterBytes;
        const std::byte* record = window.at(m_offset, recordBytes);
        if (record == nullptr) {
            break; // still being written
        }
        const std::span<const std::byte> data(record + kFrameHeaderBytes,
                                              static_cast<std::size_t>(*length));
        if (maskedCrc32c(data) != littleEndian<std::uint32_t>(record + kFrameHeaderBytes + *length))
        {
            const std::uint64_t next = m_offset + recordBytes;
            const std::byte* following = window.at(next, kFrameHeaderBytes);
            if (following == nullptr ? next + kFrameHeaderBytes > window.fileSize
                                     : headerLength(following).has_value())
            {
                diagnostics.damage(m_label,
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
        const bool goesOn = onRecord(data, static_cast<std::int64_t>(m_offset + kFrameHeaderBytes));
        m_offset += recordBytes;
        if (!goesOn) {
            outcome = Outcome::Stopped;
            break;
        }
    }
    if (m_gzip) {
        m_unpacked = std::move(window.buffer);
        m_unpackedStart = window.start;
    }
    rememberPrint(file.descriptor());
    if (window.error != 0) {
        return failure("read events of", m_path, errnoText(window.error));
    }
    if (outcome != Outcome::Stopped) {
        tellEnd(diagnostics);
    }
    return outcome;
}

} // namespace runlens::event_file
