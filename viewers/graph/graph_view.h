// SPDX-License-Identifier: GPL-3.0-or-later
/// The Graph view: one graph of the current run, recorded or of an IR pass, with scopes that open
/// and close around the place that was clicked. Loading, layout and times run on workers; the view
/// says which engine laid it out and why.
#pragma once

#include "viewers/common/async.h"
#include "viewers/graph/graph_facts.h"
#include "viewers/graph/graph_source.h"
#include "viewers/view.h"

#include <QElapsedTimer>

class QComboBox;

namespace runlens::viewers {

class EmptyState;
class GraphCanvas;
class SearchField;
class TextLabel;

class GraphView final : public View {
    Q_OBJECT

public:
    GraphView(ViewContext context, QWidget* parent);
    ~GraphView() override;

    [[nodiscard]] bool hasData() const override;
    [[nodiscard]] QString emptyText() const override;
    [[nodiscard]] QString emptyCode() const override;
    [[nodiscard]] bool isSettled() const override;
    [[nodiscard]] QWidget* headerControls() override;
    [[nodiscard]] QList<ExportFormat> exportFormats() const override;
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
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeHeader();
    void runsChanged();
    void runUpdated(const QString& key);
    void refreshChoices();
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
    void selectionChanged(Selection::Aspects aspects);
    void applySelection(bool reveal);
    [[nodiscard]] std::vector<int> selectedGraphNodes() const;
    void search(const QString& text);
    void goToMatch(int step);
    void updateMatchLabel();
    void updateStatus();
    void place();
    void checkSettled();
    [[nodiscard]] const OpenRun* openRun() const;
    [[nodiscard]] const OpenRun* bestRun() const;

    GraphCanvas* m_canvas = nullptr;
    EmptyState* m_empty = nullptr;
    TextLabel* m_status = nullptr;
    QWidget* m_header = nullptr;
    QComboBox* m_choiceBox = nullptr;
    SearchField* m_search = nullptr;
    TextLabel* m_matchLabel = nullptr;
    AsyncSlot m_loadSlot;
    AsyncSlot m_pictureSlot;
    AsyncSlot m_timeSlot;

    QString m_runKey;
    std::vector<GraphChoice> m_choices;
    int m_choice = -1;
    std::shared_ptr<const GraphModel> m_model;
    NodeTimes m_times;
    std::vector<bool> m_open;
    int m_selected = -1; ///< node of the model
    bool m_revealWhenShown = false;
    QString m_error;
    std::vector<int> m_matches;
    int m_match = -1;
    QElapsedTimer m_sinceTimes;
    bool m_isSelecting = false;
    QString m_wantedGraph; ///< of the saved state, until it can be shown
};

} // namespace runlens::viewers
