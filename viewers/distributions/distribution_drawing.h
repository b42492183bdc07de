// SPDX-License-Identifier: GPL-3.0-or-later
/// What is drawn of a table of distributions, as plain shapes: a pure function of const data, so
/// that tests see what a user sees and workers can prepare it. Coordinates are device-independent
/// pixels from the top left of the plot. Where steps lie too close to be told apart a ridge stands
/// for its neighbours; the heat map joins all that fall into a column.
#pragma once

#include "viewers/common/curve_drawing.h"
#include "viewers/distributions/distribution_table.h"
#include "viewers/distributions/value_scale.h"

#include <QColor>
#include <QImage>
#include <QPolygonF>
#include <QSizeF>

class QPainter;

namespace runlens::viewers {

enum class DistributionMode {
    Ridge,       ///< values to the right, every step a ridge of its own, the newest in front
    Overlay,     ///< values to the right, all steps on one line
    HeatMap,     ///< steps to the right, values upwards
    Percentiles, ///< steps to the right, bands of values upwards
};

[[nodiscard]] inline bool hasValuesAcross(DistributionMode mode)
{
    return mode == DistributionMode::Ridge || mode == DistributionMode::Overlay;
}

struct DistributionColours {
    QColor surface;
    QColor run;
    QVector<QRgb> heat; ///< 256, from nothing to most
};

struct DistributionFrame {
    DistributionMode mode = DistributionMode::Ridge;
    bool isLog = false; ///< of counts; of values for percentiles
    QSizeF size;
    ValueBounds values; ///< the visible part
    DistributionColours colours;

    [[nodiscard]] ValueScale scale() const
    {
        return {values, isLog && mode == DistributionMode::Percentiles};
    }
};

struct Ridge {
    std::size_t row = 0;   ///< of the table
    double baseline = 0.0; ///< y
    QPolygonF outline;     ///< from left to right, along the top
};

/// Between two percentiles of the same distance from the median.
struct Band {
    std::size_t level = 0; ///< 0: from the minimum to the maximum
    QPolygonF area;
};

/// A mark at the right of the plot: a step with values that are no numbers.
struct SideMark {
    MarkKind kind = MarkKind::NotANumber;
    double y = 0.0;
    friend bool operator==(const SideMark&, const SideMark&) = default;
};

struct DistributionDrawing {
    std::shared_ptr<const DistributionTable> table; ///< never null
    DistributionFrame frame;
    std::vector<Ridge> ridges;      ///< the oldest first
    std::vector<Band> bands;        ///< the widest first
    std::vector<QPolygonF> medians; ///< broken where a step has no finite element
    QImage heat;
    std::vector<LaneMark> marks; ///< above the plot
    std::vector<SideMark> sideMarks;
    double largest = 0.0; ///< elements at full height, or the share of a step at full colour
    std::size_t rowsDrawn = 0;
};

/// Null when stopped.
[[nodiscard]] std::shared_ptr<const DistributionDrawing>
drawDistribution(std::shared_ptr<const DistributionTable> table,
                 const DistributionFrame& frame,
                 const std::stop_token& stop = {});

/// One row as a ridge, whether or not it is among those drawn. Ridge and overlay only.
[[nodiscard]] Ridge ridgeOf(const DistributionDrawing& drawing, std::size_t row);
/// Where a place on the axis of steps lies: x, or y in a ridge plot.
[[nodiscard]] double pixelOfPlace(const DistributionDrawing& drawing, double at);

struct DistributionHit {
    std::size_t row = 0;
    double value = 0.0;
    std::ptrdiff_t bucket = -1; ///< -1: the value lies in none
};

/// What lies under a point of the plot.
[[nodiscard]] std::optional<DistributionHit> hitAt(const DistributionDrawing& drawing,
                                                   const QPointF& point);

/// Paints the shapes, clipped to the plot; marks go to its edges.
void paintDistribution(QPainter& painter, const DistributionDrawing& drawing);
/// The colour of a row among all: stronger the newer it is.
[[nodiscard]] QColor rowColour(const DistributionDrawing& drawing, std::size_t row);

} // namespace runlens::viewers
