// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/event_file/event_decoder.h"

#include "summary_format/base/wire.h"
#include "summary_format/formats/event_file/event_metadata.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace runlens::event_file {

namespace {

constexpr std::size_t kBatch = 512; ///< points of one tag that are handed over together
/// Steps that go back more often than this are not restarts but how the program counts.
constexpr std::size_t kMostRestarts = 100;

} // namespace

PayloadRef EventDecoder::Event::refTo(std::string_view part, PayloadForm form) const
{
    const std::int64_t inside = part.data() == nullptr ? 0 : part.data() - whole.data();
    return {file->index,
            static_cast<std::int32_t>(form),
            offset + inside,
            static_cast<std::int64_t>(part.size())};
}

SessionId EventDecoder::sessionOf(const Event& event)
{
    if (!isValid(m_session)) {
        m_sessionRecord.startNs = event.wallNs;
        m_session = event.sink->session(m_sessionRecord);
        m_heartbeatTold = m_sessionRecord.heartbeatNs;
    }
    return m_session;
}

void EventDecoder::beginSession(const Event& event)
{
    if (++m_restarts > kMostRestarts) {
        if (m_restarts == kMostRestarts + 1) {
            event.diagnostics->note(
                event.file->path,
                event.offset,
                fmt::format("steps went back more than {} times: this is no restart any more",
                            kMostRestarts));
        }
        return;
    }
    flush(*event.sink);
    m_session = kNone<SessionId>;
    m_sessionRecord = SessionRecord{};
    m_hasPoints = false;
    sessionOf(event);
}

std::string EventDecoder::pluginOf(std::string_view tag, const Metadata& metadata) const
{
    if (metadata.exists) {
        return std::string(metadata.plugin);
    }
    const auto known = m_plugins.find(tag);
    return known == m_plugins.end() ? std::string() : known->second;
}

EventDecoder::TagState& EventDecoder::tagOf(const Event& event,
                                            std::string_view tag,
                                            RecordKind kind,
                                            NumberType type,
                                            const Metadata& metadata)
{
    m_key.assign(1, static_cast<char>(kind));
    m_key += tag;
    const auto known = m_tags.find(m_key);
    if (known != m_tags.end()) {
        return known->second;
    }
    TagState& state = m_tags[m_key];
    state.name = tag;
    state.kind = kind;
    state.type = type;
    state.id = event.sink->tag({0, tag, kind, type, metadata.displayName, metadata.description});
    return state;
}

EventDecoder::TagState& EventDecoder::scalarTag(const Event& event,
                                                std::string_view tag,
                                                NumberType type,
                                                const Metadata& metadata)
{
    TagState* const guess = m_lastScalar != nullptr ? m_lastScalar->next : nullptr;
    if (guess != nullptr && guess->name == tag) {
        m_lastScalar = guess;
        return *guess;
    }
    TagState& state = tagOf(event, tag, RecordKind::Scalar, type, metadata);
    if (m_lastScalar != nullptr) {
        m_lastScalar->next = &state;
    }
    m_lastScalar = &state;
    return state;
}

void EventDecoder::point(const Event& event,
                         std::string_view tag,
                         std::uint64_t bits,
                         NumberType type,
                         const Metadata& metadata)
{
    append(event, scalarTag(event, tag, type, metadata), bits, type);
}

void EventDecoder::append(const Event& event, TagState& state, std::uint64_t bits, NumberType type)
{
    if (state.type != type) {
        const double value = toDouble(bits, type);
        bits = fromDouble(value, state.type);
        if (toDouble(bits, state.type) != value && !std::isnan(value)) {
            event.diagnostics->warning(
                event.file->path,
                event.offset,
                fmt::format("tag {} changes from {} to {}: the value was rounded",
                            state.name,
                            numberTypeName(state.type),
                            numberTypeName(type)));
        }
    }
    // A step that goes back is a restart: once for all tags of it, and not when two programs that
    // write at the same time are read by turns.
    if (event.step < state.lastStep && state.lastSession == m_session
        && (state.lastFile == event.file->index || !event.file->hasPoints))
    {
        beginSession(event);
    }
    if (!state.isDirty) {
        sessionOf(event);
        state.isDirty = true;
        m_dirty.push_back(&state);
    }
    state.lastStep = event.step;
    state.lastFile = event.file->index;
    state.lastSession = m_session;
    event.file->hasPoints = true;
    m_hasPoints = true;
    ++event.file->counts.values[static_cast<std::size_t>(RecordKind::Scalar)];
    state.steps.push_back(event.step);
    state.wallNs.push_back(event.wallNs);
    state.bits.push_back(bits);
    if (state.steps.size() >= kBatch) {
        event.sink->scalars(state.id, {sessionOf(event), state.steps, state.wallNs, state.bits});
        state.steps.clear();
        state.wallNs.clear();
        state.bits.clear();
    }
}

void EventDecoder::flush(RecordSink& sink)
{
    handOver(sink);
    if (isValid(m_session) && m_sessionRecord.heartbeatNs != m_heartbeatTold) {
        m_heartbeatTold = m_sessionRecord.heartbeatNs;
        sink.session(m_sessionRecord);
    }
}

void EventDecoder::handOver(RecordSink& sink)
{
    for (TagState* state : m_dirty) {
        if (!state->steps.empty()) {
            sink.scalars(state->id, {m_session, state->steps, state->wallNs, state->bits});
        }
        state->steps.clear();
        state->wallNs.clear();
        state->bits.clear();
        state->isDirty = false;
    }
    m_dirty.clear();
}

void EventDecoder::sample(const Event& event,
                          std::string_view tag,
                          RecordKind kind,
                          PayloadRef payload,
                          const std::string& json,
                          const Metadata& metadata)
{
    const TagState& state = tagOf(event, tag, kind, NumberType::Float32, metadata);
    ++event.file->counts.values[static_cast<std::size_t>(kind)];
    event.sink->sample(state.id, {sessionOf(event), event.step, event.wallNs, json, {{}, payload}});
}

namespace {

/// A varint of at most 9 bytes at the front of the text, taken off; false when there is none.
bool takeVarint(std::string_view& text, std::uint64_t& value)
{
    if (!text.empty() && static_cast<unsigned char>(text.front()) < 0x80) { // nearly always
        value = static_cast<unsigned char>(text.front());
        text.remove_prefix(1);
        return true;
    }
    value = 0;
    for (std::size_t i = 0; i < text.size() && i < 9; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        value |= static_cast<std::uint64_t>(byte & 0x7fU) << (7 * i);
        if (byte < 0x80) {
            text.remove_prefix(i + 1);
            return true;
        }
    }
    return false;
}

/// The wanted byte at the front, taken off.
bool takeByte(std::string_view& text, unsigned char wanted)
{
    if (text.empty() || static_cast<unsigned char>(text.front()) != wanted) {
        return false;
    }
    text.remove_prefix(1);
    return true;
}

/// A length at the front, taken off, that reaches exactly to the end of the text.
bool takeLengthToEnd(std::string_view& text)
{
    std::uint64_t length = 0;
    return takeVarint(text, length) && length == text.size();
}

template <typename T>
T takeValue(std::string_view& text)
{
    T value{};
    std::memcpy(&value, text.data(), sizeof(T));
    text.remove_prefix(sizeof(T));
    return value;
}

} // namespace

bool EventDecoder::decodePlainScalar(Event& event)
{
    // wall_time (1, double), step (2, varint, absent when 0), summary (5) { value (1) { tag (1),
    // simple_value (2) } }
    std::string_view rest = event.whole;
    if (event.file->dialect != Dialect::TensorBoard || !takeByte(rest, 0x09)
        || rest.size() < sizeof(double))
    {
        return false;
    }
    const auto seconds = takeValue<double>(rest);
    std::uint64_t step = 0;
    if (takeByte(rest, 0x10) && !takeVarint(rest, step)) {
        return false;
    }
    std::uint64_t nameLength = 0;
    if (!takeByte(rest, 0x2a) || !takeLengthToEnd(rest) || !takeByte(rest, 0x0a)
        || !takeLengthToEnd(rest) || !takeByte(rest, 0x0a) || !takeVarint(rest, nameLength)
        || rest.size() < sizeof(float) + 1 || nameLength != rest.size() - sizeof(float) - 1)
    {
        return false;
    }
    const std::string_view name = rest.substr(0, nameLength);
    rest.remove_prefix(nameLength);
    if (!takeByte(rest, 0x15)) {
        return false;
    }
    event.wallNs = wallNsOf(seconds);
    if (event.wallNs == kNoTime) {
        return false; // the long way tells it
    }
    event.step = static_cast<std::int64_t>(step);
    ++event.file->counts.summaries;
    append(event,
           scalarTag(event, name, NumberType::Float32, {}),
           toBits(takeValue<float>(rest)),
           NumberType::Float32);
    m_sessionRecord.heartbeatNs = std::max(m_sessionRecord.heartbeatNs, event.wallNs);
    return true;
}

void EventDecoder::decode(std::string_view bytes,
                          std::int64_t offset,
                          File& file,
                          RecordSink& sink,
                          Diagnostics& diagnostics)
{
    ++m_records;
    ++file.counts.records;
    Event event{bytes, offset, 0, kNoTime, &file, &sink, &diagnostics};
    if (decodePlainScalar(event)) {
        return;
    }
    try {
        // Fields may come in any order: step and time first, then what they belong to.
        pbf_reader head = readerOf(bytes);
        while (head.next()) {
            if (head.tag_and_type() == doubleField(1)) {
                const double seconds = head.get_double();
                event.wallNs = wallNsOf(seconds);
                if (event.wallNs == kNoTime) {
                    diagnostics.warning(file.path,
                                        offset,
                                        "the wall time of an event is not a time: it has none now");
                }
            } else if (head.tag_and_type() == varintField(2)) {
                event.step = head.get_int64();
            } else {
                head.skip();
            }
        }
        if (file.dialect == Dialect::MindSporeLineage) {
            decodeLineage(event);
        } else {
            decodeEvent(event);
        }
    } catch (const protozero::exception&) {
        diagnostics.damage(
            file.path,
            offset,
            "an event with a right checksum is malformed: what came before its fault was kept");
    } catch (const std::exception& error) {
        diagnostics.damage(
            file.path, offset, std::string("an event could not be read: ") + error.what());
    }
    // Only now: the event may have begun a new session.
    m_sessionRecord.heartbeatNs = std::max(m_sessionRecord.heartbeatNs, event.wallNs);
}

} // namespace runlens::event_file
