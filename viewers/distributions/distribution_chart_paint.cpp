// SPDX-License-Identifier: GPL-3.0-or-later
/// How a distribution chart is painted and what the mouse does in it.
#include "viewers/common/chart_metrics.h"
#include "viewers/common/curve_item.h"
#include "viewers/common/icons.h"
#include "viewers/common/number_format.h"
#include "viewers/distributions/distribution_chart.h"

#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <cmath>

namespace runlens::viewers {

namespace {

constexpr double kSlicesSide = 12.0;

void paintSideMark(QPainter& painter, const SideMark& mark, double x, const MarkColours& colours)
{
    // The marks of the lane, turned to the right edge.
    painter.save();
    painter.translate(x, mark.y + 6.0);
    const LaneMark lane{mark.kind, 0.0, 0.0};
    paintMarks(painter, std::span(&lane, 1), colours);
    painter.restore();
}

} // namespace

QRectF DistributionChart::expandRect() const
{
    return {width() - kExpandSize - 6, 2, kExpandSize, kExpandSize};
}

void DistributionChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_palette->colour(Role::Surface));
    paint(painter, false);
}

void DistributionChart::paintVectors(QPainter& painter)
{
    paint(painter, true);
}

void DistributionChart::paint(QPainter& painter, bool isVector)
{
    painter.setRenderHint(QPainter::Antialiasing, true);
    paintTitle(painter, isVector);
    const QRectF plot = plotRect();
    const bool isEmpty = !m_table || !m_table->hasBuckets;
    if (isEmpty && m_progress >= 1.0) {
        const bool isBare = m_table && m_table->series->bare > 0;
        painter.setFont(Palette::font(12));
        painter.setPen(m_palette->colour(Role::Text3));
        const QString text = !m_message.isEmpty() ? m_message
                             : isBare ? tr("Statistics without buckets: see the curves beside")
                                      : tr("No buckets to show");
        painter.drawText(plot,
                         Qt::AlignCenter | Qt::TextWordWrap,
                         m_table || !m_message.isEmpty() ? text : QString());
    }
    if (!isEmpty && m_drawing) {
        paintAxes(painter);
        painter.save();
        painter.translate(plot.topLeft());
        if (isVector) {
            paintDistribution(painter, *m_drawing);
        } else if (!m_image.isNull()) {
            painter.drawImage(QRectF(QPointF(0, 0), plot.size()), m_image);
        }
        painter.restore();
        paintMarksAndCursor(painter);
    }
    if (!isVector && m_progress < 1.0) {
        const QRectF bar(plot.left(), kChartTitleHeight + 4, plot.width(), 2);
        painter.fillRect(bar, m_palette->colour(Role::Grid));
        painter.fillRect(QRectF(bar.topLeft(), QSizeF(bar.width() * m_progress, bar.height())),
                         m_palette->colour(Role::Accent));
    }
}

void DistributionChart::paintTitle(QPainter& painter, bool isVector) const
{
    const QRectF title(kSlicesSide, 0, width() - 2 * kSlicesSide, kChartTitleHeight);
    if (m_isCurrent && !isVector) {
        painter.fillRect(QRectF(kSlicesSide - 7, 6, 2, kChartTitleHeight - 12),
                         m_palette->colour(Role::Accent));
    }
    const bool hasButton = !isVector && m_isUnderMouse;
    double right = title.right() - (hasButton ? kExpandSize : 0.0);
    if (hasButton) {
        paintIcon(painter,
                  expandRect().adjusted(3, 3, -3, -3),
                  QStringLiteral("fit"),
                  m_palette->colour(Role::Text3));
    }
    // The run at the right: at most a third, and the detail goes first when room is short.
    painter.setFont(Palette::font(11));
    const QFontMetricsF small(painter.font());
    if (!m_run.isEmpty()) {
        const QString run = small.elidedText(m_run, Qt::ElideMiddle, title.width() * 0.36);
        const double width = small.horizontalAdvance(run);
        painter.setPen(m_palette->colour(Role::Text2));
        painter.drawText(
            QRectF(right - width, 0, width + 1, kChartTitleHeight), Qt::AlignVCenter, run);
        right -= width + 16;
        painter.fillRect(QRectF(right, kChartTitleHeight / 2 - 1.5, 11, 3),
                         m_palette->runColour(m_colourSlot));
        right -= 8;
    }
    painter.setFont(Palette::font(12, QFont::Medium));
    const QFontMetricsF medium(painter.font());
    const QString name = medium.elidedText(m_tag, Qt::ElideMiddle, right - title.left());
    painter.setPen(m_palette->colour(Role::Text));
    painter.drawText(
        QRectF(title.left(), 0, right - title.left(), kChartTitleHeight), Qt::AlignVCenter, name);
    const double at = title.left() + medium.horizontalAdvance(name) + 8;
    if (right - at > 40) {
        painter.setFont(Palette::font(11));
        const bool isWarning =
            m_table && m_table->withNans + m_table->withInfinities + m_table->series->failed > 0;
        painter.setPen(m_palette->colour(isWarning ? Role::Warning : Role::Text3));
        painter.drawText(QRectF(at, 0, right - at, kChartTitleHeight),
                         Qt::AlignVCenter,
                         small.elidedText(detail(), Qt::ElideRight, right - at));
    }
}

void DistributionChart::paintPlaceAxis(QPainter& painter, const QRectF& plot) const
{
    for (const AxisTick& tick : placeTicks()) {
        const double at = pixelOfPlace(*m_drawing, tick.position);
        if (hasValuesAcross(m_mode)) {
            painter.drawText(QRectF(0, plot.top() + at - 8, plot.left() - 6, 16),
                             Qt::AlignRight | Qt::AlignVCenter,
                             tick.label);
        } else {
            painter.drawText(QRectF(plot.left() + at - 50, plot.bottom() + 3, 100, 16),
                             Qt::AlignHCenter | Qt::AlignTop,
                             tick.label);
        }
    }
}

void DistributionChart::paintAxes(QPainter& painter) const
{
    const QRectF plot = plotRect();
    const QColor grid = m_palette->colour(Role::Grid);
    painter.setFont(Palette::font(11));
    painter.setPen(m_palette->colour(Role::Text3));
    const bool isAcross = hasValuesAcross(m_mode);
    if (m_mode != DistributionMode::Overlay) {
        paintPlaceAxis(painter, plot);
    } else {
        const double largest = m_drawing->largest;
        for (const AxisTick& tick : leftTicks()) {
            const double share =
                m_isLog ? std::log1p(tick.position) / std::log1p(largest) : tick.position / largest;
            const double y = plot.bottom() - plot.height() * share;
            painter.drawText(QRectF(0, y - 8, plot.left() - 6, 16),
                             Qt::AlignRight | Qt::AlignVCenter,
                             tick.label);
        }
    }
    const ValueScale scale(m_values, m_isLog && m_mode == DistributionMode::Percentiles);
    const int atMost = isAcross ? std::clamp(static_cast<int>(plot.width() / 64), 2, 9)
                                : std::clamp(height() / 40, 2, 6);
    for (const AxisTick& tick : valueTicks(atMost)) {
        const double share = scale.shareOf(tick.position);
        if (isAcross) {
            const double x = plot.left() + plot.width() * share;
            painter.drawText(QRectF(x - 40, plot.bottom() + 3, 80, 16),
                             Qt::AlignHCenter | Qt::AlignTop,
                             tick.label);
        } else {
            const double y = plot.bottom() - plot.height() * share;
            painter.drawText(QRectF(0, y - 8, plot.left() - 6, 16),
                             Qt::AlignRight | Qt::AlignVCenter,
                             tick.label);
            painter.fillRect(QRectF(plot.left() - 4, y, 4, 1), grid);
        }
    }
    painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1),
                     m_palette->colour(Role::Axis));
}

void DistributionChart::paintMarksAndCursor(QPainter& painter) const
{
    const QRectF plot = plotRect();
    const MarkColours colours = markColours(*m_palette);
    painter.save();
    painter.translate(plot.topLeft());
    paintMarks(painter, m_drawing->marks, colours);
    for (const SideMark& mark : m_drawing->sideMarks) {
        paintSideMark(painter, mark, plot.width() + 9, colours);
    }
    const auto highlight = [&](std::size_t row, const QColor& colour, double width) {
        painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.setBrush(Qt::NoBrush);
        if (hasValuesAcross(m_mode)) {
            painter.save();
            painter.setClipRect(QRectF(QPointF(0, -1), plot.size() + QSizeF(0, 2)));
            painter.drawPolyline(ridgeOf(*m_drawing, row).outline);
            painter.restore();
        } else {
            const double x = pixelOfPlace(*m_drawing, m_drawing->table->rows[row].at);
            QPen pen(colour, 1.0);
            pen.setDashPattern({3, 2});
            painter.setPen(pen);
            painter.drawLine(QPointF(x, 0), QPointF(x, plot.height()));
        }
    };
    const auto rows = m_drawing->table->rows.size();
    if (m_hoveredRow && *m_hoveredRow < rows) {
        highlight(*m_hoveredRow, m_palette->colour(Role::Text), 1.4);
    }
    if (const auto row = cursorRow()) {
        highlight(*row, m_palette->colour(Role::Accent), 2.0);
    }
    painter.restore();
}

bool DistributionChart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    const auto* help = static_cast<const QHelpEvent*>(event);
    const bool isTitle = help->pos().y() < kChartTitleHeight;
    const QStringList lines{m_tag, m_run, detail()};
    QToolTip::showText(
        help->globalPos(), isTitle ? lines.join(QLatin1Char('\n')) : QString(), this);
    return true;
}

void DistributionChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        event->ignore();
        return;
    }
    if (expandRect().contains(event->position())) {
        emit expandRequested();
        return;
    }
    m_isPanning = false;
    m_pressedValues = m_values;
    m_pressed.reset();
    if (plotRect().adjusted(-2, -kSlicesSide, kSlicesSide, 2).contains(event->position())) {
        m_pressed = event->position();
    }
}

void DistributionChart::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_isUnderMouse) {
        m_isUnderMouse = true;
        update();
    }
    const QRectF plot = plotRect();
    if (m_pressed) {
        const QPointF by = event->position() - *m_pressed;
        m_isPanning = m_isPanning || by.manhattanLength() >= QApplication::startDragDistance();
        if (m_isPanning) {
            const bool isAcross = hasValuesAcross(m_mode);
            const ValueScale scale(m_pressedValues,
                                   m_isLog && m_mode == DistributionMode::Percentiles);
            const double share = isAcross ? -by.x() / plot.width() : by.y() / plot.height();
            setValues({scale.valueAt(share), scale.valueAt(1.0 + share)});
        }
        return;
    }
    const auto hit = m_drawing && plot.contains(event->position())
                         ? hitAt(*m_drawing, event->position() - plot.topLeft())
                         : std::nullopt;
    const std::optional<std::size_t> row = hit ? std::optional(hit->row) : std::nullopt;
    if (row != m_hoveredRow) {
        m_hoveredRow = row;
        update();
    }
    if (hit) {
        emit hovered(*hit, event->position().toPoint());
    } else {
        emit left();
    }
}

void DistributionChart::mouseReleaseEvent(QMouseEvent* event)
{
    const bool isClick = m_pressed && !m_isPanning && event->button() == Qt::LeftButton;
    m_pressed.reset();
    m_isPanning = false;
    if (!isClick || !m_drawing) {
        return;
    }
    if (const auto hit = hitAt(*m_drawing, event->position() - plotRect().topLeft())) {
        emit stepChosen(m_drawing->table->rows[hit->row].source->step);
    }
}

void DistributionChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton) {
        return;
    }
    if (event->position().y() < kChartTitleHeight) {
        emit expandRequested();
    } else {
        setValues(m_full);
    }
}

void DistributionChart::wheelEvent(QWheelEvent* event)
{
    const QRectF plot = plotRect();
    if (!m_drawing || !plot.contains(event->position()) || event->angleDelta().y() == 0) {
        event->ignore(); // the page scrolls
        return;
    }
    event->accept();
    const double factor = std::pow(kWheelZoom, -event->angleDelta().y() / 120.0);
    const double at = hasValuesAcross(m_mode)
                          ? (event->position().x() - plot.left()) / plot.width()
                          : (plot.bottom() - event->position().y()) / plot.height();
    const ValueScale scale(m_values, m_isLog && m_mode == DistributionMode::Percentiles);
    setValues({scale.valueAt(at - at * factor), scale.valueAt(at + (1.0 - at) * factor)});
}

void DistributionChart::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    m_isUnderMouse = false;
    m_hoveredRow.reset();
    update();
    emit left();
}

} // namespace runlens::viewers
