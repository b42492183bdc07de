// SPDX-License-Identifier: GPL-3.0-or-later
/// The table of the Lineage view: sorting, widths and order of columns, and what can be done to a
/// run.
#include "viewers/common/table_helpers.h"
#include "viewers/lineage/lineage_view.h"

#include <QAction>
#include <QHeaderView>
#include <QMenu>
#include <QPixmap>
#include <QTableView>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr int kWidestAtFirstPx = 200;
constexpr int kNarrowestAtFirstPx = 64;
constexpr int kRowsMeasured = 50; ///< for the widths: more would take long
constexpr int kSwatchSidePx = 8;
constexpr int kColourChoices = 10;

/// Names a column for what is remembered of it: names of facts never hold a line end at the start.
QString widthKey(const RunTableModel& model, int column)
{
    const int fact = column - RunTableModel::FirstFact;
    return fact < 0 ? QStringLiteral("\n%1").arg(column)
                    : QString::fromStdString(model.keys()[static_cast<std::size_t>(fact)]);
}

} // namespace

void LineageView::buildTable()
{
    m_model = new RunTableModel(context().palette, context().editor, this);
    m_filter = new RunTableFilter(this);
    m_filter->setSourceModel(m_model);
    m_table->setModel(m_filter);
    setUpTable(*m_table);
    m_table->setAccessibleName(tr("Runs"));
    m_table->setIconSize({kSwatchSidePx, kSwatchSidePx});
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    QHeaderView* header = m_table->horizontalHeader();
    header->setSectionsMovable(true);
    header->setFirstSectionMovable(false);
    header->setResizeContentsPrecision(kRowsMeasured);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    header->setSortIndicatorClearable(true);
    m_table->setSortingEnabled(true);
    buildTableActions();
    connect(header, &QWidget::customContextMenuRequested, this, &LineageView::openHeaderMenu);
    connect(
        header, &QHeaderView::sortIndicatorChanged, this, [this](int column, Qt::SortOrder order) {
            if (!m_isFilling) {
                m_sortKey = column < 0 || column >= m_model->columnCount()
                                ? QString()
                                : widthKey(*m_model, column);
                m_sortOrder = order;
            }
        });
    connect(header, &QHeaderView::sectionResized, this, [this](int column, int, int width) {
        if (!m_isFilling && column < m_model->columnCount()) {
            m_widths.insert(widthKey(*m_model, column), width);
        }
    });
    connect(header, &QHeaderView::sectionMoved, this, [this] {
        if (!m_isFilling) {
            // The header is still at work: the order is taken when it is done.
            QMetaObject::invokeMethod(this, &LineageView::takeColumnOrder, Qt::QueuedConnection);
        }
    });
    connect(m_table->selectionModel(),
            &QItemSelectionModel::currentRowChanged,
            this,
            [this](const QModelIndex& index) {
                if (!m_isFilling && index.isValid()) {
                    choose(m_filter->mapToSource(index).row());
                }
            });
    connect(m_table, &QTableView::doubleClicked, this, &LineageView::openRun);
}

void LineageView::buildTableActions()
{
    QList<QAction*> actions;
    const auto add = [&](const QString& text) {
        auto* action = new QAction(text, m_table);
        actions.push_back(action);
        return action;
    };
    connect(add(tr("Open in the overview")), &QAction::triggered, this, [this] {
        openRun(m_table->currentIndex().siblingAtColumn(RunTableModel::Name));
    });
    if (RunEditor* editor = context().editor) {
        connect(add(tr("Show in all views")), &QAction::triggered, this, [this, editor] {
            editor->setShown(selectedKeys(), true);
        });
        connect(add(tr("Take from the views")), &QAction::triggered, this, [this, editor] {
            editor->setShown(selectedKeys(), false);
        });
        for (const auto column : {RunTableModel::Tags, RunTableModel::Remark}) {
            const QString text =
                column == RunTableModel::Tags ? tr("Edit tags") : tr("Edit remark");
            connect(add(text), &QAction::triggered, this, [this, column] {
                const QModelIndex index = m_table->currentIndex().siblingAtColumn(column);
                m_table->scrollTo(index);
                m_table->edit(index);
            });
        }
        actions.push_back(makeColourMenu(editor)->menuAction());
    }
    auto* line = new QAction(m_table);
    line->setSeparator(true);
    actions.push_back(line);
    m_table->insertActions(m_table->actions().value(0), actions);
}

QMenu* LineageView::makeColourMenu(RunEditor* editor)
{
    auto* colours = new QMenu(tr("Colour"), m_table);
    connect(colours, &QMenu::aboutToShow, this, [this, colours, editor] {
        colours->clear();
        for (int slot = 0; slot < kColourChoices; ++slot) {
            QPixmap swatch(12, 12);
            swatch.fill(context().palette->runColour(slot));
            colours->addAction(QIcon(swatch), tr("Colour %1").arg(slot + 1), this, [=, this] {
                const QStringList keys = selectedKeys();
                for (const QString& key : keys) {
                    editor->setColour(key, slot);
                }
            });
        }
    });
    return colours;
}

QStringList LineageView::selectedKeys() const
{
    QStringList keys;
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    for (const QModelIndex& row : rows) {
        keys.push_back(row.data(RunTableModel::kKeyRole).toString());
    }
    return keys;
}

/// Widths the user gave, or what the first rows need.
void LineageView::fitColumns()
{
    const auto& rows = m_model->table().rows;
    const auto runs =
        std::count_if(rows.begin(), rows.end(), [](const auto& record) { return record->isRead; });
    if (m_fitted == m_model->keys() && m_fittedRuns == runs) {
        return; // only values have changed
    }
    m_fitted = m_model->keys();
    m_fittedRuns = runs;
    m_isFilling = true;
    QHeaderView* header = m_table->horizontalHeader();
    for (int column = 0; column < m_model->columnCount(); ++column) {
        if (header->visualIndex(column) != column) {
            header->moveSection(header->visualIndex(column), column);
        }
        const auto known = m_widths.constFind(widthKey(*m_model, column));
        if (known != m_widths.constEnd()) {
            header->resizeSection(column, *known);
        } else {
            m_table->resizeColumnToContents(column);
            header->resizeSection(column,
                                  std::clamp(header->sectionSize(column) + 12,
                                             kNarrowestAtFirstPx,
                                             kWidestAtFirstPx));
        }
    }
    m_isFilling = false;
}

void LineageView::sortAsBefore()
{
    int sorted = -1;
    for (int column = 0; column < m_model->columnCount() && !m_sortKey.isEmpty(); ++column) {
        if (widthKey(*m_model, column) == m_sortKey) {
            sorted = column;
        }
    }
    const QHeaderView* header = m_table->horizontalHeader();
    if (header->sortIndicatorSection() != sorted || header->sortIndicatorOrder() != m_sortOrder) {
        m_isFilling = true;
        m_table->sortByColumn(sorted, m_sortOrder);
        m_isFilling = false;
    }
}

/// Columns were dragged: axes follow.
void LineageView::takeColumnOrder()
{
    const QHeaderView* header = m_table->horizontalHeader();
    std::vector<std::string> keys;
    for (int visual = 0; visual < header->count(); ++visual) {
        const int fact = header->logicalIndex(visual) - RunTableModel::FirstFact;
        if (fact >= 0) {
            keys.push_back(m_model->keys()[static_cast<std::size_t>(fact)]);
        }
    }
    setShownColumns(keys);
}

void LineageView::openHeaderMenu(const QPoint& place)
{
    const int column = m_table->horizontalHeader()->logicalIndexAt(place);
    QMenu menu(this);
    QAction* hide = menu.addAction(tr("Hide this column"), this, [this, column] {
        std::vector<std::string> keys = shownKeys();
        keys.erase(keys.begin() + (column - RunTableModel::FirstFact));
        setShownColumns(keys);
    });
    hide->setEnabled(m_model->factColumn(column) != nullptr);
    menu.addAction(tr("Choose columns…"), this, &LineageView::openChooser);
    menu.exec(m_table->horizontalHeader()->viewport()->mapToGlobal(place));
}

/// Shows the run wherever runs are shown, and its overview. Tags and remarks are edited instead.
void LineageView::openRun(const QModelIndex& index)
{
    if (!index.isValid() || (index.flags() & Qt::ItemIsEditable) != 0) {
        return;
    }
    const QString key = index.data(RunTableModel::kKeyRole).toString();
    const OpenRun* open = context().runs->find(key);
    if (open == nullptr) {
        return;
    }
    if (!open->isShown && context().editor != nullptr) {
        context().editor->setShown({key}, true);
    }
    context().selection->setRun(key);
    emit showView(QStringLiteral("overview"));
}

void LineageView::choose(int row)
{
    if (row >= 0 && row < m_model->rowCount()) {
        context().selection->setRun(m_model->labels()[static_cast<std::size_t>(row)].key);
    }
}

/// Marks the selected run, where the table has it.
void LineageView::followSelection()
{
    const int row = m_model->rowOf(context().selection->state().run);
    const QModelIndex index =
        row < 0 ? QModelIndex() : m_filter->mapFromSource(m_model->index(row, 0));
    m_isFilling = true;
    if (!index.isValid()) {
        m_table->clearSelection();
        m_table->setCurrentIndex({});
    } else if (!m_table->selectionModel()->isRowSelected(index.row())) {
        m_table->setCurrentIndex(index);
        m_table->scrollTo(index);
    }
    m_isFilling = false;
    showPictures();
}

} // namespace runlens::viewers
