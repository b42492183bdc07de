// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/overview/step_split_bar.h"

#include "viewers/common/number_format.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr int kMainHeight = 36;
constexpr int kOtherRow = 14;
constexpr int kOtherHeight = 8;
constexpr int kNames = 74;
constexpr int kTimes = 64;
constexpr int kLegendRow = 20;
constexpr std::size_t kMostOthers = 5;

} // namespace

StepSplitBar::StepSplitBar(const Palette* palette, QWidget* parent)
    : QWidget(parent), m_palette(palette)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(tr("Where a step goes"));
    connect(m_palette, &Palette::changed, this, qOverload<>(&QWidget::update));
}

QString StepSplitBar::categoryText(SpanCategory category)
{
    switch (category) {
    case SpanCategory::DataWait:
        return tr("Data wait");
    case SpanCategory::Forward:
        return tr("Forward");
    case SpanCategory::Backward:
        return tr("Backward");
    case SpanCategory::Optimizer:
        return tr("Optimizer");
    case SpanCategory::Recording:
        return tr("Recording");
    default:
        return tr("Other");
    }
}

void StepSplitBar::setSplits(std::vector<NamedSplit> splits)
{
    m_splits = std::move(splits);
    updateGeometry();
    update();
}

std::size_t StepSplitBar::shownSplits() const
{
    return std::min(m_splits.size(), kMostOthers + 1);
}

QSize StepSplitBar::sizeHint() const
{
    return {400, heightFor(width())};
}

int StepSplitBar::heightFor(int width) const
{
    const int others = static_cast<int>(shownSplits()) - 1;
    return kMainHeight + std::max(0, others) * kOtherRow + (others > 0 ? 4 : 0) + 4
           + legendRows(width) * kLegendRow;
}

void StepSplitBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    updateGeometry(); // a narrow legend has more rows
}

/// Calls place(part, name, top left corner) for every entry, in rows that fit the width; returns
/// how many rows there are.
template <typename Place>
int StepSplitBar::layoutLegend(int width, const Place& place) const
{
    if (m_splits.empty()) {
        return 1;
    }
    const QFontMetricsF metrics(Palette::font(11));
    double x = kNames;
    int row = 0;
    for (const StepPart& part : m_splits.front().split.parts) {
        const QString name = categoryText(part.category);
        const double advance = 13 + metrics.horizontalAdvance(name);
        if (x > kNames && x + advance > width) {
            x = kNames;
            ++row;
        }
        place(part, name, QPointF(x, row * kLegendRow));
        x += advance + 18;
    }
    return row + 1;
}

int StepSplitBar::legendRows(int width) const
{
    return layoutLegend(width, [](const StepPart&, const QString&, QPointF) {});
}

std::vector<StepSplitBar::Cell> StepSplitBar::cells() const
{
    std::vector<Cell> result;
    double longest = 0.0;
    for (std::size_t i = 0; i < shownSplits(); ++i) {
        longest = std::max(longest, m_splits[i].split.wholeNs);
    }
    if (longest <= 0.0) {
        return result;
    }
    const double room = width() - kNames - kTimes;
    for (std::size_t i = 0; i < shownSplits(); ++i) {
        const StepSplit& split = m_splits[i].split;
        const double full = room * split.wholeNs / longest;
        const double top =
            i == 0 ? 0.0 : kMainHeight + 4.0 + static_cast<double>(i - 1) * kOtherRow + 3.0;
        const double height = i == 0 ? kMainHeight - 2.0 : kOtherHeight;
        double x = kNames;
        for (std::size_t part = 0; part < split.parts.size(); ++part) {
            const double w = split.parts[part].share * full;
            result.push_back({QRectF(x, top, w, height), i, part});
            x += w;
        }
    }
    return result;
}

void StepSplitBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    for (const Cell& cell : cells()) {
        const StepPart& part = m_splits[cell.split].split.parts[cell.part];
        // One pixel at the right instead of an outline.
        const QRectF fill(
            std::round(cell.rect.left()),
            cell.rect.top(),
            std::max(1.0, std::round(cell.rect.right()) - std::round(cell.rect.left()) - 1.0),
            cell.rect.height());
        painter.fillRect(fill, m_palette->spanFill(part.category));
        if (cell.split != 0) {
            continue;
        }
        painter.fillRect(QRectF(fill.left(), fill.bottom() - 2, fill.width(), 2),
                         m_palette->spanStrong(part.category));
        const QRectF text = fill.adjusted(6, 2, -4, -2);
        const QString name = categoryText(part.category);
        const QFont bold = Palette::font(12, QFont::DemiBold);
        if (QFontMetricsF(bold).horizontalAdvance(name) > text.width()) {
            continue;
        }
        painter.setPen(m_palette->colour(Role::SpanText));
        painter.setFont(bold);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignTop, name);
        painter.setFont(Palette::font(11));
        const QString share = formatPercent(part.share, 2);
        const QString full = formatDurationNs(part.ns) + QStringLiteral(" · ") + share;
        const bool hasRoom = painter.fontMetrics().horizontalAdvance(full) <= text.width();
        painter.drawText(text, Qt::AlignLeft | Qt::AlignBottom, hasRoom ? full : share);
    }
    for (std::size_t i = 0; i < shownSplits(); ++i) {
        const NamedSplit& named = m_splits[i];
        const double top =
            i == 0 ? 0.0 : kMainHeight + 4.0 + static_cast<double>(i - 1) * kOtherRow;
        const double height = i == 0 ? kMainHeight - 2.0 : kOtherRow;
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.setPen(Qt::NoPen);
        painter.setBrush(named.colour);
        const double side = i == 0 ? 10.0 : 8.0;
        painter.drawRoundedRect(QRectF(0, top + (height - side) / 2, side, side), 2, 2);
        painter.setRenderHint(QPainter::Antialiasing, false);
        painter.setFont(i == 0 ? Palette::font(12, QFont::DemiBold) : Palette::font(11));
        painter.setPen(m_palette->colour(i == 0 ? Role::Text : Role::Text2));
        painter.drawText(
            QRectF(16, top, kNames - 20, height),
            Qt::AlignLeft | Qt::AlignVCenter,
            painter.fontMetrics().elidedText(named.name, Qt::ElideMiddle, kNames - 20));
        painter.drawText(QRectF(width() - kTimes, top, kTimes, height),
                         Qt::AlignRight | Qt::AlignVCenter,
                         formatDurationNs(named.split.wholeNs));
    }
    if (m_splits.empty()) {
        return;
    }
    painter.setFont(Palette::font(11));
    const double top = height() - legendRows(width()) * kLegendRow;
    layoutLegend(width(), [&](const StepPart& part, const QString& name, QPointF at) {
        painter.fillRect(QRectF(at.x(), top + at.y() + 6, 8, 8),
                         m_palette->spanStrong(part.category));
        painter.setPen(m_palette->colour(Role::Text2));
        painter.drawText(
            QRectF(at.x() + 13, top + at.y(), width(), 20), Qt::AlignLeft | Qt::AlignVCenter, name);
    });
}

bool StepSplitBar::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return QWidget::event(event);
    }
    auto* help = static_cast<QHelpEvent*>(event);
    for (const Cell& cell : cells()) {
        if (cell.rect.contains(help->pos())) {
            const NamedSplit& named = m_splits[cell.split];
            const StepPart& part = named.split.parts[cell.part];
            QToolTip::showText(help->globalPos(),
                               tr("%1, %2: mean %3 (%4 ns), %5 of a step")
                                   .arg(named.name,
                                        categoryText(part.category),
                                        formatDurationNs(part.ns),
                                        exactText(part.ns),
                                        formatPercent(part.share)),
                               this);
            return true;
        }
    }
    QToolTip::hideText();
    return true;
}

} // namespace runlens::viewers
