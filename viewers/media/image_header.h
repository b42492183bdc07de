// SPDX-License-Identifier: GPL-3.0-or-later
/// What an image file says of itself in its first bytes, and decoding it after that was looked at:
/// nothing is allocated for an image that declares more than can be shown. PNG, JPEG and GIF. Any
/// thread.
#pragma once

#include "summary_format/base/result.h"

#include <QImage>

#include <cstddef>
#include <span>

namespace runlens::viewers {

enum class ImageFormat { Png, Jpeg, Gif };

struct ImageHeader {
    ImageFormat format = ImageFormat::Png;
    int width = 0;
    int height = 0;
};

/// 128 MiB as 32 bit pixels.
inline constexpr std::int64_t kMostPixels = std::int64_t{1} << 25;

/// An Error for what is none of these formats, is cut short, or declares no pixels.
[[nodiscard]] Result<ImageHeader> readImageHeader(std::span<const std::byte> file);

struct DecodedImage {
    ImageHeader header;
    QImage image;
    int frames = 1; ///< of an animation; the first is shown
};

/// Refuses more than mostPixels before anything is decoded.
[[nodiscard]] Result<DecodedImage> decodeImage(std::span<const std::byte> file,
                                               std::int64_t mostPixels = kMostPixels);

[[nodiscard]] const char* suffixOf(ImageFormat format); ///< "png"

/// brightness -1 to 1 is added, contrast 0 to 10 stretches around the middle grey; 0 and 1 change
/// nothing.
[[nodiscard]] QImage adjusted(const QImage& image, double brightness, double contrast);

} // namespace runlens::viewers
