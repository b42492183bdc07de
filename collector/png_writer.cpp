// SPDX-License-Identifier: Apache-2.0
#include "collector/png_writer.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string_view>

namespace runlens::collector {

namespace {

constexpr std::string_view kMagic = "\x89PNG\r\n\x1a\n";

void appendBigEndian(std::vector<std::byte>& out, std::uint32_t value)
{
    for (int shift = 24; shift >= 0; shift -= 8) {
        out.push_back(static_cast<std::byte>(value >> static_cast<unsigned>(shift)));
    }
}

void appendChunk(std::vector<std::byte>& out, const char* type, std::span<const std::uint8_t> data)
{
    appendBigEndian(out, static_cast<std::uint32_t>(data.size()));
    const std::size_t start = out.size();
    for (int i = 0; i < 4; ++i) {
        out.push_back(static_cast<std::byte>(type[i]));
    }
    const auto bytes = std::as_bytes(data);
    out.insert(out.end(), bytes.begin(), bytes.end());
    const uLong crc = ::crc32(0,
                              reinterpret_cast<const Bytef*>(out.data() + start),
                              static_cast<uInt>(out.size() - start));
    appendBigEndian(out, static_cast<std::uint32_t>(crc));
}

enum RowFilter : std::uint8_t { None = 0, Sub = 1, Up = 2 };

std::uint8_t filtered(RowFilter filter,
                      std::span<const std::uint8_t> row,
                      std::span<const std::uint8_t> above,
                      std::size_t i,
                      std::size_t pixelBytes)
{
    switch (filter) {
    case Sub:
        return static_cast<std::uint8_t>(row[i] - (i >= pixelBytes ? row[i - pixelBytes] : 0));
    case Up:
        return static_cast<std::uint8_t>(row[i] - (above.empty() ? 0 : above[i]));
    case None:
        break;
    }
    return row[i];
}

/// Appends the row by the filter that leaves the smallest differences.
void appendFiltered(std::vector<std::uint8_t>& out,
                    std::span<const std::uint8_t> row,
                    std::span<const std::uint8_t> above,
                    std::size_t pixelBytes)
{
    RowFilter best = None;
    std::uint64_t smallest = UINT64_MAX;
    for (const RowFilter filter : {None, Sub, Up}) {
        std::uint64_t sum = 0;
        for (std::size_t i = 0; i < row.size(); ++i) {
            sum += static_cast<std::uint64_t>(
                std::abs(static_cast<std::int8_t>(filtered(filter, row, above, i, pixelBytes))));
        }
        if (sum < smallest) {
            smallest = sum;
            best = filter;
        }
    }
    out.push_back(best);
    for (std::size_t i = 0; i < row.size(); ++i) {
        out.push_back(filtered(best, row, above, i, pixelBytes));
    }
}

std::uint32_t
readNumber(std::span<const std::byte> file, std::size_t at, std::size_t bytes, bool isBigEndian)
{
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < bytes; ++i) {
        const std::size_t from = isBigEndian ? i : bytes - 1 - i;
        value = value << 8U | std::to_integer<std::uint32_t>(file[at + from]);
    }
    return value;
}

bool startsWith(std::span<const std::byte> file, std::string_view magic)
{
    return file.size() >= magic.size() && std::memcmp(file.data(), magic.data(), magic.size()) == 0;
}

ImageSize jpegSize(std::span<const std::byte> file)
{
    std::size_t at = 2;
    while (at + 9 < file.size() && file[at] == std::byte{0xff}) {
        const auto marker = std::to_integer<unsigned>(file[at + 1]);
        const bool isFrame =
            marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
        if (isFrame) {
            return {readNumber(file, at + 7, 2, true), readNumber(file, at + 5, 2, true)};
        }
        at += 2 + std::max<std::size_t>(2, readNumber(file, at + 2, 2, true));
    }
    return {};
}

} // namespace

Result<std::vector<std::byte>> encodePng(std::span<const std::uint8_t> pixels,
                                         std::uint32_t width,
                                         std::uint32_t height,
                                         int channels)
{
    constexpr std::array<std::uint8_t, 5> kColourTypes = {0, 0, 4, 2, 6}; // by number of channels
    const std::size_t rowBytes = std::size_t{width} * static_cast<std::size_t>(channels);
    std::vector<std::uint8_t> rows;
    rows.reserve((rowBytes + 1) * height);
    std::span<const std::uint8_t> above;
    for (std::uint32_t y = 0; y < height; ++y) {
        const auto row = pixels.subspan(y * rowBytes, rowBytes);
        appendFiltered(rows, row, above, static_cast<std::size_t>(channels));
        above = row;
    }
    uLongf size = ::compressBound(static_cast<uLong>(rows.size()));
    std::vector<std::uint8_t> packed(size);
    constexpr int kLevel = 4;
    const int packing =
        ::compress2(packed.data(), &size, rows.data(), static_cast<uLong>(rows.size()), kLevel);
    if (packing != Z_OK || size > INT32_MAX) {
        return failure("encode an image", {}, "it is too large");
    }
    packed.resize(size);

    std::vector<std::byte> png;
    for (const char c : kMagic) {
        png.push_back(static_cast<std::byte>(c));
    }
    std::vector<std::uint8_t> header;
    for (const std::uint32_t number : {width, height}) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            header.push_back(static_cast<std::uint8_t>(number >> static_cast<unsigned>(shift)));
        }
    }
    header.insert(header.end(), {8, kColourTypes.at(static_cast<std::size_t>(channels)), 0, 0, 0});
    appendChunk(png, "IHDR", header);
    appendChunk(png, "IDAT", packed);
    appendChunk(png, "IEND", {});
    return png;
}

std::vector<std::uint8_t> toBytes(std::span<const float> values)
{
    float low = 0.0F;
    float high = 1.0F;
    for (const float value : values) {
        if (std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    if (low < 0.0F || high > 1.0F) { // not within [0, 1]: from the true minimum to the maximum
        low = INFINITY;
        high = -INFINITY;
        for (const float value : values) {
            low = std::isfinite(value) ? std::min(low, value) : low;
            high = std::isfinite(value) ? std::max(high, value) : high;
        }
    }
    const double range = static_cast<double>(high) - static_cast<double>(low);
    std::vector<std::uint8_t> bytes(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double scaled =
            range > 0 ? (static_cast<double>(values[i]) - static_cast<double>(low)) / range : 0.0;
        bytes[i] =
            std::isnan(values[i])
                ? 0
                : static_cast<std::uint8_t>(std::lround(std::clamp(scaled, 0.0, 1.0) * 255.0));
    }
    return bytes;
}

ImageSize encodedImageSize(std::span<const std::byte> file)
{
    if (startsWith(file, kMagic) && file.size() >= 24) {
        return {readNumber(file, 16, 4, true), readNumber(file, 20, 4, true)};
    }
    if (startsWith(file, "GIF8") && file.size() >= 10) {
        return {readNumber(file, 6, 2, false), readNumber(file, 8, 2, false)};
    }
    if (startsWith(file, "\xff\xd8")) {
        return jpegSize(file);
    }
    return {};
}

} // namespace runlens::collector
