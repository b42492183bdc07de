// SPDX-License-Identifier: Apache-2.0
/// A PNG file from raw 8-bit pixels, and the size of an encoded image from its first bytes.
#pragma once

#include "collector/collector_types.h"
#include "summary_format/base/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace runlens::collector {

/// Rows from the top; channels 1 to 4 (grey, grey + alpha, RGB, RGBA). pixels has exactly width *
/// height * channels.
[[nodiscard]] Result<std::vector<std::byte>> encodePng(std::span<const std::uint8_t> pixels,
                                                       std::uint32_t width,
                                                       std::uint32_t height,
                                                       int channels);

/// The pixels of an image as bytes: UInt8 as they are; Float32 within [0, 1] times 255, others from
/// minimum to maximum; NaN becomes 0, infinities the ends.
[[nodiscard]] std::vector<std::uint8_t> toBytes(std::span<const float> values);

struct ImageSize {
    std::uint32_t width = 0; ///< 0: not known
    std::uint32_t height = 0;
};

[[nodiscard]] ImageSize encodedImageSize(std::span<const std::byte> file); ///< of PNG, GIF, JPEG

} // namespace runlens::collector
