// SPDX-License-Identifier: GPL-3.0-or-later
/// The IR view: the passes of the current run, the text of one, the source of the selected line,
/// and what became of the selected node through all passes. A node, span or line selected elsewhere
/// is shown in the pass it belongs to, a fused one with all its members. Texts load and parse on
/// workers.
#pragma once

#include "viewers/common/async.h"
#include "viewers/common/single_run_view.h"
#include "viewers/ir/pass_diff.h"

class QSplitter;

namespace runlens::viewers {

class EmptyState;
class MatchSearch;
class PassList;
class PassPane;
class PassTextPane;
class SourcePane;
class TextCanvas;
class TextSearch;
class TrackModel;
class TrackPane;

class IrView final : public SingleRunView {
    Q_OBJECT

public:
    IrView(ViewContext context, QWidget* parent);
    ~IrView() override;

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

    [[nodiscard]] TextCanvas* text() const;
    [[nodiscard]] TextCanvas* source() const;
    [[nodiscard]] PassList* passes() const;
    [[nodiscard]] TrackModel* track() const;
    [[nodiscard]] QString sourceTitle() const;
    [[nodiscard]] QString matchText() const;

protected:
    [[nodiscard]] bool canShow(const Run& run) const override;
    void refresh() override;
    void selectionChanged(Selection::Aspects aspects) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOut();
    void makeHeader();
    void choosePassAnew();
    void choosePass(PassId pass, bool byUser);
    void jumpTo(PassId pass, const QString& run);
    void textLoaded();
    void applySelection(bool reveal);
    void showTrack();
    void showSource();
    void nameClicked(int line, const QString& name);
    void selectLine(int line);
    [[nodiscard]] bool isWanted(const PassSummary& pass) const; ///< by the saved state

    QSplitter* m_panes;
    EmptyState* m_empty;
    PassPane* m_passPane;
    PassTextPane* m_textPane;
    SourcePane* m_sourcePane;
    TrackPane* m_trackPane;
    QWidget* m_header = nullptr;
    MatchSearch* m_search;
    TextSearch* m_textSearch;
    AsyncSlot m_passSlot;

    std::size_t m_passCount = 0;
    PassId m_pass = kNone<PassId>;
    std::optional<NodeRef> m_node; ///< selected, of any pass
    QString m_wantedPass;          ///< of the saved state, until it can be shown
    QString m_wantedGraph;
    bool m_isSelecting = false;
    bool m_revealWhenLoaded = false;
};

} // namespace runlens::viewers
