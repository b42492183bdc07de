// SPDX-License-Identifier: Apache-2.0
/// The two queues between the stages of a pipeline. Both are bounded, tell their depth after every
/// change, and can be closed by anyone at any time, which wakes everybody who waits. Nothing is
/// allocated while they are in use.
#pragma once

#include "runtime/dataset/pipeline_observer.h"

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace runlens::runtime {

/// Tells the depths of one queue to the observer, outside of the queue's lock.
class QueueProbe {
public:
    QueueProbe(const char* queue,
               std::size_t capacity,
               PipelineObserver* observer,
               std::function<std::int64_t()> nowNs)
        : m_queue(queue)
        , m_capacity(static_cast<std::int64_t>(capacity))
        , m_observer(observer)
        , m_nowNs(std::move(nowNs))
    {}

    /// Asked while the queue is locked, so that depths and times are in one order.
    [[nodiscard]] QueueDepth measure(std::size_t depth) const
    {
        return {m_queue,
                m_observer != nullptr ? m_nowNs() : 0,
                static_cast<std::int64_t>(depth),
                m_capacity};
    }

    void tell(const QueueDepth& depth) const
    {
        if (m_observer != nullptr) {
            m_observer->queueSampled(depth);
        }
    }

private:
    const char* m_queue;
    std::int64_t m_capacity;
    PipelineObserver* m_observer;
    std::function<std::int64_t()> m_nowNs;
};

/// First in, first out.
template <typename T>
class BoundedQueue {
public:
    BoundedQueue(std::size_t capacity, QueueProbe probe)
        : m_slots(capacity), m_probe(std::move(probe))
    {}

    /// Waits for room; false when the queue was closed, and the value is dropped then.
    bool push(T value)
    {
        std::unique_lock lock(m_mutex);
        m_roomMade.wait(lock, [this] { return m_size < m_slots.size() || m_closed; });
        if (m_closed) {
            return false;
        }
        m_slots[(m_first + m_size) % m_slots.size()] = std::move(value);
        ++m_size;
        const QueueDepth depth = m_probe.measure(m_size);
        lock.unlock();
        m_filled.notify_one();
        m_probe.tell(depth);
        return true;
    }

    /// Waits for a value; nothing when the queue was closed, or is finished and empty.
    std::optional<T> pop()
    {
        std::unique_lock lock(m_mutex);
        m_filled.wait(lock, [this] { return m_size > 0 || m_finished || m_closed; });
        if (m_size == 0 || m_closed) {
            return std::nullopt;
        }
        std::optional<T> value = std::exchange(m_slots[m_first], std::nullopt);
        m_first = (m_first + 1) % m_slots.size();
        --m_size;
        const QueueDepth depth = m_probe.measure(m_size);
        lock.unlock();
        m_roomMade.notify_one();
        m_probe.tell(depth);
        return value;
    }

    /// Nothing more will be pushed; what is inside can still be popped.
    void finish() { raise(m_finished); }

    /// Nothing goes in or out any more.
    void close() { raise(m_closed); }

private:
    void raise(bool& flag)
    {
        {
            const std::lock_guard lock(m_mutex);
            flag = true;
        }
        m_filled.notify_all();
        m_roomMade.notify_all();
    }

    std::mutex m_mutex; ///< guards everything below
    std::condition_variable m_filled;
    std::condition_variable m_roomMade;
    std::vector<std::optional<T>> m_slots;
    std::size_t m_first = 0;
    std::size_t m_size = 0;
    bool m_finished = false;
    bool m_closed = false;
    QueueProbe m_probe;
};

/// Gives out tickets 0, 1, 2, ... and gives the values back in the order of their tickets, whatever
/// order they are put in. A ticket is given out only when there is a slot for its value, so put()
/// never waits and nothing can lock up. Depth is the sum of the weights of the values inside.
template <typename T>
class OrderedQueue {
public:
    OrderedQueue(std::size_t slots, std::uint64_t ticketCount, QueueProbe probe)
        : m_slots(slots), m_ticketCount(ticketCount), m_probe(std::move(probe))
    {}

    /// Waits for a free slot; nothing when all tickets are given out or the queue was closed.
    std::optional<std::uint64_t> ticket()
    {
        std::unique_lock lock(m_mutex);
        m_roomMade.wait(lock, [this] {
            return m_closed || m_given == m_ticketCount || m_given - m_taken < m_slots.size();
        });
        if (m_closed || m_given == m_ticketCount) {
            return std::nullopt;
        }
        return m_given++;
    }

    void put(std::uint64_t ticket, T value, std::size_t weight)
    {
        std::unique_lock lock(m_mutex);
        m_slots[ticket % m_slots.size()].emplace(std::move(value), weight);
        m_weight += weight;
        const bool isNext = ticket == m_taken;
        const QueueDepth depth = m_probe.measure(m_weight);
        lock.unlock();
        if (isNext) {
            m_filled.notify_one();
        }
        m_probe.tell(depth);
    }

    /// Waits for the value of the next ticket; nothing after the last one or when the queue was
    /// closed. One thread.
    std::optional<T> take()
    {
        std::unique_lock lock(m_mutex);
        m_filled.wait(lock, [this] {
            return m_closed || m_taken == m_ticketCount
                   || m_slots[m_taken % m_slots.size()].has_value();
        });
        if (m_closed || m_taken == m_ticketCount) {
            return std::nullopt;
        }
        auto& slot = m_slots[m_taken % m_slots.size()];
        std::optional<T> value = std::move(slot->first);
        m_weight -= slot->second;
        slot.reset();
        ++m_taken;
        const QueueDepth depth = m_probe.measure(m_weight);
        lock.unlock();
        m_roomMade.notify_all(); // also those who wait for the end of the tickets
        m_probe.tell(depth);
        return value;
    }

    void close()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_closed = true;
        }
        m_filled.notify_all();
        m_roomMade.notify_all();
    }

private:
    std::mutex m_mutex; ///< guards everything below
    std::condition_variable m_filled;
    std::condition_variable m_roomMade;
    std::vector<std::optional<std::pair<T, std::size_t>>> m_slots;
    std::uint64_t m_ticketCount = 0;
    std::uint64_t m_given = 0;
    std::uint64_t m_taken = 0;
    std::size_t m_weight = 0;
    bool m_closed = false;
    QueueProbe m_probe;
};

} // namespace runlens::runtime
