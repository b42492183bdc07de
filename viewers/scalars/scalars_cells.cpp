// SPDX-License-Identifier: GPL-3.0-or-later
/// The charts in sight: made when they come into it, filled by workers, given back when they leave.
#include "viewers/common/chart_grid.h"
#include "viewers/scalars/scalars_view.h"

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr qsizetype kCachedTags = 64; ///< prepared tags that are kept out of sight

} // namespace

void ScalarsView::showCells()
{
    std::vector<std::pair<QString, int>> wanted;
    if (!m_single.isEmpty()) {
        wanted.emplace_back(m_single, -1);
    } else {
        for (const int cell : m_grid->visibleCells()) {
            wanted.emplace_back(m_model.tag(m_order[static_cast<std::size_t>(cell)]).name, cell);
        }
    }
    std::map<QString, std::unique_ptr<Cell>> previous = std::exchange(m_cells, {});
    for (const auto& [tag, index] : wanted) {
        auto node = previous.extract(tag);
        if (!node.empty()) {
            m_cells.insert(std::move(node));
        }
    }
    for (auto& [tag, cell] : previous) {
        retire(std::move(cell));
    }
    for (const auto& [tag, index] : wanted) {
        auto& cell = m_cells[tag];
        const bool isNew = !cell;
        if (isNew) {
            cell = makeCell(tag);
        }
        cell->chart->setLegendVisible(index < 0);
        if (index < 0) {
            cell->chart->setGeometry(m_grid->viewport()->rect());
        } else {
            m_grid->place(cell->chart, index);
        }
        if (isNew) {
            prepare(*cell);
        }
        cell->chart->show();
    }
    checkSettled();
}

std::unique_ptr<ScalarsView::Cell> ScalarsView::makeCell(const QString& tag)
{
    auto cell = std::make_unique<Cell>();
    cell->tag = tag;
    cell->slot = std::make_unique<AsyncSlot>(nullptr);
    if (m_freeCharts.empty()) {
        cell->chart = new CurveChart(context().palette, m_grid->viewport());
    } else {
        cell->chart = m_freeCharts.back();
        m_freeCharts.pop_back();
    }
    cell->chart->setTitle(tag);
    cell->chart->setToolTip({});
    cell->series = m_cache.take(tag);
    m_cacheOrder.removeOne(tag);
    showCurves(*cell);
    m_group.add(cell->chart, tag);
    return cell;
}

void ScalarsView::retire(std::unique_ptr<Cell> cell)
{
    cell->slot->cancel();
    m_group.remove(cell->chart);
    cell->chart->hide();
    cell->chart->setCurves({});
    m_freeCharts.push_back(cell->chart);
    m_cache[cell->tag] = std::move(cell->series);
    m_cacheOrder.push_back(cell->tag);
    while (m_cacheOrder.size() > kCachedTags) {
        m_cache.remove(m_cacheOrder.takeFirst());
    }
}

void ScalarsView::refreshCells()
{
    for (auto& [tag, cell] : m_cells) {
        prepare(*cell);
    }
}

std::int64_t ScalarsView::originOf(const QString& runKey) const
{
    const auto known = m_origins.constFind(runKey);
    if (known != m_origins.constEnd()) {
        return *known;
    }
    const OpenRun* run = context().runs->find(runKey);
    const std::int64_t origin = run != nullptr ? relativeOrigin(*run->run) : kNoTime;
    if (origin != kNoTime) {
        m_origins.insert(runKey, origin); // stays, so that a growing run keeps its place
    }
    return origin;
}

void ScalarsView::prepare(Cell& cell)
{
    struct Input {
        ScalarSource source;
        std::shared_ptr<const Run> run;
        CurveOptions options;
        std::shared_ptr<const CurveData> previous;
    };

    const int row = m_model.rowOf(cell.tag);
    std::vector<Input> inputs;
    bool isCurrent = !cell.slot->isBusy();
    if (row >= 0) {
        for (const ScalarSource& source : m_model.tag(row).sources) {
            const OpenRun* run = context().runs->find(source.runKey);
            if (run == nullptr) {
                continue;
            }
            const CurveOptions options{m_group.xAxis(),
                                       m_smoothing,
                                       m_group.xAxis() == XAxis::Relative ? originOf(source.runKey)
                                                                          : kNoTime};
            std::shared_ptr<const CurveData> previous;
            for (const Series& known : cell.series) {
                if (known.source.runKey == source.runKey && known.source.tag == source.tag) {
                    previous = known.data;
                }
            }
            isCurrent = isCurrent && previous && previous->options() == options
                        && run->run->scalars(source.tag) == &previous->series();
            inputs.push_back({source, run->run, options, std::move(previous)});
        }
    }
    if (isCurrent && inputs.size() == cell.series.size()) {
        return; // nothing of this tag has changed
    }
    unsettle();
    cell.slot->run(
        [inputs = std::move(inputs)](const std::stop_token& stop) {
            std::vector<Series> all;
            for (const Input& input : inputs) {
                all.push_back(
                    {input.source,
                     prepareCurve(
                         input.run, input.source.tag, input.options, input.previous, stop)});
            }
            return all;
        },
        [this, tag = cell.tag](std::vector<Series> all) {
            const auto found = m_cells.find(tag);
            if (found != m_cells.end()) {
                std::erase_if(all, [](const Series& series) { return !series.data; });
                found->second->series = std::move(all);
                showCurves(*found->second);
                m_group.curvesChanged(found->second->chart);
                checkSettled();
            }
        });
}

void ScalarsView::showCurves(Cell& cell)
{
    const int row = m_model.rowOf(cell.tag);
    const QString& selected = context().selection->state().run;
    std::vector<PlotCurve> curves;
    bool isShare = isShareName(cell.tag);
    for (const Series& series : cell.series) {
        const OpenRun* run = context().runs->find(series.source.runKey);
        if (run == nullptr || !run->isShown || series.data->rows() == 0) {
            continue;
        }
        PlotCurve curve;
        curve.data = series.data;
        curve.runKey = run->key;
        curve.name = run->name;
        const bool hasRanks =
            row >= 0
            && std::ranges::any_of(m_model.tag(row).sources, [&](const ScalarSource& other) {
                   return other.runKey == run->key && other.rank != series.source.rank;
               });
        if (hasRanks) {
            curve.name = tr("%1, rank %2").arg(run->name).arg(series.source.rank);
        }
        curve.colour = context().palette->runColour(run->colourSlot);
        curve.style = context().palette->runPenStyle(run->colourSlot);
        curve.width = run->key == selected ? 1.6 : 1.3;
        const ValueSummary values = series.data->values();
        isShare =
            isShare && (!values.hasFinite() || (values.minimum >= 0.0 && values.maximum <= 1.0));
        curves.push_back(std::move(curve));
    }
    std::stable_partition(curves.begin(), curves.end(), [&](const PlotCurve& curve) {
        return curve.runKey != selected;
    });
    cell.chart->setShare(isShare);
    cell.chart->setMainRun(selected);
    cell.chart->setCurves(std::move(curves));
}

} // namespace runlens::viewers
