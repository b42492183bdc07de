// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/lineage/run_table_model.h"

#include "viewers/common/number_format.h"
#include "viewers/common/table_helpers.h"
#include "viewers/common/text.h"

#include <QColor>
#include <QCoreApplication>
#include <QIcon>
#include <QPixmap>

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

struct LineageText {
    Q_DECLARE_TR_FUNCTIONS(runlens::viewers::Lineage)
};

constexpr std::size_t kLongestToolTip = 600;

/// A whole number as it was written, without an exponent or a point.
bool isWhole(const std::string& text)
{
    const std::size_t first = text.starts_with('-') ? 1 : 0;
    return text.size() > first && text.size() <= 15
           && std::all_of(text.begin() + static_cast<std::ptrdiff_t>(first),
                          text.end(),
                          [](char c) { return c >= '0' && c <= '9'; });
}

std::int64_t wholeNs(double value)
{
    constexpr double kLargest = 9.2e18;
    return static_cast<std::int64_t>(std::clamp(value, -kLargest, kLargest));
}

/// The same colour in a selected row, which would tint it.
QIcon swatch(const QColor& colour)
{
    constexpr int kSidePx = 8;
    QPixmap square(kSidePx, kSidePx);
    square.fill(colour);
    QIcon icon(square);
    icon.addPixmap(square, QIcon::Selected);
    return icon;
}

/// endReasonName() as it is shown.
QString stateText(const std::string& reason)
{
    if (reason == endReasonName(EndReason::Clean)) {
        return LineageText::tr("Finished");
    }
    return reason == endReasonName(EndReason::Running) ? LineageText::tr("Running")
                                                       : LineageText::tr("Crashed");
}

QString exactCell(const RunColumn& column, std::size_t row)
{
    return toText(column.cells[row].text);
}

} // namespace

QString groupTitle(FactGroup group)
{
    switch (group) {
    case FactGroup::Run:
        return LineageText::tr("Run");
    case FactGroup::Parameter:
        return LineageText::tr("Parameters");
    case FactGroup::Metric:
        return LineageText::tr("Metrics");
    case FactGroup::DataSet:
        return LineageText::tr("Data set");
    }
    return {};
}

QString columnTitle(const RunColumn& column)
{
    const QString title = toText(column.title, 200);
    switch (column.part) {
    case ColumnPart::Last:
        return LineageText::tr("%1 (last)").arg(title);
    case ColumnPart::Minimum:
        return LineageText::tr("%1 (min)").arg(title);
    case ColumnPart::Maximum:
        return LineageText::tr("%1 (max)").arg(title);
    case ColumnPart::Whole:
        break;
    }
    if (column.key == "run/started") {
        return LineageText::tr("Started");
    }
    if (column.key == "run/duration") {
        return LineageText::tr("Duration");
    }
    if (column.key == "run/ended") {
        return LineageText::tr("State");
    }
    if (column.key == "run/last_step") {
        return LineageText::tr("Last step");
    }
    return column.key == "run/format" ? LineageText::tr("Format") : title;
}

QString cellText(const RunColumn& column, std::size_t row)
{
    const RunCell& cell = column.cells[row];
    switch (cell.kind) {
    case RunCell::Kind::Missing:
        return noValue();
    case RunCell::Kind::Text:
        return column.key == "run/ended" ? stateText(cell.text)
                                         : toText(cell.text, 200).simplified();
    case RunCell::Kind::Number:
        break;
    }
    if (column.unit == ColumnUnit::Duration) {
        return formatDuration(wholeNs(cell.number));
    }
    if (column.unit == ColumnUnit::Time) {
        return formatDateTime(wholeNs(cell.number));
    }
    if (isWhole(cell.text)) {
        return formatCount(static_cast<std::int64_t>(cell.number));
    }
    return formatNumber(cell.number);
}

RunTableModel::RunTableModel(const Palette* palette, RunEditor* editor, QObject* parent)
    : QAbstractTableModel(parent)
    , m_palette(palette)
    , m_editor(editor)
    , m_table(std::make_shared<RunTable>())
{}

void RunTableModel::setTable(std::shared_ptr<const RunTable> table,
                             std::vector<RunLabel> labels,
                             std::vector<std::string> keys)
{
    std::vector<int> columns;
    std::vector<std::string> known;
    for (std::string& key : keys) {
        if (const int column = table->find(key); column >= 0) {
            columns.push_back(column);
            known.push_back(std::move(key));
        }
    }
    const bool hasSameRuns =
        std::equal(labels.begin(),
                   labels.end(),
                   m_labels.begin(),
                   m_labels.end(),
                   [](const RunLabel& a, const RunLabel& b) { return a.key == b.key; });
    const bool hasSameShape = hasSameRuns && known == m_keys;
    if (!hasSameShape) {
        beginResetModel();
    }
    m_table = std::move(table);
    m_labels = std::move(labels);
    m_keys = std::move(known);
    m_columns = std::move(columns);
    if (!hasSameShape) {
        endResetModel();
    } else if (!m_labels.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

void RunTableModel::setLabels(std::vector<RunLabel> labels)
{
    if (labels.size() == m_labels.size() && labels != m_labels) {
        m_labels = std::move(labels);
        emit dataChanged(index(0, 0), index(rowCount() - 1, Remark));
    }
}

const RunColumn* RunTableModel::factColumn(int column) const
{
    const int fact = column - FirstFact;
    return fact >= 0 && static_cast<std::size_t>(fact) < m_columns.size()
               ? &m_table
                      ->columns[static_cast<std::size_t>(m_columns[static_cast<std::size_t>(fact)])]
               : nullptr;
}

int RunTableModel::rowOf(const QString& key) const
{
    const auto at = std::find_if(
        m_labels.begin(), m_labels.end(), [&](const RunLabel& label) { return label.key == key; });
    return at == m_labels.end() ? -1 : static_cast<int>(at - m_labels.begin());
}

int RunTableModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_labels.size());
}

int RunTableModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : FirstFact + static_cast<int>(m_columns.size());
}

QVariant RunTableModel::labelData(const RunLabel& label, int column, int role) const
{
    const QString text = column == Name   ? label.name
                         : column == Tags ? label.tags.join(QStringLiteral(", "))
                                          : label.note;
    switch (role) {
    case Qt::DisplayRole:
        return column == Remark ? text.simplified() : text;
    case Qt::EditRole:
    case kExportRole:
        return text;
    case Qt::ToolTipRole:
        return column == Name ? label.key : text;
    case Qt::DecorationRole:
        return column == Name ? QVariant(swatch(m_palette->runColour(label.colourSlot)))
                              : QVariant();
    case Qt::CheckStateRole:
        return column == Name ? QVariant(label.isShown ? Qt::Checked : Qt::Unchecked) : QVariant();
    default:
        return {};
    }
}

QVariant RunTableModel::factData(const RunColumn& column, int row, int role) const
{
    const auto at = static_cast<std::size_t>(row);
    const bool isMissing = column.isMissing(at);
    const bool isRead = m_table->rows[at]->isRead;
    switch (role) {
    case Qt::DisplayRole:
        return isMissing && !isRead ? QStringLiteral("…") : cellText(column, at);
    case kExportRole:
        return isMissing ? QString() : QString::fromStdString(column.cells[at].text);
    case Qt::ToolTipRole:
        return isMissing ? (isRead ? tr("This run has no value of this name")
                                   : tr("This run has not been read yet"))
                         : exactCell(column, at).left(kLongestToolTip);
    case Qt::ForegroundRole:
        if (isMissing) {
            return m_palette->colour(Role::Text3);
        }
        return column.isNumeric && !std::isfinite(column.cells[at].number)
                   ? QVariant(m_palette->colour(Role::NotANumber))
                   : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant::fromValue((column.isNumeric ? Qt::AlignRight : Qt::AlignLeft)
                                   | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) {
        return {};
    }
    const RunLabel& label = m_labels[static_cast<std::size_t>(index.row())];
    if (role == kKeyRole) {
        return label.key;
    }
    const RunColumn* column = factColumn(index.column());
    return column != nullptr ? factData(*column, index.row(), role)
                             : labelData(label, index.column(), role);
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    if (const RunColumn* column = factColumn(section)) {
        switch (role) {
        case Qt::DisplayRole:
            return columnTitle(*column);
        case Qt::ToolTipRole:
            return tr("%1: %2\n%n run(s) have a value", nullptr, static_cast<int>(column->present))
                .arg(groupTitle(column->group), toText(column->key, 300));
        case Qt::TextAlignmentRole:
            return QVariant::fromValue((column->isNumeric ? Qt::AlignRight : Qt::AlignLeft)
                                       | Qt::AlignVCenter);
        default:
            return {};
        }
    }
    if (role == Qt::DisplayRole) {
        return section == Name ? tr("Run") : section == Tags ? tr("Tags") : tr("Remark");
    }
    if (role == Qt::ToolTipRole) {
        return section == Name ? tr("Checked runs are shown in all views")
                               : tr("Double click a cell to edit it; kept in your settings");
    }
    return role == Qt::TextAlignmentRole ? QVariant::fromValue(Qt::AlignLeft | Qt::AlignVCenter)
                                         : QVariant();
}

Qt::ItemFlags RunTableModel::flags(const QModelIndex& index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (m_editor != nullptr && index.isValid()) {
        if (index.column() == Name) {
            flags |= Qt::ItemIsUserCheckable;
        } else if (index.column() == Tags || index.column() == Remark) {
            flags |= Qt::ItemIsEditable;
        }
    }
    return flags;
}

bool RunTableModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (m_editor == nullptr || !index.isValid() || index.row() >= rowCount()) {
        return false;
    }
    // The editor tells all views, this model among them: nothing is kept here.
    const QString key = m_labels[static_cast<std::size_t>(index.row())].key;
    if (role == Qt::CheckStateRole && index.column() == Name) {
        m_editor->setShown({key}, value.toInt() == Qt::Checked);
        return true;
    }
    if (role != Qt::EditRole) {
        return false;
    }
    if (index.column() == Tags) {
        m_editor->setTags(key, tagsFromText(value.toString()));
        return true;
    }
    if (index.column() == Remark) {
        m_editor->setNote(key, value.toString());
        return true;
    }
    return false;
}

RunTableFilter::RunTableFilter(QObject* parent) : QSortFilterProxyModel(parent)
{
    m_collator.setNumericMode(true);
    m_collator.setCaseSensitivity(Qt::CaseInsensitive);
}

void RunTableFilter::setAccepted(std::vector<bool> accepted)
{
    if (accepted != m_accepted) {
        m_accepted = std::move(accepted);
        invalidateFilter();
    }
}

bool RunTableFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    const auto at = static_cast<std::size_t>(row);
    return at >= m_accepted.size() || m_accepted[at];
}

bool RunTableFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const auto* model = static_cast<const RunTableModel*>(sourceModel());
    const RunColumn* column = model->factColumn(left.column());
    if (column == nullptr) {
        return m_collator.compare(left.data().toString(), right.data().toString()) < 0;
    }
    const auto a = static_cast<std::size_t>(left.row());
    const auto b = static_cast<std::size_t>(right.row());
    // Numbers, then what is no number, then texts, then what is missing: in both directions.
    const auto rank = [column](std::size_t row) {
        const RunCell& cell = column->cells[row];
        return cell.kind == RunCell::Kind::Missing ? 3
               : cell.kind == RunCell::Kind::Text  ? 2
               : std::isnan(cell.number)           ? 1
                                                   : 0;
    };
    if (rank(a) != rank(b)) {
        return (rank(a) < rank(b)) == (sortOrder() == Qt::AscendingOrder);
    }
    if (rank(a) == 2) {
        return m_collator.compare(exactCell(*column, a), exactCell(*column, b)) < 0;
    }
    return column->cells[a].number < column->cells[b].number;
}

} // namespace runlens::viewers
