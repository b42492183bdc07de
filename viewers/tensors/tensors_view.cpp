// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/tensors/tensors_view.h"

#include "viewers/common/fact_popup.h"
#include "viewers/common/widgets.h"
#include "viewers/tensors/slice_bar.h"
#include "viewers/tensors/tensor_facts.h"
#include "viewers/tensors/tensor_histogram.h"
#include "viewers/tensors/tensor_list_model.h"
#include "viewers/tensors/tensor_table.h"
#include "viewers/tensors/tensor_table_model.h"

#include <QSlider>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr int kTensorCacheKibibytes = 512 * 1024;
constexpr int kTensorSidePx = 232;
constexpr int kNarrowestSidePx = 110;
constexpr int kNarrowestBodyPx = 220;
constexpr int kListPx = 240; ///< its height at first
constexpr int kFactsPx = 500;

} // namespace

TensorsView::TensorsView(ViewContext viewContext, QWidget* parent)
    : View(viewContext, parent)
    , m_series({RecordKind::Tensor})
    , m_listModel(new TensorListModel(&m_series, viewContext.runs, viewContext.palette, this))
    , m_tableModel(new TensorTableModel(this))
    , m_loading(nullptr)
    , m_summing(nullptr)
    , m_slicing(nullptr)
    , m_cache(kTensorCacheKibibytes)
    , m_popup(new FactPopup(viewContext.palette, this))
{
    m_filter.setSourceModel(&m_series);
    buildHeader();
    m_header->hide(); // until the window takes it into its bar
    m_splitter = new QSplitter(Qt::Horizontal, this);
    m_splitter->setHandleWidth(1);
    auto* side = new QSplitter(Qt::Vertical);
    side->setHandleWidth(1);
    side->addWidget(buildList());
    m_facts = new TensorFacts(context().palette);
    side->addWidget(m_facts);
    side->setSizes({kListPx, kFactsPx});
    side->setStretchFactor(1, 1);
    m_splitter->addWidget(side);
    QWidget* body = buildBody();
    m_splitter->addWidget(body);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setCollapsible(1, false);
    side->setMinimumWidth(kNarrowestSidePx);
    body->setMinimumWidth(kNarrowestBodyPx); // beside the other panels of a small window
    m_splitter->setSizes({kTensorSidePx, 1000});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_splitter);
    setFocusPolicy(Qt::StrongFocus);
    connect(m_facts, &TensorFacts::elementChosen, this, [this](quint64 element) {
        showElement(element);
    });
    connect(context().runs, &RunSet::changed, this, &TensorsView::runsChanged);
    connect(context().runs, &RunSet::updated, this, &TensorsView::runUpdated);
    connect(context().selection, &Selection::changed, this, &TensorsView::onSelectionChanged);
    setMode(Mode::Table);
    runsChanged();
}

TensorsView::~TensorsView() = default;

QString TensorsView::emptyText() const
{
    return tr("The shown runs have recorded no tensors");
}

QString TensorsView::emptyCode() const
{
    return QStringLiteral("collector.addTensor(\"conv1.weight\", step, weight);");
}

bool TensorsView::isSettled() const
{
    return !m_loading.isBusy() && !m_summing.isBusy() && !m_slicing.isBusy()
           && (m_heatMap->isHidden() || m_heatMap->isExact());
}

void TensorsView::runsChanged()
{
    const bool hadData = hasData();
    m_series.setRuns(*context().runs);
    m_cache.clear(); // ids may be those of other runs now
    m_wanted.clear();
    relist();
    if (hadData != hasData()) {
        emit dataAvailabilityChanged();
    }
}

void TensorsView::runUpdated(const QString& key)
{
    const OpenRun* run = context().runs->find(key);
    if (run == nullptr || !run->isShown) {
        return;
    }
    const int before = m_series.rowCount();
    m_series.update(*run);
    if (m_series.rowCount() != before) {
        relist();
        if (before == 0) {
            emit dataAvailabilityChanged();
        }
        return;
    }
    m_listModel->recordsGrew();
    refresh();
}

/// The rows of the list, and the one to show of them: that of the selection, that which was shown,
/// or the first.
void TensorsView::relist()
{
    std::vector<SeriesEntry> entries;
    for (int row = 0; row < m_filter.rowCount(); ++row) {
        entries.push_back(m_series.entry(m_filter.mapToSource(m_filter.index(row, 0)).row()));
    }
    m_count->setText(tr("%n tensors", nullptr, static_cast<int>(entries.size())));
    m_isListing = true;
    m_listModel->setEntries(std::move(entries));
    m_isListing = false;
    if (m_series.rowOf(m_key) < 0) {
        const QString& tag = context().selection->state().tag;
        const auto rows = m_series.rowsOfTag(tag);
        m_key = !rows.empty()                 ? m_series.entry(rows.front()).key()
                : m_listModel->rowCount() > 0 ? m_listModel->entry(0).key()
                                              : QString();
    }
    showSeries(m_key);
}

const SeriesEntry* TensorsView::shownEntry() const
{
    const int row = m_series.rowOf(m_key);
    return row >= 0 ? &m_series.entry(row) : nullptr;
}

void TensorsView::showSeries(const QString& key)
{
    if (key != m_key) {
        m_key = m_series.rowOf(key) >= 0 ? key : m_key;
        m_row = -1;
        m_lastRow = -1;
    }
    m_isListing = true;
    if (const int row = m_listModel->rowOf(m_key); row >= 0) {
        m_list->selectRow(row);
    } else {
        m_list->clearSelection();
    }
    m_isListing = false;
    refresh();
}

void TensorsView::choose(const SeriesEntry& entry)
{
    showSeries(entry.key());
    Selection::State state = context().selection->state();
    state.run = entry.runKey;
    state.rank = entry.rank;
    state.tag = entry.tag;
    state.tensor = entry.tag;
    context().selection->set(state);
}

void TensorsView::onSelectionChanged(Selection::Aspects aspects)
{
    const Selection::State& state = context().selection->state();
    if (aspects & (Selection::TagAspect | Selection::TensorAspect | Selection::RunAspect)) {
        const SeriesEntry* entry = shownEntry();
        const QString& tag = (aspects & Selection::TensorAspect) && !state.tensor.isEmpty()
                                 ? state.tensor
                                 : state.tag;
        const auto rows = m_series.rowsOfTag(tag);
        const bool isShown = entry != nullptr && entry->tag == tag && entry->runKey == state.run;
        const auto found = std::ranges::find_if(
            rows, [&](int row) { return m_series.entry(row).runKey == state.run; });
        if (!rows.empty() && !isShown) {
            showSeries(m_series.entry(found != rows.end() ? *found : rows.front()).key());
        }
    }
    if (aspects & Selection::StepAspect) {
        m_listModel->setStep(state.step);
        refresh();
    }
}

void TensorsView::chooseStep(int row)
{
    const SeriesEntry* entry = shownEntry();
    const OpenRun* run = entry != nullptr ? context().runs->find(entry->runKey) : nullptr;
    const ColumnView<SampleEntry>* entries =
        run != nullptr ? run->run->samples(entry->id) : nullptr;
    if (entries == nullptr || row < 0 || static_cast<std::size_t>(row) >= entries->size()) {
        return;
    }
    m_row = row;
    const std::int64_t step = (*entries)[static_cast<std::size_t>(row)].step;
    if (step != kNoStep && context().selection->state().step != step) {
        context().selection->setStep(step); // comes back through the step of the cursor
    } else {
        refresh();
    }
}

void TensorsView::setSlice(const TensorSlice& slice)
{
    if (!m_field.tensor) {
        return;
    }
    m_slice = fittedSlice(slice, m_field.tensor->shape);
    showField();
    summarizeSlice();
}

void TensorsView::showElement(std::uint64_t element)
{
    if (!m_field.tensor || element >= m_field.tensor->count) {
        return;
    }
    const auto place = placeOfElement(m_field.tensor->shape, element);
    const TensorSlice before = m_slice;
    m_slice = sliceWith(m_slice, place);
    if (openDimensions(m_slice) > 2) {
        m_slice = sliceWith(firstSlice(m_field.tensor->shape), place);
    }
    if (m_slice != before) {
        showField();
        summarizeSlice();
    }
    const auto grid = gridOf(m_field.tensor->shape, m_slice);
    const auto at = [&](int dimension) {
        return dimension < 0 ? 0 : static_cast<int>(place[static_cast<std::size_t>(dimension)]);
    };
    m_table->setCurrent({at(grid->rowDimension), at(grid->columnDimension)});
    m_heatMap->setCurrent(at(grid->rowDimension), at(grid->columnDimension));
}

void TensorsView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    refresh();
}

QList<PaletteEntry> TensorsView::paletteEntries(const QString& typed, int limit) const
{
    QList<PaletteEntry> entries;
    for (int row = 0; row < m_series.rowCount() && entries.size() < limit; ++row) {
        const SeriesEntry& entry = m_series.entry(row);
        if (entry.tag.contains(typed, Qt::CaseInsensitive)) {
            entries.push_back({entry.tag,
                               tr("Tensor of %1").arg(seriesName(m_series, entry, *context().runs)),
                               [view = const_cast<TensorsView*>(this), key = entry.key()] {
                                   view->showSeries(key);
                               }});
        }
    }
    return entries;
}

} // namespace runlens::viewers
