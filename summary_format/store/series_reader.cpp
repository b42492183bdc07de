// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/series_reader.h"

#include <algorithm>
#include <limits>

namespace runlens::store {

namespace {

constexpr std::size_t kRowsAtOnce = 16'384;
constexpr std::int64_t kNoEnd = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t kSeriesRowBytes = 31; ///< measured: limits of docs/performance.md

} // namespace

SeriesReader::SeriesReader(Kind kind)
    : m_kind(kind)
    , m_log(kind == Kind::Scalar ? "scalar_batch" : "counter_batch",
            kind == Kind::Scalar ? "tag, first_seq, count, session"
                                 : "track, first_seq, count, session")
{}

void SeriesReader::closeStatements()
{
    m_log.closeStatement();
    m_rows = Statement();
}

std::size_t SeriesReader::seriesCount(const ReadContext& context) const
{
    return m_kind == Kind::Scalar ? context.ids.tags.size() : context.ids.tracks.size();
}

std::string SeriesReader::describe(std::int64_t series) const
{
    return (m_kind == Kind::Scalar ? "scalar tag " : "counter track ") + std::to_string(series);
}

void SeriesReader::addToPlan(ReadContext& context, const Statement& row)
{
    const std::int64_t series = row.integer(1);
    const std::int64_t count = row.integer(3);
    const std::int64_t session = row.integerOr(4, -1);
    std::int64_t first = row.integer(2);
    std::int64_t end = 0;
    if (series < 0 || static_cast<std::size_t>(series) >= m_nextSeq.size() || first < 0 || count < 0
        || __builtin_add_overflow(first, count, &end))
    {
        context.damage("a batch of " + describe(series) + " is out of range", 0);
        return;
    }
    const auto [entry, isNew] = m_lastRange.try_emplace(series, m_plan.size());
    if (!isNew) {
        Range& last = m_plan[entry->second];
        first = std::max(first, last.end);
        if (last.session == session && last.end == first) {
            last.announced += std::max<std::int64_t>(end - first, 0);
            last.end = std::max(last.end, end);
            return;
        }
        entry->second = m_plan.size();
    }
    first = std::max(first, m_nextSeq[static_cast<std::size_t>(series)]);
    if (first < end) {
        m_plan.push_back({series, first, end, session, end - first});
    } else {
        m_lastRange.erase(series);
    }
}

void SeriesReader::planEverything(ReadContext& context)
{
    m_plan.clear();
    for (std::size_t i = 0; i < seriesCount(context); ++i) {
        const bool hasRows =
            m_kind == Kind::Counter || context.ids.tagRecords[i].kind == RecordKind::Scalar;
        if (hasRows) {
            m_plan.push_back({static_cast<std::int64_t>(i), m_nextSeq[i], kNoEnd, 0, 0});
        }
    }
}

ReadOutcome SeriesReader::makePlan(ReadContext& context)
{
    m_plan.clear();
    m_nextRange = 0;
    m_lastRange.clear();
    m_nextSeq.resize(seriesCount(context), 0);
    const ReadOutcome outcome = m_log.read(context, [&](const Statement& row) {
        addToPlan(context, row);
        return true;
    });
    if (m_log.sawDamage() && !m_logIsLost) {
        m_logIsLost = true;
        context.damage("the log of new points is damaged: every series is read to its end", 0);
    }
    if (m_logIsLost) {
        planEverything(context);
    }
    return outcome;
}

ReadOutcome SeriesReader::read(ReadContext& context)
{
    const std::string table = m_kind == Kind::Scalar ? "scalar" : "counter";
    if (m_isBroken || !context.tables.contains(table)) {
        return ReadOutcome::Done;
    }
    if (!m_rows.exists()) {
        const int code = context.connection.prepare(
            m_kind == Kind::Scalar ? "SELECT seq, step, wall_ns, value FROM scalar WHERE tag = ?1 "
                                     "AND seq >= ?2 AND seq < ?3 ORDER BY seq"
                                   : "SELECT seq, ns, value FROM counter WHERE track = ?1 AND seq "
                                     ">= ?2 AND seq < ?3 ORDER BY seq",
            m_rows);
        if (code != SQLITE_OK) {
            m_isBroken = !isBusyCode(code) && !isStopCode(code);
            if (m_isBroken) {
                context.damage(
                    "table " + table + " cannot be read: " + context.connection.errorText(), 0);
            }
            return isBusyCode(code)   ? ReadOutcome::Busy
                   : isStopCode(code) ? ReadOutcome::Spent
                                      : ReadOutcome::Done;
        }
    }
    // A plan that an earlier transaction left unfinished knows nothing of what came into the log
    // after it, nor of what it had not read of it: another one follows.
    if (const ReadOutcome outcome = readPlan(context); outcome != ReadOutcome::Done) {
        return outcome;
    }
    const ReadOutcome planned = makePlan(context);
    const ReadOutcome outcome = readPlan(context);
    return outcome != ReadOutcome::Done ? outcome : planned;
}

ReadOutcome SeriesReader::readPlan(ReadContext& context)
{
    for (; m_nextRange < m_plan.size(); ++m_nextRange) {
        const ReadOutcome outcome = readRange(context, m_plan[m_nextRange]);
        if (outcome != ReadOutcome::Done) {
            return outcome;
        }
    }
    m_plan.clear();
    m_nextRange = 0;
    return ReadOutcome::Done;
}

bool SeriesReader::takeRow(ReadContext& context, const Range& range)
{
    if (m_kind == Kind::Counter) {
        m_steps.push_back(m_rows.timeOrStep(1));
        m_values.push_back(m_rows.real(2));
        return true;
    }
    const NumberType type =
        context.ids.tagRecords[static_cast<std::size_t>(range.series)].numberType;
    const auto bits = m_rows.number(3, type);
    if (!bits) {
        ++m_badRows;
        return false;
    }
    m_steps.push_back(m_rows.timeOrStep(1));
    m_wallNs.push_back(m_rows.timeOrStep(2));
    m_bits.push_back(*bits);
    return true;
}

void SeriesReader::handOver(ReadContext& context, const Range& range)
{
    if (m_steps.empty()) {
        return;
    }
    const SessionId session = context.session(range.session, m_steps.size());
    context.records += m_steps.size();
    context.bytes += m_steps.size() * kSeriesRowBytes;
    if (m_kind == Kind::Scalar) {
        context.sink.scalars(
            context.ids.tags.get(range.series),
            {session,
             m_steps,
             m_wallNs,
             m_bits,
             context.ids.tagRecords[static_cast<std::size_t>(range.series)].numberType});
    } else {
        context.sink.counters(context.ids.tracks.get(range.series), {session, m_steps, m_values});
    }
    m_steps.clear();
    m_wallNs.clear();
    m_bits.clear();
    m_values.clear();
}

bool SeriesReader::skipDamage(ReadContext& context, Range& range, int& code)
{
    constexpr std::int64_t kLargestSeq = kNoEnd / 4;
    const std::string reason = context.connection.errorText();
    const std::int64_t before = range.first;
    const std::int64_t last = std::max(before, std::min(range.end, kLargestSeq));
    const std::int64_t next = findBehindDamage(before, last, code, [&](std::int64_t seq) {
        m_rows.start(range.series, seq, range.end);
        return m_rows.step();
    });
    if (next >= 0 && (isBusyCode(code) || isStopCode(code))) {
        return true;
    }
    const bool isFound = next >= 0 && code == SQLITE_ROW;
    const std::int64_t end = isFound ? m_rows.integer(0) : range.end;
    const std::string where = end == kNoEnd ? " on" : " to " + std::to_string(end - 1);
    context.damage(
        "points of " + describe(range.series) + " from number " + std::to_string(before) + where
            + " are damaged (" + reason + ")",
        end == kNoEnd ? 0 : static_cast<std::uint64_t>(std::max<std::int64_t>(end - before, 0)));
    range.announced = isFound && range.end != kNoEnd ? m_taken + range.end - end : m_taken;
    return isFound;
}

ReadOutcome SeriesReader::readRange(ReadContext& context, Range& range)
{
    const auto series = static_cast<std::size_t>(range.series);
    const bool isKnown = m_kind == Kind::Scalar
                             ? isValid(context.ids.tags.get(range.series))
                                   && context.ids.tagRecords[series].kind == RecordKind::Scalar
                             : isValid(context.ids.tracks.get(range.series));
    if (!isKnown) {
        context.damage("points of unknown " + describe(range.series),
                       range.end == kNoEnd ? 0
                                           : static_cast<std::uint64_t>(range.end - range.first));
        return ReadOutcome::Done;
    }
    ReadOutcome outcome = ReadOutcome::Done;
    m_rows.start(range.series, range.first, range.end);
    int code = m_rows.step();
    for (;; code = m_rows.step()) {
        if (code != SQLITE_ROW && code != SQLITE_DONE && !isBusyCode(code) && !isStopCode(code)
            && !skipDamage(context, range, code))
        {
            break;
        }
        if (code != SQLITE_ROW) {
            outcome = isBusyCode(code)   ? ReadOutcome::Busy
                      : isStopCode(code) ? ReadOutcome::Spent
                                         : ReadOutcome::Done;
            break;
        }
        const std::int64_t seq = m_rows.integer(0);
        if (seq < range.first) { // a damaged tree may lead in circles
            context.damage("points of " + describe(range.series) + " are out of order", 0);
            break;
        }
        takeRow(context, range);
        ++m_taken;
        range.first = seq + 1;
        if (m_steps.size() >= kRowsAtOnce) {
            handOver(context, range);
        }
        if (context.budget.isTransactionSpent()) {
            outcome = ReadOutcome::Spent;
            break;
        }
    }
    m_rows.reset();
    handOver(context, range);
    m_nextSeq[series] = std::max(m_nextSeq[series], range.first);
    if (outcome == ReadOutcome::Done) {
        const auto missing =
            static_cast<std::uint64_t>(std::max<std::int64_t>(range.announced - m_taken, 0));
        if (missing + m_badRows > 0) {
            context.damage(std::to_string(missing + m_badRows) + " points of "
                               + describe(range.series) + " are missing or unreadable",
                           missing + m_badRows);
        }
        m_taken = 0;
        m_badRows = 0;
    }
    return outcome;
}

} // namespace runlens::store
