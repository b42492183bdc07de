// SPDX-License-Identifier: GPL-3.0-or-later
/// The IR view: the passes of the current run, the text of one, the source of the selected line,
/// and what became of the selected node through all passes. A node, span or line selected elsewhere
/// is shown in the pass it belongs to, a fused one with all its members. Texts load and parse on
/// workers.
#pragma once

#include "viewers/common/async.h"
#include "viewers/ir/pass_diff.h"
#include "viewers/ir/source_text.h"
#include "viewers/view.h"

class QTableView;
class QSplitter;

namespace runlens::viewers {

class EmptyState;
class PassList;
class PassModel;
class SearchField;
class TextCanvas;
class TextLabel;
class TrackModel;

class IrView final : public View {
    Q_OBJECT

public:
    IrView(ViewContext context, QWidget* parent);
    ~IrView() override;

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

    [[nodiscard]] TextCanvas* text() const { return m_text; }

    [[nodiscard]] TextCanvas* source() const { return m_source; }

    [[nodiscard]] PassList* passes() const { return m_passList; }

    [[nodiscard]] TrackModel* track() const { return m_track; }

    [[nodiscard]] QString sourceTitle() const;
    [[nodiscard]] QString matchText() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeHeader();
    void makePanes();
    QWidget* makePane(QWidget* content, TextLabel*& title, TextLabel*& note, const QString& text);
    void runsChanged();
    void runUpdated(const QString& key);
    void refreshPasses();
    void choosePass(PassId pass, bool byUser);
    void jumpTo(PassId pass, const QString& runKey);
    void textLoaded(Result<std::shared_ptr<const TextDocument>> document);
    void selectionChanged(Selection::Aspects aspects);
    void applySelection(bool reveal);
    void showTrack();
    void showSource();
    void lineClicked(int line);
    void nameClicked(int line, const QString& name);
    void selectLine(int line);
    void trackClicked(int row);
    void search(const QString& text);
    void goToMatch(int step);
    void updateMatchLabel();
    void checkSettled();
    [[nodiscard]] bool isWanted(const PassSummary& pass) const; ///< by the saved state
    [[nodiscard]] NodeRef nodeAtLine(int line) const;
    [[nodiscard]] std::vector<NodeRef> relatedHere() const;
    [[nodiscard]] std::vector<std::pair<int, std::string>> printedCode(const std::string& file,
                                                                       int line) const;
    [[nodiscard]] const OpenRun* openRun() const;
    [[nodiscard]] const OpenRun* bestRun() const;

    QSplitter* m_panes = nullptr;
    EmptyState* m_empty = nullptr;
    PassModel* m_passModel = nullptr;
    PassList* m_passList = nullptr;
    TextCanvas* m_text = nullptr;
    TextCanvas* m_source = nullptr;
    TrackModel* m_track = nullptr;
    QTableView* m_trackTable = nullptr;
    TextLabel* m_textTitle = nullptr;
    TextLabel* m_textNote = nullptr;
    TextLabel* m_sourceTitle = nullptr;
    TextLabel* m_sourceNote = nullptr;
    TextLabel* m_trackTitle = nullptr;
    TextLabel* m_trackNote = nullptr;
    QWidget* m_header = nullptr;
    SearchField* m_search = nullptr;
    TextLabel* m_matchLabel = nullptr;
    AsyncSlot m_textSlot;
    AsyncSlot m_passSlot;
    AsyncSlot m_trackSlot;
    AsyncSlot m_sourceSlot;
    AsyncSlot m_searchSlot;

    QString m_runKey;
    std::size_t m_passCount = 0;
    PassId m_pass = kNone<PassId>;
    std::optional<NodeRef> m_node; ///< selected, of any pass
    std::shared_ptr<const TextDocument> m_document;
    std::vector<TextMatch> m_matches;
    int m_match = -1;
    QString m_wantedPass; ///< of the saved state, until it can be shown
    QString m_wantedGraph;
    std::string m_sourcePath;
    int m_sourceLine = 0;
    bool m_isSelecting = false;
    bool m_revealWhenLoaded = false;
};

} // namespace runlens::viewers
