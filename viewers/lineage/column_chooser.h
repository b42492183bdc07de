// SPDX-License-Identifier: GPL-3.0-or-later
/// The list of all columns by group, with a check box for each: which of them the table and the
/// pictures show. Filters by text; checking a group checks what is listed of it. GUI thread only.
#pragma once

#include "viewers/common/palette.h"
#include "viewers/lineage/run_table.h"

#include <QFrame>

class QTreeWidget;
class QTreeWidgetItem;

namespace runlens::viewers {

class LinkLabel;
class SearchField;

class ColumnChooser : public QFrame {
    Q_OBJECT

public:
    explicit ColumnChooser(const Palette* palette, QWidget* parent = nullptr);

    void setColumns(const RunTable& table, const std::vector<std::string>& shown);

    [[nodiscard]] QTreeWidget* tree() const { return m_tree; }

    [[nodiscard]] SearchField* search() const { return m_search; }

signals:
    void changed(const std::vector<std::string>& shown); ///< those that were shown keep their order
    void defaultsAsked();
    void differingAsked(); ///< all columns in which the runs differ

protected:
    void showEvent(QShowEvent* event) override;

private:
    void filter(const QString& text);
    void takeChecks();

    QTreeWidget* m_tree;
    SearchField* m_search;
    std::vector<std::string> m_shown;
    bool m_isFilling = false;
};

} // namespace runlens::viewers
