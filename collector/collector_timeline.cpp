// SPDX-License-Identifier: Apache-2.0
// The calls of SummaryCollector about time: spans, flows, counters, memory, queues.
#include "collector/public_state.h"

#include <algorithm>

namespace runlens {

using collector::CallKind;
using collector::CollectorState;
using collector::EventKind;
using collector::Lane;
using collector::TimeEvent;

namespace {

std::int32_t nameId(CollectorState& state, Lane& lane, const NameRef& name) noexcept
{
    if (name.handle.id >= 0) {
        return name.handle.id;
    }
    try {
        return lane.names.find(name.text,
                               [&](std::string_view text) { return state.names.name(text); });
    } catch (...) { // no memory for a new name
        return -1;
    }
}

/// The lane of a call that is to be recorded; null when it was counted as skipped or dropped.
Lane* laneFor(CollectorState* state, CallKind kind, bool isCollected) noexcept
{
    Lane* lane = state ? state->lane() : nullptr;
    if (!lane) {
        if (state) {
            state->refuse(kind);
        }
        return nullptr;
    }
    if (!isCollected) {
        lane->skipped.add(kind);
        return nullptr;
    }
    if (!state->accepts()) {
        state->refuse(kind);
        return nullptr;
    }
    return lane;
}

TimeEvent eventOf(CollectorState& state, Lane& lane, const TimedSpan& span) noexcept
{
    TimeEvent event;
    event.start = static_cast<std::uint64_t>(span.startNs);
    event.end = static_cast<std::uint64_t>(std::max<std::int64_t>(0, span.durationNs));
    event.inNs = 1;
    event.step = span.step;
    event.name = nameId(state, lane, span.name);
    event.track = span.track.id >= 0 ? span.track.id : lane.track;
    event.pass = span.node.pass.id;
    event.node = span.node.node;
    event.category = static_cast<std::uint8_t>(span.category);
    event.depth = span.depth;
    return event;
}

} // namespace

std::int64_t SummaryCollector::nowNs() const noexcept
{
    return m_state ? m_state->clock.nowNs() : kNoTime;
}

NameHandle SummaryCollector::name(std::string_view text) noexcept
{
    if (!m_state || m_state->isChild()) {
        return {};
    }
    try {
        return NameHandle{m_state->names.name(text).id};
    } catch (...) { // no memory
        return {};
    }
}

TrackHandle SummaryCollector::track(std::string_view name, TrackKind kind) noexcept
{
    if (!m_state || m_state->isChild()) {
        return {};
    }
    try {
        return TrackHandle{m_state->names.track({std::string(name), kind, {}, 0})};
    } catch (...) { // no memory
        return {};
    }
}

TrackHandle SummaryCollector::stepTrack() noexcept
{
    return track("steps", TrackKind::Step);
}

TrackHandle SummaryCollector::counterTrack(std::string_view name, std::string_view unit) noexcept
{
    if (!m_state || m_state->isChild()) {
        return {};
    }
    try {
        return TrackHandle{
            m_state->names.track({std::string(name), TrackKind::Counter, std::string(unit), 0})};
    } catch (...) { // no memory
        return {};
    }
}

TrackHandle SummaryCollector::threadTrack() noexcept
{
    const Lane* lane = m_state ? m_state->lane() : nullptr;
    return lane ? TrackHandle{lane->track} : TrackHandle{};
}

void SummaryCollector::setThreadName(std::string_view name) noexcept
{
    Lane* lane = m_state ? m_state->lane() : nullptr;
    if (!lane) {
        return;
    }
    try {
        lane->track =
            m_state->names.track({std::string(name), TrackKind::Thread, {}, collector::threadId()});
    } catch (...) { // no memory: the track keeps its name
    }
}

OpenSpan SummaryCollector::beginSpan(const NameRef& name,
                                     SpanCategory category,
                                     SpanNode node,
                                     std::int64_t step,
                                     TrackHandle track) noexcept
{
    OpenSpan span;
    if (!m_state) {
        return span;
    }
    Lane* lane = m_state->lane();
    if (!lane || !m_state->options.collect.spans) {
        lane ? lane->skipped.add(CallKind::Span) : m_state->refuse(CallKind::Span);
        return span;
    }
    span.lane = lane;
    span.step = step;
    span.node = node;
    span.name = nameId(*m_state, *lane, name);
    span.track = track.id >= 0 ? track.id : lane->track;
    span.category = category;
    span.depth = lane->enter(span.track);
    span.startTicks = m_state->clock.ticks(); // last: what came before is not the span's
    return span;
}

void SummaryCollector::endSpan(const OpenSpan& span) noexcept
{
    if (!m_state || !span.lane || m_state->isChild()) {
        return;
    }
    const std::uint64_t end = m_state->clock.ticks(); // first: what comes after is not the span's
    Lane& lane = *static_cast<Lane*>(span.lane);
    const CallKind kind = span.isCommunication ? CallKind::Communication : CallKind::Span;
    lane.leave(span.track);
    if (!m_state->accepts()) {
        m_state->refuse(kind);
        return;
    }
    lane.addInPlace(kind, [&span, end](TimeEvent& event) {
        event.start = span.startTicks;
        event.end = end;
        event.step = span.step;
        event.name = span.name;
        event.track = span.track;
        event.pass = span.node.pass.id;
        event.node = span.node.node;
        event.kind = span.isCommunication ? EventKind::Communication : EventKind::Span;
        event.category = static_cast<std::uint8_t>(span.category);
        event.depth = span.depth;
        event.other = span.group;
        event.value = span.bytes;
        event.peer = span.peer;
        event.inNs = 0; // the place held another event before
    });
}

void SummaryCollector::describe(OpenSpan& span, const Communication& communication) noexcept
{
    if (!m_state || !span.lane || m_state->isChild()) {
        return;
    }
    span.isCommunication = true;
    span.bytes = communication.bytes;
    span.peer = communication.peer;
    span.group = nameId(*m_state, *static_cast<Lane*>(span.lane), communication.group);
}

void SummaryCollector::addSpan(const TimedSpan& span) noexcept
{
    Lane* lane = laneFor(m_state.get(), CallKind::Span, m_state && m_state->options.collect.spans);
    if (lane) {
        lane->add(eventOf(*m_state, *lane, span), CallKind::Span);
    }
}

void SummaryCollector::addCommunication(const TimedSpan& span,
                                        const Communication& communication) noexcept
{
    Lane* lane =
        laneFor(m_state.get(), CallKind::Communication, m_state && m_state->options.collect.spans);
    if (!lane) {
        return;
    }
    TimeEvent event = eventOf(*m_state, *lane, span);
    event.kind = EventKind::Communication;
    event.other = nameId(*m_state, *lane, communication.group);
    event.value = communication.bytes;
    event.peer = communication.peer;
    lane->add(event, CallKind::Communication);
}

void SummaryCollector::addFlow(std::int64_t id,
                               NameRef name,
                               TrackHandle fromTrack,
                               std::int64_t fromNs,
                               TrackHandle toTrack,
                               std::int64_t toNs) noexcept
{
    Lane* lane = laneFor(m_state.get(), CallKind::Flow, m_state && m_state->options.collect.spans);
    if (!lane) {
        return;
    }
    TimeEvent event;
    event.kind = EventKind::Flow;
    event.value = id;
    event.name = nameId(*m_state, *lane, name);
    event.track = fromTrack.id >= 0 ? fromTrack.id : lane->track;
    event.start = static_cast<std::uint64_t>(fromNs);
    event.other = toTrack.id >= 0 ? toTrack.id : lane->track;
    event.end = static_cast<std::uint64_t>(toNs);
    lane->add(event, CallKind::Flow);
}

void SummaryCollector::addCounter(TrackHandle counter, double value) noexcept
{
    Lane* lane =
        laneFor(m_state.get(), CallKind::Counter, m_state && m_state->options.collect.counters);
    if (!lane) {
        return;
    }
    if (counter.id < 0) {
        m_state->refuse(CallKind::Counter);
        return;
    }
    TimeEvent event;
    event.kind = EventKind::Counter;
    event.track = counter.id;
    event.start = m_state->clock.ticks();
    event.value = static_cast<std::int64_t>(bitsOf(value));
    lane->add(event, CallKind::Counter);
}

void SummaryCollector::addCounterAt(TrackHandle counter, std::int64_t ns, double value) noexcept
{
    Lane* lane =
        laneFor(m_state.get(), CallKind::Counter, m_state && m_state->options.collect.counters);
    if (!lane) {
        return;
    }
    if (counter.id < 0) {
        m_state->refuse(CallKind::Counter);
        return;
    }
    TimeEvent event;
    event.kind = EventKind::Counter;
    event.track = counter.id;
    event.start = static_cast<std::uint64_t>(ns);
    event.inNs = 1;
    event.value = static_cast<std::int64_t>(bitsOf(value));
    lane->add(event, CallKind::Counter);
}

void SummaryCollector::addMemoryEvent(const MemoryEvent& memory) noexcept
{
    Lane* lane =
        laneFor(m_state.get(), CallKind::Memory, m_state && m_state->options.collect.memory);
    if (!lane) {
        return;
    }
    TimeEvent event;
    event.kind = EventKind::Memory;
    event.start = m_state->clock.ticks();
    event.end = static_cast<std::uint64_t>(memory.totalBytes);
    event.step = static_cast<std::int64_t>(memory.address);
    event.name = nameId(*m_state, *lane, memory.pool);
    event.other = nameId(*m_state, *lane, memory.name);
    event.value = memory.bytes;
    event.category = static_cast<std::uint8_t>(memory.action);
    event.pass = memory.node.pass.id;
    event.node = memory.node.node;
    lane->add(event, CallKind::Memory);
}

void SummaryCollector::addQueueSample(NameRef queue,
                                      std::int64_t depth,
                                      std::int64_t capacity) noexcept
{
    Lane* lane = laneFor(
        m_state.get(), CallKind::QueueSample, m_state && m_state->options.collect.queueSamples);
    if (!lane) {
        return;
    }
    TimeEvent event;
    event.kind = EventKind::QueueSample;
    event.start = m_state->clock.ticks();
    event.name = nameId(*m_state, *lane, queue);
    event.step = depth;
    event.value = capacity;
    lane->add(event, CallKind::QueueSample);
}

} // namespace runlens
