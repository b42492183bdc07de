// SPDX-License-Identifier: GPL-3.0-or-later
/// Draws a GraphPicture: the canvas, its minimap and the export all go through here. GUI thread.
#pragma once

#include "viewers/common/palette.h"
#include "viewers/graph/graph_picture.h"

#include <QPainter>

namespace runlens::viewers {

/// What stands out.
struct GraphMarks {
    std::vector<bool> selected; ///< per item; empty: none
    std::vector<bool> matched;  ///< per item: found by the search
    int hovered = -1;
    bool hasFocus = false;
};

class GraphPainter {
public:
    GraphPainter(const GraphPicture& picture, const Palette& palette, const GraphMarks& marks)
        : m_picture(picture), m_palette(palette), m_marks(marks)
    {}

    /// The painter maps picture pixels to the device; scale tells how large one is there, visible
    /// what can be seen.
    void paint(QPainter& painter, double scale, const QRectF& visible);
    /// Boxes only, for the minimap.
    void paintOverview(QPainter& painter);

private:
    void paintScope(QPainter& painter, int item);
    void paintClosedScope(QPainter& painter, int item);
    void paintNode(QPainter& painter, int item);
    void paintPill(QPainter& painter, int item);
    void paintFar(QPainter& painter, const QRectF& visible);
    void paintEdge(QPainter& painter, int edge, bool isSelected);
    void paintLabel(QPainter& painter, int edge, bool isSelected);
    void paintOutline(QPainter& painter,
                      const QRectF& box,
                      double radius,
                      const QColor& fill,
                      const QColor& line,
                      int item);
    void paintTexts(QPainter& painter, const QRectF& box, int item, double left);
    void paintChevron(QPainter& painter, QPointF at, bool isOpen);
    [[nodiscard]] bool isSelected(int item) const;
    [[nodiscard]] bool isMatched(int item) const;
    [[nodiscard]] bool isFar(const VisibleEdge& edge) const;

    [[nodiscard]] const QRectF& box(int item) const
    {
        return m_picture.layout.boxes[static_cast<std::size_t>(item)];
    }

    [[nodiscard]] QColor colour(Role role) const { return m_palette.colour(role); }

    const GraphPicture& m_picture;
    const Palette& m_palette;
    const GraphMarks& m_marks;
    bool m_hasText = true;
};

} // namespace runlens::viewers
