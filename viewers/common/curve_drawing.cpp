// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/curve_drawing.h"

#include "viewers/common/curve_range.h"

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr double kFarPixels = 4096.0; ///< beyond the plot nothing is told apart
constexpr double kTrendExtent = 2.5;  ///< mean height in px of columns that still read as a line
constexpr double kSmoothExtent =
    80.0; ///< the same for smoothed values: above it even those are a band
constexpr double kTrendColumn = 1.5;    ///< columns lower than this add nothing to the line
constexpr double kLaneGap = 10.0;       ///< px between marks that become one
constexpr std::size_t kStopEvery = 256; ///< segments between two looks at the stop token

/// Draws the segments of one curve.
class CurveDrawer {
public:
    CurveDrawer(const CurveData& curve, const PlotFrame& frame, bool isSmoothed)
        : m_curve(curve), m_frame(frame), m_isSmoothed(isSmoothed && curve.isSmoothed())
    {}

    void segment(const CurveSegment& segment)
    {
        const std::size_t end = segment.first + segment.count;
        std::size_t first = m_curve.lowerBound(segment, segment.first, m_frame.x.minimum);
        std::size_t last = m_curve.upperBound(segment, first, m_frame.x.maximum);
        // The line leads out of the plot to the next point on either side.
        const bool entersLeft = first > segment.first && (first < end);
        const bool leavesRight = last < end && (last > segment.first);
        m_drawing.points += last - first;
        first -= entersLeft ? 1 : 0;
        last += leavesRight ? 1 : 0;
        if (first >= last) {
            return;
        }
        const double pixels =
            m_frame.xToPixel(m_curve.x(last - 1)) - m_frame.xToPixel(m_curve.x(first));
        const double available = std::min(pixels, m_frame.width) * m_frame.pixelRatio + 1.0;
        if (static_cast<double>(last - first) <= available + 2.0) {
            polyline(first, last);
        } else {
            columns(segment, first, last);
        }
    }

    CurveDrawing take() { return std::move(m_drawing); }

private:
    [[nodiscard]] double value(std::size_t row) const
    {
        return m_isSmoothed ? m_curve.smoothed(row) : m_curve.value(row);
    }

    [[nodiscard]] QPointF pixel(std::size_t row) const
    {
        return {m_frame.xToPixel(m_curve.x(row)), m_frame.yToPixel(value(row))};
    }

    /// The point where the line from inside leaves the plot, when outside is far away.
    [[nodiscard]] QPointF nearEdge(QPointF outside, QPointF inside) const
    {
        const double limit = std::clamp(outside.x(), -kFarPixels, m_frame.width + kFarPixels);
        if (limit == outside.x() || outside.x() == inside.x()) {
            return outside;
        }
        const double share = (limit - inside.x()) / (outside.x() - inside.x());
        return {limit, inside.y() + share * (outside.y() - inside.y())};
    }

    void finishLine(QPolygonF& line)
    {
        if (line.size() == 1) {
            m_drawing.dots.push_back(line.front());
        } else if (line.size() > 1) {
            line.front() = nearEdge(line[0], line[1]);
            line.back() = nearEdge(line.back(), line[line.size() - 2]);
            m_drawing.lines.push_back(line);
        }
        line.clear();
    }

    void polyline(std::size_t first, std::size_t last)
    {
        QPolygonF line;
        for (std::size_t row = first; row < last; ++row) {
            if (std::isfinite(value(row))) {
                line.push_back(pixel(row));
            } else {
                finishLine(line);
            }
        }
        finishLine(line);
    }

    struct Column {
        double x = 0.0;
        double top = 0.0;
        double bottom = 0.0;
    };

    void columns(const CurveSegment& segment, std::size_t first, std::size_t last)
    {
        QVector<QLineF> bars;
        QVector<QPolygonF> trends;
        QPolygonF trend;
        double extents = 0.0;
        int previousColumn = -2;
        std::optional<QPointF> previous; ///< last point of the column before, when it is a number
        std::size_t row = first;
        while (row < last) {
            const int column = columnOf(m_curve.x(row));
            const double rightEdge = m_frame.pixelToX((column + 1) / m_frame.pixelRatio);
            std::size_t end = std::min(last, m_curve.lowerBound(segment, row, rightEdge));
            end = std::max(end, row + 1); // rounding must not stop the walk
            const ValueSummary all =
                m_isSmoothed ? m_curve.smoothedSummary(row, end) : m_curve.summary(row, end);
            if (all.hasFinite()) {
                const double x = (column + 0.5) / m_frame.pixelRatio;
                double top = m_frame.yToPixel(all.maximum);
                double bottom = m_frame.yToPixel(all.minimum);
                extents +=
                    std::clamp(bottom, 0.0, m_frame.height) - std::clamp(top, 0.0, m_frame.height);
                const bool isJoined = previous && std::isfinite(value(row));
                if (!isJoined && !trend.empty()) {
                    trends.push_back(std::exchange(trend, {}));
                }
                // The first and the last recorded value stand where they are.
                const bool isLast = end == last && std::isfinite(value(end - 1));
                trend.push_back(
                    {x, isLast ? m_frame.yToPixel(value(end - 1)) : (top + bottom) / 2});
                if (isJoined && previousColumn < column - 1) {
                    bars.push_back({*previous, {x, m_frame.yToPixel(value(row))}});
                } else if (isJoined) {
                    top = std::min(top, previous->y());
                    bottom = std::max(bottom, previous->y());
                }
                bars.push_back({x, top, x, std::max(bottom, top + 1.0 / m_frame.pixelRatio)});
                previous = std::isfinite(value(end - 1))
                               ? std::optional(QPointF(x, m_frame.yToPixel(value(end - 1))))
                               : std::nullopt;
            } else {
                previous.reset();
            }
            previousColumn = column;
            row = end;
        }
        if (!trend.empty()) {
            trends.push_back(trend);
        }
        keep(bars, trends, extents);
    }

    /// Low columns read better as an antialiased line; what stands out of it stays a column.
    void keep(const QVector<QLineF>& bars, const QVector<QPolygonF>& trends, double extents)
    {
        const double limit = m_isSmoothed ? kSmoothExtent : kTrendExtent;
        if (bars.size() < 3 || extents > limit * static_cast<double>(bars.size())) {
            m_drawing.columns += bars;
            return;
        }
        for (const QLineF& bar : bars) {
            if (bar.dy() > kTrendColumn) {
                m_drawing.shade.push_back(bar);
            }
        }
        for (QPolygonF trend : trends) {
            finishLine(trend);
        }
    }

    [[nodiscard]] int columnOf(double x) const
    {
        const double column = std::floor(m_frame.xToPixel(x) * m_frame.pixelRatio);
        return static_cast<int>(std::clamp(column, -1.0, static_cast<double>(m_frame.columns())));
    }

    const CurveData& m_curve;
    const PlotFrame& m_frame;
    bool m_isSmoothed = false;
    CurveDrawing m_drawing;
};

void marksOf(const CurveData& curve,
             const CurveSegment& segment,
             const PlotFrame& frame,
             std::vector<LaneMark>& marks)
{
    const std::size_t end = curve.upperBound(segment, segment.first, frame.x.maximum);
    std::size_t row = curve.lowerBound(segment, segment.first, frame.x.minimum);
    while (row < end) {
        const double pixel = std::floor(frame.xToPixel(curve.x(row)));
        const std::size_t next = std::max(
            row + 1, std::min(end, curve.lowerBound(segment, row, frame.pixelToX(pixel + 1.0))));
        const ValueSummary all = curve.summary(row, next);
        const double at = std::clamp(pixel + 0.5, 0.0, frame.width);
        if (all.positiveInfinities > 0) {
            marks.push_back({MarkKind::PositiveInfinity, at, at});
        }
        if (all.negativeInfinities > 0) {
            marks.push_back({MarkKind::NegativeInfinity, at, at});
        }
        if (all.nans > 0) {
            marks.push_back({MarkKind::NotANumber, at, at});
        }
        row = next;
    }
}

} // namespace

int PlotFrame::columns() const
{
    return std::max(1, static_cast<int>(std::ceil(width * pixelRatio)));
}

double PlotFrame::xToPixel(double value) const
{
    return (value - x.minimum) / x.width() * width;
}

double PlotFrame::pixelToX(double pixel) const
{
    return x.minimum + pixel / width * x.width();
}

double PlotFrame::yToPixel(double value) const
{
    if (y.isLog && value <= 0.0) {
        return height + 8.0;
    }
    const double low = onScale(y.minimum, y.isLog);
    const double high = onScale(y.maximum, y.isLog);
    const double share = (onScale(value, y.isLog) / 2 - low / 2) / (high / 2 - low / 2);
    return std::clamp(height - share * height, -3 * height - 16.0, 4 * height + 16.0);
}

double PlotFrame::pixelToY(double pixel) const
{
    const double low = onScale(y.minimum, y.isLog);
    const double high = onScale(y.maximum, y.isLog);
    const double at = low + (height - pixel) / height * (high - low);
    return y.isLog ? std::pow(10.0, at) : at;
}

CurveDrawing drawCurve(const CurveData& curve,
                       const PlotFrame& frame,
                       bool isSmoothed,
                       const std::stop_token& stop)
{
    CurveDrawer drawer(curve, frame, isSmoothed);
    if (frame.width <= 0.0 || frame.height <= 0.0) {
        return {};
    }
    std::size_t done = 0;
    for (const CurveSegment& segment : curve.segments()) {
        if (++done % kStopEvery == 0 && stop.stop_requested()) {
            break;
        }
        drawer.segment(segment);
    }
    return drawer.take();
}

std::vector<LaneMark> drawMarks(std::span<const std::shared_ptr<const CurveData>> curves,
                                const PlotFrame& frame,
                                const std::stop_token& stop)
{
    std::vector<LaneMark> found;
    for (const auto& curve : curves) {
        if (!curve || !curve->values().hasOthers() || frame.width <= 0.0) {
            continue;
        }
        for (const CurveSegment& segment : curve->segments()) {
            if (stop.stop_requested()) {
                return {};
            }
            marksOf(*curve, segment, frame, found);
        }
    }
    std::ranges::stable_sort(found, {}, &LaneMark::firstPixel);
    std::vector<LaneMark> merged;
    for (const MarkKind kind :
         {MarkKind::PositiveInfinity, MarkKind::NegativeInfinity, MarkKind::NotANumber})
    {
        std::optional<LaneMark> open;
        for (const LaneMark& mark : found) {
            if (mark.kind != kind) {
                continue;
            }
            if (open && mark.firstPixel - open->lastPixel <= kLaneGap) {
                open->lastPixel = std::max(open->lastPixel, mark.lastPixel);
                continue;
            }
            if (open) {
                merged.push_back(*open);
            }
            open = mark;
        }
        if (open) {
            merged.push_back(*open);
        }
    }
    std::ranges::stable_sort(merged, {}, &LaneMark::firstPixel);
    return merged;
}

} // namespace runlens::viewers
