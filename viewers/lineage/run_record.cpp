// SPDX-License-Identifier: GPL-3.0-or-later
/// What the table needs of one run.
#include "viewers/lineage/run_table.h"

#include <algorithm>

namespace runlens::viewers {

namespace {

bool hasAnything(const Run& run)
{
    return !run.tags().empty() || !run.properties().empty() || !run.sessions().empty();
}

/// When it began, how long it took, how it ended: of all its sessions.
void addSessionFacts(const Run& run, std::vector<RunField>& fields)
{
    const auto add = [&fields](const char* key, ColumnUnit unit, std::string text, bool isText) {
        fields.push_back({key, FactGroup::Run, unit, std::move(text), isText});
    };
    std::int64_t startNs = kNoTime;
    std::int64_t endNs = kNoTime;
    for (const SessionRecord& session : run.sessions()) {
        if (session.startNs != kNoTime && (startNs == kNoTime || session.startNs < startNs)) {
            startNs = session.startNs;
        }
        for (const std::int64_t ns : {session.endNs, session.heartbeatNs}) {
            if (ns != kNoTime && (endNs == kNoTime || ns > endNs)) {
                endNs = ns;
            }
        }
    }
    std::int64_t firstNs = kNoTime;
    std::int64_t lastStep = kNoStep;
    for (std::size_t i = 0; i < run.tags().size(); ++i) {
        const ScalarSeries* series = run.scalars(static_cast<TagId>(i));
        if (series == nullptr || series->size() == 0) {
            continue;
        }
        const std::size_t last = series->size() - 1;
        if (const std::int64_t ns = series->wallNs[0];
            ns != kNoTime && (firstNs == kNoTime || ns < firstNs))
        {
            firstNs = ns;
        }
        if (const std::int64_t ns = series->wallNs[last];
            ns != kNoTime && (endNs == kNoTime || ns > endNs)) {
            endNs = ns;
        }
        if (const std::int64_t step = series->steps[last];
            step != kNoStep && (lastStep == kNoStep || step > lastStep))
        {
            lastStep = step;
        }
    }
    startNs = startNs == kNoTime ? firstNs : startNs;
    if (startNs != kNoTime) {
        add("run/started", ColumnUnit::Time, std::to_string(startNs), false);
    }
    if (startNs != kNoTime && endNs != kNoTime && endNs >= startNs) {
        // Clocks of files are anything: the difference of two may not fit.
        const auto duration =
            static_cast<std::uint64_t>(endNs) - static_cast<std::uint64_t>(startNs);
        add("run/duration", ColumnUnit::Duration, std::to_string(duration), false);
    }
    if (!run.sessions().empty() && run.ended() != EndReason::Unknown) {
        add("run/ended", ColumnUnit::None, endReasonName(run.ended()), true);
    }
    if (lastStep != kNoStep) {
        add("run/last_step", ColumnUnit::None, std::to_string(lastStep), false);
    }
    add("run/format", ColumnUnit::None, run.format(), true);
}

} // namespace

std::shared_ptr<const RunRecord> readRecord(const RunToRead& wanted, const std::stop_token& stop)
{
    auto record = std::make_shared<RunRecord>();
    record->key = wanted.key;
    std::shared_ptr<const Run> run = wanted.run;
    std::shared_ptr<const RunReader> reader = wanted.reader;
    record->of = run;
    if (!reader && wanted.isLeftClosed) {
        Result<std::unique_ptr<RunReader>> opened =
            RunReader::open({run->path(), run->name(), run->format()});
        if (!opened) {
            record->problems.push_back(opened.error().message());
            record->isRead = true;
            return record;
        }
        ReadOptions options;
        options.stop = stop;
        if (const Result<ReadProgress> progress = (*opened)->read(options); !progress) {
            record->problems.push_back(progress.error().message());
        }
        run = (*opened)->run();
        reader = std::move(*opened);
    }
    record->isRead = wanted.isLeftClosed || !wanted.isLoading || hasAnything(*run);
    RunLineageOptions options;
    options.withRunInformation = true;
    options.withExtremes = true;
    const RunLineage lineage = runLineage(
        *run,
        [&](const PayloadRef& payload) -> Result<std::vector<std::byte>> {
            if (!reader) {
                return failure("read a record", run->path(), "the run is not open");
            }
            return reader->load(payload, stop);
        },
        options,
        stop);
    for (const RunFact& fact : lineage.facts) {
        record->fields.push_back({fact.key, fact.group, ColumnUnit::None, fact.value, fact.isText});
    }
    if (record->isRead) {
        addSessionFacts(*run, record->fields);
    }
    record->metricTags = lineage.metricTags;
    for (const Error& error : lineage.errors) {
        record->problems.push_back(error.message());
    }
    if (lineage.scalarsLeftOut > 0) {
        record->problems.push_back(run->name() + ": " + std::to_string(lineage.scalarsLeftOut)
                                   + " more scalars are left out");
    }
    return record;
}

} // namespace runlens::viewers
