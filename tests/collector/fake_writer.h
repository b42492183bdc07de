// SPDX-License-Identifier: Apache-2.0
/// A SummaryWriter without a file: it keeps what it is given in a RunBuilder, and can be told to
/// hold, to fail or to be refused. Rows of a commit that fails are lost, as with the real one.
#pragma once

#include "collector/call_kind.h"
#include "collector/collector_state.h"
#include "collector/public_state.h"
#include "summary_format/run_builder.h"
#include "summary_format/store/summary_writer.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace runlens::test {

/// What the test holds on to: shared with the writer, which the collector owns.
struct FakeFile {
    RunBuilder builder{RunIdentity{"fake", "fake", "runlens"}};
    std::mutex mutex; ///< guards all below
    std::condition_variable changed;
    bool isHeld = false;      ///< commit() waits while it is
    bool isWaiting = false;   ///< a commit waits
    std::string refuseToOpen; ///< reason; empty: opens
    std::string failCommits;  ///< reason; empty: succeeds
    int opened = 0;
    EndReason ended = EndReason::Running;
    std::string endText;
    std::vector<std::string> drops; ///< "span: the queue was full"
    std::uint64_t droppedTold = 0;  ///< sum of their counts
    std::vector<std::string> order; ///< "graph train", "ir_dump 01_x", "spans": as they came

    void hold()
    {
        const std::lock_guard lock(mutex);
        isHeld = true;
    }

    void waitUntilHeld()
    {
        std::unique_lock lock(mutex);
        changed.wait(lock, [this] { return isWaiting; });
    }

    void release()
    {
        {
            const std::lock_guard lock(mutex);
            isHeld = false;
        }
        changed.notify_all();
    }

    void setFailCommits(const std::string& reason)
    {
        const std::lock_guard lock(mutex);
        failCommits = reason;
    }

    void setRefuseToOpen(const std::string& reason)
    {
        const std::lock_guard lock(mutex);
        refuseToOpen = reason;
    }
};

class FakeWriter final : public SummaryWriter {
public:
    FakeWriter(std::shared_ptr<FakeFile> file, const WriterOptions& options)
        : m_file(std::move(file))
        , m_path("/dev/null") // in place, whatever happens
        , m_session(m_file->builder.session(options.session))
    {}

    NameId name(std::string_view text) override { return m_file->builder.name(text); }

    SessionId session(const SessionRecord& record) override
    {
        return m_file->builder.session(record);
    }

    TagId tag(const TagRecord& record) override { return m_file->builder.tag(record); }

    TrackId track(const TrackRecord& record) override { return m_file->builder.track(record); }

    void scalars(TagId tag, const ScalarBatch& batch) override
    {
        m_file->builder.scalars(tag, batch);
        count("scalar", batch.steps.size());
    }

    void tensorStats(TagId tag, const TensorStatsRecord& record) override
    {
        m_file->builder.tensorStats(tag, record);
        count("tensor_stats", 1);
    }

    void sample(TagId tag, const SampleRecord& record) override
    {
        m_file->builder.sample(tag, record);
        count("text", 1);
    }

    GraphId graph(const GraphRecord& record) override
    {
        note("graph " + std::string(record.name));
        count("graph", 1);
        return m_file->builder.graph(record);
    }

    PassId irDump(const IrDumpRecord& record) override
    {
        note("ir_dump " + std::string(record.name));
        count("ir_dump", 1);
        return m_file->builder.irDump(record);
    }

    void sourceFile(const SourceFileRecord& record) override
    {
        m_file->builder.sourceFile(record);
        count("source_file", 1);
    }

    void property(const PropertyRecord& record) override
    {
        m_file->builder.property(record);
        count("property", 1);
    }

    std::int64_t spans(TrackId track, const SpanBatch& batch) override
    {
        note("spans");
        count("span", batch.startNs.size());
        return m_file->builder.spans(track, batch);
    }

    void flow(const FlowRecord& record) override
    {
        m_file->builder.flow(record);
        count("flow", 1);
    }

    void counters(TrackId track, const CounterBatch& batch) override
    {
        m_file->builder.counters(track, batch);
        count("counter", batch.ns.size());
    }

    void communication(const CommunicationRecord& record) override
    {
        m_file->builder.communication(record);
        count("communication", 1);
    }

    void memory(const MemoryRecord& record) override
    {
        m_file->builder.memory(record);
        count("memory", 1);
    }

    void queueSample(const QueueRecord& record) override
    {
        m_file->builder.queueSample(record);
        count("queue_sample", 1);
    }

    void finding(const FindingRecord& record) override
    {
        m_file->builder.finding(record);
        count("finding", 1);
    }

    void dropped(const DropRecord& record) override
    {
        const std::lock_guard lock(m_file->mutex);
        m_file->drops.push_back(std::string(record.kind) + ": " + std::string(record.reason));
        m_file->droppedTold += record.count;
    }

    [[nodiscard]] const std::string& path() const override { return m_path; }

    [[nodiscard]] SessionId currentSession() const override { return m_session; }

    Status commit() override
    {
        std::unique_lock lock(m_file->mutex);
        m_file->isWaiting = m_file->isHeld;
        m_file->changed.notify_all();
        m_file->changed.wait(lock, [this] { return !m_file->isHeld; });
        m_file->isWaiting = false;
        if (m_file->failCommits.empty()) {
            m_pending.clear();
            return {};
        }
        for (const auto& [kind, n] : m_pending) {
            m_lost.byKind[kind] += n;
        }
        m_pending.clear();
        m_lost.reason = m_file->failCommits;
        return failure("commit", m_path, m_file->failCommits);
    }

    Status close(EndReason reason, const std::string& text) override
    {
        const std::lock_guard lock(m_file->mutex);
        m_file->ended = reason;
        m_file->endText = text;
        return {};
    }

    LostRecords takeLost() override { return std::exchange(m_lost, {}); }

    [[nodiscard]] std::uint64_t fileBytes() const override { return 0; }

private:
    void count(const char* kind, std::uint64_t n) { m_pending[kind] += n; }

    void note(const std::string& what)
    {
        const std::lock_guard lock(m_file->mutex);
        m_file->order.push_back(what);
    }

    std::shared_ptr<FakeFile> m_file;
    std::string m_path;
    SessionId m_session;
    std::map<std::string, std::uint64_t> m_pending;
    LostRecords m_lost;
};

/// Only what a test asks for: no run information, no counters of the process.
inline CollectorOptions quietOptions(const std::string& folder)
{
    CollectorOptions options;
    options.folder = folder;
    options.quiet = true;
    options.collect.processCounters = false;
    options.commitInterval = std::chrono::milliseconds(20);
    return options;
}

inline SummaryCollector openFake(const std::shared_ptr<FakeFile>& file,
                                 const CollectorOptions& options)
{
    return SummaryCollector::State::openWith(
        options, [file](const WriterOptions& wanted) -> Result<std::unique_ptr<SummaryWriter>> {
            {
                const std::lock_guard lock(file->mutex);
                if (!file->refuseToOpen.empty()) {
                    return failure("open the run file", wanted.folder, file->refuseToOpen);
                }
                ++file->opened;
            }
            return std::make_unique<FakeWriter>(file, wanted);
        });
}

} // namespace runlens::test
