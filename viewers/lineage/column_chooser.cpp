// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/lineage/column_chooser.h"

#include "viewers/common/table_helpers.h"
#include "viewers/common/text.h"
#include "viewers/common/widgets.h"
#include "viewers/lineage/run_table_model.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <set>

namespace runlens::viewers {

namespace {

constexpr int kKeyOfColumn = Qt::UserRole;

std::string columnKey(const QTreeWidgetItem* item)
{
    return item->data(0, kKeyOfColumn).toByteArray().toStdString();
}

} // namespace

ColumnChooser::ColumnChooser(const Palette* palette, QWidget* parent)
    : QFrame(parent, Qt::Popup), m_tree(new QTreeWidget(this))
{
    setFrameShape(QFrame::StyledPanel);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(8, 8, 8, 8);
    column->setSpacing(8);
    m_search = new SearchField(palette, QStringLiteral("search"), tr("Find a column"), this);
    column->addWidget(m_search);
    m_tree->setHeaderHidden(true);
    m_tree->setColumnCount(2);
    m_tree->setAccessibleName(tr("Columns"));
    setUpTree(*m_tree);
    m_tree->setContextMenuPolicy(Qt::NoContextMenu);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    column->addWidget(m_tree, 1);
    auto* row = new QHBoxLayout;
    row->setSpacing(16);
    auto* defaults = new LinkLabel(palette, tr("Usual columns"), {}, this);
    auto* differing = new LinkLabel(palette, tr("All that differ"), {}, this);
    row->addWidget(defaults);
    row->addWidget(differing);
    row->addStretch(1);
    column->addLayout(row);
    connect(m_search, &QLineEdit::textChanged, this, &ColumnChooser::filter);
    connect(defaults, &LinkLabel::activated, this, &ColumnChooser::defaultsAsked);
    connect(differing, &LinkLabel::activated, this, &ColumnChooser::differingAsked);
    connect(m_tree, &QTreeWidget::itemChanged, this, [this](QTreeWidgetItem* item, int) {
        if (m_isFilling) {
            return;
        }
        m_isFilling = true;
        for (int i = 0; i < item->childCount(); ++i) {
            if (!item->child(i)->isHidden()) {
                item->child(i)->setCheckState(0, item->checkState(0));
            }
        }
        m_isFilling = false;
        takeChecks();
    });
    resize(340, 460);
}

void ColumnChooser::setColumns(const RunTable& table, const std::vector<std::string>& shown)
{
    m_isFilling = true;
    m_shown = shown;
    std::set<QString> closed;
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        if (!m_tree->topLevelItem(i)->isExpanded()) {
            closed.insert(m_tree->topLevelItem(i)->text(0));
        }
    }
    m_tree->clear();
    const std::set<std::string> isShown(shown.begin(), shown.end());
    QList<QTreeWidgetItem*> groups;
    for (const FactGroup group :
         {FactGroup::Parameter, FactGroup::Metric, FactGroup::DataSet, FactGroup::Run})
    {
        QList<QTreeWidgetItem*> items;
        int checked = 0;
        for (const RunColumn& column : table.columns) {
            if (column.group != group) {
                continue;
            }
            auto* item = new QTreeWidgetItem;
            item->setText(0, columnTitle(column));
            item->setToolTip(0, toText(column.key, 300));
            item->setText(1, column.differs ? tr("differs") : QString());
            item->setData(0, kKeyOfColumn, QByteArray::fromStdString(column.key));
            const bool isChecked = isShown.contains(column.key);
            item->setCheckState(0, isChecked ? Qt::Checked : Qt::Unchecked);
            checked += isChecked ? 1 : 0;
            items.push_back(item);
        }
        if (items.isEmpty()) {
            continue;
        }
        auto* top = new QTreeWidgetItem;
        top->setText(0, groupTitle(group));
        top->setCheckState(0,
                           checked == 0              ? Qt::Unchecked
                           : checked == items.size() ? Qt::Checked
                                                     : Qt::PartiallyChecked);
        top->addChildren(items);
        groups.push_back(top);
    }
    m_tree->addTopLevelItems(groups);
    for (QTreeWidgetItem* top : groups) {
        top->setExpanded(!closed.contains(top->text(0)));
    }
    m_isFilling = false;
    filter(m_search->text());
}

void ColumnChooser::filter(const QString& text)
{
    const QString wanted = text.trimmed();
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        QTreeWidgetItem* top = m_tree->topLevelItem(i);
        int listed = 0;
        for (int at = 0; at < top->childCount(); ++at) {
            QTreeWidgetItem* item = top->child(at);
            const bool isListed = wanted.isEmpty()
                                  || item->text(0).contains(wanted, Qt::CaseInsensitive)
                                  || item->toolTip(0).contains(wanted, Qt::CaseInsensitive);
            item->setHidden(!isListed);
            listed += isListed ? 1 : 0;
        }
        top->setHidden(listed == 0);
    }
}

void ColumnChooser::takeChecks()
{
    std::vector<std::string> checked;
    std::set<std::string> known;
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        const QTreeWidgetItem* top = m_tree->topLevelItem(i);
        for (int at = 0; at < top->childCount(); ++at) {
            if (top->child(at)->checkState(0) == Qt::Checked) {
                checked.push_back(columnKey(top->child(at)));
            }
        }
    }
    const std::set<std::string> isChecked(checked.begin(), checked.end());
    std::vector<std::string> shown;
    for (const std::string& key : m_shown) {
        if (isChecked.contains(key) && known.insert(key).second) {
            shown.push_back(key);
        }
    }
    for (const std::string& key : checked) {
        if (known.insert(key).second) {
            shown.push_back(key);
        }
    }
    m_shown = shown;
    emit changed(shown);
}

void ColumnChooser::showEvent(QShowEvent* event)
{
    QFrame::showEvent(event);
    m_search->setFocus();
}

} // namespace runlens::viewers
