// SPDX-License-Identifier: Apache-2.0
/// What the parts of a file reader share: the time they may take, the ids of the file in terms of
/// the sink, and one cursor that walks a table from where it stopped and steps over damage. One
/// thread.
#pragma once

#include "summary_format/base/diagnostics.h"
#include "summary_format/record_sink.h"
#include "summary_format/run_source.h"
#include "summary_format/store/sqlite.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <set>
#include <vector>

namespace runlens::store {

/// No read transaction lasts longer than about kTransaction, no call longer than the slice it was
/// given.
class ReadBudget {
public:
    /// How long one transaction may last, and how many rows go by between two looks at the clock.
    struct Limits {
        std::chrono::milliseconds transaction{100};
        int rowsBetweenLooks = 256;
    };

    explicit ReadBudget(const ReadOptions& options) : ReadBudget(options, Limits()) {}

    ReadBudget(const ReadOptions& options, const Limits& limits);

    void beginTransaction();
    /// Cheap enough to be asked for every row.
    [[nodiscard]] bool isTransactionSpent();
    /// The call must return: its slice is over or a stop was asked.
    [[nodiscard]] bool isCallSpent() const;

    [[nodiscard]] bool isStopRequested() const { return m_stop.stop_requested(); }

private:
    using Clock = std::chrono::steady_clock;

    std::stop_token m_stop;
    Limits m_limits;
    bool m_hasSlice = false;
    Clock::time_point m_callEnd;
    Clock::time_point m_transactionEnd;
    int m_rowsToLook = 0;
};

enum class ReadOutcome : std::uint8_t {
    Done,  ///< everything that this transaction sees was handed over
    Spent, ///< the time is over; go on from here
    Busy,  ///< a writer holds the file; ask again
};

/// From the dense ids of a file to those of the sink. Ids that the file never gave map to kNone.
template <typename Id>
class IdMap {
public:
    /// False for an id that no honest file has; the map does not grow for it.
    bool set(std::int64_t fileId, Id sinkId)
    {
        constexpr std::int64_t kLargestGap = 1'000'000;
        if (fileId < 0 || fileId > static_cast<std::int64_t>(m_ids.size()) + kLargestGap) {
            return false;
        }
        if (static_cast<std::size_t>(fileId) >= m_ids.size()) {
            m_ids.resize(static_cast<std::size_t>(fileId) + 1, kNone<Id>);
        }
        m_ids[static_cast<std::size_t>(fileId)] = sinkId;
        return true;
    }

    [[nodiscard]] Id get(std::int64_t fileId) const
    {
        return fileId >= 0 && static_cast<std::size_t>(fileId) < m_ids.size()
                   ? m_ids[static_cast<std::size_t>(fileId)]
                   : kNone<Id>;
    }

    [[nodiscard]] std::size_t size() const { return m_ids.size(); }

private:
    std::vector<Id> m_ids;
};

/// The spans of one track of the file in terms of the sink: lost or damaged spans leave gaps in the
/// file's indices.
class SpanIndexMap {
public:
    void add(std::int64_t fileFirst, std::int64_t sinkFirst, std::int64_t count);
    [[nodiscard]] std::int64_t get(std::int64_t fileIndex) const; ///< -1: no such span

    [[nodiscard]] std::int64_t next() const
    {
        return m_next;
    } ///< first index of the file not seen yet

    void skipTo(std::int64_t next) { m_next = std::max(m_next, next); }

private:
    struct Piece {
        std::int64_t fileFirst = 0;
        std::int64_t sinkFirst = 0;
        std::int64_t count = 0;
    };

    std::vector<Piece> m_pieces;
    std::int64_t m_next = 0;
};

struct FileIds {
    IdMap<NameId> names;
    std::vector<std::string> nameTexts; ///< by the file's name id: a sink hands no texts out
    IdMap<SessionId> sessions;
    IdMap<TagId> tags;
    IdMap<TrackId> tracks;
    IdMap<PassId> passes;
    std::vector<TagRecord>
        tagRecords; ///< rank, kind and numberType by the file's tag id; the texts are empty
    std::vector<SpanIndexMap> spans; ///< by the file's track id
};

/// References of records to rows that are not there, told in one sentence per table.
struct MissingRows {
    std::uint64_t count = 0;
    std::int64_t first = 0; ///< the id that was looked for first

    void add(std::int64_t id, std::uint64_t references = 1)
    {
        first = count == 0 ? id : first;
        count += references;
    }
};

struct ReadContext {
    RecordSink& sink;
    Diagnostics& diagnostics;
    ReadBudget& budget;
    Connection& connection;
    const std::string& path;
    std::int32_t file = 0; ///< PayloadRef::file
    FileIds& ids;
    const std::set<std::string>& tables; ///< that are what their name says
    std::uint64_t records = 0;
    std::uint64_t bytes = 0;
    MissingRows missingNames;
    MissingRows missingSessions;
    MissingRows missingTracks;

    void damage(const std::string& reason, std::uint64_t count)
    {
        diagnostics.damage(path, -1, reason, count);
    }

    // All three count an id that is not there; a negative one names none.
    [[nodiscard]] NameId name(std::int64_t fileId); ///< of the sink; that of "" for none
    [[nodiscard]] std::string_view nameText(std::int64_t fileId);
    [[nodiscard]] SessionId session(std::int64_t fileId, std::uint64_t references = 1);
    [[nodiscard]] TrackId track(std::int64_t fileId);

    [[nodiscard]] SessionId session(const Statement& row, int column, std::uint64_t references = 1)
    {
        return session(row.integerOr(column, -1), references);
    }

    /// Tells what was missing since it was last told.
    void tellMissingRows();
    [[nodiscard]] NodeRef node(const Statement& row, int passColumn, int nodeColumn) const;
};

[[nodiscard]] bool isBusyCode(int code);
[[nodiscard]] bool isStopCode(int code);

/// Finds the first key behind before, up to end, from which rows can be read again. stepFrom(key)
/// looks for the first row behind key and gives SQLite's answer; code is the last answer. -1: there
/// is none.
[[nodiscard]] std::int64_t findBehindDamage(std::int64_t before,
                                            std::int64_t end,
                                            int& code,
                                            const std::function<int(std::int64_t)>& stepFrom);

/// Rows of a table with an INTEGER PRIMARY KEY behind the last one seen, in order.
class TableCursor {
public:
    /// columns: all but the id, which is column 0.
    TableCursor(std::string table, std::string columns)
        : m_table(std::move(table)), m_columns(std::move(columns))
    {}

    /// onRow gets every new row once. It may ask to stop before a row counts as seen by returning
    /// false.
    ReadOutcome read(ReadContext& context, const std::function<bool(const Statement&)>& onRow);

    void closeStatement() { m_statement = Statement(); }

    [[nodiscard]] std::int64_t last() const { return m_last; }

    [[nodiscard]] bool sawDamage() const { return m_sawDamage; }

    void rewind() { m_last = -1; }

private:
    bool prepare(ReadContext& context, ReadOutcome& outcome);
    /// Looks for the next readable row behind damage; false when there is none.
    bool skipDamage(ReadContext& context, int& code);

    std::string m_table;
    std::string m_columns;
    Statement m_statement;
    std::int64_t m_last = -1;
    bool m_isBroken = false;
    bool m_sawDamage = false;
};

} // namespace runlens::store
