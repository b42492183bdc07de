// SPDX-License-Identifier: Apache-2.0
/// The INSERT statements of all record tables but those of Registry and SpanTable. Functions give
/// SQLITE_OK or what went wrong; they know nothing of transactions and losses. One thread.
#pragma once

#include "summary_format/base/compression.h"
#include "summary_format/records.h"
#include "summary_format/store/registry.h"

#include <functional>

namespace runlens::store {

/// A payload in memory. isPresent is false for a record without one.
struct LoadedPayload {
    std::span<const std::byte> bytes;
    bool isPresent = false;
};

class RecordTables {
public:
    [[nodiscard]] int prepare(Connection& connection);

    int scalars(TagId id, RegisteredTag& tag, const ScalarBatch& batch);
    int counters(TrackId id, RegisteredTrack& track, const CounterBatch& batch);
    /// Writes the logs of the batches of this transaction.
    int writeBatches();
    void forgetBatches(Registry& registry); ///< after a commit or a rollback

    int tensorStats(TagId tag, const TensorStatsRecord& record, const LoadedPayload& histogram);
    int
    sample(TagId tag, RecordKind kind, const SampleRecord& record, const LoadedPayload& payload);
    int graph(GraphId id, const GraphRecord& record, const LoadedPayload& payload);
    /// toName gives the file's id of a text.
    int irDump(PassId id,
               const IrDumpRecord& record,
               const LoadedPayload& text,
               const std::function<NameId(std::string_view)>& toName);
    int sourceFile(const SourceFileRecord& record, const LoadedPayload& text);
    int property(const PropertyRecord& record);
    int flow(const FlowRecord& record);
    int communication(const CommunicationRecord& record);
    int memory(const MemoryRecord& record);
    int queueSample(const QueueRecord& record);
    int finding(const FindingRecord& record);
    /// Replaces the sum that the file has for this rank, session, kind and reason.
    int dropped(const DropRecord& record);

private:
    struct Batch {
        std::int64_t series = 0; ///< tag or track
        std::int64_t firstSeq = 0;
        std::int64_t count = 0;
        SessionId session = kNone<SessionId>;
    };

    static std::int64_t noteBatch(std::vector<Batch>& batches,
                                  SeriesState& series,
                                  std::int64_t id,
                                  SessionId session,
                                  std::size_t count);
    int writeNodes(PassId pass,
                   const IrDumpRecord& record,
                   const std::function<NameId(std::string_view)>& toName);

    std::vector<Batch> m_scalarBatches;
    std::vector<Batch> m_counterBatches;
    std::int64_t m_nextPropertyId = 0;
    std::int64_t m_nextDropId = 0;
    ZstdEncoder m_zstd{3};
    Statement m_scalar;
    Statement m_scalarBatch;
    Statement m_counter;
    Statement m_counterBatch;
    Statement m_tensorStats;
    Statement m_image;
    Statement m_text;
    Statement m_tensor;
    Statement m_record;
    Statement m_graph;
    Statement m_irDump;
    Statement m_irNode;
    Statement m_irOrigin;
    Statement m_sourceFile;
    Statement m_property;
    Statement m_flow;
    Statement m_communication;
    Statement m_memory;
    Statement m_queueSample;
    Statement m_finding;
    Statement m_removeDrop;
    Statement m_drop;
};

} // namespace runlens::store
