// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/trace_provider.h"

#include "profiler/analysis/step_trace.h"
#include "profiler/trace_builder.h"
#include "viewers/common/async.h"

#include <algorithm>

namespace runlens::viewers {

namespace {

TraceData makeTraceData(std::shared_ptr<const Run> run,
                        std::shared_ptr<const profiler::TraceModel> previous,
                        std::stop_token stop)
{
    TraceData data;
    data.model = profiler::buildTrace(std::move(run), std::move(previous), std::move(stop));
    if (!data.model) {
        return data;
    }
    const profiler::TraceModel& model = *data.model;
    for (const int rank : model.ranks()) {
        std::vector<std::int64_t> durations;
        for (const profiler::TraceStep& step : model.steps(rank)) {
            durations.push_back(step.time.durationNs());
        }
        if (!durations.empty()) {
            data.steps.push_back({rank, profiler::quantile(durations, 0.5)});
        }
    }
    std::size_t most = 0;
    for (const profiler::TrackIndex& track : model.tracks()) {
        const Track& facts = model.run().tracks()[index(track.id)];
        const bool isCandidate =
            facts.rank == model.ranks().front() && facts.kind != TrackKind::Step;
        if (isCandidate && track.spanCount > most) {
            most = track.spanCount;
            data.overviewTrack = track.id;
        }
    }
    return data;
}

} // namespace

TraceProvider* TraceProvider::of(RunSet* runs)
{
    auto* known = runs->findChild<TraceProvider*>(QString(), Qt::FindDirectChildrenOnly);
    return known != nullptr ? known : new TraceProvider(runs);
}

TraceProvider::TraceProvider(RunSet* runs) : QObject(runs), m_runs(runs)
{
    connect(runs, &RunSet::updated, this, [this](const QString& key) {
        const auto entry = m_entries.constFind(key);
        if (entry != m_entries.constEnd() && entry->users > 0) {
            build(key);
        }
    });
    connect(runs, &RunSet::changed, this, [this] {
        dropClosed();
        const QStringList keys = m_entries.keys();
        for (const QString& key : keys) {
            if (m_entries[key].users > 0 && !isUpToDate(key)) {
                build(key);
            }
        }
    });
}

std::shared_ptr<const TraceData> TraceProvider::data(const QString& key) const
{
    const auto entry = m_entries.constFind(key);
    return entry == m_entries.constEnd() ? nullptr : entry->data;
}

bool TraceProvider::isUpToDate(const QString& key) const
{
    const OpenRun* run = m_runs->find(key);
    const auto known = data(key);
    return run == nullptr || (known && known->model->sharedRun() == run->run);
}

void TraceProvider::want(const QString& key)
{
    if (m_runs->find(key) == nullptr) {
        return;
    }
    ++m_entries[key].users;
    if (!isUpToDate(key)) {
        build(key);
    }
}

void TraceProvider::release(const QString& key)
{
    const auto entry = m_entries.find(key);
    if (entry != m_entries.end() && entry->users > 0) {
        --entry->users;
    }
}

void TraceProvider::build(const QString& key)
{
    Entry& entry = m_entries[key];
    if (entry.slot == nullptr) {
        entry.slot = new AsyncSlot(this);
    }
    // What is under way is finished first: a fast growing run would otherwise never show anything.
    if (entry.slot->isBusy()) {
        entry.isStale = true;
        return;
    }
    const OpenRun* run = m_runs->find(key);
    if (run == nullptr) {
        return;
    }
    entry.isStale = false;
    const auto previous = entry.data ? entry.data->model : nullptr;
    entry.slot->run(
        [snapshot = run->run, previous](std::stop_token stop) {
            return makeTraceData(snapshot, previous, std::move(stop));
        },
        [this, key](TraceData data) { take(key, std::move(data)); });
}

void TraceProvider::take(const QString& key, TraceData data)
{
    const auto entry = m_entries.find(key);
    if (entry == m_entries.end() || !data.model) {
        return;
    }
    entry->data = std::make_shared<const TraceData>(std::move(data));
    if (entry->isStale) {
        build(key);
    }
    emit changed(key);
}

void TraceProvider::dropClosed()
{
    for (auto entry = m_entries.begin(); entry != m_entries.end();) {
        if (m_runs->find(entry.key()) == nullptr) {
            if (entry->slot != nullptr) {
                entry->slot->cancel();
                entry->slot->deleteLater();
            }
            entry = m_entries.erase(entry);
        } else {
            ++entry;
        }
    }
}

bool hasTrace(const Run& run)
{
    for (std::size_t i = 0; i < run.tracks().size(); ++i) {
        const TrackId id{static_cast<std::int32_t>(i)};
        const SpanSeries* spans = run.spans(id);
        const CounterSeries* counters = run.counters(id);
        if ((spans != nullptr && spans->size() > 0)
            || (counters != nullptr && counters->size() > 0)) {
            return true;
        }
    }
    return false;
}

const OpenRun* tracedRun(const RunSet& runs, const QString& selectedKey)
{
    const OpenRun* selected = runs.find(selectedKey);
    if (selected != nullptr && hasTrace(*selected->run)) {
        return selected;
    }
    for (const OpenRun* run : runs.shown()) {
        if (hasTrace(*run->run)) {
            return run;
        }
    }
    return nullptr;
}

} // namespace runlens::viewers
