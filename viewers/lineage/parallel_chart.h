// SPDX-License-Identifier: GPL-3.0-or-later
/// Parallel coordinates: one upright axis for each shown column, one line for each run. Dragging on
/// an axis selects the runs that pass there (a brush), dragging a brush moves it, a click on the
/// axis clears it. Runs without a value pass through a place of their own below the axis, so do NaN
/// and infinities. A click on a run chooses it. GUI thread only; painting costs lines x axes and is
/// kept as a picture until something changes.
#pragma once

#include "viewers/common/palette.h"
#include "viewers/lineage/lineage_picture.h"

#include <QPixmap>
#include <QWidget>

#include <optional>

namespace runlens::viewers {

class ParallelChart : public QWidget {
    Q_OBJECT

public:
    explicit ParallelChart(const Palette* palette, QWidget* parent = nullptr);

    void setPicture(const LineagePicture& picture);

    [[nodiscard]] const LineagePicture& picture() const { return m_picture; }

    /// Axes that have room; the others are told below the picture.
    [[nodiscard]] int axisCount() const;
    [[nodiscard]] int axisX(int axis) const;
    /// Where a run crosses an axis: within axisRect(), or one of the places below it.
    [[nodiscard]] double placeOf(int axis, int row) const;
    [[nodiscard]] QRect plotRect() const;
    [[nodiscard]] QRect
    logRect(int axis) const; ///< where a click switches to the logarithm and back

    [[nodiscard]] const FactPopup& popup() const { return *m_popup; }

    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 170}; }

    [[nodiscard]] QSize sizeHint() const override { return {800, 320}; }

    void paint(QPainter& painter) const;

signals:
    void brushChanged(const std::string& column,
                      const std::optional<runlens::viewers::Brush>& brush);
    void logAsked(const std::string& column, bool isLog);
    void rowChosen(int row);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Drag {
        int axis = 0;
        int fromY = 0;
        int toY = 0;
        bool hasMoved = false;
        std::optional<Brush> moved; ///< the brush that is dragged along, as it was
    };

    [[nodiscard]] bool hasPlacesBelow() const { return m_hasMissing || m_hasNonFinite; }

    [[nodiscard]] const ValueAxis& axisAt(int axis) const;
    [[nodiscard]] int missingY() const;
    [[nodiscard]] int nonFiniteY() const;
    [[nodiscard]] double fractionAt(int y) const;
    [[nodiscard]] double yOf(double fraction) const;
    [[nodiscard]] std::optional<int> axisUnder(const QPoint& point) const;
    [[nodiscard]] std::optional<int> rowUnder(const QPoint& point) const;
    [[nodiscard]] std::optional<QRect> brushRect(int axis) const;
    [[nodiscard]] Brush brushBetween(int axis, int fromY, int toY) const;
    void dragTo(int y);
    void paintLine(QPainter& painter, int row) const;
    void paintAxis(QPainter& painter, int axis) const;
    [[nodiscard]] QString scaleText(int axis) const;
    void paintPlaces(QPainter& painter) const;

    const Palette* m_palette;
    FactPopup* m_popup;
    LineagePicture m_picture;
    bool m_hasMissing = false;
    bool m_hasNonFinite = false;
    std::optional<Drag> m_drag;
    std::optional<int> m_hovered; ///< row
    std::optional<int> m_hoveredLog;
    mutable QPixmap m_cache; ///< all but what is hovered
};

} // namespace runlens::viewers
