// SPDX-License-Identifier: Apache-2.0
#include "collector/tick_clock.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace runlens::collector {

bool isTscReliable()
{
#if defined(__x86_64__)
    unsigned a = 0;
    unsigned b = 0;
    unsigned c = 0;
    unsigned d = 0;
    constexpr unsigned kInvariantTsc = 1U << 8;
    if (__get_cpuid(0x80000007U, &a, &b, &c, &d) == 0 || (d & kInvariantTsc) == 0) {
        return false;
    }
    std::ifstream file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    std::string source;
    // These clocks of the kernel are themselves made of the TSC; with any other one the kernel has
    // found it wanting.
    return !(file >> source) || source == "tsc" || source == "kvm-clock"
           || source == "hyperv_clocksource_tsc_page";
#else
    return false;
#endif
}

TickClock::TickClock(TickSource source) : m_usesTsc(source == TickSource::Best && isTscReliable())
{
    const std::int64_t before = monotonicNs();
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    const std::int64_t after = monotonicNs();
    m_epochNs = static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec - before
                - (after - before) / 2;
    if (m_usesTsc) {
        m_anchors.push_back(read());
    }
}

TickClock::Anchor TickClock::read() const
{
    // Of several tries the one with the narrowest window: an interruption between the two clocks
    // makes it wide.
    Anchor best;
    std::uint64_t narrowest = std::numeric_limits<std::uint64_t>::max();
    for (int i = 0; i < 5; ++i) {
        const std::uint64_t before = ticks();
        const std::int64_t ns = monotonicNs();
        const std::uint64_t window = ticks() - before;
        if (window < narrowest) {
            narrowest = window;
            best = {before + window / 2, ns};
        }
    }
    return best;
}

void TickClock::anchor()
{
    if (!m_usesTsc) {
        return;
    }
    const Anchor now = read();
    const Anchor& last = m_anchors.back();
    if (now.ticks <= last.ticks || now.ns <= last.ns) {
        if (now.ns > last.ns) {
            m_anchors.assign(
                1, now); // the TSC was set back (suspend): what came before cannot be told any more
        }
        return;
    }
    m_anchors.push_back(now);
    if (m_anchors.size() > kMaxAnchors) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < m_anchors.size(); ++i) {
            if (i >= m_anchors.size() / 2 || i % 2 == 0) {
                m_anchors[kept++] = m_anchors[i];
            }
        }
        m_anchors.resize(kept);
    }
}

std::int64_t TickClock::between(const Anchor& from, const Anchor& to, std::uint64_t ticks) const
{
    const double slope =
        static_cast<double>(to.ns - from.ns) / static_cast<double>(to.ticks - from.ticks);
    if (ticks < from.ticks) {
        return from.ns - static_cast<std::int64_t>(static_cast<double>(from.ticks - ticks) * slope);
    }
    const auto ns =
        from.ns + static_cast<std::int64_t>(static_cast<double>(ticks - from.ticks) * slope);
    return ticks <= to.ticks ? std::min(ns, to.ns) : ns;
}

std::int64_t TickClock::toNs(std::uint64_t ticks) const
{
    if (!m_usesTsc) {
        return static_cast<std::int64_t>(ticks) + m_epochNs;
    }
    if (m_anchors.size() < 2) {
        return m_anchors.back().ns + m_epochNs;
    }
    std::size_t to = m_anchors.size() - 1;
    if (ticks < m_anchors[to - 1].ticks) {
        const auto above = std::upper_bound(
            m_anchors.begin(), m_anchors.end(), ticks, [](std::uint64_t t, const Anchor& a) {
                return t < a.ticks;
            });
        to = std::max<std::size_t>(1, static_cast<std::size_t>(above - m_anchors.begin()));
    }
    return between(m_anchors[to - 1], m_anchors[to], ticks) + m_epochNs;
}

} // namespace runlens::collector
