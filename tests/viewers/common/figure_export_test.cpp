// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/figure_export.h"
#include "viewers/common/icons.h"

#include <QFile>
#include <QImage>
#include <QPainter>
#include <QSvgRenderer>
#include <QTemporaryDir>

#include <gtest/gtest.h>

namespace runlens::viewers {
namespace {

Figure square()
{
    return {QSizeF(40, 20), Qt::white, "square", [](QPainter& painter) {
                painter.fillRect(QRectF(10, 5, 20, 10), Qt::red);
            }};
}

TEST(FigureExport, PngHasTwiceThePixelsAndThePicture)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("a.png");
    ASSERT_TRUE(exportFigure(square(), path, ExportFormat::Png));
    const QImage image(path);
    ASSERT_EQ(image.size(), QSize(80, 40));
    EXPECT_EQ(image.pixelColor(40, 20), QColor(Qt::red));
    EXPECT_EQ(image.pixelColor(4, 4), QColor(Qt::white));
}

TEST(FigureExport, SvgDrawsTheSame)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("a.svg");
    ASSERT_TRUE(exportFigure(square(), path, ExportFormat::Svg));
    QSvgRenderer renderer(path);
    ASSERT_TRUE(renderer.isValid());
    QImage image(40, 20, QImage::Format_RGB32);
    image.fill(Qt::blue);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    EXPECT_EQ(image.pixelColor(20, 10), QColor(Qt::red));
    EXPECT_EQ(image.pixelColor(2, 2), QColor(Qt::white));
}

TEST(FigureExport, PdfIsOnePage)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath("a.pdf");
    ASSERT_TRUE(exportFigure(square(), path, ExportFormat::Pdf));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    const QByteArray bytes = file.readAll();
    EXPECT_TRUE(bytes.startsWith("%PDF-"));
    EXPECT_TRUE(bytes.contains("/Count 1"));
}

TEST(FigureExport, RefusesAnEmptySize)
{
    Figure figure = square();
    figure.size = {};
    EXPECT_FALSE(exportFigure(figure, "/nowhere.png", ExportFormat::Png));
}

TEST(Icons, AreDrawnInTheAskedColour)
{
    const QImage image = iconPixmap("close", Qt::red, 16, 2.0).toImage();
    ASSERT_EQ(image.size(), QSize(32, 32));
    const QColor middle = image.pixelColor(16, 16);
    EXPECT_EQ(middle.rgb(), QColor(Qt::red).rgb());
    EXPECT_EQ(image.pixelColor(1, 16).alpha(), 0);
    EXPECT_TRUE(makeIcon("no such icon", Qt::red).isNull());
}

} // namespace
} // namespace runlens::viewers
