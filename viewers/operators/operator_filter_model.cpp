// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/operators/operator_filter_model.h"

#include "viewers/common/operator_table.h"

namespace runlens::viewers {

OperatorFilterModel::OperatorFilterModel(QObject* parent) : QSortFilterProxyModel(parent)
{
    setSortRole(kSortRole);
}

void OperatorFilterModel::setText(const QString& text)
{
    m_text = text.trimmed();
    invalidateFilter();
}

bool OperatorFilterModel::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    if (m_text.isEmpty()) {
        return true;
    }
    for (const int column : {OperatorTableModel::Name, OperatorTableModel::Type}) {
        const QString text = sourceModel()->index(row, column, parent).data().toString();
        if (text.contains(m_text, Qt::CaseInsensitive)) {
            return true;
        }
    }
    return false;
}

bool OperatorFilterModel::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const QVariant a = left.data(kSortRole);
    const QVariant b = right.data(kSortRole);
    if (a.userType() == QMetaType::QString) {
        return QString::localeAwareCompare(a.toString(), b.toString()) < 0;
    }
    return QSortFilterProxyModel::lessThan(left, right);
}

} // namespace runlens::viewers
