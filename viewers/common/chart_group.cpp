// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/chart_group.h"

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr std::size_t kLongestHistory = 100;
constexpr qint64 kOneGestureMs = 400;  ///< wheel turns this near to each other are one zoom
constexpr double kFarthestOut = 1.5;   ///< of the full range
constexpr double kDeepestGroup = 1e-9; ///< of the full range
constexpr double kLeastPart = 0.25;    ///< of the shared range: a chart with less shows its own
constexpr double kWholeShare = 1.02;   ///< 100 %, and room for the line

std::vector<std::shared_ptr<const CurveData>> dataOf(const CurveChart& chart)
{
    std::vector<std::shared_ptr<const CurveData>> data;
    for (const PlotCurve& curve : chart.curves()) {
        data.push_back(curve.data);
    }
    return data;
}

} // namespace

std::optional<double> xOfStep(const CurveData& curve, std::int64_t step)
{
    if (curve.options().xAxis == XAxis::Step) {
        return static_cast<double>(step);
    }
    std::optional<double> best;
    const auto& steps = curve.series().steps;
    for (const CurveSegment& segment : curve.segments()) {
        std::size_t low = segment.first;
        std::size_t high = segment.first + segment.count;
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            if (steps[middle] < step) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low < segment.first + segment.count && (steps[low] == step || low > segment.first)) {
            best = curve.x(low);
        }
    }
    return best;
}

ChartGroup::ChartGroup(Selection* selection, QObject* parent)
    : QObject(parent), m_selection(selection)
{
    connect(m_selection, &Selection::changed, this, [this](Selection::Aspects aspects) {
        if (aspects & (Selection::StepAspect | Selection::RunAspect)) {
            for (CurveChart* chart : m_charts) {
                applySelection(chart);
            }
        }
    });
}

void ChartGroup::add(CurveChart* chart, const QString& tag)
{
    m_charts.push_back(chart);
    m_tags.insert(chart, tag);
    chart->setXAxis(m_xAxis);
    connect(chart, &QObject::destroyed, this, [this](QObject* object) {
        std::erase_if(m_charts, [object](const CurveChart* other) {
            return static_cast<const QObject*>(other) == object;
        });
    });
    connect(chart,
            &CurveChart::zoomRequested,
            this,
            [this, chart](const XRange& x, const std::optional<ValueRange>& values, bool isNew) {
                onZoom(chart, x, values, isNew);
            });
    connect(chart, &CurveChart::hovered, this, [this, chart](double x, QPoint position) {
        setCrosshair(x);
        emit crosshairMoved(chart, x, position);
    });
    connect(chart, &CurveChart::left, this, [this] {
        setCrosshair(std::nullopt);
        emit crosshairLeft();
    });
    connect(chart, &CurveChart::clicked, this, [this, chart](const CurvePoint& point) {
        onClick(chart, point);
    });
    connect(chart, &CurveChart::brushed, this, [this, chart](const XRange& range) {
        onBrush(chart, range);
    });
    connect(chart, &CurveChart::panFinished, this, [this] { applyAll(); });
    connect(chart, &CurveChart::fitRequested, this, &ChartGroup::fit);
    connect(chart, &CurveChart::expandRequested, this, [this, chart] {
        emit expandRequested(tagOf(chart));
    });
    connect(chart, &CurveChart::pictureReady, this, &ChartGroup::pictureReady);
    curvesChanged(chart);
}

void ChartGroup::remove(CurveChart* chart)
{
    std::erase(m_charts, chart);
    m_tags.remove(chart);
    chart->disconnect(this);
    chart->setCrosshair(std::nullopt);
}

void ChartGroup::setXAxis(XAxis axis)
{
    if (axis == m_xAxis) {
        return;
    }
    m_xAxis = axis;
    m_zoom.x.reset();
    m_history.clear();
    m_fullX.reset();
    for (CurveChart* chart : m_charts) {
        chart->setCrosshair(std::nullopt);
        chart->setXAxis(axis);
    }
}

void ChartGroup::setScale(YScale scale)
{
    m_scale = scale;
    m_zoom.values.clear();
    applyAll();
}

void ChartGroup::setIgnoreOutliers(bool isIgnoring)
{
    m_ignoresOutliers = isIgnoring;
    applyAll();
}

XRange ChartGroup::fullX() const
{
    return m_fullX ? usableRange(m_fullX->minimum, m_fullX->maximum) : XRange{};
}

XRange ChartGroup::fullX(const CurveChart& chart) const
{
    const XRange shared = fullX();
    const auto own = fitX(dataOf(chart));
    return own && own->width() < kLeastPart * shared.width()
               ? usableRange(own->minimum, own->maximum)
               : shared;
}

void ChartGroup::resetExtent()
{
    m_fullX.reset();
    for (const CurveChart* chart : m_charts) {
        if (const auto own = fitX(dataOf(*chart))) {
            m_fullX = m_fullX ? XRange{std::min(m_fullX->minimum, own->minimum),
                                       std::max(m_fullX->maximum, own->maximum)}
                              : *own;
        }
    }
    applyAll();
}

void ChartGroup::curvesChanged(CurveChart* chart)
{
    bool isWider = false;
    // Curves that were prepared for another axis are about to be replaced.
    const bool isCurrent = std::ranges::all_of(chart->curves(), [this](const PlotCurve& curve) {
        return curve.data->options().xAxis == m_xAxis;
    });
    const auto own = isCurrent ? fitX(dataOf(*chart)) : std::nullopt;
    if (own) {
        const XRange before = m_fullX.value_or(*own);
        const XRange now{std::min(before.minimum, own->minimum),
                         std::max(before.maximum, own->maximum)};
        isWider = !m_fullX || now != before;
        m_fullX = now;
    }
    if (isWider && !m_zoom.x) {
        applyAll();
    } else {
        apply(chart, false);
    }
    applySelection(chart);
}

void ChartGroup::applyAll(bool keepsValues)
{
    for (CurveChart* chart : m_charts) {
        apply(chart, keepsValues);
    }
}

QString ChartGroup::zoomKey(const CurveChart& chart) const
{
    const QString tag = tagOf(&chart);
    return tag.isEmpty() ? chart.title() : tag;
}

void ChartGroup::apply(CurveChart* chart, bool keepsValues)
{
    const XRange x = m_zoom.x ? *m_zoom.x : fullX(*chart);
    const auto byHand = m_zoom.values.constFind(zoomKey(*chart));
    ValueRange values = chart->yRange();
    if (byHand != m_zoom.values.constEnd()) {
        values = *byHand;
    } else if (!keepsValues) {
        const auto data = dataOf(*chart);
        const bool isLog = chart->prefersLog() && m_scale == YScale::Auto;
        values = fitValues(
            data, x, isLog ? YScale::Log : m_scale, m_ignoresOutliers && !chart->showsOutliers());
        if (chart->isShare() && !values.isLog) { // there is nothing above 100 %
            values.maximum = std::min(values.maximum, kWholeShare);
        }
    }
    chart->setRanges(x, values);
}

void ChartGroup::applySelection(CurveChart* chart)
{
    const Selection::State& state = m_selection->state();
    const auto place = [&](std::int64_t step) -> std::optional<double> {
        std::optional<double> found;
        for (const PlotCurve& curve : chart->curves()) {
            if (!found || curve.runKey == state.run) {
                const auto x = xOfStep(*curve.data, step);
                found = x ? x : found;
            }
        }
        return found;
    };
    chart->setMainRun(state.run);
    chart->setCursor(state.step ? place(*state.step) : std::nullopt);
    std::optional<XRange> brush;
    if (state.stepRange) {
        const auto first = place(state.stepRange->first);
        const auto last = place(state.stepRange->last);
        brush = first && last ? std::optional(XRange{*first, *last}) : std::nullopt;
    }
    chart->setBrush(brush);
}

XRange ChartGroup::limited(const XRange& x) const
{
    const XRange full = fullX();
    const double width =
        std::clamp(x.width(), full.width() * kDeepestGroup, full.width() * kFarthestOut);
    const double centre = x.minimum / 2 + x.maximum / 2;
    // At least a corner of the data stays in sight.
    const double at = std::clamp(centre, full.minimum - width * 0.4, full.maximum + width * 0.4);
    return usableRange(at - width / 2, at + width / 2);
}

void ChartGroup::onZoom(CurveChart* chart,
                        const XRange& x,
                        const std::optional<ValueRange>& values,
                        bool isNew)
{
    if (isNew
        && !(m_lastZoom.isValid() && m_lastZoom.elapsed() < kOneGestureMs && !m_history.empty())) {
        m_history.push_back(m_zoom);
        if (m_history.size() > kLongestHistory) {
            m_history.erase(m_history.begin());
        }
    }
    m_lastZoom.start();
    if (values) {
        const bool isUsable = std::isfinite(values->minimum) && std::isfinite(values->maximum)
                              && values->minimum < values->maximum
                              && std::isfinite(values->maximum - values->minimum);
        if (isUsable) {
            m_zoom.values.insert(zoomKey(*chart), *values);
        }
    }
    const XRange wanted = limited(x);
    const bool isPan = std::abs(wanted.width() - chart->xRange().width()) < 1e-6 * wanted.width();
    if (wanted != chart->xRange()) {
        m_zoom.x = wanted;
    }
    // Values would jump under the hand that drags.
    applyAll(isPan);
}

void ChartGroup::setZoomX(std::optional<XRange> x)
{
    m_zoom.x = x ? std::optional(usableRange(x->minimum, x->maximum)) : std::nullopt;
    applyAll();
}

void ChartGroup::fit()
{
    if (m_zoom.x || !m_zoom.values.isEmpty()) {
        m_history.push_back(m_zoom);
    }
    m_zoom = {};
    m_lastZoom.invalidate();
    applyAll();
}

bool ChartGroup::back()
{
    if (m_history.empty()) {
        return false;
    }
    m_zoom = m_history.back();
    m_history.pop_back();
    m_lastZoom.invalidate();
    applyAll();
    return true;
}

void ChartGroup::setCrosshair(std::optional<double> x)
{
    for (CurveChart* chart : m_charts) {
        chart->setCrosshair(x);
    }
}

void ChartGroup::onClick(CurveChart* chart, const CurvePoint& point)
{
    Selection::State state = m_selection->state();
    state.run = chart->curves()[point.curve].runKey;
    if (!tagOf(chart).isEmpty()) {
        state.tag = tagOf(chart);
    }
    state.step = point.step == kNoStep ? std::nullopt : std::optional(point.step);
    m_selection->set(state);
}

void ChartGroup::onBrush(CurveChart* chart, const XRange& range)
{
    Selection::State state = m_selection->state();
    std::optional<StepRange> steps;
    if (m_xAxis == XAxis::Step) {
        constexpr double kLargest = 9.2e18;
        steps = StepRange{
            static_cast<std::int64_t>(std::clamp(std::ceil(range.minimum), -kLargest, kLargest)),
            static_cast<std::int64_t>(std::clamp(std::floor(range.maximum), -kLargest, kLargest))};
    } else {
        for (const PlotCurve& curve : chart->curves()) {
            const auto first = curve.data->nearestRow(range.minimum);
            const auto last = curve.data->nearestRow(range.maximum);
            if (first && last && (!steps || curve.runKey == state.run)) {
                const auto& all = curve.data->series().steps;
                steps =
                    StepRange{std::min(all[*first], all[*last]), std::max(all[*first], all[*last])};
            }
        }
    }
    if (!steps || steps->last < steps->first) {
        steps.reset();
    }
    state.stepRange = steps;
    m_selection->set(state);
    if (!steps) {
        chart->setBrush(std::nullopt);
    }
}

} // namespace runlens::viewers
