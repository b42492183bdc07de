// SPDX-License-Identifier: Apache-2.0
/// Reads the two tables of plain points (scalar, counter) by their batch logs: the log says which
/// rows are new, each series is then read in one range, whatever the size of the file. Damage in
/// one series leaves the others whole. When the log itself is damaged, every series is read to its
/// end. One thread.
#pragma once

#include "summary_format/store/read_context.h"

#include <unordered_map>

namespace runlens::store {

class SeriesReader {
public:
    enum class Kind : std::uint8_t { Scalar, Counter };
    explicit SeriesReader(Kind kind);

    ReadOutcome read(ReadContext& context);
    void closeStatements();

private:
    /// Rows [first, end) of one series that were written by one session.
    struct Range {
        std::int64_t series = 0;
        std::int64_t first = 0;
        std::int64_t end = 0;
        std::int64_t session = -1;
        std::int64_t announced = 0; ///< rows that the log promises
    };

    ReadOutcome readPlan(ReadContext& context); ///< from where it was left
    ReadOutcome makePlan(ReadContext& context);
    void planEverything(ReadContext& context);
    void addToPlan(ReadContext& context, const Statement& row);
    ReadOutcome readRange(ReadContext& context, Range& range);
    void handOver(ReadContext& context, const Range& range);
    bool takeRow(ReadContext& context, const Range& range);
    bool skipDamage(ReadContext& context, Range& range, int& code);
    [[nodiscard]] std::size_t seriesCount(const ReadContext& context) const;
    [[nodiscard]] std::string describe(std::int64_t series) const;

    Kind m_kind;
    TableCursor m_log;
    Statement m_rows;
    bool m_isBroken = false;
    bool m_logIsLost = false; ///< the log is damaged: read every series to its end
    std::vector<Range> m_plan;
    std::size_t m_nextRange = 0;
    std::unordered_map<std::int64_t, std::size_t> m_lastRange; ///< while planning
    std::vector<std::int64_t> m_nextSeq; ///< by series: the first row not seen
    std::int64_t m_taken = 0;            ///< rows of the range being read
    std::uint64_t m_badRows = 0;
    std::vector<std::int64_t> m_steps; ///< or times of a counter
    std::vector<std::int64_t> m_wallNs;
    std::vector<std::uint64_t> m_bits;
    std::vector<double> m_values;
};

} // namespace runlens::store
