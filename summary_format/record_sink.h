// SPDX-License-Identifier: Apache-2.0
/// The one road of data: every source, native or foreign, speaks to a RecordSink. Two
/// implementations: RunBuilder (memory) and SummaryWriter (file). One thread per sink. Ids are the
/// sink's own and are handed out on registration; registering the same thing again gives the same
/// id. A sink never fails a call: what it cannot keep it counts.
#pragma once

#include "summary_format/records.h"

namespace runlens {

class RecordSink {
public:
    RecordSink() = default;
    RecordSink(const RecordSink&) = delete;
    RecordSink& operator=(const RecordSink&) = delete;
    virtual ~RecordSink() = default;

    virtual NameId name(std::string_view text) = 0;
    /// A session is the same one when rank, startNs, host and pid are; further calls update the
    /// rest.
    virtual SessionId session(const SessionRecord& record) = 0;
    /// A tag is the same one when rank, name and kind are. The number type of its first
    /// registration stays, unless a value needs a wider one (ScalarBatch::type).
    virtual TagId tag(const TagRecord& record) = 0;
    /// A track is the same one when rank, name, kind, parent, processId and threadId are.
    virtual TrackId track(const TrackRecord& record) = 0;

    virtual void scalars(TagId tag, const ScalarBatch& batch) = 0;
    virtual void tensorStats(TagId tag, const TensorStatsRecord& record) = 0;
    /// Image, text, tensor, and every kind of table record: told apart by the tag's kind.
    virtual void sample(TagId tag, const SampleRecord& record) = 0;
    virtual GraphId graph(const GraphRecord& record) = 0;
    virtual PassId irDump(const IrDumpRecord& record) = 0;
    virtual void sourceFile(const SourceFileRecord& record) = 0;
    virtual void property(const PropertyRecord& record) = 0;

    /// Returns the index on the track of the first span of the batch (SpanRef::index).
    virtual std::int64_t spans(TrackId track, const SpanBatch& batch) = 0;
    virtual void flow(const FlowRecord& record) = 0;
    virtual void counters(TrackId track, const CounterBatch& batch) = 0;
    virtual void communication(const CommunicationRecord& record) = 0;
    virtual void memory(const MemoryRecord& record) = 0;
    virtual void queueSample(const QueueRecord& record) = 0;
    virtual void finding(const FindingRecord& record) = 0;
    virtual void dropped(const DropRecord& record) = 0;

    /// One point: for sources that have them one by one.
    void
    scalar(TagId tag, SessionId session, std::int64_t step, std::int64_t wallNs, std::uint64_t bits)
    {
        scalars(tag, {session, std::span(&step, 1), std::span(&wallNs, 1), std::span(&bits, 1)});
    }
};

} // namespace runlens
