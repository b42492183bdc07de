// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/overview/slowest_operators.h"

#include "viewers/common/number_format.h"
#include "viewers/common/table_helpers.h"

#include <QPainter>

namespace runlens::viewers {

namespace {

constexpr int kBarWidth = 60;
constexpr int kShareBarHeight = 8;

} // namespace

void SlowestOperators::setOperators(std::shared_ptr<const Run> run,
                                    const profiler::OperatorSummary& summary,
                                    std::size_t steps,
                                    std::size_t atMost)
{
    beginResetModel();
    m_run = std::move(run);
    m_steps = steps;
    m_total = summary.byType.size();
    m_rows.assign(summary.byType.begin(),
                  summary.byType.begin() + static_cast<std::ptrdiff_t>(std::min(m_total, atMost)));
    endResetModel();
}

int SlowestOperators::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int SlowestOperators::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant SlowestOperators::text(const profiler::OperatorRow& row, int column, bool isExact) const
{
    const double perStep =
        m_steps > 0 ? static_cast<double>(row.selfNs) / static_cast<double>(m_steps) : 0.0;
    const double mean =
        row.count > 0 ? static_cast<double>(row.selfNs) / static_cast<double>(row.count) : 0.0;
    switch (column) {
    case NameColumn: {
        const std::string_view name = m_run->text(row.name);
        return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    }
    case CountColumn:
        return isExact ? QString::number(row.count) : formatShortCount(toSigned(row.count));
    case MeanColumn:
        return isExact ? exactText(mean) : formatDurationNs(mean);
    case PerStepColumn:
        if (m_steps == 0) {
            return isExact ? QString() : noValue();
        }
        return isExact ? exactText(perStep) : formatDurationNs(perStep);
    case ShareColumn:
        return isExact ? exactText(row.share) : formatPercent(row.share);
    default:
        return {};
    }
}

QVariant SlowestOperators::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const profiler::OperatorRow& entry = row(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(entry, index.column(), false);
    case kExportRole:
        return text(entry, index.column(), true);
    case Qt::ToolTipRole:
        return index.column() == NameColumn
                   ? text(entry, NameColumn, false)
                   : tr("%1 ns of own time in %2 calls")
                         .arg(formatCount(entry.selfNs), formatCount(toSigned(entry.count)));
    case Qt::TextAlignmentRole:
        return QVariant(index.column() == NameColumn ? Qt::AlignLeft | Qt::AlignVCenter
                                                     : Qt::AlignRight | Qt::AlignVCenter);
    case CategoryRole:
        return static_cast<int>(entry.category);
    case FractionRole:
        return entry.share;
    default:
        return {};
    }
}

QVariant SlowestOperators::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant(section == NameColumn ? Qt::AlignLeft | Qt::AlignVCenter
                                              : Qt::AlignRight | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case NameColumn:
        return tr("Operator");
    case CountColumn:
        return tr("Count");
    case MeanColumn:
        return tr("Mean");
    case PerStepColumn:
        return tr("Per step");
    case ShareColumn:
        return tr("Share");
    default:
        return {};
    }
}

SlowestDelegate::SlowestDelegate(const Palette* palette, QObject* parent)
    : QStyledItemDelegate(parent), m_palette(palette)
{}

void SlowestDelegate::paint(QPainter* painter,
                            const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    if (index.column() != SlowestOperators::NameColumn
        && index.column() != SlowestOperators::ShareColumn)
    {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    painter->save();
    if ((option.state & QStyle::State_Selected) != 0) {
        painter->fillRect(option.rect, m_palette->colour(Role::Selected));
    }
    QRect text = option.rect.adjusted(4, 0, -6, 0);
    const int middle = option.rect.center().y() + 1;
    if (index.column() == SlowestOperators::NameColumn) {
        const auto category =
            static_cast<SpanCategory>(index.data(SlowestOperators::CategoryRole).toInt());
        painter->fillRect(text.left(), middle - 4, 8, 8, m_palette->spanStrong(category));
        text.setLeft(text.left() + 14);
    } else {
        const double fraction =
            std::clamp(index.data(SlowestOperators::FractionRole).toDouble(), 0.0, 1.0);
        painter->fillRect(text.left(),
                          middle - kShareBarHeight / 2,
                          kBarWidth,
                          kShareBarHeight,
                          m_palette->colour(Role::Grid));
        painter->fillRect(
            QRectF(
                text.left(), middle - kShareBarHeight / 2.0, kBarWidth * fraction, kShareBarHeight),
            m_palette->colour(Role::Accent));
        text.setLeft(text.left() + kBarWidth + 4);
    }
    painter->setFont(Palette::font(12));
    painter->setPen(m_palette->colour(Role::Text));
    const QString shown =
        painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideMiddle, text.width());
    painter->drawText(text, static_cast<int>(index.data(Qt::TextAlignmentRole).toInt()), shown);
    painter->restore();
}

} // namespace runlens::viewers
