// SPDX-License-Identifier: GPL-3.0-or-later
/// The table of runs for a QTableView: name with the colour and the check box of the run, its tags
/// and remark (edited in place through RunEditor), then the chosen columns. What a run has no value
/// for reads "–" and sorts last in both directions. GUI thread only.
#pragma once

#include "viewers/common/run_editor.h"
#include "viewers/common/run_set.h"
#include "viewers/lineage/run_table.h"
#include "viewers/view.h"

#include <QAbstractTableModel>
#include <QCollator>
#include <QSortFilterProxyModel>

namespace runlens::viewers {

/// What is said of a run outside its data.
struct RunLabel {
    QString key;
    QString name;
    QStringList tags;
    QString note;
    int colourSlot = 0;
    bool isShown = true;
    friend bool operator==(const RunLabel&, const RunLabel&) = default;
};

class RunTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Name, Tags, Remark, FirstFact };

    static constexpr int kKeyRole = Qt::UserRole + 10; ///< OpenRun::key

    RunTableModel(const Palette* palette, RunEditor* editor, QObject* parent = nullptr);

    /// Rows of table and labels belong together. Keeps the selection of views when only values
    /// differ.
    void setTable(std::shared_ptr<const RunTable> table,
                  std::vector<RunLabel> labels,
                  std::vector<std::string> keys);
    void setLabels(std::vector<RunLabel> labels); ///< of the same runs

    [[nodiscard]] const RunTable& table() const { return *m_table; }

    [[nodiscard]] std::shared_ptr<const RunTable> sharedTable() const { return m_table; }

    [[nodiscard]] const std::vector<RunLabel>& labels() const { return m_labels; }

    /// Keys of the columns behind FirstFact.
    [[nodiscard]] const std::vector<std::string>& keys() const { return m_keys; }

    [[nodiscard]] const RunColumn* factColumn(int column) const; ///< null: name, tags, remark
    [[nodiscard]] int rowOf(const QString& key) const;           ///< -1 when there is none

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant
    headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

private:
    [[nodiscard]] QVariant labelData(const RunLabel& label, int column, int role) const;
    [[nodiscard]] QVariant factData(const RunColumn& column, int row, int role) const;

    const Palette* m_palette;
    RunEditor* m_editor;
    std::shared_ptr<const RunTable> m_table;
    std::vector<RunLabel> m_labels;
    std::vector<std::string> m_keys;
    std::vector<int> m_columns; ///< of the table, by key
};

/// Sorts, and keeps the rows it is told to.
class RunTableFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit RunTableFilter(QObject* parent = nullptr);
    void setAccepted(std::vector<bool> accepted); ///< by row of the source

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    std::vector<bool> m_accepted;
    QCollator m_collator;
};

/// "loss (last)", "loss (min)", "Accuracy", "Duration": translated.
[[nodiscard]] QString columnTitle(const RunColumn& column);
/// As it is shown: "0.02", "12.4 s", "–".
[[nodiscard]] QString cellText(const RunColumn& column, std::size_t row);
[[nodiscard]] QString groupTitle(FactGroup group);

} // namespace runlens::viewers
