// SPDX-License-Identifier: Apache-2.0
/// Reads every table that holds one record per row, and knows where payloads lie. One thread.
#pragma once

#include "summary_format/store/read_context.h"

#include <map>

namespace runlens::store {

/// PayloadRef::part: which column of which table. Kept within one process only.
enum class PayloadPart : std::int32_t {
    Histogram,
    Image,
    Text,
    Tensor,
    Record,
    Graph,
    IrText,
    SourceText,
    End
};

struct PayloadColumn {
    const char* table = "";
    const char* column = "";
    bool isCompressed = false;
};

[[nodiscard]] const PayloadColumn& payloadColumn(PayloadPart part);

class RecordReader {
public:
    RecordReader();
    /// What other records point to: properties, IR, graphs, source files.
    ReadOutcome readFirst(ReadContext& context);
    ReadOutcome readSamples(ReadContext& context);
    /// What points to spans and nodes; call it only when all spans of this transaction were read.
    ReadOutcome readLast(ReadContext& context);
    void closeStatements();

private:
    using Row = const Statement&;
    static Payload payloadOf(const ReadContext& context, Row row, PayloadPart part, int sizeColumn);
    static void takeProperty(ReadContext& context, Row row);
    void takeDrop(ReadContext& context, Row row);
    void takeIrDump(ReadContext& context, Row row);
    static void takeStats(ReadContext& context, Row row);
    static void takeSample(ReadContext& context, Row row, PayloadPart part);
    static void takeGraph(ReadContext& context, Row row);
    static void takeSourceFile(ReadContext& context, Row row);
    static void takeFlow(ReadContext& context, Row row);
    static void takeCommunication(ReadContext& context, Row row);
    static void takeMemory(ReadContext& context, Row row);
    static void takeQueueSample(ReadContext& context, Row row);
    static void takeFinding(ReadContext& context, Row row);
    bool readNodes(ReadContext& context, std::int64_t pass, std::vector<IrNodeRecord>& nodes);
    bool readOrigins(ReadContext& context, std::int64_t pass, std::vector<IrOriginRecord>& origins);

    TableCursor m_properties;
    TableCursor m_drops;
    TableCursor m_irDumps;
    TableCursor m_graphs;
    TableCursor m_sourceFiles;
    TableCursor m_stats;
    TableCursor m_images;
    TableCursor m_texts;
    TableCursor m_tensors;
    TableCursor m_records;
    TableCursor m_flows;
    TableCursor m_communications;
    TableCursor m_memory;
    TableCursor m_queueSamples;
    TableCursor m_findings;
    Statement m_nodeRows;
    Statement m_originRows;
    std::map<std::string, std::uint64_t>
        m_dropsSeen; ///< the sum handed over so far, by what it counts
};

} // namespace runlens::store
