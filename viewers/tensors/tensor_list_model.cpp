// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/tensors/tensor_list_model.h"

#include "viewers/common/number_format.h"
#include "viewers/common/sample_rows.h"
#include "viewers/tensors/tensor_loader.h"

#include <algorithm>

namespace runlens::viewers {

TensorListModel::TensorListModel(const SeriesModel* series,
                                 const RunSet* runs,
                                 const Palette* palette,
                                 QObject* parent)
    : QAbstractTableModel(parent), m_series(series), m_runs(runs), m_palette(palette)
{}

void TensorListModel::setEntries(std::vector<SeriesEntry> entries)
{
    beginResetModel();
    m_entries = std::move(entries);
    endResetModel();
}

void TensorListModel::setStep(std::optional<std::int64_t> step)
{
    if (m_step != step) {
        m_step = step;
        recordsGrew();
    }
}

void TensorListModel::recordsGrew()
{
    if (!m_entries.empty()) {
        emit dataChanged(index(0, Shape), index(rowCount() - 1, Type));
    }
}

int TensorListModel::rowOf(const QString& key) const
{
    const auto found = std::ranges::find_if(
        m_entries, [&](const SeriesEntry& entry) { return entry.key() == key; });
    return found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

int TensorListModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

int TensorListModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString TensorListModel::cellText(const SeriesEntry& entry, int column) const
{
    if (column == Name) {
        return entry.tag;
    }
    const OpenRun* run = m_runs->find(entry.runKey);
    if (column == RunName || run == nullptr) {
        return column == RunName ? seriesName(*m_series, entry, *m_runs) : QString();
    }
    const ColumnView<SampleEntry>* entries = run->run->samples(entry.id);
    if (entries == nullptr || entries->empty()) {
        return noValue();
    }
    const int last = static_cast<int>(entries->size()) - 1;
    const int row = m_step ? rowOfStep(*entries, *m_step, last) : last;
    const DeclaredTensor declared =
        declaredTensor(run->run->text((*entries)[static_cast<std::size_t>(row)].metadata));
    if (column == Type) {
        return declared.dtype.empty() ? noValue() : QString::fromStdString(declared.dtype);
    }
    return declared.hasShape ? QString::fromStdString(shapeText(declared.shape)) : noValue();
}

QVariant TensorListModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const SeriesEntry& row = entry(index.row());
    if (role == Qt::DisplayRole || role == Qt::ToolTipRole) {
        return cellText(row, index.column());
    }
    if (role == Qt::DecorationRole && index.column() == Name) {
        const OpenRun* run = m_runs->find(row.runKey);
        return run != nullptr ? QVariant(m_palette->runColour(run->colourSlot)) : QVariant();
    }
    return {};
}

QVariant TensorListModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case Name:
        return tr("Tensor");
    case Type:
        return tr("Type");
    case Shape:
        return tr("Shape");
    case RunName:
        return tr("Run");
    default:
        return {};
    }
}

} // namespace runlens::viewers
