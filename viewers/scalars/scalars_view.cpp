// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/scalars/scalars_view.h"

#include "viewers/common/figure_export.h"
#include "viewers/common/hover_table.h"
#include "viewers/common/number_format.h"
#include "viewers/common/widgets.h"
#include "viewers/scalars/chart_grid.h"
#include "viewers/scalars/scalars_export.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr int kCaptionsFrom = 25;     ///< tags; fewer are overseen without captions
constexpr qsizetype kCachedTags = 64; ///< prepared tags that are kept out of sight

} // namespace

/// One chart in sight.
struct ScalarsView::Cell {
    QString tag;
    CurveChart* chart = nullptr;
    std::unique_ptr<AsyncSlot> slot;
    std::vector<Series> series;
};

ScalarsView::ScalarsView(ViewContext viewContext, QWidget* parent)
    : View(viewContext, parent)
    , m_group(viewContext.selection, this)
    , m_grid(new ChartGrid(viewContext.palette, this))
    , m_hover(new HoverTable(viewContext.palette, this))
{
    m_filter.setSourceModel(&m_model);
    buildHeader();
    m_header->hide(); // until the window takes it into its bar
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_grid);
    setFocusPolicy(Qt::StrongFocus);
    setFocusProxy(nullptr);

    m_relayout.setSingleShot(true);
    m_relayout.setInterval(0);
    connect(&m_relayout, &QTimer::timeout, this, &ScalarsView::showCells);
    connect(m_grid, &ChartGrid::visibleCellsChanged, this, [this] { m_relayout.start(); });
    connect(&m_group, &ChartGroup::crosshairMoved, this, &ScalarsView::onHover);
    connect(&m_group, &ChartGroup::crosshairLeft, m_hover, &QWidget::hide);
    connect(&m_group, &ChartGroup::expandRequested, this, [this](const QString& tag) {
        showSingle(m_single.isEmpty() ? tag : QString());
    });
    connect(&m_group,
            &ChartGroup::pictureReady,
            this,
            &ScalarsView::checkSettled,
            Qt::QueuedConnection);
    connect(context().runs, &RunSet::changed, this, &ScalarsView::onRunsChanged);
    connect(context().runs, &RunSet::updated, this, &ScalarsView::onRunUpdated);
    connect(context().palette, &Palette::changed, this, [this] {
        m_hover->hide();
        for (auto& [tag, cell] : m_cells) {
            showCurves(*cell);
        }
    });
    connect(context().selection, &Selection::changed, this, [this](Selection::Aspects aspects) {
        if (aspects & Selection::RunAspect) {
            for (auto& [tag, cell] : m_cells) {
                showCurves(*cell);
            }
        }
    });
    onRunsChanged();
}

ScalarsView::~ScalarsView() = default;

bool ScalarsView::hasData() const
{
    return m_model.rowCount() > 0;
}

QString ScalarsView::emptyText() const
{
    return tr("The shown runs have recorded no scalars, such as a loss or an accuracy");
}

QString ScalarsView::emptyCode() const
{
    return QStringLiteral("collector.addScalar(\"loss/train\", step, loss);");
}

bool ScalarsView::isSettled() const
{
    if (m_relayout.isActive()) {
        return false;
    }
    return std::ranges::all_of(m_cells, [](const auto& entry) {
        const Cell& cell = *entry.second;
        return !cell.slot->isBusy() && (!cell.chart->isVisible() || cell.chart->isExact());
    });
}

void ScalarsView::checkSettled()
{
    const bool isNow = isSettled();
    const bool hasJust = isNow && !m_wasSettled;
    m_wasSettled = isNow;
    if (hasJust) {
        emit settled();
    }
}

void ScalarsView::onRunsChanged()
{
    const bool hadData = hasData();
    m_origins.clear();
    m_model.setRuns(*context().runs);
    m_cache.clear();
    m_cacheOrder.clear();
    for (auto& [tag, cell] : m_cells) {
        cell->chart->setCurves({});
    }
    m_group.resetExtent();
    reorder();
    prepareAll();
    if (hadData != hasData()) {
        emit dataAvailabilityChanged();
    }
}

void ScalarsView::onRunUpdated(const QString& key)
{
    const OpenRun* run = context().runs->find(key);
    if (run == nullptr || !run->isShown) {
        return;
    }
    const int before = m_model.rowCount();
    m_model.update(*run);
    if (m_model.rowCount() != before) {
        reorder();
        if (before == 0) {
            emit dataAvailabilityChanged();
        }
    }
    for (auto& [tag, cell] : m_cells) {
        prepare(*cell);
    }
}

void ScalarsView::reorder()
{
    QHash<QString, int> groupIndex;
    std::vector<std::vector<int>> members;
    QStringList names;
    for (int row = 0; row < m_filter.rowCount(); ++row) {
        const int source = m_filter.mapToSource(m_filter.index(row, 0)).row();
        const QString& group = m_model.tag(source).group;
        const auto known = groupIndex.constFind(group);
        if (known == groupIndex.constEnd()) {
            groupIndex.insert(group, static_cast<int>(members.size()));
            members.push_back({source});
            names.push_back(group);
        } else {
            members[static_cast<std::size_t>(*known)].push_back(source);
        }
    }
    m_order.clear();
    std::vector<GridGroup> groups;
    for (std::size_t i = 0; i < members.size(); ++i) {
        groups.push_back({names[static_cast<int>(i)],
                          static_cast<int>(m_order.size()),
                          static_cast<int>(members[i].size())});
        m_order.insert(m_order.end(), members[i].begin(), members[i].end());
    }
    const bool hasCaptions = m_order.size() >= kCaptionsFrom && groups.size() > 1;
    if (!hasCaptions && !groups.empty()) {
        groups = {{QString(), 0, static_cast<int>(m_order.size())}};
    }
    if (!m_single.isEmpty() && m_model.rowOf(m_single) < 0) {
        m_single.clear();
    }
    updateCount();
    m_grid->setGroups(m_single.isEmpty() ? groups : std::vector<GridGroup>{}, hasCaptions);
    m_relayout.start();
    m_wasSettled = false;
}

void ScalarsView::updateCount()
{
    const int all = m_model.rowCount();
    const int shown = static_cast<int>(m_order.size());
    m_count->setText(shown == all ? tr("%n tags", nullptr, all)
                                  : tr("%1 of %n tags", nullptr, all).arg(shown));
}

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
    m_cache.insert(cell->tag, std::move(cell->series));
    m_cacheOrder.push_back(cell->tag);
    while (m_cacheOrder.size() > kCachedTags) {
        m_cache.remove(m_cacheOrder.takeFirst());
    }
}

void ScalarsView::prepareAll()
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
    m_wasSettled = false;
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
    std::ranges::stable_partition(curves,
                                  [&](const PlotCurve& curve) { return curve.runKey != selected; });
    cell.chart->setShare(isShare);
    cell.chart->setMainRun(selected);
    cell.chart->setCurves(std::move(curves));
}

void ScalarsView::onHover(CurveChart* chart, double x, QPoint position)
{
    const HoverContent content = hoverContent(
        *chart, x, m_group.xAxis(), [this](const QString& key) { return originOf(key); });
    const double at = chart->plotRect().left() + chart->plotFrame().xToPixel(x);
    m_hover->showAt(content, chart->mapTo(this, QPoint(static_cast<int>(at), position.y())));
}

void ScalarsView::showSingle(const QString& tag)
{
    const QString wanted = m_model.rowOf(tag) >= 0 ? tag : QString();
    if (wanted == m_single) {
        return;
    }
    m_hover->hide();
    m_group.setCrosshair(std::nullopt);
    m_single = wanted;
    reorder();
}

CurveChart* ScalarsView::chart(const QString& tag) const
{
    const auto found = m_cells.find(tag);
    return found == m_cells.end() ? nullptr : found->second->chart;
}

QStringList ScalarsView::tagsInOrder() const
{
    QStringList names;
    for (const int row : m_order) {
        names.push_back(m_model.tag(row).name);
    }
    return names;
}

QString ScalarsView::pickedTag() const
{
    const QString& tag = context().selection->state().tag;
    const auto tags = tagsInOrder();
    return tags.contains(tag) || tags.isEmpty() ? tag : tags.front();
}

void ScalarsView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Backspace:
        m_group.back();
        break;
    case Qt::Key_Escape:
        if (context().selection->state().stepRange) {
            Selection::State state = context().selection->state();
            state.stepRange.reset();
            context().selection->set(state);
        } else {
            showSingle({});
        }
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        showSingle(m_single.isEmpty() ? pickedTag() : QString());
        break;
    case Qt::Key_F:
        m_group.fit();
        break;
    default:
        View::keyPressEvent(event);
    }
    checkSettled();
}

void ScalarsView::resizeEvent(QResizeEvent*)
{
    m_hover->hide();
    m_relayout.start();
}

void ScalarsView::startSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

QList<ExportFormat> ScalarsView::exportFormats() const
{
    return {ExportFormat::Png, ExportFormat::Svg, ExportFormat::Pdf, ExportFormat::Csv};
}

Status ScalarsView::exportTo(const QString& path, ExportFormat format)
{
    if (format == ExportFormat::Csv) {
        std::vector<const ScalarTag*> tags;
        for (const int row : m_order) {
            if (m_single.isEmpty() || m_model.tag(row).name == m_single) {
                tags.push_back(&m_model.tag(row));
            }
        }
        return exportScalars(tags, *context().runs, path);
    }
    Figure figure;
    figure.size = m_grid->viewport()->size();
    figure.background = context().palette->colour(Role::Surface);
    figure.title = tr("Scalars");
    figure.paint = [this](QPainter& painter) {
        for (const auto& [tag, cell] : m_cells) {
            painter.save();
            painter.translate(cell->chart->pos());
            cell->chart->paintVectors(painter);
            painter.restore();
        }
    };
    return exportFigure(figure, path, format);
}

QList<PaletteEntry> ScalarsView::paletteEntries(const QString& typed, int limit) const
{
    QList<PaletteEntry> entries;
    for (int row = 0; row < m_model.rowCount() && entries.size() < limit; ++row) {
        const QString& name = m_model.tag(row).name;
        if (name.contains(typed, Qt::CaseInsensitive)) {
            entries.push_back(
                {name, tr("Scalar tag"), [view = const_cast<ScalarsView*>(this), name] {
                     view->context().selection->setTag(name);
                     view->showSingle(name);
                 }});
        }
    }
    return entries;
}

} // namespace runlens::viewers
