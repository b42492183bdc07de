// SPDX-License-Identifier: Apache-2.0
/// The spans of one track on their way into table span_chunk: collected in memory, written at each
/// commit as a small piece, and merged into one chunk of kSpansPerChunk when that many are there.
/// Indices are never used twice: spans that were lost leave a gap. One thread.
#pragma once

#include "summary_format/records.h"
#include "summary_format/store/column_codec.h"
#include "summary_format/store/sqlite.h"

#include <deque>

namespace runlens::store {

/// What writing chunks needs: statements, an encoder, and the next free id of the table.
struct SpanTable {
    Statement insert;
    Statement removePieces;
    ColumnEncoder encoder;
    std::int64_t nextId = 0;
    std::vector<std::int64_t> scratch;

    [[nodiscard]] int prepare(Connection& connection);
};

class SpanPacker {
public:
    /// Returns the index of the first span of the batch.
    std::int64_t add(const SpanBatch& batch);

    [[nodiscard]] std::int64_t nextIndex() const { return m_nextIndex; }

    [[nodiscard]] bool isDirty() const { return m_isDirty; }

    /// Writes what is new inside the open transaction. mergeAll: also chunks that are not full
    /// (before closing).
    int write(SpanTable& table, TrackId track, bool mergeAll);
    void committed();
    void rolledBack();

private:
    struct Segment {
        SessionId session = kNone<SessionId>;
        std::int64_t firstIndex = 0;
        std::size_t stored = 0;  ///< spans that are in the file for good
        std::size_t written = 0; ///< spans that are in the file if the transaction commits
        int storedPieces = 0;
        int writtenPieces = 0;
        bool isMerged = false;
        std::vector<std::int64_t> startNs;
        std::vector<std::int64_t> durationNs;
        std::vector<NameId> names;
        std::vector<SpanCategory> categories;
        std::vector<std::uint16_t> depths;
        std::vector<NodeRef> nodes;
        std::vector<std::int64_t> steps;

        [[nodiscard]] std::size_t size() const { return startNs.size(); }

        void append(const SpanBatch& batch, std::size_t first, std::size_t count);
        void truncate(std::size_t size);
    };

    static int writeRow(SpanTable& table,
                        TrackId track,
                        const Segment& segment,
                        std::size_t first,
                        std::size_t count);
    static int writeSegment(SpanTable& table, TrackId track, Segment& segment, bool merge);
    Segment& openSegment(SessionId session);

    std::deque<Segment> m_segments; ///< all but the last take no more spans
    std::int64_t m_nextIndex = 0;
    bool m_isDirty = false;
};

} // namespace runlens::store
