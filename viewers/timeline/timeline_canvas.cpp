// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/timeline/timeline_canvas.h"

#include <QEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr std::size_t kMaxRemembered = 50;
constexpr int kCanvasScrollBarPx = 10;
constexpr double kLeastRevealedPx = 6.0;

} // namespace

TimelineCanvas::TimelineCanvas(const Palette* palette, QWidget* parent)
    : QWidget(parent)
    , m_palette(palette)
    , m_colours(*palette)
    , m_scrollBar(new QScrollBar(Qt::Vertical, this))
    , m_frameSlot(new AsyncSlot(this))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setMinimumSize(kLabelColumnPx + 120, kRulerPx + 60);
    setAccessibleName(tr("Timeline"));
    setAccessibleDescription(tr("W and S zoom, A and D move, F fits the selection, M marks, slash "
                                "searches, arrows walk along spans"));
    m_labels.setFont(Palette::font(11));
    connect(m_scrollBar, &QScrollBar::valueChanged, this, [this] {
        askForFrame();
        update();
    });
    connect(m_palette, &Palette::changed, this, [this] {
        m_colours = TimelineColours(*m_palette);
        m_labels.clear();
        redraw();
    });
}

int TimelineCanvas::plotWidth() const
{
    return std::max(width() - kLabelColumnPx - kCanvasScrollBarPx, 1);
}

int TimelineCanvas::lanesHeight() const
{
    return std::max(height() - kRulerPx, 0);
}

double TimelineCanvas::widestNsPerPixel() const
{
    const std::int64_t length =
        m_model ? std::max<std::int64_t>(m_model->time().durationNs(), 1) : 1;
    return std::max(static_cast<double>(length) * 1.2 / plotWidth(), 1.0);
}

void TimelineCanvas::setModel(Model model, bool isSameRun)
{
    const bool keep = isSameRun && m_model && model;
    if (keep) {
        const profiler::TimeInterval shown = visibleTime();
        const profiler::TimeInterval before = m_model->time();
        const std::int64_t grown = model->time().endNs - before.endNs;
        const bool seesAll = shown.startNs <= before.startNs && shown.endNs >= before.endNs;
        const bool seesEnd = shown.endNs >= before.endNs && shown.startNs < before.endNs;
        m_model = std::move(model);
        if (seesAll) {
            m_view = fitTo(m_model->time(), plotWidth(), 0.01);
        } else if (seesEnd && grown > 0) {
            m_view.startNs += grown; // follows the end
        }
    } else {
        m_model = std::move(model);
        m_before.clear();
        m_hovered.reset();
        m_measure.reset();
        m_flags.clear();
        m_frame = {};
        m_wasFitted = true;
    }
    rebuildLanes();
    if (!keep) {
        m_scrollBar->setValue(0);
        fitAll();
    }
    emit viewChanged();
}

void TimelineCanvas::rebuildLanes()
{
    m_lanes = m_model ? makeLanes(*m_model, m_folded) : std::vector<Lane>();
    updateScrollBar();
    askForFrame();
}

void TimelineCanvas::updateScrollBar()
{
    const int total = heightOf(m_lanes);
    m_scrollBar->setGeometry(
        width() - kCanvasScrollBarPx, kRulerPx, kCanvasScrollBarPx, lanesHeight());
    m_scrollBar->setRange(0, std::max(total - lanesHeight(), 0));
    m_scrollBar->setPageStep(std::max(lanesHeight(), 1));
    m_scrollBar->setSingleStep(kThreadRowPx + kRowGapPx);
    m_scrollBar->setVisible(total > lanesHeight());
}

void TimelineCanvas::setTimeView(const TimeView& view)
{
    TimeView wanted = view;
    wanted.nsPerPixel = std::clamp(
        view.nsPerPixel, kClosestNsPerPixel, std::max(widestNsPerPixel(), kClosestNsPerPixel));
    if (m_model) {
        // Some of the trace stays in sight.
        const profiler::TimeInterval all = m_model->time();
        const auto half =
            static_cast<std::int64_t>(std::min(wanted.nsPerPixel * plotWidth() * 0.9, 0x1p60));
        wanted.startNs = std::clamp(
            wanted.startNs, std::max(all.startNs - half, profiler::kEarliestNs), all.endNs);
    }
    m_wasFitted = false;
    if (wanted == m_view) {
        return;
    }
    m_view = wanted;
    askForFrame();
    update();
    emit viewChanged();
}

void TimelineCanvas::fitAll()
{
    if (m_model) {
        setTimeView(fitTo(m_model->time(), plotWidth(), 0.01));
        m_wasFitted = true;
    }
}

void TimelineCanvas::remember()
{
    if (m_before.empty() || !(m_before.back() == m_view)) {
        m_before.push_back(m_view);
    }
    if (m_before.size() > kMaxRemembered) {
        m_before.erase(m_before.begin());
    }
}

void TimelineCanvas::fit(profiler::TimeInterval time, double margin)
{
    remember();
    setTimeView(fitTo(time, plotWidth(), margin));
}

void TimelineCanvas::reveal(SpanRef span)
{
    const auto facts = m_model ? m_model->facts(span) : std::nullopt;
    if (!facts) {
        return;
    }
    const Track& track = m_model->run().tracks()[index(span.track)];
    auto lane = laneOf(m_lanes, span.track);
    const bool isBelow = lane && facts->place && facts->place->row >= m_lanes[*lane].rows;
    if (!lane || isBelow) {
        m_folded.ranks.erase(track.rank);
        m_folded.tracks.erase(span.track);
        rebuildLanes();
        emit foldedChanged();
        lane = laneOf(m_lanes, span.track);
    }
    if (lane && facts->place) {
        const int top = m_lanes[*lane].rowTopPx(facts->place->row);
        const int scroll = m_scrollBar->value();
        if (top < scroll || top + m_lanes[*lane].rowPx > scroll + lanesHeight()) {
            m_scrollBar->setValue(top - lanesHeight() / 2);
        }
    }
    const double left = m_view.pixelOf(facts->time.startNs);
    const double right = m_view.pixelOf(facts->time.endNs);
    const double width = plotWidth();
    const bool isSeen = right >= 0.0 && left <= width;
    if (right - left < kLeastRevealedPx) {
        fit(facts->time, 3.0);
    } else if (right - left > 3.0 * width) {
        fit(facts->time, 0.1);
    } else if (!isSeen || (right - left < width && (left < 0.0 || right > width))) {
        remember();
        setTimeView(panned(m_view, (left + right - width) / 2.0));
    }
}

void TimelineCanvas::setSelectedSpan(std::optional<SpanRef> span)
{
    m_selected = span;
    update();
}

void TimelineCanvas::setArea(std::optional<profiler::TimeInterval> area)
{
    m_area = area;
    update();
}

void TimelineCanvas::setColouring(SpanColouring colouring)
{
    if (colouring != m_colouring) {
        m_colouring = colouring;
        askForFrame();
    }
}

void TimelineCanvas::setShowFlows(bool isShown)
{
    m_showFlows = isShown;
    update();
}

void TimelineCanvas::setFound(std::vector<bool> names)
{
    m_found = std::move(names);
    redraw();
}

void TimelineCanvas::setFolded(const FoldedLanes& folded)
{
    if (!(folded == m_folded)) {
        m_folded = folded;
        rebuildLanes();
        update();
    }
}

void TimelineCanvas::setFlags(std::vector<std::int64_t> flags)
{
    m_flags = std::move(flags);
    update();
}

void TimelineCanvas::askForFrame()
{
    m_isStale = true;
    if (!m_frameSlot->isBusy()) {
        startFrame();
    }
}

void TimelineCanvas::startFrame()
{
    m_isStale = false;
    FrameRequest request;
    request.model = m_model;
    request.view = m_view;
    request.widthPx = plotWidth();
    request.pixelRatio = devicePixelRatioF();
    request.merge = m_colouring == SpanColouring::ByOperator ? profiler::DensityMerge::ByName
                                                             : profiler::DensityMerge::ByCategory;
    const int scroll = m_scrollBar->value();
    for (const Lane& lane : m_lanes) {
        if (lane.topPx + lane.heightPx > scroll && lane.topPx < scroll + lanesHeight()) {
            request.lanes.push_back(lane);
        }
    }
    // One frame at a time, and the newest wish after it: while panning the picture keeps moving.
    m_frameSlot->run(
        [request = std::move(request)](std::stop_token stop) { return makeFrame(request, stop); },
        [this](TimelineFrame frame) { takeFrame(std::move(frame)); });
}

void TimelineCanvas::takeFrame(TimelineFrame frame)
{
    m_frame = std::move(frame);
    m_frameScrollPx = m_scrollBar->value();
    redraw();
    if (m_isStale) {
        startFrame();
    }
    emit framePainted();
}

PaintOptions TimelineCanvas::paintOptions() const
{
    PaintOptions options;
    options.colouring = m_colouring;
    options.found = m_found.empty() ? nullptr : &m_found;
    options.scrollPx = m_frameScrollPx;
    options.heightPx = lanesHeight();
    if (m_model) {
        for (const TimeTick& tick :
             ticksOf(m_frame.view, plotWidth(), m_model->time().startNs).ticks) {
            options.gridPixels.push_back(tick.pixel);
        }
    }
    return options;
}

void TimelineCanvas::redraw()
{
    if (m_frame.model) {
        m_raster.draw(m_frame, m_colours, paintOptions(), m_labels);
    }
    update();
}

void TimelineCanvas::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    updateScrollBar();
    if (m_wasFitted) {
        fitAll();
    }
    askForFrame();
    emit viewChanged();
}

void TimelineCanvas::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_model) {
        rebuildLanes();
    }
}

QRectF TimelineCanvas::rectOf(SpanRef span) const
{
    const auto facts = m_model ? m_model->facts(span) : std::nullopt;
    const auto lane = facts && facts->place ? laneOf(m_lanes, span.track) : std::nullopt;
    if (!lane || facts->place->row >= m_lanes[*lane].rows) {
        return {};
    }
    const double left = std::max(xOf(facts->time.startNs), kLabelColumnPx - 4.0);
    const double right = std::min(xOf(facts->time.endNs), kLabelColumnPx + plotWidth() + 4.0);
    if (right < kLabelColumnPx || left > kLabelColumnPx + plotWidth()) {
        return {};
    }
    const int top = lanesTop() + m_lanes[*lane].rowTopPx(facts->place->row) - m_scrollBar->value();
    return {left,
            static_cast<double>(top),
            std::max(right - left, 1.0),
            static_cast<double>(m_lanes[*lane].rowPx)};
}

std::optional<SpanRef> TimelineCanvas::spanAtPoint(const QPointF& point) const
{
    if (!m_model || point.x() < kLabelColumnPx || point.y() < lanesTop()
        || point.x() >= kLabelColumnPx + plotWidth())
    {
        return std::nullopt;
    }
    const int y = static_cast<int>(point.y()) - lanesTop() + m_scrollBar->value();
    const auto lane = laneAt(m_lanes, y);
    const auto row = lane ? rowAt(m_lanes[*lane], y) : std::nullopt;
    if (!row) {
        return std::nullopt;
    }
    // What is under the pixel, or begins within the next one: density can be pointed at too.
    const TrackId track = m_lanes[*lane].track;
    const auto place = m_model->firstEndingAfter(track, *row, nsAtX(point.x() - 0.5));
    if (!place || m_model->timeOf(track, *place).startNs > nsAtX(point.x() + 1.5)) {
        return std::nullopt;
    }
    return m_model->spanAt(track, *place);
}

} // namespace runlens::viewers
