// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/overview/progress_bar.h"

#include "viewers/common/number_format.h"

#include <QPainter>

namespace runlens::viewers {

RunProgressBar::RunProgressBar(const Palette* palette, QWidget* parent)
    : QWidget(parent), m_palette(palette)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(m_palette, &Palette::changed, this, qOverload<>(&QWidget::update));
}

void RunProgressBar::setProgress(const RunProgress& progress)
{
    m_progress = progress;
    setAccessibleName(text());
    setToolTip(text());
    update();
}

QString RunProgressBar::text() const
{
    QStringList parts{
        tr("%1 of %2 steps").arg(formatCount(m_progress.done), formatCount(m_progress.total))};
    if (m_progress.isRunning && m_progress.stepsPerSecond > 0.0) {
        parts.push_back(tr("%1 steps/s").arg(formatNumber(m_progress.stepsPerSecond, 3)));
    }
    constexpr double kLongest = 1e9; // seconds: 30 years
    if (m_progress.secondsLeft >= 0.0 && m_progress.secondsLeft < kLongest) {
        parts.push_back(tr("%1 left").arg(
            formatDuration(static_cast<std::int64_t>(m_progress.secondsLeft) * 1'000'000'000)));
    }
    return parts.join(QStringLiteral(" · "));
}

void RunProgressBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setFont(Palette::font(12));
    painter.setPen(m_palette->colour(Role::Text2));
    painter.drawText(QRect(0, 0, width(), 20),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(text(), Qt::ElideRight, width()));
    const double share = m_progress.total > 0 ? static_cast<double>(m_progress.done)
                                                    / static_cast<double>(m_progress.total)
                                              : 0.0;
    painter.fillRect(QRectF(0, 23, width(), 6), m_palette->colour(Role::Grid));
    painter.fillRect(QRectF(0, 23, width() * share, 6), m_palette->colour(Role::Accent));
}

} // namespace runlens::viewers
