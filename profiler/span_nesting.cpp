// SPDX-License-Identifier: Apache-2.0
#include "profiler/span_nesting.h"

#include "profiler/column_cursor.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace runlens::profiler {

namespace {

constexpr std::size_t kStopInterval = 65'536;

/// Rows of the segment being filled, in the order in which spans come.
class SegmentWriter {
public:
    SegmentWriter() : m_segment(std::make_unique<TraceSegment>()) {}

    [[nodiscard]] std::size_t spanCount() const { return m_segment->spanCount; }

    /// Returns the position in its row.
    std::uint32_t add(std::size_t row, std::uint32_t index, TimeInterval time)
    {
        auto& whole = m_segment->time;
        whole = m_segment->spanCount == 0 ? time
                                          : TimeInterval{std::min(whole.startNs, time.startNs),
                                                         std::max(whole.endNs, time.endNs)};
        ++m_segment->spanCount;
        if (row >= kMaxRows) {
            m_segment->hidden.push_back({index, 0});
            return static_cast<std::uint32_t>(m_segment->hidden.size() - 1);
        }
        if (row >= m_segment->rows.size()) {
            m_segment->rows.resize(row + 1);
        }
        auto& spans = m_segment->rows[row].spans;
        spans.push_back(index);
        return static_cast<std::uint32_t>(spans.size() - 1);
    }

    void
    setSelf(std::size_t row, std::uint32_t position, std::int64_t selfNs, std::int64_t durationNs)
    {
        if (row >= kMaxRows) {
            m_segment->hidden[position].selfNs = selfNs;
        } else if (selfNs != durationNs) {
            m_segment->rows[row].parents.push_back(position);
            m_segment->rows[row].parentSelfNs.push_back(selfNs);
        }
    }

    [[nodiscard]] std::unique_ptr<TraceSegment> take()
    {
        return std::exchange(m_segment, std::make_unique<TraceSegment>());
    }

private:
    std::unique_ptr<TraceSegment> m_segment;
};

/// Turns rows that were filled from the end of time around.
void reverseRows(TraceSegment& segment)
{
    for (TraceRow& row : segment.rows) {
        std::reverse(row.spans.begin(), row.spans.end());
        std::reverse(row.parents.begin(), row.parents.end());
        std::reverse(row.parentSelfNs.begin(), row.parentSelfNs.end());
        const auto last = static_cast<std::uint32_t>(row.spans.size() - 1);
        for (std::uint32_t& position : row.parents) {
            position = last - position;
        }
    }
}

/// Spans that arrived at their ends, children before parents: read backwards, each parent comes
/// before its children, and no sort is needed. Gives up (nullopt) at the first span that does not
/// fit, so that nestBySorting() decides.
class ArrivalNesting {
public:
    ArrivalNesting(const SpanSeries& series, std::size_t segmentSpans)
        : m_times(series), m_depths(series.depths), m_segmentSpans(segmentSpans)
    {}

    [[nodiscard]] std::optional<Segments> run(std::span<const std::uint32_t> indices,
                                              const std::stop_token& stop)
    {
        for (std::size_t i = indices.size(); i-- > 0;) {
            if (i % kStopInterval == 0 && stop.stop_requested()) {
                return Segments{};
            }
            if (!add(indices[i])) {
                return std::nullopt;
            }
        }
        closeSegment();
        std::reverse(m_segments.begin(), m_segments.end());
        return std::move(m_segments);
    }

private:
    struct Open {
        TimeInterval time;
        std::int64_t childNs = 0;
        std::uint32_t index = 0;
        std::uint32_t position = 0;
    };

    [[nodiscard]] bool add(std::uint32_t index)
    {
        const TimeInterval time{m_times.startNs(index), m_times.endNs(index)};
        if (time.isEmpty() || time.endNs > m_lastEndNs) {
            return false;
        }
        m_lastEndNs = time.endNs;
        while (!m_open.empty() && m_open.back().time.startNs >= time.endNs) {
            pop();
        }
        if (m_open.empty()) {
            if (m_writer.spanCount() >= m_segmentSpans) {
                closeSegment();
            }
        } else {
            Open& parent = m_open.back();
            if (time.startNs < parent.time.startNs
                || (time == parent.time && m_depths[index] < m_depths[parent.index]))
            {
                return false;
            }
            parent.childNs += time.durationNs();
        }
        m_open.push_back({time, 0, index, m_writer.add(m_open.size(), index, time)});
        return true;
    }

    void pop()
    {
        const Open& open = m_open.back();
        const std::int64_t duration = open.time.durationNs();
        m_writer.setSelf(m_open.size() - 1, open.position, duration - open.childNs, duration);
        m_open.pop_back();
    }

    void closeSegment()
    {
        while (!m_open.empty()) {
            pop();
        }
        if (m_writer.spanCount() > 0) {
            m_segments.push_back(m_writer.take());
            reverseRows(*m_segments.back());
        }
    }

    SpanTimes m_times;
    ColumnCursor<std::uint16_t> m_depths;
    std::size_t m_segmentSpans;
    SegmentWriter m_writer;
    std::vector<Open> m_open;
    Segments m_segments;
    std::int64_t m_lastEndNs = kLatestNs;
};

struct SortedSpan {
    TimeInterval time;
    std::uint32_t index = 0;
    std::uint16_t depth = 0;
};

/// Longer spans first, then by recorded depth, then later arrivals: a parent arrives after its
/// children.
[[nodiscard]] bool comesBefore(const SortedSpan& a, const SortedSpan& b)
{
    if (a.time.startNs != b.time.startNs) {
        return a.time.startNs < b.time.startNs;
    }
    if (a.time.endNs != b.time.endNs) {
        return a.time.endNs > b.time.endNs;
    }
    return a.depth != b.depth ? a.depth < b.depth : a.index > b.index;
}

/// Any spans: sorted by start, then swept once. The deepest open span owns the time.
class SweepNesting {
public:
    explicit SweepNesting(std::size_t segmentSpans) : m_segmentSpans(segmentSpans) {}

    [[nodiscard]] Segments run(std::span<const SortedSpan> spans)
    {
        for (const SortedSpan& span : spans) {
            advanceTo(span.time.startNs);
            if (m_open.empty()) {
                m_cursorNs = span.time.startNs;
                if (m_writer.spanCount() >= m_segmentSpans) {
                    m_segments.push_back(m_writer.take());
                }
            }
            m_open.push_back({span.time, 0, m_writer.add(m_open.size(), span.index, span.time)});
        }
        advanceTo(std::numeric_limits<std::int64_t>::max());
        if (m_writer.spanCount() > 0) {
            m_segments.push_back(m_writer.take());
        }
        return std::move(m_segments);
    }

private:
    struct Open {
        TimeInterval time;
        std::int64_t selfNs = 0;
        std::uint32_t position = 0;
    };

    void advanceTo(std::int64_t ns)
    {
        while (!m_open.empty()) {
            Open& deepest = m_open.back();
            const std::int64_t until = std::min(deepest.time.endNs, ns);
            if (until > m_cursorNs) {
                deepest.selfNs += until - m_cursorNs;
                m_cursorNs = until;
            }
            if (deepest.time.endNs > ns) {
                return;
            }
            m_writer.setSelf(
                m_open.size() - 1, deepest.position, deepest.selfNs, deepest.time.durationNs());
            m_open.pop_back();
        }
    }

    std::size_t m_segmentSpans;
    SegmentWriter m_writer;
    std::vector<Open> m_open;
    Segments m_segments;
    std::int64_t m_cursorNs = kEarliestNs;
};

[[nodiscard]] Segments nestBySorting(const SpanSeries& series,
                                     std::span<const std::uint32_t> indices,
                                     std::size_t segmentSpans,
                                     const std::stop_token& stop)
{
    SpanTimes times(series);
    ColumnCursor<std::uint16_t> depths(series.depths);
    std::vector<SortedSpan> spans;
    spans.reserve(indices.size());
    for (const std::uint32_t index : indices) {
        spans.push_back({{times.startNs(index), times.endNs(index)}, index, depths[index]});
    }
    if (stop.stop_requested()) {
        return {};
    }
    if (!std::is_sorted(spans.begin(), spans.end(), comesBefore)) {
        std::sort(spans.begin(), spans.end(), comesBefore);
    }
    return stop.stop_requested() ? Segments{} : SweepNesting(segmentSpans).run(spans);
}

/// Adds up busy time by category and keeps the largest.
class BlockSum {
public:
    void add(const SpanBlock& part)
    {
        m_block.startNs = m_isEmpty ? part.startNs : m_block.startNs;
        m_block.endNs = part.endNs;
        m_block.busyNs += part.busyNs;
        if (m_isEmpty || part.longestNs > m_block.longestNs) {
            m_block.longestNs = part.longestNs;
            m_block.name = part.name;
        }
        float& busy = m_busy[static_cast<std::size_t>(part.category) % m_busy.size()];
        busy += part.busyNs;
        if (m_isEmpty || busy > m_largest) {
            m_largest = busy;
            m_block.category = part.category;
        }
        m_isEmpty = false;
    }

    [[nodiscard]] const SpanBlock& block() const { return m_block; }

private:
    SpanBlock m_block;
    std::array<float, 16> m_busy{};
    float m_largest = 0.0F;
    bool m_isEmpty = true;
};

} // namespace

Segments nestSpans(const SpanSeries& series,
                   std::span<const std::uint32_t> indices,
                   std::size_t segmentSpans,
                   const std::stop_token& stop)
{
    if (auto nested = ArrivalNesting(series, segmentSpans).run(indices, stop)) {
        return std::move(*nested);
    }
    return nestBySorting(series, indices, segmentSpans, stop);
}

void buildPyramid(const SpanSeries& series, TraceRow& row)
{
    SpanTimes times(series);
    ColumnCursor<NameId> names(series.names);
    ColumnCursor<SpanCategory> categories(series.categories);
    row.levels.clear();
    std::vector<SpanBlock> level;
    level.reserve(row.spans.size() / kBlockSpans + 1);
    for (std::size_t first = 0; first < row.spans.size(); first += kBlockSpans) {
        BlockSum sum;
        const std::size_t end = std::min(first + kBlockSpans, row.spans.size());
        for (std::size_t i = first; i < end; ++i) {
            const std::uint32_t index = row.spans[i];
            const std::int64_t start = times.startNs(index);
            const std::int64_t stop = times.endNs(index);
            const auto duration = static_cast<float>(stop - start);
            sum.add({start, stop, duration, duration, names[index], categories[index]});
        }
        level.push_back(sum.block());
    }
    while (!level.empty()) {
        row.levels.push_back(std::move(level));
        level = {};
        const std::vector<SpanBlock>& below = row.levels.back();
        if (below.size() == 1) {
            break;
        }
        for (std::size_t first = 0; first < below.size(); first += kBlockFanOut) {
            BlockSum sum;
            for (std::size_t i = first; i < std::min(first + kBlockFanOut, below.size()); ++i) {
                sum.add(below[i]);
            }
            level.push_back(sum.block());
        }
    }
}

} // namespace runlens::profiler
