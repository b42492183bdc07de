// SPDX-License-Identifier: Apache-2.0
/// Ranges of files, packed ones too: of those, how far the last few were unpacked is remembered, so
/// that payloads asked for in their order cost one pass. Any thread.
#pragma once

#include "summary_format/base/result.h"
#include "summary_format/formats/event_file/gzip_stream.h"

#include <sys/types.h>

#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace runlens::event_file {

inline constexpr std::string_view kPackedSuffix = ".gz";

/// By how it begins.
[[nodiscard]] bool isPacked(const std::string& path);

class RangeLoader {
public:
    /// Bytes [offset, offset + size) of a file, or of what is packed in it; fewer only by an Error.
    /// A file that was packed since it was read is found too.
    Result<std::vector<std::byte>>
    load(const std::string& path, std::int64_t offset, std::size_t size);

private:
    struct Packed {
        dev_t device = 0;
        ino_t inode = 0;
        std::unique_ptr<GzipStream> stream;
    };

    ssize_t readPacked(int fd, std::span<std::byte> out, std::uint64_t offset);

    std::mutex m_mutex; ///< guards m_streams
    std::list<Packed> m_streams;
};

} // namespace runlens::event_file
