// SPDX-License-Identifier: GPL-3.0-or-later
/// Below the plot: what ran in the selected area, or in what is visible when no area is selected,
/// by operator or by node. Computed on a worker.
#pragma once

#include "profiler/analysis/operator_summary.h"
#include "viewers/common/async.h"
#include "viewers/common/operator_table.h"

#include <QSortFilterProxyModel>
#include <QWidget>

#include <optional>

class QTableView;
class QTimer;

namespace runlens::viewers {

class SegmentedControl;
class TextLabel;

class AreaPanel : public QWidget {
    Q_OBJECT

public:
    explicit AreaPanel(const Palette* palette, QWidget* parent = nullptr);

    using Model = std::shared_ptr<const profiler::TraceModel>;
    /// isSelected: the range is one that the user selected, not just what is visible. At most ten
    /// times a second.
    void show(Model model, profiler::TimeInterval time, bool isSelected);
    /// Selects the row of this operator, if there is one, without telling.
    void setCurrent(const QString& type, const QString& node);
    [[nodiscard]] bool isSettled() const;

    [[nodiscard]] const OperatorTableModel& table() const { return *m_table; }

    [[nodiscard]] QTableView* view() const { return m_view; }

    [[nodiscard]] const QSortFilterProxyModel& sorted() const { return *m_sorted; }

signals:
    void spanChosen(SpanRef span); ///< a row was double clicked: its longest span
    void settled();

private:
    void compute();
    void take(profiler::OperatorSummary summary);
    void fill();
    void activate(const QModelIndex& index);

    const Palette* m_palette;
    TextLabel* m_title;
    TextLabel* m_facts;
    SegmentedControl* m_kind;
    QTableView* m_view;
    OperatorTableModel* m_table;
    QSortFilterProxyModel* m_sorted;
    AsyncSlot* m_slot;
    QTimer* m_timer;
    Model m_model;
    Model m_shownModel;
    profiler::TimeInterval m_time;
    bool m_isSelected = false;
    bool m_isStale = false;
    profiler::OperatorSummary m_summary;
    QString m_currentType;
    QString m_currentNode;
};

} // namespace runlens::viewers
