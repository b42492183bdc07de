// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/lineage/lineage_view.h"

#include "viewers/common/figure_export.h"
#include "viewers/common/table_helpers.h"
#include "viewers/common/widgets.h"
#include "viewers/lineage/column_chooser.h"
#include "viewers/lineage/importance_chart.h"
#include "viewers/lineage/parallel_chart.h"
#include "viewers/lineage/scatter_matrix.h"

#include <QCheckBox>
#include <QPainter>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>

namespace runlens::viewers {

namespace {

constexpr std::chrono::milliseconds kFirstSlice{300}; ///< then the table shows what there is
constexpr int kSoonMs = 500;

bool hasFacts(const Run& run)
{
    const auto tags = run.tags();
    return !run.properties().empty() || std::any_of(tags.begin(), tags.end(), [](const Tag& tag) {
        return tag.kind == RecordKind::Scalar || tag.kind == RecordKind::Lineage
               || tag.kind == RecordKind::HParams;
    });
}

} // namespace

LineageView::LineageView(ViewContext viewContext, QWidget* parent)
    : View(viewContext, parent)
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_reading(new AsyncSlot(this))
    , m_correlating(new AsyncSlot(this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_splitter);
    auto* top = new QWidget(m_splitter);
    auto* rows = new QVBoxLayout(top);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    auto* bar = new QWidget(top);
    m_pictures = new QStackedWidget(top);
    m_parallel = new ParallelChart(context().palette, m_pictures);
    m_scatter = new ScatterMatrix(context().palette, m_pictures);
    m_importance = new ImportanceChart(context().palette, m_pictures);
    m_pictures->addWidget(m_parallel);
    m_pictures->addWidget(m_scatter);
    m_pictures->addWidget(m_importance);
    rows->addWidget(bar);
    rows->addWidget(m_pictures, 1);
    m_table = new QTableView(m_splitter);
    m_splitter->addWidget(top);
    m_splitter->addWidget(m_table);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setCollapsible(1, false);
    m_splitter->setSizes({460, 300});
    buildHeader();
    buildPictureBar(bar);
    buildTable();
    m_soon.setSingleShot(true);
    m_soon.setInterval(kSoonMs);
    connect(&m_soon, &QTimer::timeout, this, &LineageView::refresh);
    connect(m_parallel, &ParallelChart::brushChanged, this, &LineageView::setBrush);
    connect(m_parallel, &ParallelChart::rowChosen, this, &LineageView::choose);
    connect(m_scatter, &ScatterMatrix::rowChosen, this, &LineageView::choose);
    connect(m_parallel, &ParallelChart::logAsked, this, [this](const std::string& key, bool isLog) {
        m_logs[key] = isLog;
        showPictures();
    });
    connect(context().runs, &RunSet::changed, this, [this] {
        if (const bool has = hasData(); has != m_hadData) {
            m_hadData = has;
            emit dataAvailabilityChanged();
        }
        refresh();
    });
    connect(context().runs, &RunSet::updated, this, [this] {
        if (!m_hadData && hasData()) {
            m_hadData = true;
            emit dataAvailabilityChanged();
        }
        m_isStale = true;
        if (isVisible() && !m_soon.isActive()) {
            m_soon.start();
        }
    });
    connect(context().selection, &Selection::changed, this, [this](Selection::Aspects aspects) {
        if (aspects.testFlag(Selection::RunAspect)) {
            followSelection();
        }
    });
    connect(context().palette, &Palette::changed, this, &LineageView::showPictures);
    m_hadData = hasData();
}

bool LineageView::hasData() const
{
    const auto& runs = context().runs->runs();
    return std::any_of(
        runs.begin(), runs.end(), [](const OpenRun& open) { return hasFacts(*open.run); });
}

QString LineageView::emptyText() const
{
    return tr("No parameters or metrics were recorded: record what the training was made with, and "
              "what came out");
}

QString LineageView::emptyCode() const
{
    return QStringLiteral("collector.setConfiguration(\"learning_rate\", 0.01);");
}

bool LineageView::isSettled() const
{
    const bool isDue = m_soon.isActive() || (m_isStale && isVisible());
    return !m_reading->isBusy() && !m_correlating->isBusy() && !isDue;
}

void LineageView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    if (m_isStale) {
        refresh();
    }
}

const RunRecord* LineageView::upToDateRecord(const OpenRun& run) const
{
    const auto record = m_records.value(run.key);
    if (!record) {
        return nullptr;
    }
    // What is known of a run that was closed since is still right.
    const bool isKnown = run.isLeftClosed
                             ? record->isRead
                             : record->of.lock() == run.run && (record->isRead || run.isLoading);
    return isKnown ? record.get() : nullptr;
}

/// Reads what is new or has grown, and makes the table; only while it can be seen.
void LineageView::refresh()
{
    m_soon.stop();
    m_isStale = true;
    if (!isVisible() || m_reading->isBusy()) {
        return; // shown later, or asked for again when the worker is done
    }
    m_isStale = false;
    std::vector<RunToRead> wanted;
    std::vector<std::shared_ptr<const RunRecord>> known;
    bool isSame = m_model->labels().size() == context().runs->runs().size();
    std::size_t row = 0;
    for (const OpenRun& open : context().runs->runs()) {
        isSame = isSame && m_model->labels()[row].key == open.key;
        ++row;
        RunToRead run;
        run.key = open.key.toStdString();
        if (upToDateRecord(open) == nullptr) {
            isSame = false;
            run.run = open.run;
            run.reader = open.reader;
            run.isLoading = open.isLoading;
            run.isLeftClosed = open.isLeftClosed && !open.reader;
        }
        known.push_back(m_records.value(open.key));
        wanted.push_back(std::move(run));
    }
    if (isSame) { // names, colours, tags or what is shown
        m_model->setLabels(labelsOf(m_model->table()));
        showRows();
        return;
    }
    m_slice = std::max(kFirstSlice, 2 * m_slice);
    m_reading->run(
        [wanted = std::move(wanted), known = std::move(known), slice = m_slice](
            std::stop_token stop) mutable {
            Reading reading;
            const auto end = std::chrono::steady_clock::now() + slice;
            for (std::size_t i = 0; i < wanted.size() && !stop.stop_requested(); ++i) {
                if (!wanted[i].run) {
                    continue; // known as it is
                }
                if (!reading.records.empty() && std::chrono::steady_clock::now() > end) {
                    reading.hasMore = true;
                    break;
                }
                known[i] = readRecord(wanted[i], stop);
                reading.records.push_back(known[i]);
            }
            for (std::size_t i = 0; i < known.size(); ++i) {
                if (!known[i]) {
                    auto unread = std::make_shared<RunRecord>();
                    unread->key = wanted[i].key;
                    known[i] = std::move(unread);
                }
            }
            reading.table = std::make_shared<RunTable>(makeRunTable(std::move(known), stop));
            return reading;
        },
        [this](Reading reading) { take(std::move(reading)); });
}

void LineageView::take(Reading reading)
{
    if (!reading.hasMore) {
        m_slice = std::chrono::milliseconds(0);
    }
    for (const auto& record : reading.records) {
        m_records.insert(QString::fromStdString(record->key), record);
    }
    if (m_records.size() > static_cast<qsizetype>(context().runs->runs().size())) {
        QHash<QString, std::shared_ptr<const RunRecord>> open;
        for (const OpenRun& run : context().runs->runs()) {
            if (const auto record = m_records.value(run.key)) {
                open.insert(run.key, record);
            }
        }
        m_records = std::move(open);
    }
    const std::vector<std::string> keys = m_hasChosen ? m_chosen : tellingColumns(*reading.table);
    std::vector<RunLabel> labels = labelsOf(*reading.table);
    m_isFilling = true;
    m_model->setTable(std::move(reading.table), std::move(labels), keys);
    m_isFilling = false;
    showTable();
    if (reading.hasMore || m_isStale) {
        refresh();
    }
    checkSettled();
}

std::vector<RunLabel> LineageView::labelsOf(const RunTable& table) const
{
    QHash<QString, const OpenRun*> runs;
    for (const OpenRun& open : context().runs->runs()) {
        runs.insert(open.key, &open);
    }
    std::vector<RunLabel> labels;
    for (const auto& record : table.rows) {
        RunLabel label;
        label.key = QString::fromStdString(record->key);
        if (const OpenRun* open = runs.value(label.key)) {
            label.name = open->name;
            label.tags = open->tags;
            label.note = open->note;
            label.colourSlot = open->colourSlot;
            label.isShown = open->isShown;
        }
        labels.push_back(std::move(label));
    }
    return labels;
}

std::vector<std::string> LineageView::shownKeys() const
{
    return m_model->keys();
}

std::vector<int> LineageView::shownColumns() const
{
    std::vector<int> columns;
    for (const std::string& key : m_model->keys()) {
        columns.push_back(m_model->table().find(key));
    }
    return columns;
}

void LineageView::setShownColumns(const std::vector<std::string>& keys)
{
    m_hasChosen = true;
    m_chosen = keys;
    m_isFilling = true;
    m_model->setTable(m_model->sharedTable(), labelsOf(m_model->table()), keys);
    m_isFilling = false;
    showTable();
}

/// The table has other columns or rows.
void LineageView::showTable()
{
    fitColumns();
    sortAsBefore();
    fillMetrics();
    if (m_chooser->isVisible()) {
        m_chooser->setColumns(m_model->table(), shownKeys());
    }
    showRows();
}

int LineageView::metricColumn() const
{
    const RunTable& table = m_model->table();
    const int chosen = table.find(m_metric);
    return chosen >= 0 ? chosen : table.find(tellingMetric(table));
}

std::vector<QColor> LineageView::coloursOf(int metric) const
{
    const RunTable& table = m_model->table();
    std::vector<QColor> colours;
    ValueAxis axis;
    if (metric >= 0) {
        const RunColumn& column = table.columns[static_cast<std::size_t>(metric)];
        const auto log = m_logs.find(column.key);
        axis = ValueAxis(column, metric, log != m_logs.end() && log->second);
    }
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (metric < 0) {
            colours.push_back(context().palette->runColour(m_model->labels()[row].colourSlot));
            continue;
        }
        const RunColumn& column = table.columns[static_cast<std::size_t>(metric)];
        const auto fraction = axis.fraction(column.value(row));
        const Role without = column.isMissing(row) ? Role::Disabled : Role::NotANumber;
        colours.push_back(fraction ? context().palette->sequentialLine(*fraction)
                                   : context().palette->colour(without));
    }
    return colours;
}

/// The filter, the brushes or what is said of the runs has changed.
void LineageView::showRows()
{
    const RunTable& table = m_model->table();
    const QString unknown = m_rowFilter.resolve(table);
    const std::vector<int> shown = shownColumns();
    m_rows.clear();
    std::vector<bool> accepted(table.rows.size(), false);
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const RunLabel& label = m_model->labels()[row];
        if ((m_onlyShown->isChecked() && !label.isShown)
            || !m_rowFilter.matches(table, label, row, shown)) {
            continue;
        }
        m_rows.push_back(static_cast<int>(row));
        accepted[row] = std::all_of(m_brushes.begin(), m_brushes.end(), [&](const auto& entry) {
            const int column = table.find(entry.first);
            return column < 0
                   || entry.second.accepts(table.columns[static_cast<std::size_t>(column)], row);
        });
    }
    m_search->setWrong(!m_rowFilter.isEmpty() && (!unknown.isEmpty() || m_rows.empty()),
                       unknown.isEmpty() ? tr("No run has this")
                                         : tr("There is no column %1").arg(unknown));
    m_isFilling = true; // the current row may go: no other run is chosen for that
    m_filter->setAccepted(std::move(accepted));
    m_isFilling = false;
    followSelection();
    showFacts();
}

void LineageView::showPictures()
{
    const RunTable& table = m_model->table();
    LineagePicture picture;
    picture.table = m_model->sharedTable();
    picture.rows = m_rows;
    picture.brushes = m_brushes;
    picture.isBrushed.assign(table.rows.size(), false);
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        const int source = m_filter->mapToSource(m_filter->index(row, 0)).row();
        picture.isBrushed[static_cast<std::size_t>(source)] = true;
    }
    for (const int index : shownColumns()) {
        const RunColumn& column = table.columns[static_cast<std::size_t>(index)];
        if (column.canBeDrawn()) {
            const auto log = m_logs.find(column.key);
            picture.axes.emplace_back(column, index, log != m_logs.end() && log->second);
        } else if (column.present > 0) {
            ++picture.columnsWithoutAxis;
        }
    }
    picture.colourColumn = m_byMetric->isChecked() ? metricColumn() : -1;
    picture.colours = coloursOf(picture.colourColumn);
    for (const RunLabel& label : m_model->labels()) {
        picture.names.push_back(label.name);
    }
    picture.current = m_model->rowOf(context().selection->state().run);
    m_parallel->setPicture(picture);
    m_scatter->setPicture(picture);
    m_scale->setVisible(picture.colourColumn >= 0);
    if (picture.colourColumn >= 0) {
        const RunColumn& column = table.columns[static_cast<std::size_t>(picture.colourColumn)];
        RunColumn ends = column;
        ends.cells.resize(2);
        ends.cells[0] = {RunCell::Kind::Number, column.minimum, {}};
        ends.cells[1] = {RunCell::Kind::Number, column.maximum, {}};
        m_scale->setEnds(cellText(ends, 0), cellText(ends, 1));
    }
    m_clear->setVisible(!m_brushes.empty());
    m_clear->setText(tr("Clear %n brush(es)", nullptr, static_cast<int>(m_brushes.size())));
    showImportance();
}

/// Over the runs in the table, on a worker: hundreds of columns are sorted.
void LineageView::showImportance()
{
    if (m_pictures->currentWidget() != m_importance) {
        return;
    }
    std::vector<int> rows;
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        rows.push_back(m_filter->mapToSource(m_filter->index(row, 0)).row());
    }
    std::sort(rows.begin(), rows.end());
    const auto table = m_model->sharedTable();
    const int metric = metricColumn();
    m_correlating->run(
        [table, metric, rows](std::stop_token stop) {
            return importanceOf(*table, metric, rows, stop);
        },
        [this, table, metric, runs = static_cast<int>(rows.size())](
            std::vector<ImportanceRow> importance) {
            m_importance->setRows(table, metric, runs, std::move(importance));
            checkSettled();
        });
}

void LineageView::setBrush(const std::string& column, const std::optional<Brush>& brush)
{
    if (brush) {
        m_brushes[column] = *brush;
    } else if (m_brushes.erase(column) == 0) {
        return;
    }
    showRows();
}

void LineageView::setPicture(Picture picture)
{
    m_pictureChoice->setCurrentIndex(picture);
    m_pictures->setCurrentIndex(picture);
    showImportance();
}

void LineageView::setMetric(const std::string& key)
{
    m_metric = key;
    fillMetrics();
    showPictures();
}

Status LineageView::exportTo(const QString& path, ExportFormat format)
{
    if (format == ExportFormat::Csv) {
        return exportCsv(*m_filter, path);
    }
    Figure figure;
    figure.background = context().palette->colour(Role::Surface);
    figure.title = tr("Lineage");
    if (m_pictures->currentWidget() == m_importance) {
        figure.size = m_importance->contentSize();
        figure.paint = [this, size = m_importance->contentSize()](QPainter& painter) {
            m_importance->paintContent(painter, size.width(), 0, size.height());
        };
    } else {
        figure.size = m_pictures->size();
        figure.paint = [this](QPainter& painter) {
            if (m_pictures->currentWidget() == m_scatter) {
                m_scatter->paint(painter);
            } else {
                m_parallel->paint(painter);
            }
        };
    }
    return exportFigure(figure, path, format);
}

} // namespace runlens::viewers
