// SPDX-License-Identifier: GPL-3.0-or-later
/// Shows a TensorTableModel of any size: only the cells in sight are asked for, and nothing is kept
/// for each row, as the tables of Qt do. Arrows, Home, End and Page keys walk; Shift or a drag
/// selects a rectangle; Ctrl+C copies it, tab separated, in full precision. GUI thread only.
#pragma once

#include "viewers/common/palette.h"

#include <QAbstractScrollArea>

#include <optional>

namespace runlens::viewers {

class TensorTableModel;

class TensorTable : public QAbstractScrollArea {
    Q_OBJECT

public:
    struct Cell {
        int row = 0;
        int column = 0;
        friend bool operator==(const Cell&, const Cell&) = default;
    };

    TensorTable(const Palette* palette, TensorTableModel* model, QWidget* parent = nullptr);

    [[nodiscard]] Cell current() const { return m_current; }

    void setCurrent(Cell cell); ///< and scrolls so that it is in sight
    /// In the viewport; empty when it is out of sight.
    [[nodiscard]] QRect cellRect(Cell cell) const;
    [[nodiscard]] QString selectedText() const; ///< tab separated
    [[nodiscard]] std::int64_t selectedCells() const;

    void paint(QPainter& painter) const; ///< what is in sight

signals:
    void currentChanged(int row, int column);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;

private:
    void onReset();
    void updateBars();
    void copy();
    void moveTo(Cell cell, bool isExtending);
    void paintCell(QPainter& painter, Cell cell, const QRect& rect) const;
    void paintHeaders(QPainter& painter) const;
    [[nodiscard]] int headerWidth() const;
    [[nodiscard]] int rowsInSight() const; ///< whole ones
    [[nodiscard]] int columnsInSight() const;
    [[nodiscard]] std::optional<Cell> cellAt(QPoint point) const;
    [[nodiscard]] QRect selection() const; ///< columns and rows

    const Palette* m_palette;
    TensorTableModel* m_model;
    Cell m_current;
    Cell m_anchor;
    int m_columnWidth = 60;
    bool m_isSelecting = false;
};

} // namespace runlens::viewers
