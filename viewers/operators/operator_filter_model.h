// SPDX-License-Identifier: GPL-3.0-or-later
/// Sorts operators by kSortRole and keeps those whose name or type holds a text. Shares stay those
/// of all rows.
#pragma once

#include <QSortFilterProxyModel>

namespace runlens::viewers {

class OperatorFilterModel : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit OperatorFilterModel(QObject* parent = nullptr);
    void setText(const QString& text);

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QString m_text;
};

} // namespace runlens::viewers
