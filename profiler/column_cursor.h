// SPDX-License-Identifier: Apache-2.0
/// Reads a ColumnView at nearby rows without looking the chunk up every time. Borrows the view.
#pragma once

#include "profiler/time_math.h"
#include "summary_format/run.h"

namespace runlens::profiler {

template <typename T>
class ColumnCursor {
public:
    explicit ColumnCursor(const ColumnView<T>& view) : m_view(&view) {}

    [[nodiscard]] const T& operator[](std::size_t row)
    {
        if (row - m_first >= m_chunk.size()) { // also true for row < m_first: the difference wraps
            const std::size_t chunk = chunkOf(row);
            m_first = chunkStart(chunk);
            m_chunk = m_view->chunk(chunk);
        }
        return m_chunk[row - m_first];
    }

private:
    const ColumnView<T>* m_view;
    std::span<const T> m_chunk;
    std::size_t m_first = 0;
};

/// Start and end of spans, with broken durations repaired (spanEndNs).
class SpanTimes {
public:
    explicit SpanTimes(const SpanSeries& series)
        : m_start(series.startNs), m_duration(series.durationNs)
    {}

    [[nodiscard]] std::int64_t startNs(std::size_t row) { return m_start[row]; }

    [[nodiscard]] std::int64_t endNs(std::size_t row)
    {
        return spanEndNs(m_start[row], m_duration[row]);
    }

private:
    ColumnCursor<std::int64_t> m_start;
    ColumnCursor<std::int64_t> m_duration;
};

} // namespace runlens::profiler
