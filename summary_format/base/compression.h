// SPDX-License-Identifier: Apache-2.0
/// Zstandard with size limits: what a file claims about its length is never believed before that
/// many bytes came out. An encoder or decoder owns its context; one thread uses it at a time.
#pragma once

#include "summary_format/base/result.h"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace runlens {

class ZstdEncoder {
public:
    explicit ZstdEncoder(int level = 3);
    ~ZstdEncoder();
    ZstdEncoder(ZstdEncoder&&) noexcept;
    ZstdEncoder& operator=(ZstdEncoder&&) noexcept;

    /// Appends one frame that holds the bytes; returns its size.
    std::size_t append(std::span<const std::byte> bytes, std::vector<std::byte>& out);

private:
    struct Context;
    std::unique_ptr<Context> m_context;
};

class ZstdDecoder {
public:
    ZstdDecoder();
    ~ZstdDecoder();
    ZstdDecoder(ZstdDecoder&&) noexcept;
    ZstdDecoder& operator=(ZstdDecoder&&) noexcept;

    /// Fills out exactly; false when the frame is damaged or holds more or fewer bytes.
    [[nodiscard]] bool decodeExactly(std::span<const std::byte> frame, std::span<std::byte> out);
    /// All frames in bytes, refused when they hold more than limit bytes or end early.
    [[nodiscard]] Result<std::vector<std::byte>> decode(std::span<const std::byte> bytes,
                                                        std::size_t limit);

private:
    struct Context;
    std::unique_ptr<Context> m_context;
};

[[nodiscard]] std::vector<std::byte> zstdCompress(std::span<const std::byte> bytes, int level = 3);
[[nodiscard]] Result<std::vector<std::byte>> zstdDecompress(std::span<const std::byte> bytes,
                                                            std::size_t limit);

} // namespace runlens
