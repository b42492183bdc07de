// SPDX-License-Identifier: GPL-3.0-or-later
/// The icons of resources/icons: 16 x 16 line drawings in one colour, recoloured on loading. A name
/// is "scalars" or
/// ":/icons/scalars.svg"; an unknown name gives an empty icon. Sharp on every screen. GUI thread
/// only.
#pragma once

#include <QColor>
#include <QIcon>
#include <QPixmap>
#include <QString>

class QPainter;
class QRectF;

namespace runlens::viewers {

[[nodiscard]] QIcon makeIcon(const QString& name, const QColor& colour);
[[nodiscard]] QPixmap iconPixmap(const QString& name,
                                 const QColor& colour,
                                 int sizePx = 16,
                                 qreal devicePixelRatio = 1.0);
/// Draws it into the rectangle: for delegates and canvases.
void paintIcon(QPainter& painter, const QRectF& rect, const QString& name, const QColor& colour);

} // namespace runlens::viewers
