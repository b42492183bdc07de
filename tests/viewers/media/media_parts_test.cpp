// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/media/image_header.h"
#include "viewers/media/mesh.h"
#include "viewers/media/sample_text.h"
#include "viewers/media/wav.h"

#include <QBuffer>
#include <QImageReader>
#include <QTextBlock>
#include <QTextTable>
#include <QUrl>

#include <gmock/gmock.h>

#include <cmath>
#include <cstring>

namespace runlens::viewers {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::span<const std::byte> bytesOf(const QByteArray& bytes)
{
    return std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

QByteArray encoded(const QImage& image, const char* format)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    EXPECT_TRUE(image.save(&buffer, format));
    return buffer.data();
}

QImage picture(int width, int height)
{
    QImage image(width, height, QImage::Format_RGB32);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            image.setPixel(x, y, qRgb(x * 9, y * 7, 100));
        }
    }
    return image;
}

/// A PNG whose header declares other sizes; the checksum of the header is right.
QByteArray pngDeclaring(std::uint32_t width, std::uint32_t height)
{
    QByteArray png = encoded(picture(4, 4), "PNG");
    for (int i = 0; i < 4; ++i) {
        png[16 + i] = static_cast<char>(width >> (24 - 8 * i));
        png[20 + i] = static_cast<char>(height >> (24 - 8 * i));
    }
    std::uint32_t crc = 0xffffffffU;
    for (int i = 12; i < 29; ++i) {
        crc ^= static_cast<unsigned char>(png[i]);
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? 0xedb88320U : 0U);
        }
    }
    crc ^= 0xffffffffU;
    for (int i = 0; i < 4; ++i) {
        png[29 + i] = static_cast<char>(crc >> (24 - 8 * i));
    }
    return png;
}

/// One grey pixel.
const QByteArray kGif = QByteArray::fromHex(
    "47494638396101000100800000000000ffffff21f90401000000002c00000000010001000002024401003b");

TEST(ImageHeader, ReadsSizesOfAllFormats)
{
    const auto png = readImageHeader(bytesOf(encoded(picture(17, 5), "PNG")));
    ASSERT_TRUE(png);
    EXPECT_EQ(png->format, ImageFormat::Png);
    EXPECT_EQ(png->width, 17);
    EXPECT_EQ(png->height, 5);
    const auto jpeg = readImageHeader(bytesOf(encoded(picture(33, 21), "JPEG")));
    ASSERT_TRUE(jpeg);
    EXPECT_EQ(jpeg->format, ImageFormat::Jpeg);
    EXPECT_EQ(jpeg->width, 33);
    EXPECT_EQ(jpeg->height, 21);
    const auto gif = readImageHeader(bytesOf(kGif));
    ASSERT_TRUE(gif);
    EXPECT_EQ(gif->format, ImageFormat::Gif);
    EXPECT_EQ(gif->width, 1);
    EXPECT_EQ(gif->height, 1);
}

TEST(ImageHeader, RefusesAnImageThatDeclaresTooManyPixelsBeforeDecodingIt)
{
    const auto decoded = decodeImage(bytesOf(pngDeclaring(100'000, 100'000)));
    ASSERT_FALSE(decoded);
    EXPECT_THAT(decoded.error().message(), HasSubstr("100000 x 100000 pixels"));
    EXPECT_FALSE(decodeImage(bytesOf(encoded(picture(20, 20), "PNG")), 399));
    EXPECT_TRUE(decodeImage(bytesOf(encoded(picture(20, 20), "PNG")), 400));
}

TEST(ImageHeader, SurvivesEveryCutAndEveryChangedByte)
{
    for (const QByteArray& file :
         {encoded(picture(9, 9), "PNG"), encoded(picture(9, 9), "JPEG"), kGif}) {
        for (qsizetype length = 0; length < file.size(); ++length) {
            const auto cut = decodeImage(bytesOf(file.first(length)));
            EXPECT_TRUE(!cut || !cut->image.isNull());
        }
        for (qsizetype i = 0; i < std::min<qsizetype>(file.size(), 200); ++i) {
            QByteArray changed = file;
            changed[i] = static_cast<char>(~changed[i]);
            const auto decoded = decodeImage(bytesOf(changed), 10'000);
            EXPECT_TRUE(!decoded || decoded->image.width() * decoded->image.height() <= 10'000);
        }
    }
    EXPECT_THAT(readImageHeader(bytesOf("<svg/>")).error().message(), HasSubstr("no PNG"));
    EXPECT_FALSE(readImageHeader({}));
}

TEST(ImageHeader, DecodesThePixelsThatWereRecorded)
{
    const auto decoded = decodeImage(bytesOf(encoded(picture(17, 5), "PNG")));
    ASSERT_TRUE(decoded) << decoded.error().message();
    EXPECT_EQ(decoded->image.pixelColor(3, 2), QColor(27, 14, 100));
    EXPECT_EQ(decodeImage(bytesOf(kGif))->frames, 1);
}

TEST(ImageHeader, BrightensAndStretchesAroundTheMiddleGrey)
{
    QImage image(3, 1, QImage::Format_RGB32);
    image.setPixel(0, 0, qRgb(0, 51, 255));
    image.setPixel(1, 0, qRgb(102, 153, 204));
    image.setPixel(2, 0, qRgb(255, 255, 255));
    EXPECT_EQ(adjusted(image, 0.0, 1.0), image);
    const QImage bright = adjusted(image, 0.2, 1.0); // 0.2 of 255 is 51
    EXPECT_EQ(bright.pixelColor(0, 0), QColor(51, 102, 255));
    const QImage strong = adjusted(image, 0.0, 2.0);
    EXPECT_EQ(strong.pixelColor(1, 0), QColor(77, 179, 255)); // 0.4 to 0.3, 0.6 to 0.7, 0.8 to 1.1
    EXPECT_EQ(adjusted(image, 0.0, 0.0).pixelColor(2, 0), QColor(128, 128, 128));
}

QByteArray wavOf(int code, int channels, int bits, const QByteArray& samples, int promised = -1)
{
    const auto number = [](quint32 value, int length) {
        QByteArray bytes;
        for (int i = 0; i < length; ++i) {
            bytes += static_cast<char>(value >> (8 * i));
        }
        return bytes;
    };
    const int block = channels * bits / 8;
    return "RIFF" + number(static_cast<quint32>(36 + samples.size()), 4) + "WAVEfmt "
           + number(16, 4) + number(static_cast<quint32>(code), 2)
           + number(static_cast<quint32>(channels), 2) + number(8000, 4)
           + number(static_cast<quint32>(8000 * block), 4) + number(static_cast<quint32>(block), 2)
           + number(static_cast<quint32>(bits), 2) + "data"
           + number(static_cast<quint32>(promised < 0 ? samples.size() : promised), 4) + samples;
}

TEST(Wav, ReadsSamplesOfEveryWidth)
{
    const QByteArray eight = wavOf(1, 1, 8, QByteArray::fromHex("0080ff"));
    const auto a = readWav(bytesOf(eight));
    ASSERT_TRUE(a) << a.error().message();
    EXPECT_EQ(a->frames(), 3);
    EXPECT_EQ(a->rate, 8000);
    EXPECT_DOUBLE_EQ(a->sample(0, 0), -1.0);
    EXPECT_DOUBLE_EQ(a->sample(1, 0), 0.0);
    EXPECT_DOUBLE_EQ(a->sample(2, 0), 127.0 / 128.0);
    const QByteArray sixteen = wavOf(1,
                                     2,
                                     16,
                                     QByteArray::fromHex("0040"
                                                         "00c0"
                                                         "0080"
                                                         "ff7f"));
    const auto b = readWav(bytesOf(sixteen));
    ASSERT_TRUE(b);
    EXPECT_EQ(b->frames(), 2);
    EXPECT_DOUBLE_EQ(b->sample(0, 0), 0.5);
    EXPECT_DOUBLE_EQ(b->sample(0, 1), -0.5);
    EXPECT_DOUBLE_EQ(b->sample(1, 0), -1.0);
    const QByteArray wide = wavOf(1, 1, 24, QByteArray::fromHex("0000c0"));
    EXPECT_DOUBLE_EQ(readWav(bytesOf(wide))->sample(0, 0), -0.5);
    const QByteArray real = wavOf(3, 1, 32, QByteArray::fromHex("0000803e"));
    EXPECT_DOUBLE_EQ(readWav(bytesOf(real))->sample(0, 0), 0.25);
}

TEST(Wav, GivesTheFramesThatAreThereOfACutFile)
{
    const QByteArray cut = wavOf(1, 1, 16, QByteArray::fromHex("004000c0ff"), 1'000'000);
    const auto wav = readWav(bytesOf(cut));
    ASSERT_TRUE(wav);
    EXPECT_TRUE(wav->isCut);
    EXPECT_EQ(wav->frames(), 2);
    EXPECT_THAT(readWav(bytesOf(wavOf(85, 2, 16, "xxxx"))).error().message(),
                HasSubstr("compressed"));
    EXPECT_FALSE(readWav(bytesOf(wavOf(1, 0, 16, "xxxx"))));
    EXPECT_FALSE(readWav(bytesOf(wavOf(1, 1, 12, "xxxx"))));
    const QByteArray whole = wavOf(1, 2, 16, QByteArray(16, 'a'));
    for (qsizetype length = 0; length < whole.size(); ++length) {
        const auto part = readWav(bytesOf(whole.first(length)));
        EXPECT_TRUE(!part || part->frames() <= 4);
    }
}

TEST(Wav, FindsThePeaksOfEveryPart)
{
    const QByteArray file = wavOf(1,
                                  1,
                                  16,
                                  QByteArray::fromHex("0000"
                                                      "0040"
                                                      "00c0"
                                                      "0000"
                                                      "0020"
                                                      "0000"));
    const auto wav = readWav(bytesOf(file));
    ASSERT_TRUE(wav);
    EXPECT_THAT(wavePeaks(*wav, 0, 2), ElementsAre(WavePeak{-0.5F, 0.5F}, WavePeak{0.0F, 0.25F}));
    EXPECT_EQ(wavePeaks(*wav, 0, 100).size(), 6U);
    EXPECT_TRUE(wavePeaks(*wav, 1, 2).empty());
}

TEST(SampleText, MakesATableOfATextTensor)
{
    const QByteArray payload("lr0.01note|a\nb");
    const SampleText text = textOf(bytesOf(payload), R"({"shape":[2,2],"sizes":[2,4,4,4]})");
    EXPECT_EQ(text.rows, 2);
    OfflineDocument document;
    document.setMarkdown(text.markdown);
    const auto* table = qobject_cast<QTextTable*>(document.rootFrame()->childFrames().value(0));
    ASSERT_NE(table, nullptr);
    EXPECT_EQ(table->columns(), 2);
    EXPECT_EQ(table->rows(), 3); // and an empty head
    EXPECT_EQ(table->cellAt(1, 1).firstCursorPosition().block().text(), "0.01");
    EXPECT_EQ(table->cellAt(2, 1).firstCursorPosition().block().text(), "|a b");
    EXPECT_EQ(text.plain, "lr\n0.01\nnote\n|a\nb");
}

TEST(SampleText, TakesThePayloadAsAWholeWhenItsPartsDoNotFit)
{
    const QByteArray payload("# Title\n\ntext");
    for (const char* metadata : {"",
                                 "no JSON",
                                 R"({"shape":[2,2],"sizes":[2,4]})",
                                 R"({"shape":[2],"sizes":[-1,4]})",
                                 R"({"shape":[2],"sizes":[9000000000000000000,4]})"})
    {
        EXPECT_EQ(textOf(bytesOf(payload), metadata).markdown, QString(payload)) << metadata;
    }
}

TEST(SampleText, LoadsNothingThatATextNames)
{
    OfflineDocument document;
    document.setMarkdown("![x](file:///etc/hostname) <img src='http://localhost/'>");
    EXPECT_TRUE(document.resource(QTextDocument::ImageResource, QUrl("file:///etc/hostname"))
                    .toByteArray()
                    .isEmpty());
}

TEST(Mesh, ProjectsPointsAndTriangles)
{
    const std::vector<float> points{0, 0, 0, 2, 0, 0, 0, 2, 0};
    const std::vector<std::int32_t> faces{0, 1, 2, 0, 1, 9};
    const std::vector<std::uint8_t> colours{255, 0, 0, 255, 0, 0, 255, 0, 0};
    const auto mesh = makeMesh({std::as_bytes(std::span(points)), "float32", 3},
                               {std::as_bytes(std::span(faces)), "int32", 2},
                               {std::as_bytes(std::span(colours)), "uint8", 3});
    ASSERT_TRUE(mesh);
    EXPECT_EQ(mesh->points.size(), 3U);
    EXPECT_EQ(mesh->faces.size(), 1U);
    EXPECT_EQ(mesh->badFaces, 1U);
    const MeshPose front{0.0, 0.0, 1.0};
    const auto shapes = projectMesh(*mesh, front, {100.0, 100.0}, Qt::blue);
    ASSERT_EQ(shapes.size(), 1U);
    // Centre (1, 1, 0), radius sqrt 2: 46 px reach from the middle to a corner.
    const double side = 46.0 / std::sqrt(2.0);
    EXPECT_NEAR(shapes[0].corners[0].x(), 50.0 - side, 1e-6);
    EXPECT_NEAR(shapes[0].corners[0].y(), 50.0 + side, 1e-6);
    EXPECT_NEAR(shapes[0].corners[1].x(), 50.0 + side, 1e-6);
    EXPECT_NEAR(shapes[0].corners[2].y(), 50.0 - side, 1e-6);
    EXPECT_EQ(shapes[0].colour, qRgb(255, 0, 0)); // faces the eye
    // A quarter turn shows it from its edge.
    const auto edge = projectMesh(*mesh, {std::acos(0.0), 0.0, 1.0}, {100.0, 100.0}, Qt::blue);
    EXPECT_NEAR(edge[0].corners[0].x(), edge[0].corners[1].x(), 1e-6);
    Mesh cloud = *mesh;
    cloud.faces.clear();
    cloud.points[0] = {NAN, 0, 0};
    EXPECT_EQ(projectMesh(cloud, front, {100.0, 100.0}, Qt::blue).size(), 2U);
}

TEST(Mesh, RefusesTensorsThatAreCutShortOrHuge)
{
    const std::vector<float> points{0, 0, 0, 2};
    EXPECT_FALSE(makeMesh({std::as_bytes(std::span(points)), "float32", 2}, {}, {}));
    EXPECT_FALSE(makeMesh({std::as_bytes(std::span(points)), "string", 1}, {}, {}));
    EXPECT_FALSE(
        makeMesh({std::as_bytes(std::span(points)), "float32", std::int64_t{1} << 60}, {}, {}));
}

} // namespace
} // namespace runlens::viewers
