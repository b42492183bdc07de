// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/distributions/distributions_view.h"

#include "viewers/common/chart_grid.h"
#include "viewers/common/fact_popup.h"
#include "viewers/common/figure_export.h"
#include "viewers/common/hover_table.h"
#include "viewers/common/number_format.h"
#include "viewers/common/progress_task.h"
#include "viewers/common/widgets.h"
#include "viewers/distributions/distributions_export.h"
#include "viewers/distributions/statistics_panel.h"

#include <QKeyEvent>
#include <QPainter>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr int kPanelWidth = 264;

} // namespace

DistributionsView::DistributionsView(ViewContext viewContext, QWidget* parent)
    : GridView(viewContext, parent)
    , m_model({RecordKind::TensorStats, RecordKind::Histogram})
    , m_splitter(new QSplitter(Qt::Horizontal, this))
    , m_grid(new ChartGrid(viewContext.palette, m_splitter))
    , m_popup(new FactPopup(viewContext.palette, this))
    , m_hover(new HoverTable(viewContext.palette, this))
    , m_panel(new StatisticsPanel(viewContext.palette, viewContext.selection, m_hover, m_splitter))
{
    m_filter.setSourceModel(&m_model);
    buildHeader();
    m_header->hide(); // until the window takes it into its bar
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_splitter);
    m_splitter->addWidget(m_grid);
    m_splitter->addWidget(m_panel);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setCollapsible(0, false);
    m_splitter->setHandleWidth(1);
    m_panel->setMinimumWidth(180);
    m_splitter->setSizes({1000, kPanelWidth});
    setFocusPolicy(Qt::StrongFocus);
    connect(
        m_panel, &StatisticsPanel::settledMayHaveChanged, this, &DistributionsView::checkSettled);
    connect(context().palette, &Palette::changed, this, [this] {
        m_hover->hide();
        m_popup->hide();
        showStatistics();
    });
    connect(context().selection, &Selection::changed, this, &DistributionsView::onSelectionChanged);
    follow(m_grid);
}

DistributionsView::~DistributionsView() = default;

QString DistributionsView::emptyText() const
{
    return tr("The shown runs have recorded no tensor statistics or histograms, such as those of "
              "weights and gradients");
}

QString DistributionsView::emptyCode() const
{
    return QStringLiteral("collector.addTensorStats(\"conv1.weight\", step, weight);");
}

bool DistributionsView::isSettled() const
{
    if (isRelayoutDue() || !m_panel->isSettled()) {
        return false;
    }
    return std::ranges::all_of(m_cells, [](const auto& entry) {
        const Cell& cell = *entry.second;
        return !cell.slot->isBusy() && (!cell.chart->isVisible() || cell.chart->isExact());
    });
}

void DistributionsView::takeRuns()
{
    m_origins.clear();
    m_model.setRuns(*context().runs);
    // Ids and readers may be those of other runs now.
    m_cache.clear();
    m_cacheOrder.clear();
    for (auto& [key, cell] : m_cells) {
        const int row = m_model.rowOf(key);
        if (row >= 0) {
            cell->entry = m_model.entry(row);
            dress(*cell);
        }
    }
}

void DistributionsView::takeGrown(const OpenRun& run)
{
    m_model.update(run);
}

void DistributionsView::refreshCells()
{
    refreshAll();
    showStatistics();
}

void DistributionsView::onSelectionChanged(Selection::Aspects aspects)
{
    if (aspects & Selection::StepAspect) {
        for (auto& [key, cell] : m_cells) {
            cell->chart->setCursorStep(context().selection->state().step);
        }
    }
    if (aspects & Selection::TagAspect) {
        showStatistics();
    }
}

void DistributionsView::reorder()
{
    QHash<QString, int> groupIndex;
    std::vector<std::vector<int>> members;
    QStringList names;
    for (int row = 0; row < m_filter.rowCount(); ++row) {
        const int source = m_filter.mapToSource(m_filter.index(row, 0)).row();
        const QString& group = m_model.entry(source).group;
        if (!groupIndex.contains(group)) {
            groupIndex.insert(group, static_cast<int>(members.size()));
            members.emplace_back();
            names.push_back(group);
        }
        members[static_cast<std::size_t>(groupIndex.value(group))].push_back(source);
    }
    constexpr int kCaptionsFrom = 25; // fewer charts are overseen without captions
    const bool hasCaptions = m_filter.rowCount() >= kCaptionsFrom && members.size() > 1
                             && static_cast<int>(members.size()) * 2 <= m_filter.rowCount();
    m_order.clear();
    std::vector<GridGroup> groups;
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (groups.empty() || hasCaptions) {
            groups.push_back({hasCaptions ? names[static_cast<int>(i)] : QString(),
                              static_cast<int>(m_order.size()),
                              0});
        }
        m_order.insert(m_order.end(), members[i].begin(), members[i].end());
        groups.back().count += static_cast<int>(members[i].size());
    }
    if (!m_single.isEmpty() && m_model.rowOf(m_single) < 0) {
        m_single.clear();
    }
    updateCount();
    m_grid->setGroups(m_single.isEmpty() ? groups : std::vector<GridGroup>{}, hasCaptions);
    relayoutSoon();
    unsettle();
}

void DistributionsView::updateCount()
{
    const int all = m_model.rowCount();
    const int shown = static_cast<int>(m_order.size());
    m_count->setText(shown == all ? tr("%n series", nullptr, all)
                                  : tr("%1 of %n series", nullptr, all).arg(shown));
}

QString DistributionsView::currentTag() const
{
    const QString& tag = context().selection->state().tag;
    if (m_model.hasTag(tag)) {
        return tag;
    }
    if (const int row = m_model.rowOf(m_single); row >= 0) {
        return m_model.entry(row).tag;
    }
    return m_order.empty() ? QString() : m_model.entry(m_order.front()).tag;
}

void DistributionsView::showStatistics()
{
    if (!isVisible() || m_panel->isHidden()) {
        return;
    }
    const QString tag = currentTag();
    std::vector<StatisticsPanel::Source> sources;
    for (const int row : m_model.rowsOfTag(tag)) {
        const SeriesEntry& entry = m_model.entry(row);
        const OpenRun* run = context().runs->find(entry.runKey);
        if (run != nullptr && run->isShown) {
            sources.push_back({entry,
                               run->run,
                               nameOf(entry),
                               context().palette->runColour(run->colourSlot),
                               context().palette->runPenStyle(run->colourSlot),
                               originOf(entry.runKey)});
        }
    }
    unsettle();
    m_panel->showTag(tag, std::move(sources), m_axis);
    for (auto& [key, cell] : m_cells) {
        cell->chart->setCurrent(cell->entry.tag == tag);
    }
}

void DistributionsView::onStepChosen(const SeriesEntry& entry, std::int64_t step)
{
    Selection::State state = context().selection->state();
    state.run = entry.runKey;
    state.rank = entry.rank;
    state.tag = entry.tag;
    state.step = step == kNoStep ? std::nullopt : std::optional(step);
    context().selection->set(state);
}

void DistributionsView::onHover(DistributionChart* chart,
                                const DistributionHit& hit,
                                QPoint position)
{
    const DistributionTable& table = *chart->drawing()->table;
    const DistributionRow& row = table.rows[hit.row];
    const HistogramStep& step = *row.source;
    const TensorStatistics& statistics = step.statistics;
    FactPopupContent content;
    content.title =
        step.step == kNoStep ? tr("No step") : tr("Step %1").arg(formatCount(step.step));
    std::int64_t since = 0;
    if (table.options.originNs != kNoTime && step.wallNs != kNoTime
        && !__builtin_sub_overflow(step.wallNs, table.options.originNs, &since))
    {
        content.note = formatDuration(since);
    }
    const HistogramBuckets& buckets = row.buckets();
    if (hit.bucket >= 0) {
        const auto bucket = static_cast<std::size_t>(hit.bucket);
        const bool isLast = bucket + 1 == buckets.counts.size();
        content.facts.push_back({tr("Bucket"),
                                 (isLast ? QStringLiteral("[%1, %2]") : QStringLiteral("[%1, %2)"))
                                     .arg(formatNumber(buckets.edges[bucket]),
                                          formatNumber(buckets.edges[bucket + 1]))});
        content.facts.push_back({tr("Count"), formatNumber(buckets.counts[bucket], 6)});
        const double all = elementsIn(buckets);
        if (all > 0.0) {
            content.facts.push_back({tr("Share"), formatPercent(buckets.counts[bucket] / all)});
        }
    }
    if (m_mode == DistributionMode::Percentiles && !buckets.counts.empty()) {
        for (std::size_t i = kBasisPoints.size(); i-- > 0;) {
            content.facts.push_back({formatPercent(kBasisPoints.at(i) / 10000.0, 4),
                                     formatNumber(row.percentiles.at(i))});
        }
    }
    content.facts.push_back(
        {tr("Elements"), formatCount(static_cast<std::int64_t>(statistics.count))});
    const auto marked = [&](const QString& name, std::uint64_t count) {
        if (count > 0) {
            content.facts.push_back({name, formatCount(static_cast<std::int64_t>(count))});
        }
    };
    marked(tr("NaN"), statistics.nans);
    marked(tr("+∞"), statistics.positiveInfinities);
    marked(tr("−∞"), statistics.negativeInfinities);
    if (step.repair.isAny()) {
        content.facts.push_back({tr("Mended"), mendedText(step.repair)});
    }
    m_popup->showAt(content, chart->mapTo(this, position));
}

QString DistributionsView::mendedText(const BucketRepair& repair)
{
    QStringList parts;
    if (repair.openEnds > 0) {
        parts << tr("%n open ends", nullptr, static_cast<int>(repair.openEnds));
    }
    if (repair.badCounts > 0) {
        parts << tr("%n bad counts", nullptr, static_cast<int>(repair.badCounts));
    }
    if (repair.merged > 0) {
        parts << tr("%n buckets joined", nullptr, static_cast<int>(repair.merged));
    }
    return parts.join(QStringLiteral(", "));
}

void DistributionsView::showSingle(const QString& key)
{
    const QString wanted = m_model.rowOf(key) >= 0 ? key : QString();
    if (wanted == m_single) {
        return;
    }
    m_popup->hide();
    m_single = wanted;
    reorder();
    if (!m_single.isEmpty()) {
        context().selection->setTag(m_model.entry(m_model.rowOf(m_single)).tag);
    }
}

DistributionChart* DistributionsView::chart(const QString& key) const
{
    const auto found = m_cells.find(key);
    return found == m_cells.end() ? nullptr : found->second->chart;
}

QStringList DistributionsView::keysInOrder() const
{
    QStringList keys;
    for (const int row : m_order) {
        keys.push_back(m_model.entry(row).key());
    }
    return keys;
}

void DistributionsView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        showSingle({});
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (!m_single.isEmpty()) {
            showSingle({});
        } else if (const auto rows = m_model.rowsOfTag(currentTag()); !rows.empty()) {
            showSingle(m_model.entry(rows.front()).key());
        }
        break;
    default:
        View::keyPressEvent(event);
    }
    checkSettled();
}

void DistributionsView::resizeEvent(QResizeEvent*)
{
    m_hover->hide();
    m_popup->hide();
    relayoutSoon();
}

void DistributionsView::startSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

QList<ExportFormat> DistributionsView::exportFormats() const
{
    return {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf, ExportFormat::Csv};
}

Status DistributionsView::exportTo(const QString& path, ExportFormat format)
{
    if (format == ExportFormat::Csv) {
        std::vector<DistributionSource> sources;
        for (const int row : m_order) {
            const SeriesEntry& entry = m_model.entry(row);
            const OpenRun* run = context().runs->find(entry.runKey);
            if (run != nullptr && (m_single.isEmpty() || entry.key() == m_single)) {
                sources.push_back({nameOf(entry), entry.tag, entry.id, run->run, run->reader});
            }
        }
        return runWithProgress(this,
                               tr("Exporting distributions"),
                               [&](const std::stop_token& stop, std::atomic<int>& progress) {
                                   return exportDistributions(sources, path, stop, progress);
                               });
    }
    Figure figure;
    figure.size = size();
    figure.background = context().palette->colour(Role::Surface);
    figure.title = tr("Distributions");
    figure.paint = [this](QPainter& painter) {
        for (const auto& [key, cell] : m_cells) {
            painter.save();
            painter.translate(cell->chart->mapTo(this, QPoint(0, 0)));
            cell->chart->paintVectors(painter);
            painter.restore();
        }
        if (!m_panel->isHidden()) {
            painter.save();
            painter.translate(m_panel->mapTo(this, QPoint(0, 0)));
            m_panel->paintVectors(painter);
            painter.restore();
        }
    };
    return exportFigure(figure, path, format);
}

QList<PaletteEntry> DistributionsView::paletteEntries(const QString& typed, int limit) const
{
    QList<PaletteEntry> entries;
    for (int row = 0; row < m_model.rowCount() && entries.size() < limit; ++row) {
        const SeriesEntry& entry = m_model.entry(row);
        if (entry.tag.contains(typed, Qt::CaseInsensitive)) {
            entries.push_back({entry.tag,
                               tr("Distribution of %1").arg(nameOf(entry)),
                               [view = const_cast<DistributionsView*>(this), key = entry.key()] {
                                   view->showSingle(key);
                               }});
        }
    }
    return entries;
}

} // namespace runlens::viewers
