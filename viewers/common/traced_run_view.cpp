// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/traced_run_view.h"

#include "viewers/common/widgets.h"

#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace runlens::viewers {

TracedRunView::TracedRunView(ViewContext viewContext, QWidget* parent)
    : View(viewContext, parent)
    , m_traces(TraceProvider::of(viewContext.runs))
    , m_stack(new QStackedWidget(this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_stack);
    connect(context().runs, &RunSet::changed, this, &TracedRunView::chooseRun);
    connect(context().runs, &RunSet::updated, this, [this](const QString&) { chooseRun(); });
    connect(m_traces, &TraceProvider::changed, this, [this](const QString& key) {
        const auto changed = key == m_runKey ? traceData() : nullptr;
        if (changed) {
            takeTrace(changed);
        }
    });
}

void TracedRunView::setContent(QWidget* content)
{
    m_content = content;
    m_empty = new EmptyState(context().palette, emptyText(), emptyCode(), this);
    m_stack->addWidget(m_content);
    m_stack->addWidget(m_empty);
}

bool TracedRunView::hasData() const
{
    const auto shown = context().runs->shown();
    return std::any_of(
        shown.begin(), shown.end(), [](const OpenRun* run) { return hasTrace(*run->run); });
}

void TracedRunView::chooseRun()
{
    const OpenRun* run = tracedRun(*context().runs, context().selection->state().run);
    const QString key = run != nullptr ? run->key : QString();
    if (key != m_runKey) {
        release();
        m_runKey = key;
        clearRun();
        emit shownRunChanged();
        if (const auto known = traceData()) {
            takeTrace(known);
        }
    }
    m_stack->setCurrentWidget(key.isEmpty() ? m_empty : m_content);
    if (!key.isEmpty() && isVisible() && !m_isWanted) {
        m_isWanted = true;
        m_traces->want(key);
    }
    if (hasData() != m_hadData) {
        m_hadData = hasData();
        emit dataAvailabilityChanged();
    }
    checkSettled();
}

void TracedRunView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    chooseRun();
}

void TracedRunView::hideEvent(QHideEvent* event)
{
    View::hideEvent(event);
    release();
}

void TracedRunView::release()
{
    if (m_isWanted) {
        m_traces->release(m_runKey);
        m_isWanted = false;
    }
}

} // namespace runlens::viewers
