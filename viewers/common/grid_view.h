// SPDX-License-Identifier: GPL-3.0-or-later
/// Base of the views that show the series of all shown runs in a grid of cells of which only those
/// in sight exist: follows runs that come, grow and go, lays out and refreshes at most once per
/// turn of the event loop, and tells once when everything asked for is done.
#pragma once

#include "viewers/view.h"

#include <QTimer>

namespace runlens::viewers {

class ChartGrid;

class GridView : public View {
    Q_OBJECT

public:
    [[nodiscard]] bool hasData() const override { return seriesCount() > 0; }

protected:
    GridView(ViewContext context, QWidget* parent);

    /// To be called once by the constructor, when the view can answer the calls below.
    void follow(const ChartGrid* grid);

    [[nodiscard]] virtual int seriesCount() const = 0; ///< of the shown runs, before any filter

    virtual void takeRuns() = 0; ///< other runs are shown: ids may mean others now
    virtual void takeGrown(const OpenRun& run) = 0; ///< a shown run has more
    virtual void reorder() = 0;                     ///< which series the grid has, in which order
    virtual void showCells() = 0;    ///< makes the cells in sight, lets go of the others
    virtual void refreshCells() = 0; ///< brings the cells in sight up to date

    void relayoutSoon() { m_relayout.start(); }

    [[nodiscard]] bool isRelayoutDue() const { return m_relayout.isActive(); }

    void unsettle() { m_wasSettled = false; } ///< something was asked for

    void checkSettled(); ///< emits settled() when that has just been done

    void showEvent(QShowEvent* event) override;

private:
    void runsChanged();
    void runUpdated(const QString& key);

    QTimer m_relayout;
    bool m_wasSettled = true;
};

} // namespace runlens::viewers
