// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/operator_table.h"

#include "viewers/common/number_format.h"
#include "viewers/common/style.h"
#include "viewers/common/table_helpers.h"
#include "viewers/common/text.h"

#include <QEvent>
#include <QHeaderView>
#include <QPainter>
#include <QTableView>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr int kSwatchPx = 8;
constexpr int kBarWidthPx = 66;
constexpr int kBarHeightPx = 8;

} // namespace

QString textOf(const Run& run, NameId name)
{
    return toWholeText(run.text(name));
}

QString categoryText(SpanCategory category)
{
    switch (category) {
    case SpanCategory::Other:
        return OperatorTableModel::tr("Host, other");
    case SpanCategory::Step:
        return OperatorTableModel::tr("Step");
    case SpanCategory::DataWait:
        return OperatorTableModel::tr("Data wait");
    case SpanCategory::Data:
        return OperatorTableModel::tr("Data");
    case SpanCategory::Forward:
        return OperatorTableModel::tr("Forward");
    case SpanCategory::Backward:
        return OperatorTableModel::tr("Backward");
    case SpanCategory::Optimizer:
        return OperatorTableModel::tr("Optimizer");
    case SpanCategory::Communication:
        return OperatorTableModel::tr("Communication");
    case SpanCategory::Memory:
        return OperatorTableModel::tr("Memory");
    case SpanCategory::Recording:
        return OperatorTableModel::tr("Recording");
    case SpanCategory::Compile:
        return OperatorTableModel::tr("Compile");
    case SpanCategory::Evaluation:
        return OperatorTableModel::tr("Evaluation");
    }
    return OperatorTableModel::tr("Host, other");
}

OperatorTableModel::OperatorTableModel(QObject* parent) : QAbstractTableModel(parent) {}

void OperatorTableModel::setRows(std::shared_ptr<const Run> run,
                                 std::vector<profiler::OperatorRow> rows)
{
    beginResetModel();
    m_run = std::move(run);
    m_rows = std::move(rows);
    endResetModel();
}

QString OperatorTableModel::nameOf(int row) const
{
    return m_run && row >= 0 && static_cast<std::size_t>(row) < m_rows.size()
               ? textOf(*m_run, m_rows[static_cast<std::size_t>(row)].name)
               : QString();
}

int OperatorTableModel::rowOf(const QString& name) const
{
    const std::string wanted = name.toStdString();
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (m_run->text(m_rows[i].name) == wanted) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

int OperatorTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int OperatorTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString OperatorTableModel::text(const profiler::OperatorRow& row, int column) const
{
    switch (column) {
    case Name:
        return row.name == NameId{} ? tr("(no name)") : textOf(*m_run, row.name);
    case Type:
        return textOf(*m_run, row.type);
    case Count:
        return formatCount(static_cast<std::int64_t>(row.count));
    case Total:
        return formatDuration(row.totalNs);
    case Self:
        return formatDuration(row.selfNs);
    case Minimum:
        return formatDuration(row.minimumNs);
    case Average:
        return formatDurationNs(row.averageNs);
    case Maximum:
        return formatDuration(row.maximumNs);
    case Share:
        return tr("%1 %").arg(row.share * 100.0, 0, 'f', 1);
    default:
        return {};
    }
}

QVariant OperatorTableModel::sortValue(const profiler::OperatorRow& row, int column) const
{
    switch (column) {
    case Name:
    case Type:
        return text(row, column);
    case Count:
        return QVariant::fromValue<qulonglong>(row.count);
    case Total:
        return QVariant::fromValue<qlonglong>(row.totalNs);
    case Self:
        return QVariant::fromValue<qlonglong>(row.selfNs);
    case Minimum:
        return QVariant::fromValue<qlonglong>(row.minimumNs);
    case Average:
        return row.averageNs;
    case Maximum:
        return QVariant::fromValue<qlonglong>(row.maximumNs);
    case Share:
        return row.share;
    default:
        return {};
    }
}

QString OperatorTableModel::exact(const profiler::OperatorRow& row, int column) const
{
    switch (column) {
    case Name:
    case Type:
        return text(row, column);
    case Average:
        return exactText(row.averageNs);
    case Share:
        return exactText(row.share);
    default:
        return sortValue(row, column).toString();
    }
}

QVariant OperatorTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= ColumnCount) {
        return {};
    }
    const profiler::OperatorRow& row = m_rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    const bool isText = column == Name || column == Type;
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case kSortRole:
        return sortValue(row, column);
    case kExportRole:
        return exact(row, column);
    case kCategoryRole:
        return static_cast<int>(row.category);
    case kShareRole:
        return row.share;
    case Qt::ToolTipRole:
        if (isText) {
            return text(row, column) + QLatin1Char('\n') + categoryText(row.category);
        }
        return column == Count || column == Share ? exact(row, column)
                                                  : tr("%1 ns").arg(exact(row, column));
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((isText ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant OperatorTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        const bool isLeft = section == Name || section == Type || section == Share;
        return QVariant::fromValue((isLeft ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    static const std::array<const char*, ColumnCount> kNames{QT_TR_NOOP("Operator"),
                                                             QT_TR_NOOP("Type"),
                                                             QT_TR_NOOP("Count"),
                                                             QT_TR_NOOP("Total"),
                                                             QT_TR_NOOP("Self"),
                                                             QT_TR_NOOP("Min"),
                                                             QT_TR_NOOP("Average"),
                                                             QT_TR_NOOP("Max"),
                                                             QT_TR_NOOP("Share of self time")};
    static const std::array<const char*, ColumnCount> kToolTips{
        QT_TR_NOOP("Type of the operator, or full name of the node"),
        QT_TR_NOOP("Type of the operator"),
        QT_TR_NOOP("How often it ran"),
        QT_TR_NOOP("Time from begin to end, including what ran inside it"),
        QT_TR_NOOP("Time in which nothing else ran inside it"),
        QT_TR_NOOP("Shortest run"),
        QT_TR_NOOP("Total time divided by the count"),
        QT_TR_NOOP("Longest run"),
        QT_TR_NOOP("Self time divided by the self time of all rows")};
    const auto i = static_cast<std::size_t>(section);
    if (role == Qt::DisplayRole) {
        return tr(kNames[i]);
    }
    return role == Qt::ToolTipRole ? tr(kToolTips[i]) : QVariant();
}

OperatorDelegate::OperatorDelegate(const Palette* palette, QObject* parent)
    : QStyledItemDelegate(parent), m_palette(palette)
{}

void OperatorDelegate::paint(QPainter* painter,
                             const QStyleOptionViewItem& option,
                             const QModelIndex& index) const
{
    const bool isName = index.column() == OperatorTableModel::Name;
    const bool isShare = index.column() == OperatorTableModel::Share;
    if (!isName && !isShare) {
        QStyledItemDelegate::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem cell = option;
    initStyleOption(&cell, index);
    const QString text = cell.text;
    cell.text.clear();
    const QWidget* widget = option.widget;
    widget->style()->drawControl(QStyle::CE_ItemViewItem, &cell, painter, widget);
    painter->save();
    painter->setFont(option.font);
    painter->setPen(m_palette->colour(Role::Text));
    const QRect rect = option.rect.adjusted(8, 0, -8, 0);
    const int middle = rect.center().y() + 1;
    if (isName) {
        const auto category = static_cast<SpanCategory>(index.data(kCategoryRole).toInt());
        painter->fillRect(rect.left(),
                          middle - kSwatchPx / 2,
                          kSwatchPx,
                          kSwatchPx,
                          m_palette->spanStrong(category));
        const QRect label = rect.adjusted(kSwatchPx + 6, 0, 0, 0);
        painter->drawText(label,
                          Qt::AlignLeft | Qt::AlignVCenter,
                          painter->fontMetrics().elidedText(text, Qt::ElideMiddle, label.width()));
    } else {
        const double share = index.data(kShareRole).toDouble();
        const QRect bar(rect.left(), middle - kBarHeightPx / 2, kBarWidthPx, kBarHeightPx);
        painter->fillRect(bar, m_palette->colour(Role::Grid));
        const int filled = static_cast<int>(std::ceil(share * kBarWidthPx));
        painter->fillRect(bar.adjusted(0, 0, filled - kBarWidthPx, 0),
                          m_palette->colour(Role::Accent));
        painter->drawText(
            rect.adjusted(kBarWidthPx + 8, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
    }
    painter->restore();
}

namespace {

/// Gives the names what the other columns leave, but never too little to tell them apart: a narrow
/// table scrolls instead.
class NameColumnFitter : public QObject {
public:
    explicit NameColumnFitter(QTableView& table) : QObject(&table), m_table(table)
    {
        table.viewport()->installEventFilter(this);
        connect(table.horizontalHeader(),
                &QHeaderView::sectionResized,
                this,
                [this](int column, int, int) {
                    if (column != OperatorTableModel::Name) {
                        fit();
                    }
                });
    }

    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Resize) {
            fit();
        }
        return QObject::eventFilter(watched, event);
    }

private:
    void fit()
    {
        const QHeaderView* header = m_table.horizontalHeader();
        const int others = header->length() - header->sectionSize(OperatorTableModel::Name);
        const int room = m_table.viewport()->width() - others;
        m_table.setColumnWidth(OperatorTableModel::Name, std::max(kLeastNameWidth, room));
    }

    static constexpr int kLeastNameWidth = 170;
    QTableView& m_table;
};

} // namespace

void setUpOperatorTable(QTableView& table, const Palette* palette)
{
    setUpTable(table);
    table.setItemDelegate(new OperatorDelegate(palette, &table));
    table.setSelectionMode(QAbstractItemView::ExtendedSelection);
    table.setSortingEnabled(true);
    QHeaderView* header = table.horizontalHeader();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(QHeaderView::Interactive);
    const auto width = [&table](int column, int px) { table.setColumnWidth(column, px); };
    width(OperatorTableModel::Type, 130);
    width(OperatorTableModel::Count, 64);
    for (int column = OperatorTableModel::Total; column <= OperatorTableModel::Maximum; ++column) {
        width(column, 76);
    }
    width(OperatorTableModel::Share, 140);
    new NameColumnFitter(table); // owned by the table
}

} // namespace runlens::viewers
