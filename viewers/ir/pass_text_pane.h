// SPDX-License-Identifier: GPL-3.0-or-later
/// Shows the IR text of one pass. Loads and parses on a worker.
#pragma once

#include "summary_format/base/result.h"
#include "viewers/common/async.h"
#include "viewers/common/run_set.h"
#include "viewers/common/titled_pane.h"
#include "viewers/ir/text_document.h"

namespace runlens::viewers {

class TextCanvas;

class PassTextPane : public TitledPane {
    Q_OBJECT

public:
    explicit PassTextPane(const Palette* palette);
    void showPass(const OpenRun& open, PassId pass);
    void setChange(const QString& text); ///< "+4 −10", shown beside the number of lines

    [[nodiscard]] TextCanvas* text() const { return m_text; }

    /// Null while nothing is loaded.
    [[nodiscard]] const std::shared_ptr<const TextDocument>& document() const { return m_document; }

    [[nodiscard]] bool isSettled() const { return !m_slot.isBusy(); }

signals:
    void loaded(); ///< or failed: the note says why

private:
    void take(const Result<std::shared_ptr<const TextDocument>>& document);

    TextCanvas* m_text;
    AsyncSlot m_slot;
    std::shared_ptr<const TextDocument> m_document;
};

} // namespace runlens::viewers
