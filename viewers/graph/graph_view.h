// SPDX-License-Identifier: GPL-3.0-or-later
/// The Graph view: one graph of the current run, recorded or of an IR pass, with scopes that open
/// and close around the place that was clicked. Loading, layout and times run on workers; the view
/// says which engine laid it out and why.
#pragma once

#include "viewers/common/async.h"
#include "viewers/common/single_run_view.h"
#include "viewers/graph/graph_facts.h"
#include "viewers/graph/graph_source.h"

#include <QElapsedTimer>
#include <QTimer>

namespace runlens::viewers {

class EmptyState;
class GraphCanvas;
class GraphHeader;
class GraphStatus;
class MatchSearch;

class GraphView final : public SingleRunView {
    Q_OBJECT

public:
    GraphView(ViewContext context, QWidget* parent);
    ~GraphView() override;

    [[nodiscard]] QString emptyText() const override;
    [[nodiscard]] QString emptyCode() const override;
    [[nodiscard]] bool isSettled() const override;
    [[nodiscard]] QWidget* headerControls() override;

    [[nodiscard]] QList<ExportFormat> exportFormats() const override { return allExportFormats(); }

    Status exportTo(const QString& path, ExportFormat format) override;
    void startSearch() override;
    [[nodiscard]] QList<PaletteEntry> paletteEntries(const QString& typed,
                                                     int limit) const override;
    [[nodiscard]] QByteArray saveState() const override;
    void restoreState(const QByteArray& state) override;

    [[nodiscard]] GraphCanvas* canvas() const { return m_canvas; }

    [[nodiscard]] const GraphModel* model() const { return m_model.get(); }

    /// Facts of the selected node of the shown graph; empty when none is.
    [[nodiscard]] QList<NodeFact> selectedFacts() const;
    /// Shows the graph of this name, or of this IR pass. False when the run has none.
    bool showGraph(const QString& graph, const QString& passName = {});
    [[nodiscard]] QString statusText() const;

protected:
    [[nodiscard]] bool canShow(const Run& run) const override;
    void refresh() override;
    void runGrew() override;
    void showEvent(QShowEvent* event) override;
    void selectionChanged(Selection::Aspects aspects) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void load(std::size_t choice);
    [[nodiscard]] std::optional<std::size_t> choiceOfSelection() const;
    void loaded(std::shared_ptr<const GraphModel> model);
    void rebuild(int anchorScope, int anchorNode);
    void show(std::shared_ptr<const GraphPicture> picture, int anchorScope, int anchorNode);
    void refreshTimes();
    void toggleScope(int scope);
    bool openScopesAround(int node);
    void selectGraphNode(int node);
    void jumpTo(int node, const std::shared_ptr<const GraphModel>& model);
    void applySelection(bool reveal);
    [[nodiscard]] std::vector<int> selectedGraphNodes() const;
    void search(const QString& text);
    void goToMatch(int match);
    void updateStatus();

    GraphCanvas* m_canvas;
    EmptyState* m_empty;
    GraphStatus* m_status;
    GraphHeader* m_header;
    MatchSearch* m_search; ///< of the header
    AsyncSlot m_loadSlot;
    AsyncSlot m_pictureSlot;
    AsyncSlot m_timeSlot;

    std::vector<GraphChoice> m_choices;
    int m_choice = -1;
    std::shared_ptr<const GraphModel> m_model;
    NodeTimes m_times;
    std::vector<bool> m_open;
    int m_selected = -1; ///< node of the model
    bool m_revealWhenShown = false;
    QString m_error;
    std::vector<int> m_matches;
    QElapsedTimer m_sinceTimes;
    QTimer m_timesTimer;
    bool m_areTimesOld = false; ///< the run has grown since
    bool m_isSelecting = false;
    QString m_wantedGraph; ///< of the saved state, until it can be shown
};

} // namespace runlens::viewers
