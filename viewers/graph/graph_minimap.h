// SPDX-License-Identifier: GPL-3.0-or-later
/// The small picture of the whole graph in the lower right corner, with the part in sight framed.
/// Pure functions over a picture.
#pragma once

#include "viewers/graph/graph_painter.h"

namespace runlens::viewers {

/// Where it stands in a widget of this size; whole: where the picture lies, in widget pixels. Empty
/// when all of it is in sight or there is no room.
[[nodiscard]] QRect minimapFrame(const GraphPicture& picture, QSize widget, const QRectF& whole);
/// The place of the picture that a place in the frame stands for.
[[nodiscard]] QPointF fromMinimap(const GraphPicture& picture, const QRect& frame, QPointF place);
/// sight: what the widget shows, in places of the picture.
void paintMinimap(QPainter& painter,
                  const GraphPicture& picture,
                  const Palette& palette,
                  const GraphMarks& marks,
                  const QRect& frame,
                  const QRectF& sight);

} // namespace runlens::viewers
