// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/chart_grid.h"

#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr int kCaption = 28;
constexpr int kNarrowest = 250;
constexpr int kMostGridColumns = 6;
constexpr int kPreferredHeight = 254;
constexpr int kLowestCell = 190;
constexpr int kHighestCell = 420;

} // namespace

ChartGrid::ChartGrid(const Palette* palette, QWidget* parent)
    : QAbstractScrollArea(parent), m_palette(palette)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    connect(m_palette, &Palette::changed, viewport(), qOverload<>(&QWidget::update));
}

void ChartGrid::setGroups(std::vector<GridGroup> groups, bool hasCaptions)
{
    m_groups = std::move(groups);
    m_hasCaptions = hasCaptions;
    relayout();
}

void ChartGrid::setColumns(int columns)
{
    m_wantedColumns = std::clamp(columns, 0, kMostGridColumns);
    relayout();
}

void ChartGrid::setFolded(const QSet<QString>& groups)
{
    m_folded = groups;
    relayout();
}

int ChartGrid::totalCells() const
{
    return m_groups.empty() ? 0 : m_groups.back().first + m_groups.back().count;
}

int ChartGrid::columns() const
{
    const int wanted =
        m_wantedColumns > 0 ? m_wantedColumns : std::clamp(viewport()->width() / kNarrowest, 1, 4);
    return std::clamp(wanted, 1, std::max(1, totalCells()));
}

int ChartGrid::rowHeight() const
{
    const int rows = (totalCells() + columns() - 1) / std::max(1, columns());
    const int nearest = (viewport()->height() + kPreferredHeight / 2) / kPreferredHeight;
    const int fitting = std::clamp(nearest, 1, std::max(1, rows));
    return std::clamp(viewport()->height() / fitting, kLowestCell, kHighestCell);
}

void ChartGrid::relayout()
{
    m_blocks.clear();
    int y = 0;
    for (const GridGroup& group : m_groups) {
        Block block;
        block.top = y;
        block.cellTop = y + (m_hasCaptions ? kCaption : 0);
        const bool isFolded = m_hasCaptions && m_folded.contains(group.name);
        const int rows = isFolded ? 0 : (group.count + columns() - 1) / columns();
        block.bottom = block.cellTop + rows * rowHeight();
        y = block.bottom;
        m_blocks.push_back(block);
    }
    m_height = y;
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(rowHeight() / 4);
    verticalScrollBar()->setRange(0, std::max(0, m_height - viewport()->height()));
    viewport()->update();
    emit visibleCellsChanged();
}

QRect ChartGrid::cellRect(int cell) const
{
    const auto group =
        std::ranges::upper_bound(m_groups, cell, {}, &GridGroup::first) - m_groups.begin() - 1;
    if (group < 0) {
        return {};
    }
    const Block& block = m_blocks[static_cast<std::size_t>(group)];
    if (block.bottom == block.cellTop) {
        return {};
    }
    const int inGroup = cell - m_groups[static_cast<std::size_t>(group)].first;
    const int row = inGroup / columns();
    const int column = inGroup % columns();
    const int left = viewport()->width() * column / columns();
    const int right = viewport()->width() * (column + 1) / columns();
    const int top = block.cellTop + row * rowHeight() - verticalScrollBar()->value();
    // One pixel of the line below and at the right stays free.
    const int gap = column + 1 == columns() ? 0 : 1;
    return {left, top, right - left - gap, rowHeight() - 1};
}

std::vector<int> ChartGrid::visibleCells() const
{
    std::vector<int> cells;
    const int top = verticalScrollBar()->value();
    const int bottom = top + viewport()->height();
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
        const Block& block = m_blocks[i];
        if (block.bottom <= top || block.cellTop >= bottom || block.bottom == block.cellTop) {
            continue;
        }
        const int firstRow = std::max(0, (top - block.cellTop) / rowHeight());
        const int lastRow = (std::min(bottom, block.bottom) - 1 - block.cellTop) / rowHeight();
        const int first = firstRow * columns();
        const int last = std::min(m_groups[i].count, (lastRow + 1) * columns());
        for (int cell = first; cell < last; ++cell) {
            cells.push_back(m_groups[i].first + cell);
        }
    }
    return cells;
}

void ChartGrid::place(QWidget* widget, int cell) const
{
    widget->setGeometry(cellRect(cell));
}

void ChartGrid::ensureVisible(int cell)
{
    const QRect rect = cellRect(cell);
    QScrollBar* bar = verticalScrollBar();
    if (rect.top() < 0) {
        bar->setValue(bar->value() + rect.top());
    } else if (rect.bottom() >= viewport()->height()) {
        bar->setValue(bar->value() + rect.bottom() - viewport()->height() + 1);
    }
}

void ChartGrid::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), m_palette->colour(Role::Surface));
    const QColor line = m_palette->colour(Role::Line);
    const int offset = verticalScrollBar()->value();
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
        const Block& block = m_blocks[i];
        if (block.bottom + kCaption < offset || block.top > offset + viewport()->height()) {
            continue;
        }
        for (int y = block.cellTop + rowHeight(); y <= block.bottom; y += rowHeight()) {
            painter.fillRect(0, y - 1 - offset, viewport()->width(), 1, line);
        }
        for (int column = 1; column < columns(); ++column) {
            const int x = viewport()->width() * column / columns() - 1;
            painter.fillRect(x, block.cellTop - offset, 1, block.bottom - block.cellTop, line);
        }
        if (!m_hasCaptions) {
            continue;
        }
        const QRect caption(0, block.top - offset, viewport()->width(), kCaption);
        painter.fillRect(caption, m_palette->colour(Role::Raised));
        painter.fillRect(0, caption.bottom(), caption.width(), 1, line);
        painter.setRenderHint(QPainter::Antialiasing, true);
        painter.setPen(
            QPen(m_palette->colour(Role::Text2), 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        const QPointF c(18, caption.center().y());
        const bool isFolded = m_folded.contains(m_groups[i].name);
        painter.drawPolyline(
            isFolded ? QPolygonF({c + QPointF(-2, -4), c + QPointF(2, 0), c + QPointF(-2, 4)})
                     : QPolygonF({c + QPointF(-4, -2), c + QPointF(0, 2), c + QPointF(4, -2)}));
        painter.setFont(Palette::font(12, QFont::DemiBold));
        painter.setPen(m_palette->colour(Role::Text));
        const QRect text = caption.adjusted(30, 0, -12, 0);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, m_groups[i].name);
        const int width = painter.fontMetrics().horizontalAdvance(m_groups[i].name);
        painter.setFont(Palette::font(12));
        painter.setPen(m_palette->colour(Role::Text3));
        painter.drawText(text.adjusted(width + 8, 0, 0, 0),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         QString::number(m_groups[i].count));
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
}

void ChartGrid::resizeEvent(QResizeEvent*)
{
    relayout();
}

void ChartGrid::scrollContentsBy(int, int)
{
    viewport()->update();
    emit visibleCellsChanged();
}

void ChartGrid::mousePressEvent(QMouseEvent* event)
{
    if (!m_hasCaptions || event->button() != Qt::LeftButton) {
        return;
    }
    const int y = static_cast<int>(event->position().y()) + verticalScrollBar()->value();
    for (std::size_t i = 0; i < m_blocks.size(); ++i) {
        if (y >= m_blocks[i].top && y < m_blocks[i].cellTop) {
            const QString& name = m_groups[i].name;
            if (!m_folded.remove(name)) {
                m_folded.insert(name);
            }
            relayout();
            emit foldedChanged();
            return;
        }
    }
}

} // namespace runlens::viewers
