// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/curve_chart.h"

#include "viewers/common/chart_metrics.h"
#include "viewers/common/chart_overlay.h"
#include "viewers/common/curve_range.h"
#include "viewers/common/number_format.h"

#include <QCategoryAxis>
#include <QChart>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>

#include <cmath>

namespace runlens::viewers {

namespace {

constexpr double kAxisBottom = 20.0;
constexpr double kAxisRight = 10.0;
constexpr double kLegendHeight = 26.0;
constexpr double kLeastLeft = 30.0; ///< left margin

} // namespace

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
    chart()->legend()->detachFromChart();
    chart()->legend()->setBackgroundVisible(false);
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
    if (m_isLegendVisible == isVisible) {
        return;
    }
    m_isLegendVisible = isVisible;
    updateLegend();
    layoutPlot();
}

void CurveChart::setCurves(std::vector<PlotCurve> curves)
{
    const bool isSameLegend =
        std::ranges::equal(curves, this->curves(), [](const PlotCurve& a, const PlotCurve& b) {
            return a.name == b.name && a.colour == b.colour && a.style == b.style;
        });
    m_item->setCurves(std::move(curves), markColours(*m_palette));
    if (!isSameLegend) {
        updateLegend();
    }
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
    chart()->legend()->setAlignment(Qt::AlignTop);
    for (const PlotCurve& curve : curves()) {
        auto* series = new QLineSeries(chart());
        series->setName(curve.name);
        series->setPen(QPen(curve.colour, 2.0, curve.style));
        chart()->addSeries(series);
    }
    chart()->legend()->setMarkerShape(QLegend::MarkerShapeFromSeries);
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
    return row ? valueText(curve->data->value(*row)) : QString();
}

QRectF CurveChart::plotRect() const
{
    return chart()->plotArea();
}

bool CurveChart::isExact() const
{
    return m_item->isExact() || !viewport()->visibleRegion().intersects(plotRect().toAlignedRect());
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
    const double leftMargin = std::ceil(std::max(kLeastLeft, widest + 12.0)) + 2;
    const double top = kChartTitleHeight + kChartLane + (m_isLegendVisible ? kLegendHeight : 0.0);
    chart()->setPlotArea(QRectF(leftMargin,
                                top,
                                std::max(8.0, width() - leftMargin - kAxisRight),
                                std::max(8.0, height() - top - kAxisBottom)));
    if (m_isLegendVisible) {
        // With a plot area of our own Qt Charts would leave the legend without a place.
        chart()->legend()->setGeometry(QRectF(leftMargin - 8,
                                              kChartTitleHeight - 2,
                                              std::max(8.0, width() - leftMargin),
                                              kLegendHeight));
        chart()->legend()->update();
    }
    updateAxes();
    // Qt Charts leaves the axes where they were when only the plot area has changed.
    chart()->layout()->invalidate();
    chart()->layout()->activate();
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
    const double low = onScale(m_y.minimum, m_y.isLog);
    const double high = onScale(m_y.maximum, m_y.isLog);
    apply(*m_yAxisItem, yTicks(), [&](double at) {
        return (onScale(at, m_y.isLog) / 2 - low / 2) / (high / 2 - low / 2);
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

void CurveChart::paintVectors(QPainter& painter)
{
    m_item->setVectorMode(true);
    m_overlay->setExporting(true);
    scene()->render(&painter, QRectF(rect()), QRectF(rect()));
    m_overlay->setExporting(false);
    m_item->setVectorMode(false);
}

} // namespace runlens::viewers
