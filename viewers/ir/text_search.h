// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds what is typed in the document of a TextCanvas, on a worker, and walks it.
#pragma once

#include "viewers/common/async.h"
#include "viewers/ir/text_document.h"

#include <QObject>

namespace runlens::viewers {

class MatchSearch;
class TextCanvas;

class TextSearch : public QObject {
    Q_OBJECT

public:
    /// Both outlive the search.
    TextSearch(MatchSearch* field, TextCanvas* canvas, QObject* parent);
    /// What the canvas shows from now on; searched anew.
    void setDocument(std::shared_ptr<const TextDocument> document);

    [[nodiscard]] bool isSettled() const { return !m_slot.isBusy(); }

signals:
    void settled();

private:
    void search();
    void take(std::vector<TextMatch> matches);
    void showMatch(int match);

    MatchSearch* m_field;
    TextCanvas* m_canvas;
    AsyncSlot m_slot;
    std::shared_ptr<const TextDocument> m_document;
    std::vector<TextMatch> m_matches;
};

} // namespace runlens::viewers
