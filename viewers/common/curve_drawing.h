// SPDX-License-Identifier: GPL-3.0-or-later
/// What is drawn of a curve, as plain lists, from the pyramid and for the pixels at hand: a pure
/// function, so that tests see what a user sees. Coordinates are device-independent pixels from the
/// top left of the plot. Up to one point per pixel column a curve is a polyline through every
/// point; above that one vertical line per column from its smallest to its largest value, and for
/// smoothed values a polyline through the middles of the columns besides. Nothing is left out: NaN
/// and infinities become marks. No line leads across them or across a restart.
#pragma once

#include "viewers/common/curve_range.h"

#include <QLineF>
#include <QPointF>
#include <QPolygonF>
#include <QVector>

namespace runlens::viewers {

/// The visible part of the data and its place on the screen.
struct PlotFrame {
    XRange x;
    ValueRange y;
    double width = 0.0;
    double height = 0.0;
    double pixelRatio = 1.0; ///< columns are device pixels

    [[nodiscard]] int columns() const;
    [[nodiscard]] double xToPixel(double value) const;
    [[nodiscard]] double pixelToX(double pixel) const;
    /// Kept within a screen beyond the plot: painters do not like 1e300. In a logarithmic frame
    /// values up to zero lie below.
    [[nodiscard]] double yToPixel(double value) const;
    [[nodiscard]] double pixelToY(double pixel) const;
    friend bool operator==(const PlotFrame&, const PlotFrame&) = default;
};

enum class MarkKind { NotANumber, PositiveInfinity, NegativeInfinity };

/// Values that are not numbers, between two pixels of the lane above the plot.
struct LaneMark {
    MarkKind kind = MarkKind::NotANumber;
    double firstPixel = 0.0;
    double lastPixel = 0.0;
    friend bool operator==(const LaneMark&, const LaneMark&) = default;
};

struct CurveDrawing {
    QVector<QLineF> columns; ///< not antialiased
    QVector<QLineF>
        shade; ///< columns that lie behind a line of their own: not antialiased, fainter
    QVector<QPolygonF> lines; ///< antialiased; at most a point per column
    QVector<QPointF> dots;    ///< points without neighbours
    std::size_t points = 0;   ///< recorded points these stand for
};

/// The values as recorded (isSmoothed false) or smoothed.
[[nodiscard]] CurveDrawing drawCurve(const CurveData& curve,
                                     const PlotFrame& frame,
                                     bool isSmoothed,
                                     const std::stop_token& stop = {});
/// The marks of one or more curves, merged, from left to right.
[[nodiscard]] std::vector<LaneMark>
drawMarks(std::span<const std::shared_ptr<const CurveData>> curves,
          const PlotFrame& frame,
          const std::stop_token& stop = {});

} // namespace runlens::viewers
