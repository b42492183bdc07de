// SPDX-License-Identifier: GPL-3.0-or-later
/// The Timeline view: steps and overview at the top, the plot, and below it what ran in the
/// selected area. Shows the current run; follows the Selection (step, span, time range) and sets
/// it.
#pragma once

#include "viewers/common/async.h"
#include "viewers/common/traced_run_view.h"
#include "viewers/timeline/span_search.h"

class QSplitter;

namespace runlens::viewers {

class AreaPanel;
class IconButton;
class SegmentedControl;
class SpanSearchBar;
class StepStrip;
class TextLabel;
class TimelineCanvas;

class TimelineView final : public TracedRunView {
    Q_OBJECT

public:
    TimelineView(ViewContext context, QWidget* parent);
    ~TimelineView() override;

    [[nodiscard]] QString emptyText() const override;
    [[nodiscard]] QString emptyCode() const override;
    [[nodiscard]] bool isSettled() const override;

    [[nodiscard]] QWidget* headerControls() override { return m_header; }

    [[nodiscard]] QList<ExportFormat> exportFormats() const override { return allExportFormats(); }

    Status exportTo(const QString& path, ExportFormat format) override;
    void startSearch() override;
    [[nodiscard]] QList<PaletteEntry> paletteEntries(const QString& typed,
                                                     int limit) const override;
    [[nodiscard]] QByteArray saveState() const override;
    void restoreState(const QByteArray& state) override;

    [[nodiscard]] TimelineCanvas* canvas() const { return m_canvas; }

    [[nodiscard]] StepStrip* stepStrip() const { return m_strip; }

    [[nodiscard]] AreaPanel* areaPanel() const { return m_panel; }

    [[nodiscard]] const SpanHits& hits() const;

protected:
    void clearRun() override;
    void takeTrace(const std::shared_ptr<const TraceData>& trace) override;

private:
    void makeHeader();
    void readNames();
    void onSelectionChanged(Selection::Aspects aspects);
    void applySelection(Selection::Aspects aspects);
    void showStep(std::int64_t step);
    void updateArea();
    void updatePanelRow();
    void select(SpanRef span);
    void chooseArea(std::optional<profiler::TimeInterval> area);
    [[nodiscard]] const profiler::TraceModel* model() const;

    QWidget* m_header = nullptr;
    SpanSearchBar* m_search = nullptr;
    TextLabel* m_shownTime = nullptr;
    SegmentedControl* m_colouring = nullptr;
    IconButton* m_flows = nullptr;
    StepStrip* m_strip;
    TimelineCanvas* m_canvas;
    AreaPanel* m_panel;
    QSplitter* m_splitter;
    AsyncSlot* m_namesSlot;
    bool m_isOwnChange = false;          ///< this view is changing the Selection
    QByteArray m_pendingState;           ///< to be applied when the trace is there
    Selection::Aspects m_pendingAspects; ///< changes of the Selection that came before the trace
    std::vector<SpanName> m_names;
};

} // namespace runlens::viewers
