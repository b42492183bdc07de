// SPDX-License-Identifier: GPL-3.0-or-later
/// How the parallel coordinates are drawn.
#include "viewers/common/number_format.h"
#include "viewers/lineage/parallel_chart.h"
#include "viewers/lineage/run_table_model.h"

#include <QPainter>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr int kTickLabelPx = 14;
constexpr int kAxisTitlePx = 18;
constexpr int kFewLines = 40;             ///< fewer than this are drawn opaque
constexpr std::size_t kSmoothLines = 300; ///< more of them cost too much while a brush is dragged

} // namespace

void ParallelChart::paintLine(QPainter& painter, int row) const
{
    QPolygonF line;
    for (int axis = 0; axis < axisCount(); ++axis) {
        line.push_back(QPointF(axisX(axis) + 0.5, placeOf(axis, row) + 0.5));
    }
    if (line.size() == 1) {
        line.push_back(line.front() + QPointF(kAxisTitlePx, 0));
    }
    painter.drawPolyline(line);
}

void ParallelChart::paintAxis(QPainter& painter, int axis) const
{
    const QRect plot = plotRect();
    const ValueAxis& value = axisAt(axis);
    const RunColumn& column = m_picture.column(value);
    const int x = axisX(axis);
    painter.fillRect(QRect(x, plot.top(), 1, plot.height()), m_palette->colour(Role::Axis));
    const int next = axis + 1 < axisCount() ? axisX(axis + 1) : width() - 4;
    const int room = std::max(next - x - 12, 20);
    painter.setFont(Palette::font(11));
    const QFontMetrics small = painter.fontMetrics();
    const auto ticks = value.ticks(column, std::max(plot.height() / 44, 2));
    for (const AxisTick& tick : ticks) {
        const auto fraction = value.fraction(tick.position);
        if (!fraction || *fraction < -0.001 || *fraction > 1.001) {
            continue;
        }
        const int y = static_cast<int>(yOf(*fraction));
        // To the left of the axis: before the label it would read as a minus.
        painter.fillRect(QRect(x - 3, y, 4, 1), m_palette->colour(Role::Axis));
        const QString label = small.elidedText(tick.label, Qt::ElideMiddle, room);
        QRect box(x + 7, y - kTickLabelPx / 2, small.horizontalAdvance(label) + 2, kTickLabelPx);
        QColor ground = m_palette->colour(Role::Surface);
        ground.setAlpha(225); // lines stay visible, and the label readable
        painter.fillRect(box, ground);
        painter.setPen(m_palette->colour(Role::Text2));
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter, label);
    }
    if (const auto brush = brushRect(axis)) {
        QColor fill = m_palette->colour(Role::Accent);
        fill.setAlpha(70);
        painter.fillRect(*brush, fill);
        painter.setPen(m_palette->colour(Role::Accent));
        painter.drawRect(brush->adjusted(0, 0, -1, -1));
    }
    painter.setFont(Palette::font(11, QFont::Medium));
    painter.setPen(
        m_palette->colour(column.group == FactGroup::Metric ? Role::Accent : Role::Text));
    // The first title begins at the edge, the others stand over the middle of their axis.
    const int before = axis > 0 ? axisX(axis - 1) : x;
    const int half = std::max(std::min(axis > 0 ? x - before : next - x, next - x) / 2 - 4, 20);
    const int left = axis > 0 ? x - half : 4;
    const QRect title(left, 4, x + half - left, kAxisTitlePx);
    painter.drawText(
        title,
        static_cast<int>((axis > 0 ? Qt::AlignHCenter : Qt::AlignLeft) | Qt::AlignVCenter),
        painter.fontMetrics().elidedText(columnTitle(column), Qt::ElideMiddle, title.width()));
    if (value.canBeLog()) {
        const QRect rect = logRect(axis);
        painter.setFont(Palette::font(11));
        if (value.isLog()) {
            painter.fillRect(rect, m_palette->colour(Role::Selected));
        }
        painter.setPen(m_palette->colour(value.isLog() ? Role::Accent : Role::Text3));
        painter.drawText(rect, Qt::AlignCenter, scaleText(axis));
    }
}

QString ParallelChart::scaleText(int axis) const
{
    return axisAt(axis).isLog() ? tr("log") : tr("linear");
}

void ParallelChart::paintPlaces(QPainter& painter) const
{
    painter.setFont(Palette::font(11));
    const int left = axisX(axisCount() - 1) + 7;
    const auto place = [&](int y, const QString& text, Role role) {
        painter.setPen(QPen(m_palette->colour(Role::Grid), 1, Qt::DashLine));
        painter.drawLine(axisX(0), y, axisX(axisCount() - 1), y);
        painter.setPen(m_palette->colour(role));
        painter.drawText(
            QRect(left, y - 8, width() - left - 4, 16),
            Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(text, Qt::ElideRight, width() - left - 4));
    };
    if (m_hasNonFinite) {
        place(nonFiniteY(), tr("NaN or ∞"), Role::NotANumber);
    }
    if (m_hasMissing) {
        place(missingY(), tr("No value"), Role::Text3);
    }
}

void ParallelChart::paint(QPainter& painter) const
{
    painter.fillRect(rect(), m_palette->colour(Role::Surface));
    if (m_picture.axes.empty()) {
        painter.setFont(Palette::font(12));
        painter.setPen(m_palette->colour(Role::Text3));
        painter.drawText(rect().adjusted(12, 0, -12, 0),
                         Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Show a column with values to give it an axis"));
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing, m_picture.rows.size() <= kSmoothLines);
    painter.setPen(QPen(m_palette->colour(Role::Grid), 1.0));
    std::size_t inside = 0;
    for (const int row : m_picture.rows) {
        if (m_picture.isBrushed[static_cast<std::size_t>(row)]) {
            ++inside;
        } else {
            paintLine(painter, row);
        }
    }
    const bool areFew = inside < static_cast<std::size_t>(kFewLines);
    for (const int row : m_picture.rows) {
        const auto at = static_cast<std::size_t>(row);
        if (m_picture.isBrushed[at]) {
            QColor colour = m_picture.colours[at];
            colour.setAlpha(areFew ? 255 : 150);
            painter.setPen(QPen(colour, areFew ? 1.5 : 1.0));
            paintLine(painter, row);
        }
    }
    const int row = m_picture.current;
    const bool isIn =
        std::find(m_picture.rows.begin(), m_picture.rows.end(), row) != m_picture.rows.end()
        && m_picture.isBrushed[static_cast<std::size_t>(row)];
    if (isIn) {
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.setPen(QPen(m_picture.colours[static_cast<std::size_t>(row)], 3.0));
        paintLine(painter, row);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintPlaces(painter);
    for (int axis = 0; axis < axisCount(); ++axis) {
        paintAxis(painter, axis);
    }
    QStringList left;
    if (const int hidden = static_cast<int>(m_picture.axes.size()) - axisCount(); hidden > 0) {
        left << tr("%n more axes have no room", nullptr, hidden);
    }
    if (m_picture.columnsWithoutAxis > 0) {
        left << tr("%n column(s) hold too many different texts for an axis",
                   nullptr,
                   m_picture.columnsWithoutAxis);
    }
    if (!left.isEmpty()) {
        painter.setFont(Palette::font(11));
        painter.setPen(m_palette->colour(Role::Text3));
        painter.drawText(rect().adjusted(12, 0, -8, -1),
                         Qt::AlignRight | Qt::AlignBottom,
                         left.join(QStringLiteral(" · ")));
    }
}

void ParallelChart::paintEvent(QPaintEvent*)
{
    const qreal ratio = devicePixelRatioF();
    if (m_cache.isNull() || m_cache.size() != (QSizeF(size()) * ratio).toSize()) {
        m_cache = QPixmap((QSizeF(size()) * ratio).toSize());
        m_cache.setDevicePixelRatio(ratio);
        QPainter painter(&m_cache);
        paint(painter);
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_cache);
    if (m_hovered) {
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.setPen(QPen(m_palette->colour(Role::Text), 2.5));
        paintLine(painter, *m_hovered);
    }
    if (m_hoveredLog && *m_hoveredLog < axisCount()) {
        painter.setFont(Palette::font(11));
        painter.fillRect(logRect(*m_hoveredLog), m_palette->colour(Role::Hover));
        painter.setPen(m_palette->colour(Role::Text));
        painter.drawText(logRect(*m_hoveredLog), Qt::AlignCenter, scaleText(*m_hoveredLog));
    }
}

} // namespace runlens::viewers
