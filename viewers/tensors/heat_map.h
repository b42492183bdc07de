// SPDX-License-Identifier: GPL-3.0-or-later
/// A slice of a tensor as a heat map with its scale beside it. The picture is made by a worker;
/// until then the last one stays. Wheel zooms at the mouse, a drag pans, a double click fits; the
/// mouse tells the value under it, a click chooses the element. GUI thread only.
#pragma once

#include "viewers/common/async.h"
#include "viewers/common/palette.h"
#include "viewers/tensors/heat_map_picture.h"

#include <QWidget>

namespace runlens::viewers {

enum class HeatPalette {
    Automatic, ///< diverging where there are values on both sides of zero
    Sequential,
    Diverging,
};

class HeatMap : public QWidget {
    Q_OBJECT

public:
    explicit HeatMap(const Palette* palette, QWidget* parent = nullptr);

    /// statistics: of the slice, for the scale. grid: nothing shows nothing.
    void setContent(const TensorField& field,
                    const std::optional<SliceGrid>& grid,
                    const TensorStatistics& statistics);
    void setHeatPalette(HeatPalette palette);
    /// The element that is chosen, as row and column of the slice.
    void setCurrent(int row, int column);

    [[nodiscard]] const HeatScale& scale() const { return m_scale; }

    [[nodiscard]] const QRectF& part() const { return m_part; } ///< in sight: columns, rows

    [[nodiscard]] QRectF plotRect() const;
    /// Row and column of the slice under the point; nothing beside the map.
    [[nodiscard]] std::optional<QPoint> cellAt(const QPointF& point) const;

    [[nodiscard]] const QImage& picture() const { return m_image; }

    [[nodiscard]] bool isExact() const { return !m_slot.isBusy(); }

    void paint(QPainter& painter) const;

signals:
    void hovered(int row, int column, QPoint position);
    void left();
    void chosen(int row, int column);
    void pictureReady();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void request();
    void fit();
    void setPart(const QRectF& part);
    [[nodiscard]] HeatColours colours() const;
    void paintAxes(QPainter& painter, const QRectF& plot) const;
    void paintScale(QPainter& painter, const QRectF& plot) const;
    [[nodiscard]] QRectF all() const;
    [[nodiscard]] QPoint sliceCell(QPoint drawn) const; ///< row and column, not lying

    const Palette* m_palette;
    AsyncSlot m_slot;
    TensorField m_field;
    std::optional<SliceGrid> m_grid; ///< of the slice
    SliceGrid m_drawn;               ///< lying where it is a single column
    TensorStatistics m_statistics;
    HeatScale m_scale;
    HeatPalette m_choice = HeatPalette::Automatic;
    QRectF m_part;
    QImage m_image;
    QRectF m_imagePart;
    QPoint m_current{0, 0}; ///< x: column, y: row of the slice
    std::optional<QPointF> m_pressed;
    QRectF m_pressedPart;
    bool m_isPanning = false;
};

} // namespace runlens::viewers
