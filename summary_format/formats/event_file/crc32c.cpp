// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/event_file/crc32c.h"

#include <array>
#include <cstring>
#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace runlens::event_file {

namespace {

constexpr std::array<std::uint32_t, 256> makeTable()
{
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t crc = i;
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0x82F63B78U : 0U);
        }
        table[i] = crc;
    }
    return table;
}

constexpr auto kTable = makeTable();

std::uint32_t byTable(std::span<const std::byte> bytes)
{
    std::uint32_t crc = ~0U;
    for (const std::byte byte : bytes) {
        crc = (crc >> 8U) ^ kTable[(crc ^ static_cast<std::uint32_t>(byte)) & 0xffU];
    }
    return ~crc;
}

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) std::uint32_t byInstruction(std::span<const std::byte> bytes)
{
    std::uint64_t crc = 0xffffffffU;
    const std::byte* at = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= 8; at += 8, left -= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, at, 8);
        crc = _mm_crc32_u64(crc, word);
    }
    auto narrow = static_cast<std::uint32_t>(crc);
    for (; left > 0; ++at, --left) {
        narrow = _mm_crc32_u8(narrow, static_cast<unsigned char>(*at));
    }
    return ~narrow;
}
#endif

} // namespace

std::uint32_t crc32c(std::span<const std::byte> bytes)
{
#if defined(__x86_64__)
    static const bool kHasInstruction = __builtin_cpu_supports("sse4.2") != 0;
    if (kHasInstruction) {
        return byInstruction(bytes);
    }
#endif
    return byTable(bytes);
}

} // namespace runlens::event_file
