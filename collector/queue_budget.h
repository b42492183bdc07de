// SPDX-License-Identifier: Apache-2.0
/// How many bytes may wait for the writer thread, and who may still take some when it gets tight.
/// Each class may fill the queue up to its share, so that as it fills the classes are dropped in
/// the order of this list. Any thread.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>

namespace runlens::collector {

enum class DropClass : std::uint8_t {
    TimeEvents, ///< spans, flows, counters, memory, queue samples: up to 50 %
    Payloads,   ///< images, texts, tensors, further records, source files: up to 70 %
    Statistics, ///< tensor statistics, histograms, graphs, IR: up to 85 %
    Values,     ///< scalars, configuration, findings: up to 100 %
};

class QueueBudget {
public:
    explicit QueueBudget(std::size_t limit)
        : m_limits{share(limit, 50), share(limit, 70), share(limit, 85), limit}, m_wakeAt(limit / 8)
    {}

    [[nodiscard]] bool take(std::size_t bytes, DropClass dropClass) noexcept
    {
        const std::size_t used = m_used.fetch_add(bytes, std::memory_order_relaxed) + bytes;
        const bool fits = used <= m_limits[static_cast<std::size_t>(dropClass)];
        if (!fits) {
            m_used.fetch_sub(bytes, std::memory_order_relaxed);
        }
        if (used > m_wakeAt && !m_wakeAsked.exchange(true, std::memory_order_relaxed)) {
            m_wake.notify_one(); // without the mutex: a lost wake-up costs one period of the
                                 // writer, no more
        }
        return fits;
    }

    void give(std::size_t bytes) noexcept { m_used.fetch_sub(bytes, std::memory_order_relaxed); }

    [[nodiscard]] std::size_t used() const noexcept
    {
        return m_used.load(std::memory_order_relaxed);
    }

    /// The writer waits on this; it clears the request when it drains.
    [[nodiscard]] std::condition_variable& wake() { return m_wake; }

    [[nodiscard]] bool isWakeAsked() const noexcept
    {
        return m_wakeAsked.load(std::memory_order_relaxed);
    }

    void clearWake() noexcept { m_wakeAsked.store(false, std::memory_order_relaxed); }

private:
    static std::size_t share(std::size_t limit, std::size_t percent)
    {
        return limit / 100 * percent + limit % 100 * percent / 100;
    }

    std::array<std::size_t, 4> m_limits;
    std::size_t m_wakeAt;
    std::atomic<std::size_t> m_used{0};
    std::atomic<bool> m_wakeAsked{false};
    std::condition_variable m_wake;
};

} // namespace runlens::collector
