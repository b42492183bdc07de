// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/read_context.h"

#include <algorithm>
#include <limits>

namespace runlens::store {

ReadBudget::ReadBudget(const ReadOptions& options, const Limits& limits)
    : m_stop(options.stop)
    , m_limits(limits)
    , m_hasSlice(options.slice.count() > 0)
    , m_callEnd(Clock::now() + options.slice)
    , m_transactionEnd(Clock::now() + limits.transaction)
{}

void ReadBudget::beginTransaction()
{
    m_transactionEnd = Clock::now() + m_limits.transaction;
    if (m_hasSlice) {
        m_transactionEnd = std::min(m_transactionEnd, m_callEnd);
    }
    m_rowsToLook = m_limits.rowsBetweenLooks;
}

bool ReadBudget::isTransactionSpent()
{
    if (--m_rowsToLook > 0) {
        return false;
    }
    m_rowsToLook = m_limits.rowsBetweenLooks;
    return m_stop.stop_requested() || Clock::now() >= m_transactionEnd;
}

bool ReadBudget::isCallSpent() const
{
    return m_stop.stop_requested() || (m_hasSlice && Clock::now() >= m_callEnd);
}

void SpanIndexMap::add(std::int64_t fileFirst, std::int64_t sinkFirst, std::int64_t count)
{
    if (!m_pieces.empty()) {
        Piece& last = m_pieces.back();
        if (last.fileFirst + last.count == fileFirst && last.sinkFirst + last.count == sinkFirst) {
            last.count += count;
            m_next = fileFirst + count;
            return;
        }
    }
    m_pieces.push_back({fileFirst, sinkFirst, count});
    m_next = fileFirst + count;
}

std::int64_t SpanIndexMap::get(std::int64_t fileIndex) const
{
    const auto after = std::upper_bound(
        m_pieces.begin(), m_pieces.end(), fileIndex, [](std::int64_t index, const Piece& piece) {
            return index < piece.fileFirst;
        });
    if (after == m_pieces.begin()) {
        return -1;
    }
    const Piece& piece = *(after - 1);
    return fileIndex < piece.fileFirst + piece.count
               ? piece.sinkFirst + (fileIndex - piece.fileFirst)
               : -1;
}

NameId ReadContext::name(std::int64_t fileId)
{
    const NameId id = ids.names.get(fileId);
    if (isValid(id)) {
        return id;
    }
    if (fileId >= 0) {
        missingNames.add(fileId);
    }
    return sink.name({});
}

std::string_view ReadContext::nameText(std::int64_t fileId)
{
    if (isValid(ids.names.get(fileId))) {
        return ids.nameTexts[static_cast<std::size_t>(fileId)];
    }
    if (fileId >= 0) {
        missingNames.add(fileId);
    }
    return {};
}

SessionId ReadContext::session(std::int64_t fileId, std::uint64_t references)
{
    const SessionId id = ids.sessions.get(fileId);
    if (!isValid(id) && fileId >= 0) {
        missingSessions.add(fileId, references);
    }
    return id;
}

TrackId ReadContext::track(std::int64_t fileId)
{
    const TrackId id = ids.tracks.get(fileId);
    if (!isValid(id) && fileId >= 0) {
        missingTracks.add(fileId);
    }
    return id;
}

void ReadContext::tellMissingRows()
{
    struct Entry {
        MissingRows* missing = nullptr;
        const char* table = "";
        const char* shown = "";
    };

    for (const Entry& entry : {Entry{&missingNames, "name", "without a name"},
                               Entry{&missingSessions, "session", "without a session"},
                               Entry{&missingTracks, "track", "without a track"}})
    {
        if (entry.missing->count > 0) {
            const bool isOne = entry.missing->count == 1;
            damage(std::to_string(entry.missing->count)
                       + (isOne ? " record refers to a row of table "
                                : " references of records to rows of table ")
                       + entry.table + (isOne ? " that is" : " that are") + " not there, "
                       + (isOne ? "" : "first ") + "id " + std::to_string(entry.missing->first)
                       + (isOne ? ": it is shown " : ": they are shown ") + entry.shown,
                   entry.missing->count);
            *entry.missing = {};
        }
    }
}

NodeRef ReadContext::node(const Statement& row, int passColumn, int nodeColumn) const
{
    const std::int64_t node = row.integer(nodeColumn);
    const PassId pass = ids.passes.get(row.integerOr(passColumn, -1));
    const bool fits = node >= 0 && node <= std::numeric_limits<std::int32_t>::max();
    return isValid(pass) && fits ? NodeRef{pass, static_cast<std::int32_t>(node)} : NodeRef{};
}

bool isBusyCode(int code)
{
    const int primary = primaryCode(code);
    return primary == SQLITE_BUSY || primary == SQLITE_LOCKED || primary == SQLITE_PROTOCOL;
}

bool isStopCode(int code)
{
    return primaryCode(code) == SQLITE_INTERRUPT;
}

bool TableCursor::prepare(ReadContext& context, ReadOutcome& outcome)
{
    if (m_statement.exists()) {
        return true;
    }
    const std::string sql =
        "SELECT id, " + m_columns + " FROM " + m_table + " WHERE id > ?1 ORDER BY id";
    const int code = context.connection.prepare(sql, m_statement);
    if (code == SQLITE_OK) {
        return true;
    }
    if (isBusyCode(code) || isStopCode(code)) {
        outcome = isBusyCode(code) ? ReadOutcome::Busy : ReadOutcome::Spent;
    } else {
        m_isBroken = true;
        context.damage("table " + m_table + " cannot be read: " + context.connection.errorText(),
                       0);
    }
    return false;
}

std::int64_t findBehindDamage(std::int64_t before,
                              std::int64_t end,
                              int& code,
                              const std::function<int(std::int64_t)>& stepFrom)
{
    // Damage is a few pages: double the distance until something can be read, then halve back to
    // its edge.
    std::int64_t bad = 0;
    std::int64_t jump = 1;
    for (;; jump *= 2) {
        if (jump > end - before) {
            return -1;
        }
        code = stepFrom(before + jump);
        if (code == SQLITE_ROW || code == SQLITE_DONE || isBusyCode(code) || isStopCode(code)) {
            break;
        }
        bad = jump;
    }
    for (std::int64_t good = jump; code == SQLITE_ROW && good - bad > 1;) {
        const std::int64_t middle = bad + (good - bad) / 2;
        const int middleCode = stepFrom(before + middle);
        if (isBusyCode(middleCode) || isStopCode(middleCode)) {
            code = middleCode;
            return before + middle;
        }
        (middleCode == SQLITE_ROW ? good : bad) = middle;
        jump = good;
    }
    if (code == SQLITE_ROW) {
        code = stepFrom(before + jump); // stands on the row again
    }
    return before + jump;
}

bool TableCursor::skipDamage(ReadContext& context, int& code)
{
    constexpr std::int64_t kLargestId = std::numeric_limits<std::int64_t>::max() / 4;
    const std::string reason = context.connection.errorText();
    m_sawDamage = true;
    const std::int64_t next =
        findBehindDamage(m_last, std::max(kLargestId, m_last), code, [this](std::int64_t id) {
            m_statement.start(id);
            return m_statement.step();
        });
    if (next < 0 || code == SQLITE_DONE) {
        context.damage("table " + m_table + " is damaged behind id " + std::to_string(m_last) + " ("
                           + reason + ")",
                       0);
        m_isBroken = true;
        return false;
    }
    if (code == SQLITE_ROW) {
        const std::int64_t missing = std::max<std::int64_t>(m_statement.integer(0) - m_last - 1, 0);
        context.damage(std::to_string(missing) + " rows of table " + m_table + " behind id "
                           + std::to_string(m_last) + " are damaged (" + reason + ")",
                       static_cast<std::uint64_t>(missing));
    }
    return true;
}

ReadOutcome TableCursor::read(ReadContext& context,
                              const std::function<bool(const Statement&)>& onRow)
{
    ReadOutcome outcome = ReadOutcome::Done;
    if (m_isBroken || !context.tables.contains(m_table) || !prepare(context, outcome)) {
        return outcome;
    }
    m_statement.start(m_last);
    int code = m_statement.step();
    for (;; code = m_statement.step()) {
        if (code != SQLITE_ROW && code != SQLITE_DONE && !isBusyCode(code) && !isStopCode(code)
            && !skipDamage(context, code))
        {
            break;
        }
        if (code != SQLITE_ROW) {
            outcome = isBusyCode(code)   ? ReadOutcome::Busy
                      : isStopCode(code) ? ReadOutcome::Spent
                                         : ReadOutcome::Done;
            break;
        }
        const std::int64_t id = m_statement.integer(0);
        if (id <= m_last) { // a damaged tree may lead in circles
            context.damage(
                "table " + m_table + " is out of order behind id " + std::to_string(m_last), 0);
            m_isBroken = true;
            break;
        }
        if (!onRow(m_statement)) {
            break;
        }
        m_last = id;
        if (context.budget.isTransactionSpent()) {
            outcome = ReadOutcome::Spent;
            break;
        }
    }
    m_statement.reset();
    return outcome;
}

} // namespace runlens::store
