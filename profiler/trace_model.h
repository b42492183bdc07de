// SPDX-License-Identifier: Apache-2.0
/// An index over the spans, flows, counters and steps of one Run snapshot: order by start, rows
/// without overlap, self time, and a pyramid per row for drawing. The columns themselves stay in
/// the Run. Immutable; shared between threads.
///
/// Rows: spans of one track that overlap lie in different rows. A span lies one row below the
/// deepest span that is still open when it starts, so a child lies below its parent, and of partly
/// overlapping spans the later one lies below. Self time of a span is the time during which no span
/// below it is open; the self times of a track add up to the time that its spans cover. A negative
/// duration counts as zero.
#pragma once

#include "profiler/time_math.h"
#include "summary_format/run.h"

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace runlens::profiler {

/// Spans nested deeper than this are in no row; they still count in self times and summaries
/// (TraceSegment::hidden).
inline constexpr std::size_t kMaxRows = 256;
/// Spans per block of the finest level of a pyramid, and blocks per block of the levels above.
inline constexpr std::size_t kBlockSpans = 8;
inline constexpr std::size_t kBlockFanOut = 4;

/// Some neighbouring spans of one row, summed up for drawing.
struct SpanBlock {
    std::int64_t startNs = 0;
    std::int64_t endNs = 0;
    float busyNs = 0.0F;                         ///< sum of durations
    float longestNs = 0.0F;                      ///< the longest span
    NameId name{};                               ///< of the longest span
    SpanCategory category = SpanCategory::Other; ///< the one with (about) the most busy time
};

/// One row of one segment. Spans are in order of start and do not overlap.
struct TraceRow {
    std::vector<std::uint32_t> spans; ///< positions in the SpanSeries (SpanRef::index)
    std::vector<std::uint32_t>
        parents; ///< positions in spans whose self time differs from their duration, ascending
    std::vector<std::int64_t> parentSelfNs;     ///< their self times
    std::vector<std::vector<SpanBlock>> levels; ///< finest first; the last one has one block
};

/// A span that is in no row.
struct HiddenSpan {
    std::uint32_t index = 0;
    std::int64_t selfNs = 0;
};

/// A stretch of time of one track that no span crosses the edges of.
struct TraceSegment {
    TimeInterval time;
    std::size_t spanCount = 0;
    std::vector<TraceRow> rows;
    std::vector<HiddenSpan> hidden;
};

/// What was wrong with the spans of a track.
struct TraceIssues {
    std::uint64_t withoutTime =
        0; ///< not indexed: no time, or one outside [kEarliestNs, kLatestNs]
    std::uint64_t negativeDurations = 0; ///< counted as zero
    std::uint64_t cutEnds = 0;           ///< end beyond kLatestNs
    std::uint64_t tooDeep = 0;           ///< nested deeper than kMaxRows: not drawn

    [[nodiscard]] std::uint64_t total() const
    {
        return withoutTime + negativeDurations + cutEnds + tooDeep;
    }

    friend bool operator==(const TraceIssues&, const TraceIssues&) = default;
};

struct ValueRange {
    double minimum = std::numeric_limits<double>::infinity();
    double maximum = -std::numeric_limits<double>::infinity();

    [[nodiscard]] bool isEmpty() const { return minimum > maximum; }
};

/// Counter samples in order of time, with the range of every kBlock neighbours. NaN and samples
/// without time are left out of ranges.
struct CounterIndex {
    static constexpr std::size_t kBlock = 64;
    std::size_t sampleCount = 0;
    std::vector<std::uint32_t> order; ///< empty: the samples arrived in order of time
    std::vector<ValueRange> blocks;
    ValueRange range;
    TimeInterval time;

    [[nodiscard]] std::size_t sample(std::size_t position) const
    {
        return order.empty() ? position : order[position];
    }
};

struct TrackIndex {
    TrackId id = kNone<TrackId>;
    std::size_t recordCount = 0; ///< spans of the series that this index has seen
    std::size_t spanCount = 0;   ///< spans that are in the segments, hidden ones included
    std::size_t rowCount = 0;
    TimeInterval time;                                         ///< empty when there is nothing
    TraceIssues issues;                                        ///< of the whole track
    std::vector<std::shared_ptr<const TraceSegment>> segments; ///< ascending in time
    std::shared_ptr<const CounterIndex> counter;               ///< null when there are no samples
};

/// Where a span lies.
struct SpanPlace {
    std::size_t segment = 0;
    std::size_t row = 0;
    std::size_t position = 0; ///< in TraceRow::spans
    friend bool operator==(const SpanPlace&, const SpanPlace&) = default;
};

struct TraceStep {
    std::int64_t step = kNoStep;
    TimeInterval time;
    SpanRef span;
};

struct SpanFacts {
    SpanRef ref;
    TimeInterval time;
    std::int64_t selfNs = 0;
    NameId name{};
    SpanCategory category = SpanCategory::Other;
    NodeRef node;
    std::optional<SpanPlace> place; ///< none for a hidden span
};

/// One end of a flow as seen from a span.
struct FlowLink {
    std::size_t flow = 0; ///< row in Run::flows()
    bool isOutgoing = false;
    std::int64_t otherNs = kNoTime;
    TrackId otherTrack = kNone<TrackId>;
    std::optional<SpanRef> other; ///< the deepest span there
};

class TraceModel {
public:
    [[nodiscard]] const Run& run() const { return *m_run; }

    [[nodiscard]] const std::shared_ptr<const Run>& sharedRun() const { return m_run; }

    /// One for each of run().tracks().
    [[nodiscard]] std::span<const TrackIndex> tracks() const { return m_tracks; }

    /// Null for an unknown id.
    [[nodiscard]] const TrackIndex* track(TrackId id) const;

    /// From the first to the last span or counter sample; empty when there is none.
    [[nodiscard]] TimeInterval time() const { return m_time; }

    [[nodiscard]] std::size_t spanCount() const { return m_spanCount; }

    [[nodiscard]] std::optional<SpanPlace> find(SpanRef ref) const;
    [[nodiscard]] std::optional<SpanFacts>
    facts(SpanRef ref) const; ///< nullopt when it is not indexed
    [[nodiscard]] SpanRef spanAt(TrackId track, const SpanPlace& place) const;
    [[nodiscard]] TimeInterval timeOf(TrackId track, const SpanPlace& place) const;
    [[nodiscard]] std::int64_t selfNs(TrackId track, const SpanPlace& place) const;
    /// The part of the self time within the range.
    [[nodiscard]] std::int64_t
    selfNsWithin(TrackId track, const SpanPlace& place, TimeInterval range) const;
    /// The span of that row at that time; a span includes its start, and its end when it has no
    /// length.
    [[nodiscard]] std::optional<SpanPlace>
    placeAt(TrackId track, std::size_t row, std::int64_t ns) const;
    /// The deepest span at that time.
    [[nodiscard]] std::optional<SpanPlace> deepestAt(TrackId track, std::int64_t ns) const;
    /// The first span of that row that ends after ns (or is there without length), in any segment.
    [[nodiscard]] std::optional<SpanPlace>
    firstEndingAfter(TrackId track, std::size_t row, std::int64_t ns) const;
    [[nodiscard]] std::optional<SpanPlace> next(TrackId track,
                                                const SpanPlace& place) const; ///< same row
    [[nodiscard]] std::optional<SpanPlace> previous(TrackId track,
                                                    const SpanPlace& place) const; ///< same row
    /// The nearest span above that holds all of this one.
    [[nodiscard]] std::optional<SpanPlace> parent(TrackId track, const SpanPlace& place) const;
    /// The first span of the row below that starts within this one.
    [[nodiscard]] std::optional<SpanPlace> firstChild(TrackId track, const SpanPlace& place) const;

    /// Flows that leave or reach this span itself, not its children: at most limit.
    [[nodiscard]] std::vector<FlowLink> flowsOf(SpanRef ref, std::size_t limit = 64) const;

    /// Ranks that have tracks, ascending.
    [[nodiscard]] std::span<const int> ranks() const { return m_ranks; }

    /// The steps of a rank in order of start (a restart goes back in steps); empty when it has
    /// none.
    [[nodiscard]] std::span<const TraceStep> steps(int rank) const;
    /// The step that holds this time, or the last one that began before it; null before the first.
    [[nodiscard]] const TraceStep* stepAt(int rank, std::int64_t ns) const;
    /// The last one with this number; null when there is none.
    [[nodiscard]] const TraceStep* findStep(int rank, std::int64_t step) const;

private:
    friend class TraceAssembler;

    struct FlowEnd {
        std::int64_t ns = 0;
        std::uint32_t flow = 0;
        bool isOutgoing = false;
    };

    struct RankSteps {
        int rank = 0;
        std::shared_ptr<const std::vector<TraceStep>> steps;
    };

    using FlowEnds = std::vector<std::vector<FlowEnd>>;

    std::shared_ptr<const Run> m_run;
    std::vector<TrackIndex> m_tracks;
    std::vector<int> m_ranks;
    std::vector<RankSteps> m_steps;
    std::shared_ptr<const FlowEnds> m_flowEnds; ///< per track, in order of time
    std::size_t m_flowCount = 0;
    TimeInterval m_time;
    std::size_t m_spanCount = 0;
};

} // namespace runlens::profiler
