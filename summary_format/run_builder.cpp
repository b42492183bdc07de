// SPDX-License-Identifier: Apache-2.0
#include "summary_format/run_builder.h"

#include "summary_format/series_builders.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <tuple>

namespace runlens {

namespace {

/// A list that is handed out as a shared copy, made only when it changed since the last snapshot.
template <typename T>
class SharedList {
public:
    [[nodiscard]] std::vector<T>& edit()
    {
        m_published.reset();
        return m_items;
    }

    [[nodiscard]] const std::vector<T>& items() const { return m_items; }

    [[nodiscard]] std::shared_ptr<const std::vector<T>> publish()
    {
        if (!m_published) {
            m_published = std::make_shared<const std::vector<T>>(m_items);
        }
        return m_published;
    }

private:
    std::vector<T> m_items;
    std::shared_ptr<const std::vector<T>> m_published;
};

/// Builders by id, and the list of their last published series. Only changed ones are published
/// again.
template <typename Builder, typename Series, typename Id>
class SeriesSet {
public:
    Builder& at(Id id)
    {
        const std::size_t i = index(id);
        if (i >= m_builders.size()) {
            m_builders.resize(i + 1);
        }
        if (!m_builders[i]) {
            m_builders[i] = std::make_unique<Builder>();
        }
        m_listed.resize(m_builders.size(), false);
        if (!m_listed[i]) {
            m_listed[i] = true;
            m_dirty.push_back(i);
        }
        return *m_builders[i];
    }

    [[nodiscard]] std::shared_ptr<const std::vector<std::shared_ptr<const Series>>> publish()
    {
        if (!m_dirty.empty() || !m_published) {
            m_series.resize(m_builders.size());
            for (const std::size_t i : m_dirty) {
                m_series[i] = m_builders[i]->view();
                m_listed[i] = false;
            }
            m_dirty.clear();
            m_published =
                std::make_shared<const std::vector<std::shared_ptr<const Series>>>(m_series);
        }
        return m_published;
    }

private:
    std::vector<std::unique_ptr<Builder>> m_builders;
    std::vector<bool> m_listed; ///< is in m_dirty
    std::vector<std::size_t> m_dirty;
    std::vector<std::shared_ptr<const Series>> m_series;
    std::shared_ptr<const std::vector<std::shared_ptr<const Series>>> m_published;
};

} // namespace

struct RunBuilder::State {
    RunIdentity identity;
    std::shared_ptr<StringPool> names = std::make_shared<StringPool>();
    std::shared_ptr<Arena> arena = std::make_shared<Arena>();

    SharedList<SessionRecord> sessions;
    SharedList<Tag> tags;
    std::map<std::tuple<int, NameId, RecordKind>, TagId> tagIds;
    SeriesSet<ScalarBuilder, ScalarSeries, TagId> scalars;
    SeriesSet<EntryBuilder<TensorStatsEntry>, ColumnView<TensorStatsEntry>, TagId> tensorStats;
    SeriesSet<EntryBuilder<SampleEntry>, ColumnView<SampleEntry>, TagId> samples;
    SharedList<GraphEntry> graphs;
    SharedList<std::shared_ptr<const IrPass>> irPasses;
    SharedList<SourceFile> sourceFiles;
    SharedList<Property> properties;
    SharedList<Track> tracks;
    std::map<std::tuple<int, NameId, TrackKind, TrackId, std::int64_t, std::int64_t>, TrackId>
        trackIds;
    SeriesSet<SpanBuilder, SpanSeries, TrackId> spans;
    SeriesSet<CounterBuilder, CounterSeries, TrackId> counters;
    Column<FlowRecord> flows;
    Column<CommunicationRecord> communications;
    Column<MemoryRecord> memoryEvents;
    Column<QueueRecord> queueSamples;
    SharedList<Finding> findings;
    SharedList<Drop> drops;

    bool changed = true;
    std::uint64_t generation = 0;
    std::shared_ptr<const Run> published;

    [[nodiscard]] bool knows(TagId tag, std::initializer_list<RecordKind> refused) const
    {
        if (!isValid(tag) || index(tag) >= tags.items().size()) {
            return false;
        }
        const RecordKind kind = tags.items()[index(tag)].kind;
        return std::find(refused.begin(), refused.end(), kind) == refused.end();
    }

    [[nodiscard]] bool knows(TrackId track) const
    {
        return isValid(track) && index(track) < tracks.items().size();
    }
};

RunBuilder::RunBuilder(RunIdentity identity) : m_state(std::make_unique<State>())
{
    m_state->identity = std::move(identity);
}

RunBuilder::~RunBuilder() = default;

NameId RunBuilder::name(std::string_view text)
{
    return m_state->names->add(text);
}

SessionId RunBuilder::session(const SessionRecord& record)
{
    auto& sessions = m_state->sessions.edit();
    m_state->changed = true;
    for (std::size_t i = 0; i < sessions.size(); ++i) {
        if (sessions[i].rank == record.rank && sessions[i].startNs == record.startNs
            && sessions[i].pid == record.pid && sessions[i].host == record.host)
        {
            sessions[i] = record;
            return static_cast<SessionId>(i);
        }
    }
    sessions.push_back(record);
    return static_cast<SessionId>(sessions.size() - 1);
}

TagId RunBuilder::tag(const TagRecord& record)
{
    const NameId nameId = name(record.name);
    const auto [known, isNew] = m_state->tagIds.try_emplace(
        {record.rank, nameId, record.kind}, static_cast<TagId>(m_state->tags.items().size()));
    if (isNew) {
        Tag tag{record.rank,
                nameId,
                record.kind,
                record.numberType,
                name(record.displayName),
                name(record.description)};
        if (record.displayName.empty()) {
            tag.displayName = nameId;
        }
        m_state->tags.edit().push_back(tag);
        m_state->changed = true;
        if (record.kind == RecordKind::Scalar) {
            m_state->scalars.at(known->second).numberType = record.numberType;
            m_state->scalars.at(known->second).declared = record.numberType;
        }
    }
    return known->second;
}

TrackId RunBuilder::track(const TrackRecord& record)
{
    const NameId nameId = name(record.name);
    const auto [known, isNew] = m_state->trackIds.try_emplace(
        {record.rank, nameId, record.kind, record.parent, record.processId, record.threadId},
        static_cast<TrackId>(m_state->tracks.items().size()));
    if (isNew) {
        m_state->tracks.edit().push_back({record.rank,
                                          nameId,
                                          record.kind,
                                          record.parent,
                                          record.processId,
                                          record.threadId,
                                          name(record.unit)});
        m_state->changed = true;
        if (record.kind == TrackKind::Step) {
            m_state->spans.at(known->second).keepsSteps = true;
        }
    }
    return known->second;
}

void RunBuilder::scalars(TagId tag, const ScalarBatch& batch)
{
    if (!m_state->knows(tag, {}) || m_state->tags.items()[index(tag)].kind != RecordKind::Scalar
        || batch.steps.empty())
    {
        return;
    }
    ScalarBuilder& builder = m_state->scalars.at(tag);
    if (builder.append(*m_state->arena, batch)) {
        m_state->tags.edit()[index(tag)].numberType = builder.numberType;
    }
    m_state->changed = true;
}

void RunBuilder::tensorStats(TagId tag, const TensorStatsRecord& record)
{
    if (!m_state->knows(tag, {RecordKind::Scalar})) {
        return;
    }
    m_state->tensorStats.at(tag).entries.append(
        *m_state->arena,
        TensorStatsEntry{
            record.step, record.wallNs, record.statistics, record.encoded.ref, record.session});
    m_state->changed = true;
}

void RunBuilder::sample(TagId tag, const SampleRecord& record)
{
    if (!m_state->knows(tag, {RecordKind::Scalar})) {
        return;
    }
    m_state->samples.at(tag).entries.append(
        *m_state->arena,
        SampleEntry{
            record.step, record.wallNs, name(record.metadata), record.session, record.payload.ref});
    m_state->changed = true;
}

GraphId RunBuilder::graph(const GraphRecord& record)
{
    auto& graphs = m_state->graphs.edit();
    graphs.push_back(
        {record.rank, record.session, name(record.name), record.wallNs, record.payload.ref});
    m_state->changed = true;
    return static_cast<GraphId>(graphs.size() - 1);
}

PassId RunBuilder::irDump(const IrDumpRecord& record)
{
    auto pass = std::make_shared<IrPass>();
    pass->rank = record.rank;
    pass->session = record.session;
    pass->order = record.order;
    pass->name = name(record.name);
    pass->graphName = name(record.graphName);
    pass->wallNs = record.wallNs;
    pass->durationNs = record.durationNs;
    pass->text = record.text.ref;
    for (const IrNodeRecord& node : record.nodes) {
        if (node.node < 0 || static_cast<std::size_t>(node.node) >= record.nodes.size()) {
            continue; // the index must be dense: a stray one would make room by an unchecked number
        }
        if (static_cast<std::size_t>(node.node) >= pass->nodes.size()) {
            pass->nodes.resize(static_cast<std::size_t>(node.node) + 1);
        }
        pass->nodes[static_cast<std::size_t>(node.node)] = IrNode{node.firstLine,
                                                                  node.lastLine,
                                                                  name(node.name),
                                                                  name(node.subgraph),
                                                                  name(node.op),
                                                                  name(node.fullName),
                                                                  name(node.sourceFile),
                                                                  node.sourceLine,
                                                                  name(node.shape)};
    }
    for (const IrOriginRecord& origin : record.origins) {
        pass->origins.push_back({origin.node, {origin.fromPass, origin.fromNode}});
    }
    std::stable_sort(pass->origins.begin(),
                     pass->origins.end(),
                     [](const IrOrigin& a, const IrOrigin& b) { return a.node < b.node; });
    auto& passes = m_state->irPasses.edit();
    passes.push_back(std::move(pass));
    m_state->changed = true;
    return static_cast<PassId>(passes.size() - 1);
}

void RunBuilder::sourceFile(const SourceFileRecord& record)
{
    auto& files = m_state->sourceFiles.edit();
    const NameId path = name(record.path);
    const auto same = std::find_if(files.begin(), files.end(), [&](const SourceFile& file) {
        return file.rank == record.rank && file.path == path;
    });
    const SourceFile file{record.rank, path, record.text.ref};
    if (same == files.end()) {
        files.push_back(file);
    } else {
        *same = file;
    }
    m_state->changed = true;
}

void RunBuilder::property(const PropertyRecord& record)
{
    auto& properties = m_state->properties.edit();
    const Property property{
        record.rank, name(record.section), name(record.key), name(record.value)};
    const auto same =
        std::find_if(properties.begin(), properties.end(), [&](const Property& other) {
            return other.rank == property.rank && other.section == property.section
                   && other.key == property.key;
        });
    if (same == properties.end()) {
        properties.push_back(property);
    } else {
        *same = property;
    }
    m_state->changed = true;
}

std::int64_t RunBuilder::spans(TrackId track, const SpanBatch& batch)
{
    if (!m_state->knows(track)) {
        return -1;
    }
    SpanBuilder& builder = m_state->spans.at(track);
    const auto first = static_cast<std::int64_t>(builder.startNs.size());
    if (!batch.startNs.empty()) {
        builder.append(*m_state->arena, batch);
        m_state->changed = true;
    }
    return first;
}

void RunBuilder::flow(const FlowRecord& record)
{
    m_state->flows.append(*m_state->arena, record);
    m_state->changed = true;
}

void RunBuilder::counters(TrackId track, const CounterBatch& batch)
{
    if (!m_state->knows(track) || batch.ns.empty()) {
        return;
    }
    CounterBuilder& builder = m_state->counters.at(track);
    builder.ns.append(*m_state->arena, batch.ns);
    builder.values.append(*m_state->arena, batch.values);
    m_state->changed = true;
}

void RunBuilder::communication(const CommunicationRecord& record)
{
    m_state->communications.append(*m_state->arena, record);
    m_state->changed = true;
}

void RunBuilder::memory(const MemoryRecord& record)
{
    m_state->memoryEvents.append(*m_state->arena, record);
    m_state->changed = true;
}

void RunBuilder::queueSample(const QueueRecord& record)
{
    m_state->queueSamples.append(*m_state->arena, record);
    m_state->changed = true;
}

void RunBuilder::finding(const FindingRecord& record)
{
    m_state->findings.edit().push_back({record.rank,
                                        std::string(record.rule),
                                        record.severity,
                                        std::string(record.title),
                                        std::string(record.detail),
                                        record.step,
                                        record.wallNs,
                                        std::string(record.metadata)});
    m_state->changed = true;
}

void RunBuilder::dropped(const DropRecord& record)
{
    auto& drops = m_state->drops.edit();
    const auto same = std::find_if(drops.begin(), drops.end(), [&](const Drop& drop) {
        return drop.rank == record.rank && drop.kind == record.kind && drop.reason == record.reason;
    });
    m_state->changed = true;
    if (same == drops.end()) {
        drops.push_back({record.rank,
                         std::string(record.kind),
                         std::string(record.reason),
                         record.count,
                         record.firstNs,
                         record.lastNs});
        return;
    }
    same->count += record.count;
    same->lastNs = std::max(same->lastNs, record.lastNs);
}

std::shared_ptr<const Run> RunBuilder::snapshot()
{
    State& state = *m_state;
    if (!state.changed && state.published) {
        return state.published;
    }
    auto run = std::make_shared<Run>();
    run->m_path = state.identity.path;
    run->m_name = state.identity.name;
    run->m_format = state.identity.format;
    run->m_generation = state.generation++;
    run->m_names = state.names;
    run->m_arena = state.arena;
    run->m_sessions = state.sessions.publish();
    run->m_tags = state.tags.publish();
    run->m_scalars = state.scalars.publish();
    run->m_tensorStats = state.tensorStats.publish();
    run->m_samples = state.samples.publish();
    run->m_graphs = state.graphs.publish();
    run->m_irPasses = state.irPasses.publish();
    run->m_sourceFiles = state.sourceFiles.publish();
    run->m_properties = state.properties.publish();
    run->m_tracks = state.tracks.publish();
    run->m_spans = state.spans.publish();
    run->m_counters = state.counters.publish();
    run->m_flows = state.flows.view();
    run->m_communications = state.communications.view();
    run->m_memoryEvents = state.memoryEvents.view();
    run->m_queueSamples = state.queueSamples.view();
    run->m_findings = state.findings.publish();
    run->m_drops = state.drops.publish();
    state.changed = false;
    state.published = run;
    return run;
}

} // namespace runlens
