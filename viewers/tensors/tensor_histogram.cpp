// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/tensors/tensor_histogram.h"

#include "viewers/common/axis_ticks.h"
#include "viewers/common/number_format.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr double kBarsLeftPx = 56.0;
constexpr double kBarsTopPx = 28.0;
constexpr double kBarsRightPx = 24.0;
constexpr double kBarsBottomPx = 32.0;

} // namespace

TensorHistogram::TensorHistogram(const Palette* palette, QWidget* parent)
    : QWidget(parent), m_palette(palette)
{
    setMouseTracking(true);
    setAccessibleName(tr("Histogram"));
    connect(m_palette, &Palette::changed, this, qOverload<>(&QWidget::update));
}

void TensorHistogram::setContent(HistogramBuckets buckets, const TensorStatistics& statistics)
{
    m_buckets = std::move(buckets);
    m_statistics = statistics;
    m_largest = m_buckets.counts.empty() ? 0.0 : *std::ranges::max_element(m_buckets.counts);
    m_hovered = -1;
    update();
}

void TensorHistogram::setLog(bool isLog)
{
    m_isLog = isLog;
    update();
}

QRectF TensorHistogram::plotRect() const
{
    return QRectF(rect()).adjusted(kBarsLeftPx, kBarsTopPx, -kBarsRightPx, -kBarsBottomPx);
}

double TensorHistogram::shareOf(double count) const
{
    if (m_largest <= 0.0) {
        return 0.0;
    }
    return m_isLog ? std::log1p(count) / std::log1p(m_largest) : count / m_largest;
}

double TensorHistogram::xOf(double value) const
{
    const QRectF plot = plotRect();
    const double low = m_buckets.edges.front();
    const double high = m_buckets.edges.back();
    const double half = high / 2 - low / 2; // their distance may overflow
    return half > 0.0 ? plot.left() + plot.width() * ((value / 2 - low / 2) / half)
                      : plot.center().x();
}

QRectF TensorHistogram::barRect(int bucket) const
{
    const QRectF plot = plotRect();
    const auto at = static_cast<std::size_t>(bucket);
    const double left = xOf(m_buckets.edges[at]);
    const double right = std::max(xOf(m_buckets.edges[at + 1]), left + 1.0);
    const double height = plot.height() * shareOf(m_buckets.counts[at]);
    return {left, plot.bottom() - height, right - left, height};
}

int TensorHistogram::bucketAt(const QPointF& point) const
{
    if (!plotRect().contains(point)) {
        return -1;
    }
    for (int i = 0; i < static_cast<int>(m_buckets.counts.size()); ++i) {
        const QRectF bar = barRect(i);
        if (point.x() >= bar.left() && point.x() < bar.right()) {
            return i;
        }
    }
    return -1;
}

void TensorHistogram::mouseMoveEvent(QMouseEvent* event)
{
    const int at = bucketAt(event->position());
    if (at != m_hovered) {
        m_hovered = at;
        update();
    }
    if (at >= 0) {
        emit hovered(at, event->position().toPoint());
    } else {
        emit left();
    }
}

void TensorHistogram::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    m_hovered = -1;
    update();
    emit left();
}

void TensorHistogram::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paint(painter);
}

void TensorHistogram::paint(QPainter& painter) const
{
    painter.fillRect(rect(), m_palette->colour(Role::Surface));
    const QRectF plot = plotRect();
    QStringList beside;
    const auto mark = [&](const QString& name, std::uint64_t count) {
        if (count > 0) {
            beside << name + QStringLiteral(" ") + formatCount(toSigned(count));
        }
    };
    mark(tr("NaN"), m_statistics.nans);
    mark(tr("+∞"), m_statistics.positiveInfinities);
    mark(tr("−∞"), m_statistics.negativeInfinities);
    painter.setFont(Palette::font(11));
    painter.setPen(m_palette->colour(Role::Warning));
    painter.drawText(QRectF(plot.left(), 0, plot.width(), kBarsTopPx),
                     Qt::AlignRight | Qt::AlignVCenter,
                     beside.join(QStringLiteral(" · ")));
    painter.setPen(m_palette->colour(Role::Text3));
    painter.drawText(QRectF(plot.left(), 0, plot.width(), kBarsTopPx),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     m_isLog ? tr("Elements, logarithmic") : tr("Elements"));
    if (m_buckets.counts.empty()) {
        painter.drawText(plot, Qt::AlignCenter, tr("No finite values to count"));
        return;
    }
    const auto ticks = stepTicks(0.0, std::max(m_largest, 1.0), std::clamp(height() / 48, 2, 8));
    for (const AxisTick& tick : ticks) {
        const double y = plot.bottom() - plot.height() * shareOf(tick.position);
        painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), m_palette->colour(Role::Grid));
        painter.drawText(
            QRectF(0, y - 8, plot.left() - 6, 16), Qt::AlignRight | Qt::AlignVCenter, tick.label);
    }
    for (int i = 0; i < static_cast<int>(m_buckets.counts.size()); ++i) {
        const QRectF bar = barRect(i);
        QColor colour = m_palette->colour(Role::Accent);
        colour.setAlpha(i == m_hovered ? 255 : 190);
        painter.fillRect(bar.width() > 4.0 ? bar.adjusted(0.5, 0, -0.5, 0) : bar, colour);
    }
    painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1),
                     m_palette->colour(Role::Axis));
    const double low = m_buckets.edges.front();
    const double high = m_buckets.edges.back();
    if (high > low && std::isfinite(high - low)) {
        for (const AxisTick& tick :
             linearTicks(low, high, std::clamp(static_cast<int>(plot.width() / 72), 2, 10)))
        {
            painter.drawText(QRectF(xOf(tick.position) - 40, plot.bottom() + 4, 80, 16),
                             Qt::AlignHCenter,
                             tick.label);
        }
    } else {
        painter.drawText(QRectF(plot.left(), plot.bottom() + 4, plot.width(), 16),
                         Qt::AlignLeft,
                         formatNumber(low));
        painter.drawText(QRectF(plot.left(), plot.bottom() + 4, plot.width(), 16),
                         Qt::AlignRight,
                         formatNumber(high));
    }
}

} // namespace runlens::viewers
