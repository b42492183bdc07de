// SPDX-License-Identifier: GPL-3.0-or-later
/// A matrix of scatter plots: every pair of the first few axes, one point a run. Runs outside a
/// brush are faint. The mouse tells which run a point is; a click chooses it. Runs that lack a
/// value of a pair have no point in it, and a line below says how many those are. GUI thread only.
#pragma once

#include "viewers/common/palette.h"
#include "viewers/lineage/lineage_picture.h"

#include <QPixmap>
#include <QWidget>

#include <optional>

namespace runlens::viewers {

inline constexpr int kMostScatterColumns = 6;

class ScatterMatrix : public QWidget {
    Q_OBJECT

public:
    explicit ScatterMatrix(const Palette* palette, QWidget* parent = nullptr);

    void setPicture(const LineagePicture& picture);

    [[nodiscard]] int axisCount() const; ///< rows and columns of the matrix
    [[nodiscard]] QRect cellRect(int row, int column) const;
    /// Where a run is in a cell; nothing when it lacks one of the values.
    [[nodiscard]] std::optional<QPointF> pointOf(int row, int column, int run) const;
    [[nodiscard]] QString noteText() const; ///< what is not drawn

    [[nodiscard]] const FactPopup& popup() const { return *m_popup; }

    [[nodiscard]] QSize minimumSizeHint() const override { return {200, 170}; }

    [[nodiscard]] QSize sizeHint() const override { return {800, 420}; }

    void paint(QPainter& painter) const;

signals:
    void rowChosen(int row);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Hit {
        int row = 0;
        int column = 0;
        int run = 0;
        friend bool operator==(const Hit&, const Hit&) = default;
    };

    [[nodiscard]] std::optional<Hit> hitAt(const QPoint& point) const;
    [[nodiscard]] QRect matrixRect() const;
    void paintCell(QPainter& painter, int row, int column) const;
    void paintTitle(QPainter& painter, int axis) const;
    void paintTicks(QPainter& painter, int axis) const;
    void paintMark(QPainter& painter, int run, double radius) const;

    const Palette* m_palette;
    FactPopup* m_popup;
    LineagePicture m_picture;
    std::optional<Hit> m_hovered;
    mutable QPixmap m_cache; ///< all but what is hovered
};

} // namespace runlens::viewers
