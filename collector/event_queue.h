// SPDX-License-Identifier: Apache-2.0
/// An unbounded queue of plain values from one producer thread to one consumer thread: a chain of
/// chunks, without locks and without waiting. The budget decides whether it may grow by a chunk;
/// drained chunks go back to the producer, so that in steady state nothing is allocated and the
/// memory stays warm. The first chunk is not charged to the budget.
#pragma once

#include "collector/queue_budget.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <type_traits>

namespace runlens::collector {

// The padding keeps the two threads off each other's cache lines.
template <typename T, std::uint32_t Capacity>
class EventQueue { // NOLINT(clang-analyzer-optin.performance.Padding)

    struct Chunk { // NOLINT(cppcoreguidelines-pro-type-member-init): of items
        std::atomic<std::uint32_t> published{0};
        std::atomic<Chunk*> next{nullptr};
        Chunk* nextFree = nullptr;
        alignas(64) std::byte items[Capacity * sizeof(T)]; ///< not filled before it is used

        T* at(std::uint32_t index) noexcept { return reinterpret_cast<T*>(items) + index; }
    };

    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

public:
    /// Up to where the consumer reads: what was published when it was taken.
    struct Mark {
        const Chunk* chunk = nullptr;
        std::uint32_t published = 0;
    };

    static constexpr std::size_t kChunkBytes = sizeof(Chunk);
    static constexpr std::uint32_t kKeptFree = 32;

    EventQueue() = default;
    EventQueue(const EventQueue&) = delete;
    EventQueue& operator=(const EventQueue&) = delete;

    ~EventQueue()
    {
        Chunk* chunk = m_read ? m_read : m_first.load();
        while (chunk) {
            Chunk* next = chunk->next.load();
            delete chunk;
            chunk = next;
        }
        freeList(m_free.load());
        freeList(m_localFree);
    }

    // producer

    /// Where the next value goes, all of which the caller fills; null: no room. Nothing is in the
    /// queue before publish().
    [[nodiscard]] T* reserve(QueueBudget& budget, DropClass dropClass) noexcept
    {
        if ((!m_write || m_used == Capacity) && !grow(budget, dropClass)) {
            return nullptr;
        }
        return m_write->at(m_used);
    }

    void publish() noexcept { m_write->published.store(++m_used, std::memory_order_release); }

    // consumer

    [[nodiscard]] Mark mark() const noexcept
    {
        const Chunk* chunk = m_read ? m_read : m_first.load(std::memory_order_acquire);
        if (!chunk) {
            return {};
        }
        while (const Chunk* next = chunk->next.load(std::memory_order_acquire)) {
            chunk = next;
        }
        return {chunk, chunk->published.load(std::memory_order_acquire)};
    }

    /// Calls use(span of values) for everything up to the mark, in order.
    template <typename Use>
    void drain(const Mark& mark, QueueBudget& budget, Use&& use)
    {
        if (!mark.chunk) {
            return;
        }
        if (!m_read) {
            m_read = m_first.load(std::memory_order_acquire);
        }
        while (true) {
            const bool isLast = m_read == mark.chunk;
            const std::uint32_t end = isLast ? mark.published : Capacity;
            if (end > m_readIndex) {
                use(std::span<const T>(m_read->at(m_readIndex), end - m_readIndex));
                m_readIndex = end;
            }
            Chunk* next =
                m_readIndex == Capacity ? m_read->next.load(std::memory_order_acquire) : nullptr;
            if (next) {
                recycle(m_read, budget);
                m_read = next;
                m_readIndex = 0;
            }
            if (isLast || !next) {
                return;
            }
        }
    }

private:
    bool grow(QueueBudget& budget, DropClass dropClass) noexcept
    {
        if (m_write && !budget.take(kChunkBytes, dropClass)) {
            return false;
        }
        Chunk* chunk = takeFree();
        if (!chunk) {
            chunk = new (std::nothrow) Chunk;
        }
        if (!chunk) {
            if (m_write) {
                budget.give(kChunkBytes);
            }
            return false;
        }
        chunk->published.store(0, std::memory_order_relaxed);
        chunk->next.store(nullptr, std::memory_order_relaxed);
        if (m_write) {
            m_write->next.store(chunk, std::memory_order_release);
        } else {
            m_first.store(chunk, std::memory_order_release);
        }
        m_write = chunk;
        m_used = 0;
        return true;
    }

    Chunk* takeFree() noexcept
    {
        if (!m_localFree) {
            m_localFree = m_free.exchange(nullptr, std::memory_order_acquire);
        }
        Chunk* chunk = m_localFree;
        if (chunk) {
            m_localFree = chunk->nextFree;
            m_freeCount.fetch_sub(1, std::memory_order_relaxed);
        }
        return chunk;
    }

    void recycle(Chunk* chunk, QueueBudget& budget)
    {
        budget.give(kChunkBytes);
        if (m_freeCount.load(std::memory_order_relaxed) >= kKeptFree) {
            delete chunk;
            return;
        }
        m_freeCount.fetch_add(1, std::memory_order_relaxed);
        chunk->nextFree = m_free.load(std::memory_order_relaxed);
        while (!m_free.compare_exchange_weak(
            chunk->nextFree, chunk, std::memory_order_release, std::memory_order_relaxed))
        {}
    }

    static void freeList(Chunk* chunk)
    {
        while (chunk) {
            Chunk* next = chunk->nextFree;
            delete chunk;
            chunk = next;
        }
    }

    // producer's
    Chunk* m_write = nullptr;
    std::uint32_t m_used = 0;
    Chunk* m_localFree = nullptr;
    // both
    alignas(64) std::atomic<Chunk*> m_first{nullptr};
    std::atomic<Chunk*> m_free{nullptr};
    std::atomic<std::uint32_t> m_freeCount{0};
    // consumer's
    alignas(64) Chunk* m_read = nullptr;
    std::uint32_t m_readIndex = 0;
};

} // namespace runlens::collector
