// SPDX-License-Identifier: Apache-2.0
/// Builds the in-memory Run. One thread calls the sink methods and snapshot(); the snapshots may be
/// used by any thread while the builder goes on appending. A snapshot costs the number of series
/// that changed, not the number of points.
#pragma once

#include "summary_format/record_sink.h"
#include "summary_format/run.h"

#include <memory>
#include <string>

namespace runlens {

struct RunIdentity {
    std::string path;   ///< as opened
    std::string name;   ///< shown; relative to the opened folder
    std::string format; ///< "runlens", ...
};

class RunBuilder final : public RecordSink {
public:
    explicit RunBuilder(RunIdentity identity);
    ~RunBuilder() override;

    NameId name(std::string_view text) override;
    SessionId session(const SessionRecord& record) override;
    TagId tag(const TagRecord& record) override;
    TrackId track(const TrackRecord& record) override;
    void scalars(TagId tag, const ScalarBatch& batch) override;
    void tensorStats(TagId tag, const TensorStatsRecord& record) override;
    void sample(TagId tag, const SampleRecord& record) override;
    GraphId graph(const GraphRecord& record) override;
    PassId irDump(const IrDumpRecord& record) override;
    void sourceFile(const SourceFileRecord& record) override;
    void property(const PropertyRecord& record) override;
    std::int64_t spans(TrackId track, const SpanBatch& batch) override;
    void flow(const FlowRecord& record) override;
    void counters(TrackId track, const CounterBatch& batch) override;
    void communication(const CommunicationRecord& record) override;
    void memory(const MemoryRecord& record) override;
    void queueSample(const QueueRecord& record) override;
    void finding(const FindingRecord& record) override;
    void dropped(const DropRecord& record) override;

    /// The run as it is now. Returns the previous snapshot when nothing was added since.
    [[nodiscard]] std::shared_ptr<const Run> snapshot();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace runlens
