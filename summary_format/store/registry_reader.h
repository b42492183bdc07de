// SPDX-License-Identifier: Apache-2.0
/// Reads what other records refer to: names, sessions, tags and tracks, and fills the id maps. One
/// thread.
#pragma once

#include "summary_format/store/read_context.h"

namespace runlens::store {

class RegistryReader {
public:
    /// fileRank: of the file's name; the lock of that rank tells whether an open session runs.
    RegistryReader(std::string folder, std::string fileName, int fileRank);

    ReadOutcome read(ReadContext& context);
    /// Looks again whether open sessions still run: costs no query.
    void refreshSessions(ReadContext& context);
    [[nodiscard]] bool isAnyOpen() const;       ///< a session whose end is not written
    [[nodiscard]] bool isAnyWithoutEnd() const; ///< and its writer is gone
    void closeStatements();

private:
    struct Session {
        SessionRecord record;
        bool isOpen = false; ///< its end is not written
        bool wasHandedOver = false;
    };

    ReadOutcome readSessions(ReadContext& context);
    void takeSession(ReadContext& context, std::size_t index, Session now);
    void judge(std::size_t index, SessionRecord& record) const;
    static void takeName(ReadContext& context, const Statement& row);
    static void takeTag(ReadContext& context, const Statement& row);
    static void takeTrack(ReadContext& context, const Statement& row);

    std::string m_folder;
    std::string m_fileName;
    int m_fileRank;
    std::vector<Session> m_sessions;
    bool m_toldOutOfRange = false;
    TableCursor m_sessionTable;
    TableCursor m_names;
    TableCursor m_tags;
    TableCursor m_tracks;
};

} // namespace runlens::store
