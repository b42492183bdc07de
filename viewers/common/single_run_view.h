// SPDX-License-Identifier: GPL-3.0-or-later
/// Base of the views that show one run: the current one if it has something for them, else the
/// first shown one that has. Keeps to it while runs come, grow and go.
#pragma once

#include "viewers/view.h"

namespace runlens::viewers {

class SingleRunView : public View {
    Q_OBJECT

public:
    [[nodiscard]] bool hasData() const override { return bestRun() != nullptr; }

    [[nodiscard]] std::optional<QString> shownRunKey() const override { return m_runKey; }

protected:
    SingleRunView(ViewContext context, QWidget* parent);

    /// Has this run what the view shows?
    [[nodiscard]] virtual bool canShow(const Run& run) const = 0;
    /// Another run may be the best one now, or it has grown: takes it over with setShownRun().
    virtual void refresh() = 0;

    virtual void runGrew() {} ///< after refresh(), when a run that matters here was updated

    /// After refresh(), when another run was selected.
    virtual void selectionChanged(Selection::Aspects aspects) = 0;

    void runsChanged(); ///< to be called once by the constructor
    /// From now on this one is shown; null: none. True when it is another one than before.
    bool setShownRun(const OpenRun* open);

    [[nodiscard]] const QString& runKey() const { return m_runKey; } ///< empty: none

    [[nodiscard]] const OpenRun* openRun() const; ///< the shown one; null when it was closed
    [[nodiscard]] const OpenRun* bestRun() const; ///< the one to show; null when there is none

private:
    void runUpdated(const QString& key);

    QString m_runKey;
};

} // namespace runlens::viewers
