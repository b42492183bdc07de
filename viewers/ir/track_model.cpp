// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/ir/track_model.h"

namespace runlens::viewers {

namespace {

Role roleOf(TrackRow::Change change)
{
    switch (change) {
    case TrackRow::Change::Created:
        return Role::Success;
    case TrackRow::Change::Removed:
        return Role::Error;
    case TrackRow::Change::Replaced:
    case TrackRow::Change::FusedFrom:
    case TrackRow::Change::FusedInto:
    case TrackRow::Change::Split:
        return Role::Warning;
    case TrackRow::Change::Reshaped:
        return Role::Accent;
    case TrackRow::Change::Unchanged:
        return Role::Text3;
    case TrackRow::Change::ShapeKnown:
        break;
    }
    return Role::Text;
}

} // namespace

TrackModel::TrackModel(const Palette* palette, QObject* parent)
    : QAbstractTableModel(parent), m_palette(palette)
{}

void TrackModel::setRows(std::vector<TrackRow> rows)
{
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

void TrackModel::setCurrentPass(PassId pass)
{
    m_current = pass;
    if (!m_rows.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

int TrackModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TrackModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TrackModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const TrackRow& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::DisplayRole) {
        switch (index.column()) {
        case PassColumn:
            return row.pass;
        case LineColumn:
            return row.line > 0 ? QVariant(row.line) : QVariant();
        case AsColumn:
            return row.as;
        case OutputColumn:
            return row.output.isEmpty() && row.node.node >= 0 ? tr("unknown") : row.output;
        default:
            return row.what;
        }
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>((index.column() == LineColumn ? Qt::AlignRight : Qt::AlignLeft)
                                | Qt::AlignVCenter);
    }
    if (role == Qt::ForegroundRole) {
        const bool isQuiet =
            row.change == TrackRow::Change::Unchanged && index.column() == PassColumn;
        const bool isUnknown = index.column() == OutputColumn && row.output.isEmpty();
        return index.column() == ChangeColumn
                   ? m_palette->colour(roleOf(row.change))
                   : m_palette->colour(isQuiet || isUnknown ? Role::Text3 : Role::Text);
    }
    if (role == Qt::FontRole && row.firstPass == m_current) {
        return Palette::font(12, QFont::DemiBold);
    }
    return {};
}

QVariant TrackModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return static_cast<int>((section == LineColumn ? Qt::AlignRight : Qt::AlignLeft)
                                | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case PassColumn:
        return tr("Pass");
    case LineColumn:
        return tr("Line");
    case AsColumn:
        return tr("As");
    case OutputColumn:
        return tr("Output");
    default:
        return tr("What changed");
    }
}

} // namespace runlens::viewers
