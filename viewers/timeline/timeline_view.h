// SPDX-License-Identifier: GPL-3.0-or-later
/// The Timeline view: steps and overview at the top, the plot, and below it what ran in the
/// selected area. Shows the current run; follows the Selection (step, span, time range) and sets
/// it.
#pragma once

#include "viewers/common/async.h"
#include "viewers/common/trace_provider.h"
#include "viewers/timeline/span_search.h"
#include "viewers/view.h"

class QSplitter;
class QStackedWidget;

namespace runlens::viewers {

class AreaPanel;
class EmptyState;
class IconButton;
class SearchField;
class SegmentedControl;
class StepStrip;
class TextLabel;
class TimelineCanvas;

class TimelineView final : public View {
    Q_OBJECT

public:
    TimelineView(ViewContext context, QWidget* parent);
    ~TimelineView() override;

    [[nodiscard]] bool hasData() const override;
    [[nodiscard]] QString emptyText() const override;
    [[nodiscard]] QString emptyCode() const override;
    [[nodiscard]] bool isSettled() const override;

    [[nodiscard]] QWidget* headerControls() override { return m_header; }

    [[nodiscard]] QList<ExportFormat> exportFormats() const override;
    Status exportTo(const QString& path, ExportFormat format) override;
    void startSearch() override;
    [[nodiscard]] QList<PaletteEntry> paletteEntries(const QString& typed,
                                                     int limit) const override;
    [[nodiscard]] QByteArray saveState() const override;
    void restoreState(const QByteArray& state) override;

    [[nodiscard]] TimelineCanvas* canvas() const { return m_canvas; }

    [[nodiscard]] StepStrip* stepStrip() const { return m_strip; }

    [[nodiscard]] AreaPanel* areaPanel() const { return m_panel; }

    [[nodiscard]] const QString& runKey() const { return m_runKey; }

    [[nodiscard]] const SpanHits& hits() const { return m_hits; }

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void makeHeader();
    void chooseRun();
    void takeTrace(const QString& key);
    void readNames();
    void onSelectionChanged(Selection::Aspects aspects);
    void applySelection(Selection::Aspects aspects);
    void showStep(std::int64_t step);
    void updateArea();
    void updatePanelRow();
    void select(SpanRef span);
    void chooseArea(std::optional<profiler::TimeInterval> area);
    void search(const QString& text);
    void takeHits(SpanHits hits);
    void stepHit(int by);
    void showHitCount();
    void checkSettled();
    [[nodiscard]] const profiler::TraceModel* model() const;

    TraceProvider* m_traces;
    QWidget* m_header = nullptr;
    SearchField* m_search = nullptr;
    TextLabel* m_hitCount = nullptr;
    TextLabel* m_shownTime = nullptr;
    SegmentedControl* m_colouring = nullptr;
    IconButton* m_flows = nullptr;
    QStackedWidget* m_stack;
    EmptyState* m_empty;
    StepStrip* m_strip;
    TimelineCanvas* m_canvas;
    AreaPanel* m_panel;
    QSplitter* m_splitter;
    AsyncSlot* m_searchSlot;
    AsyncSlot* m_namesSlot;
    QString m_runKey;           ///< the run on screen; empty: none
    bool m_isWanted = false;    ///< want() was called for m_runKey
    bool m_isOwnChange = false; ///< this view is changing the Selection
    bool m_hadData = false;
    QByteArray m_pendingState;           ///< to be applied when the trace is there
    Selection::Aspects m_pendingAspects; ///< changes of the Selection that came before the trace
    SpanHits m_hits;
    std::optional<std::size_t> m_hit;
    std::vector<SpanName> m_names;
};

} // namespace runlens::viewers
