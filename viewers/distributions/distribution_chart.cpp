// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/distributions/distribution_chart.h"

#include "viewers/common/chart_metrics.h"
#include "viewers/common/curve_item.h"
#include "viewers/common/number_format.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr double kSlicesBottom = 20.0;
constexpr double kSlicesRight = 12.0;
constexpr double kSideLane = 20.0;        ///< at the right of ridges, for marks
constexpr double kSlicesLeastLeft = 30.0; ///< left margin

QVector<QRgb> heatColours(const Palette& palette)
{
    QVector<QRgb> colours;
    colours.push_back(palette.colour(Role::Surface).rgb()); // nothing there
    for (int i = 1; i < 256; ++i) {
        colours.push_back(palette.sequential(i / 255.0).rgb());
    }
    return colours;
}

} // namespace

DistributionChart::DistributionChart(const Palette* palette, QWidget* parent)
    : QWidget(parent), m_palette(palette), m_slot(this)
{
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setFocusPolicy(Qt::ClickFocus);
    connect(m_palette, &Palette::changed, this, &DistributionChart::requestDrawing);
}

void DistributionChart::setTitle(const QString& tag, const QString& run, int colourSlot)
{
    m_tag = tag;
    m_run = run;
    setAccessibleName(run.isEmpty() ? tag : tag + QStringLiteral(", ") + run);
    if (m_colourSlot != colourSlot) {
        m_colourSlot = colourSlot;
        requestDrawing();
    }
    update();
}

void DistributionChart::setMessage(const QString& text)
{
    m_message = text;
    update();
}

void DistributionChart::setProgress(double share)
{
    m_progress = share;
    update();
}

void DistributionChart::setTable(std::shared_ptr<const DistributionTable> table)
{
    m_table = std::move(table);
    m_hoveredRow.reset();
    if (!m_table) {
        m_slot.cancel();
        m_drawing.reset();
        m_image = {};
        m_isStale = false;
        m_isZoomed = false;
        update();
        return;
    }
    setFullValues(m_table->values);
    requestDrawing();
}

void DistributionChart::setMode(DistributionMode mode, bool isLog)
{
    if (m_mode != mode || m_isLog != isLog) {
        m_mode = mode;
        m_isLog = isLog;
        m_hoveredRow.reset();
        requestDrawing();
    }
}

void DistributionChart::setFullValues(const ValueBounds& values)
{
    if (m_full == values && (m_isZoomed || m_values == values)) {
        return;
    }
    m_full = values;
    if (!m_isZoomed) {
        m_values = values;
    }
    requestDrawing();
}

void DistributionChart::setValues(const ValueBounds& values)
{
    const double full = m_full.maximum / 4 - m_full.minimum / 4;
    const double width = values.maximum / 4 - values.minimum / 4;
    constexpr double kDeepest = 1e-6;
    if (!(width >= full * kDeepest) || !std::isfinite(width)) {
        return;
    }
    // At least the half of what is shown holds data.
    const double centre = values.minimum / 2 + values.maximum / 2;
    const double inside = std::clamp(centre, m_full.minimum, m_full.maximum);
    m_isZoomed = width < full && values != m_full;
    m_values = m_isZoomed ? ValueBounds{values.minimum + (inside - centre),
                                        values.maximum + (inside - centre)}
                          : m_full;
    requestDrawing();
}

void DistributionChart::setCursorStep(std::optional<std::int64_t> step)
{
    if (m_cursorStep != step) {
        m_cursorStep = step;
        update();
    }
}

void DistributionChart::setCurrent(bool isCurrent)
{
    m_isCurrent = isCurrent;
    update();
}

std::optional<std::size_t> DistributionChart::cursorRow() const
{
    return m_cursorStep && m_drawing ? m_drawing->table->rowOfStep(*m_cursorStep) : std::nullopt;
}

DistributionFrame DistributionChart::frame() const
{
    DistributionFrame frame;
    frame.mode = m_mode;
    frame.isLog = m_isLog;
    frame.size = plotRect().size();
    frame.values = m_values;
    frame.colours = {m_palette->colour(Role::Surface),
                     m_palette->runColour(m_colourSlot),
                     heatColours(*m_palette)};
    return frame;
}

void DistributionChart::requestDrawing()
{
    if (!m_table || !isVisible()) {
        m_isStale = m_table != nullptr;
        return;
    }
    m_isStale = false;
    const double ratio = devicePixelRatioF();
    m_slot.run(
        [table = m_table, frame = frame(), ratio](const std::stop_token& stop) {
            Picture picture;
            picture.drawing = drawDistribution(table, frame, stop);
            if (picture.drawing && !frame.size.isEmpty()) {
                QImage image((frame.size * ratio).toSize(), QImage::Format_RGB32);
                image.setDevicePixelRatio(ratio);
                image.fill(frame.colours.surface);
                QPainter painter(&image);
                paintDistribution(painter, *picture.drawing);
                painter.end();
                picture.image = std::move(image);
            }
            return picture;
        },
        [this](Picture picture) {
            if (picture.drawing) {
                m_drawing = std::move(picture.drawing);
                m_image = std::move(picture.image);
                update();
            }
            emit pictureReady();
        });
}

double DistributionChart::leftMargin() const
{
    const QFontMetricsF metrics(Palette::font(11));
    double widest = 0.0;
    for (const AxisTick& tick : leftTicks()) {
        widest = std::max(widest, metrics.horizontalAdvance(tick.label));
    }
    return std::ceil(std::max(kSlicesLeastLeft, widest + 12.0)) + 2;
}

QRectF DistributionChart::plotRect() const
{
    const double left = leftMargin();
    const double right = m_mode == DistributionMode::Ridge ? kSideLane : kSlicesRight;
    return {left,
            kChartTitleHeight + kChartLane,
            std::max(8.0, std::floor(width() - left - right)),
            std::max(8.0, height() - kChartTitleHeight - kChartLane - kSlicesBottom)};
}

std::vector<AxisTick> DistributionChart::placeTicks() const
{
    if (!m_table || m_table->rows.empty()) {
        return {};
    }
    const bool isAcross = hasValuesAcross(m_mode);
    // Not plotRect(): the left margin depends on the labels.
    const int room = isAcross ? height() / 34 : width() / 70;
    const int atMost = std::clamp(room, 2, 8);
    if (m_table->firstAt == m_table->lastAt) {
        return {};
    }
    switch (m_table->options.axis) {
    case XAxis::Step:
        return stepTicks(m_table->firstAt, m_table->lastAt, atMost);
    case XAxis::Relative:
        return durationTicks(m_table->firstAt, m_table->lastAt, atMost);
    case XAxis::Wall:
        return wallTicks(m_table->firstAt, m_table->lastAt, atMost);
    }
    return {};
}

std::vector<AxisTick> DistributionChart::valueTicks(int atMost) const
{
    return ValueScale(m_values, m_isLog && m_mode == DistributionMode::Percentiles).ticks(atMost);
}

std::vector<AxisTick> DistributionChart::leftTicks() const
{
    switch (m_mode) {
    case DistributionMode::Ridge:
        return placeTicks();
    case DistributionMode::Overlay: {
        const double largest = m_drawing ? m_drawing->largest : 0.0;
        if (!(largest > 0.0)) {
            return {};
        }
        const int atMost = std::clamp(height() / 40, 2, 5);
        return m_isLog && largest > 1.0 ? logTicks(1.0, largest, atMost)
                                        : linearTicks(0.0, largest, atMost);
    }
    case DistributionMode::HeatMap:
    case DistributionMode::Percentiles:
        break;
    }
    return valueTicks(std::clamp(height() / 40, 2, 6));
}

QString DistributionChart::detail() const
{
    if (!m_table) {
        return {};
    }
    QStringList parts;
    const HistogramSeries& series = *m_table->series;
    const auto number = [](std::size_t n) { return formatCount(static_cast<std::int64_t>(n)); };
    const std::size_t drawn =
        m_drawing && m_drawing->table == m_table ? m_drawing->rowsDrawn : m_table->rows.size();
    parts << (drawn < series.rows ? tr("%1 of %2 steps").arg(number(drawn), number(series.rows))
                                  : tr("%n steps", nullptr, static_cast<int>(series.rows)));
    if (m_table->withNans > 0) {
        parts << tr("NaN in %n steps", nullptr, static_cast<int>(m_table->withNans));
    }
    if (m_table->withInfinities > 0) {
        parts << tr("∞ in %n steps", nullptr, static_cast<int>(m_table->withInfinities));
    }
    if (series.failed > 0) {
        parts << tr("%n unreadable", nullptr, static_cast<int>(series.failed));
    }
    if (m_table->placeless > 0) {
        parts << tr(
            "%n without a place on the axis", nullptr, static_cast<int>(m_table->placeless));
    }
    if (series.repaired > 0) {
        parts << tr("%n mended", nullptr, static_cast<int>(series.repaired));
    }
    if (m_table->bins > 0) {
        parts << tr("%n buckets", nullptr, m_table->bins);
    }
    if (m_isLog) {
        parts << tr("log");
    }
    return parts.join(QStringLiteral(" · "));
}

void DistributionChart::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    requestDrawing();
}

void DistributionChart::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isStale) {
        requestDrawing();
    }
}

} // namespace runlens::viewers
