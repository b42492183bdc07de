// SPDX-License-Identifier: Apache-2.0
#include "summary_format/store/span_reader.h"

#include <algorithm>
#include <limits>

namespace runlens::store {

namespace {

constexpr std::int64_t kMaxChunk = 65'536; ///< a newer writer may make larger chunks than ours
constexpr int kFirstBlob = 5;

enum Column : std::size_t { Start, Duration, Name, Category, Depth, Pass, Node, Step };

template <typename T>
T clampTo(std::int64_t value)
{
    return static_cast<T>(std::clamp<std::int64_t>(value, 0, std::numeric_limits<T>::max()));
}

} // namespace

SpanReader::SpanReader()
    : m_chunks("span_chunk",
               "track, session, first_index, count, start_ns, duration_ns, name, category, depth, "
               "node_pass, node, step")
{}

ReadOutcome SpanReader::read(ReadContext& context)
{
    return m_chunks.read(context, [&](const Statement& row) {
        takeChunk(context, row);
        return true;
    });
}

void SpanReader::takeChunk(ReadContext& context, const Statement& row)
{
    const std::int64_t track = row.integer(1);
    const std::int64_t first = row.integer(3);
    const std::int64_t count = row.integer(4);
    std::int64_t end = 0;
    if (!isValid(context.ids.tracks.get(track)) || first < 0 || count <= 0 || count > kMaxChunk
        || __builtin_add_overflow(first, count, &end))
    {
        context.damage("span chunk " + std::to_string(row.integer(0)) + " is out of range",
                       static_cast<std::uint64_t>(std::clamp<std::int64_t>(count, 0, kMaxChunk)));
        return;
    }
    SpanIndexMap& map = context.ids.spans[static_cast<std::size_t>(track)];
    if (end <= map.next()) {
        return; // pieces that were read one by one, now merged
    }
    for (std::size_t i = 0; i < kColumns; ++i) {
        const auto bytes = row.blob(kFirstBlob + static_cast<int>(i));
        context.bytes += bytes.size();
        m_columns[i].resize(static_cast<std::size_t>(count));
        if (!m_decoder.decode(bytes, m_columns[i])) {
            const std::int64_t lost = end - std::max(first, map.next());
            context.damage("span chunk " + std::to_string(row.integer(0)) + " is damaged",
                           static_cast<std::uint64_t>(lost));
            map.skipTo(end);
            return;
        }
    }
    handOver(context, row, static_cast<std::size_t>(std::max<std::int64_t>(map.next() - first, 0)));
}

void SpanReader::handOver(ReadContext& context, const Statement& row, std::size_t known)
{
    const std::size_t count = m_columns[Start].size() - known;
    const std::int64_t track = row.integer(1);
    m_names.resize(count);
    m_categories.resize(count);
    m_depths.resize(count);
    m_nodes.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t from = known + i;
        m_names[i] = context.name(m_columns[Name][from]);
        const std::int64_t category = m_columns[Category][from];
        const bool isKnown =
            category >= 0 && category <= static_cast<std::int64_t>(SpanCategory::Evaluation);
        m_categories[i] = isKnown ? static_cast<SpanCategory>(category) : SpanCategory::Other;
        m_depths[i] = clampTo<std::uint16_t>(m_columns[Depth][from]);
        const PassId pass = context.ids.passes.get(m_columns[Pass][from]);
        const std::int64_t node = m_columns[Node][from];
        const bool hasNode =
            isValid(pass) && node >= 0 && node <= std::numeric_limits<std::int32_t>::max();
        m_nodes[i] = hasNode ? NodeRef{pass, static_cast<std::int32_t>(node)} : NodeRef{};
        m_columns[Duration][from] = std::max<std::int64_t>(m_columns[Duration][from], 0);
    }
    const auto tail = [known](const std::vector<std::int64_t>& column) {
        return std::span(column).subspan(known);
    };
    const std::int64_t sinkFirst = context.sink.spans(context.ids.tracks.get(track),
                                                      {context.session(row, 2, count),
                                                       tail(m_columns[Start]),
                                                       tail(m_columns[Duration]),
                                                       m_names,
                                                       m_categories,
                                                       m_depths,
                                                       m_nodes,
                                                       tail(m_columns[Step])});
    const std::int64_t fileFirst = row.integer(3) + static_cast<std::int64_t>(known);
    context.ids.spans[static_cast<std::size_t>(track)].add(
        fileFirst, sinkFirst, static_cast<std::int64_t>(count));
    context.records += count;
}

} // namespace runlens::store
