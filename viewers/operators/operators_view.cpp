// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/operators/operators_view.h"

#include "viewers/common/cross_links.h"
#include "viewers/common/figure_export.h"
#include "viewers/common/number_format.h"
#include "viewers/common/operator_table.h"
#include "viewers/common/table_helpers.h"
#include "viewers/common/widgets.h"
#include "viewers/operators/operator_chart.h"
#include "viewers/operators/operator_filter_model.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPainter>
#include <QSplitter>
#include <QTableView>

#include <algorithm>

namespace runlens::viewers {

OperatorsView::OperatorsView(ViewContext viewContext, QWidget* parent)
    : TracedRunView(viewContext, parent)
    , m_splitter(new QSplitter(Qt::Vertical, this))
    , m_chart(new OperatorChart(viewContext.palette, this))
    , m_table(new QTableView(this))
    , m_model(new OperatorTableModel(this))
    , m_sorted(new OperatorFilterModel(this))
    , m_slot(new AsyncSlot(this))
{
    m_splitter->addWidget(m_chart);
    m_splitter->addWidget(m_table);
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 3);
    m_splitter->setCollapsible(1, false);
    setContent(m_splitter);
    makeHeader();
    makeTable();
    connect(context().selection, &Selection::changed, this, [this](Selection::Aspects aspects) {
        if (aspects.testFlag(Selection::RunAspect)) {
            chooseRun();
        }
        const bool movesRange = m_onlySelected->isChecked()
                                && (aspects & (Selection::TimeAspect | Selection::StepAspect));
        if (movesRange && !m_isOwnChange) {
            compute();
        }
        if (aspects & (Selection::NodeAspect | Selection::SpanAspect)) {
            followSelection();
        }
    });
    connect(m_chart, &OperatorChart::rowChosen, this, [this](std::size_t row) {
        if (row < m_model->rows().size()) {
            const profiler::OperatorRow chosen = m_model->rows()[row];
            m_chart->setCurrent(row);
            chooseOperator(chosen, false);
        }
    });
    chooseRun();
}

void OperatorsView::makeHeader()
{
    Palette* palette = context().palette;
    m_header = new QWidget(this);
    auto* layout = new QHBoxLayout(m_header);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(8);
    m_kind = new SegmentedControl(palette, {tr("By type"), tr("By node")}, m_header);
    m_search = new SearchField(palette, QStringLiteral("filter"), tr("Filter operators"), m_header);
    m_search->setFixedWidth(190);
    m_search->setAccessibleName(tr("Filter operators by name or type"));
    m_onlyNodes = new QCheckBox(tr("Graph nodes only"), m_header);
    m_onlyNodes->setToolTip(tr("Leave out spans that belong to no node of the graph"));
    m_onlySelected = new QCheckBox(tr("Selected time only"), m_header);
    m_onlySelected->setToolTip(tr("Only what ran in the selected time, steps or step"));
    m_facts = new TextLabel(palette, {}, Role::Text3, Palette::font(12), m_header);
    m_facts->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    layout->addWidget(m_kind);
    layout->addWidget(m_search);
    layout->addWidget(m_onlyNodes);
    layout->addWidget(m_onlySelected);
    layout->addWidget(m_facts, 1);
    connect(m_kind, &SegmentedControl::currentChanged, this, &OperatorsView::fill);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_sorted->setText(text);
        m_search->setWrong(!text.trimmed().isEmpty() && m_sorted->rowCount() == 0,
                           tr("No operator has this in its name"));
        followSelection();
    });
    connect(m_onlyNodes, &QCheckBox::toggled, this, &OperatorsView::compute);
    connect(m_onlySelected, &QCheckBox::toggled, this, &OperatorsView::compute);
}

void OperatorsView::makeTable()
{
    m_sorted->setSourceModel(m_model);
    m_table->setModel(m_sorted);
    setUpOperatorTable(*m_table, context().palette);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->sortByColumn(OperatorTableModel::Self, Qt::DescendingOrder);
    m_table->setColumnHidden(OperatorTableModel::Type, true);
    m_table->setAccessibleName(tr("Operators"));
    connect(m_table->selectionModel(),
            &QItemSelectionModel::currentRowChanged,
            this,
            [this](const QModelIndex& index) {
                if (!m_isFilling) {
                    chooseRow(index);
                }
            });
    connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        const QModelIndex source = m_sorted->mapToSource(index);
        if (source.isValid()) {
            const profiler::OperatorRow row =
                m_model->rows()[static_cast<std::size_t>(source.row())];
            chooseOperator(row, true);
            emit showView(QStringLiteral("timeline"));
        }
    });
}

OperatorsView::Kind OperatorsView::kind() const
{
    return m_kind->currentIndex() == 1 ? ByNode : ByType;
}

void OperatorsView::setKind(Kind kind)
{
    m_kind->setCurrentIndex(kind == ByNode ? 1 : 0);
}

QString OperatorsView::factsText() const
{
    return m_facts->text();
}

QString OperatorsView::emptyText() const
{
    return tr("No operators were recorded: run the training with a collector that records what it "
              "does when");
}

QString OperatorsView::emptyCode() const
{
    return QStringLiteral("runlens::ScopedSpan span(collector, \"Conv2D\");");
}

void OperatorsView::clearRun()
{
    m_slot->cancel();
    m_trace = nullptr;
    m_isStale = false;
    take({});
}

void OperatorsView::takeTrace(const std::shared_ptr<const TraceData>&)
{
    compute();
}

std::optional<profiler::TimeInterval> OperatorsView::selectedTime() const
{
    const Selection::State& state = context().selection->state();
    if (state.timeRange && state.timeRange->run == runKey()) {
        return profiler::TimeInterval{state.timeRange->startNs, state.timeRange->endNs};
    }
    const auto traced = traceData();
    if (!traced || (!state.stepRange && !state.step)) {
        return std::nullopt;
    }
    const StepRange range =
        state.stepRange.value_or(StepRange{state.step.value_or(0), state.step.value_or(0)});
    std::optional<profiler::TimeInterval> time;
    for (const int rank : traced->model->ranks()) {
        for (const profiler::TraceStep& step : traced->model->steps(rank)) {
            if (step.step < range.first || step.step > range.last) {
                continue;
            }
            time = time ? profiler::TimeInterval{std::min(time->startNs, step.time.startNs),
                                                 std::max(time->endNs, step.time.endNs)}
                        : step.time;
        }
    }
    return time;
}

profiler::OperatorFilter OperatorsView::filter() const
{
    profiler::OperatorFilter filter;
    filter.onlyNodes = m_onlyNodes->isChecked();
    if (m_onlySelected->isChecked()) {
        filter.time = selectedTime().value_or(profiler::kAllTime);
    }
    return filter;
}

void OperatorsView::compute()
{
    const auto traced = traceData();
    if (!traced) {
        return;
    }
    if (m_slot->isBusy()) {
        m_isStale = true; // a growing run must not keep cancelling itself
        return;
    }
    m_isStale = false;
    m_trace = traced->model;
    m_slot->run(
        [trace = m_trace, wanted = filter()](std::stop_token stop) {
            return profiler::operatorSummary(*trace, wanted, stop);
        },
        [this](profiler::OperatorSummary summary) { take(std::move(summary)); });
}

void OperatorsView::take(profiler::OperatorSummary summary)
{
    m_summary = std::move(summary);
    fill();
    if (m_isStale) {
        compute();
    }
    checkSettled();
}

void OperatorsView::fill()
{
    const bool byNode = kind() == ByNode;
    const auto& rows = byNode ? m_summary.byNode : m_summary.byType;
    const auto run = m_trace ? m_trace->sharedRun() : nullptr;
    m_isFilling = true;
    m_model->setRows(run, rows);
    m_table->setColumnHidden(OperatorTableModel::Type, !byNode);
    m_chart->setRows(run, rows, byNode ? tr("Largest nodes") : tr("Largest operators"));
    m_isFilling = false;
    QString facts = tr("%1 spans, %2 self time")
                        .arg(formatCount(static_cast<std::int64_t>(m_summary.spanCount)),
                             formatDuration(m_summary.selfNs));
    if (m_onlySelected->isChecked()) {
        const auto time = selectedTime();
        facts = time ? tr("%1 in the selected %2").arg(facts, formatDuration(time->durationNs()))
                     : tr("%1, nothing is selected").arg(facts);
    }
    m_facts->setText(m_trace ? facts : QString());
    followSelection();
}

/// Marks the row of the selected span or node.
void OperatorsView::followSelection()
{
    if (m_isOwnChange || !m_trace) {
        return;
    }
    const Selection::State& state = context().selection->state();
    const Run& run = m_trace->run();
    QString type;
    QString node;
    if (state.span && state.span->run == runKey()) {
        if (const auto facts = m_trace->facts(state.span->span)) {
            const IrNode* known = run.irNode(facts->node);
            type = textOf(run, known != nullptr && known->op != NameId{} ? known->op : facts->name);
            node = textOf(run,
                          known != nullptr && known->fullName != NameId{} ? known->fullName
                                                                          : facts->name);
        }
    } else if (state.node && state.node->run == runKey()) {
        node = state.node->fullName;
        for (const NodeRef& ref :
             nodesNamed(run, state.node->graph.toStdString(), node.toStdString())) {
            type = textOf(run, run.irNode(ref)->op);
            break;
        }
    }
    const QString& wanted = kind() == ByNode ? node : type;
    const int row = wanted.isEmpty() ? -1 : m_model->rowOf(wanted);
    m_isFilling = true;
    if (row < 0) {
        m_table->clearSelection();
        m_table->setCurrentIndex({});
        m_chart->setCurrent(std::nullopt);
    } else {
        m_chart->setCurrent(static_cast<std::size_t>(row));
        const QModelIndex index = m_sorted->mapFromSource(m_model->index(row, 0));
        if (index.isValid()) {
            m_table->selectRow(index.row());
            m_table->scrollTo(index);
        } else {
            m_table->clearSelection();
        }
    }
    m_isFilling = false;
}

void OperatorsView::chooseRow(const QModelIndex& index)
{
    const QModelIndex source = m_sorted->mapToSource(index);
    if (source.isValid()) {
        const profiler::OperatorRow row = m_model->rows()[static_cast<std::size_t>(source.row())];
        m_chart->setCurrent(static_cast<std::size_t>(source.row()));
        chooseOperator(row, false);
    }
}

/// The node of the operator, with or without its longest span.
void OperatorsView::chooseOperator(const profiler::OperatorRow& row, bool withSpan)
{
    const OpenRun* open = context().runs->find(runKey());
    if (open == nullptr) {
        return;
    }
    const Run& run = *open->run;
    Selection::State state = context().selection->state();
    const bool isOneNode = kind() == ByNode && row.hasNode();
    if (withSpan || !isOneNode) {
        state = selectSpan(state, runKey(), run, row.longest);
    } else {
        state = selectNode(state, runKey(), run, row.node);
        state.span.reset();
    }
    const Selection::State& before = context().selection->state();
    state.timeRange = before.timeRange; // what the table may be restricted to stays
    if (m_onlySelected->isChecked()) {
        state.step = before.step;
    }
    m_isOwnChange = true;
    context().selection->set(state);
    m_isOwnChange = false;
    const int known = m_model->rowOf(textOf(run, row.name));
    const QModelIndex index =
        known < 0 ? QModelIndex() : m_sorted->mapFromSource(m_model->index(known, 0));
    if (index.isValid() && !m_table->selectionModel()->isRowSelected(index.row())) {
        m_isFilling = true;
        m_table->selectRow(index.row());
        m_table->scrollTo(index);
        m_isFilling = false;
    }
}

bool OperatorsView::isSettled() const
{
    return runKey().isEmpty()
           || (isTraceUpToDate() && m_trace != nullptr && !m_slot->isBusy() && !m_isStale);
}

Status OperatorsView::exportTo(const QString& path, ExportFormat format)
{
    if (format == ExportFormat::Csv) {
        return exportCsv(*m_sorted, path);
    }
    Figure figure;
    figure.size = m_chart->size();
    figure.background = context().palette->colour(Role::Surface);
    figure.title = tr("Operators");
    figure.paint = [this](QPainter& painter) { m_chart->paint(painter); };
    return exportFigure(figure, path, format);
}

void OperatorsView::startSearch()
{
    m_search->takeFocus();
}

QByteArray OperatorsView::saveState() const
{
    QJsonObject state;
    state[QStringLiteral("kind")] =
        kind() == ByNode ? QStringLiteral("node") : QStringLiteral("type");
    state[QStringLiteral("filter")] = m_search->text();
    state[QStringLiteral("onlyNodes")] = m_onlyNodes->isChecked();
    state[QStringLiteral("onlySelected")] = m_onlySelected->isChecked();
    state[QStringLiteral("splitter")] = QString::fromLatin1(m_splitter->saveState().toBase64());
    state[QStringLiteral("header")] =
        QString::fromLatin1(m_table->horizontalHeader()->saveState().toBase64());
    return QJsonDocument(state).toJson(QJsonDocument::Compact);
}

void OperatorsView::restoreState(const QByteArray& bytes)
{
    const QJsonObject state = QJsonDocument::fromJson(bytes).object();
    const auto blob = [&state](const char* key) {
        return QByteArray::fromBase64(state[QLatin1String(key)].toString().toLatin1());
    };
    if (const QByteArray header = blob("header"); !header.isEmpty()) {
        m_table->horizontalHeader()->restoreState(header);
    }
    if (const QByteArray splitter = blob("splitter"); !splitter.isEmpty()) {
        m_splitter->restoreState(splitter);
    }
    m_search->setText(state[QStringLiteral("filter")].toString());
    m_onlyNodes->setChecked(state[QStringLiteral("onlyNodes")].toBool());
    m_onlySelected->setChecked(state[QStringLiteral("onlySelected")].toBool());
    setKind(state[QStringLiteral("kind")].toString() == QStringLiteral("node") ? ByNode : ByType);
    m_table->setColumnHidden(OperatorTableModel::Type, kind() != ByNode);
}

} // namespace runlens::viewers
