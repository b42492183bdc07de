// SPDX-License-Identifier: GPL-3.0-or-later
/// The charts in sight: made when they come into it, filled by workers, given back when they leave.
#include "viewers/common/chart_grid.h"
#include "viewers/common/fact_popup.h"
#include "viewers/distributions/distributions_view.h"
#include "viewers/distributions/statistics_panel.h"

#include <QSet>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr std::size_t kCachedBytes = std::size_t{64} << 20; ///< of series out of sight
constexpr std::chrono::milliseconds kSlice{150};            ///< between two looks of the user

} // namespace

void DistributionsView::showCells()
{
    std::vector<std::pair<QString, int>> wanted;
    if (!m_single.isEmpty()) {
        wanted.emplace_back(m_single, -1);
    } else {
        for (const int cell : m_grid->visibleCells()) {
            const int row = m_order[static_cast<std::size_t>(cell)];
            wanted.emplace_back(m_model.entry(row).key(), cell);
        }
    }
    auto previous = std::exchange(m_cells, {});
    for (const auto& [key, index] : wanted) {
        auto node = previous.extract(key);
        if (!node.empty()) {
            m_cells.insert(std::move(node));
        }
    }
    for (auto& [key, cell] : previous) {
        retire(std::move(cell));
    }
    for (const auto& [key, index] : wanted) {
        auto& cell = m_cells[key];
        const bool isNew = !cell;
        if (isNew) {
            cell = makeCell(m_model.entry(m_model.rowOf(key)));
        }
        if (index < 0) {
            cell->chart->setGeometry(m_grid->viewport()->rect());
        } else {
            m_grid->place(cell->chart, index);
        }
        cell->chart->show();
        if (isNew) {
            refresh(*cell);
        }
    }
    QSet<QString> tags;
    for (const auto& [key, cell] : m_cells) {
        tags.insert(cell->entry.tag);
    }
    for (const QString& tag : tags) {
        shareValues(tag); // a run may have gone, and its values with it
    }
    checkSettled();
}

std::unique_ptr<DistributionsView::Cell> DistributionsView::makeCell(const SeriesEntry& entry)
{
    auto cell = std::make_unique<Cell>();
    cell->entry = entry;
    cell->slot = std::make_unique<AsyncSlot>(nullptr);
    if (m_freeCharts.empty()) {
        cell->chart = new DistributionChart(context().palette, m_grid->viewport());
    } else {
        cell->chart = m_freeCharts.back();
        m_freeCharts.pop_back();
    }
    const QString key = entry.key();
    cell->series = m_cache.take(key);
    m_cacheOrder.removeOne(key);
    DistributionChart* chart = cell->chart;
    chart->setMode(m_mode, m_isLog);
    chart->setCursorStep(context().selection->state().step);
    connect(chart,
            &DistributionChart::hovered,
            this,
            [this, chart](const DistributionHit& hit, QPoint position) {
                onHover(chart, hit, position);
            });
    connect(chart, &DistributionChart::left, this, [this] { m_popup->hide(); });
    connect(chart, &DistributionChart::stepChosen, this, [this, key](std::int64_t step) {
        const auto found = m_cells.find(key);
        if (found != m_cells.end()) {
            onStepChosen(SeriesEntry(found->second->entry), step);
        }
    });
    connect(chart, &DistributionChart::expandRequested, this, [this, key] {
        showSingle(m_single.isEmpty() ? key : QString());
    });
    connect(chart,
            &DistributionChart::pictureReady,
            this,
            &DistributionsView::checkSettled,
            Qt::QueuedConnection);
    dress(*cell);
    chart->setCurrent(entry.tag == m_panel->tag());
    return cell;
}

void DistributionsView::dress(Cell& cell)
{
    const OpenRun* run = context().runs->find(cell.entry.runKey);
    cell.chart->setTitle(cell.entry.tag, nameOf(cell.entry), run != nullptr ? run->colourSlot : 0);
}

QString DistributionsView::nameOf(const SeriesEntry& entry) const
{
    return seriesName(m_model, entry, *context().runs);
}

void DistributionsView::retire(std::unique_ptr<Cell> cell)
{
    cell->slot->cancel();
    cell->chart->disconnect(this);
    cell->chart->hide();
    cell->chart->setTable(nullptr);
    m_freeCharts.push_back(cell->chart);
    if (!cell->series) {
        return;
    }
    const QString key = cell->entry.key();
    m_cache.insert(key, cell->series);
    m_cacheOrder.push_back(key);
    std::size_t bytes = 0;
    for (const auto& series : m_cache) {
        bytes += series->bytes;
    }
    while (bytes > kCachedBytes && m_cacheOrder.size() > 1) {
        bytes -= m_cache.take(m_cacheOrder.takeFirst())->bytes;
    }
}

void DistributionsView::refreshAll()
{
    for (auto& [key, cell] : m_cells) {
        refresh(*cell);
    }
}

TableOptions DistributionsView::optionsFor(const SeriesEntry& entry) const
{
    // The origin also tells the time of a step under the mouse.
    return {m_binning, m_axis, originOf(entry.runKey)};
}

void DistributionsView::refresh(Cell& cell)
{
    const OpenRun* run = context().runs->find(cell.entry.runKey);
    if (run == nullptr) {
        return;
    }
    const TableOptions options = optionsFor(cell.entry);
    if (cell.slot->isBusy() && cell.wanted == options) {
        return; // it looks again when it is done
    }
    const ColumnView<TensorStatsEntry>* entries = run->run->tensorStats(cell.entry.id);
    const std::size_t rows = entries != nullptr ? entries->size() : 0;
    const auto& table = cell.chart->table();
    if (cell.series && cell.series->isComplete && cell.series->rows == rows && table
        && table->series == cell.series && table->options == options)
    {
        return;
    }
    cell.wanted = options;
    unsettle();
    cell.slot->run(
        [snapshot = run->run,
         reader = run->reader,
         id = cell.entry.id,
         series = cell.series,
         options,
         rows](const std::stop_token& stop) {
            Loaded loaded;
            const bool isLoaded = series && series->isComplete && series->rows == rows;
            loaded.series = isLoaded
                                ? series
                                : loadHistograms(reader.get(), *snapshot, id, series, kSlice, stop);
            loaded.table = makeTable(loaded.series, options, stop);
            return loaded;
        },
        [this, key = cell.entry.key()](Loaded loaded) { take(key, std::move(loaded)); });
}

void DistributionsView::take(const QString& key, Loaded loaded)
{
    const auto found = m_cells.find(key);
    if (found == m_cells.end() || !loaded.table) {
        return;
    }
    Cell& cell = *found->second;
    cell.series = std::move(loaded.series);
    const HistogramSeries& series = *cell.series;
    cell.chart->setProgress(series.isComplete || series.rows == 0
                                ? 1.0
                                : static_cast<double>(series.nextRow)
                                      / static_cast<double>(series.rows));
    cell.chart->setMessage(series.steps.empty() && series.failed > 0
                               ? QString::fromStdString(series.firstProblem)
                               : QString());
    cell.chart->setTable(std::move(loaded.table));
    shareValues(cell.entry.tag);
    refresh(cell);
    checkSettled();
}

void DistributionsView::shareValues(const QString& tag)
{
    std::optional<ValueBounds> all;
    for (const auto& [key, cell] : m_cells) {
        const auto& table = cell->chart->table();
        if (cell->entry.tag != tag || !table || !table->hasBuckets) {
            continue;
        }
        all = all ? ValueBounds{std::min(all->minimum, table->values.minimum),
                                std::max(all->maximum, table->values.maximum)}
                  : table->values;
    }
    for (const auto& [key, cell] : m_cells) {
        if (all && cell->entry.tag == tag && cell->chart->table()) {
            cell->chart->setFullValues(*all);
        }
    }
}

std::int64_t DistributionsView::originOf(const QString& runKey) const
{
    const auto known = m_origins.constFind(runKey);
    if (known != m_origins.constEnd()) {
        return *known;
    }
    const OpenRun* run = context().runs->find(runKey);
    std::int64_t origin = run != nullptr ? relativeOrigin(*run->run) : kNoTime;
    if (origin == kNoTime && run != nullptr) {
        // A run of histograms alone: time begins with the first of them.
        for (std::size_t i = 0; i < run->run->tags().size(); ++i) {
            const auto* entries = run->run->tensorStats(static_cast<TagId>(i));
            if (entries != nullptr && !entries->empty() && (*entries)[0].wallNs != kNoTime) {
                origin = origin == kNoTime ? (*entries)[0].wallNs
                                           : std::min(origin, (*entries)[0].wallNs);
            }
        }
    }
    if (origin != kNoTime) {
        m_origins.insert(runKey, origin); // stays, so that a growing run keeps its place
    }
    return origin;
}

} // namespace runlens::viewers
