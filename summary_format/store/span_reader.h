// SPDX-License-Identifier: Apache-2.0
/// Reads table span_chunk: chunks behind the last id seen. A merged chunk repeats pieces that were
/// read before; only its new spans are handed over. A damaged chunk is skipped and counted. One
/// thread.
#pragma once

#include "summary_format/store/column_codec.h"
#include "summary_format/store/read_context.h"

#include <array>

namespace runlens::store {

class SpanReader {
public:
    SpanReader();
    ReadOutcome read(ReadContext& context);

    void closeStatement() { m_chunks.closeStatement(); }

private:
    void takeChunk(ReadContext& context, const Statement& row);
    void handOver(ReadContext& context, const Statement& row, std::size_t known);

    TableCursor m_chunks;
    ColumnDecoder m_decoder;
    static constexpr std::size_t kColumns = 8;
    std::array<std::vector<std::int64_t>, kColumns> m_columns;
    std::vector<NameId> m_names;
    std::vector<SpanCategory> m_categories;
    std::vector<std::uint16_t> m_depths;
    std::vector<NodeRef> m_nodes;
};

} // namespace runlens::store
