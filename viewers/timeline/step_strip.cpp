// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/timeline/step_strip.h"

#include "viewers/common/number_format.h"
#include "viewers/timeline/timeline_canvas.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr int kStepsPx = 44;
constexpr int kOverviewPx = 22;
constexpr int kCellsPx = 24;
constexpr int kSmallestCellPx = 12;
constexpr int kLargestCellPx = 44;
constexpr int kRightPx = 10; ///< the scroll bar of the plot below
constexpr int kStripPadding = 12;
constexpr double kFullColour = 0.12; ///< deviation from the median at the ends of the map

} // namespace

StepStrip::StepStrip(const Palette* palette, QWidget* parent)
    : QWidget(parent), m_palette(palette), m_colours(*palette), m_slot(new AsyncSlot(this))
{
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Steps and overview"));
    connect(m_palette, &Palette::changed, this, [this] {
        m_colours = TimelineColours(*m_palette);
        update();
    });
}

QSize StepStrip::sizeHint() const
{
    return {kLabelColumnPx + 200, stepsHeight() + kOverviewPx};
}

int StepStrip::stepsHeight() const
{
    return hasSteps() ? kStepsPx : 0;
}

int StepStrip::plotWidth() const
{
    return std::max(width() - kLabelColumnPx - kRightPx, 1);
}

std::size_t StepStrip::longestRank() const
{
    std::size_t most = 0;
    for (const RankSteps& rank : m_data->steps) {
        most = std::max(most, m_data->model->steps(rank.rank).size());
    }
    return most;
}

int StepStrip::cellWidth() const
{
    const std::size_t count = std::max<std::size_t>(longestRank(), 1);
    const auto even = static_cast<std::size_t>(plotWidth()) / count;
    return static_cast<int>(std::clamp<std::size_t>(even, kSmallestCellPx, kLargestCellPx));
}

void StepStrip::setData(std::shared_ptr<const TraceData> trace)
{
    const bool wasAtEnd =
        !hasSteps()
        || m_first + plotWidth() / cellWidth() >= static_cast<std::ptrdiff_t>(longestRank());
    m_data = std::move(trace);
    if (hasSteps() && wasAtEnd) {
        scrollTo(longestRank());
    } else {
        m_first = hasSteps() ? m_first : 0;
    }
    updateGeometry();
    askForOverview();
    update();
}

void StepStrip::setStep(std::optional<std::int64_t> step)
{
    m_step = step;
    if (step && hasSteps()) {
        const int rank = m_data->steps.front().rank;
        const auto steps = m_data->model->steps(rank);
        if (const auto* found = m_data->model->findStep(rank, *step)) {
            const auto index = static_cast<std::ptrdiff_t>(found - steps.data());
            if (index < m_first || index >= m_first + plotWidth() / cellWidth()) {
                scrollTo(static_cast<std::size_t>(
                    std::max<std::ptrdiff_t>(index + plotWidth() / cellWidth() / 2, 0)));
            }
        }
    }
    update();
}

/// Shows the cells that end at index.
void StepStrip::scrollTo(std::size_t index)
{
    const std::ptrdiff_t shown = plotWidth() / cellWidth();
    const auto count = static_cast<std::ptrdiff_t>(longestRank());
    m_first = std::clamp<std::ptrdiff_t>(
        static_cast<std::ptrdiff_t>(index) - shown, 0, std::max<std::ptrdiff_t>(count - shown, 0));
}

void StepStrip::setVisibleTime(profiler::TimeInterval time)
{
    if (!(time == m_visible)) {
        m_visible = time;
        update();
    }
}

void StepStrip::askForOverview()
{
    if (!m_data) {
        m_overview = {};
        return;
    }
    m_isOverviewStale = true;
    if (m_slot->isBusy()) {
        return;
    }
    m_isOverviewStale = false;
    const double nsPerPixel =
        std::max(static_cast<double>(m_data->model->time().durationNs()) / plotWidth(), 1e-3);
    m_overviewNsPerPixel = nsPerPixel;
    m_slot->run(
        [data = m_data, nsPerPixel](std::stop_token) {
            return profiler::layoutTrack(
                *data->model, data->overviewTrack, data->model->time(), nsPerPixel);
        },
        [this](profiler::TrackLayout layout) {
            m_overview = std::move(layout);
            if (m_isOverviewStale) {
                askForOverview();
            }
            update();
        });
}

void StepStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    askForOverview();
    if (m_step) {
        setStep(m_step);
    }
}

QRect StepStrip::cellOf(int rank, std::size_t index) const
{
    if (!hasSteps()) {
        return {};
    }
    const auto& ranks = m_data->steps;
    const auto row = std::find_if(
        ranks.begin(), ranks.end(), [rank](const RankSteps& r) { return r.rank == rank; });
    const std::ptrdiff_t column = static_cast<std::ptrdiff_t>(index) - m_first;
    const int width = cellWidth();
    if (row == ranks.end() || column < 0 || (column + 1) * width > plotWidth()) {
        return {};
    }
    const auto rows = static_cast<int>(ranks.size());
    const auto i = static_cast<int>(row - ranks.begin());
    const int top = 3 + i * kCellsPx / rows;
    const int bottom = 3 + (i + 1) * kCellsPx / rows;
    return {
        kLabelColumnPx + static_cast<int>(column) * width, top, width, std::max(bottom - top, 1)};
}

std::optional<StepStrip::Hit> StepStrip::hitAt(const QPoint& point) const
{
    if (!hasSteps() || point.x() < kLabelColumnPx || point.y() >= kStepsPx) {
        return std::nullopt;
    }
    const auto column = (point.x() - kLabelColumnPx) / cellWidth();
    const auto rows = static_cast<int>(m_data->steps.size());
    const int row = std::clamp((point.y() - 3) * rows / kCellsPx, 0, rows - 1);
    const int rank = m_data->steps[static_cast<std::size_t>(row)].rank;
    const auto index = static_cast<std::size_t>(m_first + column);
    return index < m_data->model->steps(rank).size() ? std::optional(Hit{rank, index})
                                                     : std::nullopt;
}

void StepStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), m_palette->colour(Role::Surface));
    if (!m_data) {
        return;
    }
    if (hasSteps()) {
        paintSteps(painter);
    }
    paintOverview(painter);
    painter.fillRect(QRect(0, height() - 1, width(), 1), m_palette->colour(Role::Line));
}

void StepStrip::paintSteps(QPainter& painter) const
{
    const auto& ranks = m_data->steps;
    painter.setFont(Palette::font(12));
    painter.setPen(m_palette->colour(Role::Text));
    const QRect line(kStripPadding, 1, kLabelColumnPx - kStripPadding - 8, 15);
    painter.drawText(line, Qt::AlignVCenter, tr("Steps"));
    painter.setFont(Palette::font(11));
    painter.setPen(m_palette->colour(Role::Text3));
    const QString which = ranks.size() == 1
                              ? tr("rank %1").arg(ranks.front().rank)
                              : tr("%n ranks", nullptr, static_cast<int>(ranks.size()));
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, which);
    painter.drawText(line.translated(0, 14),
                     Qt::AlignVCenter,
                     tr("vs median %1").arg(formatDurationNs(ranks.front().medianNs)));
    paintColourKey(painter, line.translated(0, 28));
    for (std::size_t row = 0; row < ranks.size(); ++row) {
        paintCells(painter, ranks[row], row);
    }
    painter.fillRect(QRect(0, kStepsPx - 1, width(), 1), m_palette->colour(Role::Line));
}

void StepStrip::paintColourKey(QPainter& painter, const QRect& line) const
{
    constexpr int kShades = 8;
    constexpr int kShadePx = 6;
    const QString share = QString::number(std::lround(100.0 * kFullColour));
    const QString low = tr("−%1 %").arg(share);
    const int left = line.left() + painter.fontMetrics().horizontalAdvance(low) + 5;
    painter.drawText(line, Qt::AlignVCenter, low);
    for (int i = 0; i < kShades; ++i) {
        painter.fillRect(QRect(left + i * kShadePx, line.top() + 4, kShadePx, line.height() - 7),
                         m_palette->diverging(2.0 * i / (kShades - 1) - 1.0));
    }
    painter.drawText(line.adjusted(left + kShades * kShadePx + 5 - line.left(), 0, 0, 0),
                     Qt::AlignVCenter,
                     tr("+%1 %").arg(share));
}

void StepStrip::paintCells(QPainter& painter, const RankSteps& rank, std::size_t row) const
{
    const auto steps = m_data->model->steps(rank.rank);
    const int width = cellWidth();
    const auto shown = static_cast<std::size_t>(plotWidth() / width);
    int labelled = 0;
    QRect current;
    for (std::size_t i = static_cast<std::size_t>(m_first);
         i < std::min(steps.size(), static_cast<std::size_t>(m_first) + shown);
         ++i)
    {
        const QRect cell = cellOf(rank.rank, i);
        if (cell.isEmpty()) {
            break;
        }
        const double deviation =
            static_cast<double>(steps[i].time.durationNs()) / rank.medianNs - 1.0;
        painter.fillRect(cell.adjusted(0, 0, -1, -1),
                         m_palette->diverging(std::clamp(deviation / kFullColour, -1.0, 1.0)));
        const bool isCurrent = m_step && steps[i].step == *m_step;
        if (isCurrent) {
            current = cell;
        }
        if (row != 0) {
            continue;
        }
        const QString text = formatCount(steps[i].step);
        painter.setFont(Palette::font(11, isCurrent ? QFont::DemiBold : QFont::Normal));
        const int needed = painter.fontMetrics().horizontalAdvance(text);
        const int left = std::max(cell.center().x() - needed / 2, kLabelColumnPx);
        const bool fits = left >= labelled && left + needed <= kLabelColumnPx + plotWidth();
        if (fits) {
            painter.setPen(m_palette->colour(isCurrent ? Role::Accent : Role::Text3));
            painter.drawText(QRect(left, kCellsPx + 3, needed + 2, 15), Qt::AlignVCenter, text);
            labelled = left + needed + 18;
        }
    }
    if (!current.isEmpty()) {
        painter.setPen(QPen(m_palette->colour(Role::Accent), 2));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(current).adjusted(0, 0, -1, -1));
    }
}

QRect StepStrip::overviewRect() const
{
    return {kLabelColumnPx, stepsHeight() + 3, plotWidth(), kOverviewPx - 7};
}

std::int64_t StepStrip::overviewNs(double x) const
{
    const TimeView view{m_data->model->time().startNs, m_overviewNsPerPixel};
    return view.nsAt(x - kLabelColumnPx);
}

void StepStrip::paintOverview(QPainter& painter) const
{
    const QRect strip = overviewRect();
    const profiler::TimeInterval all = m_data->model->time();
    painter.setFont(Palette::font(12));
    painter.setPen(m_palette->colour(Role::Text));
    const QRect line(
        kStripPadding, stepsHeight(), kLabelColumnPx - kStripPadding - 8, kOverviewPx - 1);
    painter.drawText(line, Qt::AlignVCenter, tr("Overview"));
    painter.setFont(Palette::font(11));
    painter.setPen(m_palette->colour(Role::Text3));
    painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, formatDuration(all.durationNs()));
    // Deeper rows lie over the ones above: what was really running.
    for (const profiler::DrawItem& item : m_overview.items) {
        const std::size_t category =
            std::min(static_cast<std::size_t>(item.category), TimelineColours::kCategories - 1);
        const auto load =
            static_cast<std::size_t>(std::lround(item.load * TimelineColours::kLoads));
        painter.fillRect(
            QRect(strip.left() + item.x0, strip.top(), item.x1 - item.x0, strip.height()),
            QColor::fromRgb(m_colours.density[category][load]));
    }
    const TimeView view{all.startNs, m_overviewNsPerPixel};
    const double left = std::clamp(view.pixelOf(m_visible.startNs), 0.0, strip.width() - 1.0);
    const double right = std::clamp(view.pixelOf(m_visible.endNs), left + 3.0, strip.width() + 2.0);
    painter.setPen(QPen(m_palette->colour(Role::Text), 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(strip.left() + std::floor(left) + 0.5,
                            strip.top() - 1.5,
                            std::floor(right - left),
                            strip.height() + 2));
}

void StepStrip::mousePressEvent(QMouseEvent* event)
{
    const QPoint point = event->position().toPoint();
    if (event->button() != Qt::LeftButton || !m_data) {
        return;
    }
    if (const auto hit = hitAt(point)) {
        emit stepChosen(hit->rank, m_data->model->steps(hit->rank)[hit->index]);
    } else if (point.y() >= stepsHeight() && point.x() >= kLabelColumnPx) {
        emit timeChosen(overviewNs(point.x()));
    }
}

void StepStrip::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint point = event->position().toPoint();
    const bool isOnOverview = m_data && point.y() >= stepsHeight() && point.x() >= kLabelColumnPx;
    if (event->buttons().testFlag(Qt::LeftButton) && isOnOverview) {
        emit timeChosen(overviewNs(point.x()));
    }
    setCursor(isOnOverview || hitAt(point) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void StepStrip::wheelEvent(QWheelEvent* event)
{
    if (hasSteps()) {
        const std::ptrdiff_t shown = plotWidth() / cellWidth();
        const int delta =
            event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
        const std::ptrdiff_t end = m_first + shown - delta / 40;
        scrollTo(static_cast<std::size_t>(std::max<std::ptrdiff_t>(end, 0)));
        update();
    }
    event->accept();
}

bool StepStrip::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && m_data) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const auto hit = hitAt(help->pos())) {
            const profiler::TraceStep& step = m_data->model->steps(hit->rank)[hit->index];
            const auto rank = std::find_if(m_data->steps.begin(),
                                           m_data->steps.end(),
                                           [&](const RankSteps& r) { return r.rank == hit->rank; });
            const double deviation =
                static_cast<double>(step.time.durationNs()) / rank->medianNs - 1.0;
            QToolTip::showText(help->globalPos(),
                               tr("Step %1, rank %2\n%3, %4 against the median")
                                   .arg(step.step)
                                   .arg(hit->rank)
                                   .arg(formatDuration(step.time.durationNs()),
                                        (deviation >= 0 ? QStringLiteral("+") : QString())
                                            + formatPercent(deviation)),
                               this);
            return true;
        }
        QToolTip::hideText();
    }
    return QWidget::event(event);
}

} // namespace runlens::viewers
