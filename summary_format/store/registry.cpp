// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/registry.h"

#include <algorithm>

namespace runlens::store {

namespace {

/// One text out of numbers and a name: the name comes last, so that no two keys mix.
template <typename... Numbers>
std::string makeKey(std::string_view name, Numbers... numbers)
{
    std::string key;
    ((key += std::to_string(numbers), key += ' '), ...);
    return key += name;
}

} // namespace

Registry::Registry(SessionRecord ownSession, bool isCopy) : m_isCopy(isCopy)
{
    m_sessions.push_back({std::move(ownSession), true});
}

int Registry::prepare(Connection& connection)
{
    int code = connection.prepare("INSERT INTO name(id, text) VALUES (?1, ?2)", m_insertName);
    if (code == SQLITE_OK) {
        code = connection.prepare(
            "INSERT OR REPLACE INTO session(id, rank, start_ns, heartbeat_ns, end_ns, ended, "
            "reason, host, pid) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            m_insertSession);
    }
    if (code == SQLITE_OK) {
        code = connection.prepare(
            "INSERT INTO tag(id, rank, name, kind, number_type, display_name, description) "
            "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            m_insertTag);
    }
    if (code == SQLITE_OK) {
        code = connection.prepare(
            "INSERT INTO track(id, rank, name, kind, parent, process_id, thread_id, unit) "
            "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            m_insertTrack);
    }
    return code;
}

SessionId Registry::session(const SessionRecord& record)
{
    const auto found =
        std::find_if(m_sessions.begin(), m_sessions.end(), [&](const Session& session) {
            return isSameSession(session.record, record);
        });
    if (found == m_sessions.end()) {
        m_sessions.push_back({record, true});
        return SessionId{static_cast<std::int32_t>(m_sessions.size() - 1)};
    }
    const std::int64_t heartbeatNs = std::max(found->record.heartbeatNs, record.heartbeatNs);
    found->record = record;
    found->record.heartbeatNs = heartbeatNs;
    found->isDirty = true;
    return SessionId{static_cast<std::int32_t>(found - m_sessions.begin())};
}

TagId Registry::tag(const TagRecord& record)
{
    const auto next = TagId{static_cast<std::int32_t>(m_tags.size())};
    const auto [entry, isNew] = m_tagIds.try_emplace(
        makeKey(record.name, record.rank, static_cast<int>(record.kind)), next);
    if (isNew) {
        m_tags.push_back({record.rank,
                          record.kind,
                          record.numberType,
                          std::string(record.name),
                          std::string(record.displayName),
                          std::string(record.description),
                          {},
                          0});
    }
    return entry->second;
}

TagId Registry::tagOfType(TagId tag, NumberType type)
{
    constexpr int kBehindKinds = 1000; // no key of tag() has such a kind
    const auto next = TagId{static_cast<std::int32_t>(m_tags.size())};
    const RegisteredTag& first = m_tags[index(tag)];
    const auto [entry, isNew] = m_tagIds.try_emplace(
        makeKey(first.name,
                first.rank,
                kBehindKinds * (1 + static_cast<int>(type)) + static_cast<int>(first.kind)),
        next);
    if (isNew) {
        RegisteredTag copy = first;
        copy.numberType = type;
        copy.series = {};
        m_tags.push_back(std::move(copy));
    }
    return entry->second;
}

TrackId Registry::track(const TrackRecord& record)
{
    const auto next = TrackId{static_cast<std::int32_t>(m_tracks.size())};
    const auto [entry, isNew] =
        m_trackIds.try_emplace(makeKey(record.name,
                                       record.rank,
                                       static_cast<int>(record.kind),
                                       static_cast<std::int64_t>(record.parent),
                                       record.processId,
                                       record.threadId),
                               next);
    if (isNew) {
        RegisteredTrack& track = m_tracks.emplace_back();
        track.rank = record.rank;
        track.kind = record.kind;
        track.parent = record.parent;
        track.processId = record.processId;
        track.threadId = record.threadId;
        track.name = record.name;
        track.unit = record.unit;
    }
    return entry->second;
}

RegisteredTag* Registry::find(TagId id)
{
    return isValid(id) && index(id) < m_tags.size() ? &m_tags[index(id)] : nullptr;
}

RegisteredTrack* Registry::find(TrackId id)
{
    return isValid(id) && index(id) < m_tracks.size() ? &m_tracks[index(id)] : nullptr;
}

void Registry::beat(std::int64_t nowNs)
{
    Session& own = m_sessions.front();
    own.record.heartbeatNs = std::max(own.record.heartbeatNs, nowNs);
    own.isDirty = true;
}

void Registry::endOwnSession(EndReason reason, const std::string& reasonText, std::int64_t nowNs)
{
    Session& own = m_sessions.front();
    own.record.ended = reason;
    if (!reasonText.empty()) {
        own.record.reasonText = reasonText;
    }
    const bool endsNow = reason == EndReason::Clean || reason == EndReason::Failed;
    if (own.record.endNs == kNoTime && endsNow && !m_isCopy) {
        own.record.endNs =
            nowNs; // a copied session that crashed has no end, or the one it came with
    }
    own.isDirty = true;
    m_ownHasEnded = true;
}

bool Registry::isDirty() const
{
    return m_namesWritten < m_names.size() || m_tagsWritten < m_tags.size()
           || m_tracksWritten < m_tracks.size()
           || std::any_of(m_sessions.begin(), m_sessions.end(), [](const Session& session) {
                  return session.isDirty;
              });
}

int Registry::writeSession(std::size_t index)
{
    const SessionRecord& record = m_sessions[index].record;
    // A copy tells how its first session ended from the start, unless that one still goes on.
    const bool isOpen = index == runlens::index(kOwnSession) && !m_ownHasEnded
                        && (!m_isCopy || record.ended == EndReason::Running);
    // How a session that somebody else records ends is not ours to know.
    const EndReason ended = record.ended == EndReason::Running ? EndReason::Unknown : record.ended;
    const int code = m_insertSession.run(static_cast<std::int64_t>(index),
                                         record.rank,
                                         orNull(record.startNs),
                                         orNull(record.heartbeatNs),
                                         orNull(isOpen ? kNoTime : record.endNs),
                                         OrNull{static_cast<std::int64_t>(ended), isOpen},
                                         record.reasonText,
                                         record.host,
                                         record.pid);
    m_sessions[index].isDirty = code != SQLITE_OK;
    return code;
}

int Registry::writeSessions()
{
    int code = SQLITE_OK;
    for (std::size_t i = 0; i < m_sessions.size() && code == SQLITE_OK; ++i) {
        code = m_sessions[i].isDirty ? writeSession(i) : SQLITE_OK;
    }
    return code;
}

int Registry::write()
{
    int code = writeSessions();
    for (; m_namesWritten < m_names.size() && code == SQLITE_OK; ++m_namesWritten) {
        code = m_insertName.run(static_cast<std::int64_t>(m_namesWritten),
                                m_names.text(NameId{static_cast<std::int32_t>(m_namesWritten)}));
    }
    for (; m_tagsWritten < m_tags.size() && code == SQLITE_OK; ++m_tagsWritten) {
        const RegisteredTag& tag = m_tags[m_tagsWritten];
        code = m_insertTag.run(static_cast<std::int64_t>(m_tagsWritten),
                               tag.rank,
                               tag.name,
                               static_cast<int>(tag.kind),
                               static_cast<int>(tag.numberType),
                               tag.displayName,
                               tag.description);
    }
    for (; m_tracksWritten < m_tracks.size() && code == SQLITE_OK; ++m_tracksWritten) {
        const RegisteredTrack& track = m_tracks[m_tracksWritten];
        code = m_insertTrack.run(static_cast<std::int64_t>(m_tracksWritten),
                                 track.rank,
                                 track.name,
                                 static_cast<int>(track.kind),
                                 orNull(track.parent),
                                 track.processId,
                                 track.threadId,
                                 track.unit);
    }
    return code;
}

void Registry::committed()
{
    m_namesStored = m_namesWritten;
    m_tagsStored = m_tagsWritten;
    m_tracksStored = m_tracksWritten;
}

void Registry::rolledBack()
{
    m_namesWritten = m_namesStored;
    m_tagsWritten = m_tagsStored;
    m_tracksWritten = m_tracksStored;
    for (Session& session : m_sessions) {
        session.isDirty = true;
    }
}

void Registry::finalize()
{
    for (Statement* statement : {&m_insertName, &m_insertSession, &m_insertTag, &m_insertTrack}) {
        *statement = Statement();
    }
}

} // namespace runlens::store
