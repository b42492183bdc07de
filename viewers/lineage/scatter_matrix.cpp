// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/lineage/scatter_matrix.h"

#include "viewers/lineage/run_table_model.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr int kScatterLeftPx = 58; ///< for the numbers of the axes
constexpr int kScatterBottomPx = 36;
constexpr int kCellGapPx = 4;
constexpr double kPointInsetPx = 7.0;
constexpr double kPointRadiusPx = 3.0;
constexpr double kHitPx = 7.0;

} // namespace

ScatterMatrix::ScatterMatrix(const Palette* palette, QWidget* parent)
    : QWidget(parent), m_palette(palette), m_popup(new FactPopup(palette, this))
{
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Scatter matrix"));
    connect(m_palette, &Palette::changed, this, [this] {
        m_cache = {};
        update();
    });
}

void ScatterMatrix::setPicture(const LineagePicture& picture)
{
    m_picture = picture;
    m_hovered.reset();
    m_popup->hide();
    m_cache = {};
    update();
}

int ScatterMatrix::axisCount() const
{
    return std::min(static_cast<int>(m_picture.axes.size()), kMostScatterColumns);
}

QRect ScatterMatrix::matrixRect() const
{
    return rect().adjusted(kScatterLeftPx, 8, -12, -kScatterBottomPx);
}

QRect ScatterMatrix::cellRect(int row, int column) const
{
    const QRect all = matrixRect();
    const int count = std::max(axisCount(), 1);
    const int left = all.left() + column * all.width() / count;
    const int right = all.left() + (column + 1) * all.width() / count;
    const int top = all.top() + row * all.height() / count;
    const int bottom = all.top() + (row + 1) * all.height() / count;
    return {left, top, right - left - kCellGapPx, bottom - top - kCellGapPx};
}

std::optional<QPointF> ScatterMatrix::pointOf(int row, int column, int run) const
{
    const ValueAxis& across = m_picture.axes[static_cast<std::size_t>(column)];
    const ValueAxis& up = m_picture.axes[static_cast<std::size_t>(row)];
    const auto at = static_cast<std::size_t>(run);
    const auto x = across.fraction(m_picture.column(across).value(at));
    const auto y = up.fraction(m_picture.column(up).value(at));
    if (!x || !y) {
        return std::nullopt;
    }
    const QRectF cell = QRectF(cellRect(row, column))
                            .adjusted(kPointInsetPx, kPointInsetPx, -kPointInsetPx, -kPointInsetPx);
    return QPointF(cell.left() + *x * cell.width(), cell.bottom() - *y * cell.height());
}

QString ScatterMatrix::noteText() const
{
    QStringList notes;
    const int count = axisCount();
    if (const int more = static_cast<int>(m_picture.axes.size()) - count; more > 0) {
        notes << tr("The first %1 of %2 columns that can be drawn")
                     .arg(count)
                     .arg(m_picture.axes.size());
    }
    int without = 0;
    for (const int run : m_picture.rows) {
        bool lacks = false;
        for (int axis = 0; axis < count; ++axis) {
            const ValueAxis& value = m_picture.axes[static_cast<std::size_t>(axis)];
            lacks =
                lacks
                || !value.fraction(m_picture.column(value).value(static_cast<std::size_t>(run)));
        }
        without += lacks ? 1 : 0;
    }
    if (without > 0) {
        notes << tr("%n run(s) lack a finite value in some of these columns", nullptr, without);
    }
    return notes.join(QStringLiteral(" · "));
}

std::optional<ScatterMatrix::Hit> ScatterMatrix::hitAt(const QPoint& point) const
{
    std::optional<Hit> best;
    double nearest = kHitPx;
    for (int row = 0; row < axisCount(); ++row) {
        for (int column = 0; column < axisCount(); ++column) {
            if (row == column || !cellRect(row, column).contains(point)) {
                continue;
            }
            for (const int run : m_picture.rows) {
                const auto place = pointOf(row, column, run);
                const double distance =
                    place ? std::hypot(place->x() - point.x(), place->y() - point.y()) : kHitPx;
                if (distance < nearest) {
                    nearest = distance;
                    best = Hit{row, column, run};
                }
            }
        }
    }
    return best;
}

void ScatterMatrix::mousePressEvent(QMouseEvent* event)
{
    const auto hit = hitAt(event->position().toPoint());
    if (event->button() == Qt::LeftButton && hit) {
        emit rowChosen(hit->run);
    }
}

void ScatterMatrix::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint point = event->position().toPoint();
    const auto hit = hitAt(point);
    setCursor(hit ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (hit) {
        const auto axis = [this](int index) {
            return m_picture.axes[static_cast<std::size_t>(index)];
        };
        m_popup->showAt(runFacts(m_picture, hit->run, {axis(hit->column), axis(hit->row)}), point);
    } else {
        m_popup->hide();
    }
    if (hit != m_hovered) {
        m_hovered = hit;
        update();
    }
}

void ScatterMatrix::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    m_popup->hide();
    m_hovered.reset();
    update();
}

void ScatterMatrix::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    m_cache = {};
}

void ScatterMatrix::paintTitle(QPainter& painter, int axis) const
{
    const ValueAxis& value = m_picture.axes[static_cast<std::size_t>(axis)];
    const RunColumn& column = m_picture.column(value);
    const QRect cell = cellRect(axis, axis);
    painter.fillRect(cell, m_palette->colour(Role::Chrome));
    painter.setFont(Palette::font(12, QFont::Medium));
    painter.setPen(
        m_palette->colour(column.group == FactGroup::Metric ? Role::Accent : Role::Text));
    QString title = columnTitle(column);
    if (value.isLog()) {
        title = tr("%1, log").arg(title);
    }
    painter.drawText(cell.adjusted(6, 0, -6, 0),
                     Qt::AlignCenter,
                     painter.fontMetrics().elidedText(title, Qt::ElideMiddle, cell.width() - 12));
}

void ScatterMatrix::paintTicks(QPainter& painter, int axis) const
{
    const ValueAxis& value = m_picture.axes[static_cast<std::size_t>(axis)];
    const RunColumn& column = m_picture.column(value);
    painter.setFont(Palette::font(11));
    painter.setPen(m_palette->colour(Role::Text3));
    const QFontMetrics metrics = painter.fontMetrics();
    const QRect below = cellRect(axisCount() - 1, axis);
    const double inset = kPointInsetPx;
    const int across = std::clamp(below.width() / 60, 1, 4);
    int last = -1000;
    for (const AxisTick& tick : value.ticks(column, across)) {
        const auto fraction = value.fraction(tick.position);
        if (!fraction || *fraction < -0.001 || *fraction > 1.001) {
            continue;
        }
        const int x =
            static_cast<int>(below.left() + inset + *fraction * (below.width() - 2 * inset));
        const QString label =
            metrics.elidedText(tick.label, Qt::ElideRight, below.width() / across);
        const int half = metrics.horizontalAdvance(label) / 2 + 2;
        const int left =
            std::clamp(x - half, below.left(), std::max(below.right() - 2 * half, below.left()));
        if (left > last) {
            painter.drawText(QRect(left, below.bottom() + 3, 2 * half, 15), Qt::AlignCenter, label);
            last = left + 2 * half + 4;
        }
    }
    const QRect beside = cellRect(axis, 0);
    for (const AxisTick& tick : value.ticks(column, std::clamp(beside.height() / 28, 1, 4))) {
        const auto fraction = value.fraction(tick.position);
        if (!fraction || *fraction < -0.001 || *fraction > 1.001) {
            continue;
        }
        const int y =
            static_cast<int>(beside.bottom() - inset - *fraction * (beside.height() - 2 * inset));
        painter.drawText(QRect(4, y - 8, kScatterLeftPx - 10, 16),
                         Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(tick.label, Qt::ElideRight, kScatterLeftPx - 10));
    }
}

void ScatterMatrix::paintCell(QPainter& painter, int row, int column) const
{
    painter.setPen(m_palette->colour(Role::Grid));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(cellRect(row, column).adjusted(0, 0, -1, -1));
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(Qt::NoPen);
    for (const bool wantInside : {false, true}) {
        for (const int run : m_picture.rows) {
            const auto at = static_cast<std::size_t>(run);
            const auto place = pointOf(row, column, run);
            if (m_picture.isBrushed[at] == wantInside && place) {
                QColor colour = wantInside ? m_picture.colours[at] : m_palette->colour(Role::Grid);
                colour.setAlpha(wantInside ? 215 : 255);
                painter.setBrush(colour);
                painter.drawEllipse(*place, kPointRadiusPx, kPointRadiusPx);
            }
        }
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

/// A ring around the points of one run, in all cells.
void ScatterMatrix::paintMark(QPainter& painter, int run, double radius) const
{
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setPen(QPen(m_palette->colour(Role::Text), 1.5));
    painter.setBrush(m_picture.colours[static_cast<std::size_t>(run)]);
    for (int row = 0; row < axisCount(); ++row) {
        for (int column = 0; column < axisCount(); ++column) {
            const auto place = row == column ? std::nullopt : pointOf(row, column, run);
            if (place) {
                painter.drawEllipse(*place, radius, radius);
            }
        }
    }
}

void ScatterMatrix::paint(QPainter& painter) const
{
    painter.fillRect(rect(), m_palette->colour(Role::Surface));
    if (axisCount() < 2) {
        painter.setFont(Palette::font(12));
        painter.setPen(m_palette->colour(Role::Text3));
        painter.drawText(rect().adjusted(12, 0, -12, 0),
                         Qt::AlignCenter | Qt::TextWordWrap,
                         tr("Show two columns with values to compare them"));
        return;
    }
    for (int row = 0; row < axisCount(); ++row) {
        for (int column = 0; column < axisCount(); ++column) {
            if (row != column) {
                paintCell(painter, row, column);
            }
        }
        paintTitle(painter, row);
        paintTicks(painter, row);
    }
    painter.setFont(Palette::font(11));
    painter.setPen(m_palette->colour(Role::Text3));
    painter.drawText(rect().adjusted(12, 0, -12, -2), Qt::AlignRight | Qt::AlignBottom, noteText());
    const auto& rows = m_picture.rows;
    if (std::find(rows.begin(), rows.end(), m_picture.current) != rows.end()) {
        paintMark(painter, m_picture.current, kPointRadiusPx + 1.5);
    }
}

void ScatterMatrix::paintEvent(QPaintEvent*)
{
    const qreal ratio = devicePixelRatioF();
    const QSize pixels = (QSizeF(size()) * ratio).toSize();
    if (m_cache.isNull() || m_cache.size() != pixels) {
        m_cache = QPixmap(pixels);
        m_cache.setDevicePixelRatio(ratio);
        QPainter painter(&m_cache);
        paint(painter);
    }
    QPainter painter(this);
    painter.drawPixmap(0, 0, m_cache);
    if (m_hovered) {
        paintMark(painter, m_hovered->run, kPointRadiusPx + 2.5);
    }
}

} // namespace runlens::viewers
