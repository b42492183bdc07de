// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/record_tables.h"

#include "summary_format/histogram.h"

#include <array>

namespace runlens::store {

namespace {

using Bytes = std::span<const std::byte>;

OrNull sizeOf(const LoadedPayload& payload)
{
    return {static_cast<std::int64_t>(payload.bytes.size()), !payload.isPresent};
}

std::int64_t integer(NameId id)
{
    return static_cast<std::int64_t>(id);
}

} // namespace

int RecordTables::prepare(Connection& connection)
{
    struct Entry {
        Statement* statement = nullptr;
        const char* table = "";
        int columns = 0;
        const char* insert = "INSERT";
    };

    const std::array entries{
        Entry{&m_scalar, "scalar(tag, seq, step, wall_ns, value)", 5},
        Entry{&m_scalarBatch, "scalar_batch(tag, first_seq, count, session)", 4},
        Entry{&m_counter, "counter(track, seq, ns, value)", 4},
        Entry{&m_counterBatch, "counter_batch(track, first_seq, count, session)", 4},
        Entry{&m_tensorStats,
              "tensor_stats(tag, session, step, wall_ns, count, zeros, nans, positive_infinities, "
              "negative_infinities, "
              "minimum, maximum, mean, l2_norm, size, histogram)",
              15},
        Entry{&m_image, "image(tag, session, step, wall_ns, metadata, size, payload)", 7},
        Entry{&m_text, "text(tag, session, step, wall_ns, metadata, size, payload)", 7},
        Entry{&m_tensor, "tensor(tag, session, step, wall_ns, metadata, size, payload)", 7},
        Entry{&m_record, "record(tag, session, step, wall_ns, metadata, size, payload, kind)", 8},
        Entry{&m_graph, "graph(id, rank, session, name, wall_ns, size, payload)", 7},
        Entry{&m_irDump,
              "ir_dump(id, rank, session, ordinal, name, graph_name, wall_ns, duration_ns, size, "
              "text)",
              10},
        Entry{&m_irNode,
              "ir_node(pass, node, first_line, last_line, name, subgraph, op, full_name, "
              "source_file, source_line, "
              "shape)",
              11,
              "INSERT OR REPLACE"},
        Entry{&m_irOrigin, "ir_origin(pass, seq, node, from_pass, from_node)", 5},
        Entry{&m_sourceFile, "source_file(rank, path, size, text)", 4},
        Entry{&m_property,
              "property(id, rank, session, section, key, value)",
              6,
              "INSERT OR REPLACE"},
        Entry{&m_flow, "flow(flow, name, from_track, from_ns, to_track, to_ns)", 6},
        Entry{
            &m_communication, "communication(track, span, operation, group_name, bytes, peer)", 6},
        Entry{&m_memory,
              "memory_event(rank, session, ns, action, pool, name, address, bytes, total_bytes, "
              "node_pass, node)",
              11},
        Entry{&m_queueSample, "queue_sample(rank, session, queue, ns, depth, capacity)", 6},
        Entry{&m_finding,
              "finding(rank, session, rule, severity, title, detail, step, wall_ns, metadata)",
              9},
        Entry{&m_drop, "dropped(id, rank, session, kind, reason, count, first_ns, last_ns)", 8},
    };
    for (const Entry& entry : entries) {
        std::string sql = std::string(entry.insert) + " INTO " + entry.table + " VALUES (?1";
        for (int i = 2; i <= entry.columns; ++i) {
            sql += ", ?" + std::to_string(i);
        }
        if (const int code = connection.prepare(sql + ')', *entry.statement); code != SQLITE_OK) {
            return code;
        }
    }
    return connection.prepare(
        "DELETE FROM dropped WHERE rank = ?1 AND session IS ?2 AND kind = ?3 AND reason = ?4",
        m_removeDrop);
}

std::int64_t RecordTables::noteBatch(std::vector<Batch>& batches,
                                     SeriesState& series,
                                     std::int64_t id,
                                     SessionId session,
                                     std::size_t count)
{
    const std::int64_t first = series.nextSeq;
    series.nextSeq += static_cast<std::int64_t>(count);
    if (series.openBatch >= 0) {
        Batch& open = batches[static_cast<std::size_t>(series.openBatch)];
        if (open.session == session && open.firstSeq + open.count == first) {
            open.count += static_cast<std::int64_t>(count);
            return first;
        }
    }
    series.openBatch = static_cast<std::int64_t>(batches.size());
    batches.push_back({id, first, static_cast<std::int64_t>(count), session});
    return first;
}

int RecordTables::scalars(TagId id, RegisteredTag& tag, const ScalarBatch& batch)
{
    const auto tagId = static_cast<std::int64_t>(id);
    std::int64_t seq =
        noteBatch(m_scalarBatches, tag.series, tagId, batch.session, batch.steps.size());
    for (std::size_t i = 0; i < batch.steps.size(); ++i) {
        const int code = m_scalar.run(tagId,
                                      seq++,
                                      orNull(batch.steps[i]),
                                      orNull(batch.wallNs[i]),
                                      Number{batch.bits[i], tag.numberType});
        if (code != SQLITE_OK) {
            return code;
        }
    }
    return SQLITE_OK;
}

int RecordTables::counters(TrackId id, RegisteredTrack& track, const CounterBatch& batch)
{
    const auto trackId = static_cast<std::int64_t>(id);
    std::int64_t seq =
        noteBatch(m_counterBatches, track.counters, trackId, batch.session, batch.ns.size());
    for (std::size_t i = 0; i < batch.ns.size(); ++i) {
        const int code = m_counter.run(trackId, seq++, orNull(batch.ns[i]), batch.values[i]);
        if (code != SQLITE_OK) {
            return code;
        }
    }
    return SQLITE_OK;
}

int RecordTables::writeBatches()
{
    for (const Batch& batch : m_scalarBatches) {
        const int code =
            m_scalarBatch.run(batch.series, batch.firstSeq, batch.count, orNull(batch.session));
        if (code != SQLITE_OK) {
            return code;
        }
    }
    for (const Batch& batch : m_counterBatches) {
        const int code =
            m_counterBatch.run(batch.series, batch.firstSeq, batch.count, orNull(batch.session));
        if (code != SQLITE_OK) {
            return code;
        }
    }
    return SQLITE_OK;
}

void RecordTables::forgetBatches(Registry& registry)
{
    for (const Batch& batch : m_scalarBatches) {
        registry.tags()[static_cast<std::size_t>(batch.series)].series.openBatch = -1;
    }
    for (const Batch& batch : m_counterBatches) {
        registry.tracks()[static_cast<std::size_t>(batch.series)].counters.openBatch = -1;
    }
    m_scalarBatches.clear();
    m_counterBatches.clear();
}

int RecordTables::tensorStats(TagId tag,
                              const TensorStatsRecord& record,
                              const LoadedPayload& histogram)
{
    const TensorStatistics& statistics = record.statistics;
    std::vector<std::byte> encoded;
    LoadedPayload blob = histogram;
    if (!record.edges.empty()) {
        encoded = encodeHistogram(record.edges, record.counts);
        blob = {encoded, true};
    }
    return m_tensorStats.run(static_cast<std::int64_t>(tag),
                             orNull(record.session),
                             orNull(record.step),
                             orNull(record.wallNs),
                             statistics.count,
                             statistics.zeros,
                             statistics.nans,
                             statistics.positiveInfinities,
                             statistics.negativeInfinities,
                             statistics.minimum,
                             statistics.maximum,
                             statistics.mean,
                             statistics.l2Norm,
                             sizeOf(blob),
                             blob.bytes);
}

int RecordTables::sample(TagId tag,
                         RecordKind kind,
                         const SampleRecord& record,
                         const LoadedPayload& payload)
{
    const auto tagId = static_cast<std::int64_t>(tag);
    const auto run = [&](Statement& statement, const auto& value, const auto&... more) {
        return statement.run(tagId,
                             orNull(record.session),
                             orNull(record.step),
                             orNull(record.wallNs),
                             record.metadata,
                             sizeOf(payload),
                             value,
                             more...);
    };
    switch (kind) {
    case RecordKind::Image:
        return run(m_image, payload.bytes);
    case RecordKind::Text:
        return run(m_text, asText(payload.bytes));
    case RecordKind::Tensor:
        return run(m_tensor, payload.bytes);
    default:
        return run(m_record, payload.bytes, static_cast<int>(kind));
    }
}

int RecordTables::graph(GraphId id, const GraphRecord& record, const LoadedPayload& payload)
{
    return m_graph.run(static_cast<std::int64_t>(id),
                       record.rank,
                       orNull(record.session),
                       record.name,
                       orNull(record.wallNs),
                       sizeOf(payload),
                       payload.bytes);
}

int RecordTables::irDump(PassId id,
                         const IrDumpRecord& record,
                         const LoadedPayload& text,
                         const std::function<NameId(std::string_view)>& toName)
{
    std::vector<std::byte> packed;
    if (text.isPresent) {
        m_zstd.append(text.bytes, packed);
    }
    const int code = m_irDump.run(static_cast<std::int64_t>(id),
                                  record.rank,
                                  orNull(record.session),
                                  record.order,
                                  record.name,
                                  record.graphName,
                                  orNull(record.wallNs),
                                  record.durationNs,
                                  sizeOf(text),
                                  Bytes(packed));
    return code == SQLITE_OK ? writeNodes(id, record, toName) : code;
}

int RecordTables::writeNodes(PassId pass,
                             const IrDumpRecord& record,
                             const std::function<NameId(std::string_view)>& toName)
{
    const auto passId = static_cast<std::int64_t>(pass);
    for (const IrNodeRecord& node : record.nodes) {
        const int code = m_irNode.run(passId,
                                      node.node,
                                      node.firstLine,
                                      node.lastLine,
                                      integer(toName(node.name)),
                                      integer(toName(node.subgraph)),
                                      integer(toName(node.op)),
                                      integer(toName(node.fullName)),
                                      integer(toName(node.sourceFile)),
                                      node.sourceLine,
                                      integer(toName(node.shape)));
        if (code != SQLITE_OK) {
            return code;
        }
    }
    std::int64_t seq = 0;
    for (const IrOriginRecord& origin : record.origins) {
        const int code =
            m_irOrigin.run(passId, seq++, origin.node, orNull(origin.fromPass), origin.fromNode);
        if (code != SQLITE_OK) {
            return code;
        }
    }
    return SQLITE_OK;
}

int RecordTables::sourceFile(const SourceFileRecord& record, const LoadedPayload& text)
{
    std::vector<std::byte> packed;
    if (text.isPresent) {
        m_zstd.append(text.bytes, packed);
    }
    return m_sourceFile.run(record.rank, record.path, sizeOf(text), Bytes(packed));
}

int RecordTables::property(const PropertyRecord& record)
{
    // A new id each time: readers find replaced values behind the last id they saw.
    return m_property.run(m_nextPropertyId++,
                          record.rank,
                          orNull(record.session),
                          record.section,
                          record.key,
                          record.value);
}

int RecordTables::flow(const FlowRecord& record)
{
    return m_flow.run(record.id,
                      integer(record.name),
                      orNull(record.fromTrack),
                      orNull(record.fromNs),
                      orNull(record.toTrack),
                      orNull(record.toNs));
}

int RecordTables::communication(const CommunicationRecord& record)
{
    return m_communication.run(orNull(record.span.track),
                               record.span.index,
                               integer(record.operation),
                               integer(record.group),
                               record.bytes,
                               record.peer);
}

int RecordTables::memory(const MemoryRecord& record)
{
    return m_memory.run(record.rank,
                        orNull(record.session),
                        orNull(record.ns),
                        static_cast<int>(record.action),
                        integer(record.pool),
                        integer(record.name),
                        record.address,
                        record.bytes,
                        record.totalBytes,
                        orNull(record.node.pass),
                        record.node.node);
}

int RecordTables::queueSample(const QueueRecord& record)
{
    return m_queueSample.run(record.rank,
                             orNull(record.session),
                             integer(record.queue),
                             orNull(record.ns),
                             record.depth,
                             record.capacity);
}

int RecordTables::finding(const FindingRecord& record)
{
    return m_finding.run(record.rank,
                         orNull(record.session),
                         record.rule,
                         static_cast<int>(record.severity),
                         record.title,
                         record.detail,
                         orNull(record.step),
                         orNull(record.wallNs),
                         record.metadata);
}

int RecordTables::dropped(const DropRecord& record)
{
    const int code =
        m_removeDrop.run(record.rank, orNull(record.session), record.kind, record.reason);
    return code != SQLITE_OK ? code
                             : m_drop.run(m_nextDropId++,
                                          record.rank,
                                          orNull(record.session),
                                          record.kind,
                                          record.reason,
                                          record.count,
                                          orNull(record.firstNs),
                                          orNull(record.lastNs));
}

} // namespace runlens::store
