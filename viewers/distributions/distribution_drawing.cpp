// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/distributions/distribution_drawing.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr double kRidgeGap = 2.0;    ///< px between ridges that can be told apart
constexpr double kRidgeShare = 0.34; ///< of the plot that the highest ridge takes
constexpr double kFlat = 0.2;        ///< px: points that near to a line add nothing to it
constexpr double kMarkGap = 9.0;     ///< px between marks
constexpr std::size_t kMedian = kBasisPoints.size() / 2;

double heightOf(double count, double largest, bool isLog)
{
    if (!(largest > 0.0)) {
        return 0.0;
    }
    return isLog ? std::log1p(count) / std::log1p(largest) : count / largest;
}

double highestRidge(const DistributionFrame& frame)
{
    return frame.mode == DistributionMode::Overlay ? frame.size.height()
                                                   : frame.size.height() * kRidgeShare;
}

/// Elements by column: of exact buckets per pixel, of others per bucket.
std::vector<double>
columnsOf(const DistributionTable& table, const DistributionFrame& frame, std::size_t row)
{
    if (table.bins > 0 || table.rows[row].source->buckets.counts.empty()) {
        return table.rows[row].binned.counts;
    }
    const auto columns = static_cast<std::size_t>(std::max(1.0, std::floor(frame.size.width())));
    return evenCounts(table.rows[row].source->buckets, frame.values, columns);
}

double baselineOf(const DistributionTable& table, const DistributionFrame& frame, double at)
{
    const double height = frame.size.height();
    if (frame.mode == DistributionMode::Overlay) {
        return height;
    }
    const double top = highestRidge(frame);
    const double span = table.lastAt - table.firstAt;
    return span > 0.0 ? top + (height - top) * ((at - table.firstAt) / span) : height;
}

QPolygonF outlineOf(const DistributionTable& table,
                    const DistributionFrame& frame,
                    std::size_t row,
                    double largest,
                    double baseline)
{
    const std::vector<double> counts = columnsOf(table, frame, row);
    const ValueScale scale = frame.scale();
    const double highest = highestRidge(frame);
    const double width = frame.size.width();
    QPolygonF outline;
    const auto add = [&](double x, double count) {
        const QPointF point(x, baseline - highest * heightOf(count, largest, frame.isLog));
        const qsizetype n = outline.size();
        if (n >= 2 && std::abs(outline[n - 1].y() - point.y()) < kFlat
            && std::abs(outline[n - 2].y() - point.y()) < kFlat)
        {
            outline[n - 1].setX(x);
        } else {
            outline.push_back(point);
        }
    };
    if (counts.empty()) {
        return {{0.0, baseline}, {width, baseline}}; // no finite element
    }
    if (table.bins > 0) {
        // Even buckets: a line through their middles, down to the ground half a bucket outside.
        const HistogramBuckets& buckets = table.rows[row].binned;
        add(scale.shareOf(buckets.edges.front()) * width, 0.0);
        for (std::size_t i = 0; i < counts.size(); ++i) {
            const double middle = buckets.edges[i] / 2 + buckets.edges[i + 1] / 2;
            add(scale.shareOf(middle) * width, counts[i]);
        }
        add(scale.shareOf(buckets.edges.back()) * width, 0.0);
        return outline;
    }
    const double column = width / static_cast<double>(counts.size());
    add(0.0, 0.0);
    for (std::size_t i = 0; i < counts.size(); ++i) {
        add(column * static_cast<double>(i), counts[i]);
        add(column * static_cast<double>(i + 1), counts[i]);
    }
    add(width, 0.0);
    return outline;
}

MarkKind markKindOf(const TensorStatistics& statistics)
{
    return statistics.nans > 0                 ? MarkKind::NotANumber
           : statistics.positiveInfinities > 0 ? MarkKind::PositiveInfinity
                                               : MarkKind::NegativeInfinity;
}

bool hasMark(const TensorStatistics& statistics)
{
    return statistics.nans + statistics.positiveInfinities + statistics.negativeInfinities > 0;
}

class SliceDrawer {
public:
    SliceDrawer(DistributionDrawing& drawing, const std::stop_token& stop)
        : m_drawing(drawing), m_table(*drawing.table), m_frame(drawing.frame), m_stop(stop)
    {}

    void run()
    {
        switch (m_frame.mode) {
        case DistributionMode::Ridge:
        case DistributionMode::Overlay:
            ridges();
            sideMarks();
            break;
        case DistributionMode::HeatMap:
            heat();
            laneMarks();
            break;
        case DistributionMode::Percentiles:
            bands();
            laneMarks();
            break;
        }
    }

private:
    void ridges()
    {
        std::vector<std::size_t> wanted;
        double last = std::numeric_limits<double>::infinity();
        for (std::size_t i = m_table.rows.size(); i-- > 0;) {
            const double baseline = baselineOf(m_table, m_frame, m_table.rows[i].at);
            const bool isApart =
                m_frame.mode == DistributionMode::Overlay || last - baseline >= kRidgeGap;
            if (isApart) {
                wanted.push_back(i);
                last = baseline;
            }
        }
        std::ranges::reverse(wanted);
        for (const std::size_t row : wanted) {
            if (m_stop.stop_requested()) {
                return;
            }
            for (const double count : columnsOf(m_table, m_frame, row)) {
                m_drawing.largest = std::max(m_drawing.largest, count);
            }
        }
        for (const std::size_t row : wanted) {
            if (m_stop.stop_requested()) {
                return;
            }
            m_drawing.ridges.push_back(ridgeOf(m_drawing, row));
        }
        m_drawing.rowsDrawn = wanted.size();
    }

    void sideMarks()
    {
        if (m_frame.mode != DistributionMode::Ridge) {
            return;
        }
        for (const DistributionRow& row : m_table.rows) {
            if (!hasMark(row.source->statistics)) {
                continue;
            }
            const SideMark mark{markKindOf(row.source->statistics),
                                baselineOf(m_table, m_frame, row.at)};
            auto& marks = m_drawing.sideMarks;
            if (marks.empty() || marks.back().kind != mark.kind
                || mark.y - marks.back().y >= kMarkGap) {
                marks.push_back(mark);
            }
        }
    }

    void laneMarks()
    {
        // Also of steps without any bucket: nothing but NaN was in them.
        for (const auto& step : m_table.series->steps) {
            if (!hasMark(step->statistics)) {
                continue;
            }
            const double at = placeOf(*step, m_table.options);
            if (!(at >= m_table.firstAt && at <= m_table.lastAt)) {
                continue;
            }
            const double x = pixelOfPlace(m_drawing, at);
            const MarkKind kind = markKindOf(step->statistics);
            auto& marks = m_drawing.marks;
            if (!marks.empty() && marks.back().kind == kind
                && x - marks.back().lastPixel < kMarkGap) {
                marks.back().lastPixel = x;
            } else {
                marks.push_back({kind, x, x});
            }
        }
    }

    /// Percentiles by pixel, parted where a step has none.
    using BandColumns = std::vector<std::pair<double, const PercentileValues*>>;

    [[nodiscard]] std::vector<BandColumns> bandSegments() const
    {
        std::vector<BandColumns> segments(1);
        for (const DistributionRow& row : m_table.rows) {
            if (!std::isnan(row.percentiles[kMedian])) {
                segments.back().emplace_back(pixelOfPlace(m_drawing, row.at), &row.percentiles);
            } else if (!segments.back().empty()) {
                segments.emplace_back();
            }
        }
        if (segments.back().empty()) {
            segments.pop_back();
        }
        constexpr double kLone = 2.0; ///< px on either side of a step without neighbours
        const bool isOnlyPlace = m_table.firstAt == m_table.lastAt;
        for (BandColumns& columns : segments) {
            if (isOnlyPlace) {
                columns = {{0.0, columns.back().second},
                           {m_frame.size.width(), columns.back().second}};
            } else if (columns.size() == 1) {
                columns = {{columns[0].first - kLone, columns[0].second},
                           {columns[0].first + kLone, columns[0].second}};
            }
        }
        return segments;
    }

    void bands()
    {
        const ValueScale scale = m_frame.scale();
        const auto pixel = [&](double x, double value) {
            return QPointF(x, m_frame.size.height() * (1.0 - scale.shareOf(value)));
        };
        const std::vector<BandColumns> segments = bandSegments();
        for (std::size_t level = 0; level < kMedian; ++level) {
            for (const BandColumns& columns : segments) {
                QPolygonF area;
                for (const auto& [x, values] : columns) {
                    area.push_back(pixel(x, (*values)[kBasisPoints.size() - 1 - level]));
                }
                std::for_each(columns.rbegin(), columns.rend(), [&](const auto& column) {
                    area.push_back(pixel(column.first, (*column.second)[level]));
                });
                m_drawing.bands.push_back({level, std::move(area)});
            }
        }
        for (const BandColumns& columns : segments) {
            QPolygonF line;
            for (const auto& [x, values] : columns) {
                line.push_back(pixel(x, (*values)[kMedian]));
            }
            m_drawing.medians.push_back(std::move(line));
        }
        m_drawing.rowsDrawn = m_table.rows.size();
    }

    /// Shares of the elements of the steps of one column, by pixel from the top.
    [[nodiscard]] std::vector<double>
    columnShares(std::size_t first, std::size_t last, std::size_t pixels) const
    {
        std::vector<double> shares(pixels, 0.0);
        for (std::size_t row = first; row < last; ++row) {
            const HistogramBuckets& buckets = m_table.rows[row].buckets();
            const double all = elementsIn(buckets) * static_cast<double>(last - first);
            if (!(all > 0.0)) {
                continue;
            }
            const std::vector<double> counts = evenCounts(buckets, m_frame.values, pixels);
            for (std::size_t i = 0; i < pixels; ++i) {
                shares[pixels - 1 - i] += counts[i] / all;
            }
        }
        return shares;
    }

    void heat()
    {
        const auto width = static_cast<std::size_t>(std::max(1.0, m_frame.size.width()));
        const auto height = static_cast<std::size_t>(std::max(1.0, m_frame.size.height()));
        const auto& rows = m_table.rows;
        if (rows.empty()) {
            return;
        }
        // The first row whose half of the way to the next lies right of each column's middle.
        std::vector<std::pair<std::size_t, std::size_t>> ranges(width);
        std::size_t next = 0;
        for (std::size_t x = 0; x < width; ++x) {
            const double right = static_cast<double>(x + 1);
            const std::size_t first = next;
            while (next < rows.size() && pixelOfPlace(m_drawing, rows[next].at) < right) {
                ++next;
            }
            ranges[x] = {first, next};
        }
        std::vector<std::vector<double>> columns(width);
        std::vector<std::size_t> filled;
        for (std::size_t x = 0; x < width; ++x) {
            auto [first, last] = ranges[x];
            if (x + 1 == width) {
                last = rows.size();
            }
            if (m_stop.stop_requested()) {
                return;
            }
            if (first < last) {
                columns[x] = columnShares(first, last, height);
                filled.push_back(x);
            }
        }
        for (const std::size_t x : filled) {
            for (const double share : columns[x]) {
                m_drawing.largest = std::max(m_drawing.largest, share);
            }
        }
        QImage image(static_cast<int>(width), static_cast<int>(height), QImage::Format_RGB32);
        std::size_t near = 0;
        for (std::size_t x = 0; x < width; ++x) {
            while (near + 1 < filled.size()
                   && distance(filled[near + 1], x) <= distance(filled[near], x)) {
                ++near;
            }
            paintColumn(image, x, columns[filled[near]]);
        }
        m_drawing.heat = std::move(image);
        m_drawing.rowsDrawn = rows.size();
    }

    static std::size_t distance(std::size_t a, std::size_t b) { return a > b ? a - b : b - a; }

    void paintColumn(QImage& image, std::size_t x, const std::vector<double>& shares) const
    {
        constexpr double kLogDepth = 1e3; ///< a thousandth of the most is still told from nothing
        for (std::size_t y = 0; y < shares.size(); ++y) {
            const double share = m_drawing.largest > 0.0 ? shares[y] / m_drawing.largest : 0.0;
            const double shown =
                m_frame.isLog ? std::log1p(share * kLogDepth) / std::log1p(kLogDepth) : share;
            const auto index =
                static_cast<qsizetype>(std::clamp(std::lround(shown * 255.0), 0L, 255L));
            image.setPixel(static_cast<int>(x),
                           static_cast<int>(y),
                           m_frame.colours.heat.value(index, m_frame.colours.surface.rgb()));
        }
    }

    DistributionDrawing& m_drawing;
    const DistributionTable& m_table;
    const DistributionFrame& m_frame;
    const std::stop_token& m_stop;
};

QColor mixed(const QColor& from, const QColor& to, double share)
{
    const auto part = [share](int a, int b) {
        return static_cast<int>(std::lround(a + (b - a) * share));
    };
    return QColor(
        part(from.red(), to.red()), part(from.green(), to.green()), part(from.blue(), to.blue()));
}

} // namespace

Ridge ridgeOf(const DistributionDrawing& drawing, std::size_t row)
{
    Ridge ridge;
    ridge.row = row;
    ridge.baseline = baselineOf(*drawing.table, drawing.frame, drawing.table->rows[row].at);
    ridge.outline = outlineOf(*drawing.table, drawing.frame, row, drawing.largest, ridge.baseline);
    return ridge;
}

double pixelOfPlace(const DistributionDrawing& drawing, double at)
{
    const DistributionTable& table = *drawing.table;
    if (hasValuesAcross(drawing.frame.mode)) {
        return baselineOf(table, drawing.frame, at);
    }
    const double span = table.lastAt - table.firstAt;
    const double width = drawing.frame.size.width();
    return span > 0.0 ? width * ((at - table.firstAt) / span) : width / 2;
}

std::shared_ptr<const DistributionDrawing>
drawDistribution(std::shared_ptr<const DistributionTable> table,
                 const DistributionFrame& frame,
                 const std::stop_token& stop)
{
    auto drawing = std::make_shared<DistributionDrawing>();
    drawing->table = std::move(table);
    drawing->frame = frame;
    if (!frame.size.isEmpty()) {
        SliceDrawer(*drawing, stop).run();
    }
    return stop.stop_requested() ? nullptr : drawing;
}

std::optional<DistributionHit> hitAt(const DistributionDrawing& drawing, const QPointF& point)
{
    const DistributionTable& table = *drawing.table;
    const QSizeF size = drawing.frame.size;
    if (table.rows.empty() || size.isEmpty()) {
        return std::nullopt;
    }
    const ValueScale scale = drawing.frame.scale();
    const bool isAcross = hasValuesAcross(drawing.frame.mode);
    DistributionHit hit;
    hit.value =
        scale.valueAt(isAcross ? point.x() / size.width() : 1.0 - point.y() / size.height());
    if (!isAcross) {
        const double share = point.x() / size.width();
        hit.row = table.rowAt(table.firstAt + (table.lastAt - table.firstAt) * share).value_or(0);
    } else {
        // The ridge in front that covers the point, else the one whose ground is nearest.
        double best = std::numeric_limits<double>::infinity();
        for (auto ridge = drawing.ridges.rbegin(); ridge != drawing.ridges.rend(); ++ridge) {
            const auto above =
                std::upper_bound(ridge->outline.begin(),
                                 ridge->outline.end(),
                                 point.x(),
                                 [](double x, const QPointF& p) { return x < p.x(); });
            double top = ridge->baseline;
            if (above != ridge->outline.begin() && above != ridge->outline.end()) {
                const QPointF a = *(above - 1);
                const double share = (point.x() - a.x()) / (above->x() - a.x());
                top = a.y() + (above->y() - a.y()) * share;
            }
            const bool isOverlay = drawing.frame.mode == DistributionMode::Overlay;
            const bool isInside = !isOverlay && point.y() >= top && point.y() <= ridge->baseline;
            const double away = isOverlay  ? std::abs(point.y() - top)
                                : isInside ? -1.0
                                           : std::abs(point.y() - ridge->baseline);
            if (away < best) {
                best = away;
                hit.row = ridge->row;
            }
            if (isInside) {
                break;
            }
        }
    }
    hit.bucket = bucketAt(table.rows[hit.row].buckets(), hit.value);
    return hit;
}

QColor rowColour(const DistributionDrawing& drawing, std::size_t row)
{
    constexpr double kOldest = 0.22;
    constexpr double kNewest = 0.92;
    const auto rows = static_cast<double>(drawing.table->rows.size());
    const double age = rows > 1.0 ? static_cast<double>(row) / (rows - 1.0) : 1.0;
    const DistributionColours& colours = drawing.frame.colours;
    return mixed(colours.surface, colours.run, kOldest + (kNewest - kOldest) * age);
}

void paintDistribution(QPainter& painter, const DistributionDrawing& drawing)
{
    const DistributionFrame& frame = drawing.frame;
    painter.save();
    painter.setClipRect(QRectF(QPointF(0, -1), frame.size + QSizeF(0, 2)), Qt::IntersectClip);
    if (!drawing.heat.isNull()) {
        painter.drawImage(QRectF(QPointF(0, 0), frame.size), drawing.heat);
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    constexpr double kDense = 5.0; ///< px between ridges
    const bool isDense = static_cast<double>(drawing.ridges.size()) * kDense
                         > frame.size.height() * (1.0 - kRidgeShare);
    for (const Ridge& ridge : drawing.ridges) {
        const QColor colour = rowColour(drawing, ridge.row);
        if (frame.mode == DistributionMode::Ridge) {
            QPolygonF area = ridge.outline;
            area.push_back({area.back().x(), ridge.baseline});
            area.push_back({area.front().x(), ridge.baseline});
            painter.setPen(Qt::NoPen);
            painter.setBrush(colour);
            painter.drawPolygon(area);
            // The line parts a ridge from those behind it, without hiding them where they are
            // close.
            painter.setPen(QPen(mixed(colour, frame.colours.surface, isDense ? 0.25 : 0.6), 1.0));
        } else {
            painter.setPen(QPen(colour, 1.2));
        }
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(ridge.outline);
    }
    constexpr std::array kBandAlpha{44, 56, 72, 96};
    for (const Band& band : drawing.bands) {
        QColor colour = frame.colours.run;
        colour.setAlpha(kBandAlpha.at(std::min(band.level, kBandAlpha.size() - 1)));
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        painter.drawPolygon(band.area);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(frame.colours.run, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    for (const QPolygonF& line : drawing.medians) {
        painter.drawPolyline(line);
    }
    painter.restore();
}

} // namespace runlens::viewers
