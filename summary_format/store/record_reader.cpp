// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/record_reader.h"

#include "summary_format/diagnostic_finding.h"
#include "summary_format/record_rules.h"

#include <algorithm>
#include <array>
#include <limits>

namespace runlens::store {

namespace {

constexpr std::uint64_t kRecordRowBytes = 64;
constexpr const char* kSampleColumns = "tag, session, step, wall_ns, metadata, size";

constexpr std::array kPayloadColumns{PayloadColumn{"tensor_stats", "histogram", false},
                                     PayloadColumn{"image", "payload", false},
                                     PayloadColumn{"text", "payload", false},
                                     PayloadColumn{"tensor", "payload", false},
                                     PayloadColumn{"record", "payload", false},
                                     PayloadColumn{"graph", "payload", false},
                                     PayloadColumn{"ir_dump", "text", true},
                                     PayloadColumn{"source_file", "text", true}};

std::int32_t toInt32(std::int64_t value)
{
    return static_cast<std::int32_t>(std::clamp<std::int64_t>(
        value, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()));
}

/// A call for every part of a table: keep() for each row, and go on.
ReadOutcome readAll(TableCursor& cursor,
                    ReadContext& context,
                    const std::function<void(const Statement&)>& keep)
{
    return cursor.read(context, [&](const Statement& row) {
        keep(row);
        ++context.records;
        context.bytes += kRecordRowBytes;
        return true;
    });
}

} // namespace

const PayloadColumn& payloadColumn(PayloadPart part)
{
    return kPayloadColumns.at(static_cast<std::size_t>(part));
}

RecordReader::RecordReader()
    : m_properties("property", "rank, session, section, key, value")
    , m_drops("dropped", "rank, session, kind, reason, count, first_ns, last_ns")
    , m_irDumps("ir_dump", "rank, session, ordinal, name, graph_name, wall_ns, duration_ns, size")
    , m_graphs("graph", "rank, session, name, wall_ns, size")
    , m_sourceFiles("source_file", "rank, path, size")
    , m_stats("tensor_stats",
              "tag, session, step, wall_ns, count, zeros, nans, positive_infinities, "
              "negative_infinities, minimum, "
              "maximum, mean, l2_norm, size")
    , m_images("image", kSampleColumns)
    , m_texts("text", kSampleColumns)
    , m_tensors("tensor", kSampleColumns)
    , m_records("record", kSampleColumns)
    , m_flows("flow", "flow, name, from_track, from_ns, to_track, to_ns")
    , m_communications("communication", "track, span, operation, group_name, bytes, peer")
    , m_memory(
          "memory_event",
          "rank, session, ns, action, pool, name, address, bytes, total_bytes, node_pass, node")
    , m_queueSamples("queue_sample", "rank, session, queue, ns, depth, capacity")
    , m_findings("finding", "rank, session, rule, severity, title, detail, step, wall_ns, metadata")
{}

void RecordReader::closeStatements()
{
    for (TableCursor* cursor : {&m_properties,
                                &m_drops,
                                &m_irDumps,
                                &m_graphs,
                                &m_sourceFiles,
                                &m_stats,
                                &m_images,
                                &m_texts,
                                &m_tensors,
                                &m_records,
                                &m_flows,
                                &m_memory,
                                &m_communications,
                                &m_queueSamples,
                                &m_findings})
    {
        cursor->closeStatement();
    }
    m_nodeRows = Statement();
    m_originRows = Statement();
}

Payload
RecordReader::payloadOf(const ReadContext& context, Row row, PayloadPart part, int sizeColumn)
{
    if (row.isNull(sizeColumn)) {
        return {};
    }
    return {{},
            {context.file,
             static_cast<std::int32_t>(part),
             row.integer(0),
             std::max<std::int64_t>(row.integer(sizeColumn), 0)}};
}

ReadOutcome RecordReader::readFirst(ReadContext& context)
{
    ReadOutcome outcome =
        readAll(m_properties, context, [&](Row row) { takeProperty(context, row); });
    if (outcome == ReadOutcome::Done) {
        outcome = readAll(m_drops, context, [&](Row row) { takeDrop(context, row); });
    }
    if (outcome == ReadOutcome::Done) {
        outcome = readAll(m_irDumps, context, [&](Row row) { takeIrDump(context, row); });
    }
    if (outcome == ReadOutcome::Done) {
        outcome = readAll(m_graphs, context, [&](Row row) { takeGraph(context, row); });
    }
    if (outcome == ReadOutcome::Done) {
        outcome = readAll(m_sourceFiles, context, [&](Row row) { takeSourceFile(context, row); });
    }
    return outcome;
}

ReadOutcome RecordReader::readSamples(ReadContext& context)
{
    ReadOutcome outcome = readAll(m_stats, context, [&](Row row) { takeStats(context, row); });

    struct Entry {
        TableCursor* cursor = nullptr;
        PayloadPart part = PayloadPart::Record;
    };

    for (const Entry& entry : {Entry{&m_images, PayloadPart::Image},
                               Entry{&m_texts, PayloadPart::Text},
                               Entry{&m_tensors, PayloadPart::Tensor},
                               Entry{&m_records, PayloadPart::Record}})
    {
        if (outcome == ReadOutcome::Done) {
            outcome = readAll(
                *entry.cursor, context, [&](Row row) { takeSample(context, row, entry.part); });
        }
    }
    return outcome;
}

ReadOutcome RecordReader::readLast(ReadContext& context)
{
    ReadOutcome outcome = readAll(m_flows, context, [&](Row row) { takeFlow(context, row); });
    if (outcome == ReadOutcome::Done) {
        outcome =
            readAll(m_communications, context, [&](Row row) { takeCommunication(context, row); });
    }
    if (outcome == ReadOutcome::Done) {
        outcome = readAll(m_memory, context, [&](Row row) { takeMemory(context, row); });
    }
    if (outcome == ReadOutcome::Done) {
        outcome = readAll(m_queueSamples, context, [&](Row row) { takeQueueSample(context, row); });
    }
    if (outcome == ReadOutcome::Done) {
        outcome = readAll(m_findings, context, [&](Row row) { takeFinding(context, row); });
    }
    return outcome;
}

void RecordReader::takeProperty(ReadContext& context, Row row)
{
    context.sink.property(
        {toInt32(row.integer(1)), context.session(row, 2), row.text(3), row.text(4), row.text(5)});
}

void RecordReader::takeDrop(ReadContext& context, Row row)
{
    const std::uint64_t total = row.number(5, NumberType::UInt64).value_or(0);
    std::string key =
        std::to_string(row.integer(1)) + ' ' + std::to_string(row.integerOr(2, -1)) + ' ';
    key += row.text(3);
    key += '\n';
    key += row.text(4);
    // The file holds sums and a sink adds up: hand over what came since the last look.
    std::uint64_t& seen = m_dropsSeen[key];
    if (total > seen) {
        context.sink.dropped({toInt32(row.integer(1)),
                              context.session(row, 2),
                              row.text(3),
                              row.text(4),
                              total - seen,
                              row.timeOrStep(6),
                              row.timeOrStep(7)});
        seen = total;
    }
}

bool RecordReader::readNodes(ReadContext& context,
                             std::int64_t pass,
                             std::vector<IrNodeRecord>& nodes)
{
    if (!m_nodeRows.exists()
        && (!context.tables.contains("ir_node")
            || context.connection.prepare(
                   "SELECT node, first_line, last_line, name, subgraph, op, full_name, "
                   "source_file, source_line, shape FROM ir_node WHERE pass = ?1 ORDER BY node",
                   m_nodeRows)
                   != SQLITE_OK))
    {
        return false;
    }
    m_nodeRows.start(pass);
    int code = m_nodeRows.step();
    for (; code == SQLITE_ROW; code = m_nodeRows.step()) {
        const std::int64_t node = m_nodeRows.integer(0);
        if (node < 0 || node > std::numeric_limits<std::int32_t>::max()
            || (!nodes.empty() && node <= nodes.back().node))
        {
            code = SQLITE_CORRUPT;
            break;
        }
        IrNodeRecord& record = nodes.emplace_back();
        record.node = static_cast<std::int32_t>(node);
        record.firstLine = toInt32(m_nodeRows.integer(1));
        record.lastLine = toInt32(m_nodeRows.integer(2));
        record.name = context.nameText(m_nodeRows.integer(3));
        record.subgraph = context.nameText(m_nodeRows.integer(4));
        record.op = context.nameText(m_nodeRows.integer(5));
        record.fullName = context.nameText(m_nodeRows.integer(6));
        record.sourceFile = context.nameText(m_nodeRows.integer(7));
        record.sourceLine = toInt32(m_nodeRows.integer(8));
        record.shape = context.nameText(m_nodeRows.integer(9));
    }
    m_nodeRows.reset();
    return code == SQLITE_DONE && areNumberedFromZero(nodes);
}

bool RecordReader::readOrigins(ReadContext& context,
                               std::int64_t pass,
                               std::vector<IrOriginRecord>& origins)
{
    if (!m_originRows.exists()
        && (!context.tables.contains("ir_origin")
            || context.connection.prepare("SELECT seq, node, from_pass, from_node FROM ir_origin "
                                          "WHERE pass = ?1 ORDER BY seq",
                                          m_originRows)
                   != SQLITE_OK))
    {
        return false;
    }
    m_originRows.start(pass);
    std::int64_t last = -1;
    int code = m_originRows.step();
    for (; code == SQLITE_ROW; code = m_originRows.step()) {
        if (m_originRows.integer(0) <= last) {
            code = SQLITE_CORRUPT;
            break;
        }
        last = m_originRows.integer(0);
        const PassId from = context.ids.passes.get(m_originRows.integerOr(2, -1));
        origins.push_back(
            {toInt32(m_originRows.integer(1)), from, toInt32(m_originRows.integer(3))});
    }
    m_originRows.reset();
    return code == SQLITE_DONE;
}

void RecordReader::takeIrDump(ReadContext& context, Row row)
{
    std::vector<IrNodeRecord> nodes;
    std::vector<IrOriginRecord> origins;
    const std::int64_t id = row.integer(0);
    const bool hasNodes = readNodes(context, id, nodes);
    if (!readOrigins(context, id, origins) || !hasNodes) {
        context.damage("nodes of IR pass " + std::to_string(id) + " are damaged", 0);
    }
    IrDumpRecord record;
    record.rank = toInt32(row.integer(1));
    record.session = context.session(row, 2);
    record.order = toInt32(row.integer(3));
    record.name = row.text(4);
    record.graphName = row.text(5);
    record.wallNs = row.timeOrStep(6);
    record.durationNs = row.integer(7);
    record.text = payloadOf(context, row, PayloadPart::IrText, 8);
    record.nodes = nodes;
    record.origins = origins;
    if (!context.ids.passes.set(id, context.sink.irDump(record))) {
        context.damage("IR pass " + std::to_string(id) + " is out of range", 1);
    }
}

void RecordReader::takeGraph(ReadContext& context, Row row)
{
    context.sink.graph({toInt32(row.integer(1)),
                        context.session(row, 2),
                        row.text(3),
                        row.timeOrStep(4),
                        payloadOf(context, row, PayloadPart::Graph, 5)});
}

void RecordReader::takeSourceFile(ReadContext& context, Row row)
{
    context.sink.sourceFile({toInt32(row.integer(1)),
                             row.text(2),
                             payloadOf(context, row, PayloadPart::SourceText, 3)});
}

void RecordReader::takeStats(ReadContext& context, Row row)
{
    const TagId tag = context.ids.tags.get(row.integer(1));
    const auto count = [&row](int column) { return row.number(column, NumberType::UInt64); };
    const std::array counts{count(5), count(6), count(7), count(8), count(9)};
    const bool isReadable = std::all_of(
        counts.begin(), counts.end(), [](const auto& value) { return value.has_value(); });
    if (!isValid(tag) || !isReadable) {
        context.damage("tensor statistics " + std::to_string(row.integer(0)) + " are damaged", 1);
        return;
    }
    TensorStatsRecord record;
    record.session = context.session(row, 2);
    record.step = row.timeOrStep(3);
    record.wallNs = row.timeOrStep(4);
    record.statistics = {*counts[0],
                         *counts[1],
                         *counts[2],
                         *counts[3],
                         *counts[4],
                         row.real(10),
                         row.real(11),
                         row.real(12),
                         row.real(13)};
    record.encoded = payloadOf(context, row, PayloadPart::Histogram, 14);
    context.sink.tensorStats(tag, record);
}

void RecordReader::takeSample(ReadContext& context, Row row, PayloadPart part)
{
    const TagId tag = context.ids.tags.get(row.integer(1));
    if (!isValid(tag)) {
        context.damage("row " + std::to_string(row.integer(0)) + " of table "
                           + payloadColumn(part).table + " has no tag",
                       1);
        return;
    }
    context.sink.sample(tag,
                        {context.session(row, 2),
                         row.timeOrStep(3),
                         row.timeOrStep(4),
                         row.text(5),
                         payloadOf(context, row, part, 6)});
}

void RecordReader::takeFlow(ReadContext& context, Row row)
{
    context.sink.flow({row.integer(1),
                       context.name(row.integer(2)),
                       context.track(row.integerOr(3, -1)),
                       row.timeOrStep(4),
                       context.track(row.integerOr(5, -1)),
                       row.timeOrStep(6)});
}

void RecordReader::takeCommunication(ReadContext& context, Row row)
{
    const std::int64_t track = row.integerOr(1, -1);
    const TrackId sinkTrack = context.ids.tracks.get(track);
    const std::int64_t span =
        isValid(sinkTrack) ? context.ids.spans[static_cast<std::size_t>(track)].get(row.integer(2))
                           : -1;
    if (span < 0) {
        context.damage("communication " + std::to_string(row.integer(0))
                           + " belongs to a span that is not there",
                       1);
        return;
    }
    context.sink.communication({{sinkTrack, span},
                                context.name(row.integer(3)),
                                context.name(row.integer(4)),
                                row.integer(5),
                                toInt32(row.integer(6))});
}

void RecordReader::takeMemory(ReadContext& context, Row row)
{
    const auto address = row.number(7, NumberType::UInt64);
    const std::int64_t action = row.integer(4);
    const bool isByte = action >= 0 && action <= std::numeric_limits<std::uint8_t>::max();
    if (!address || !isByte || !isKnown(static_cast<MemoryAction>(action))) {
        context.damage("memory event " + std::to_string(row.integer(0)) + " is damaged", 1);
        return;
    }
    context.sink.memory({toInt32(row.integer(1)),
                         context.session(row, 2),
                         row.timeOrStep(3),
                         static_cast<MemoryAction>(action),
                         context.name(row.integer(5)),
                         context.name(row.integer(6)),
                         *address,
                         row.integer(8),
                         row.integer(9),
                         context.node(row, 10, 11)});
}

void RecordReader::takeQueueSample(ReadContext& context, Row row)
{
    context.sink.queueSample({toInt32(row.integer(1)),
                              context.session(row, 2),
                              context.name(row.integer(3)),
                              row.timeOrStep(4),
                              row.integer(5),
                              row.integer(6)});
}

void RecordReader::takeFinding(ReadContext& context, Row row)
{
    const FindingRecord finding{
        toInt32(row.integer(1)),
        context.session(row, 2),
        row.text(3),
        static_cast<std::uint8_t>(std::clamp<std::int64_t>(row.integer(4), 0, 255)),
        row.text(5),
        row.text(6),
        row.timeOrStep(7),
        row.timeOrStep(8),
        row.text(9)};
    if (auto diagnostic = diagnosticOf(finding)) {
        context.diagnostics.add(std::move(*diagnostic)); // the copy of a log tells its damage
    } else {
        context.sink.finding(finding);
    }
}

} // namespace runlens::store
