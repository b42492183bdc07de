// SPDX-License-Identifier: GPL-3.0-or-later
/// Shows the source file of the selected line, and says where its text comes from. Loads on a
/// worker.
#pragma once

#include "viewers/common/async.h"
#include "viewers/common/run_set.h"
#include "viewers/common/titled_pane.h"
#include "viewers/ir/source_text.h"

namespace runlens::viewers {

class TextCanvas;

class SourcePane : public TitledPane {
    Q_OBJECT

public:
    explicit SourcePane(const Palette* palette);
    void showPlace(const OpenRun& open, const SourcePlace& place);
    void clear(); ///< no line is selected

    [[nodiscard]] TextCanvas* text() const { return m_text; }

    [[nodiscard]] bool isSettled() const { return !m_slot.isBusy(); }

signals:
    void settled();

private:
    void take(const SourceText& source, const std::vector<int>& lines);

    TextCanvas* m_text;
    AsyncSlot m_slot;
    std::string m_path; ///< of what is shown
};

} // namespace runlens::viewers
