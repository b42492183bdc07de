// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/table_helpers.h"

#include "viewers/common/palette.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QHeaderView>
#include <QMessageBox>
#include <QSaveFile>
#include <QTableView>
#include <QTreeView>

#include <algorithm>

namespace runlens::viewers {

namespace {

struct TableText {
    Q_DECLARE_TR_FUNCTIONS(runlens::viewers::Table)
};

QString cellText(const QModelIndex& index)
{
    const QVariant exact = index.data(kExportRole);
    return exact.isValid() ? exact.toString() : index.data(Qt::DisplayRole).toString();
}

QString tsvCell(QString text)
{
    return text.replace(u'\t', u' ').replace(u'\n', u' ');
}

/// Visible columns in the order on screen.
QList<int> columnsOf(const QAbstractItemView& view)
{
    const QHeaderView* header = nullptr;
    if (const auto* table = qobject_cast<const QTableView*>(&view)) {
        header = table->horizontalHeader();
    } else if (const auto* tree = qobject_cast<const QTreeView*>(&view)) {
        header = tree->header();
    }
    QList<int> columns;
    for (int visual = 0; visual < view.model()->columnCount(view.rootIndex()); ++visual) {
        const int logical = header != nullptr ? header->logicalIndex(visual) : visual;
        if (header == nullptr || !header->isSectionHidden(logical)) {
            columns.push_back(logical);
        }
    }
    return columns;
}

void appendRows(const QAbstractItemModel& model, const QModelIndex& root, QByteArray& out)
{
    // An explicit stack: the depth of a tree comes from data.
    struct Level {
        QModelIndex parent;
        int row;
    };

    QList<Level> levels{{root, 0}};
    while (!levels.isEmpty()) {
        Level& level = levels.back();
        if (level.row >= model.rowCount(level.parent)) {
            levels.pop_back();
            continue;
        }
        const QModelIndex parent = level.parent;
        const int row = level.row++;
        for (int column = 0; column < model.columnCount(parent); ++column) {
            out += (column == 0 ? "" : ",") + csvCell(cellText(model.index(row, column, parent)));
        }
        out += '\n';
        const QModelIndex first = model.index(row, 0, parent);
        if (model.hasChildren(first)) {
            levels.push_back({first, 0});
        }
    }
}

void addActions(QAbstractItemView& view)
{
    auto* copy = new QAction(TableText::tr("Copy"), &view);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    QObject::connect(copy, &QAction::triggered, &view, [&view] {
        QApplication::clipboard()->setText(selectionAsTsv(view));
    });
    auto* csv = new QAction(TableText::tr("Export CSV…"), &view);
    QObject::connect(csv, &QAction::triggered, &view, [&view] {
        const QString path = QFileDialog::getSaveFileName(
            &view, TableText::tr("Export CSV"), QString(), TableText::tr("CSV files (*.csv)"));
        if (path.isEmpty()) {
            return;
        }
        if (const Status status = exportCsv(*view.model(), path); !status) {
            QMessageBox::warning(&view,
                                 TableText::tr("Export CSV"),
                                 QString::fromStdString(status.error().message()));
        }
    });
    view.addActions({copy, csv});
    view.setContextMenuPolicy(Qt::ActionsContextMenu);
}

void setUpView(QAbstractItemView& view)
{
    view.setFrameShape(QFrame::NoFrame);
    view.setSelectionBehavior(QAbstractItemView::SelectRows);
    view.setEditTriggers(QAbstractItemView::NoEditTriggers);
    view.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    view.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    addActions(view);
}

} // namespace

QString selectionAsTsv(const QAbstractItemView& view)
{
    const QAbstractItemModel* model = view.model();
    if (model == nullptr) {
        return {};
    }
    const QList<int> columns = columnsOf(view);
    QString out;
    const auto append = [&](auto&& textOf) {
        QStringList cells;
        for (const int column : columns) {
            cells.push_back(tsvCell(textOf(column)));
        }
        out += cells.join(u'\t') + u'\n';
    };
    append([&](int column) {
        return model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    });
    QModelIndexList rows = view.selectionModel()->selectedRows(columns.value(0));
    std::sort(rows.begin(), rows.end());
    if (rows.isEmpty()) {
        for (int row = 0; row < model->rowCount(view.rootIndex()); ++row) {
            rows.push_back(model->index(row, columns.value(0), view.rootIndex()));
        }
    }
    for (const QModelIndex& row : rows) {
        append([&](int column) { return cellText(row.siblingAtColumn(column)); });
    }
    return out;
}

QByteArray csvCell(const QString& text)
{
    QByteArray bytes = text.toUtf8();
    if (bytes.contains(',') || bytes.contains('"') || bytes.contains('\n') || bytes.contains('\r'))
    {
        bytes.replace("\"", "\"\"");
        bytes = '"' + bytes + '"';
    }
    return bytes;
}

QByteArray modelAsCsv(const QAbstractItemModel& model)
{
    QByteArray out;
    for (int column = 0; column < model.columnCount(); ++column) {
        out += (column == 0 ? "" : ",")
               + csvCell(model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
    }
    out += '\n';
    appendRows(model, {}, out);
    return out;
}

Status writeFile(const QString& path, const QByteArray& bytes, const char* attempted)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit()) {
        return failure(attempted,
                       path.toStdString(),
                       file.errorString().toStdString(),
                       "Choose another folder, or make room on the disk");
    }
    return {};
}

Status exportCsv(const QAbstractItemModel& model, const QString& path)
{
    return writeFile(path, modelAsCsv(model), "export the table");
}

void setUpTable(QTableView& table)
{
    setUpView(table);
    table.setShowGrid(false);
    table.setWordWrap(false);
    table.setCornerButtonEnabled(false);
    table.verticalHeader()->hide();
    table.verticalHeader()->setMinimumSectionSize(22);
    table.verticalHeader()->setDefaultSectionSize(22);
    QHeaderView* header = table.horizontalHeader();
    header->setFont(Palette::font(11, QFont::Medium));
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setFixedHeight(22);
}

void setUpTree(QTreeView& tree)
{
    setUpView(tree);
    tree.setUniformRowHeights(true);
    tree.setIndentation(14);
    tree.header()->setFont(Palette::font(11, QFont::Medium));
    tree.header()->setFixedHeight(22);
}

} // namespace runlens::viewers
