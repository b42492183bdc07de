// SPDX-License-Identifier: GPL-3.0-or-later
/// Base of the views that show the trace of one run: chooses the run (tracedRun()), has its trace
/// indexed while the view is on screen, and says what is missing when there is none.
#pragma once

#include "viewers/common/trace_provider.h"
#include "viewers/view.h"

class QStackedWidget;

namespace runlens::viewers {

class EmptyState;

class TracedRunView : public View {
    Q_OBJECT

public:
    [[nodiscard]] bool hasData() const override; ///< of any shown run

    [[nodiscard]] const QString& runKey() const { return m_runKey; } ///< on screen; empty: none

    [[nodiscard]] std::optional<QString> shownRunKey() const override { return m_runKey; }

protected:
    TracedRunView(ViewContext context, QWidget* parent);

    /// Another run is on screen from now on, or none: drops what was shown of the one before.
    virtual void clearRun() = 0;
    /// The trace of the run on screen: the first one, or of a later snapshot.
    virtual void takeTrace(const std::shared_ptr<const TraceData>& trace) = 0;

    /// What fills the view when there is a trace. To be called once by the constructor.
    void setContent(QWidget* content);
    void chooseRun();

    /// Of the run on screen; null when nothing was indexed yet.
    [[nodiscard]] std::shared_ptr<const TraceData> traceData() const
    {
        return m_traces->data(m_runKey);
    }

    [[nodiscard]] bool isTraceUpToDate() const { return m_traces->isUpToDate(m_runKey); }

    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void release();

    TraceProvider* m_traces;
    QStackedWidget* m_stack;
    QWidget* m_content = nullptr;
    EmptyState* m_empty = nullptr;
    QString m_runKey;
    bool m_isWanted = false; ///< want() was called for m_runKey
    bool m_hadData = false;
};

} // namespace runlens::viewers
