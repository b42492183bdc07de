// SPDX-License-Identifier: GPL-3.0-or-later
/// The controls of the tensors view, and what the mouse tells.
#include "viewers/common/fact_popup.h"
#include "viewers/common/number_format.h"
#include "viewers/common/table_helpers.h"
#include "viewers/common/widgets.h"
#include "viewers/tensors/slice_bar.h"
#include "viewers/tensors/tensor_facts.h"
#include "viewers/tensors/tensor_histogram.h"
#include "viewers/tensors/tensor_list_model.h"
#include "viewers/tensors/tensor_table.h"
#include "viewers/tensors/tensor_table_model.h"
#include "viewers/tensors/tensors_view.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSlider>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr int kTensorSwatchPx = 8;

} // namespace

void TensorsView::buildHeader()
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
    m_modeChoice = new SegmentedControl(palette, {tr("Table"), tr("Heat map"), tr("Histogram")});
    m_modeChoice->setAccessibleName(tr("Shown as"));
    row->addWidget(m_modeChoice);
    m_paletteChoice = new QComboBox;
    m_paletteChoice->addItems({tr("Automatic colours"), tr("Sequential"), tr("Diverging")});
    m_paletteChoice->setAccessibleName(tr("Colours of the heat map"));
    m_paletteChoice->setToolTip(
        tr("Diverging colours are centred at zero; automatic ones diverge where there are values "
           "on both sides of it. Under one pixel, NaN goes before ±∞ before the most extreme "
           "value"));
    row->addWidget(m_paletteChoice);
    m_logChoice = new QCheckBox(tr("log"));
    m_logChoice->setAccessibleName(tr("Logarithm of counts"));
    row->addWidget(m_logChoice);
    row->addStretch(0);
    m_save = new QPushButton(tr("Save .npy…"));
    m_save->setToolTip(tr("The whole tensor as a NumPy file; bfloat16 is saved as float32, which "
                          "holds all its values"));
    row->addWidget(m_save);
    m_panelButton = new IconButton(palette, QStringLiteral("panel_left"), tr("Facts"));
    m_panelButton->setCheckable(true);
    m_panelButton->setChecked(true);
    row->addWidget(m_panelButton);
    connect(m_search, &QLineEdit::textChanged, this, &TensorsView::setFilter);
    connect(m_modeChoice, &SegmentedControl::currentChanged, this, [this](int index) {
        setMode(static_cast<Mode>(index));
    });
    connect(m_paletteChoice, &QComboBox::currentIndexChanged, this, [this](int index) {
        setHeatPalette(static_cast<HeatPalette>(index));
    });
    connect(m_logChoice, &QCheckBox::toggled, this, &TensorsView::setLog);
    connect(m_save, &QPushButton::clicked, this, &TensorsView::askToSave);
    connect(m_panelButton, &QToolButton::toggled, this, &TensorsView::setPanelVisible);
}

QWidget* TensorsView::buildList()
{
    m_list = new QTableView;
    m_list->setModel(m_listModel);
    setUpTable(*m_list);
    m_list->setAccessibleName(tr("Tensors"));
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setIconSize({kTensorSwatchPx, kTensorSwatchPx});
    QHeaderView* header = m_list->horizontalHeader();
    header->resizeSection(TensorListModel::Name, 96);
    header->resizeSection(TensorListModel::Shape, 76);
    header->resizeSection(TensorListModel::Type, 56);
    header->resizeSection(TensorListModel::RunName, 90);
    connect(m_list->selectionModel(),
            &QItemSelectionModel::currentRowChanged,
            this,
            [this](const QModelIndex& index) {
                if (index.isValid() && !m_isListing) {
                    choose(SeriesEntry(m_listModel->entry(index.row())));
                }
            });
    return m_list;
}

QWidget* TensorsView::buildBody()
{
    const Palette* palette = context().palette;
    auto* body = new QWidget;
    auto* layout = new QVBoxLayout(body);
    layout->setContentsMargins(12, 4, 8, 4);
    layout->setSpacing(2);
    auto* top = new QHBoxLayout;
    top->setSpacing(8);
    m_title = new TextLabel(palette, {}, Role::Text, Palette::font(12, QFont::DemiBold));
    top->addWidget(m_title, 1);
    m_stepLabel = new TextLabel(palette, {}, Role::Text2, Palette::font(11));
    top->addWidget(m_stepLabel);
    m_stepSlider = new QSlider(Qt::Horizontal);
    m_stepSlider->setPageStep(1);
    m_stepSlider->setMinimumWidth(48);
    m_stepSlider->setMaximumWidth(180);
    m_stepSlider->setAccessibleName(tr("Step"));
    top->addWidget(m_stepSlider);
    layout->addLayout(top);
    auto* slice = new QHBoxLayout;
    slice->setSpacing(8);
    slice->addWidget(new TextLabel(palette, tr("Slice"), Role::Text3, Palette::font(11)));
    m_sliceBar = new SliceBar(palette);
    slice->addWidget(m_sliceBar, 1);
    layout->addLayout(slice);
    m_compareBar = new CompareBar(palette);
    layout->addWidget(m_compareBar);
    m_warning = new TextLabel(palette, {}, Role::Warning, Palette::font(11));
    layout->addWidget(m_warning);
    m_pages = new QStackedWidget;
    m_table = new TensorTable(palette, m_tableModel);
    m_heatMap = new HeatMap(palette);
    m_histogram = new TensorHistogram(palette);
    m_message = new EmptyState(palette, {}, {});
    for (QWidget* page :
         std::initializer_list<QWidget*>{m_table, m_heatMap, m_histogram, m_message}) {
        m_pages->addWidget(page);
    }
    layout->addWidget(m_pages, 1);
    connectBody();
    return body;
}

void TensorsView::connectBody()
{
    connect(m_stepSlider, &QSlider::valueChanged, this, &TensorsView::chooseStep);
    connect(m_sliceBar, &SliceBar::sliceChanged, this, &TensorsView::setSlice);
    connect(m_compareBar, &CompareBar::comparisonChanged, this, &TensorsView::refresh);
    connect(m_table, &TensorTable::currentChanged, m_heatMap, &HeatMap::setCurrent);
    connect(m_heatMap, &HeatMap::chosen, this, [this](int row, int column) {
        m_table->setCurrent({row, column});
    });
    connect(m_heatMap, &HeatMap::hovered, this, [this](int row, int column, QPoint position) {
        onHover(m_heatMap, row, column, position);
    });
    connect(m_heatMap, &HeatMap::left, m_popup, &QWidget::hide);
    connect(
        m_heatMap, &HeatMap::pictureReady, this, &TensorsView::checkSettled, Qt::QueuedConnection);
    connect(m_histogram, &TensorHistogram::hovered, this, &TensorsView::onBucketHover);
    connect(m_histogram, &TensorHistogram::left, m_popup, &QWidget::hide);
}

void TensorsView::onHover(QWidget* from, int row, int column, QPoint position)
{
    const SliceGrid& grid = m_tableModel->grid();
    if (grid.isEmpty() || !m_field.tensor) {
        return;
    }
    const std::uint64_t element =
        grid.element(static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(column));
    FactPopupContent content;
    content.title =
        QString::fromStdString(shapeText(placeOfElement(m_field.tensor->shape, element)));
    TensorField values = m_field;
    values.quantity = Quantity::Values;
    content.facts.push_back({m_field.other ? tr("a") : tr("Value"), shownText(values, element)});
    if (m_field.other) {
        const TensorField others{m_field.other, nullptr, Quantity::Values};
        content.facts.push_back({tr("b"), shownText(others, element)});
        TensorField difference = m_field;
        difference.quantity = Quantity::Difference;
        content.facts.push_back({tr("a − b"), shownText(difference, element)});
        difference.quantity = Quantity::Relative;
        content.facts.push_back({tr("|a − b| / |b|"), shownText(difference, element)});
    }
    m_popup->showAt(content, from->mapTo(this, position));
}

void TensorsView::onBucketHover(int bucket, QPoint position)
{
    const HistogramBuckets& buckets = m_histogram->buckets();
    const auto at = static_cast<std::size_t>(bucket);
    if (at >= buckets.counts.size()) {
        return;
    }
    const bool isLast = at + 1 == buckets.counts.size();
    double all = 0.0;
    for (const double count : buckets.counts) {
        all += count;
    }
    FactPopupContent content;
    content.title = (isLast ? QStringLiteral("[%1, %2]") : QStringLiteral("[%1, %2)"))
                        .arg(formatNumber(buckets.edges[at]), formatNumber(buckets.edges[at + 1]));
    content.facts.push_back(
        {tr("Elements"), formatCount(static_cast<std::int64_t>(buckets.counts[at]))});
    content.facts.push_back({tr("Share"), formatPercent(buckets.counts[at] / std::max(all, 1.0))});
    m_popup->showAt(content, m_histogram->mapTo(this, position));
}

void TensorsView::setFilter(const QString& pattern)
{
    const QSignalBlocker block(m_search);
    if (m_search->text() != pattern) {
        m_search->setText(pattern);
    }
    const bool isValid = m_filter.setPattern(pattern);
    m_search->setWrong(!isValid, isValid ? QString() : tr("Not a regular expression"));
    relist();
}

void TensorsView::setMode(Mode mode)
{
    m_mode = mode;
    m_modeChoice->setCurrentIndex(static_cast<int>(mode));
    m_paletteChoice->setVisible(mode == Mode::HeatMap);
    m_logChoice->setVisible(mode == Mode::Histogram);
    m_popup->hide();
    showMessage();
    checkSettled();
}

void TensorsView::setHeatPalette(HeatPalette palette)
{
    m_paletteChoice->setCurrentIndex(static_cast<int>(palette));
    m_heatMap->setHeatPalette(palette);
}

void TensorsView::setLog(bool isLog)
{
    m_logChoice->setChecked(isLog);
    m_histogram->setLog(isLog);
}

void TensorsView::setPanelVisible(bool isVisible)
{
    m_panelButton->setChecked(isVisible);
    m_facts->setVisible(isVisible);
}

void TensorsView::startSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void TensorsView::askToSave()
{
    const SeriesEntry* entry = shownEntry();
    if (entry == nullptr || !m_field.tensor) {
        return;
    }
    QString name = entry->tag;
    name.replace(QLatin1Char('/'), QLatin1Char('_'));
    const QString path = QFileDialog::getSaveFileName(
        this, tr("Save the tensor"), name + QStringLiteral(".npy"), tr("NumPy files (*.npy)"));
    if (path.isEmpty()) {
        return;
    }
    if (const Status saved = saveNpy(path); !saved) {
        m_savedNote = QString::fromStdString(saved.error().message());
        showMessage();
    }
}

} // namespace runlens::viewers
