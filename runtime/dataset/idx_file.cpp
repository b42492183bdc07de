// SPDX-License-Identifier: Apache-2.0
#include "runtime/dataset/idx_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <new>

namespace runlens::runtime {

namespace {

constexpr const char* kAttempt = "read the IDX file";
constexpr const char* kAdvice = "Download or install the data set again";
constexpr std::size_t kMaxDims = 4;
constexpr std::size_t kPiece = std::size_t{1} << 20;
/// Deflate cannot expand a byte to more than this.
constexpr std::size_t kMaxDeflateRatio = 1032;

/// Gives the bytes of a file one after the other, whether they are packed or not.
class IdxBytes {
public:
    IdxBytes(std::span<const std::byte> file, const std::string& where)
        : m_rest(file), m_where(where)
    {}

    IdxBytes(const IdxBytes&) = delete;
    IdxBytes& operator=(const IdxBytes&) = delete;

    ~IdxBytes()
    {
        if (m_packed) {
            inflateEnd(&m_stream);
        }
    }

    Status open()
    {
        if (m_rest.size() < 2 || m_rest[0] != std::byte{0x1f} || m_rest[1] != std::byte{0x8b}) {
            return {};
        }
        constexpr int kGzipOnly = 16 + MAX_WBITS;
        if (inflateInit2(&m_stream, kGzipOnly) != Z_OK) {
            return failure(kAttempt, m_where, "not enough memory to unpack it");
        }
        m_packed = true;
        return {};
    }

    /// Fills out; fewer bytes mean that the file ended.
    Result<std::size_t> read(std::span<std::uint8_t> out)
    {
        return m_packed ? unpack(out) : copy(out);
    }

    [[nodiscard]] bool isPacked() const { return m_packed; }

private:
    std::size_t copy(std::span<std::uint8_t> out)
    {
        const std::size_t n = std::min(out.size(), m_rest.size());
        std::transform(m_rest.begin(),
                       m_rest.begin() + static_cast<std::ptrdiff_t>(n),
                       out.begin(),
                       [](std::byte b) { return std::to_integer<std::uint8_t>(b); });
        m_rest = m_rest.subspan(n);
        return n;
    }

    Result<std::size_t> unpack(std::span<std::uint8_t> out)
    {
        std::size_t done = 0;
        while (done < out.size() && !m_ended) {
            const std::size_t offered = std::min(m_rest.size(), kPiece);
            const std::size_t room = std::min(out.size() - done, kPiece);
            // zlib does not write through next_in; its type is older than const.
            m_stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(m_rest.data()));
            m_stream.avail_in = static_cast<uInt>(offered);
            m_stream.next_out = out.data() + done;
            m_stream.avail_out = static_cast<uInt>(room);
            const int state = inflate(&m_stream, Z_NO_FLUSH);
            m_rest = m_rest.subspan(offered - m_stream.avail_in);
            done += room - m_stream.avail_out;
            if (state == Z_STREAM_END) {
                if (const Status next = nextMember(); !next) {
                    return failure(next);
                }
            } else if (state == Z_BUF_ERROR && m_rest.empty()) {
                return failure(kAttempt, m_where, "the gzip stream ends too early", kAdvice);
            } else if (state != Z_OK) {
                const char* text = m_stream.msg != nullptr ? m_stream.msg : "unexpected bytes";
                return failure(kAttempt,
                               m_where,
                               fmt::format("the gzip stream is damaged ({})", text),
                               kAdvice);
            }
        }
        return done;
    }

    Status nextMember()
    {
        if (m_rest.empty()) {
            m_ended = true;
            return {};
        }
        if (inflateReset(&m_stream) != Z_OK) {
            return failure(kAttempt, m_where, "the gzip stream is damaged", kAdvice);
        }
        return {};
    }

    std::span<const std::byte> m_rest;
    const std::string& m_where;
    z_stream m_stream{};
    bool m_packed = false;
    bool m_ended = false;
};

Result<std::vector<std::uint32_t>> readDims(IdxBytes& bytes, const std::string& where)
{
    std::array<std::uint8_t, 4> word{};
    const auto readWord = [&]() -> Status {
        const auto n = bytes.read(word);
        if (!n) {
            return failure(n);
        }
        return *n == word.size() ? Status{}
                                 : failure(kAttempt, where, "the header is cut off", kAdvice);
    };
    if (const Status read = readWord(); !read) {
        return failure(read);
    }
    if (word[0] != 0 || word[1] != 0) {
        return failure(kAttempt, where, "it does not begin like an IDX file (two zero bytes)");
    }
    constexpr std::uint8_t kUnsignedByte = 0x08;
    if (word[2] != kUnsignedByte) {
        return failure(
            kAttempt,
            where,
            fmt::format("its elements have type 0x{:02x}; only unsigned bytes (0x08) can be read",
                        word[2]));
    }
    const std::size_t count = word[3];
    if (count == 0 || count > kMaxDims) {
        return failure(
            kAttempt,
            where,
            fmt::format("it claims {} dimensions; 1 to {} can be read", count, kMaxDims));
    }
    std::vector<std::uint32_t> dims;
    for (std::size_t i = 0; i < count; ++i) {
        if (const Status read = readWord(); !read) {
            return failure(read);
        }
        dims.push_back((std::uint32_t{word[0]} << 24U) | (std::uint32_t{word[1]} << 16U)
                       | (std::uint32_t{word[2]} << 8U) | std::uint32_t{word[3]});
    }
    return dims;
}

/// Product of the dimensions; nothing when it passes the limit.
Result<std::size_t>
valueCount(const std::vector<std::uint32_t>& dims, const std::string& where, std::size_t limit)
{
    std::size_t count = 1;
    for (const std::uint32_t dim : dims) {
        if (dim != 0 && count > limit / dim) {
            return failure(
                kAttempt,
                where,
                fmt::format("it claims more than the {} values that can be read", limit));
        }
        count *= dim;
    }
    return count;
}

Result<std::vector<std::uint8_t>>
readValues(IdxBytes& bytes, std::size_t count, const std::string& where)
{
    std::vector<std::uint8_t> values;
    while (values.size() < count) {
        const std::size_t before = values.size();
        const std::size_t wanted = std::min(count - before, kPiece);
        values.resize(before + wanted);
        const auto n = bytes.read(std::span(values).subspan(before));
        if (!n) {
            return failure(n);
        }
        if (*n < wanted) {
            return failure(kAttempt,
                           where,
                           fmt::format("{} of its {} values are there", before + *n, count),
                           kAdvice);
        }
    }
    // Reading on checks the checksum at the end of a gzip stream.
    std::array<std::uint8_t, 1> extra{};
    const auto n = bytes.read(extra);
    if (!n) {
        return failure(n);
    }
    if (*n != 0) {
        return failure(
            kAttempt, where, fmt::format("there are bytes behind its {} values", count), kAdvice);
    }
    return values;
}

Result<std::vector<std::byte>> readWholeFile(const std::string& path, std::size_t limit)
{
    // Without O_NONBLOCK opening a named pipe would wait for a writer.
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        return failure(kAttempt, path, errnoText(errno));
    }

    struct Closer {
        int fd;

        ~Closer() { ::close(fd); }
    } const closer{fd};

    struct stat info {};

    if (::fstat(fd, &info) != 0) {
        return failure(kAttempt, path, errnoText(errno));
    }
    if (!S_ISREG(info.st_mode)) {
        return failure(kAttempt, path, "it is not a regular file");
    }
    if (static_cast<std::uint64_t>(info.st_size) > limit) {
        return failure(
            kAttempt, path, fmt::format("it has {} bytes; {} can be read", info.st_size, limit));
    }
    std::vector<std::byte> bytes(static_cast<std::size_t>(info.st_size));
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t n = ::read(fd, bytes.data() + done, std::min(bytes.size() - done, kPiece));
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            return failure(kAttempt, path, errnoText(errno));
        }
        if (n == 0) {
            break; // it shrank meanwhile: what is missing is told by the decoder
        }
        done += static_cast<std::size_t>(n);
    }
    bytes.resize(done);
    return bytes;
}

} // namespace

Result<IdxArray>
decodeIdx(std::span<const std::byte> file, const std::string& where, const IdxLimits& limits)
{
    IdxBytes bytes(file, where);
    if (const Status opened = bytes.open(); !opened) {
        return failure(opened);
    }
    auto dims = readDims(bytes, where);
    if (!dims) {
        return failure(dims);
    }
    const auto count = valueCount(*dims, where, limits.maxValues);
    if (!count) {
        return failure(count);
    }
    const std::size_t possible = bytes.isPacked() ? file.size() * kMaxDeflateRatio : file.size();
    if (*count > possible) {
        return failure(kAttempt,
                       where,
                       fmt::format("it claims {} values, but a file of {} bytes cannot hold them",
                                   *count,
                                   file.size()),
                       kAdvice);
    }
    auto values = readValues(bytes, *count, where);
    if (!values) {
        return failure(values);
    }
    return IdxArray{std::move(*dims), std::move(*values)};
}

Result<IdxArray> readIdxFile(const std::string& path, const IdxLimits& limits)
{
    try {
        const auto file = readWholeFile(path, limits.maxFileBytes);
        if (!file) {
            return failure(file);
        }
        return decodeIdx(*file, path, limits);
    } catch (const std::bad_alloc&) {
        return failure(kAttempt, path, "not enough memory");
    }
}

} // namespace runlens::runtime
