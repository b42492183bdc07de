// SPDX-License-Identifier: GPL-3.0-or-later
// The part of Session that keeps what the user says about runs, and hands the list to the RunSet.
#include "app/window/session_entry.h"

#include <algorithm>

namespace runlens::app {

Session::Entry* Session::find(const QString& key)
{
    const auto at = std::find_if(
        m_entries.begin(), m_entries.end(), [&](const auto& entry) { return entry->key == key; });
    return at == m_entries.end() ? nullptr : at->get();
}

const Session::Entry* Session::find(const QString& key) const
{
    const auto at = std::find_if(
        m_entries.begin(), m_entries.end(), [&](const auto& entry) { return entry->key == key; });
    return at == m_entries.end() ? nullptr : at->get();
}

void Session::publishRuns()
{
    std::vector<viewers::OpenRun> list;
    for (const auto& entry : m_entries) {
        if (entry->notes.isHidden) {
            continue;
        }
        viewers::OpenRun run;
        run.key = entry->key;
        run.name = entry->notes.name.isEmpty() ? QString::fromStdString(entry->found.name)
                                               : entry->notes.name;
        run.colourSlot = entry->colourSlot;
        run.isShown = entry->isShown;
        run.note = entry->notes.note;
        run.tags = entry->notes.tags;
        run.isLoading = !entry->wasReadToEnd;
        run.isLeftClosed = entry->isDeferred;
        run.run = entry->run;
        run.reader = entry->reader;
        list.push_back(std::move(run));
    }
    m_runs->setRuns(std::move(list));
}

void Session::changeNotes(const QStringList& keys, const std::function<void(RunNotes&)>& change)
{
    bool hasChanged = false;
    for (const QString& key : keys) {
        if (Entry* entry = find(key)) {
            RunNotes notes = entry->notes;
            change(notes);
            if (notes == entry->notes) {
                continue;
            }
            hasChanged = true;
            entry->notes = notes;
            entry->colourSlot = notes.colourSlot;
            entry->isShown = notes.isShown.value_or(entry->isShown);
            m_settings->setRun(key, notes);
        }
    }
    if (hasChanged) {
        publishRuns();
        startPendingReads();
    }
}

void Session::setShown(const QStringList& keys, bool isShown)
{
    changeNotes(keys, [isShown](RunNotes& notes) { notes.isShown = isShown; });
}

void Session::showOnly(const QStringList& keys)
{
    bool hasChanged = false;
    for (const auto& entry : m_entries) {
        const bool isShown = keys.contains(entry->key);
        if (entry->isShown != isShown || entry->notes.isShown != isShown) {
            hasChanged = true;
            entry->isShown = isShown;
            entry->notes.isShown = isShown;
            m_settings->setRun(entry->key, entry->notes);
        }
    }
    if (hasChanged) {
        publishRuns();
        startPendingReads();
    }
}

void Session::rename(const QString& key, const QString& name)
{
    changeNotes({key}, [&](RunNotes& notes) { notes.name = name.trimmed(); });
}

void Session::setColour(const QString& key, int slot)
{
    changeNotes({key}, [slot](RunNotes& notes) { notes.colourSlot = std::clamp(slot, 0, 29); });
}

void Session::setNote(const QString& key, const QString& note)
{
    changeNotes({key}, [&](RunNotes& notes) { notes.note = note; });
}

void Session::setTags(const QString& key, const QStringList& tags)
{
    changeNotes({key}, [&](RunNotes& notes) { notes.tags = tags; });
}

QString Session::noteOf(const QString& key) const
{
    const Entry* entry = find(key);
    return entry != nullptr ? entry->notes.note : QString();
}

void Session::setHidden(const QStringList& keys, bool isHidden)
{
    changeNotes(keys, [isHidden](RunNotes& notes) { notes.isHidden = isHidden; });
}

void Session::unhideAll()
{
    QStringList keys;
    for (const auto& entry : m_entries) {
        keys.push_back(entry->key);
    }
    setHidden(keys, false);
}

int Session::hiddenCount() const
{
    return static_cast<int>(std::count_if(m_entries.begin(),
                                          m_entries.end(),
                                          [](const auto& entry) { return entry->notes.isHidden; }));
}

QString Session::errorOf(const QString& key) const
{
    const Entry* entry = find(key);
    return entry != nullptr ? entry->error : QString();
}

std::vector<RunDiagnostic> Session::diagnostics() const
{
    std::vector<RunDiagnostic> list = m_scanDiagnostics;
    for (const auto& entry : m_entries) {
        const QString name = QString::fromStdString(entry->found.name);
        if (!entry->error.isEmpty()) {
            list.push_back(
                {name, {Severity::Damage, entry->found.path, -1, entry->error.toStdString(), 0}});
        }
        for (const Diagnostic& diagnostic : entry->diagnostics) {
            list.push_back({name, diagnostic});
        }
    }
    return list;
}

} // namespace runlens::app
