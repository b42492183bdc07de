// SPDX-License-Identifier: GPL-3.0-or-later
/// The Operators view: which operators take the time, by type and by node, with a chart of the
/// largest. Sorts, filters by text, and keeps to the selected time or steps when asked to. Follows
/// and sets the Selection (node, span).
#pragma once

#include "profiler/analysis/operator_summary.h"
#include "viewers/common/async.h"
#include "viewers/common/traced_run_view.h"

class QCheckBox;
class QSplitter;
class QTableView;

namespace runlens::viewers {

class OperatorChart;
class OperatorFilterModel;
class OperatorTableModel;
class SearchField;
class SegmentedControl;
class TextLabel;

class OperatorsView final : public TracedRunView {
    Q_OBJECT

public:
    OperatorsView(ViewContext context, QWidget* parent);

    [[nodiscard]] QString emptyText() const override;
    [[nodiscard]] QString emptyCode() const override;
    [[nodiscard]] bool isSettled() const override;

    [[nodiscard]] QWidget* headerControls() override { return m_header; }

    [[nodiscard]] QList<ExportFormat> exportFormats() const override { return allExportFormats(); }

    Status exportTo(const QString& path, ExportFormat format) override;
    void startSearch() override;
    [[nodiscard]] QByteArray saveState() const override;
    void restoreState(const QByteArray& state) override;

    enum Kind { ByType, ByNode };

    [[nodiscard]] QTableView* table() const { return m_table; }

    [[nodiscard]] const OperatorTableModel& model() const { return *m_model; }

    [[nodiscard]] OperatorChart* chart() const { return m_chart; }

    [[nodiscard]] Kind kind() const;
    void setKind(Kind kind);
    [[nodiscard]] QString factsText() const;

protected:
    void clearRun() override;
    void takeTrace(const std::shared_ptr<const TraceData>& trace) override;

private:
    void makeHeader();
    void makeTable();
    void compute();
    void take(profiler::OperatorSummary summary);
    void fill();
    void followSelection();
    void chooseRow(const QModelIndex& index);
    void chooseOperator(const profiler::OperatorRow& row, bool withSpan);
    [[nodiscard]] std::optional<profiler::TimeInterval>
    selectedTime() const; ///< of the time or step range or step
    [[nodiscard]] profiler::OperatorFilter filter() const;

    QWidget* m_header = nullptr;
    SegmentedControl* m_kind = nullptr;
    SearchField* m_search = nullptr;
    QCheckBox* m_onlySelected = nullptr;
    QCheckBox* m_onlyNodes = nullptr;
    TextLabel* m_facts = nullptr;
    QSplitter* m_splitter;
    OperatorChart* m_chart;
    QTableView* m_table;
    OperatorTableModel* m_model;
    OperatorFilterModel* m_sorted;
    AsyncSlot* m_slot;
    std::shared_ptr<const profiler::TraceModel> m_trace; ///< what the summary is of
    profiler::OperatorSummary m_summary;
    bool m_isStale = false;
    bool m_isOwnChange = false;
    bool m_isFilling = false;
};

} // namespace runlens::viewers
