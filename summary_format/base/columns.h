// SPDX-License-Identifier: Apache-2.0
/// Columns of trivially copyable values that grow without ever moving. All columns share one
/// geometry: chunk k starts at chunkStart(k); each chunk is a quarter of what is held before it, at
/// least 16 and at most 65,536 values. A ColumnView is a snapshot (chunk pointers, count): the
/// writer appends behind the count, readers never look beyond.
#pragma once

#include "summary_format/base/arena.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace runlens {

inline constexpr std::size_t kFirstChunk = 16;
inline constexpr std::size_t kLargestChunk = 65'536;

[[nodiscard]] std::size_t chunkStart(std::size_t chunk);
[[nodiscard]] std::size_t chunkCapacity(std::size_t chunk);
[[nodiscard]] std::size_t chunkOf(std::size_t row); ///< the chunk that holds this row

template <typename T>
class ColumnView {
public:
    ColumnView() = default;

    ColumnView(std::vector<const T*> chunks, std::size_t size)
        : m_chunks(std::move(chunks)), m_size(size)
    {}

    [[nodiscard]] std::size_t size() const { return m_size; }

    [[nodiscard]] bool empty() const { return m_size == 0; }

    [[nodiscard]] std::size_t chunkCount() const { return m_chunks.size(); }

    [[nodiscard]] const T& operator[](std::size_t row) const
    {
        const std::size_t chunk = chunkOf(row);
        return m_chunks[chunk][row - chunkStart(chunk)];
    }

    [[nodiscard]] const T& back() const { return (*this)[m_size - 1]; }

    /// The published values of one chunk; empty for a chunk with none.
    [[nodiscard]] std::span<const T> chunk(std::size_t chunk) const
    {
        const std::size_t start = chunkStart(chunk);
        return start >= m_size ? std::span<const T>{}
                               : std::span<const T>(m_chunks[chunk],
                                                    std::min(chunkCapacity(chunk), m_size - start));
    }

    /// Copies rows [first, first + out.size()).
    void copyTo(std::size_t first, std::span<T> out) const
    {
        std::size_t done = 0;
        while (done < out.size()) {
            const std::size_t k = chunkOf(first + done);
            const auto values = chunk(k).subspan(first + done - chunkStart(k));
            const std::size_t n = std::min(values.size(), out.size() - done);
            std::copy_n(values.begin(), n, out.begin() + static_cast<std::ptrdiff_t>(done));
            done += n;
        }
    }

private:
    std::vector<const T*> m_chunks;
    std::size_t m_size = 0;
};

/// The writing side. The arena must outlive it and every view of it.
template <typename T>
class Column {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    [[nodiscard]] std::size_t size() const { return m_size; }

    [[nodiscard]] std::size_t room() const
    {
        return m_room;
    } ///< values that fit into the open chunk

    void append(Arena& arena, std::span<const T> values)
    {
        while (!values.empty()) {
            const std::size_t n = std::min(openChunk(arena), values.size());
            std::memcpy(m_end, values.data(), n * sizeof(T));
            advance(n);
            values = values.subspan(n);
        }
    }

    void append(Arena& arena, const T& value)
    {
        openChunk(arena);
        *m_end = value;
        advance(1);
    }

    [[nodiscard]] ColumnView<T> view() const
    {
        return ColumnView<T>(std::vector<const T*>(m_chunks.begin(), m_chunks.end()), m_size);
    }

private:
    std::size_t openChunk(Arena& arena)
    {
        if (m_room == 0) {
            m_room = chunkCapacity(m_chunks.size());
            m_end = arena.allocate<T>(m_room);
            m_chunks.push_back(m_end);
        }
        return m_room;
    }

    void advance(std::size_t n)
    {
        m_end += n;
        m_room -= n;
        m_size += n;
    }

    std::vector<T*> m_chunks;
    T* m_end = nullptr;
    std::size_t m_room = 0;
    std::size_t m_size = 0;
};

} // namespace runlens
