// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/figure_export.h"

#include "viewers/common/table_helpers.h"

#include <QBuffer>
#include <QImage>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QSvgGenerator>

namespace runlens::viewers {

namespace {

constexpr int kLargestSide = 16'000; ///< pixels: an image beyond it would not fit into the memory

QByteArray pngOf(const Figure& figure)
{
    const double factor =
        std::max(figure.size.width(), figure.size.height()) * 2 > kLargestSide ? 1 : 2;
    QImage image((figure.size * factor).toSize(), QImage::Format_RGB32);
    if (image.isNull()) {
        return {};
    }
    image.setDevicePixelRatio(factor);
    image.fill(figure.background);
    image.setText(QStringLiteral("Title"), figure.title);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    figure.paint(painter);
    painter.end();
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    return image.save(&buffer, "PNG") ? buffer.data() : QByteArray();
}

QByteArray svgOf(const Figure& figure)
{
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(figure.size.toSize());
    generator.setViewBox(QRectF(QPointF(0, 0), figure.size));
    generator.setTitle(figure.title);
    generator.setResolution(96);
    QPainter painter(&generator);
    painter.fillRect(QRectF(QPointF(0, 0), figure.size), figure.background);
    painter.setRenderHint(QPainter::Antialiasing);
    figure.paint(painter);
    painter.end();
    return buffer.data();
}

QByteArray pdfOf(const Figure& figure)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setTitle(figure.title);
    writer.setCreator(QStringLiteral("Runlens"));
    writer.setResolution(96);
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setPageSize(
        QPageSize(figure.size * 72.0 / 96.0, QPageSize::Point, QString(), QPageSize::ExactMatch));
    QPainter painter(&writer);
    painter.fillRect(QRectF(QPointF(0, 0), figure.size), figure.background);
    painter.setRenderHint(QPainter::Antialiasing);
    figure.paint(painter);
    painter.end();
    return buffer.data();
}

} // namespace

Status exportFigure(const Figure& figure, const QString& path, ExportFormat format)
{
    constexpr const char* kAttempted = "export the figure";
    if (figure.size.isEmpty() || figure.size.width() > kLargestSide
        || figure.size.height() > kLargestSide)
    {
        return failure(kAttempted, path.toStdString(), "the size of the figure is out of range");
    }
    QByteArray bytes;
    switch (format) {
    case ExportFormat::Png:
        bytes = pngOf(figure);
        break;
    case ExportFormat::Svg:
        bytes = svgOf(figure);
        break;
    case ExportFormat::Pdf:
        bytes = pdfOf(figure);
        break;
    case ExportFormat::Csv:
        return failure(kAttempted, path.toStdString(), "a figure has no rows");
    }
    if (bytes.isEmpty()) {
        return failure(
            kAttempted, path.toStdString(), "there is not enough memory for the picture");
    }
    return writeFile(path, bytes, kAttempted);
}

Status exportWidget(QWidget& widget, const QString& path, ExportFormat format)
{
    Figure figure;
    figure.size = widget.size();
    figure.background = widget.palette().color(QPalette::Base);
    figure.title = widget.windowTitle();
    figure.paint = [&widget](QPainter& painter) {
        widget.render(
            &painter, QPoint(), QRegion(), QWidget::DrawWindowBackground | QWidget::DrawChildren);
    };
    return exportFigure(figure, path, format);
}

QString exportSuffix(ExportFormat format)
{
    switch (format) {
    case ExportFormat::Png:
        return QStringLiteral("png");
    case ExportFormat::Svg:
        return QStringLiteral("svg");
    case ExportFormat::Pdf:
        return QStringLiteral("pdf");
    case ExportFormat::Csv:
        break;
    }
    return QStringLiteral("csv");
}

} // namespace runlens::viewers
