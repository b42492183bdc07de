// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/span_packer.h"

#include "summary_format/store/schema.h"

#include <algorithm>
#include <limits>

namespace runlens::store {

namespace {

template <typename T>
void extend(std::vector<T>& column, std::span<const T> values, std::size_t first, std::size_t count)
{
    const auto part = values.subspan(first, count);
    column.insert(column.end(), part.begin(), part.end());
}

/// The end of a span, held at the largest time instead of overflowing.
std::int64_t endOf(std::int64_t startNs, std::int64_t durationNs)
{
    std::int64_t end = 0;
    return __builtin_add_overflow(startNs, durationNs, &end)
               ? std::numeric_limits<std::int64_t>::max()
               : end;
}

} // namespace

int SpanTable::prepare(Connection& connection)
{
    const int code = connection.prepare("INSERT INTO span_chunk(id, track, session, first_index, "
                                        "count, first_ns, last_ns, start_ns, duration_ns, name, "
                                        "category, depth, node_pass, node, step) VALUES (?1, ?2, "
                                        "?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, "
                                        "?15)",
                                        insert);
    return code != SQLITE_OK
               ? code
               : connection.prepare(
                   "DELETE FROM span_chunk WHERE track = ?1 AND first_index >= ?2 AND "
                   "first_index < ?3",
                   removePieces);
}

void SpanPacker::Segment::append(const SpanBatch& batch, std::size_t first, std::size_t count)
{
    extend(startNs, batch.startNs, first, count);
    extend(durationNs, batch.durationNs, first, count);
    extend(names, batch.names, first, count);
    extend(categories, batch.categories, first, count);
    extend(depths, batch.depths, first, count);
    extend(nodes, batch.nodes, first, count);
    extend(steps, batch.steps, first, count);
}

void SpanPacker::Segment::truncate(std::size_t size)
{
    startNs.resize(size);
    durationNs.resize(size);
    names.resize(size);
    categories.resize(size);
    depths.resize(size);
    nodes.resize(size);
    steps.resize(size);
}

SpanPacker::Segment& SpanPacker::openSegment(SessionId session)
{
    if (!m_segments.empty()) {
        Segment& last = m_segments.back();
        const bool isNext = last.firstIndex + static_cast<std::int64_t>(last.size()) == m_nextIndex;
        if (isNext && last.session == session && last.size() < kSpansPerChunk) {
            return last;
        }
    }
    Segment& segment = m_segments.emplace_back();
    segment.session = session;
    segment.firstIndex = m_nextIndex;
    return segment;
}

std::int64_t SpanPacker::add(const SpanBatch& batch)
{
    const std::int64_t firstIndex = m_nextIndex;
    const std::size_t count = batch.startNs.size();
    for (std::size_t done = 0; done < count;) {
        Segment& segment = openSegment(batch.session);
        const std::size_t part = std::min(count - done, kSpansPerChunk - segment.size());
        segment.append(batch, done, part);
        m_nextIndex += static_cast<std::int64_t>(part);
        done += part;
    }
    m_isDirty = m_isDirty || count > 0;
    return firstIndex;
}

int SpanPacker::writeRow(
    SpanTable& table, TrackId track, const Segment& segment, std::size_t first, std::size_t count)
{
    std::vector<std::int64_t>& scratch = table.scratch;
    const auto encode = [&](ColumnShape shape, auto valueAt) {
        scratch.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            scratch[i] = valueAt(first + i);
        }
        return table.encoder.encode(scratch, shape);
    };
    std::int64_t firstNs = segment.startNs[first];
    std::int64_t lastNs = firstNs;
    for (std::size_t i = first; i < first + count; ++i) {
        firstNs = std::min(firstNs, segment.startNs[i]);
        lastNs = std::max(lastNs, endOf(segment.startNs[i], segment.durationNs[i]));
    }
    using Index = std::size_t;
    const auto starts = encode(ColumnShape::Rising, [&](Index i) { return segment.startNs[i]; });
    const auto durations =
        encode(ColumnShape::Level, [&](Index i) { return segment.durationNs[i]; });
    const auto names = encode(ColumnShape::Level,
                              [&](Index i) { return static_cast<std::int64_t>(segment.names[i]); });
    const auto categories = encode(ColumnShape::Level, [&](Index i) {
        return static_cast<std::int64_t>(segment.categories[i]);
    });
    const auto depths = encode(
        ColumnShape::Level, [&](Index i) { return static_cast<std::int64_t>(segment.depths[i]); });
    const auto passes = encode(ColumnShape::Level, [&](Index i) {
        return static_cast<std::int64_t>(segment.nodes[i].pass);
    });
    const auto nodes =
        encode(ColumnShape::Level, [&](Index i) { return std::int64_t{segment.nodes[i].node}; });
    const auto steps = encode(ColumnShape::Rising, [&](Index i) { return segment.steps[i]; });
    using Bytes = std::span<const std::byte>;
    return table.insert.run(table.nextId++,
                            static_cast<std::int64_t>(track),
                            orNull(segment.session),
                            segment.firstIndex + static_cast<std::int64_t>(first),
                            static_cast<std::int64_t>(count),
                            firstNs,
                            lastNs,
                            Bytes(starts),
                            Bytes(durations),
                            Bytes(names),
                            Bytes(categories),
                            Bytes(depths),
                            Bytes(passes),
                            Bytes(nodes),
                            Bytes(steps));
}

int SpanPacker::writeSegment(SpanTable& table, TrackId track, Segment& segment, bool merge)
{
    if (merge && segment.written > 0 && !segment.isMerged
        && (segment.writtenPieces > 1 || segment.written < segment.size()))
    {
        const std::int64_t end = segment.firstIndex + static_cast<std::int64_t>(segment.size());
        const int code =
            table.removePieces.run(static_cast<std::int64_t>(track), segment.firstIndex, end);
        if (code != SQLITE_OK) {
            return code;
        }
        segment.written = 0;
        segment.writtenPieces = 0;
    }
    if (segment.written == segment.size()) {
        return SQLITE_OK;
    }
    const int code =
        writeRow(table, track, segment, segment.written, segment.size() - segment.written);
    segment.written = segment.size();
    ++segment.writtenPieces;
    segment.isMerged = merge;
    return code;
}

int SpanPacker::write(SpanTable& table, TrackId track, bool mergeAll)
{
    for (std::size_t i = 0; i < m_segments.size(); ++i) {
        const bool isSealed = i + 1 < m_segments.size() || m_segments[i].size() == kSpansPerChunk;
        const int code = writeSegment(table, track, m_segments[i], isSealed || mergeAll);
        if (code != SQLITE_OK) {
            return code;
        }
    }
    return SQLITE_OK;
}

void SpanPacker::committed()
{
    while (m_segments.size() > 1
           || (m_segments.size() == 1 && m_segments.front().size() == kSpansPerChunk))
    {
        m_segments.pop_front();
    }
    for (Segment& segment : m_segments) {
        segment.stored = segment.written;
        segment.storedPieces = segment.writtenPieces;
        segment.isMerged = false;
    }
    m_isDirty = false;
}

void SpanPacker::rolledBack()
{
    std::erase_if(m_segments, [](const Segment& segment) { return segment.stored == 0; });
    for (Segment& segment : m_segments) {
        segment.truncate(segment.stored);
        segment.written = segment.stored;
        segment.writtenPieces = segment.storedPieces;
        segment.isMerged = false;
    }
    m_isDirty = false;
}

} // namespace runlens::store
