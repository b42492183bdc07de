// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/scalars/scalars_view.h"

#include "viewers/common/chart_grid.h"
#include "viewers/common/figure_export.h"
#include "viewers/common/hover_table.h"
#include "viewers/common/number_format.h"
#include "viewers/common/widgets.h"
#include "viewers/scalars/scalars_export.h"

#include <QKeyEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr int kCaptionsFrom = 25;      ///< tags; fewer are overseen without captions
constexpr std::size_t kSmallGroup = 3; ///< tags; groups with fewer have no caption of their own

} // namespace

ScalarsView::ScalarsView(ViewContext viewContext, QWidget* parent)
    : GridView(viewContext, parent)
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
    follow(m_grid);
}

ScalarsView::~ScalarsView() = default;

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
    if (isRelayoutDue()) {
        return false;
    }
    return std::ranges::all_of(m_cells, [](const auto& entry) {
        const Cell& cell = *entry.second;
        return !cell.slot->isBusy() && (!cell.chart->isVisible() || cell.chart->isExact());
    });
}

void ScalarsView::takeRuns()
{
    m_origins.clear();
    m_model.setRuns(*context().runs);
    m_cache.clear();
    m_cacheOrder.clear();
    for (auto& [tag, cell] : m_cells) {
        showCurves(*cell);
    }
    m_group.resetExtent();
}

void ScalarsView::takeGrown(const OpenRun& run)
{
    m_model.update(run);
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
    const auto begin = [&](const QString& name) {
        groups.push_back({name, static_cast<int>(m_order.size()), 0});
    };
    const auto append = [&](const std::vector<int>& rows) {
        m_order.insert(m_order.end(), rows.begin(), rows.end());
        groups.back().count += static_cast<int>(rows.size());
    };
    const bool hasCaptions = m_filter.rowCount() >= kCaptionsFrom && members.size() > 1;
    // Small groups share one: rows with a single chart would waste the page.
    const auto isSmall = [&](std::size_t i) {
        return !hasCaptions || members[i].size() < kSmallGroup;
    };
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (isSmall(i)) {
            if (groups.empty()) {
                begin(hasCaptions ? tr("General") : QString());
            }
            append(members[i]);
        }
    }
    for (std::size_t i = 0; i < members.size(); ++i) {
        if (!isSmall(i)) {
            begin(names[static_cast<int>(i)]);
            append(members[i]);
        }
    }
    if (!m_single.isEmpty() && m_model.rowOf(m_single) < 0) {
        m_single.clear();
    }
    updateCount();
    m_grid->setGroups(m_single.isEmpty() ? groups : std::vector<GridGroup>{}, hasCaptions);
    relayoutSoon();
    unsettle();
}

void ScalarsView::updateCount()
{
    const int all = m_model.rowCount();
    const int shown = static_cast<int>(m_order.size());
    m_count->setText(shown == all ? tr("%n tags", nullptr, all)
                                  : tr("%1 of %n tags", nullptr, all).arg(shown));
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
    relayoutSoon();
}

void ScalarsView::startSearch()
{
    m_search->takeFocus();
}

ExportWork ScalarsView::exportWork(const QString& path, ExportFormat format)
{
    if (format != ExportFormat::Csv) {
        return {};
    }
    std::vector<const ScalarTag*> tags;
    for (const int row : m_order) {
        if (m_single.isEmpty() || m_model.tag(row).name == m_single) {
            tags.push_back(&m_model.tag(row));
        }
    }
    return [series = seriesOf(tags, *context().runs), path](const std::stop_token& stop,
                                                            std::atomic<int>& done) {
        return exportScalars(series, path, stop, done);
    };
}

Status ScalarsView::exportTo(const QString& path, ExportFormat format)
{
    if (const ExportWork work = exportWork(path, format)) {
        std::atomic<int> done = 0;
        return work({}, done);
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
