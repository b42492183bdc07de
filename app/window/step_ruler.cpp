// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/step_strip.h"
#include "viewers/common/number_format.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace runlens::app {

using viewers::Role;

namespace {

constexpr double kLeftPx = 10.0;
constexpr double kRightPx = 26.0;
constexpr double kMarksY = 7.0; ///< middle of the marks
constexpr double kBarsY = 15.0; ///< top of the first bar
constexpr double kBarsHeight = 12.0;
constexpr double kTextY = 30.0;

/// A round distance between labels, so that each has room.
std::int64_t tickDistance(std::int64_t span, double widthPx)
{
    const double most = std::max(1.0, widthPx / 110.0);
    const double raw = std::max(1.0, static_cast<double>(span) / most);
    const double power = std::pow(10.0, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 2.5, 5.0, 10.0}) {
        const double distance = factor * power;
        if (distance >= raw && distance == std::floor(distance)) {
            return static_cast<std::int64_t>(distance);
        }
    }
    return static_cast<std::int64_t>(10.0 * power);
}

} // namespace

StepRuler::StepRuler(const viewers::Palette* palette, QWidget* parent)
    : QWidget(parent), m_palette(palette)
{
    setObjectName(QStringLiteral("stepRuler"));
    setAccessibleName(tr("Steps"));
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    connect(palette, &viewers::Palette::changed, this, qOverload<>(&QWidget::update));
}

void StepRuler::setBars(QList<Bar> bars)
{
    m_bars = std::move(bars);
    m_first = 0;
    m_last = 0;
    for (qsizetype i = 0; i < m_bars.size(); ++i) {
        m_first = i == 0 ? m_bars[i].first : std::min(m_first, m_bars[i].first);
        m_last = i == 0 ? m_bars[i].last : std::max(m_last, m_bars[i].last);
    }
    // A count of steps reads best from zero.
    if (m_first > 0 && static_cast<double>(m_first) < 0.1 * static_cast<double>(m_last)) {
        m_first = 0;
    }
    update();
}

void StepRuler::setCursor(std::optional<std::int64_t> step)
{
    m_cursor = step;
    update();
}

void StepRuler::setRange(std::optional<viewers::StepRange> range)
{
    m_range = range;
    update();
}

double StepRuler::xOf(std::int64_t step) const
{
    const double span = static_cast<double>(m_last) - static_cast<double>(m_first);
    const double part =
        span > 0 ? (static_cast<double>(step) - static_cast<double>(m_first)) / span : 0.0;
    return kLeftPx + std::clamp(part, 0.0, 1.0) * (width() - kLeftPx - kRightPx);
}

std::int64_t StepRuler::stepAt(double x) const
{
    const double length = width() - kLeftPx - kRightPx;
    const double part = length > 0 ? std::clamp((x - kLeftPx) / length, 0.0, 1.0) : 0.0;
    const double span = static_cast<double>(m_last) - static_cast<double>(m_first);
    const auto offset = static_cast<std::int64_t>(std::llround(part * span));
    return std::clamp(m_first + offset, m_first, m_last);
}

void StepRuler::paintBars(QPainter& painter) const
{
    const double pitch =
        std::min(4.0, kBarsHeight / std::max<double>(1.0, static_cast<double>(m_bars.size())));
    const double thickness = std::max(1.0, pitch - 1.2);
    for (qsizetype i = 0; i < m_bars.size(); ++i) {
        const double y = kBarsY + static_cast<double>(i) * pitch;
        const double from = xOf(m_bars[i].first);
        painter.fillRect(QRectF(from, y, std::max(2.0, xOf(m_bars[i].last) - from), thickness),
                         m_bars[i].colour);
    }
}

void StepRuler::paintAxis(QPainter& painter) const
{
    painter.setFont(viewers::Palette::font(11));
    const QFontMetricsF metrics(painter.font());
    const std::int64_t distance = tickDistance(m_last - m_first, width() - kLeftPx - kRightPx);
    const double cursorX = m_cursor ? xOf(*m_cursor) : -1000.0;
    double free = -1000.0;
    const auto label = [&](std::int64_t step, bool isEnd) {
        const QString text = viewers::formatCount(step);
        const double labelWidth = metrics.horizontalAdvance(text);
        const double x = std::clamp(xOf(step) - labelWidth / 2, 2.0, width() - labelWidth - 2.0);
        const bool isUnderCursor = std::abs(x + labelWidth / 2 - cursorX) < labelWidth / 2 + 32;
        if (isUnderCursor || (!isEnd && (x < free || xOf(m_last) - xOf(step) < 70))) {
            return;
        }
        painter.setPen(m_palette->colour(Role::Text3));
        painter.drawText(QRectF(x, kTextY, labelWidth + 1, 13), Qt::AlignCenter, text);
        free = x + labelWidth + 12;
    };
    const std::int64_t start = (m_first / distance) * distance;
    for (std::int64_t step = start; step < m_last; step += distance) {
        if (step >= m_first) {
            label(step, step == m_first);
        }
        if (m_last - step < distance) {
            break;
        }
    }
    if (m_last > m_first) {
        label(m_last, true);
    }
}

void StepRuler::paintMarks(QPainter& painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    // From quiet to loud, so that what matters lies on top; one mark of a kind per 4 pixels.
    for (const auto kind : {StepMark::Kind::Information,
                            StepMark::Kind::Warning,
                            StepMark::Kind::Error,
                            StepMark::Kind::NotANumber})
    {
        double last = -100.0;
        for (const Bar& bar : m_bars) {
            for (const StepMark& mark : bar.marks) {
                const double x = xOf(mark.step);
                if (mark.kind != kind || std::abs(x - last) < 4.0) {
                    continue;
                }
                last = x;
                if (kind == StepMark::Kind::NotANumber) {
                    painter.setPen(QPen(
                        m_palette->colour(Role::NotANumber), 1.8, Qt::SolidLine, Qt::RoundCap));
                    painter.drawLine(QPointF(x - 3, kMarksY - 3), QPointF(x + 3, kMarksY + 3));
                    painter.drawLine(QPointF(x - 3, kMarksY + 3), QPointF(x + 3, kMarksY - 3));
                    continue;
                }
                painter.setPen(Qt::NoPen);
                painter.setBrush(m_palette->colour(kind == StepMark::Kind::Error ? Role::Error
                                                   : kind == StepMark::Kind::Warning
                                                       ? Role::WarningMark
                                                       : Role::Text3));
                const QPointF triangle[] = {
                    {x - 4, kMarksY - 3}, {x + 4, kMarksY - 3}, {x, kMarksY + 3.5}};
                painter.drawPolygon(triangle, 3);
            }
        }
    }
}

void StepRuler::paintCursor(QPainter& painter) const
{
    if (m_range) {
        const QRectF frame(QPointF(xOf(m_range->first), kBarsY - 4),
                           QPointF(xOf(m_range->last), kBarsY + kBarsHeight + 2));
        painter.setPen(QPen(m_palette->colour(Role::Text2), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(frame, 2, 2);
    }
    if (!m_cursor) {
        return;
    }
    const double x = std::round(xOf(*m_cursor)) + 0.5;
    const QColor accent = m_palette->colour(Role::Accent);
    painter.setPen(QPen(accent, 1));
    painter.drawLine(QPointF(x, 3), QPointF(x, kTextY));
    painter.setPen(Qt::NoPen);
    painter.setBrush(accent);
    QPainterPath head;
    head.moveTo(x - 5, 1);
    head.lineTo(x + 5, 1);
    head.lineTo(x + 5, 6.5);
    head.lineTo(x, 11);
    head.lineTo(x - 5, 6.5);
    head.closeSubpath();
    painter.drawPath(head);
    const QFont font = viewers::Palette::font(11, QFont::DemiBold);
    const QString text = viewers::formatCount(*m_cursor);
    const double labelWidth = QFontMetricsF(font).horizontalAdvance(text) + 10;
    const double left = std::clamp(x - labelWidth / 2, 0.0, width() - labelWidth);
    const QRectF label(left, kTextY - 1, labelWidth, 14);
    painter.drawRoundedRect(label, 2, 2);
    painter.setFont(font);
    painter.setPen(m_palette->colour(Role::OnAccent));
    painter.drawText(label, Qt::AlignCenter, text);
}

void StepRuler::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_palette->colour(Role::Chrome));
    if (m_bars.isEmpty()) {
        return;
    }
    painter.fillRect(QRectF(kLeftPx, kBarsY + kBarsHeight + 1, width() - kLeftPx - kRightPx, 1),
                     m_palette->colour(Role::Line2));
    paintBars(painter);
    paintAxis(painter);
    paintMarks(painter);
    paintCursor(painter);
    if (hasFocus()) {
        painter.setPen(QPen(m_palette->colour(Role::Accent), 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void StepRuler::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && !m_bars.isEmpty()) {
        emit stepChosen(stepAt(event->position().x()));
    }
}

void StepRuler::mouseMoveEvent(QMouseEvent* event)
{
    if ((event->buttons() & Qt::LeftButton) != 0 && !m_bars.isEmpty()) {
        emit stepChosen(stepAt(event->position().x()));
    }
}

void StepRuler::moveBy(std::int64_t steps)
{
    if (!m_bars.isEmpty()) {
        const std::int64_t from = m_cursor.value_or(steps > 0 ? m_first : m_last);
        emit stepChosen(std::clamp(std::clamp(from, m_first, m_last) + steps, m_first, m_last));
    }
}

void StepRuler::keyPressEvent(QKeyEvent* event)
{
    const std::int64_t page = std::max<std::int64_t>(1, (m_last - m_first) / 20);
    switch (event->key()) {
    case Qt::Key_Left:
        moveBy(-1);
        break;
    case Qt::Key_Right:
        moveBy(1);
        break;
    case Qt::Key_PageUp:
        moveBy(-page);
        break;
    case Qt::Key_PageDown:
        moveBy(page);
        break;
    case Qt::Key_Home:
        moveBy(m_first - m_last);
        break;
    case Qt::Key_End:
        moveBy(m_last - m_first);
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

void StepRuler::wheelEvent(QWheelEvent* event)
{
    if (event->angleDelta().y() != 0) {
        moveBy(event->angleDelta().y() > 0 ? -1 : 1);
        event->accept();
    }
}

QString StepRuler::textAt(double x) const
{
    QStringList lines{tr("Step %1").arg(viewers::formatCount(stepAt(x)))};
    for (const Bar& bar : m_bars) {
        for (const StepMark& mark : bar.marks) {
            if (std::abs(xOf(mark.step) - x) <= 5.0 && lines.size() < 12) {
                lines.push_back(tr("%1, step %2: %3")
                                    .arg(bar.name, viewers::formatCount(mark.step), mark.text));
            }
        }
    }
    return lines.join(u'\n');
}

bool StepRuler::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && !m_bars.isEmpty()) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), textAt(help->pos().x()), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace runlens::app
