// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/timeline/area_panel.h"

#include "viewers/common/number_format.h"
#include "viewers/common/style.h"
#include "viewers/common/table_helpers.h"
#include "viewers/common/widgets.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

namespace runlens::viewers {

namespace {

constexpr int kPauseMs = 100; ///< while panning, the table follows at this pace

} // namespace

AreaPanel::AreaPanel(const Palette* palette, QWidget* parent)
    : QWidget(parent)
    , m_palette(palette)
    , m_title(new TextLabel(
          palette, tr("Visible area"), Role::Text, Palette::font(12, QFont::DemiBold), this))
    , m_facts(new TextLabel(palette, {}, Role::Text3, Palette::font(12), this))
    , m_kind(new SegmentedControl(palette, {tr("Operator"), tr("Node")}, this))
    , m_view(new QTableView(this))
    , m_table(new OperatorTableModel(this))
    , m_sorted(new QSortFilterProxyModel(this))
    , m_slot(new AsyncSlot(this))
    , m_timer(new QTimer(this))
{
    setAutoFillBackground(true);
    m_sorted->setSourceModel(m_table);
    m_sorted->setSortRole(kSortRole);
    m_view->setModel(m_sorted);
    setUpOperatorTable(*m_view, palette);
    m_view->setColumnHidden(OperatorTableModel::Type, true);
    m_view->setColumnHidden(OperatorTableModel::Minimum, true);
    m_view->sortByColumn(OperatorTableModel::Self, Qt::DescendingOrder);
    m_view->setAccessibleName(tr("Operators in the area"));
    auto* copy = new IconButton(palette, QStringLiteral("copy"), tr("Copy the table"), this);
    connect(copy, &QAbstractButton::clicked, this, [this] {
        QApplication::clipboard()->setText(selectionAsTsv(*m_view));
    });
    auto* header = new QHBoxLayout;
    header->setContentsMargins(12, 2, 8, 2);
    header->setSpacing(8);
    header->addWidget(m_title);
    header->addWidget(m_facts, 1);
    header->addWidget(m_kind);
    header->addWidget(copy);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(new Separator(palette, Qt::Horizontal, Role::Line, this));
    layout->addLayout(header);
    layout->addWidget(m_view, 1);
    connect(m_kind, &SegmentedControl::currentChanged, this, &AreaPanel::fill);
    connect(m_view, &QTableView::doubleClicked, this, &AreaPanel::activate);
    m_timer->setSingleShot(true);
    m_timer->setInterval(kPauseMs);
    connect(m_timer, &QTimer::timeout, this, &AreaPanel::compute);
}

bool AreaPanel::isSettled() const
{
    return !m_isStale && !m_slot->isBusy();
}

void AreaPanel::show(Model model, profiler::TimeInterval time, bool isSelected)
{
    m_model = std::move(model);
    m_time = time;
    m_isSelected = isSelected;
    m_isStale = true;
    if (!m_timer->isActive() && !m_slot->isBusy()) {
        m_timer->start();
    }
}

void AreaPanel::compute()
{
    m_isStale = false;
    if (!m_model) {
        take({});
        return;
    }
    profiler::OperatorFilter filter;
    filter.time = m_time;
    m_slot->run(
        [model = m_model, filter](std::stop_token stop) {
            return profiler::operatorSummary(*model, filter, stop);
        },
        [this](profiler::OperatorSummary summary) { take(std::move(summary)); });
}

void AreaPanel::take(profiler::OperatorSummary summary)
{
    m_summary = std::move(summary);
    m_shownModel = m_model;
    fill();
    if (m_isStale) {
        m_timer->start();
    } else {
        emit settled();
    }
}

void AreaPanel::fill()
{
    const bool byNode = m_kind->currentIndex() == 1;
    m_title->setText(m_isSelected ? tr("Selected area") : tr("Visible area"));
    const auto spans = static_cast<std::int64_t>(m_summary.spanCount);
    m_facts->setText(m_shownModel ? tr("%1, %2 spans, %3 of own time")
                                        .arg(formatDuration(m_time.durationNs()),
                                             formatCount(spans),
                                             formatDuration(m_summary.selfNs))
                                  : QString());
    m_table->setRows(m_shownModel ? m_shownModel->sharedRun() : nullptr,
                     byNode ? m_summary.byNode : m_summary.byType);
    setCurrent(m_currentType, m_currentNode);
}

void AreaPanel::setCurrent(const QString& type, const QString& node)
{
    m_currentType = type;
    m_currentNode = node;
    const QString& wanted = m_kind->currentIndex() == 1 ? node : type;
    const int row = wanted.isEmpty() ? -1 : m_table->rowOf(wanted);
    if (row < 0) {
        m_view->clearSelection();
        return;
    }
    const QModelIndex index = m_sorted->mapFromSource(m_table->index(row, 0));
    m_view->selectRow(index.row());
    m_view->scrollTo(index);
}

void AreaPanel::activate(const QModelIndex& index)
{
    const QModelIndex source = m_sorted->mapToSource(index);
    if (source.isValid()) {
        emit spanChosen(m_table->rows()[static_cast<std::size_t>(source.row())].longest);
    }
}

} // namespace runlens::viewers
