// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/pr_curves/pr_chart.h"

#include "viewers/common/axis_ticks.h"
#include "viewers/common/chart_metrics.h"
#include "viewers/common/number_format.h"
#include "viewers/common/widgets.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPolygonF>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr double kPrLeftPx = 44.0;
constexpr double kPrRightPx = 14.0;
constexpr double kPrBottomPx = 64.0; ///< numbers, title of the axis, slider
constexpr int kPrFootPx = 26;
constexpr double kNearestPrPx = 24.0;
constexpr int kLegendRowPx = 16;

} // namespace

PrChart::PrChart(const Palette* palette, QWidget* parent)
    : QWidget(parent)
    , m_palette(palette)
    , m_slider(new QSlider(Qt::Horizontal, this))
    , m_step(new TextLabel(palette, {}, Role::Text3, Palette::font(11), this))
{
    setMouseTracking(true);
    m_slider->setPageStep(1);
    m_slider->setAccessibleName(tr("Step"));
    connect(m_slider, &QSlider::valueChanged, this, &PrChart::stepChosen);
    connect(m_palette, &Palette::changed, this, qOverload<>(&QWidget::update));
}

void PrChart::setTag(const QString& tag)
{
    m_tag = tag;
    setAccessibleName(tag);
    update();
}

void PrChart::setLines(std::vector<PrLine> lines)
{
    m_lines = std::move(lines);
    m_hit.reset();
    update();
}

void PrChart::setSteps(const std::vector<std::int64_t>& steps, int current)
{
    const QSignalBlocker block(m_slider);
    const auto count = static_cast<int>(steps.size());
    m_slider->setRange(0, std::max(0, count - 1));
    m_slider->setValue(current);
    m_slider->setVisible(count > 1);
    const QString step =
        steps.empty() ? tr("No step")
                      : tr("Step %1").arg(formatCount(steps[static_cast<std::size_t>(current)]));
    m_step->setText(count > 1
                        ? tr("%1 · %2/%3").arg(step, formatCount(current + 1), formatCount(count))
                        : step);
    resizeEvent(nullptr);
}

QString PrChart::stepText() const
{
    return m_step->text();
}

QRectF PrChart::plotRect() const
{
    return QRectF(rect()).adjusted(kPrLeftPx, kChartTitleHeight + 4, -kPrRightPx, -kPrBottomPx);
}

QPointF PrChart::placeOf(double recall, double precision) const
{
    const QRectF plot = plotRect();
    return {plot.left() + plot.width() * std::clamp(recall, 0.0, 1.0),
            plot.bottom() - plot.height() * std::clamp(precision, 0.0, 1.0)};
}

void PrChart::resizeEvent(QResizeEvent*)
{
    const int y = height() - kPrFootPx;
    const int step = std::min(m_step->sizeHint().width() + 4, width() / 2);
    m_step->setGeometry(12, y, step, kPrFootPx);
    m_slider->setGeometry(20 + step, y + 3, std::max(0, width() - step - 32), 20);
}

std::optional<PrChart::Hit> PrChart::hitAt(const QPointF& point) const
{
    std::optional<Hit> best;
    double nearest = kNearestPrPx;
    for (std::size_t line = 0; line < m_lines.size(); ++line) {
        if (!m_lines[line].curve) {
            continue;
        }
        const auto& points = m_lines[line].curve->points;
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (!points[i].isDefined()) {
                continue;
            }
            const QPointF by = placeOf(points[i].recall, points[i].precision) - point;
            const double distance = std::hypot(by.x(), by.y());
            if (distance < nearest) {
                nearest = distance;
                best = Hit{line, i};
            }
        }
    }
    return best;
}

FactPopupContent PrChart::factsOf(const Hit& hit) const
{
    const PrLine& line = m_lines[hit.line];
    const PrPoint& point = line.curve->points[hit.point];
    const auto count = [](double value) { return formatNumber(value, 8); };
    FactPopupContent content;
    content.title = line.name;
    content.note = line.step == kNoStep ? QString() : tr("Step %1").arg(formatCount(line.step));
    content.facts = {{tr("Threshold"), formatNumber(point.threshold)},
                     {tr("Precision"), formatNumber(point.precision)},
                     {tr("Recall"), formatNumber(point.recall)},
                     {tr("True positives"), count(point.truePositives)},
                     {tr("False positives"), count(point.falsePositives)},
                     {tr("True negatives"), count(point.trueNegatives)},
                     {tr("False negatives"), count(point.falseNegatives)},
                     {tr("Average precision"), formatNumber(line.curve->averagePrecision)}};
    return content;
}

void PrChart::mouseMoveEvent(QMouseEvent* event)
{
    const auto hit = hitAt(event->position());
    if (hit != m_hit) {
        m_hit = hit;
        update();
    }
    if (hit) {
        emit hovered(factsOf(*hit), event->position().toPoint());
    } else {
        emit left();
    }
}

void PrChart::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    m_hit.reset();
    update();
    emit left();
}

void PrChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->position().y() < kChartTitleHeight) {
        emit expandRequested();
    }
}

void PrChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_palette->colour(Role::Surface));
    paint(painter);
}

void PrChart::paintVectors(QPainter& painter) const
{
    paint(painter);
    painter.setFont(Palette::font(11));
    painter.setPen(m_palette->colour(Role::Text3));
    painter.drawText(m_step->geometry(), Qt::AlignLeft | Qt::AlignVCenter, m_step->text());
}

void PrChart::paint(QPainter& painter) const
{
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setFont(Palette::font(12, QFont::Medium));
    painter.setPen(m_palette->colour(Role::Text));
    const QRectF title(12, 0, width() - 24, kChartTitleHeight);
    painter.drawText(
        title,
        Qt::AlignVCenter,
        painter.fontMetrics().elidedText(m_tag, Qt::ElideMiddle, static_cast<int>(title.width())));
    paintAxes(painter);
    painter.save();
    painter.setClipRect(plotRect().adjusted(-2, -2, 2, 2), Qt::IntersectClip);
    for (const PrLine& line : m_lines) {
        if (!line.curve) {
            continue;
        }
        QPolygonF path;
        for (const PrPoint& point : line.curve->points) {
            if (point.isDefined()) {
                path.push_back(placeOf(point.recall, point.precision));
            }
        }
        painter.setPen(QPen(line.colour, 1.6, line.style));
        painter.setBrush(Qt::NoBrush);
        painter.drawPolyline(path);
    }
    if (m_hit) {
        const PrLine& line = m_lines[m_hit->line];
        const PrPoint& point = line.curve->points[m_hit->point];
        painter.setPen(QPen(m_palette->colour(Role::Surface), 1.5));
        painter.setBrush(line.colour);
        painter.drawEllipse(placeOf(point.recall, point.precision), 4.0, 4.0);
    }
    painter.restore();
    paintLegend(painter);
}

void PrChart::paintAxes(QPainter& painter) const
{
    const QRectF plot = plotRect();
    painter.setFont(Palette::font(11));
    const int across = std::clamp(static_cast<int>(plot.width() / 56), 2, 6);
    for (const AxisTick& tick : linearTicks(0.0, 1.0, across)) {
        const double x = placeOf(tick.position, 0.0).x();
        painter.fillRect(QRectF(x, plot.top(), 1, plot.height()), m_palette->colour(Role::Grid));
        painter.setPen(m_palette->colour(Role::Text3));
        painter.drawText(QRectF(x - 30, plot.bottom() + 3, 60, 16), Qt::AlignHCenter, tick.label);
    }
    const int down = std::clamp(static_cast<int>(plot.height() / 30), 2, 6);
    for (const AxisTick& tick : linearTicks(0.0, 1.0, down)) {
        const double y = placeOf(0.0, tick.position).y();
        painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), m_palette->colour(Role::Grid));
        painter.setPen(m_palette->colour(Role::Text3));
        painter.drawText(
            QRectF(14, y - 8, plot.left() - 19, 16), Qt::AlignRight | Qt::AlignVCenter, tick.label);
    }
    painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1),
                     m_palette->colour(Role::Axis));
    painter.fillRect(QRectF(plot.left(), plot.top(), 1, plot.height()),
                     m_palette->colour(Role::Axis));
    painter.setPen(m_palette->colour(Role::Text3));
    painter.drawText(
        QRectF(plot.left(), plot.bottom() + 18, plot.width(), 16), Qt::AlignHCenter, tr("Recall"));
    painter.save();
    painter.translate(8, plot.center().y());
    painter.rotate(-90);
    painter.drawText(QRectF(-60, -8, 120, 16), Qt::AlignCenter, tr("Precision"));
    painter.restore();
}

/// In the corner that good curves leave free; what has no room is counted.
void PrChart::paintLegend(QPainter& painter) const
{
    const QRectF plot = plotRect();
    const auto all = static_cast<int>(m_lines.size());
    const int room = std::max(1, static_cast<int>(plot.height() * 0.7) / kLegendRowPx);
    const int shown = all <= room ? all : room - 1;
    double y = plot.bottom() - 6 - kLegendRowPx * (shown + (shown < all ? 1 : 0));
    painter.setFont(Palette::font(11));
    const QFontMetrics metrics = painter.fontMetrics();
    const auto width = static_cast<int>(plot.width() * 0.8);
    for (int i = 0; i < shown; ++i) {
        const PrLine& line = m_lines[static_cast<std::size_t>(i)];
        painter.setPen(QPen(line.colour, 2.0, line.style));
        painter.drawLine(QPointF(plot.left() + 8, y + 8), QPointF(plot.left() + 22, y + 8));
        painter.setPen(m_palette->colour(line.curve ? Role::Text2 : Role::Warning));
        QString text = line.problem;
        if (line.curve && std::isfinite(line.curve->averagePrecision)) {
            text = tr("AP %1").arg(formatNumber(line.curve->averagePrecision, 4));
        } else if (line.curve) {
            text = tr("no point with a precision");
        }
        painter.drawText(
            QRectF(plot.left() + 28, y, width, kLegendRowPx),
            Qt::AlignVCenter,
            metrics.elidedText(line.name + QStringLiteral("  ") + text, Qt::ElideRight, width));
        y += kLegendRowPx;
    }
    if (shown < all) {
        painter.setPen(m_palette->colour(Role::Text3));
        painter.drawText(QRectF(plot.left() + 28, y, width, kLegendRowPx),
                         Qt::AlignVCenter,
                         tr("%n more", nullptr, all - shown));
    }
}

} // namespace runlens::viewers
