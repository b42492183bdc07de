// SPDX-License-Identifier: Apache-2.0
/// Everything a collector is: what the calling threads fill (lanes, messages, counters) and the
/// writer thread that drains it. Shared by the public object and the writer thread, so that a
/// writer stuck on a dead disk can be left behind.
#pragma once

#include "collector/collector_types.h"
#include "collector/fork_guard.h"
#include "collector/lane.h"
#include "collector/message.h"
#include "collector/name_registry.h"
#include "collector/queue_budget.h"
#include "collector/tick_clock.h"
#include "collector/writer_thread.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <regex>
#include <utility>
#include <vector>

namespace runlens::collector {

[[nodiscard]] std::int64_t threadId() noexcept; ///< of the calling thread, as the system numbers it

class CollectorState : public std::enable_shared_from_this<CollectorState> {
public:
    CollectorState(const CollectorOptions& given, WriterFactory factory);
    CollectorState(const CollectorState&) = delete;
    CollectorState& operator=(const CollectorState&) = delete;
    virtual ~CollectorState() = default;

    void start(); ///< starts the writer thread and waits up to five seconds for the file

    /// The lane of the calling thread. Null in a forked child, after the end of the thread's own
    /// storage, and without memory: then the call is to be counted by refuse().
    [[nodiscard]] Lane* lane() noexcept;
    /// Counts a call that cannot be recorded, whatever the state of the queue.
    void refuse(CallKind kind) noexcept;

    [[nodiscard]] bool isChild() const noexcept { return m_forkGuard.isChild(); }

    [[nodiscard]] bool accepts() const noexcept
    {
        return m_accepts.load(std::memory_order_relaxed);
    }

    void stopAccepting() noexcept { m_accepts.store(false); }

    /// Does the step belong to those collected? Counts a call that does not as skipped.
    [[nodiscard]] bool isCollectedStep(RecordKind kind, std::int64_t step) const noexcept;
    [[nodiscard]] bool isKindCollected(RecordKind kind) const noexcept;
    void skip(CallKind kind) noexcept;

    /// Sends a message: prepare() copies what it needs and returns the function that the writer
    /// thread will call with its SinkTranslator. Counts the call, and the drop when there is no
    /// room for that many bytes.
    template <typename Prepare>
    bool
    post(CallKind kind, DropClass dropClass, std::size_t payloadBytes, Prepare&& prepare) noexcept
    {
        if (isChild()) {
            return false;
        }
        if (!accepts()) {
            refuse(kind);
            return false;
        }
        calls.addShared(kind);
        using Write = decltype(prepare());
        const std::size_t bytes = payloadBytes + sizeof(MessageOf<Write>);
        if (bytes < payloadBytes || !budget->take(bytes, dropClass)) {
            dropped.addShared(kind);
            return false;
        }
        try {
            auto message = std::make_unique<MessageOf<Write>>(prepare());
            message->kind = kind;
            message->bytes = bytes;
            messages.push(std::move(message));
            return true;
        } catch (...) { // no memory for the copy
            budget->give(bytes);
            refused.addShared(kind);
            return false;
        }
    }

    [[nodiscard]] CollectorStatus status();
    void foldFinishedLane(const Lane& lane); ///< under lanesMutex

    const CollectorOptions options;
    TickClock clock;
    const std::shared_ptr<QueueBudget> budget;
    std::string optionProblem; ///< a broken option; set before the start
    NameRegistry names;
    MessageStack messages;

    std::mutex lanesMutex; ///< guards lanes and the folded totals
    std::vector<std::shared_ptr<Lane>> lanes;

    // Of messages, of the collector's own records, and of calls without a lane.
    KindCounters calls;
    KindCounters dropped; ///< no room in the queue
    KindCounters refused; ///< broken arguments, no memory, closed
    KindCounters skipped;
    KindCounters recorded;     ///< writer thread
    KindCounters lostByWriter; ///< writer thread: handed over or refused, and not in the file

    std::atomic<std::int32_t> nextPass{0};
    WriterThread writer;

private:
    Lane* findLane() noexcept;
    Lane* addLane();

    const std::uint64_t m_id;
    ForkGuard m_forkGuard;
    std::atomic<bool> m_accepts{true};
    KindTotals m_finishedCalls{};
    KindTotals m_finishedDropped{};
    KindTotals m_finishedSkipped{};
};

} // namespace runlens::collector
