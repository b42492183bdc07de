// SPDX-License-Identifier: GPL-3.0-or-later
/// The small dialogs of the window: what was skipped while reading, the keys, and about. None is
/// modal but "about".
#pragma once

#include "app/window/session.h"
#include "viewers/common/palette.h"

#include <QAbstractTableModel>
#include <QDialog>
#include <QList>

#include <vector>

class QAction;

namespace runlens::app {

/// One row per diagnostic, worst first.
class DiagnosticsModel : public QAbstractTableModel {
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;
    void setRows(std::vector<RunDiagnostic> rows);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<RunDiagnostic> m_rows;
};

/// Follows the session while it is open. Deletes itself when closed.
class DiagnosticsDialog : public QDialog {
    Q_OBJECT

public:
    DiagnosticsDialog(Session* session, viewers::Palette* palette, QWidget* parent);
};

struct KeyGroup {
    QString title;
    QList<QPair<QString, QString>> keys; ///< "Ctrl+K", "Go to anything by name"
};

/// The keys of charts, timeline and graph, which are the same in every window.
[[nodiscard]] QList<KeyGroup> viewKeys();
/// The keys of these actions; actions without a shortcut are left out.
[[nodiscard]] KeyGroup actionKeys(const QString& title, const QList<QAction*>& actions);

class KeysDialog : public QDialog {
    Q_OBJECT

public:
    KeysDialog(const QList<KeyGroup>& groups, viewers::Palette* palette, QWidget* parent);
};

} // namespace runlens::app
