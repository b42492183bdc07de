// SPDX-License-Identifier: Apache-2.0
/// The clock of spans and scalars. A tick is a TSC cycle where the TSC runs evenly (invariant,
/// trusted by the kernel), else a nanosecond of CLOCK_MONOTONIC. Ticks become nanoseconds since the
/// epoch later, on the writer thread, between anchors (tick, CLOCK_MONOTONIC) taken at every drain:
/// no calibration pause, no drift, and a conversion that never goes backwards. The epoch is fixed
/// at the start: a step of the time of day during the run does not tear spans apart. ticks() and
/// nowNs(): any thread. anchor() and toNs(): one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <vector>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace runlens::collector {

enum class TickSource : std::uint8_t {
    Best,        ///< the TSC where it can be trusted
    SystemClock, ///< always clock_gettime
};

[[nodiscard]] inline std::int64_t monotonicNs() noexcept
{
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

class TickClock {
public:
    explicit TickClock(TickSource source = TickSource::Best);

    [[nodiscard]] bool usesTsc() const noexcept { return m_usesTsc; }

    [[nodiscard]] std::uint64_t ticks() const noexcept
    {
#if defined(__x86_64__)
        if (m_usesTsc) {
            return __rdtsc();
        }
#endif
        return static_cast<std::uint64_t>(monotonicNs());
    }

    [[nodiscard]] std::int64_t nowNs() const noexcept
    {
        return monotonicNs() + m_epochNs;
    }

    /// Pins the present tick to the present time. Ticks read before this call convert exactly.
    void anchor();
    [[nodiscard]] std::int64_t toNs(std::uint64_t ticks) const;

    static constexpr std::size_t kMaxAnchors = 16'384;

    [[nodiscard]] std::size_t anchorCount() const
    {
        return m_anchors.size();
    }

private:
    struct Anchor {
        std::uint64_t ticks = 0;
        std::int64_t ns = 0; ///< CLOCK_MONOTONIC
    };

    [[nodiscard]] Anchor read() const;
    [[nodiscard]] std::int64_t
    between(const Anchor& from, const Anchor& to, std::uint64_t ticks) const;

    bool m_usesTsc = false;
    std::int64_t m_epochNs = 0;    ///< CLOCK_REALTIME - CLOCK_MONOTONIC at the start
    std::vector<Anchor> m_anchors; ///< ascending in both
};

/// Does the TSC of this machine run evenly, and does the kernel trust it?
[[nodiscard]] bool isTscReliable();

} // namespace runlens::collector
