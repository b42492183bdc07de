// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/run_set.h"

#include <algorithm>
#include <utility>

namespace runlens::viewers {

const OpenRun* RunSet::find(const QString& key) const
{
    const auto at = std::find_if(
        m_runs.begin(), m_runs.end(), [&](const OpenRun& run) { return run.key == key; });
    return at == m_runs.end() ? nullptr : &*at;
}

std::vector<const OpenRun*> RunSet::shown() const
{
    std::vector<const OpenRun*> list;
    for (const OpenRun& run : m_runs) {
        if (run.isShown) {
            list.push_back(&run);
        }
    }
    return list;
}

void RunSet::setRuns(std::vector<OpenRun> runs)
{
    m_runs = std::move(runs);
    emit changed();
}

void RunSet::updateRun(const QString& key, std::shared_ptr<const Run> snapshot)
{
    const auto at = std::find_if(
        m_runs.begin(), m_runs.end(), [&](const OpenRun& run) { return run.key == key; });
    if (at != m_runs.end() && snapshot && at->run != snapshot) {
        at->run = std::move(snapshot);
        emit updated(key);
    }
}

void RunSet::updateRun(const QString& key,
                       std::shared_ptr<const Run> snapshot,
                       std::shared_ptr<const RunReader> reader,
                       bool isLoading)
{
    const auto at = std::find_if(
        m_runs.begin(), m_runs.end(), [&](const OpenRun& run) { return run.key == key; });
    if (at == m_runs.end() || !snapshot
        || (at->run == snapshot && at->reader == reader && at->isLoading == isLoading))
    {
        return;
    }
    at->run = std::move(snapshot);
    at->reader = std::move(reader);
    at->isLoading = isLoading;
    emit updated(key);
}

} // namespace runlens::viewers
