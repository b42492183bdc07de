// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/column_codec.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace runlens::store {

namespace {

constexpr std::uint8_t kDifferences = 1;
constexpr std::uint8_t kCompressed = 2;
constexpr std::size_t kColumnHeaderBytes = 10;
constexpr std::size_t kMaxWidth = 8;
constexpr std::size_t kWorthCompressing = 64;

std::uint64_t zigzag(std::uint64_t difference)
{
    return (difference << 1) ^ (0 - (difference >> 63));
}

std::uint64_t unzigzag(std::uint64_t word)
{
    return (word >> 1) ^ (0 - (word & 1));
}

/// The planes of one width, with the loop over bytes unrolled by the compiler.
template <std::size_t Width>
void joinPlanes(const std::byte* planes, std::span<std::int64_t> out)
{
    const std::size_t count = out.size();
    for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t word = 0;
        for (std::size_t k = 0; k < Width; ++k) {
            word |= static_cast<std::uint64_t>(planes[k * count + i]) << (8 * k);
        }
        out[i] = static_cast<std::int64_t>(word);
    }
}

void joinPlanes(std::size_t width, const std::byte* planes, std::span<std::int64_t> out)
{
    using Join = void (*)(const std::byte*, std::span<std::int64_t>);
    constexpr std::array<Join, kMaxWidth + 1> kJoin{joinPlanes<0>,
                                                    joinPlanes<1>,
                                                    joinPlanes<2>,
                                                    joinPlanes<3>,
                                                    joinPlanes<4>,
                                                    joinPlanes<5>,
                                                    joinPlanes<6>,
                                                    joinPlanes<7>,
                                                    joinPlanes<8>};
    kJoin[width](planes, out);
}

/// Turns values into words (differences or offsets) and gives the base.
std::int64_t
makeWords(std::span<const std::int64_t> values, bool differences, std::vector<std::uint64_t>& words)
{
    words.resize(values.size());
    if (values.empty()) {
        return 0;
    }
    if (!differences) {
        const std::int64_t base = *std::min_element(values.begin(), values.end());
        std::transform(values.begin(), values.end(), words.begin(), [base](std::int64_t value) {
            return static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(base);
        });
        return base;
    }
    auto previous = static_cast<std::uint64_t>(values.front());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto value = static_cast<std::uint64_t>(values[i]);
        words[i] = zigzag(value - previous);
        previous = value;
    }
    return values.front();
}

} // namespace

std::vector<std::byte> ColumnEncoder::encode(std::span<const std::int64_t> values,
                                             ColumnShape shape)
{
    const bool differences = shape == ColumnShape::Rising;
    const std::int64_t base = makeWords(values, differences, m_words);
    std::uint64_t all = 0;
    for (const std::uint64_t word : m_words) {
        all |= word;
    }
    const std::size_t width = (static_cast<std::size_t>(std::bit_width(all)) + 7) / 8;
    const std::size_t count = values.size();
    m_planes.resize(width * count);
    for (std::size_t k = 0; k < width; ++k) {
        std::byte* plane = m_planes.data() + k * count;
        for (std::size_t i = 0; i < count; ++i) {
            plane[i] = static_cast<std::byte>(m_words[i] >> (8 * k));
        }
    }
    std::vector<std::byte> out(kColumnHeaderBytes);
    std::uint8_t flags = differences ? kDifferences : 0;
    if (m_planes.size() > kWorthCompressing && m_zstd.append(m_planes, out) < m_planes.size()) {
        flags |= kCompressed;
    } else {
        out.resize(kColumnHeaderBytes);
        out.insert(out.end(), m_planes.begin(), m_planes.end());
    }
    out[0] = static_cast<std::byte>(flags);
    out[1] = static_cast<std::byte>(width);
    for (std::size_t k = 0; k < sizeof(base); ++k) {
        out[2 + k] = static_cast<std::byte>(static_cast<std::uint64_t>(base) >> (8 * k));
    }
    return out;
}

bool ColumnDecoder::decode(std::span<const std::byte> bytes, std::span<std::int64_t> out)
{
    if (bytes.size() < kColumnHeaderBytes) {
        return false;
    }
    const auto flags = static_cast<std::uint8_t>(bytes[0]);
    const auto width = static_cast<std::size_t>(bytes[1]);
    if (flags > (kDifferences | kCompressed) || width > kMaxWidth) {
        return false;
    }
    std::uint64_t base = 0;
    for (std::size_t k = 0; k < sizeof(base); ++k) {
        base |= static_cast<std::uint64_t>(bytes[2 + k]) << (8 * k);
    }
    std::span<const std::byte> planes = bytes.subspan(kColumnHeaderBytes);
    if ((flags & kCompressed) != 0) {
        m_planes.resize(width * out.size());
        if (!m_zstd.decodeExactly(planes, m_planes)) {
            return false;
        }
        planes = m_planes;
    }
    if (planes.size() != width * out.size()) {
        return false;
    }
    joinPlanes(width, planes.data(), out);
    if ((flags & kDifferences) != 0) {
        std::uint64_t value = base;
        for (std::int64_t& word : out) {
            value += unzigzag(static_cast<std::uint64_t>(word));
            word = static_cast<std::int64_t>(value);
        }
    } else {
        for (std::int64_t& word : out) {
            word = static_cast<std::int64_t>(static_cast<std::uint64_t>(word) + base);
        }
    }
    return true;
}

} // namespace runlens::store
