// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/grid_view.h"

#include "viewers/common/chart_grid.h"

namespace runlens::viewers {

GridView::GridView(ViewContext context, QWidget* parent) : View(context, parent)
{
    m_relayout.setSingleShot(true);
    m_relayout.setInterval(0);
    connect(&m_relayout, &QTimer::timeout, this, [this] { showCells(); });
}

void GridView::follow(const ChartGrid* grid)
{
    connect(grid, &ChartGrid::visibleCellsChanged, this, &GridView::relayoutSoon);
    connect(context().runs, &RunSet::changed, this, &GridView::runsChanged);
    connect(context().runs, &RunSet::updated, this, &GridView::runUpdated);
    runsChanged();
}

void GridView::checkSettled()
{
    const bool isNow = isSettled();
    const bool hasJust = isNow && !m_wasSettled;
    m_wasSettled = isNow;
    if (hasJust) {
        emit settled();
    }
}

void GridView::runsChanged()
{
    const bool hadData = hasData();
    takeRuns();
    reorder();
    refreshCells();
    if (hadData != hasData()) {
        emit dataAvailabilityChanged();
    }
}

void GridView::runUpdated(const QString& key)
{
    const OpenRun* run = context().runs->find(key);
    if (run == nullptr || !run->isShown) {
        return;
    }
    const int before = seriesCount();
    takeGrown(*run);
    if (seriesCount() != before) {
        reorder();
        if (before == 0) {
            emit dataAvailabilityChanged();
        }
    }
    // Out of sight nothing is prepared: showEvent catches up.
    if (isVisible()) {
        refreshCells();
    }
}

void GridView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    refreshCells();
}

} // namespace runlens::viewers
