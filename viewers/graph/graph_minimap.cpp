// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/graph/graph_minimap.h"

#include <QPainter>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr QSize kSize(132, 92);
constexpr int kMargin = 12;
constexpr int kBorder = 3;

QRect insideOf(const QRect& frame)
{
    return frame.adjusted(kBorder, kBorder, -kBorder, -kBorder);
}

double scaleIn(const GraphPicture& picture, const QRect& inside)
{
    return std::min(inside.width() / picture.layout.size.width(),
                    inside.height() / picture.layout.size.height());
}

} // namespace

QRect minimapFrame(const GraphPicture& picture, QSize widget, const QRectF& whole)
{
    const QRectF room(QPointF(0, 0), QSizeF(widget));
    if (picture.layout.size.isEmpty() || room.adjusted(-1, -1, 1, 1).contains(whole)
        || widget.width() < 3 * kSize.width())
    {
        return {};
    }
    const QSizeF fitted = picture.layout.size.scaled(kSize, Qt::KeepAspectRatio);
    const QSize shown(std::max(24, static_cast<int>(fitted.width())) + 2 * kBorder,
                      std::max(24, static_cast<int>(fitted.height())) + 2 * kBorder);
    return {widget.width() - shown.width() - kMargin,
            widget.height() - shown.height() - kMargin,
            shown.width(),
            shown.height()};
}

QPointF fromMinimap(const GraphPicture& picture, const QRect& frame, QPointF place)
{
    const QRect inside = insideOf(frame);
    return (place - inside.topLeft()) / scaleIn(picture, inside);
}

void paintMinimap(QPainter& painter,
                  const GraphPicture& picture,
                  const Palette& palette,
                  const GraphMarks& marks,
                  const QRect& frame,
                  const QRectF& sight)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(palette.colour(Role::Line2), 1));
    painter.setBrush(palette.colour(Role::Surface));
    painter.drawRect(frame.adjusted(0, 0, -1, -1));
    const QRect inside = insideOf(frame);
    const double scale = scaleIn(picture, inside);
    painter.setClipRect(inside);
    painter.translate(inside.topLeft());
    painter.scale(scale, scale);
    GraphPainter(picture, palette, marks).paintOverview(painter);
    painter.restore();
    const QRectF shown(sight.topLeft() * scale + inside.topLeft(), sight.size() * scale);
    painter.setPen(QPen(palette.colour(Role::Accent), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(shown.toRect().intersected(frame.adjusted(0, 0, -1, -1)));
}

} // namespace runlens::viewers
