// SPDX-License-Identifier: GPL-3.0-or-later
/// Overview of the current run (Selection::run, or the first shown one) beside the other shown
/// runs: facts, progress, configuration, how recording went, what there is, the curves that matter,
/// where a step goes, findings, the slowest operators and the time of every step. What a run does
/// not have folds away. Everything is computed on workers.
#pragma once

#include "viewers/common/chart_group.h"
#include "viewers/overview/overview_model.h"
#include "viewers/overview/overview_trace.h"
#include "viewers/view.h"

#include <QHash>
#include <QTimer>

QT_BEGIN_NAMESPACE
class QBoxLayout;
class QScrollArea;
class QTableView;
class QVBoxLayout;
QT_END_NAMESPACE

namespace runlens::viewers {

class EmptyState;
class FindingList;
class HoverTable;
class PropertyList;
class RunProgressBar;
class SectionHeading;
class SlowestOperators;
class StepSplitBar;

class OverviewView final : public View {
    Q_OBJECT

public:
    OverviewView(ViewContext context, QWidget* parent);
    ~OverviewView() override;

    [[nodiscard]] bool hasData() const override;
    [[nodiscard]] QString emptyText() const override;
    [[nodiscard]] QString emptyCode() const override;

    [[nodiscard]] std::optional<QString> shownRunKey() const override { return currentRun(); }

    [[nodiscard]] bool isSettled() const override;

    [[nodiscard]] QList<ExportFormat> exportFormats() const override;
    Status exportTo(const QString& path, ExportFormat format) override;

    [[nodiscard]] const OverviewFacts& facts() const { return m_facts; }

    [[nodiscard]] const std::vector<CurveChart*>& keyCharts() const { return m_keyCharts; }

    [[nodiscard]] QString currentRun() const; ///< key; empty without runs

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    struct KeyCurve {
        QString runKey;
        QString tag;
        std::shared_ptr<const CurveData> data;
    };

    struct TraceResult {
        std::vector<std::pair<QString, RunTrace>> runs; ///< the main one first
    };

    void buildLeft(QVBoxLayout* layout);
    void buildRight(QVBoxLayout* layout);
    void buildOperators();
    void arrange();
    void updateLearningNote();
    void updateNothing();
    void refresh();
    void refreshLater();
    void refreshFacts();
    void refreshCurves();
    void refreshTrace();
    void showFacts(OverviewFacts facts);
    void showCurves(std::vector<KeyCurve> curves);
    void showTrace(TraceResult result);
    void openLink(const PropertyRow& row);
    void openFinding(const OverviewFinding& finding);
    void openOperator(int row);
    void checkSettled();
    [[nodiscard]] std::vector<OpenRun> mainAndOthers() const; ///< the main run first
    [[nodiscard]] static CurveOptions curveOptions(const ScalarSeries& series);
    /// Null when the run has no such tag, or when stopped. On a worker.
    [[nodiscard]] static std::shared_ptr<const CurveData>
    prepareKeyCurve(const OpenRun& run,
                    const QString& name,
                    const std::vector<KeyCurve>& previous,
                    const std::stop_token& stop);

    ChartGroup m_group;
    AsyncSlot m_factsSlot;
    AsyncSlot m_curvesSlot;
    AsyncSlot m_traceSlot;
    bool m_isStale = false; ///< a run has grown since the last refresh
    QTimer m_refreshTimer;  ///< a growing run is looked at once in a while: the training needs the
                            ///< processor
    bool m_wasSettled = true;
    OverviewFacts m_facts;
    std::vector<KeyCurve> m_curves;
    QHash<QString, std::shared_ptr<const profiler::TraceModel>> m_models; ///< to go on from

    QScrollArea* m_scroll = nullptr;
    HoverTable* m_hover = nullptr;
    PropertyList* m_factList = nullptr;
    RunProgressBar* m_progress = nullptr;
    PropertyList* m_configuration = nullptr;
    PropertyList* m_recording = nullptr;
    PropertyList* m_recorded = nullptr;
    SectionHeading* m_learning = nullptr;
    QWidget* m_chartRow = nullptr;
    QBoxLayout* m_chartLayout = nullptr;
    std::vector<CurveChart*> m_keyCharts;
    SectionHeading* m_splitHeading = nullptr;
    StepSplitBar* m_split = nullptr;
    SectionHeading* m_findingHeading = nullptr;
    FindingList* m_findings = nullptr;
    EmptyState* m_nothing = nullptr;
    QWidget* m_operatorPart = nullptr;
    QBoxLayout* m_operatorLayout = nullptr;
    SectionHeading* m_operatorHeading = nullptr;
    SlowestOperators* m_operators = nullptr;
    QTableView* m_operatorTable = nullptr;
    CurveChart* m_stepChart = nullptr;
};

} // namespace runlens::viewers
