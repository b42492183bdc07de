// SPDX-License-Identifier: GPL-3.0-or-later
/// Operators as a table: name with the colour of its category, counts, times, and a share bar. Full
/// precision (ns) is under kExportRole, numbers for sorting under kSortRole. GUI thread only.
#pragma once

#include "profiler/analysis/operator_summary.h"
#include "viewers/common/palette.h"

#include <QAbstractTableModel>
#include <QStyledItemDelegate>

#include <memory>
#include <vector>

class QTableView;

namespace runlens::viewers {

inline constexpr int kSortRole = 0x0100 + 4002;
inline constexpr int kCategoryRole = 0x0100 + 4003; ///< SpanCategory as int
inline constexpr int kShareRole = 0x0100 + 4004;    ///< double, 0 to 1, of the largest share 1

class OperatorTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Type, Count, Total, Self, Minimum, Average, Maximum, Share, ColumnCount };

    explicit OperatorTableModel(QObject* parent = nullptr);

    void setRows(std::shared_ptr<const Run> run, std::vector<profiler::OperatorRow> rows);

    [[nodiscard]] const std::vector<profiler::OperatorRow>& rows() const { return m_rows; }

    [[nodiscard]] const Run* run() const { return m_run.get(); }

    [[nodiscard]] QString nameOf(int row) const;
    /// -1 when there is none.
    [[nodiscard]] int rowOf(const QString& name) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(const profiler::OperatorRow& row, int column) const;
    [[nodiscard]] QVariant sortValue(const profiler::OperatorRow& row, int column) const;
    [[nodiscard]] QString exact(const profiler::OperatorRow& row, int column) const;

    std::shared_ptr<const Run> m_run;
    std::vector<profiler::OperatorRow> m_rows;
};

/// Paints the swatch before a name and the bar of a share.
class OperatorDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit OperatorDelegate(const Palette* palette, QObject* parent = nullptr);
    void paint(QPainter* painter,
               const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    const Palette* m_palette;
};

/// setUpTable(), the delegate, and the widths of the columns for this font.
void setUpOperatorTable(QTableView& table, const Palette* palette);

/// "Forward", "Data wait": translated.
[[nodiscard]] QString categoryText(SpanCategory category);
[[nodiscard]] QString textOf(const Run& run, NameId name);

} // namespace runlens::viewers
