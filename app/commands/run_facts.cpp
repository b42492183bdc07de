// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/run_facts.h"

#include "app/commands/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace runlens::app {

namespace {

/// Widens [first, last] to hold ns.
void extend(RunFacts& facts, std::int64_t ns)
{
    if (ns == kNoTime) {
        return;
    }
    facts.firstNs = facts.firstNs == kNoTime ? ns : std::min(facts.firstNs, ns);
    facts.lastNs = std::max(facts.lastNs, ns); // kNoTime is the smallest number
}

template <typename Entries>
void takeSteps(RunFacts& facts, TagFacts& tag, const Entries* entries)
{
    if (entries == nullptr || entries->empty()) {
        return;
    }
    tag.firstStep = (*entries)[0].step;
    tag.lastStep = entries->back().step;
    extend(facts, (*entries)[0].wallNs);
    extend(facts, entries->back().wallNs);
}

TagFacts tagFacts(RunFacts& facts, const Run& run, TagId id)
{
    const Tag& tag = run.tags()[index(id)];
    TagFacts told;
    told.rank = tag.rank;
    told.name = run.text(tag.name);
    told.kind = tag.kind;
    told.count = run.recordCount(id);
    takeSteps(facts, told, run.tensorStats(id));
    takeSteps(facts, told, run.samples(id));
    const ScalarSeries* series = run.scalars(id);
    if (series != nullptr && series->size() > 0) {
        const std::size_t last = series->size() - 1;
        told.numberType = series->numberType;
        told.firstStep = series->steps[0];
        told.lastStep = series->steps[last];
        told.firstBits = series->bits(0);
        told.lastBits = series->bits(last);
        extend(facts, series->wallNs[0]);
        extend(facts, series->wallNs[last]);
    }
    return told;
}

/// Graphs have no tag in the Run: one line for each name.
void addGraphs(RunFacts& facts, const Run& run)
{
    for (const GraphEntry& graph : run.graphs()) {
        extend(facts, graph.wallNs);
        const std::string_view name = run.text(graph.name);
        const auto known =
            std::find_if(facts.tags.begin(), facts.tags.end(), [&](const TagFacts& tag) {
                return tag.kind == RecordKind::Graph && tag.rank == graph.rank && tag.name == name;
            });
        if (known != facts.tags.end()) {
            ++known->count;
            continue;
        }
        TagFacts told;
        told.rank = graph.rank;
        told.name = name;
        told.kind = RecordKind::Graph;
        told.count = 1;
        facts.tags.push_back(told);
    }
}

std::string jsonStep(std::int64_t step)
{
    return step == kNoStep ? "null" : std::to_string(step);
}

std::string tagAsJson(const TagFacts& tag, bool withRank)
{
    std::string json =
        fmt::format(R"({{"name": {}, "kind": "{}", "count": {}, "first_step": {}, "last_step": {})",
                    jsonString(tag.name),
                    recordKindName(tag.kind),
                    tag.count,
                    jsonStep(tag.firstStep),
                    jsonStep(tag.lastStep));
    if (tag.firstBits && tag.lastBits) {
        json += fmt::format(R"(, "first_value": {}, "last_value": {})",
                            jsonNumber(*tag.firstBits, tag.numberType),
                            jsonNumber(*tag.lastBits, tag.numberType));
    }
    if (withRank) {
        json += fmt::format(R"(, "rank": {})", tag.rank);
    }
    return json + '}';
}

std::string damageAsJson(const Diagnostic& damage)
{
    return fmt::format(R"({{"file": {}, "offset": {}, "reason": {}}})",
                       jsonString(damage.file),
                       damage.offset < 0 ? "null" : std::to_string(damage.offset),
                       jsonString(damage.reason));
}

std::string fileAsJson(const FileFacts& file)
{
    return fmt::format(
        R"({{"path": {}, "records": {}, "bytes": {}, "bad_records": {}, "tail_bytes": {}}})",
        jsonString(file.path),
        file.records,
        file.bytes,
        file.badRecords,
        file.tailBytes);
}

/// "[\n      a,\n      b\n    ]"
std::string jsonList(const std::vector<std::string>& items)
{
    std::string json = "[";
    for (const std::string& item : items) {
        json += (json.size() > 1 ? ",\n      " : "\n      ") + item;
    }
    return json + (items.empty() ? "]" : "\n    ]");
}

} // namespace

RunFacts factsOf(const Run& run,
                 std::vector<Diagnostic> diagnostics,
                 std::uint64_t diagnosticCount,
                 std::vector<FileFacts> files)
{
    RunFacts facts;
    facts.path = run.path();
    facts.name = run.name();
    facts.format = run.format();
    facts.ended = run.ended();
    facts.ranks = run.ranks();
    facts.sessionCount = run.sessions().size();
    for (const SessionRecord& session : run.sessions()) {
        extend(facts, session.startNs);
        extend(facts, session.endNs);
        extend(facts, session.heartbeatNs);
    }
    if (!run.sessions().empty()) {
        facts.endText = run.sessions().back().reasonText;
    }
    for (std::size_t i = 0; i < run.tags().size(); ++i) {
        facts.tags.push_back(tagFacts(facts, run, static_cast<TagId>(i)));
    }
    addGraphs(facts, run);
    facts.trackCount = run.tracks().size();
    for (std::size_t i = 0; i < run.tracks().size(); ++i) {
        const SpanSeries* spans = run.spans(static_cast<TrackId>(i));
        facts.spanCount += spans != nullptr ? spans->size() : 0;
    }
    facts.passCount = run.irPasses().size();
    facts.drops.assign(run.drops().begin(), run.drops().end());
    facts.diagnostics = std::move(diagnostics);
    facts.diagnosticCount = diagnosticCount;
    facts.files = std::move(files);
    return facts;
}

std::string factsAsJson(const RunFacts& facts)
{
    std::vector<std::string> tags;
    for (const TagFacts& tag : facts.tags) {
        tags.push_back(tagAsJson(tag, facts.ranks.size() > 1));
    }
    std::vector<std::string> damage;
    for (const Diagnostic& diagnostic : facts.diagnostics) {
        if (diagnostic.severity == Severity::Damage) {
            damage.push_back(damageAsJson(diagnostic));
        }
    }
    std::vector<std::string> files;
    for (const FileFacts& file : facts.files) {
        files.push_back(fileAsJson(file));
    }
    return fmt::format(
        "{{\n    \"path\": {},\n    \"format\": {},\n    \"ended\": \"{}\",\n    \"tags\": {},\n"
        "    \"damage\": {},\n    \"files\": {}\n  }}",
        jsonString(facts.path),
        jsonString(facts.format),
        endReasonName(facts.ended),
        jsonList(tags),
        jsonList(damage),
        jsonList(files));
}

} // namespace runlens::app
