// SPDX-License-Identifier: GPL-3.0-or-later
/// Table of what became of one node through the passes.
#pragma once

#include "viewers/common/palette.h"
#include "viewers/ir/pass_diff.h"

#include <QAbstractTableModel>

namespace runlens::viewers {

class TrackModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { PassColumn, LineColumn, AsColumn, OutputColumn, ChangeColumn, ColumnCount };

    TrackModel(const Palette* palette, QObject* parent);
    void setRows(std::vector<TrackRow> rows);

    [[nodiscard]] const std::vector<TrackRow>& rows() const { return m_rows; }

    void setCurrentPass(PassId pass); ///< its row is drawn bold

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    const Palette* m_palette;
    std::vector<TrackRow> m_rows;
    PassId m_current = kNone<PassId>;
};

} // namespace runlens::viewers
