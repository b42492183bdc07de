// SPDX-License-Identifier: GPL-3.0-or-later
/// The tensors of the shown runs: name, run, type and shape at the step of the cursor. Types and
/// shapes are read from the records of the rows that are in sight. GUI thread only.
#pragma once

#include "viewers/common/palette.h"
#include "viewers/common/series_model.h"

#include <QAbstractTableModel>

#include <optional>

namespace runlens::viewers {

class TensorListModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Shape, Type, RunName, ColumnCount };

    TensorListModel(const SeriesModel* series,
                    const RunSet* runs,
                    const Palette* palette,
                    QObject* parent = nullptr);

    void setEntries(std::vector<SeriesEntry> entries); ///< resets
    void setStep(std::optional<std::int64_t> step);    ///< none: the last one
    void recordsGrew();                                ///< types and shapes may be others

    [[nodiscard]] const SeriesEntry& entry(int row) const
    {
        return m_entries[static_cast<std::size_t>(row)];
    }

    [[nodiscard]] int rowOf(const QString& key) const; ///< -1: none

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString cellText(const SeriesEntry& entry, int column) const;

    const SeriesModel* m_series;
    const RunSet* m_runs;
    const Palette* m_palette;
    std::vector<SeriesEntry> m_entries;
    std::optional<std::int64_t> m_step;
};

} // namespace runlens::viewers
