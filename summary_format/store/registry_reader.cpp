// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/registry_reader.h"

#include "summary_format/store/open_files.h"
#include "summary_format/store/session_state.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace runlens::store {

namespace {

/// Rows of this table are read again each time, so a hostile file must not make that long.
constexpr std::int64_t kMaxSessions = 1000;

bool isUnchanged(const SessionRecord& a, const SessionRecord& b)
{
    return a.rank == b.rank && a.startNs == b.startNs && a.heartbeatNs == b.heartbeatNs
           && a.endNs == b.endNs && a.ended == b.ended && a.reasonText == b.reasonText
           && a.host == b.host && a.pid == b.pid;
}

int toRank(std::int64_t value)
{
    return value >= 0 && value <= std::numeric_limits<int>::max() ? static_cast<int>(value) : 0;
}

EndReason toEndReason(std::int64_t value)
{
    return value >= 0 && value <= static_cast<std::int64_t>(EndReason::Failed)
               ? static_cast<EndReason>(value)
               : EndReason::Unknown;
}

RecordKind toKind(std::int64_t value)
{
    const bool isKnown = (value >= 0 && value <= static_cast<std::int64_t>(RecordKind::Graph))
                         || (value >= static_cast<std::int64_t>(RecordKind::Audio)
                             && value <= static_cast<std::int64_t>(RecordKind::Other));
    return isKnown ? static_cast<RecordKind>(value) : RecordKind::Other;
}

} // namespace

RegistryReader::RegistryReader(std::string folder, std::string fileName, int fileRank)
    : m_folder(std::move(folder))
    , m_fileName(std::move(fileName))
    , m_fileRank(fileRank)
    , m_sessionTable("session", "rank, start_ns, heartbeat_ns, end_ns, ended, reason, host, pid")
    , m_names("name", "text")
    , m_tags("tag", "rank, name, kind, number_type, display_name, description")
    , m_tracks("track", "rank, name, kind, parent, process_id, thread_id, unit")
{}

void RegistryReader::closeStatements()
{
    for (TableCursor* cursor : {&m_sessionTable, &m_names, &m_tags, &m_tracks}) {
        cursor->closeStatement();
    }
}

void RegistryReader::judge(std::size_t index, SessionRecord& record) const
{
    const auto mark =
        index == 0 ? decodeEndMark(endMarkText(m_folder + '/' + m_fileName)) : std::nullopt;
    if (mark && mark->startNs == record.startNs) {
        record.ended = mark->ended;
        record.endNs = mark->endNs;
        record.reasonText = mark->reasonText;
        return;
    }
    record.ended = judgeOpenSession(
        {m_folder, m_fileName, m_fileRank, record.host, record.pid, record.heartbeatNs});
}

void RegistryReader::takeSession(ReadContext& context, std::size_t index, Session now)
{
    if (index >= m_sessions.size()) {
        m_sessions.resize(index + 1);
    }
    Session& known = m_sessions[index];
    if (now.isOpen) {
        judge(index, now.record);
    }
    if (known.wasHandedOver && isUnchanged(known.record, now.record)) {
        return;
    }
    now.wasHandedOver = true;
    known = std::move(now);
    context.ids.sessions.set(static_cast<std::int64_t>(index), context.sink.session(known.record));
    ++context.records;
}

ReadOutcome RegistryReader::readSessions(ReadContext& context)
{
    m_sessionTable.rewind(); // rows change in place: heartbeat and end
    return m_sessionTable.read(context, [&](const Statement& row) {
        const std::int64_t id = row.integer(0);
        if (id < 0 || id >= kMaxSessions) {
            if (!std::exchange(m_toldOutOfRange, true)) {
                context.damage("sessions from " + std::to_string(id) + " on are out of range", 0);
            }
            return false;
        }
        Session now;
        now.record.rank = toRank(row.integer(1));
        now.record.startNs = row.timeOrStep(2);
        now.record.heartbeatNs = row.timeOrStep(3);
        now.record.endNs = row.timeOrStep(4);
        now.isOpen = row.isNull(5);
        now.record.ended = toEndReason(row.integer(5));
        now.record.reasonText = row.text(6);
        now.record.host = row.text(7);
        now.record.pid = row.integer(8);
        takeSession(context, static_cast<std::size_t>(id), std::move(now));
        return true;
    });
}

void RegistryReader::refreshSessions(ReadContext& context)
{
    for (std::size_t i = 0; i < m_sessions.size(); ++i) {
        if (m_sessions[i].isOpen && m_sessions[i].wasHandedOver) {
            takeSession(context, i, m_sessions[i]);
        }
    }
}

bool RegistryReader::isAnyOpen() const
{
    return std::any_of(m_sessions.begin(), m_sessions.end(), [](const Session& session) {
        return session.wasHandedOver && session.isOpen;
    });
}

bool RegistryReader::isAnyWithoutEnd() const
{
    return std::any_of(m_sessions.begin(), m_sessions.end(), [](const Session& session) {
        const EndReason ended = session.record.ended;
        return session.isOpen && (ended == EndReason::Crashed || ended == EndReason::Unknown);
    });
}

void RegistryReader::takeName(ReadContext& context, const Statement& row)
{
    const std::int64_t id = row.integer(0);
    const std::string_view text = row.text(1);
    if (!context.ids.names.set(id, context.sink.name(text))) {
        context.damage("name " + std::to_string(id) + " is out of range", 1);
        return;
    }
    context.ids.nameTexts.resize(context.ids.names.size());
    context.ids.nameTexts[static_cast<std::size_t>(id)] = text;
}

void RegistryReader::takeTag(ReadContext& context, const Statement& row)
{
    const std::int64_t id = row.integer(0);
    const std::int64_t type = row.integer(4);
    TagRecord record;
    record.rank = toRank(row.integer(1));
    record.name = row.text(2);
    record.kind = toKind(row.integer(3));
    record.displayName = row.text(5);
    record.description = row.text(6);
    if (type < 0 || type > static_cast<std::int64_t>(NumberType::UInt64)) {
        context.damage("tag " + std::to_string(id) + " has an unknown number type", 1);
        return;
    }
    record.numberType = static_cast<NumberType>(type);
    if (!context.ids.tags.set(id, context.sink.tag(record))) {
        context.damage("tag " + std::to_string(id) + " is out of range", 1);
        return;
    }
    context.ids.tagRecords.resize(context.ids.tags.size());
    TagRecord& kept = context.ids.tagRecords[static_cast<std::size_t>(id)];
    kept.rank = record.rank;
    kept.kind = record.kind;
    kept.numberType = record.numberType;
    ++context.records;
}

void RegistryReader::takeTrack(ReadContext& context, const Statement& row)
{
    const std::int64_t id = row.integer(0);
    const std::int64_t kind = row.integer(3);
    TrackRecord record;
    record.rank = toRank(row.integer(1));
    record.name = row.text(2);
    record.kind = kind >= 0 && kind <= static_cast<std::int64_t>(TrackKind::Process)
                      ? static_cast<TrackKind>(kind)
                      : TrackKind::Thread;
    record.parent = context.track(row.integerOr(4, -1));
    record.processId = row.integer(5);
    record.threadId = row.integer(6);
    record.unit = row.text(7);
    if (!context.ids.tracks.set(id, context.sink.track(record))) {
        context.damage("track " + std::to_string(id) + " is out of range", 1);
        return;
    }
    context.ids.spans.resize(context.ids.tracks.size());
    ++context.records;
}

ReadOutcome RegistryReader::read(ReadContext& context)
{
    ReadOutcome outcome = readSessions(context);
    if (outcome == ReadOutcome::Done) {
        outcome = m_names.read(context, [&](const Statement& row) {
            takeName(context, row);
            return true;
        });
    }
    if (outcome == ReadOutcome::Done) {
        outcome = m_tags.read(context, [&](const Statement& row) {
            takeTag(context, row);
            return true;
        });
    }
    if (outcome == ReadOutcome::Done) {
        outcome = m_tracks.read(context, [&](const Statement& row) {
            takeTrack(context, row);
            return true;
        });
    }
    return outcome;
}

} // namespace runlens::store
