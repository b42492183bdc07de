// SPDX-License-Identifier: Apache-2.0
#include "collector/collector_state.h"

#include <pthread.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <system_error>

namespace runlens::collector {

namespace {

/// The lanes of the calling thread, one per collector it used. At the end of the thread they are
/// left to the writers.
struct ThreadLanes {
    ThreadLanes() = default;
    ThreadLanes(const ThreadLanes&) = delete;
    ThreadLanes& operator=(const ThreadLanes&) = delete;
    ~ThreadLanes();
    std::vector<std::pair<std::uint64_t, std::shared_ptr<Lane>>> lanes;
};

/// The lane this thread used last. Plain, so that it can be asked before and after the life of
/// ThreadLanes.
struct LastLane {
    std::uint64_t collector = 0;
    Lane* lane = nullptr;
    bool isThreadOver = false;
};

thread_local LastLane lastLane;
thread_local ThreadLanes threadLanes;

ThreadLanes::~ThreadLanes()
{
    lastLane = {0, nullptr, true};
    for (const auto& [id, lane] : lanes) {
        lane->isFinished.store(true, std::memory_order_release);
    }
}

/// Collectors are told apart by number: an address can come again.
std::uint64_t nextCollectorId()
{
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

std::string threadName(pid_t tid)
{
    if (tid == ::getpid()) {
        return "main";
    }
    char name[32] = {};
    ::pthread_getname_np(::pthread_self(), name, sizeof name);
    // A thread that was not named has the name of its program.
    const std::string program = program_invocation_short_name;
    return name[0] == '\0' || program.rfind(name, 0) == 0 ? "thread " + std::to_string(tid) : name;
}

CollectorOptions checked(CollectorOptions options)
{
    options.collectFreq = std::max<std::int64_t>(1, options.collectFreq);
    options.tensorFreq = options.tensorFreq <= 0 ? options.collectFreq : options.tensorFreq;
    options.queueBytes = std::max<std::size_t>(std::size_t{1} << 20, options.queueBytes);
    options.commitInterval = std::clamp(
        options.commitInterval, std::chrono::milliseconds(20), std::chrono::milliseconds(500));
    options.histogramBuckets = std::clamp(options.histogramBuckets, 0, 512);
    return options;
}

NameRegistry::Wanted parameterFilter(const std::string& expression, std::string& problem)
{
    if (expression.empty()) {
        return {};
    }
    try {
        const std::regex wanted(expression, std::regex::ECMAScript | std::regex::optimize);
        return [wanted](const std::string& tag) {
            try {
                return std::regex_search(tag, wanted);
            } catch (const std::regex_error&) {
                return true; // too complex for this tag
            }
        };
    } catch (const std::regex_error& error) {
        problem = "the regular expression of the parameters is broken, all are collected: "
                  + expression + " (" + error.what() + ")";
        return {};
    }
}

KindTotals totalsOf(const KindCounters& counters)
{
    KindTotals totals{};
    counters.addTo(totals);
    return totals;
}

} // namespace

std::int64_t threadId() noexcept
{
    return ::gettid();
}

CollectorState::CollectorState(const CollectorOptions& given, WriterFactory factory)
    : options(checked(given))
    , budget(std::make_shared<QueueBudget>(options.queueBytes))
    , names(parameterFilter(options.parameterRegex, optionProblem))
    , writer(*this, std::move(factory))
    , m_id(nextCollectorId())
{}

void CollectorState::start()
{
    try {
        writer.start(shared_from_this());
    } catch (const std::system_error& error)
    { // no thread to be had: every call is counted as dropped
        stopAccepting();
        writer.giveUp(std::string("nothing is recorded, the writer thread cannot be started: ")
                      + error.what());
        return;
    }
    writer.waitOpened(std::chrono::seconds(5));
}

Lane* CollectorState::lane() noexcept
{
    if (lastLane.collector == m_id) {
        return isChild() ? nullptr : lastLane.lane;
    }
    return isChild() || lastLane.isThreadOver ? nullptr : findLane();
}

Lane* CollectorState::findLane() noexcept
{
    try {
        auto& known = threadLanes.lanes;
        known.erase(std::remove_if(known.begin(),
                                   known.end(),
                                   [](const auto& entry) { return entry.second.use_count() == 1; }),
                    known.end());
        const auto mine = std::find_if(
            known.begin(), known.end(), [this](const auto& entry) { return entry.first == m_id; });
        Lane* lane = mine != known.end() ? mine->second.get() : addLane();
        lastLane.collector = m_id;
        lastLane.lane = lane;
        return lane;
    } catch (...) { // no memory
        return nullptr;
    }
}

Lane* CollectorState::addLane()
{
    const pid_t tid = ::gettid();
    const std::int32_t track = names.track({threadName(tid), TrackKind::Thread, {}, tid});
    auto lane = std::make_shared<Lane>(budget, track);
    threadLanes.lanes.emplace_back(m_id, lane);
    const std::lock_guard lock(lanesMutex);
    lanes.push_back(lane);
    return lane.get();
}

void CollectorState::refuse(CallKind kind) noexcept
{
    if (isChild()) {
        return;
    }
    calls.addShared(kind);
    refused.addShared(kind);
    if (kind == CallKind::Communication) { // it is a span too
        calls.addShared(CallKind::Span);
        refused.addShared(CallKind::Span);
    }
}

void CollectorState::skip(CallKind kind) noexcept
{
    if (!isChild()) {
        skipped.addShared(kind);
    }
}

bool CollectorState::isCollectedStep(RecordKind kind, std::int64_t step) const noexcept
{
    const bool isTensor = kind == RecordKind::TensorStats || kind == RecordKind::Histogram
                          || kind == RecordKind::Tensor;
    const std::int64_t every = isTensor ? options.tensorFreq : options.collectFreq;
    return every == 1 || step == kNoStep || step % every == 0;
}

bool CollectorState::isKindCollected(RecordKind kind) const noexcept
{
    const CollectedKinds& wanted = options.collect;
    switch (kind) {
    case RecordKind::Scalar:
        return wanted.scalars;
    case RecordKind::TensorStats:
    case RecordKind::Histogram:
        return wanted.tensorStats;
    case RecordKind::Image:
        return wanted.images;
    case RecordKind::Text:
        return wanted.texts;
    case RecordKind::Tensor:
        return wanted.tensors;
    case RecordKind::Graph:
        return wanted.graphs;
    default:
        return wanted.records;
    }
}

void CollectorState::foldFinishedLane(const Lane& lane)
{
    lane.calls.addTo(m_finishedCalls);
    lane.dropped.addTo(m_finishedDropped);
    lane.skipped.addTo(m_finishedSkipped);
}

CollectorStatus CollectorState::status()
{
    CollectorStatus status;
    WriterThread::FileStatus file = writer.fileStatus();
    const bool isOver = writer.isFinished();
    status.isRecording = file.isRecording;
    status.path = std::move(file.path);
    status.problem = file.problem.empty() ? optionProblem : std::move(file.problem);
    status.fileBytes = file.fileBytes;
    status.queuedBytes = budget->used();

    KindTotals done = totalsOf(recorded);
    KindTotals lost = totalsOf(lostByWriter);
    dropped.addTo(lost);
    refused.addTo(lost);
    KindTotals made = totalsOf(calls);
    KindTotals left = totalsOf(skipped);
    {
        const std::lock_guard lock(lanesMutex);
        for (std::size_t i = 0; i < kCallKinds; ++i) {
            made[i] += m_finishedCalls[i];
            lost[i] += m_finishedDropped[i];
            left[i] += m_finishedSkipped[i];
        }
        for (const auto& lane : lanes) {
            lane->calls.addTo(made);
            lane->dropped.addTo(lost);
            lane->skipped.addTo(left);
        }
    }
    for (std::size_t i = 0; i < kCallKinds; ++i) {
        if (made[i] == 0 && left[i] == 0) {
            continue;
        }
        // After the end whatever came too late for the last drain is lost too.
        const std::uint64_t drops = isOver ? made[i] - std::min(made[i], done[i]) : lost[i];
        status.kinds.push_back(
            {callKindName(static_cast<CallKind>(i)), made[i], done[i], drops, left[i]});
    }
    return status;
}

} // namespace runlens::collector
