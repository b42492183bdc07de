// SPDX-License-Identifier: Apache-2.0
#include "collector/sink_translator.h"

#include "summary_format/base/number.h"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace runlens::collector {

namespace {

template <typename T>
T& rowsOf(std::vector<T>& all, std::vector<std::int32_t>& used, std::int32_t id)
{
    const auto i = static_cast<std::size_t>(id);
    if (i >= all.size()) {
        all.resize(i + 1);
    }
    T& rows = all[i];
    if (rows.empty()) {
        used.push_back(id);
    }
    return rows;
}

/// As the tag was declared: a double may be rounded to a tag of float32, as the program would do
/// it, but a finite value must not become infinite, nor an integer another one.
std::optional<std::uint64_t> asDeclared(std::uint64_t bits, NumberType from, NumberType to)
{
    if (isInteger(from) || isInteger(to)) {
        return converted(bits, from, to);
    }
    const std::uint64_t rounded = fromDouble(toDouble(bits, from), to);
    return std::isfinite(toDouble(bits, from)) && !std::isfinite(toDouble(rounded, to))
               ? std::nullopt
               : std::optional(rounded);
}

template <typename... Columns>
void clearAll(Columns&... columns)
{
    (columns.clear(), ...);
}

} // namespace

SinkTranslator::SinkTranslator(NameRegistry& registry, const TickClock& clock, int rank)
    : m_registry(registry), m_clock(clock), m_rank(rank), m_processId(::getpid())
{}

void SinkTranslator::attach(RecordSink* sink, SessionId session)
{
    m_sink = sink;
    m_session = session;
    std::fill(m_names.begin(), m_names.end(), kNone<NameId>);
    std::fill(m_tags.begin(), m_tags.end(), kNone<TagId>);
    std::fill(m_tracks.begin(), m_tracks.end(), kNone<TrackId>);
    std::fill(m_passes.begin(), m_passes.end(), kNone<PassId>);
    m_processTrack = kNone<TrackId>;
}

void SinkTranslator::fetchNames()
{
    m_registry.fetch(m_nameTexts, m_tagTexts, m_trackTexts);
    m_names.resize(m_nameTexts.size(), kNone<NameId>);
    m_tags.resize(m_tagTexts.size(), kNone<TagId>);
    m_tracks.resize(m_trackTexts.size(), kNone<TrackId>);
}

NameId SinkTranslator::name(std::int32_t id)
{
    const auto i = static_cast<std::size_t>(id);
    if (id < 0 || i >= m_names.size()) {
        return NameId{};
    }
    if (!isValid(m_names[i])) {
        m_names[i] = m_sink->name(*m_nameTexts[i]);
    }
    return m_names[i];
}

TagId SinkTranslator::tag(std::int32_t id)
{
    const auto i = static_cast<std::size_t>(id);
    if (id < 0 || i >= m_tags.size()) {
        return kNone<TagId>;
    }
    if (!isValid(m_tags[i])) {
        const RegisteredTag& known = *m_tagTexts[i];
        m_tags[i] = m_sink->tag({m_rank, known.name, known.kind, known.numberType, {}, {}});
    }
    return m_tags[i];
}

TrackId SinkTranslator::track(std::int32_t id)
{
    const auto i = static_cast<std::size_t>(id);
    if (id < 0 || i >= m_tracks.size()) {
        return kNone<TrackId>;
    }
    if (isValid(m_tracks[i])) {
        return m_tracks[i];
    }
    if (!isValid(m_processTrack)) {
        TrackRecord process;
        process.rank = m_rank;
        process.name = "process";
        process.kind = TrackKind::Process;
        process.processId = m_processId;
        m_processTrack = m_sink->track(process);
    }
    const RegisteredTrack& known = *m_trackTexts[i];
    TrackRecord record;
    record.rank = m_rank;
    record.name = known.name;
    record.kind = known.kind;
    record.parent = m_processTrack;
    record.processId = m_processId;
    record.threadId = known.threadId;
    record.unit = known.unit;
    m_tracks[i] = m_sink->track(record);
    return m_tracks[i];
}

PassId SinkTranslator::pass(std::int32_t handle) const
{
    const auto i = static_cast<std::size_t>(handle);
    return handle < 0 || i >= m_passes.size() ? kNone<PassId> : m_passes[i];
}

void SinkTranslator::setPass(std::int32_t handle, PassId pass)
{
    const auto i = static_cast<std::size_t>(handle);
    if (handle >= 0 && i < (std::size_t{1} << 24)) {
        m_passes.resize(std::max(m_passes.size(), i + 1), kNone<PassId>);
        m_passes[i] = pass;
    }
}

void SinkTranslator::property(std::string_view section, std::string_view key, std::string_view json)
{
    m_sink->property({m_rank, m_session, section, key, json});
}

void SinkTranslator::counter(std::int32_t track, std::int64_t ns, double value)
{
    count(CallKind::Counter);
    ++m_rows;
    if (!m_sink) {
        return;
    }
    CounterRows& rows = rowsOf(m_counters, m_usedCounters, track);
    rows.ns.push_back(ns);
    rows.values.push_back(value);
}

std::int64_t SinkTranslator::toNs(std::uint64_t time, const TimeEvent& event) const
{
    return event.inNs != 0 ? static_cast<std::int64_t>(time) : m_clock.toNs(time);
}

void SinkTranslator::add(std::span<const ScalarEvent> events)
{
    count(CallKind::Scalar, events.size());
    m_rows += events.size();
    if (!m_sink) {
        return;
    }
    for (const ScalarEvent& event : events) {
        addScalar(event);
    }
}

void SinkTranslator::addScalar(const ScalarEvent& event)
{
    ScalarRows& rows = rowsOf(m_scalars, m_usedScalars, event.tag);
    const NumberType declared = m_tagTexts[static_cast<std::size_t>(event.tag)]->numberType;
    const NumberType now = rows.type.value_or(declared);
    auto bits = event.type == now ? event.bits
                                  : (now == declared ? asDeclared(event.bits, event.type, now)
                                                     : converted(event.bits, event.type, now));
    rows.type = now;
    if (!bits) {
        if (!rows.empty()) {
            handOver(event.tag, rows);
        }
        // Wide enough for what may follow: a batch of one row each would be slow.
        rows.type = isInteger(event.type) ? event.type : NumberType::Float64;
        bits = converted(event.bits, event.type, *rows.type);
    }
    rows.steps.push_back(event.step);
    rows.wallNs.push_back(m_clock.toNs(event.ticks));
    rows.bits.push_back(bits.value_or(event.bits));
}

void SinkTranslator::add(std::span<const TimeEvent> events)
{
    for (const TimeEvent& event : events) {
        if (event.kind == EventKind::Span || event.kind == EventKind::Communication) {
            addSpan(event);
        } else {
            addOther(event);
        }
    }
    m_rows += events.size() / 8 + 1; // packed in the file: eight of them weigh as much as a row
}

void SinkTranslator::addSpan(const TimeEvent& event)
{
    count(CallKind::Span);
    const bool isCommunication = event.kind == EventKind::Communication;
    if (isCommunication) {
        count(CallKind::Communication);
    }
    if (!m_sink || event.track < 0) {
        return;
    }
    SpanRows& rows = rowsOf(m_spans, m_usedSpans, event.track);
    const std::int64_t start = toNs(event.start, event);
    if (isCommunication) {
        CommunicationRecord communication;
        communication.operation = name(event.name);
        communication.group = name(event.other);
        communication.bytes = event.value;
        communication.peer = event.peer;
        rows.communications.emplace_back(static_cast<std::int64_t>(rows.startNs.size()),
                                         communication);
    }
    rows.startNs.push_back(start);
    rows.durationNs.push_back(event.inNs != 0
                                  ? static_cast<std::int64_t>(event.end)
                                  : std::max<std::int64_t>(0, toNs(event.end, event) - start));
    rows.names.push_back(name(event.name));
    rows.categories.push_back(static_cast<SpanCategory>(event.category));
    rows.depths.push_back(event.depth);
    const PassId executed = pass(event.pass);
    rows.nodes.push_back(isValid(executed) ? NodeRef{executed, event.node} : NodeRef{});
    rows.steps.push_back(event.step);
}

void SinkTranslator::addOther(const TimeEvent& event)
{
    switch (event.kind) {
    case EventKind::Flow:
        count(CallKind::Flow);
        if (m_sink) {
            m_sink->flow({event.value,
                          name(event.name),
                          track(event.track),
                          static_cast<std::int64_t>(event.start),
                          track(event.other),
                          static_cast<std::int64_t>(event.end)});
        }
        break;
    case EventKind::Counter:
        counter(event.track, toNs(event.start, event), std::bit_cast<double>(event.value));
        break;
    case EventKind::Memory: {
        count(CallKind::Memory);
        if (!m_sink) {
            break;
        }
        MemoryRecord record;
        record.rank = m_rank;
        record.session = m_session;
        record.ns = toNs(event.start, event);
        record.action = static_cast<MemoryAction>(event.category);
        record.pool = name(event.name);
        record.name = name(event.other);
        record.address = static_cast<std::uint64_t>(event.step);
        record.bytes = event.value;
        record.totalBytes = static_cast<std::int64_t>(event.end);
        const PassId executed = pass(event.pass);
        record.node = isValid(executed) ? NodeRef{executed, event.node} : NodeRef{};
        m_sink->memory(record);
        break;
    }
    case EventKind::QueueSample:
        count(CallKind::QueueSample);
        if (m_sink) {
            m_sink->queueSample({m_rank,
                                 m_session,
                                 name(event.name),
                                 toNs(event.start, event),
                                 event.step,
                                 event.value});
        }
        break;
    case EventKind::Span:
    case EventKind::Communication:
        break;
    }
}

void SinkTranslator::flushBatches()
{
    if (!m_sink) {
        return;
    }
    flushScalars();
    flushSpans();
    flushCounters();
}

void SinkTranslator::flushScalars()
{
    for (const std::int32_t id : m_usedScalars) {
        handOver(id, m_scalars[static_cast<std::size_t>(id)]);
    }
    m_usedScalars.clear();
}

void SinkTranslator::handOver(std::int32_t id, ScalarRows& rows)
{
    m_sink->scalars(tag(id), {m_session, rows.steps, rows.wallNs, rows.bits, rows.type});
    clearAll(rows.steps, rows.wallNs, rows.bits);
}

void SinkTranslator::flushSpans()
{
    for (const std::int32_t id : m_usedSpans) {
        SpanRows& rows = m_spans[static_cast<std::size_t>(id)];
        const TrackId on = track(id);
        const std::int64_t first = m_sink->spans(on,
                                                 {m_session,
                                                  rows.startNs,
                                                  rows.durationNs,
                                                  rows.names,
                                                  rows.categories,
                                                  rows.depths,
                                                  rows.nodes,
                                                  rows.steps});
        for (auto& [row, communication] : rows.communications) {
            communication.span = {on, first + row};
            m_sink->communication(communication);
        }
        clearAll(rows.startNs,
                 rows.durationNs,
                 rows.names,
                 rows.categories,
                 rows.depths,
                 rows.nodes,
                 rows.steps,
                 rows.communications);
    }
    m_usedSpans.clear();
}

void SinkTranslator::flushCounters()
{
    for (const std::int32_t id : m_usedCounters) {
        CounterRows& rows = m_counters[static_cast<std::size_t>(id)];
        m_sink->counters(track(id), {m_session, rows.ns, rows.values});
        clearAll(rows.ns, rows.values);
    }
    m_usedCounters.clear();
}

KindTotals SinkTranslator::takeHanded()
{
    const KindTotals handed = m_handed;
    m_handed = {};
    m_rows = 0;
    return handed;
}

} // namespace runlens::collector
