// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/chart_overlay.h"

#include "viewers/common/chart_metrics.h"
#include "viewers/common/curve_chart.h"

#include <QCoreApplication>
#include <QPainter>

#include <cmath>

namespace runlens::viewers {

namespace {

constexpr double kTitleLeft = 12.0;
constexpr double kCompactLeft = 1.0;
constexpr double kStepDotRadius = 2.8;

} // namespace

ChartOverlay::ChartOverlay(const CurveChart& chart) : m_chart(chart)
{
    setAcceptedMouseButtons(Qt::NoButton);
}

void ChartOverlay::setGeometry(const QRectF& rect)
{
    prepareGeometryChange();
    m_rect = rect;
    update();
}

const PlotCurve* ChartOverlay::mainCurve() const
{
    const PlotCurve* first = nullptr;
    for (const PlotCurve& curve : m_chart.curves()) {
        if (curve.data->rows() == 0) {
            continue;
        }
        if (curve.runKey == m_chart.m_mainRun) {
            return &curve;
        }
        first = first == nullptr ? &curve : first;
    }
    return first;
}

std::optional<std::size_t> ChartOverlay::titleRow(const PlotCurve& curve) const
{
    const auto at = m_chart.crosshair() ? m_chart.crosshair() : m_chart.cursorX();
    if (at) {
        const auto row = curve.data->nearestRow(*at);
        if (row && reaches(curve, *at, m_chart.xRange().width() * 0.02)) {
            return row;
        }
        return std::nullopt;
    }
    return curve.data->rows() - 1;
}

void ChartOverlay::paintTitle(QPainter& painter) const
{
    const QFont titleFont = Palette::font(12, QFont::Medium);
    const QFontMetricsF metrics(titleFont);
    const double left = m_chart.m_isCompact ? kCompactLeft : kTitleLeft;
    double right = m_rect.right() - 10.0;
    const bool hasExpand = m_chart.m_isUnderMouse && !m_chart.m_isCompact && !m_isExporting;
    const QString value = hasExpand ? QString() : m_chart.titleValue();
    if (hasExpand) {
        right = m_chart.expandRect().left() - 4;
    } else if (!value.isEmpty()) {
        const QFont valueFont =
            m_chart.m_isCompact ? Palette::font(12, QFont::DemiBold) : Palette::font(12);
        painter.setFont(valueFont);
        painter.setPen(m_chart.m_palette->colour(Role::Text));
        const double width = QFontMetricsF(valueFont).horizontalAdvance(value);
        const QRectF box(right - width, 0, width + 1, kChartTitleHeight);
        painter.drawText(box, Qt::AlignRight | Qt::AlignVCenter, value);
        right = box.left() - 6;
        if (!m_chart.m_isCompact) {
            painter.fillRect(QRectF(right - 10, kChartTitleHeight / 2 - 1, 10, 3),
                             mainCurve()->colour);
            right -= 16;
        }
    }
    const double room = std::max(0.0, right - left);
    const QString title = metrics.elidedText(m_chart.title(), Qt::ElideMiddle, room);
    painter.setFont(titleFont);
    painter.setPen(m_chart.m_palette->colour(Role::Text));
    painter.drawText(
        QRectF(left, 0, room + 2, kChartTitleHeight), Qt::AlignLeft | Qt::AlignVCenter, title);
    // The detail gets what the title and the value leave.
    const double detailLeft = left + metrics.horizontalAdvance(title) + 6;
    const QFont detailFont = Palette::font(11);
    const QString detail =
        QFontMetricsF(detailFont).elidedText(m_chart.detail(), Qt::ElideRight, right - detailLeft);
    if (detail.size() > 1) {
        painter.setFont(detailFont);
        painter.setPen(m_chart.m_palette->colour(Role::Text3));
        painter.drawText(QRectF(detailLeft, 0, right - detailLeft + 2, kChartTitleHeight),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         detail);
    }
    if (hasExpand) {
        paintExpand(painter);
    }
}

void ChartOverlay::paintExpand(QPainter& painter) const
{
    const QRectF box = m_chart.expandRect();
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(
        m_chart.m_palette->colour(Role::Text2), 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF c = box.center();
    for (const double sx : {-1.0, 1.0}) {
        for (const double sy : {-1.0, 1.0}) {
            const QPointF corner(c.x() + sx * 5, c.y() + sy * 5);
            painter.drawPolyline(
                QPolygonF({corner - QPointF(sx * 3.5, 0), corner, corner - QPointF(0, sy * 3.5)}));
        }
    }
}

void ChartOverlay::paintBrush(QPainter& painter, const QRectF& plot) const
{
    const auto range = m_chart.brush();
    if (!range) {
        return;
    }
    const PlotFrame& frame = m_chart.plotFrame();
    const double left = std::clamp(frame.xToPixel(range->minimum), 0.0, frame.width) + plot.left();
    const double right = std::clamp(frame.xToPixel(range->maximum), 0.0, frame.width) + plot.left();
    if (right <= plot.left() || left >= plot.right()) {
        return;
    }
    const QColor accent = m_chart.m_palette->colour(Role::Accent);
    QColor tint = accent;
    tint.setAlphaF(0.22F);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(accent, 1.0));
    painter.setBrush(tint);
    painter.drawRect(QRectF(left, plot.top(), std::max(1.0, right - left), plot.height()));
    painter.fillRect(QRectF(left - 1, plot.center().y() - 8, 3, 16), accent);
    painter.fillRect(QRectF(right - 1, plot.center().y() - 8, 3, 16), accent);
}

void ChartOverlay::paintLine(QPainter& painter, const QRectF& plot, double x, bool isCursor) const
{
    const PlotFrame& frame = m_chart.plotFrame();
    const double pixel = frame.xToPixel(x);
    if (!(pixel >= -0.5 && pixel <= frame.width + 0.5)) {
        return;
    }
    QPen pen(m_chart.m_palette->colour(isCursor ? Role::Accent : Role::Text2), 1.0);
    pen.setDashPattern({3, 2});
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(pen);
    const double at = std::floor(plot.left() + pixel) + 0.5;
    painter.drawLine(QPointF(at, plot.top()), QPointF(at, plot.bottom()));
    if (isCursor && m_chart.crosshair() && !m_isExporting) {
        return; // the dots follow the mouse
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(m_chart.m_palette->colour(Role::Surface), 1.2));
    const auto points = pointsAt(m_chart.curves(), x);
    for (const CurvePoint& point : points) {
        const PlotCurve& curve = m_chart.curves()[point.curve];
        const QPointF at2(frame.xToPixel(point.x), frame.yToPixel(point.smoothed));
        if (!std::isfinite(point.smoothed) || !reaches(curve, x, m_chart.xRange().width() * 0.02)
            || at2.x() < -1 || at2.x() > frame.width + 1 || at2.y() < -1
            || at2.y() > frame.height + 1)
        {
            continue;
        }
        painter.setBrush(curve.colour);
        painter.drawEllipse(plot.topLeft() + at2, kStepDotRadius, kStepDotRadius);
    }
}

void ChartOverlay::paintEmpty(QPainter& painter, const QRectF& plot) const
{
    const bool hasRows = mainCurve() != nullptr;
    bool hasNumbers = false;
    for (const PlotCurve& curve : m_chart.curves()) {
        hasNumbers = hasNumbers || curve.data->values().hasFinite();
    }
    if (!hasRows || hasNumbers) {
        return;
    }
    painter.setFont(Palette::font(11));
    painter.setPen(m_chart.m_palette->colour(Role::Text3));
    painter.drawText(
        plot,
        Qt::AlignCenter | Qt::TextWordWrap,
        QCoreApplication::translate("runlens::viewers::CurveChart", "No finite values"));
}

void ChartOverlay::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    painter->save();
    const QRectF plot = m_chart.plotRect();
    paintBrush(*painter, plot);
    if (m_chart.cursorX()) {
        paintLine(*painter, plot, *m_chart.cursorX(), true);
    }
    if (m_chart.crosshair() && !m_isExporting && m_chart.crosshair() != m_chart.cursorX()) {
        paintLine(*painter, plot, *m_chart.crosshair(), false);
    }
    paintEmpty(*painter, plot);
    paintTitle(*painter);
    painter->restore();
}

} // namespace runlens::viewers
