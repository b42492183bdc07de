// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/single_run_view.h"

#include <algorithm>

namespace runlens::viewers {

SingleRunView::SingleRunView(ViewContext viewContext, QWidget* parent) : View(viewContext, parent)
{
    connect(context().runs, &RunSet::changed, this, &SingleRunView::runsChanged);
    connect(context().runs, &RunSet::updated, this, &SingleRunView::runUpdated);
    connect(context().selection, &Selection::changed, this, [this](Selection::Aspects aspects) {
        if (aspects & Selection::RunAspect) {
            refresh();
        }
        selectionChanged(aspects);
    });
}

bool SingleRunView::setShownRun(const OpenRun* open)
{
    const QString key = open != nullptr ? open->key : QString();
    const bool isOther = key != m_runKey;
    m_runKey = key;
    if (isOther) {
        emit shownRunChanged();
    }
    return isOther;
}

const OpenRun* SingleRunView::openRun() const
{
    return context().runs->find(m_runKey);
}

const OpenRun* SingleRunView::bestRun() const
{
    const auto hasSome = [this](const OpenRun* open) {
        return open != nullptr && canShow(*open->run);
    };
    const OpenRun* current = context().runs->find(context().selection->state().run);
    if (current != nullptr && current->isShown && hasSome(current)) {
        return current;
    }
    const std::vector<const OpenRun*> shown = context().runs->shown();
    const auto found = std::find_if(shown.begin(), shown.end(), hasSome);
    return found != shown.end() ? *found : nullptr;
}

void SingleRunView::runsChanged()
{
    refresh();
    emit dataAvailabilityChanged();
}

void SingleRunView::runUpdated(const QString& key)
{
    // The current run may have had nothing to show until now, so that another one stood in for it.
    if (!m_runKey.isEmpty() && key != m_runKey && key != context().selection->state().run) {
        return;
    }
    const bool hadData = !m_runKey.isEmpty();
    refresh();
    runGrew();
    if (hadData != !m_runKey.isEmpty()) {
        emit dataAvailabilityChanged();
    }
}

} // namespace runlens::viewers
