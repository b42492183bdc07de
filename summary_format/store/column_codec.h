// SPDX-License-Identifier: Apache-2.0
/// One column of a span chunk as bytes: differences or offsets from a base, as narrow as they go,
/// byte-shuffled, zstd. Layout: flags (bit 0: differences, bit 1: zstd), width in bytes (0..8),
/// base (8 bytes, little-endian), then width planes of count bytes each (plane k holds byte k of
/// every value), compressed when that is smaller. Differences are zigzag coded and start at 0 for
/// the first value, which is the base; offsets are from the smallest.
#pragma once

#include "summary_format/base/compression.h"

#include <cstdint>
#include <span>
#include <vector>

namespace runlens::store {

enum class ColumnShape : std::uint8_t {
    Rising, ///< neighbours are close: times
    Level,  ///< values repeat or stay in a range: names, durations
};

class ColumnEncoder {
public:
    [[nodiscard]] std::vector<std::byte> encode(std::span<const std::int64_t> values,
                                                ColumnShape shape);

private:
    ZstdEncoder m_zstd{1};
    std::vector<std::uint64_t> m_words;
    std::vector<std::byte> m_planes;
};

class ColumnDecoder {
public:
    /// Fills out exactly; false when the bytes are no column of that many values.
    [[nodiscard]] bool decode(std::span<const std::byte> bytes, std::span<std::int64_t> out);

private:
    ZstdDecoder m_zstd;
    std::vector<std::byte> m_planes;
};

} // namespace runlens::store
