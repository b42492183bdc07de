// SPDX-License-Identifier: Apache-2.0
// The part of WriterThread that empties the queues and settles what became of the records.
#include "collector/collector_state.h"
#include "collector/message.h"
#include "collector/process_counters.h"
#include "collector/writer_thread.h"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cstdio>

namespace runlens::collector {

namespace {

constexpr auto kHeartbeat = std::chrono::seconds(1);
constexpr std::uint64_t kRowsPerCommit = 10'000;
constexpr std::size_t kMessageBytesPerCommit = std::size_t{8} << 20;
constexpr std::size_t kMaxSaid = 8; // different sentences on stderr about single records
constexpr std::size_t kMaxPendingDrops = 256;
constexpr const char* kQueueFull = "the queue was full";
constexpr const char* kNotUsable = "the call could not be recorded";

/// A lane with what was in it when the drain began.
struct MarkedLane {
    std::shared_ptr<Lane> lane;
    bool isFinished = false;
    Lane::Scalars::Mark scalars;
    Lane::Events::Mark events;
};

std::vector<MarkedLane> markLanes(CollectorState& state)
{
    std::vector<MarkedLane> marked;
    const std::lock_guard lock(state.lanesMutex);
    marked.reserve(state.lanes.size());
    for (const auto& lane : state.lanes) {
        MarkedLane entry;
        entry.lane = lane;
        entry.isFinished = lane->isFinished.load(std::memory_order_acquire); // before the marks
        entry.scalars = lane->scalars.mark();
        entry.events = lane->events.mark();
        marked.push_back(std::move(entry));
    }
    return marked;
}

KindTotals takeNews(const KindCounters& counters, KindTotals& told)
{
    KindTotals now{};
    counters.addTo(now);
    KindTotals news{};
    for (std::size_t i = 0; i < kCallKinds; ++i) {
        news[i] = now[i] - told[i];
    }
    told = now;
    return news;
}

} // namespace

void WriterThread::drain()
{
    // The order matters: what a record refers to (a name, an IR pass) was registered or sent before
    // the record was published. So: marks first, then messages and names, then the records up to
    // the marks.
    const std::vector<MarkedLane> marked = markLanes(m_state);
    m_state.clock.anchor();
    Message* messages = m_state.messages.takeAll();
    m_translator.fetchNames();
    writeMessages(messages);
    for (const MarkedLane& entry : marked) {
        entry.lane->scalars.drain(
            entry.scalars, *m_state.budget, [this](std::span<const ScalarEvent> events) {
                m_translator.add(events);
                commitIfMany();
            });
        entry.lane->events.drain(
            entry.events, *m_state.budget, [this](std::span<const TimeEvent> events) {
                m_translator.add(events);
                commitIfMany();
            });
    }
    m_translator.flushBatches();
    noteQueueDrops();
    const std::lock_guard lock(m_state.lanesMutex);
    for (const MarkedLane& entry : marked) {
        if (entry.isFinished) {
            m_state.foldFinishedLane(*entry.lane);
            std::erase(m_state.lanes, entry.lane);
        }
    }
}

void WriterThread::writeMessages(Message* message)
{
    while (message) {
        const std::unique_ptr<Message> owned(message);
        message = message->next;
        m_translator.count(owned->kind);
        m_translator.addRows(1);
        if (m_translator.isAttached()) {
            try {
                owned->write(m_translator);
            } catch (const std::exception& error) {
                ++m_failed[static_cast<std::size_t>(owned->kind)];
                addDrop(owned->kind, error.what(), 1);
                say("A record cannot be written (" + std::string(callKindName(owned->kind))
                    + "): " + error.what());
            }
        }
        m_messageBytes += owned->bytes;
        m_state.budget->give(owned->bytes);
        commitIfMany();
    }
}

void WriterThread::noteQueueDrops()
{
    std::vector<std::shared_ptr<Lane>> lanes;
    {
        const std::lock_guard lock(m_state.lanesMutex);
        lanes = m_state.lanes;
    }
    KindTotals news = takeNews(m_state.dropped, m_toldDrops);
    for (const auto& lane : lanes) {
        const KindTotals more = takeNews(lane->dropped, lane->toldDrops);
        for (std::size_t i = 0; i < kCallKinds; ++i) {
            news[i] += more[i];
        }
    }
    const KindTotals refused = takeNews(m_state.refused, m_toldRefused);
    for (std::size_t i = 0; i < kCallKinds; ++i) {
        addDrop(static_cast<CallKind>(i), kQueueFull, news[i]);
        addDrop(static_cast<CallKind>(i), kNotUsable, refused[i]);
        if (news[i] > 0) {
            sayAlways("The writer cannot keep up: the queue is full and records are dropped, spans "
                      "first");
        }
        if (refused[i] > 0) {
            say(std::string("A call had arguments that cannot be recorded (")
                + callKindName(static_cast<CallKind>(i)) + ')');
        }
    }
    m_lastDrainNs = m_state.clock.nowNs();
}

void WriterThread::commitIfMany()
{
    if (m_translator.handedRows() >= kRowsPerCommit || m_messageBytes >= kMessageBytesPerCommit) {
        m_translator.flushBatches();
        commit();
    }
}

void WriterThread::commit()
{
    m_messageBytes = 0;
    const KindTotals handed = m_translator.takeHanded();
    if (!m_writer) {
        settle(handed, failure("record", m_state.options.folder, m_reason));
        return;
    }
    const bool isIdle =
        std::all_of(handed.begin(), handed.end(), [](std::uint64_t n) { return n == 0; });
    if (isIdle && m_pendingDrops.empty() && Clock::now() - m_lastCommit < kHeartbeat) {
        return;
    }
    tellDrops();
    const Status committed = m_writer->commit();
    m_lastCommit = Clock::now();
    settle(handed, committed);
}

void WriterThread::settle(const KindTotals& handed, const Status& status)
{
    LostRecords lost;
    if (m_writer) {
        lost = m_writer->takeLost();
    }
    const std::string reason = !status ? status.error().why : lost.reason;
    KindTotals lostByKind{};
    std::array<std::string, kCallKinds> reasons;
    reasons.fill(reason);
    for (const auto& [name, count] : lost.byKind) {
        const std::size_t kind = callKindOf(name);
        if (kind < kCallKinds) {
            lostByKind[kind] += count;
            const auto known = lost.reasons.find(name);
            reasons.at(kind) = known == lost.reasons.end() ? reason : known->second;
        }
    }
    // A writer that failed without saying what it lost has lost all.
    const bool isAllLost = !m_writer || (!status && lost.total() == 0);
    if (status) {
        m_toldPending.clear(); // they are in the file now
    }
    for (std::size_t i = 0; i < kCallKinds; ++i) {
        const std::uint64_t failed = std::min(m_failed[i], handed[i]);
        const std::uint64_t sent = handed[i] - failed;
        const std::uint64_t gone = isAllLost ? sent : std::min(lostByKind[i], sent);
        m_state.recorded.add(static_cast<CallKind>(i), sent - gone);
        m_state.lostByWriter.add(static_cast<CallKind>(i), gone + failed);
        m_inFile[i] += sent - gone;
        addDrop(static_cast<CallKind>(i), reasons.at(i), gone);
    }
    m_failed = {};
    if (!m_writer) {
        return;
    }
    if (!status) {
        setProblem(status.error().message());
        if (!isFileInPlace()) {
            leaveFile();
            return;
        }
    } else if (lost.total() > 0) {
        setProblem(lost.reason);
    }
    publish(static_cast<bool>(status));
}

/// The writer sums the drops up and keeps them until a commit succeeds: each is told once per file.
void WriterThread::tellDrops()
{
    for (const auto& [key, drop] : m_pendingDrops) {
        DropRecord record;
        record.rank = m_state.options.rank;
        record.session = m_translator.session();
        record.kind = callKindName(key.first);
        record.reason = key.second;
        record.count = drop.count;
        record.firstNs = drop.firstNs;
        record.lastNs = drop.lastNs;
        m_writer->dropped(record);
        m_toldPending[key].merge(drop);
    }
    m_pendingDrops.clear();
}

void WriterThread::PendingDrop::merge(const PendingDrop& other)
{
    count += other.count;
    firstNs = firstNs == kNoTime ? other.firstNs : firstNs;
    lastNs = std::max(lastNs, other.lastNs);
}

void WriterThread::addDrop(CallKind kind, const std::string& reason, std::uint64_t count)
{
    if (count == 0) {
        return;
    }
    const bool isKept =
        m_pendingDrops.size() < kMaxPendingDrops || m_pendingDrops.count({kind, reason}) > 0;
    PendingDrop& drop = m_pendingDrops[{kind, isKept ? reason : "other reasons"}];
    drop.merge({count, m_lastDrainNs, m_state.clock.nowNs()});
}

void WriterThread::setProblem(const std::string& problem)
{
    sayAlways(problem);
    const std::lock_guard lock(m_mutex);
    m_fileStatus.problem = problem;
}

/// Sentences about single records: a few of them tell what is wrong, the rest is counted.
void WriterThread::say(const std::string& text, const std::string& reason)
{
    const std::string& key = reason.empty() ? text : reason;
    if (m_said.count(key) > 0) {
        return;
    }
    if (m_saidOfRecords >= kMaxSaid) {
        ++m_unsaid;
        return;
    }
    ++m_saidOfRecords;
    sayAlways(text, reason);
}

/// Sentences about the file or the whole recording.
void WriterThread::sayAlways(const std::string& text, const std::string& reason)
{
    if (m_state.options.quiet || !m_said.insert(reason.empty() ? text : reason).second) {
        return;
    }
    std::fprintf(stderr,
                 "runlens: %s The training goes on; what is lost is counted. This is said once.\n",
                 (text.back() == '.' ? text : text + '.').c_str());
}

void WriterThread::sayHowManyMore()
{
    if (m_unsaid > 0 && !m_state.options.quiet) {
        std::fprintf(stderr,
                     "runlens: %s more %s about single records; the table dropped of the run file "
                     "counts them.\n",
                     std::to_string(m_unsaid).c_str(),
                     m_unsaid == 1 ? "problem was not told" : "problems were not told");
    }
    m_unsaid = 0;
}

void WriterThread::publish(bool isRecording)
{
    const std::uint64_t bytes = m_writer ? m_writer->fileBytes() : 0;
    const std::lock_guard lock(m_mutex);
    m_fileStatus.isRecording = isRecording;
    if (m_writer) {
        m_fileStatus.path = m_writer->path();
        m_fileStatus.fileBytes = bytes;
    }
}

bool WriterThread::isFileInPlace() const
{
    struct ::stat file {};

    return ::stat(m_writer->path().c_str(), &file) == 0 && file.st_ino == m_inode
           && file.st_dev == m_device;
}

void WriterThread::sampleProcess()
{
    if (!m_state.options.collect.processCounters) {
        return;
    }
    const auto sample = m_process->sample();
    if (!sample) {
        return;
    }
    const std::int64_t now = m_state.clock.nowNs();
    const auto add = [&](const char* name, const char* unit, double value) {
        const std::int32_t track = m_state.names.track({name, TrackKind::Counter, unit, 0});
        m_state.calls.addShared(CallKind::Counter);
        m_translator.counter(track, now, value);
    };
    add("process CPU", "%", sample->cpuPercent);
    add("process memory", "B", sample->residentBytes);
    if (sample->readBytesPerSecond) {
        add("process reads", "B/s", *sample->readBytesPerSecond);
    }
    if (sample->writtenBytesPerSecond) {
        add("process writes", "B/s", *sample->writtenBytesPerSecond);
    }
}

void WriterThread::finish()
{
    sayHowManyMore();
    if (!m_writer) {
        return;
    }
    EndReason reason = EndReason::Clean;
    std::string text;
    {
        const std::lock_guard lock(m_mutex);
        reason = m_endReason;
        text = m_endText;
    }
    tellDrops(); // what the last commit lost
    const Status closed = m_writer->close(reason, text);
    if (!closed) {
        setProblem(closed.error().message());
    }
    publish(false);
    m_translator.attach(nullptr, kNone<SessionId>);
    m_writer.reset();
}

} // namespace runlens::collector
