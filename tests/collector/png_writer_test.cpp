// SPDX-License-Identifier: Apache-2.0
#include "collector/png_writer.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <cmath>
#include <cstring>
#include <string_view>

namespace runlens::collector {
namespace {

std::uint32_t number(const std::vector<std::byte>& png, std::size_t at)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        value = value << 8U | std::to_integer<std::uint32_t>(png[at + i]);
    }
    return value;
}

/// The pixels of a PNG of 8 bits per channel whose rows use the filters None, Sub and Up. Checks
/// every checksum.
std::vector<std::uint8_t> decode(const std::vector<std::byte>& png, int channels)
{
    std::vector<std::uint8_t> packed;
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    std::size_t at = 8;
    while (at + 12 <= png.size()) {
        const std::uint32_t length = number(png, at);
        const std::string_view type(reinterpret_cast<const char*>(png.data() + at + 4), 4);
        const auto* data = reinterpret_cast<const std::uint8_t*>(png.data() + at + 8);
        EXPECT_EQ(number(png, at + 8 + length), crc32(0, data - 4, length + 4)) << type;
        if (type == "IHDR") {
            width = number(png, at + 8);
            height = number(png, at + 12);
        } else if (type == "IDAT") {
            packed.assign(data, data + length);
        }
        at += 12 + length;
    }
    EXPECT_EQ(at, png.size());
    const std::size_t rowBytes = std::size_t{width} * static_cast<std::size_t>(channels);
    std::vector<std::uint8_t> rows((rowBytes + 1) * height);
    uLongf size = rows.size();
    EXPECT_EQ(uncompress(rows.data(), &size, packed.data(), packed.size()), Z_OK);
    std::vector<std::uint8_t> pixels(rowBytes * height);
    for (std::size_t y = 0; y < height; ++y) {
        const std::uint8_t filter = rows[y * (rowBytes + 1)];
        EXPECT_LE(filter, 2);
        for (std::size_t x = 0; x < rowBytes; ++x) {
            const auto step = static_cast<std::size_t>(channels);
            const int left = x >= step ? pixels[y * rowBytes + x - step] : 0;
            const int up = y > 0 ? pixels[(y - 1) * rowBytes + x] : 0;
            const int base = filter == 1 ? left : filter == 2 ? up : 0;
            pixels[y * rowBytes + x] =
                static_cast<std::uint8_t>(rows[y * (rowBytes + 1) + 1 + x] + base);
        }
    }
    return pixels;
}

TEST(PngWriter, KeepsThePixelsOfEveryChannelCount)
{
    for (int channels = 1; channels <= 4; ++channels) {
        constexpr std::uint32_t kWidth = 17;
        constexpr std::uint32_t kHeight = 9;
        std::vector<std::uint8_t> pixels(std::size_t{kWidth} * kHeight
                                         * static_cast<std::size_t>(channels));
        for (std::size_t i = 0; i < pixels.size(); ++i) {
            pixels[i] = static_cast<std::uint8_t>(i * i / 7 + (i % 3) * 80);
        }
        const auto png = encodePng(pixels, kWidth, kHeight, channels);
        ASSERT_TRUE(png);
        EXPECT_EQ(decode(*png, channels), pixels) << channels << " channels";
        const ImageSize size = encodedImageSize(*png);
        EXPECT_EQ(size.width, kWidth);
        EXPECT_EQ(size.height, kHeight);
    }
}

TEST(PngWriter, PacksSmoothPictures)
{
    std::vector<std::uint8_t> pixels(256 * 256);
    for (std::size_t i = 0; i < pixels.size(); ++i) {
        pixels[i] = static_cast<std::uint8_t>(i / 256 + i % 256);
    }
    const auto png = encodePng(pixels, 256, 256, 1);
    ASSERT_TRUE(png);
    EXPECT_LT(png->size(), pixels.size() / 20);
    EXPECT_EQ(decode(*png, 1), pixels);
}

TEST(PngWriter, ScalesFloats)
{
    EXPECT_EQ(toBytes(std::vector<float>{0.0F, 0.5F, 1.0F, NAN}),
              (std::vector<std::uint8_t>{0, 128, 255, 0}));
    EXPECT_EQ(toBytes(std::vector<float>{-1.0F, 0.0F, 3.0F}),
              (std::vector<std::uint8_t>{0, 64, 255}));
    EXPECT_EQ(toBytes(std::vector<float>{10.0F, 20.0F, INFINITY, -INFINITY}),
              (std::vector<std::uint8_t>{0, 255, 255, 0}));
    EXPECT_EQ(toBytes(std::vector<float>{7.0F, 7.0F}), (std::vector<std::uint8_t>{0, 0}));
    EXPECT_EQ(toBytes(std::vector<float>{NAN, NAN}), (std::vector<std::uint8_t>{0, 0}));
    EXPECT_TRUE(toBytes({}).empty());
}

TEST(PngWriter, ReadsTheSizeOfEncodedImages)
{
    const auto size = [](std::string_view file) {
        return encodedImageSize(std::as_bytes(std::span(file.data(), file.size())));
    };
    const std::string_view jpeg(
        "\xff\xd8\xff\xe0\x00\x04..\xff\xc0\x00\x11\x08\x00\x07\x00\x09\x03", 18);
    EXPECT_EQ(size(jpeg).width, 9U);
    EXPECT_EQ(size(jpeg).height, 7U);
    for (std::size_t cut = 0; cut < jpeg.size(); ++cut) { // whatever is cut off
        EXPECT_LE(size(jpeg.substr(0, cut)).width, 9U);
    }
    EXPECT_EQ(size("not an image at all").width, 0U);
    EXPECT_EQ(size("").width, 0U);
}

} // namespace
} // namespace runlens::collector
