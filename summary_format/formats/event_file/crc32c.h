// SPDX-License-Identifier: Apache-2.0
/// CRC-32C (Castagnoli), as event files use it: by the processor's instruction where there is one,
/// by table elsewhere.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace runlens::event_file {

[[nodiscard]] std::uint32_t crc32c(std::span<const std::byte> bytes);

/// The form in which it stands in the file: rotated and offset, so that a checksum of checksums is
/// not weak.
[[nodiscard]] inline std::uint32_t maskedCrc32c(std::span<const std::byte> bytes)
{
    const std::uint32_t crc = crc32c(bytes);
    return ((crc >> 15U) | (crc << 17U)) + 0xa282ead8U;
}

} // namespace runlens::event_file
