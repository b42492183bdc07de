// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/timeline/timeline_paint.h"

#include "viewers/common/number_format.h"
#include "viewers/common/operator_table.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr int kMaxLabelsPerFrame = 900;
constexpr int kShortestLabelPx = 22;
constexpr int kLabelPaddingPx = 4;
constexpr double kScopeOpacity = 0.62;

QRgb mix(QRgb below, QRgb above, double opacity)
{
    const auto part = [&](int from, int to) {
        return static_cast<int>(std::lround(from + (to - from) * opacity));
    };
    return qRgb(part(qRed(below), qRed(above)),
                part(qGreen(below), qGreen(above)),
                part(qBlue(below), qBlue(above)));
}

TimelineColours::Ramp rampOf(QRgb surface, QRgb strong)
{
    TimelineColours::Ramp ramp{};
    for (std::size_t i = 0; i < ramp.size(); ++i) {
        const double load = static_cast<double>(i) / static_cast<double>(TimelineColours::kLoads);
        ramp[i] = mix(surface, strong, 0.22 + 0.5 * load);
    }
    return ramp;
}

QRgb colourOf(const TimelineColours& colours,
              SpanColouring colouring,
              const Run& run,
              const profiler::DrawItem& item)
{
    const auto load = static_cast<std::size_t>(std::lround(item.load * TimelineColours::kLoads));
    if (colouring == SpanColouring::ByOperator) {
        const auto slot = static_cast<std::size_t>(operatorColourSlot(run.text(item.name)));
        return item.isDensity  ? colours.operatorDensity[slot][load]
               : item.isParent ? colours.operatorScope[slot]
                               : colours.operatorFill[slot];
    }
    const std::size_t category =
        std::min(static_cast<std::size_t>(item.category), TimelineColours::kCategories - 1);
    return item.isDensity  ? colours.density[category][load]
           : item.isParent ? colours.scope[category]
                           : colours.fill[category];
}

bool isHatched(const PaintOptions& options, const profiler::DrawItem& item)
{
    return options.colouring == SpanColouring::ByCategory && !item.isDensity
           && item.category == SpanCategory::DataWait && item.x1 - item.x0 >= 4;
}

/// Pixels of a span without the gap at its right.
int rightOf(const profiler::DrawItem& item)
{
    return !item.isDensity && item.x1 - item.x0 >= 3 ? item.x1 - 1 : item.x1;
}

/// Vertical part of a counter's lane that its values use, in device independent pixels.
struct CounterScale {
    double top = 0.0;
    double bottom = 0.0;
    double minimum = 0.0;
    double maximum = 1.0;

    [[nodiscard]] double y(double value) const
    {
        if (maximum <= minimum) { // constant: nothing at the floor, anything else in the middle
            return minimum == 0.0 ? bottom : 0.5 * (top + bottom);
        }
        const double part = (value - minimum) / (maximum - minimum);
        return bottom - part * (bottom - top);
    }
};

CounterScale scaleOf(const FrameLane& lane, const TimelineFrame& frame, int scrollPx)
{
    CounterScale scale;
    scale.top = lane.lane.topPx - scrollPx + 5;
    scale.bottom = lane.lane.topPx - scrollPx + lane.lane.heightPx - 2;
    const auto* track = frame.model->track(lane.lane.track);
    if (track != nullptr && track->counter && !track->counter->range.isEmpty()) {
        // The whole run decides the scale, so that it does not jump while panning. From zero where
        // zero is near.
        scale.minimum = track->counter->range.minimum;
        scale.maximum = track->counter->range.maximum;
        if (scale.minimum > 0.0 && scale.minimum < 0.5 * scale.maximum) {
            scale.minimum = 0.0;
        }
    }
    return scale;
}

void drawCounter(QPainter& painter,
                 const FrameLane& lane,
                 const TimelineFrame& frame,
                 const TimelineColours& colours,
                 int scrollPx)
{
    const auto& columns = lane.counter.columns;
    if (columns.empty()) {
        return;
    }
    const CounterScale scale = scaleOf(lane, frame, scrollPx);
    QPolygonF area;
    QPolygonF line;
    double last = 0.0;
    bool isOpen = false;
    for (const profiler::CounterColumn& column : columns) {
        const double x = std::max(column.x, 0) / frame.pixelRatio;
        if (isOpen) {
            line << QPointF(x, last);
        } else {
            area << QPointF(x, scale.bottom);
            isOpen = true;
        }
        const double low = scale.y(column.minimum);
        const double high = scale.y(column.maximum);
        last = scale.y(column.last);
        if (column.minimum != column.maximum) {
            line << QPointF(x, low) << QPointF(x, high);
        }
        line << QPointF(x, last);
    }
    line << QPointF(frame.widthPx, last);
    area << line << QPointF(frame.widthPx, scale.bottom);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.counterFill);
    painter.drawPolygon(area);
    painter.setPen(QPen(colours.counterLine, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
}

/// The least width of spans that are labelled, so that no more than kMaxLabelsPerFrame are.
int labelWidth(const TimelineFrame& frame)
{
    std::vector<int> widths;
    for (const FrameLane& lane : frame.lanes) {
        for (const profiler::DrawItem& item : lane.spans.items) {
            if (!item.isDensity && item.x1 - item.x0 >= kShortestLabelPx * frame.pixelRatio) {
                widths.push_back(item.x1 - item.x0);
            }
        }
    }
    if (widths.size() <= kMaxLabelsPerFrame) {
        return static_cast<int>(kShortestLabelPx * frame.pixelRatio);
    }
    std::nth_element(
        widths.begin(), widths.begin() + kMaxLabelsPerFrame, widths.end(), std::greater<>());
    return widths[kMaxLabelsPerFrame] + 1;
}

void drawSpanTexts(QPainter& painter,
                   const TimelineFrame& frame,
                   const TimelineColours& colours,
                   const PaintOptions& options,
                   LabelCache& labels)
{
    const Run& run = frame.model->run();
    const int shortest = labelWidth(frame);
    painter.setFont(Palette::font(11));
    painter.setPen(colours.spanText);
    const int textHeight = painter.fontMetrics().height();
    for (const FrameLane& lane : frame.lanes) {
        const int baseline = (lane.lane.rowPx - textHeight) / 2;
        for (const profiler::DrawItem& item : lane.spans.items) {
            if (item.isDensity) {
                continue;
            }
            const double left = item.x0 / frame.pixelRatio;
            const int top = lane.lane.rowTopPx(item.row) - options.scrollPx;
            if (options.found != nullptr && isValid(item.name)
                && index(item.name) < options.found->size() && (*options.found)[index(item.name)])
            {
                painter.fillRect(QRectF(left,
                                        top + lane.lane.rowPx - 2,
                                        (rightOf(item) - item.x0) / frame.pixelRatio,
                                        2),
                                 QColor::fromRgb(colours.accent));
            }
            if (item.x1 - item.x0 < shortest) {
                continue;
            }
            const int width =
                static_cast<int>((item.x1 - item.x0) / frame.pixelRatio) - 2 * kLabelPaddingPx;
            if (const QStaticText* label = labels.label(run, item.name, width)) {
                painter.drawStaticText(QPointF(left + kLabelPaddingPx, top + baseline), *label);
            }
        }
    }
}

} // namespace

int operatorColourSlot(std::string_view name)
{
    std::uint32_t hash = 2166136261U;
    for (const char c : name) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
    }
    hash ^= hash >> 15U;
    return static_cast<int>(hash % TimelineColours::kOperators);
}

TimelineColours::TimelineColours(const Palette& palette)
    : surface(palette.colour(Role::Surface).rgb())
    , raised(palette.colour(Role::Raised).rgb())
    , grid(palette.colour(Role::Grid).rgb())
    , line(palette.colour(Role::Line).rgb())
    , waitLine(palette.colour(Role::WaitLine).rgb())
    , accent(palette.colour(Role::Accent).rgb())
    , spanText(palette.colour(Role::SpanText))
    , text(palette.colour(Role::Text))
    , text3(palette.colour(Role::Text3))
    , counterFill(palette.spanFill(SpanCategory::Memory))
    , counterLine(palette.spanStrong(SpanCategory::Memory))
{
    for (std::size_t i = 0; i < kCategories; ++i) {
        const auto category = static_cast<SpanCategory>(i);
        fill[i] = palette.spanFill(category).rgb();
        scope[i] = mix(surface, fill[i], kScopeOpacity);
        density[i] = rampOf(surface, palette.spanStrong(category).rgb());
    }
    for (std::size_t i = 0; i < kOperators; ++i) {
        const QRgb strong = palette.runColour(static_cast<int>(i % 10)).rgb();
        operatorFill[i] = mix(surface, strong, i < 10 ? 0.5 : 0.32);
        operatorScope[i] = mix(surface, operatorFill[i], kScopeOpacity);
        operatorDensity[i] = rampOf(surface, strong);
    }
}

void LabelCache::setFont(const QFont& font)
{
    m_font = font;
    m_names.clear();
    m_labels.clear();
    m_shortestPx = QFontMetrics(font).horizontalAdvance(QStringLiteral("mm"));
}

const QStaticText* LabelCache::label(const Run& run, NameId name, int widthPx)
{
    if (widthPx < m_shortestPx) {
        return nullptr;
    }
    const char* source = run.text(name).data();
    auto known = m_names.find(name);
    if (known != m_names.end() && known->source != source) {
        // Another run: ids mean other texts.
        m_names.clear();
        m_labels.clear();
        known = m_names.end();
    }
    if (known == m_names.end()) {
        if (m_names.size() > kMaxLabels) {
            m_names.clear();
        }
        Name entry{textOf(run, name).left(200), 0, source};
        entry.widthPx = QFontMetrics(m_font).horizontalAdvance(entry.text);
        known = m_names.insert(name, entry);
    }
    constexpr int kWidthStep = 4;
    const int steps = known->widthPx <= widthPx ? 0x3FFFFFFF : widthPx / kWidthStep;
    const quint64 key = (static_cast<quint64>(static_cast<std::uint32_t>(name)) << 32U)
                        | static_cast<std::uint32_t>(steps);
    auto label = m_labels.find(key);
    if (label == m_labels.end()) {
        if (m_labels.size() > kMaxLabels) {
            m_labels.clear();
        }
        QStaticText text(
            known->widthPx <= widthPx
                ? known->text
                : QFontMetrics(m_font).elidedText(known->text, Qt::ElideRight, steps * kWidthStep));
        text.setTextFormat(Qt::PlainText);
        text.prepare({}, m_font);
        label = m_labels.insert(key, text);
    }
    return &*label;
}

void TimelineRaster::draw(const TimelineFrame& frame,
                          const TimelineColours& colours,
                          const PaintOptions& options,
                          LabelCache& labels)
{
    m_ratio = frame.pixelRatio;
    const QSize size(static_cast<int>(std::lround(frame.widthPx * m_ratio)),
                     static_cast<int>(std::lround(options.heightPx * m_ratio)));
    if (size.isEmpty()) {
        m_image = {};
        return;
    }
    if (m_image.size() != size) {
        m_image = QImage(size, QImage::Format_RGB32);
    }
    m_image.setDevicePixelRatio(m_ratio);
    m_colours = &colours;
    m_options = &options;
    m_run = &frame.model->run();
    m_background.assign(static_cast<std::size_t>(size.width()), colours.surface);
    for (const double pixel : options.gridPixels) {
        const auto x = static_cast<int>(pixel * m_ratio);
        if (x >= 0 && x < size.width()) {
            m_background[static_cast<std::size_t>(x)] = colours.grid;
        }
    }
    for (int y = 0; y < size.height(); ++y) {
        std::copy(
            m_background.begin(), m_background.end(), reinterpret_cast<QRgb*>(m_image.scanLine(y)));
    }
    for (const FrameLane& lane : frame.lanes) {
        drawSpans(lane);
    }
    QPainter painter(&m_image);
    drawLaneTexts(painter, frame, colours, options, labels);
}

void TimelineRaster::drawSpans(const FrameLane& lane)
{
    const auto& items = lane.spans.items;
    std::size_t first = 0;
    while (first < items.size()) {
        std::size_t end = first;
        while (end < items.size() && items[end].row == items[first].row) {
            ++end;
        }
        const int topPx = lane.lane.rowTopPx(items[first].row) - m_options->scrollPx;
        const int top = static_cast<int>(std::lround(topPx * m_ratio));
        const int bottom = static_cast<int>(std::lround((topPx + lane.lane.rowPx) * m_ratio));
        drawRow(top, bottom - top, items.data() + first, items.data() + end);
        first = end;
    }
}

void TimelineRaster::drawRow(int top,
                             int height,
                             const profiler::DrawItem* first,
                             const profiler::DrawItem* end)
{
    const int firstLine = std::max(top, 0);
    const int lines = std::min(top + height, m_image.height()) - firstLine;
    if (lines <= 0) {
        return;
    }
    // One line is drawn, the others are copies of it.
    const int width = m_image.width();
    auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(firstLine));
    const auto fill = [&](const profiler::DrawItem& item) {
        const int left = std::clamp(item.x0, 0, width);
        const int right = std::clamp(rightOf(item), left, width);
        std::fill(
            line + left, line + right, colourOf(*m_colours, m_options->colouring, *m_run, item));
    };
    for (const auto* item = first; item != end; ++item) {
        if (!item->isDensity) {
            fill(*item);
        }
    }
    for (const auto* item = first; item != end; ++item) {
        if (item->isDensity) {
            fill(*item);
        }
    }
    for (int y = 1; y < lines; ++y) {
        std::copy(line, line + width, reinterpret_cast<QRgb*>(m_image.scanLine(firstLine + y)));
    }
    for (const auto* item = first; item != end; ++item) {
        if (isHatched(*m_options, *item)) {
            fillWait(firstLine, lines, *item);
        }
    }
}

void TimelineRaster::fillWait(int top, int height, const profiler::DrawItem& item)
{
    const int pitch = std::max(2, static_cast<int>(std::lround(5 * m_ratio)));
    for (int y = 0; y < height; ++y) {
        auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(top + y));
        const int right = std::min(rightOf(item), m_image.width());
        int x = std::max(item.x0, 0);
        x += (pitch - (x + y) % pitch) % pitch;
        for (; x < right; x += pitch) {
            line[x] = m_colours->waitLine;
        }
    }
}

void drawLaneTexts(QPainter& painter,
                   const TimelineFrame& frame,
                   const TimelineColours& colours,
                   const PaintOptions& options,
                   LabelCache& labels)
{
    for (const FrameLane& lane : frame.lanes) {
        const int top = lane.lane.topPx - options.scrollPx;
        const QRect rect(0, top, frame.widthPx, lane.lane.heightPx);
        if (lane.lane.kind == LaneKind::Group) {
            painter.fillRect(rect, QColor::fromRgb(colours.raised));
        } else if (lane.lane.kind == LaneKind::Counter) {
            drawCounter(painter, lane, frame, colours, options.scrollPx);
        }
        painter.fillRect(QRect(0, rect.bottom(), frame.widthPx, 1), QColor::fromRgb(colours.line));
    }
    drawSpanTexts(painter, frame, colours, options, labels);
}

void drawLaneShapes(QPainter& painter,
                    const TimelineFrame& frame,
                    const TimelineColours& colours,
                    const PaintOptions& options)
{
    painter.fillRect(QRect(0, 0, frame.widthPx, options.heightPx),
                     QColor::fromRgb(colours.surface));
    for (const double pixel : options.gridPixels) {
        painter.fillRect(QRectF(pixel, 0, 1, options.heightPx), QColor::fromRgb(colours.grid));
    }
    const Run& run = frame.model->run();
    for (const FrameLane& lane : frame.lanes) {
        for (const profiler::DrawItem& item : lane.spans.items) {
            const QRectF rect(item.x0 / frame.pixelRatio,
                              lane.lane.rowTopPx(item.row) - options.scrollPx,
                              (rightOf(item) - item.x0) / frame.pixelRatio,
                              lane.lane.rowPx);
            painter.fillRect(rect,
                             QColor::fromRgb(colourOf(colours, options.colouring, run, item)));
            if (isHatched(options, item)) {
                painter.fillRect(rect, QBrush(QColor::fromRgb(colours.waitLine), Qt::BDiagPattern));
            }
        }
    }
}

} // namespace runlens::viewers
