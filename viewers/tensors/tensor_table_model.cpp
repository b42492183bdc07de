// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/tensors/tensor_table_model.h"

#include "viewers/common/number_format.h"
#include "viewers/common/table_helpers.h"
#include "viewers/common/text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace runlens::viewers {

namespace {

int clampedCount(std::uint64_t count)
{
    return static_cast<int>(std::min<std::uint64_t>(count, std::numeric_limits<int>::max()));
}

bool isNarrowFloat(const TensorData& tensor)
{
    return tensor.type == ElementType::Float16 || tensor.type == ElementType::BFloat16
           || tensor.type == ElementType::Float32;
}

} // namespace

QString shownText(const TensorField& field, std::uint64_t element)
{
    // The difference of two narrow numbers has no more digits than they have.
    const bool isNarrow =
        !field.isValues() && isNarrowFloat(*field.tensor) && isNarrowFloat(*field.other);
    QString text = toText(isNarrow ? shortestText(toBits(static_cast<float>(field.value(element))),
                                                  NumberType::Float32)
                                   : field.text(element));
    if (field.isValues() && field.tensor->type == ElementType::String) {
        return text;
    }
    text.replace(QLatin1String("Infinity"), QStringLiteral("∞"));
    return text.replace(u'-', kMinus);
}

void TensorTableModel::setContent(const TensorField& field,
                                  const std::optional<SliceGrid>& grid,
                                  const Tolerance& tolerance)
{
    beginResetModel();
    m_field = field;
    m_grid = grid.value_or(SliceGrid{});
    m_tolerance = tolerance;
    endResetModel();
}

int TensorTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : clampedCount(m_grid.rows);
}

int TensorTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : clampedCount(m_grid.columns);
}

TensorTableModel::Mark TensorTableModel::markOf(std::uint64_t element) const
{
    if (m_field.isValues() && m_field.tensor->type == ElementType::String) {
        return Mark::None;
    }
    const double value = m_field.value(element);
    if (std::isnan(value)) {
        return Mark::NotANumber;
    }
    if (std::isinf(value)) {
        return value > 0 ? Mark::PositiveInfinity : Mark::NegativeInfinity;
    }
    return m_field.other && !m_field.isWithin(element, m_tolerance) ? Mark::Beyond : Mark::None;
}

QVariant TensorTableModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const std::uint64_t element = m_grid.element(static_cast<std::uint64_t>(index.row()),
                                                 static_cast<std::uint64_t>(index.column()));
    switch (role) {
    case Qt::DisplayRole:
        return shownText(m_field, element);
    case kExportRole:
        return toWholeText(m_field.text(element));
    case kMarkRole:
        return static_cast<int>(markOf(element));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
    default:
        return {};
    }
}

QVariant TensorTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole) {
        return {};
    }
    const bool isAcross = orientation == Qt::Horizontal;
    if ((isAcross ? m_grid.columnDimension : m_grid.rowDimension) < 0) {
        return isAcross ? QVariant(tr("Value")) : QVariant(QString());
    }
    return QString::number(section);
}

} // namespace runlens::viewers
