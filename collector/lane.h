// SPDX-License-Identifier: Apache-2.0
/// What one thread has of one collector: its queues, its counters, its text caches, its track and
/// depth. The thread fills it without locks; the writer thread drains it and drops it when the
/// thread has ended and all is drained.
#pragma once

#include "collector/call_kind.h"
#include "collector/event_queue.h"
#include "collector/events.h"
#include "collector/text_cache.h"

#include <atomic>
#include <memory>
#include <utility>
#include <vector>

namespace runlens::collector {

class Lane { // NOLINT(clang-analyzer-optin.performance.Padding): by its queues
public:
    using Scalars = EventQueue<ScalarEvent, 512>;
    using Events = EventQueue<TimeEvent, 256>;

    Lane(std::shared_ptr<QueueBudget> sharedBudget, std::int32_t threadTrack)
        : track(threadTrack), budget(std::move(sharedBudget))
    {}

    // the thread's

    void add(const ScalarEvent& event) noexcept
    {
        calls.add(CallKind::Scalar);
        ScalarEvent* place = scalars.reserve(*budget, DropClass::Values);
        if (!place) {
            dropped.add(CallKind::Scalar);
            return;
        }
        *place = event;
        scalars.publish();
    }

    void add(const TimeEvent& event, CallKind kind) noexcept
    {
        addInPlace(kind, [&event](TimeEvent& place) { place = event; });
    }

    /// fill() makes the event where the queue holds it: copying one that was written just before in
    /// small pieces costs a third of a span.
    template <typename Fill>
    void addInPlace(CallKind kind, Fill&& fill) noexcept
    {
        calls.add(kind);
        if (kind == CallKind::Communication) {
            calls.add(CallKind::Span); // it is a span too
        }
        TimeEvent* place = events.reserve(*budget, DropClass::TimeEvents);
        if (!place) {
            drop(kind);
            return;
        }
        fill(*place);
        events.publish();
    }

    [[nodiscard]] std::uint16_t enter(std::int32_t onTrack) noexcept
    {
        return onTrack == track ? m_depth++ : depthOf(onTrack)++;
    }

    void leave(std::int32_t onTrack) noexcept
    {
        std::uint16_t& depth = onTrack == track ? m_depth : depthOf(onTrack);
        depth = static_cast<std::uint16_t>(depth - (depth > 0 ? 1 : 0));
    }

    TextCache scalarTags;
    TextCache names;
    std::int32_t track;

    // both sides'
    Scalars scalars;
    Events events;
    KindCounters calls;
    KindCounters dropped;
    KindCounters skipped;
    std::atomic<bool> isFinished{false}; ///< the thread has ended
    const std::shared_ptr<QueueBudget> budget;

    // the writer's
    KindTotals toldDrops{}; ///< of dropped: what the writer has taken note of

private:
    void drop(CallKind kind) noexcept
    {
        dropped.add(kind);
        if (kind == CallKind::Communication) {
            dropped.add(CallKind::Span);
        }
    }

    std::uint16_t& depthOf(std::int32_t onTrack) noexcept
    {
        for (auto& [id, depth] : m_depths) {
            if (id == onTrack) {
                return depth;
            }
        }
        try {
            return m_depths.emplace_back(onTrack, std::uint16_t{0}).second;
        } catch (...) {
            return m_depth;
        }
    }

    std::uint16_t m_depth = 0;
    std::vector<std::pair<std::int32_t, std::uint16_t>> m_depths; ///< of named tracks
};

} // namespace runlens::collector
