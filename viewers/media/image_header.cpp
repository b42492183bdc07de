// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/media/image_header.h"

#include <QBuffer>
#include <QImageReader>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace runlens::viewers {

namespace {

constexpr const char* kImageAttempted = "show the image";

class Bytes {
public:
    explicit Bytes(std::span<const std::byte> bytes) : m_bytes(bytes) {}

    [[nodiscard]] std::size_t size() const { return m_bytes.size(); }

    [[nodiscard]] unsigned at(std::size_t i) const
    {
        return i < m_bytes.size() ? std::to_integer<unsigned>(m_bytes[i]) : 0U;
    }

    [[nodiscard]] std::int64_t bigEndian(std::size_t i, std::size_t length) const
    {
        std::int64_t value = 0;
        for (std::size_t k = 0; k < length; ++k) {
            value = value * 256 + at(i + k);
        }
        return value;
    }

    [[nodiscard]] bool startsWith(std::string_view magic) const
    {
        return size() >= magic.size()
               && std::memcmp(m_bytes.data(), magic.data(), magic.size()) == 0;
    }

private:
    std::span<const std::byte> m_bytes;
};

struct Size {
    std::int64_t width = 0;
    std::int64_t height = 0;
};

/// The frame header of a JPEG stands behind any number of other segments.
Size jpegSize(const Bytes& bytes)
{
    std::size_t at = 2;
    while (at + 4 <= bytes.size()) {
        if (bytes.at(at) != 0xff) {
            return {};
        }
        const unsigned marker = bytes.at(at + 1);
        if (marker == 0xff) { // padding
            ++at;
            continue;
        }
        const bool isAlone = marker == 0x01 || (marker >= 0xd0 && marker <= 0xd8);
        if (isAlone) {
            at += 2;
            continue;
        }
        const auto length = static_cast<std::size_t>(bytes.bigEndian(at + 2, 2));
        const bool isFrame =
            marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
        if (isFrame && at + 9 <= bytes.size()) {
            return {bytes.bigEndian(at + 7, 2), bytes.bigEndian(at + 5, 2)};
        }
        if (length < 2 || marker == 0xd9 || marker == 0xda) {
            return {};
        }
        at += 2 + length;
    }
    return {};
}

} // namespace

const char* suffixOf(ImageFormat format)
{
    switch (format) {
    case ImageFormat::Png:
        return "png";
    case ImageFormat::Jpeg:
        return "jpeg";
    case ImageFormat::Gif:
        break;
    }
    return "gif";
}

Result<ImageHeader> readImageHeader(std::span<const std::byte> file)
{
    const Bytes bytes(file);
    ImageHeader header;
    Size size;
    if (bytes.startsWith(std::string_view("\x89PNG\r\n\x1a\n", 8))) {
        header.format = ImageFormat::Png;
        if (bytes.size() >= 24) {
            size = {bytes.bigEndian(16, 4), bytes.bigEndian(20, 4)};
        }
    } else if (bytes.startsWith(std::string_view("\xff\xd8\xff", 3))) {
        header.format = ImageFormat::Jpeg;
        size = jpegSize(bytes);
    } else if (bytes.startsWith("GIF87a") || bytes.startsWith("GIF89a")) {
        header.format = ImageFormat::Gif;
        size = {static_cast<std::int64_t>(bytes.at(6) + 256 * bytes.at(7)),
                static_cast<std::int64_t>(bytes.at(8) + 256 * bytes.at(9))};
    } else {
        return failure(kImageAttempted, {}, "it is no PNG, JPEG or GIF file");
    }
    constexpr std::int64_t kLargestSide = std::int64_t{1} << 31;
    if (size.width <= 0 || size.height <= 0 || size.width >= kLargestSide
        || size.height >= kLargestSide)
    {
        return failure(kImageAttempted, {}, "its header is damaged or cut short");
    }
    header.width = static_cast<int>(size.width);
    header.height = static_cast<int>(size.height);
    return header;
}

Result<DecodedImage> decodeImage(std::span<const std::byte> file, std::int64_t mostPixels)
{
    const auto header = readImageHeader(file);
    if (!header) {
        return tl::unexpected<Error>(header.error());
    }
    const std::int64_t pixels =
        static_cast<std::int64_t>(header->width) * static_cast<std::int64_t>(header->height);
    if (pixels > mostPixels) {
        return failure(kImageAttempted,
                       {},
                       "it declares " + std::to_string(header->width) + " x "
                           + std::to_string(header->height) + " pixels, more than can be shown",
                       "Save it and open it with another program.");
    }
    QByteArray copy = QByteArray::fromRawData(reinterpret_cast<const char*>(file.data()),
                                              static_cast<qsizetype>(file.size()));
    QBuffer buffer(&copy);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer, suffixOf(header->format));
    reader.setAutoDetectImageFormat(false);
    reader.setDecideFormatFromContent(false);
    reader.setAutoTransform(false); // as recorded
    if (reader.size() != QSize(header->width, header->height)) {
        return failure(kImageAttempted, {}, "its header is damaged");
    }
    DecodedImage decoded{*header, {}, 1};
    decoded.frames = header->format == ImageFormat::Gif ? std::max(1, reader.imageCount()) : 1;
    if (!reader.read(&decoded.image)) {
        return failure(kImageAttempted, {}, reader.errorString().toStdString());
    }
    decoded.image.setDevicePixelRatio(1.0);
    return decoded;
}

QImage adjusted(const QImage& image, double brightness, double contrast)
{
    if ((brightness == 0.0 && contrast == 1.0) || image.isNull()) {
        return image;
    }
    std::array<std::uint8_t, 256> table{};
    for (int i = 0; i < 256; ++i) {
        const double value = (i / 255.0 - 0.5) * contrast + 0.5 + brightness;
        table.at(static_cast<std::size_t>(i)) =
            static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 1.0) * 255.0));
    }
    QImage result = image.convertToFormat(image.hasAlphaChannel() ? QImage::Format_ARGB32
                                                                  : QImage::Format_RGB32);
    for (int y = 0; y < result.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(result.scanLine(y));
        for (int x = 0; x < result.width(); ++x) {
            const QRgb pixel = line[x];
            line[x] = qRgba(table.at(static_cast<std::size_t>(qRed(pixel))),
                            table.at(static_cast<std::size_t>(qGreen(pixel))),
                            table.at(static_cast<std::size_t>(qBlue(pixel))),
                            qAlpha(pixel));
        }
    }
    return result;
}

} // namespace runlens::viewers
