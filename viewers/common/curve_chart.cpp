// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/curve_chart.h"

#include "viewers/common/chart_overlay.h"
#include "viewers/common/number_format.h"

#include <QApplication>
#include <QCategoryAxis>
#include <QChart>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QMouseEvent>
#include <QWheelEvent>

#include <cmath>

namespace runlens::viewers {

namespace {

constexpr double kTitleHeight = 24.0;
constexpr double kLane = 14.0; ///< above the plot; always reserved, so that plots in a row align
constexpr double kBottom = 20.0;
constexpr double kRight = 10.0;
constexpr double kLegendHeight = 26.0;
constexpr double kLeast = 30.0; ///< left margin
constexpr double kWheelZoom = 1.25;
constexpr double kExpandSize = 20.0;

double mapped(double value, bool isLog)
{
    return isLog ? std::log10(value) : value;
}

ValueRange shifted(const ValueRange& range, double share)
{
    const double low = mapped(range.minimum, range.isLog);
    const double high = mapped(range.maximum, range.isLog);
    const double by = (high - low) * share;
    return range.isLog ? ValueRange{std::pow(10.0, low + by), std::pow(10.0, high + by), true}
                       : ValueRange{low + by, high + by, false};
}

ValueRange scaled(const ValueRange& range, double centre, double factor)
{
    const double low = mapped(range.minimum, range.isLog);
    const double high = mapped(range.maximum, range.isLog);
    const double at = low + (high - low) * centre;
    const double newLow = at - (at - low) * factor;
    const double newHigh = at + (high - at) * factor;
    return range.isLog ? ValueRange{std::pow(10.0, newLow), std::pow(10.0, newHigh), true}
                       : ValueRange{newLow, newHigh, false};
}

} // namespace

std::vector<CurvePoint> pointsAt(std::span<const PlotCurve> curves, double x)
{
    std::vector<CurvePoint> points;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const CurveData& data = *curves[i].data;
        if (const auto row = data.nearestRow(x)) {
            points.push_back({i,
                              *row,
                              data.x(*row),
                              data.value(*row),
                              data.smoothed(*row),
                              data.series().steps[*row],
                              data.series().wallNs[*row]});
        }
    }
    std::ranges::stable_sort(points, [](const CurvePoint& a, const CurvePoint& b) {
        // NaN is greater than nothing and would break the order.
        return std::isnan(b.smoothed) ? !std::isnan(a.smoothed) : a.smoothed > b.smoothed;
    });
    return points;
}

bool reaches(const PlotCurve& curve, double x, double slack)
{
    const auto range = curve.data->xRange();
    return range && x >= range->first - slack && x <= range->second + slack;
}

CurveChart::CurveChart(const Palette* palette, QWidget* parent)
    : QChartView(new QChart, parent)
    , m_palette(palette)
    , m_xAxisItem(new QCategoryAxis(chart()))
    , m_yAxisItem(new QCategoryAxis(chart()))
    , m_item(new CurveItem)
    , m_overlay(new ChartOverlay(*this))
{
    chart()->setBackgroundVisible(false);
    chart()->setPlotAreaBackgroundVisible(false);
    chart()->setMargins({});
    chart()->legend()->hide();
    for (QCategoryAxis* axis : {m_xAxisItem, m_yAxisItem}) {
        axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
        axis->setTruncateLabels(false);
        axis->setStartValue(-1.0);
        axis->setRange(0.0, 1.0);
    }
    chart()->addAxis(m_xAxisItem, Qt::AlignBottom);
    chart()->addAxis(m_yAxisItem, Qt::AlignLeft);
    scene()->addItem(m_item);
    scene()->addItem(m_overlay);
    m_item->setZValue(10);
    m_overlay->setZValue(20);
    setFrameShape(QFrame::NoFrame);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setViewportUpdateMode(QGraphicsView::SmartViewportUpdate);
    setOptimizationFlag(QGraphicsView::DontAdjustForAntialiasing);
    connect(m_item, &CurveItem::pictureReady, this, &CurveChart::pictureReady);
    connect(m_palette, &Palette::changed, this, &CurveChart::applyPalette);
    applyPalette();
}

CurveChart::~CurveChart() = default;

void CurveChart::applyPalette()
{
    setBackgroundBrush(m_palette->colour(Role::Surface));
    for (QCategoryAxis* axis : {m_xAxisItem, m_yAxisItem}) {
        axis->setLabelsFont(Palette::font(11));
        axis->setLabelsBrush(m_palette->colour(Role::Text3));
        axis->setGridLinePen(QPen(m_palette->colour(Role::Grid), 1.0));
        axis->setLinePen(QPen(m_palette->colour(Role::Axis), 1.0));
    }
    m_yAxisItem->setLinePen(Qt::NoPen);
    chart()->legend()->setLabelBrush(m_palette->colour(Role::Text2));
    chart()->legend()->setFont(Palette::font(12));
    m_item->setCurves(m_item->picture().curves, markColours(*m_palette));
    viewport()->update();
}

void CurveChart::setTitle(const QString& title, const QString& detail)
{
    m_title = title;
    m_detail = detail;
    setAccessibleName(title);
    m_overlay->update();
}

QString CurveChart::detail() const
{
    if (!m_y.isLog) {
        return m_detail;
    }
    return m_detail.isEmpty() ? tr("log") : m_detail + QStringLiteral(", ") + tr("log");
}

void CurveChart::setShare(bool isShare)
{
    m_isShare = isShare;
    layoutPlot();
}

void CurveChart::setCompact(bool isCompact)
{
    m_isCompact = isCompact;
    layoutPlot();
}

void CurveChart::setLegendVisible(bool isVisible)
{
    m_isLegendVisible = isVisible;
    updateLegend();
    layoutPlot();
}

void CurveChart::setCurves(std::vector<PlotCurve> curves)
{
    for (PlotCurve& curve : curves) {
        curve.hasRawBehind = curve.hasRawBehind && m_isRawVisible;
    }
    m_item->setCurves(std::move(curves), markColours(*m_palette));
    updateLegend();
    m_overlay->update();
}

void CurveChart::updateLegend()
{
    // The legend names series: one without points for each run, with the looks of its curve.
    chart()->removeAllSeries();
    chart()->legend()->setVisible(m_isLegendVisible);
    if (!m_isLegendVisible) {
        return;
    }
    for (const PlotCurve& curve : curves()) {
        auto* series = new QLineSeries(chart());
        series->setName(curve.name);
        series->setPen(QPen(curve.colour, 2.0, curve.style));
        chart()->addSeries(series);
    }
    chart()->legend()->setMarkerShape(QLegend::MarkerShapeFromSeries);
    chart()->legend()->setAlignment(Qt::AlignTop);
}

void CurveChart::setXAxis(XAxis axis)
{
    m_xAxis = axis;
    updateAxes();
}

void CurveChart::setRanges(const XRange& x, const ValueRange& y)
{
    if (m_x == x && m_y == y) {
        return;
    }
    m_x = x;
    m_y = y;
    layoutPlot();
}

void CurveChart::setCrosshair(std::optional<double> x)
{
    if (m_crosshair != x) {
        m_crosshair = x;
        m_overlay->update();
    }
}

void CurveChart::setCursor(std::optional<double> x)
{
    if (m_cursor != x) {
        m_cursor = x;
        m_overlay->update();
    }
}

void CurveChart::setBrush(std::optional<XRange> range)
{
    if (m_brush != range) {
        m_brush = range;
        m_overlay->update();
    }
}

void CurveChart::setMainRun(const QString& runKey)
{
    m_mainRun = runKey;
    m_overlay->update();
}

QString CurveChart::valueText(double value) const
{
    return m_isShare && std::isfinite(value) ? formatPercent(value) : formatNumber(value);
}

QString CurveChart::titleValue() const
{
    const PlotCurve* curve = m_overlay->mainCurve();
    const auto row = curve != nullptr ? m_overlay->titleRow(*curve) : std::nullopt;
    return row ? valueText(curve->data->smoothed(*row)) : QString();
}

QRectF CurveChart::plotRect() const
{
    return chart()->plotArea();
}

std::vector<AxisTick> CurveChart::xTicks() const
{
    const int atMost =
        std::clamp(static_cast<int>(plotRect().width() / 58.0), 2, m_isCompact ? 4 : 10);
    switch (m_xAxis) {
    case XAxis::Step:
        return stepTicks(m_x.minimum, m_x.maximum, atMost);
    case XAxis::Relative:
        return durationTicks(m_x.minimum, m_x.maximum, atMost);
    case XAxis::Wall:
        return wallTicks(m_x.minimum, m_x.maximum, atMost);
    }
    return {};
}

std::vector<AxisTick> CurveChart::yTicks() const
{
    const int atMost = std::clamp(static_cast<int>(height() / 36.0), 2, m_isCompact ? 3 : 5);
    return m_y.isLog ? logTicks(m_y.minimum, m_y.maximum, atMost)
                     : linearTicks(m_y.minimum, m_y.maximum, atMost, m_isShare);
}

void CurveChart::layoutPlot()
{
    const QFontMetricsF metrics(Palette::font(11));
    double widest = 0.0;
    for (const AxisTick& tick : yTicks()) {
        widest = std::max(widest, metrics.horizontalAdvance(tick.label));
    }
    const double leftMargin = std::ceil(std::max(kLeast, widest + 12.0)) + 2;
    const double top = kTitleHeight + kLane + (m_isLegendVisible ? kLegendHeight : 0.0);
    chart()->setPlotArea(QRectF(leftMargin,
                                top,
                                std::max(8.0, width() - leftMargin - kRight),
                                std::max(8.0, height() - top - kBottom)));
    updateAxes();
}

void CurveChart::updateAxes()
{
    const auto apply =
        [](QCategoryAxis& axis, const std::vector<AxisTick>& ticks, const auto& share) {
            const QStringList old = axis.categoriesLabels();
            for (const QString& label : old) {
                axis.remove(label);
            }
            for (const AxisTick& tick : ticks) {
                QString label = tick.label;
                while (axis.categoriesLabels().contains(label)) {
                    label += QChar(0x200B); // a category has its name once
                }
                axis.append(label, std::clamp(share(tick.position), 0.0, 1.0));
            }
            axis.setRange(0.0, 1.0);
        };
    apply(*m_xAxisItem, xTicks(), [this](double at) { return (at - m_x.minimum) / m_x.width(); });
    const double low = mapped(m_y.minimum, m_y.isLog);
    const double high = mapped(m_y.maximum, m_y.isLog);
    apply(*m_yAxisItem, yTicks(), [&](double at) {
        return (mapped(at, m_y.isLog) / 2 - low / 2) / (high / 2 - low / 2);
    });
    updateFrame();
}

void CurveChart::updateFrame()
{
    const QRectF plot = plotRect();
    m_item->setPos(plot.topLeft());
    m_item->setFrame({m_x, m_y, plot.width(), plot.height(), devicePixelRatioF()});
    m_overlay->setGeometry(rect());
}

void CurveChart::resizeEvent(QResizeEvent* event)
{
    QChartView::resizeEvent(event);
    layoutPlot();
}

double CurveChart::xAt(double widgetX) const
{
    return m_x.minimum + (widgetX - plotRect().left()) / plotRect().width() * m_x.width();
}

QRectF CurveChart::expandRect() const
{
    return {width() - kExpandSize - 6, 2, kExpandSize, kExpandSize};
}

void CurveChart::hoverAt(const QPointF& position)
{
    const QRectF area = plotRect().adjusted(-4, -kLane, 4, 4);
    const bool wasUnderMouse = std::exchange(m_isUnderMouse, true);
    if (!wasUnderMouse) {
        m_overlay->update();
    }
    if (!area.contains(position)) {
        emit left();
        return;
    }
    const double wanted = std::clamp(xAt(position.x()), m_x.minimum, m_x.maximum);
    std::optional<double> nearest;
    for (const PlotCurve& curve : curves()) {
        if (const auto row = curve.data->nearestRow(wanted)) {
            const double x = curve.data->x(*row);
            if (!nearest || std::abs(x - wanted) < std::abs(*nearest - wanted)) {
                nearest = x;
            }
        }
    }
    if (nearest) {
        emit hovered(*nearest, position.toPoint());
    }
}

void CurveChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    setFocus(Qt::MouseFocusReason);
    m_pressed = event->position();
    m_pressedX = m_x;
    m_pressedY = m_y;
    if (!m_isCompact && expandRect().contains(m_pressed)) {
        emit expandRequested();
        return;
    }
    const bool isInPlot = plotRect().adjusted(-2, -kLane, 2, 2).contains(m_pressed);
    m_gesture = !isInPlot                                       ? Gesture::None
                : (event->modifiers() & Qt::ShiftModifier) != 0 ? Gesture::Brush
                                                                : Gesture::Press;
}

void CurveChart::mouseMoveEvent(QMouseEvent* event)
{
    const QPointF position = event->position();
    const double dx = position.x() - m_pressed.x();
    const double dy = position.y() - m_pressed.y();
    const bool starts =
        m_gesture == Gesture::Press
        && (position - m_pressed).manhattanLength() >= QApplication::startDragDistance();
    if (starts) {
        m_gesture = Gesture::Pan;
    }
    switch (m_gesture) {
    case Gesture::Pan: {
        const double by = -dx / plotRect().width() * m_pressedX.width();
        const bool movesValues = (event->modifiers() & Qt::ControlModifier) != 0;
        emit zoomRequested({m_pressedX.minimum + by, m_pressedX.maximum + by},
                           movesValues
                               ? std::optional(shifted(m_pressedY, dy / plotRect().height()))
                               : std::nullopt,
                           starts);
        break;
    }
    case Gesture::Brush: {
        const double a = std::clamp(xAt(m_pressed.x()), m_x.minimum, m_x.maximum);
        const double b = std::clamp(xAt(position.x()), m_x.minimum, m_x.maximum);
        setBrush(XRange{std::min(a, b), std::max(a, b)});
        break;
    }
    case Gesture::Press:
    case Gesture::None:
        hoverAt(position);
        break;
    }
}

void CurveChart::mouseReleaseEvent(QMouseEvent* event)
{
    const Gesture gesture = std::exchange(m_gesture, Gesture::None);
    if (event->button() != Qt::LeftButton) {
        return;
    }
    if (gesture == Gesture::Pan) {
        emit panFinished();
    } else if (gesture == Gesture::Brush && m_brush) {
        emit brushed(*m_brush);
    } else if (gesture == Gesture::Press) {
        // The curve whose drawn point is nearest to the click, among the nearest in x.
        const auto points = pointsAt(curves(), xAt(m_pressed.x()));
        const CurvePoint* best = nullptr;
        double bestDistance = 0.0;
        for (const CurvePoint& point : points) {
            const double px = plotFrame().xToPixel(point.x) - (m_pressed.x() - plotRect().left());
            const double py =
                std::isfinite(point.smoothed)
                    ? plotFrame().yToPixel(point.smoothed) - (m_pressed.y() - plotRect().top())
                    : plotRect().height();
            const double distance = std::abs(px) * 64.0 + std::abs(py);
            if (best == nullptr || distance < bestDistance) {
                best = &point;
                bestDistance = distance;
            }
        }
        if (best != nullptr) {
            emit clicked(*best);
        }
    }
}

void CurveChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        return;
    }
    if (event->position().y() < kTitleHeight && !m_isCompact) {
        emit expandRequested();
    } else {
        emit fitRequested();
    }
}

void CurveChart::wheelEvent(QWheelEvent* event)
{
    const QPointF position = event->position();
    if (!plotRect().contains(position) || event->angleDelta().y() == 0) {
        event->ignore(); // the page scrolls
        return;
    }
    const double factor = std::pow(kWheelZoom, -event->angleDelta().y() / 120.0);
    event->accept();
    if ((event->modifiers() & Qt::ControlModifier) != 0) {
        const double centre = (plotRect().bottom() - position.y()) / plotRect().height();
        emit zoomRequested(m_x, scaled(m_y, centre, factor), true);
        return;
    }
    const double at = xAt(position.x());
    emit zoomRequested(
        {at - (at - m_x.minimum) * factor, at + (m_x.maximum - at) * factor}, std::nullopt, true);
}

void CurveChart::leaveEvent(QEvent* event)
{
    QChartView::leaveEvent(event);
    m_isUnderMouse = false;
    m_overlay->update();
    emit left();
}

void CurveChart::keyPressEvent(QKeyEvent* event)
{
    event->ignore(); // the view knows the keys; a scroll area would swallow the arrows
}

void CurveChart::paintVectors(QPainter& painter)
{
    m_item->setVectorMode(true);
    m_overlay->setExporting(true);
    scene()->render(&painter, QRectF(rect()), QRectF(rect()));
    m_overlay->setExporting(false);
    m_item->setVectorMode(false);
}

} // namespace runlens::viewers
