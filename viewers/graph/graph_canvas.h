// SPDX-License-Identifier: GPL-3.0-or-later
/// Shows a GraphPicture: pan (drag), zoom at the cursor (wheel), click, double click on scopes,
/// arrows along edges, a minimap. Paints prepared items only. Wheel and keys work as listed under
/// "?" in the window. GUI thread.
#pragma once

#include "viewers/common/palette.h"
#include "viewers/graph/graph_painter.h"

#include <QWidget>

namespace runlens::viewers {

class GraphCanvas : public QWidget {
    Q_OBJECT

public:
    explicit GraphCanvas(const Palette* palette, QWidget* parent = nullptr);

    [[nodiscard]] const GraphPicture* picture() const { return m_picture.get(); }

    [[nodiscard]] const std::vector<int>& selectedNodes() const { return m_selectedNodes; }

    /// Shows another picture. What stays put on the screen: the box of anchorScope or else of
    /// anchorNode if both pictures have it (the thing that was clicked does not move); with
    /// neither, the whole is fitted.
    void setPicture(std::shared_ptr<const GraphPicture> picture,
                    int anchorScope = -1,
                    int anchorNode = -1);
    /// Nodes of the graph that are selected; the first one takes the keyboard. Hidden ones mark the
    /// scope around them.
    void setSelectedNodes(std::vector<int> nodes);
    /// New times for the same picture.
    void setTimes(const NodeTimes& times);
    void setMatchedNodes(const std::vector<int>& nodes);
    /// Moves as little as needed to bring the node, or the scope that hides it, well into sight; it
    /// stays there while the widget is resized, until the user moves.
    void reveal(int node);

    void fit();
    /// The whole where it can still be read, else its top at a scale where names can be read.
    void showStart();
    void zoomAt(QPointF place, double factor); ///< place in widget pixels

    [[nodiscard]] double scale() const { return m_scale; }

    [[nodiscard]] QPointF toScreen(QPointF place) const { return place * m_scale + m_offset; }

    [[nodiscard]] QPointF toPicture(QPointF place) const { return (place - m_offset) / m_scale; }

    /// Box of a node, or of the closed scope that hides it, in widget pixels; null when there is
    /// none.
    [[nodiscard]] QRectF screenBox(int node) const;
    [[nodiscard]] QRectF screenBoxOfScope(int scope) const;
    [[nodiscard]] QRect minimapRect() const; ///< empty when everything is in sight

    /// Paints the whole graph at zoom 1 from the origin, for export.
    void paintWhole(QPainter& painter) const;

signals:
    void nodeClicked(int node);
    void scopeToggled(int scope);
    void backgroundClicked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    // graph_canvas.cpp
    void setView(double scale, QPointF offset);
    void remark();
    [[nodiscard]] int currentItem() const;
    [[nodiscard]] int itemOfScope(int scope) const;
    [[nodiscard]] double fittingScale() const;
    // graph_canvas_input.cpp
    void walk(Qt::Key key);
    void dragMinimap(QPointF place);
    [[nodiscard]] bool isOnChevron(int item, QPointF place) const;
    [[nodiscard]] QString toolTipOf(int item) const;

    const Palette* m_palette;
    std::shared_ptr<const GraphPicture> m_picture;
    GraphMarks m_marks;
    std::vector<int> m_selectedNodes;
    std::vector<int> m_matchedNodes;
    int m_revealedNode = -1; ///< to be kept in sight
    int m_keyboardItem = -1; ///< a closed scope that the keyboard stands on
    double m_scale = 1.0;
    QPointF m_offset;
    bool m_isFitted = true; ///< keeps fitting while the widget is resized, until the user moves
    bool m_isAtStart = true;
    QPoint m_pressedAt;
    QPointF m_offsetAtPress;
    bool m_isPanning = false;
    bool m_isPressed = false;
    bool m_isOnMinimap = false;
};

} // namespace runlens::viewers
