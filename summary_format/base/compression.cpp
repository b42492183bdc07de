// SPDX-License-Identifier: Apache-2.0
#include "summary_format/base/compression.h"

#include <zstd.h>

#include <algorithm>
#include <new>
#include <string>

namespace runlens {

struct ZstdEncoder::Context {
    Context() = default;
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    ~Context() { ZSTD_freeCCtx(context); }

    ZSTD_CCtx* context = nullptr;
    int level = 3;
};

ZstdEncoder::ZstdEncoder(int level) : m_context(std::make_unique<Context>())
{
    m_context->context = ZSTD_createCCtx();
    m_context->level = level;
    if (m_context->context == nullptr) {
        throw std::bad_alloc();
    }
}

ZstdEncoder::ZstdEncoder(ZstdEncoder&&) noexcept = default;
ZstdEncoder& ZstdEncoder::operator=(ZstdEncoder&&) noexcept = default;
ZstdEncoder::~ZstdEncoder() = default;

std::size_t ZstdEncoder::append(std::span<const std::byte> bytes, std::vector<std::byte>& out)
{
    const std::size_t start = out.size();
    out.resize(start + ZSTD_compressBound(bytes.size()));
    const std::size_t written = ZSTD_compressCCtx(m_context->context,
                                                  out.data() + start,
                                                  out.size() - start,
                                                  bytes.data(),
                                                  bytes.size(),
                                                  m_context->level);
    if (ZSTD_isError(written) != 0) { // only for want of memory: the room is enough
        throw std::bad_alloc();
    }
    out.resize(start + written);
    return written;
}

struct ZstdDecoder::Context {
    Context() = default;
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    ~Context() { ZSTD_freeDCtx(context); }

    ZSTD_DCtx* context = nullptr;
};

ZstdDecoder::ZstdDecoder() : m_context(std::make_unique<Context>())
{
    m_context->context = ZSTD_createDCtx();
    if (m_context->context == nullptr) {
        throw std::bad_alloc();
    }
}

ZstdDecoder::ZstdDecoder(ZstdDecoder&&) noexcept = default;
ZstdDecoder& ZstdDecoder::operator=(ZstdDecoder&&) noexcept = default;
ZstdDecoder::~ZstdDecoder() = default;

bool ZstdDecoder::decodeExactly(std::span<const std::byte> frame, std::span<std::byte> out)
{
    const std::size_t written =
        ZSTD_decompressDCtx(m_context->context, out.data(), out.size(), frame.data(), frame.size());
    return ZSTD_isError(written) == 0 && written == out.size();
}

Result<std::vector<std::byte>> ZstdDecoder::decode(std::span<const std::byte> bytes,
                                                   std::size_t limit)
{
    constexpr std::size_t kFirstRoom = std::size_t{1} << 16;
    constexpr std::size_t kUnsuspicious = std::size_t{64} << 20;
    constexpr std::size_t kLargestRatio = 2000;
    ZSTD_DCtx_reset(m_context->context, ZSTD_reset_session_only);
    std::vector<std::byte> out;
    ZSTD_inBuffer input{bytes.data(), bytes.size(), 0};
    std::size_t used = 0;
    std::size_t pending = 0;
    bool isFull = false; // the last call filled its buffer: more may wait inside the context
    while (input.pos < input.size || isFull) {
        if (used == out.size()) {
            if (used > limit) {
                return failure(
                    "decompress", {}, "it holds more than " + std::to_string(limit) + " bytes");
            }
            out.resize(std::max(kFirstRoom, used + std::min(used, limit + 1 - used)));
        }
        ZSTD_outBuffer output{out.data(), out.size(), used};
        pending = ZSTD_decompressStream(m_context->context, &output, &input);
        if (ZSTD_isError(pending) != 0) {
            return failure("decompress",
                           "byte " + std::to_string(input.pos),
                           std::string("the Zstandard data is damaged (")
                               + ZSTD_getErrorName(pending) + ")");
        }
        isFull = output.pos == output.size && pending != 0;
        used = output.pos;
        if (used > kUnsuspicious && used / kLargestRatio > input.pos) {
            return failure("decompress",
                           {},
                           "it grows to more than " + std::to_string(kLargestRatio)
                               + " times its size: nothing that was recorded does");
        }
    }
    if (pending != 0 || bytes.empty()) {
        return failure("decompress", {}, "the Zstandard data ends early");
    }
    if (used > limit) {
        return failure("decompress", {}, "it holds more than " + std::to_string(limit) + " bytes");
    }
    out.resize(used);
    return out;
}

std::vector<std::byte> zstdCompress(std::span<const std::byte> bytes, int level)
{
    std::vector<std::byte> out;
    ZstdEncoder(level).append(bytes, out);
    return out;
}

Result<std::vector<std::byte>> zstdDecompress(std::span<const std::byte> bytes, std::size_t limit)
{
    return ZstdDecoder().decode(bytes, limit);
}

} // namespace runlens
