// SPDX-License-Identifier: Apache-2.0
/// Names, sessions, tags and tracks of a writer: what other records refer to by id. Kept in memory
/// and written with the next commit; a rollback only means that they are written again, so they are
/// never lost. One thread.
#pragma once

#include "summary_format/base/string_pool.h"
#include "summary_format/records.h"
#include "summary_format/store/span_packer.h"
#include "summary_format/store/sqlite.h"

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace runlens::store {

/// How far a batch-logged series (scalars of a tag, counters of a track) has come.
struct SeriesState {
    std::int64_t nextSeq = 0;
    std::int64_t openBatch = -1; ///< index into the pending batches of this transaction; -1: none
};

struct RegisteredTag {
    int rank = 0;
    RecordKind kind = RecordKind::Scalar;
    NumberType numberType = NumberType::Float64;
    std::string name;
    std::string displayName;
    std::string description;
    SeriesState series;
    std::int64_t nextSeq = 0; ///< of all number types of the tag together
};

struct RegisteredTrack {
    int rank = 0;
    TrackKind kind = TrackKind::Thread;
    TrackId parent = kNone<TrackId>;
    std::int64_t processId = 0;
    std::int64_t threadId = 0;
    std::string name;
    std::string unit;
    SeriesState counters;
    SpanPacker spans;
};

class Registry {
public:
    /// isCopy: the own session is one that somebody else recorded, and stays as it is told.
    explicit Registry(SessionRecord ownSession, bool isCopy = false);

    [[nodiscard]] int prepare(Connection& connection);

    NameId name(std::string_view text) { return m_names.add(text); }

    SessionId session(const SessionRecord& record);
    TagId tag(const TagRecord& record);
    /// The same tag for values of another number type: a row of its own in the file.
    TagId tagOfType(TagId tag, NumberType type);
    TrackId track(const TrackRecord& record);

    [[nodiscard]] RegisteredTag* find(TagId id);
    [[nodiscard]] RegisteredTrack* find(TrackId id);

    [[nodiscard]] std::vector<RegisteredTag>& tags() { return m_tags; }

    [[nodiscard]] std::vector<RegisteredTrack>& tracks() { return m_tracks; }

    /// The session that this writer itself records: its end is told by endOwnSession() alone.
    static constexpr SessionId kOwnSession{0};

    [[nodiscard]] std::int64_t ownHeartbeatNs() const
    {
        return m_sessions.front().record.heartbeatNs;
    }

    void beat(std::int64_t nowNs);
    void endOwnSession(EndReason reason, const std::string& reasonText, std::int64_t nowNs);

    [[nodiscard]] bool isDirty() const;
    int write();
    int
    writeSessions(); ///< only these: the row of the session is in the file from its first moment
    void committed();
    void rolledBack();
    void finalize(); ///< lets go of the statements, so that the connection can close

private:
    struct Session {
        SessionRecord record;
        bool isDirty = true;
    };

    int writeSession(std::size_t index);

    StringPool m_names;
    std::size_t m_namesWritten = 0;
    std::size_t m_namesStored = 0;
    std::vector<Session> m_sessions;
    bool m_ownHasEnded = false;
    bool m_isCopy = false;
    std::vector<RegisteredTag> m_tags;
    std::size_t m_tagsWritten = 0;
    std::size_t m_tagsStored = 0;
    std::vector<RegisteredTrack> m_tracks;
    std::size_t m_tracksWritten = 0;
    std::size_t m_tracksStored = 0;
    std::unordered_map<std::string, TagId> m_tagIds;
    std::unordered_map<std::string, TrackId> m_trackIds;
    Statement m_insertName;
    Statement m_insertSession;
    Statement m_insertTag;
    Statement m_insertTrack;
};

} // namespace runlens::store
