// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/pr_curves/pr_curves_view.h"

#include "viewers/common/chart_grid.h"
#include "viewers/common/figure_export.h"
#include "viewers/common/progress_task.h"
#include "viewers/common/sample_rows.h"
#include "viewers/common/widgets.h"
#include "viewers/pr_curves/pr_record.h"

#include <QHBoxLayout>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <QSlider>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

PrCurvesView::PrCurvesView(ViewContext viewContext, QWidget* parent)
    : GridView(viewContext, parent)
    , m_model({RecordKind::PrCurve})
    , m_grid(new ChartGrid(viewContext.palette, this))
    , m_popup(new FactPopup(viewContext.palette, this))
{
    m_filter.setSourceModel(&m_model);
    buildHeader();
    m_header->hide(); // until the window takes it into its bar
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_grid);
    setFocusPolicy(Qt::StrongFocus);
    connect(context().selection, &Selection::changed, this, [this](Selection::Aspects aspects) {
        if (aspects & Selection::StepAspect) {
            refreshCells();
        }
    });
    connect(context().palette, &Palette::changed, this, &PrCurvesView::refreshCells); // of the runs
    follow(m_grid);
}

PrCurvesView::~PrCurvesView() = default;

QString PrCurvesView::emptyText() const
{
    return tr("The shown runs have recorded no precision–recall curves");
}

QString PrCurvesView::emptyCode() const
{
    return QStringLiteral("collector.addRecord(RecordKind::PrCurve, \"test\", step, "
                          "R\"({\"thresholds\":127})\", rows);");
}

bool PrCurvesView::isSettled() const
{
    return !isRelayoutDue() && std::ranges::all_of(m_cells, [](const auto& entry) {
        return !entry.second->slot->isBusy();
    });
}

void PrCurvesView::buildHeader()
{
    const Palette* palette = context().palette;
    m_header = new QWidget(this);
    auto* row = new QHBoxLayout(m_header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    m_count = new TextLabel(palette, {}, Role::Text3);
    row->addWidget(m_count);
    m_search = new SearchField(palette, QStringLiteral("filter"), tr("Filter tags: name or regex"));
    m_search->setMinimumWidth(90);
    m_search->setMaximumWidth(210);
    row->addWidget(m_search, 1);
    auto* formula = new TextLabel(palette, tr("AP = Σ (Rₙ − Rₙ₋₁) · Pₙ"), Role::Text3);
    formula->setToolTip(tr("Average precision: over the thresholds from high to low, the step of "
                           "recall times the precision; recall starts at 0"));
    row->addStretch(0);
    row->addWidget(formula);
    connect(m_search, &QLineEdit::textChanged, this, &PrCurvesView::setFilter);
}

void PrCurvesView::setFilter(const QString& pattern)
{
    const QSignalBlocker block(m_search);
    if (m_search->text() != pattern) {
        m_search->setText(pattern);
    }
    const bool isValid = m_filter.setPattern(pattern);
    m_search->setWrong(!isValid, isValid ? QString() : tr("Not a regular expression"));
    reorder();
}

void PrCurvesView::takeRuns()
{
    m_model.setRuns(*context().runs);
    for (auto& [tag, cell] : m_cells) {
        cell->wanted.clear(); // ids may be those of other runs now
    }
}

void PrCurvesView::takeGrown(const OpenRun& run)
{
    m_model.update(run);
}

void PrCurvesView::reorder()
{
    m_order.clear();
    for (int row = 0; row < m_filter.rowCount(); ++row) {
        // Rows of one tag stand together.
        const QString& tag = m_model.entry(m_filter.mapToSource(m_filter.index(row, 0)).row()).tag;
        if (m_order.isEmpty() || m_order.back() != tag) {
            m_order.push_back(tag);
        }
    }
    if (!m_single.isEmpty() && !m_model.hasTag(m_single)) {
        m_single.clear();
    }
    const auto count = static_cast<int>(m_order.size());
    m_count->setText(tr("%n tags", nullptr, count));
    m_grid->setGroups(m_single.isEmpty() ? std::vector<GridGroup>{{QString(), 0, count}}
                                         : std::vector<GridGroup>{},
                      false);
    relayoutSoon();
    unsettle();
}

void PrCurvesView::showCells()
{
    std::vector<std::pair<QString, int>> wanted;
    if (!m_single.isEmpty()) {
        wanted.emplace_back(m_single, -1);
    } else {
        for (const int cell : m_grid->visibleCells()) {
            wanted.emplace_back(m_order[cell], cell);
        }
    }
    auto previous = std::exchange(m_cells, {});
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
        if (!cell) {
            cell = makeCell(tag);
        }
        if (index < 0) {
            cell->chart->setGeometry(m_grid->viewport()->rect());
        } else {
            m_grid->place(cell->chart, index);
        }
        cell->chart->show();
        refresh(tag, *cell);
    }
    checkSettled();
}

std::unique_ptr<PrCurvesView::Cell> PrCurvesView::makeCell(const QString& tag)
{
    auto cell = std::make_unique<Cell>();
    cell->slot = std::make_unique<AsyncSlot>(nullptr);
    if (m_freeCharts.empty()) {
        cell->chart = new PrChart(context().palette, m_grid->viewport());
    } else {
        cell->chart = m_freeCharts.back();
        m_freeCharts.pop_back();
    }
    PrChart* chart = cell->chart;
    chart->setTag(tag);
    connect(chart, &PrChart::stepChosen, this, [this, tag](int index) {
        const auto found = m_cells.find(tag);
        if (found == m_cells.end() || index < 0
            || static_cast<std::size_t>(index) >= found->second->steps.size())
        {
            return;
        }
        Selection::State state = context().selection->state();
        state.tag = tag;
        state.step = found->second->steps[static_cast<std::size_t>(index)];
        context().selection->set(state); // comes back through the step of the cursor
    });
    connect(chart, &PrChart::expandRequested, this, [this, tag] {
        showSingle(m_single.isEmpty() ? tag : QString());
    });
    connect(chart,
            &PrChart::hovered,
            this,
            [this, chart](const FactPopupContent& facts, QPoint position) {
                m_popup->showAt(facts, chart->mapTo(this, position));
            });
    connect(chart, &PrChart::left, m_popup, &QWidget::hide);
    return cell;
}

void PrCurvesView::retire(std::unique_ptr<Cell> cell)
{
    cell->slot->cancel();
    cell->chart->disconnect(this);
    cell->chart->disconnect(m_popup);
    cell->chart->hide();
    cell->chart->setLines({});
    m_freeCharts.push_back(cell->chart);
}

void PrCurvesView::refreshCells()
{
    for (auto& [tag, cell] : m_cells) {
        refresh(tag, *cell);
    }
    checkSettled();
}

void PrCurvesView::refresh(const QString& tag, Cell& cell)
{
    struct Wanted {
        PrSource source;
        std::size_t row = 0;
        PrLine line;
    };

    const auto cursor = context().selection->state().step;
    std::vector<Wanted> all;
    cell.steps.clear();
    QString wanted;
    for (const int at : m_model.rowsOfTag(tag)) {
        const SeriesEntry& entry = m_model.entry(at);
        const OpenRun* run = context().runs->find(entry.runKey);
        const ColumnView<SampleEntry>* entries =
            run != nullptr && run->isShown ? run->run->samples(entry.id) : nullptr;
        if (entries == nullptr || entries->empty()) {
            continue;
        }
        for (std::size_t row = 0; row < entries->size(); ++row) {
            if ((*entries)[row].step != kNoStep) {
                cell.steps.push_back((*entries)[row].step);
            }
        }
        const int last = static_cast<int>(entries->size()) - 1;
        const int row = cursor ? rowOfStep(*entries, *cursor, last) : last;
        Wanted one;
        one.row = static_cast<std::size_t>(row);
        one.line.name = seriesName(m_model, entry, *context().runs);
        one.line.colour = context().palette->runColour(run->colourSlot);
        one.line.style = context().palette->runPenStyle(run->colourSlot);
        one.line.step = (*entries)[one.row].step;
        one.source = {one.line.name, tag, entry.id, run->run, run->reader};
        wanted += entry.key() + QLatin1Char('\n') + QString::number(row) + one.line.name
                  + one.line.colour.name();
        all.push_back(std::move(one));
    }
    std::ranges::sort(cell.steps);
    cell.steps.erase(std::unique(cell.steps.begin(), cell.steps.end()), cell.steps.end());
    int current = static_cast<int>(cell.steps.size()) - 1;
    for (int i = current; cursor && i >= 0; --i) {
        const auto distance = [&](int index) {
            return std::abs(static_cast<double>(cell.steps[static_cast<std::size_t>(index)])
                            - static_cast<double>(*cursor));
        };
        current = distance(i) < distance(current) ? i : current;
    }
    cell.chart->setSteps(cell.steps, std::max(current, 0));
    if (wanted == cell.wanted) {
        return;
    }
    cell.wanted = wanted;
    unsettle();
    cell.slot->run(
        [all = std::move(all)](const std::stop_token& stop) {
            std::vector<PrLine> lines;
            for (const Wanted& one : all) {
                PrLine line = one.line;
                auto curve = loadPrCurve(one.source, one.row, stop);
                if (curve) {
                    line.curve = std::make_shared<const PrCurve>(std::move(*curve));
                } else {
                    line.problem = QString::fromStdString(curve.error().message());
                }
                lines.push_back(std::move(line));
            }
            return lines;
        },
        [this, tag](std::vector<PrLine> lines) {
            if (const auto found = m_cells.find(tag); found != m_cells.end()) {
                found->second->chart->setLines(std::move(lines));
            }
            checkSettled();
        });
}

PrChart* PrCurvesView::chart(const QString& tag) const
{
    const auto found = m_cells.find(tag);
    return found == m_cells.end() ? nullptr : found->second->chart;
}

void PrCurvesView::showSingle(const QString& tag)
{
    const QString wanted = m_model.hasTag(tag) ? tag : QString();
    if (wanted != m_single) {
        m_popup->hide();
        m_single = wanted;
        reorder();
    }
}

void PrCurvesView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Escape:
        showSingle({});
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        showSingle(m_single.isEmpty() ? m_order.value(0) : QString());
        break;
    default:
        View::keyPressEvent(event);
    }
}

void PrCurvesView::resizeEvent(QResizeEvent*)
{
    m_popup->hide();
    relayoutSoon();
}

void PrCurvesView::startSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

QList<PaletteEntry> PrCurvesView::paletteEntries(const QString& typed, int limit) const
{
    QList<PaletteEntry> entries;
    for (int row = 0; row < m_model.rowCount() && entries.size() < limit; ++row) {
        const QString tag = m_model.entry(row).tag;
        const bool isFirst = m_model.rowsOfTag(tag).front() == row;
        if (isFirst && tag.contains(typed, Qt::CaseInsensitive)) {
            entries.push_back({tag, tr("PR curve"), [view = const_cast<PrCurvesView*>(this), tag] {
                                   view->showSingle(tag);
                               }});
        }
    }
    return entries;
}

ExportWork PrCurvesView::exportWork(const QString& path, ExportFormat format)
{
    if (format != ExportFormat::Csv) {
        return {};
    }
    std::vector<PrSource> sources;
    for (const QString& tag : m_single.isEmpty() ? m_order : QStringList{m_single}) {
        for (const int row : m_model.rowsOfTag(tag)) {
            const SeriesEntry& entry = m_model.entry(row);
            const OpenRun* run = context().runs->find(entry.runKey);
            if (run != nullptr && run->isShown) {
                sources.push_back({seriesName(m_model, entry, *context().runs),
                                   tag,
                                   entry.id,
                                   run->run,
                                   run->reader});
            }
        }
    }
    return
        [sources = std::move(sources), path](const std::stop_token& stop, std::atomic<int>& done) {
            return exportPrCurves(sources, path, stop, done);
        };
}

Status PrCurvesView::exportTo(const QString& path, ExportFormat format)
{
    if (const ExportWork work = exportWork(path, format)) {
        return runWithProgress(this, tr("Exporting PR curves"), work);
    }
    Figure figure;
    figure.size = size();
    figure.background = context().palette->colour(Role::Surface);
    figure.title = tr("PR curves");
    figure.paint = [this](QPainter& painter) {
        for (const auto& [tag, cell] : m_cells) {
            painter.save();
            painter.translate(cell->chart->mapTo(this, QPoint(0, 0)));
            cell->chart->paintVectors(painter);
            painter.restore();
        }
    };
    return exportFigure(figure, path, format);
}

QByteArray PrCurvesView::saveState() const
{
    const QJsonObject state{{"filter", m_search->text()}, {"single", m_single}};
    return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

void PrCurvesView::restoreState(const QByteArray& bytes)
{
    const QJsonObject state = QJsonDocument::fromJson(bytes).object();
    if (!state.isEmpty()) {
        setFilter(state.value("filter").toString());
        showSingle(state.value("single").toString());
    }
}

} // namespace runlens::viewers
