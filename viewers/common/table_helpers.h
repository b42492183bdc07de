// SPDX-License-Identifier: GPL-3.0-or-later
/// What every table of the program can do: copy the selected rows as TSV (Ctrl+C), export all rows
/// as CSV, and look alike (22 px rows, quiet header). Cells are asked for ExportRole first (full
/// precision), then for their shown text.
#pragma once

#include "summary_format/base/result.h"

#include <QString>

class QAbstractItemModel;
class QAbstractItemView;
class QTableView;
class QTreeView;

namespace runlens::viewers {

/// Data role: the value in full precision, for copying and export. Optional.
inline constexpr int kExportRole = 0x0100 + 4001;

/// Header and the selected rows (all rows when none is), in the order on screen, tab separated.
[[nodiscard]] QString selectionAsTsv(const QAbstractItemView& view);
/// Header and all rows of the model, children under their parents; RFC 4180 quoting, UTF-8.
[[nodiscard]] QByteArray modelAsCsv(const QAbstractItemModel& model);
/// One cell, in quotes where it needs them. Any thread.
[[nodiscard]] QByteArray csvCell(const QString& text);
Status exportCsv(const QAbstractItemModel& model, const QString& path);
/// Writes through a temporary file, so that a failure leaves what was there.
Status writeFile(const QString& path, const QByteArray& bytes, const char* attempted);

/// The look of a table, Ctrl+C, and a context menu with "Copy" and "Export CSV...".
void setUpTable(QTableView& table);
void setUpTree(QTreeView& tree);

} // namespace runlens::viewers
