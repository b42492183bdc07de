// SPDX-License-Identifier: GPL-3.0-or-later
/// The slowest operators by their own time: a small table model and the delegate that draws the
/// colour of the category and the share bar. Rows come sorted; at most what it is told.
#pragma once

#include "profiler/analysis/operator_summary.h"
#include "viewers/common/palette.h"

#include <QAbstractTableModel>
#include <QStyledItemDelegate>

namespace runlens::viewers {

class SlowestOperators : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { NameColumn, CountColumn, MeanColumn, PerStepColumn, ShareColumn, ColumnCount };

    enum DataRole { CategoryRole = Qt::UserRole + 1, FractionRole };

    using QAbstractTableModel::QAbstractTableModel;

    /// steps: of the whole trace, for the time per step; 0 leaves that column empty.
    void setOperators(std::shared_ptr<const Run> run,
                      const profiler::OperatorSummary& summary,
                      std::size_t steps,
                      std::size_t atMost = 10);

    [[nodiscard]] const profiler::OperatorRow& row(int row) const
    {
        return m_rows[static_cast<std::size_t>(row)];
    }

    [[nodiscard]] std::size_t totalCount() const { return m_total; } ///< operators in the trace

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QVariant text(const profiler::OperatorRow& row, int column, bool isExact) const;

    std::shared_ptr<const Run> m_run;
    std::vector<profiler::OperatorRow> m_rows;
    std::size_t m_total = 0;
    std::size_t m_steps = 0;
};

class SlowestDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    SlowestDelegate(const Palette* palette, QObject* parent);
    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    const Palette* m_palette;
};

} // namespace runlens::viewers
