// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/tensors/heat_map.h"

#include "viewers/common/axis_ticks.h"
#include "viewers/common/chart_metrics.h"
#include "viewers/common/number_format.h"

#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr double kHeatLeftPx = 56.0;
constexpr double kHeatTopPx = 12.0;
constexpr double kHeatBottomPx = 40.0;
constexpr double kHeatRightPx = 104.0;
constexpr double kScaleWidthPx = 12.0;
constexpr double kFewestInSight = 2.0; ///< elements of one direction at the deepest zoom

} // namespace

HeatMap::HeatMap(const Palette* palette, QWidget* parent)
    : QWidget(parent), m_palette(palette), m_slot(this)
{
    setMouseTracking(true);
    setAccessibleName(tr("Heat map"));
    connect(m_palette, &Palette::changed, this, &HeatMap::request);
}

QRectF HeatMap::all() const
{
    return {0.0, 0.0, static_cast<double>(m_drawn.columns), static_cast<double>(m_drawn.rows)};
}

QRectF HeatMap::plotRect() const
{
    const QRectF room =
        QRectF(rect()).adjusted(kHeatLeftPx, kHeatTopPx, -kHeatRightPx, -kHeatBottomPx);
    // Elements are square as long as that does not make the map a thin line.
    constexpr double kThinnest = 1.0 / 12.0;
    if (m_drawn.isEmpty() || room.width() < 8 || room.height() < 8) {
        return room;
    }
    const double shape = std::clamp(all().height() / all().width(), kThinnest, 1.0 / kThinnest);
    const double width = std::min(room.width(), room.height() / shape);
    return {room.left(), room.top(), std::floor(width), std::floor(width * shape)};
}

void HeatMap::setContent(const TensorField& field,
                         const std::optional<SliceGrid>& grid,
                         const TensorStatistics& statistics)
{
    const SliceGrid drawn = lyingGrid(grid.value_or(SliceGrid{}));
    const bool isOtherSize = drawn.rows != m_drawn.rows || drawn.columns != m_drawn.columns;
    m_field = field;
    m_grid = grid;
    m_drawn = drawn;
    m_statistics = statistics;
    if (isOtherSize || m_part.isEmpty()) {
        m_part = all();
        m_image = {};
    }
    request();
}

void HeatMap::setHeatPalette(HeatPalette palette)
{
    m_choice = palette;
    request();
}

void HeatMap::setCurrent(int row, int column)
{
    m_current = {column, row};
    update();
}

HeatColours HeatMap::colours() const
{
    HeatColours colours;
    for (std::size_t i = 0; i < kHeatShades; ++i) {
        const double share = static_cast<double>(i) / (kHeatShades - 1);
        colours.shades.at(i) = (m_scale.isDiverging ? m_palette->diverging(share * 2.0 - 1.0)
                                                    : m_palette->sequential(share))
                                   .rgb();
    }
    colours.notANumber = m_palette->colour(Role::NotANumber).rgb();
    colours.positiveInfinity = m_palette->colour(Role::PositiveInfinity).rgb();
    colours.negativeInfinity = m_palette->colour(Role::NegativeInfinity).rgb();
    colours.none = m_palette->colour(Role::Surface).rgb();
    return colours;
}

void HeatMap::request()
{
    const double low = std::isfinite(m_statistics.minimum) ? m_statistics.minimum : 0.0;
    const double high = std::isfinite(m_statistics.maximum) ? m_statistics.maximum : 0.0;
    const bool isDiverging = m_choice == HeatPalette::Diverging
                             || (m_choice == HeatPalette::Automatic && low < 0.0 && high > 0.0);
    m_scale = heatScale(low, high, isDiverging);
    if (!m_grid || m_drawn.isEmpty() || !m_field.tensor) {
        m_slot.cancel();
        m_image = {};
        update();
        return;
    }
    const QSize pixels = (plotRect().size() * devicePixelRatioF()).toSize();
    if (pixels.isEmpty() || !isVisible()) {
        return; // catches up when it is shown
    }
    m_slot.run([wanted = HeatMapRequest{m_field, m_drawn, m_part, pixels, m_scale, colours()}](
                   const std::stop_token& stop) { return paintHeatMap(wanted, stop); },
               [this, part = m_part](QImage image) {
                   m_image = std::move(image);
                   m_imagePart = part;
                   update();
                   emit pictureReady();
               });
    update();
}

void HeatMap::setPart(const QRectF& part)
{
    QRectF inside = part;
    const QRectF whole = all();
    inside.setWidth(
        std::clamp(part.width(), std::min(kFewestInSight, whole.width()), whole.width()));
    inside.setHeight(
        std::clamp(part.height(), std::min(kFewestInSight, whole.height()), whole.height()));
    inside.moveLeft(std::clamp(inside.left(), 0.0, whole.width() - inside.width()));
    inside.moveTop(std::clamp(inside.top(), 0.0, whole.height() - inside.height()));
    if (inside != m_part) {
        m_part = inside;
        request();
    }
}

void HeatMap::fit()
{
    setPart(all());
}

std::optional<QPoint> HeatMap::cellAt(const QPointF& point) const
{
    const QRectF plot = plotRect();
    if (!m_grid || m_drawn.isEmpty() || !plot.contains(point) || plot.isEmpty()) {
        return std::nullopt;
    }
    const double x = m_part.left() + (point.x() - plot.left()) / plot.width() * m_part.width();
    const double y = m_part.top() + (point.y() - plot.top()) / plot.height() * m_part.height();
    const auto last = [](std::uint64_t count) { return static_cast<double>(count) - 1.0; };
    return sliceCell({static_cast<int>(std::clamp(std::floor(x), 0.0, last(m_drawn.columns))),
                      static_cast<int>(std::clamp(std::floor(y), 0.0, last(m_drawn.rows)))});
}

QPoint HeatMap::sliceCell(QPoint drawn) const
{
    const bool isLying = m_grid && m_grid->columnDimension < 0;
    return isLying ? QPoint(drawn.y(), drawn.x()) : drawn;
}

void HeatMap::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paint(painter);
}

void HeatMap::paint(QPainter& painter) const
{
    painter.fillRect(rect(), m_palette->colour(Role::Surface));
    if (!m_grid || m_drawn.isEmpty()) {
        return;
    }
    const QRectF plot = plotRect();
    painter.save();
    painter.setClipRect(plot, Qt::IntersectClip);
    if (!m_image.isNull() && !m_imagePart.isEmpty()) {
        // A picture of another part stands in until the right one is there.
        const double across = plot.width() / m_part.width();
        const double down = plot.height() / m_part.height();
        painter.drawImage(QRectF(plot.left() + (m_imagePart.left() - m_part.left()) * across,
                                 plot.top() + (m_imagePart.top() - m_part.top()) * down,
                                 m_imagePart.width() * across,
                                 m_imagePart.height() * down),
                          m_image);
    }
    const QPoint drawn = sliceCell(m_current); // the same exchange leads back
    const double width = plot.width() / m_part.width();
    const double height = plot.height() / m_part.height();
    if (width >= 3.0 && height >= 3.0) {
        painter.setPen(QPen(m_palette->colour(Role::Text), 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(plot.left() + (drawn.x() - m_part.left()) * width,
                                plot.top() + (drawn.y() - m_part.top()) * height,
                                width,
                                height)
                             .adjusted(0.75, 0.75, -0.75, -0.75));
    }
    painter.restore();
    paintAxes(painter, plot);
    paintScale(painter, plot);
}

void HeatMap::paintAxes(QPainter& painter, const QRectF& plot) const
{
    painter.setFont(Palette::font(11));
    painter.setPen(m_palette->colour(Role::Text3));
    const auto middle = [](double index) { return index + 0.5; };
    const int across = std::clamp(static_cast<int>(plot.width() / 64), 1, 12);
    for (const AxisTick& tick :
         stepTicks(m_part.left(), std::max(m_part.left(), m_part.right() - 1.0), across))
    {
        const double x =
            plot.left() + (middle(tick.position) - m_part.left()) / m_part.width() * plot.width();
        if (x >= plot.left() && x <= plot.right()) {
            painter.drawText(
                QRectF(x - 32, plot.bottom() + 3, 64, 16), Qt::AlignHCenter, tick.label);
        }
    }
    const int down = std::clamp(static_cast<int>(plot.height() / 28), 1, 12);
    for (const AxisTick& tick :
         stepTicks(m_part.top(), std::max(m_part.top(), m_part.bottom() - 1.0), down))
    {
        const double y =
            plot.top() + (middle(tick.position) - m_part.top()) / m_part.height() * plot.height();
        if (y >= plot.top() && y <= plot.bottom()) {
            painter.drawText(QRectF(0, y - 8, plot.left() - 6, 16),
                             Qt::AlignRight | Qt::AlignVCenter,
                             tick.label);
        }
    }
    const auto name = [](int dimension) {
        return dimension < 0 ? QString() : tr("Dimension %1").arg(dimension);
    };
    painter.drawText(QRectF(plot.left(), plot.bottom() + 20, plot.width(), 16),
                     Qt::AlignHCenter,
                     name(m_drawn.columnDimension));
    if (m_drawn.rowDimension >= 0) {
        painter.save();
        painter.translate(12, plot.center().y());
        painter.rotate(-90);
        painter.drawText(QRectF(-100, -8, 200, 16), Qt::AlignCenter, name(m_drawn.rowDimension));
        painter.restore();
    }
}

void HeatMap::paintScale(QPainter& painter, const QRectF& plot) const
{
    const HeatColours shades = colours();
    const double height = std::max(96.0, std::min(plot.height(), 240.0));
    const QRectF bar(plot.right() + 16, plot.top() + 4, kScaleWidthPx, height - 8);
    const auto parts = static_cast<int>(bar.height());
    for (int i = 0; i < parts; ++i) {
        const double share = 1.0 - static_cast<double>(i) / std::max(1, parts - 1);
        const auto shade = static_cast<std::size_t>(std::lround(share * (kHeatShades - 1)));
        painter.fillRect(QRectF(bar.left(), bar.top() + i, bar.width(), 1.5),
                         QColor(shades.shades.at(shade)));
    }
    painter.setFont(Palette::font(11));
    painter.setPen(m_palette->colour(Role::Text3));
    const auto label = [&](double y, const QString& text) {
        painter.drawText(
            QRectF(bar.right() + 6, y - 8, 80, 16), Qt::AlignLeft | Qt::AlignVCenter, text);
    };
    label(bar.top() + 2, formatNumber(m_scale.high));
    if (m_scale.high > m_scale.low) {
        label(bar.center().y(), formatNumber(m_scale.low / 2 + m_scale.high / 2));
        label(bar.bottom() - 2, formatNumber(m_scale.low));
    }
    double y = bar.bottom() + 16;
    const auto mark = [&](std::uint64_t count, QRgb colour, const QString& name) {
        if (count > 0) {
            painter.fillRect(QRectF(bar.left(), y - 4, kScaleWidthPx, 9), QColor(colour));
            label(y, name);
            y += 18;
        }
    };
    mark(m_statistics.nans, shades.notANumber, tr("NaN"));
    mark(m_statistics.positiveInfinities, shades.positiveInfinity, tr("+∞"));
    mark(m_statistics.negativeInfinities, shades.negativeInfinity, tr("−∞"));
}

void HeatMap::resizeEvent(QResizeEvent*)
{
    request();
}

void HeatMap::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    request();
}

void HeatMap::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && plotRect().contains(event->position())) {
        m_pressed = event->position();
        m_pressedPart = m_part;
        m_isPanning = false;
    }
}

void HeatMap::mouseMoveEvent(QMouseEvent* event)
{
    if (m_pressed) {
        const QPointF by = event->position() - *m_pressed;
        m_isPanning = m_isPanning || by.manhattanLength() >= QApplication::startDragDistance();
        const QRectF plot = plotRect();
        if (m_isPanning && !plot.isEmpty()) {
            setPart(m_pressedPart.translated(-by.x() / plot.width() * m_part.width(),
                                             -by.y() / plot.height() * m_part.height()));
            emit left();
        }
        return;
    }
    if (const auto cell = cellAt(event->position())) {
        emit hovered(cell->y(), cell->x(), event->position().toPoint());
    } else {
        emit left();
    }
}

void HeatMap::mouseReleaseEvent(QMouseEvent* event)
{
    const auto cell = cellAt(event->position());
    if (m_pressed && !m_isPanning && cell) {
        emit chosen(cell->y(), cell->x());
    }
    m_pressed.reset();
    m_isPanning = false;
}

void HeatMap::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton) {
        fit();
    }
}

void HeatMap::wheelEvent(QWheelEvent* event)
{
    const QRectF plot = plotRect();
    if (!plot.contains(event->position()) || event->angleDelta().y() == 0 || m_drawn.isEmpty()) {
        event->ignore();
        return;
    }
    event->accept();
    const double factor = std::pow(kWheelZoom, -event->angleDelta().y() / 120.0);
    const double x = (event->position().x() - plot.left()) / plot.width();
    const double y = (event->position().y() - plot.top()) / plot.height();
    const QSizeF size = m_part.size() * factor;
    // The element under the mouse stays there.
    setPart({m_part.left() + x * (m_part.width() - size.width()),
             m_part.top() + y * (m_part.height() - size.height()),
             size.width(),
             size.height()});
}

void HeatMap::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    emit left();
}

} // namespace runlens::viewers
