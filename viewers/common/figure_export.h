// SPDX-License-Identifier: GPL-3.0-or-later
/// Figures to files: PNG at twice the size on screen, SVG and PDF as vectors. The caller paints;
/// nothing is scaled.
#pragma once

#include "viewers/view.h"

#include <QColor>
#include <QSizeF>

#include <functional>

class QPainter;
class QWidget;

namespace runlens::viewers {

struct Figure {
    QSizeF size;       ///< in pixels as on screen
    QColor background; ///< Role::Surface
    QString title;     ///< kept in the file
    std::function<void(QPainter&)> paint;
};

/// Png, Svg or Pdf. An Error says why the file could not be written.
[[nodiscard]] Status exportFigure(const Figure& figure, const QString& path, ExportFormat format);
/// The widget as it is painted now.
[[nodiscard]] Status exportWidget(QWidget& widget, const QString& path, ExportFormat format);

[[nodiscard]] QString exportSuffix(ExportFormat format); ///< "png"

} // namespace runlens::viewers
