// SPDX-License-Identifier: GPL-3.0-or-later
/// A slice of a tensor, or of a difference of two, as a table: nothing is copied, a cell is asked
/// for when it is in sight. Text on screen has the minus and the infinity of the program;
/// kExportRole gives plain text that reads back to the same value. GUI thread only.
#pragma once

#include "viewers/tensors/tensor_field.h"

#include <QAbstractTableModel>

namespace runlens::viewers {

class TensorTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum class Mark { None, NotANumber, PositiveInfinity, NegativeInfinity, Beyond };

    static constexpr int kMarkRole = Qt::UserRole + 1; ///< int of Mark

    using QAbstractTableModel::QAbstractTableModel;

    /// grid: nothing shows nothing. Rows and columns beyond the largest int are left out: no
    /// tensor that fits the memory has them.
    void setContent(const TensorField& field,
                    const std::optional<SliceGrid>& grid,
                    const Tolerance& tolerance);

    [[nodiscard]] const SliceGrid& grid() const { return m_grid; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] Mark markOf(std::uint64_t element) const;

    TensorField m_field;
    SliceGrid m_grid;
    Tolerance m_tolerance;
};

/// "−0.5", "1e−7", "∞", "NaN": as it is shown; strings stay as they are.
[[nodiscard]] QString shownText(const TensorField& field, std::uint64_t element);

} // namespace runlens::viewers
