// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/event_file/range_loader.h"

#include "summary_format/base/input_file.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

namespace runlens::event_file {

bool isPacked(const std::string& path)
{
    const InputFile file(path);
    return file.descriptor() >= 0 && GzipStream::isGzip(file.descriptor());
}

Result<std::vector<std::byte>>
RangeLoader::load(const std::string& path, std::int64_t offset, std::size_t size)
{
    const InputFile file(path);
    if (file.descriptor() < 0 && errno == ENOENT && !path.ends_with(kPackedSuffix)) {
        const std::string packed = path + std::string(kPackedSuffix);
        if (isPacked(packed)) { // it was packed since it was read
            return load(packed, offset, size);
        }
        errno = ENOENT;
    }
    if (file.descriptor() < 0) {
        return failure("load from", path, errnoText(errno));
    }
    std::vector<std::byte> bytes(size);
    const ssize_t got =
        GzipStream::isGzip(file.descriptor())
            ? readPacked(file.descriptor(), bytes, static_cast<std::uint64_t>(offset))
            : readAt(file.descriptor(), bytes, static_cast<std::uint64_t>(offset));
    if (got < static_cast<ssize_t>(size)) {
        return failure("load from",
                       path + ":byte " + std::to_string(offset),
                       got < 0 ? errnoText(errno) : "the file has become shorter");
    }
    return bytes;
}

ssize_t RangeLoader::readPacked(int fd, std::span<std::byte> out, std::uint64_t offset)
{
    constexpr std::size_t kMostStreams = 4;

    struct stat info {};

    if (fstat(fd, &info) != 0) {
        return -1;
    }
    const std::scoped_lock lock(m_mutex);
    auto found = std::find_if(m_streams.begin(), m_streams.end(), [&](const Packed& packed) {
        return packed.device == info.st_dev && packed.inode == info.st_ino;
    });
    if (found == m_streams.end()) {
        m_streams.push_front({info.st_dev, info.st_ino, std::make_unique<GzipStream>(true)});
        if (m_streams.size() > kMostStreams) {
            m_streams.pop_back();
        }
        found = m_streams.begin();
    }
    return found->stream->readAt(fd, out, offset);
}

} // namespace runlens::event_file
