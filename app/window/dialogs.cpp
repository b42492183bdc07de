// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/dialogs.h"

#include "viewers/common/number_format.h"
#include "viewers/common/table_helpers.h"
#include "viewers/common/widgets.h"

#include <QAction>
#include <QGridLayout>
#include <QHeaderView>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace runlens::app {

using viewers::Role;
using viewers::TextLabel;

namespace {

enum Column {
    RunColumn,
    SeverityColumn,
    ReasonColumn,
    FileColumn,
    OffsetColumn,
    RecordsColumn,
    ColumnCount
};

} // namespace

void DiagnosticsModel::setRows(std::vector<RunDiagnostic> rows)
{
    std::stable_sort(rows.begin(), rows.end(), [](const RunDiagnostic& a, const RunDiagnostic& b) {
        return a.diagnostic.severity > b.diagnostic.severity;
    });
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int DiagnosticsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int DiagnosticsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant DiagnosticsModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount()) {
        return {};
    }
    const RunDiagnostic& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool isNumber = index.column() == OffsetColumn || index.column() == RecordsColumn;
    if (role == Qt::TextAlignmentRole) {
        return QVariant((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole && (index.column() == ReasonColumn || index.column() == FileColumn))
    {
        role = Qt::DisplayRole;
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const Diagnostic& diagnostic = row.diagnostic;
    switch (index.column()) {
    case RunColumn:
        return row.run;
    case SeverityColumn:
        return diagnostic.severity == Severity::Damage    ? tr("Missing")
               : diagnostic.severity == Severity::Warning ? tr("Repaired")
                                                          : tr("Note");
    case ReasonColumn:
        return QString::fromStdString(diagnostic.reason);
    case FileColumn:
        return QString::fromStdString(diagnostic.file);
    case OffsetColumn:
        return diagnostic.offset < 0 ? QString() : viewers::formatCount(diagnostic.offset);
    case RecordsColumn:
        return diagnostic.records == 0
                   ? QString()
                   : viewers::formatCount(static_cast<std::int64_t>(diagnostic.records));
    default:
        return {};
    }
}

QVariant DiagnosticsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case RunColumn:
        return tr("Run");
    case SeverityColumn:
        return tr("Kind");
    case ReasonColumn:
        return tr("Reason");
    case FileColumn:
        return tr("File");
    case OffsetColumn:
        return tr("Byte");
    case RecordsColumn:
        return tr("Records");
    default:
        return {};
    }
}

DiagnosticsDialog::DiagnosticsDialog(Session* session, viewers::Palette* palette, QWidget* parent)
    : QDialog(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("What was skipped or repaired while reading"));
    resize(900, 420);
    auto* model = new DiagnosticsModel(this);
    auto* proxy = new QSortFilterProxyModel(this);
    proxy->setSourceModel(model);
    proxy->setFilterKeyColumn(-1);
    proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    auto* summary = new TextLabel(palette, QString(), Role::Text2, viewers::Palette::font(), this);
    auto* filter = new viewers::SearchField(palette, QStringLiteral("search"), tr("Filter"), this);
    connect(filter, &QLineEdit::textChanged, proxy, &QSortFilterProxyModel::setFilterFixedString);
    auto* table = new QTableView(this);
    table->setModel(proxy);
    viewers::setUpTable(*table);
    table->setSortingEnabled(true);
    table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    const int widths[] = {160, 80, 300, 200, 80, 80};
    for (int i = 0; i < ColumnCount; ++i) {
        table->setColumnWidth(i, widths[i]);
    }
    table->horizontalHeader()->setSectionResizeMode(ReasonColumn, QHeaderView::Stretch);
    column->addWidget(summary);
    column->addWidget(filter);
    column->addWidget(table, 1);
    auto* timer = new QTimer(this);
    timer->setSingleShot(true);
    timer->setInterval(200);
    const auto refresh = [session, model, summary] {
        const SessionStatus& status = session->status();
        summary->setText(
            tr("%1 records skipped, %2 notes in all. What could be read is shown; the files are "
               "unchanged.")
                .arg(viewers::formatCount(static_cast<std::int64_t>(status.skippedRecords)),
                     viewers::formatCount(static_cast<std::int64_t>(status.diagnostics))));
        const auto rows = session->diagnostics();
        if (static_cast<int>(rows.size()) != model->rowCount()) {
            model->setRows(rows);
        }
    };
    connect(timer, &QTimer::timeout, this, refresh);
    connect(session, &Session::statusChanged, timer, [timer] {
        if (!timer->isActive()) {
            timer->start();
        }
    });
    refresh();
}

KeyGroup actionKeys(const QString& title, const QList<QAction*>& actions)
{
    KeyGroup group{title, {}};
    for (const QAction* action : actions) {
        QStringList keys;
        for (const QKeySequence& shortcut : action->shortcuts()) {
            keys.push_back(shortcut.toString(QKeySequence::NativeText));
            keys.removeAll(QString());
        }
        if (!keys.isEmpty()) {
            group.keys.push_back({keys.join(QStringLiteral(", ")), action->text().remove(u'…')});
        }
    }
    return group;
}

QList<KeyGroup> viewKeys()
{
    return {
        {KeysDialog::tr("Charts"),
         {{KeysDialog::tr("Wheel"), KeysDialog::tr("Zoom at the mouse")},
          {KeysDialog::tr("Drag"), KeysDialog::tr("Pan")},
          {KeysDialog::tr("Shift+drag"), KeysDialog::tr("Select a range of steps")},
          {KeysDialog::tr("Double click"), KeysDialog::tr("Fit")},
          {KeysDialog::tr("Backspace"), KeysDialog::tr("Back to the zoom before")}}},
        {KeysDialog::tr("Timeline"),
         {{QStringLiteral("W, S"), KeysDialog::tr("Zoom in and out")},
          {QStringLiteral("A, D"), KeysDialog::tr("Pan left and right")},
          {QStringLiteral("F"), KeysDialog::tr("Fit the selection")},
          {QStringLiteral("M"), KeysDialog::tr("Mark the selection")},
          {QStringLiteral("/"), KeysDialog::tr("Search")},
          {KeysDialog::tr("Arrows"), KeysDialog::tr("Previous and next span")}}},
        {KeysDialog::tr("Graph"),
         {{KeysDialog::tr("Double click"), KeysDialog::tr("Open or close a scope")},
          {KeysDialog::tr("Wheel"), KeysDialog::tr("Zoom at the mouse")}}},
        {KeysDialog::tr("Step strip"),
         {{KeysDialog::tr("Left, right"), KeysDialog::tr("One step back or on")},
          {KeysDialog::tr("Home, End"), KeysDialog::tr("First and last step")}}},
    };
}

KeysDialog::KeysDialog(const QList<KeyGroup>& groups, viewers::Palette* palette, QWidget* parent)
    : QDialog(parent)
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Keys"));
    auto* columns = new QHBoxLayout(this);
    columns->setContentsMargins(20, 12, 20, 20);
    columns->setSpacing(40);
    QVBoxLayout* column = nullptr;
    qsizetype rows = 0;
    for (const KeyGroup& group : groups) {
        if (column == nullptr || rows + group.keys.size() > 18) {
            column = new QVBoxLayout;
            column->setSpacing(0);
            columns->addLayout(column);
            columns->setAlignment(column, Qt::AlignTop);
            rows = 0;
        }
        rows += group.keys.size() + 2;
        auto* heading = new TextLabel(
            palette, group.title, Role::Text, viewers::Palette::font(12, QFont::DemiBold), this);
        heading->setFixedHeight(28);
        column->addWidget(heading);
        auto* list = new viewers::FactList(palette, this);
        list->setNameWidth(110);
        list->setMinimumWidth(340);
        for (const auto& [key, what] : group.keys) {
            list->add(key, what);
        }
        column->addWidget(list);
        column->addSpacing(8);
    }
    for (QVBoxLayout* part : findChildren<QVBoxLayout*>()) {
        part->addStretch(1);
    }
}

} // namespace runlens::app
