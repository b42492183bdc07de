// SPDX-License-Identifier: Apache-2.0
/// A RecordSink that writes down every record as a line of text, ids resolved to what they stand
/// for: two roads carried the same records when their logs are equal. Lines are kept per kind,
/// because only the order within a series counts.
#pragma once

#include "summary_format/histogram.h"
#include "summary_format/record_sink.h"

#include <fmt/format.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace runlens::test {

class RecordLog final : public RecordSink {
public:
    using Load = std::function<std::string(const PayloadRef&)>;

    /// load turns a payload that was left in a file into its bytes.
    explicit RecordLog(Load load = {}) : m_load(std::move(load)) {}

    std::map<std::string, std::vector<std::string>> lines;

    [[nodiscard]] std::size_t count(const std::string& kind) const
    {
        const auto found = lines.find(kind);
        return found == lines.end() ? 0 : found->second.size();
    }

    NameId name(std::string_view text) override { return NameId{find(m_names, std::string(text))}; }

    SessionId session(const SessionRecord& r) override
    {
        const std::string key =
            fmt::format("rank {} start {} host {} pid {}", r.rank, r.startNs, r.host, r.pid);
        const auto id = SessionId{find(m_sessions, key)};
        m_sessionState[key] = r;
        return id;
    }

    [[nodiscard]] const SessionRecord& sessionState(std::size_t id) const
    {
        return m_sessionState.at(m_sessions.at(id));
    }

    [[nodiscard]] std::size_t sessionCount() const { return m_sessions.size(); }

    TagId tag(const TagRecord& r) override
    {
        const std::string key =
            fmt::format("rank {} {} {}", r.rank, recordKindName(r.kind), r.name);
        const std::size_t known = m_tags.size();
        const auto id = TagId{find(m_tags, key)};
        if (m_tags.size() > known) {
            add("tag",
                "{} type {} shown as {} about {}",
                key,
                numberTypeName(r.numberType),
                r.displayName,
                r.description);
        }
        return id;
    }

    TrackId track(const TrackRecord& r) override
    {
        const std::string key = fmt::format("rank {} {} kind {} parent [{}] {}/{} {}",
                                            r.rank,
                                            r.name,
                                            static_cast<int>(r.kind),
                                            at(m_tracks, r.parent),
                                            r.processId,
                                            r.threadId,
                                            r.unit);
        const std::size_t known = m_tracks.size();
        const auto id = TrackId{find(m_tracks, key)};
        if (m_tracks.size() > known) {
            add("track", "{}", key);
        }
        return id;
    }

    void scalars(TagId tag, const ScalarBatch& b) override
    {
        for (std::size_t i = 0; i < b.steps.size(); ++i) {
            add("scalar " + at(m_tags, tag),
                "{} step {} at {} = {:x}",
                at(m_sessions, b.session),
                b.steps[i],
                b.wallNs[i],
                b.bits[i]);
        }
    }

    void tensorStats(TagId tag, const TensorStatsRecord& r) override
    {
        const TensorStatistics& s = r.statistics;
        std::string buckets = "no buckets";
        if (!r.edges.empty()) {
            const auto encoded = encodeHistogram(r.edges, r.counts);
            buckets = fmt::format("<{}>", asText(encoded));
        } else if (r.encoded.bytes.data() != nullptr || r.encoded.ref.exists()) {
            buckets = payload(r.encoded);
        }
        add("stats " + at(m_tags, tag),
            "{} step {} at {}: {} {} {} {} {} {:x} {:x} {:x} {:x} {}",
            at(m_sessions, r.session),
            r.step,
            r.wallNs,
            s.count,
            s.zeros,
            s.nans,
            s.positiveInfinities,
            s.negativeInfinities,
            bits(s.minimum),
            bits(s.maximum),
            bits(s.mean),
            bits(s.l2Norm),
            buckets);
    }

    void sample(TagId tag, const SampleRecord& r) override
    {
        add("sample " + at(m_tags, tag),
            "{} step {} at {} {} payload {}",
            at(m_sessions, r.session),
            r.step,
            r.wallNs,
            r.metadata,
            payload(r.payload));
    }

    GraphId graph(const GraphRecord& r) override
    {
        add("graph",
            "rank {} {} {} at {} payload {}",
            r.rank,
            at(m_sessions, r.session),
            r.name,
            r.wallNs,
            payload(r.payload));
        return GraphId{m_graphs++};
    }

    PassId irDump(const IrDumpRecord& r) override
    {
        const auto id = PassId{find(m_passes, fmt::format("{} of {}", r.name, r.graphName))};
        add("ir_dump",
            "rank {} {} {} {} of {} at {} took {} text {}",
            r.rank,
            at(m_sessions, r.session),
            r.order,
            r.name,
            r.graphName,
            r.wallNs,
            r.durationNs,
            payload(r.text));
        for (const IrNodeRecord& n : r.nodes) {
            add("ir_node",
                "{}: {} lines {}-{} {} {} {} {} {}:{} {}",
                at(m_passes, id),
                n.node,
                n.firstLine,
                n.lastLine,
                n.name,
                n.subgraph,
                n.op,
                n.fullName,
                n.sourceFile,
                n.sourceLine,
                n.shape);
        }
        for (const IrOriginRecord& o : r.origins) {
            add("ir_origin",
                "{}: {} from {} {}",
                at(m_passes, id),
                o.node,
                at(m_passes, o.fromPass),
                o.fromNode);
        }
        return id;
    }

    void sourceFile(const SourceFileRecord& r) override
    {
        add("source_file", "rank {} {} text {}", r.rank, r.path, payload(r.text));
    }

    void property(const PropertyRecord& r) override
    {
        add("property",
            "rank {} {} {}.{} = {}",
            r.rank,
            at(m_sessions, r.session),
            r.section,
            r.key,
            r.value);
    }

    std::int64_t spans(TrackId track, const SpanBatch& b) override
    {
        std::int64_t& next = m_nextSpan[track];
        const std::int64_t first = next;
        for (std::size_t i = 0; i < b.startNs.size(); ++i, ++next) {
            add("span " + at(m_tracks, track),
                "{} {} {} +{} {} category {} depth {} node {} {} step {}",
                next,
                at(m_sessions, b.session),
                b.startNs[i],
                b.durationNs[i],
                at(m_names, b.names[i]),
                static_cast<int>(b.categories[i]),
                b.depths[i],
                at(m_passes, b.nodes[i].pass),
                b.nodes[i].node,
                b.steps[i]);
        }
        return first;
    }

    void flow(const FlowRecord& r) override
    {
        add("flow",
            "{} {} [{}] {} [{}] {}",
            r.id,
            at(m_names, r.name),
            at(m_tracks, r.fromTrack),
            r.fromNs,
            at(m_tracks, r.toTrack),
            r.toNs);
    }

    void counters(TrackId track, const CounterBatch& b) override
    {
        for (std::size_t i = 0; i < b.ns.size(); ++i) {
            add("counter " + at(m_tracks, track),
                "{} at {} = {:x}",
                at(m_sessions, b.session),
                b.ns[i],
                bits(b.values[i]));
        }
    }

    void communication(const CommunicationRecord& r) override
    {
        add("communication",
            "[{}] {} {} {} {} bytes peer {}",
            at(m_tracks, r.span.track),
            r.span.index,
            at(m_names, r.operation),
            at(m_names, r.group),
            r.bytes,
            r.peer);
    }

    void memory(const MemoryRecord& r) override
    {
        add("memory",
            "rank {} {} at {} {} {} {} {:x} {} of {} node {} {}",
            r.rank,
            at(m_sessions, r.session),
            r.ns,
            static_cast<int>(r.action),
            at(m_names, r.pool),
            at(m_names, r.name),
            r.address,
            r.bytes,
            r.totalBytes,
            at(m_passes, r.node.pass),
            r.node.node);
    }

    void queueSample(const QueueRecord& r) override
    {
        add("queue_sample",
            "rank {} {} {} at {} {}/{}",
            r.rank,
            at(m_sessions, r.session),
            at(m_names, r.queue),
            r.ns,
            r.depth,
            r.capacity);
    }

    void finding(const FindingRecord& r) override
    {
        add("finding",
            "rank {} {} {} severity {} {} {} step {} at {} {}",
            r.rank,
            at(m_sessions, r.session),
            r.rule,
            r.severity,
            r.title,
            r.detail,
            r.step,
            r.wallNs,
            r.metadata);
    }

    void dropped(const DropRecord& r) override
    {
        DropRecord& sum = m_drops[fmt::format(
            "rank {} {} {} {}", r.rank, at(m_sessions, r.session), r.kind, r.reason)];
        sum.count += r.count;
    }

    [[nodiscard]] std::uint64_t dropCount(const std::string& key) const
    {
        const auto found = m_drops.find(key);
        return found == m_drops.end() ? 0 : found->second.count;
    }

private:
    template <typename... Args>
    void add(const std::string& kind, fmt::format_string<Args...> format, Args&&... args)
    {
        lines[kind].push_back(fmt::format(format, std::forward<Args>(args)...));
    }

    static std::int32_t find(std::vector<std::string>& list, const std::string& text)
    {
        for (std::size_t i = list.size(); i > 0; --i) {
            if (list[i - 1] == text) {
                return static_cast<std::int32_t>(i - 1);
            }
        }
        list.push_back(text);
        return static_cast<std::int32_t>(list.size() - 1);
    }

    template <typename Id>
    static std::string at(const std::vector<std::string>& list, Id id)
    {
        return isValid(id) && index(id) < list.size() ? list[index(id)] : "none";
    }

    static std::uint64_t bits(double value)
    {
        return value != value ? 0x7ff8 : toBits(value);
    } // any NaN is NaN

    [[nodiscard]] std::string payload(const Payload& payload) const
    {
        if (payload.bytes.data() != nullptr) {
            return fmt::format("<{}>", asText(payload.bytes));
        }
        return payload.ref.exists() ? fmt::format("<{}>", m_load(payload.ref)) : "none";
    }

    Load m_load;
    std::vector<std::string> m_names{""};
    std::vector<std::string> m_sessions;
    std::map<std::string, SessionRecord> m_sessionState;
    std::vector<std::string> m_tags;
    std::vector<std::string> m_tracks;
    std::vector<std::string> m_passes;
    std::map<TrackId, std::int64_t> m_nextSpan;
    std::map<std::string, DropRecord> m_drops;
    std::int32_t m_graphs = 0;
};

} // namespace runlens::test
