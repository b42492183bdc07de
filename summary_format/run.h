// SPDX-License-Identifier: Apache-2.0
/// A Run is everything known about one training run at one moment: an immutable snapshot, made by
/// RunBuilder, shared by std::shared_ptr<const Run> between threads without locks. It is columns,
/// not objects: scalars per tag, spans per track, in order of writing (a restart goes back in
/// steps; nothing is dropped or reordered). Payloads (images, tensors, graphs, IR text) stay where
/// they are: RunSource::load(PayloadRef). Ids are dense indices and stay valid in later snapshots
/// of the same run.
#pragma once

#include "summary_format/base/columns.h"
#include "summary_format/base/diagnostics.h"
#include "summary_format/base/string_pool.h"
#include "summary_format/records.h"

#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace runlens {

struct Tag {
    int rank = 0;
    NameId name{};
    RecordKind kind = RecordKind::Scalar;
    NumberType numberType = NumberType::Float64;
    NameId displayName{};
    NameId description{};
};

/// From this row on, rows belong to this session.
struct SessionStart {
    std::size_t row = 0;
    SessionId session = kNone<SessionId>;
};

/// What one chunk of values holds, so that wide ranges need not be scanned. NaN is left out of the
/// range; infinities are in it. With no other value minimum > maximum.
struct ChunkRange {
    double minimum = std::numeric_limits<double>::infinity();
    double maximum = -std::numeric_limits<double>::infinity();
    std::uint32_t nans = 0;
    std::uint32_t infinities = 0;
};

struct ScalarSeries {
    NumberType numberType = NumberType::Float64;
    ColumnView<std::int64_t> steps;
    ColumnView<std::int64_t> wallNs;
    ColumnView<float> narrow;       ///< values when isFloat32Held(numberType)
    ColumnView<std::uint64_t> wide; ///< values otherwise, as bits
    std::vector<ChunkRange> ranges; ///< one per chunk
    std::vector<SessionStart> sessions;

    [[nodiscard]] std::size_t size() const { return steps.size(); }

    [[nodiscard]] std::uint64_t bits(std::size_t row) const
    {
        return isFloat32Held(numberType) ? toBits(narrow[row]) : wide[row];
    }

    [[nodiscard]] double value(std::size_t row) const { return toDouble(bits(row), numberType); }
};

struct TensorStatsEntry {
    std::int64_t step = kNoStep;
    std::int64_t wallNs = kNoTime;
    TensorStatistics statistics;
    PayloadRef histogram; ///< encoded (histogram.h); may not exist
    SessionId session = kNone<SessionId>;
};

struct SampleEntry {
    std::int64_t step = kNoStep;
    std::int64_t wallNs = kNoTime;
    NameId metadata{}; ///< JSON
    SessionId session = kNone<SessionId>;
    PayloadRef payload;
};

struct GraphEntry {
    int rank = 0;
    SessionId session = kNone<SessionId>;
    NameId name{};
    std::int64_t wallNs = kNoTime;
    PayloadRef payload;
};

struct IrNode {
    std::int32_t firstLine = 0;
    std::int32_t lastLine = 0;
    NameId name{};
    NameId subgraph{};
    NameId op{};
    NameId fullName{};
    NameId sourceFile{};
    std::int32_t sourceLine = 0;
    NameId shape{};
};

struct IrOrigin {
    std::int32_t node = -1;
    NodeRef from;
};

struct IrPass {
    int rank = 0;
    SessionId session = kNone<SessionId>;
    std::int32_t order = 0;
    NameId name{};
    NameId graphName{};
    std::int64_t wallNs = kNoTime;
    std::int64_t durationNs = 0;
    PayloadRef text;
    std::vector<IrNode> nodes;     ///< index = NodeRef::node
    std::vector<IrOrigin> origins; ///< sorted by node
};

struct SourceFile {
    int rank = 0;
    NameId path{};
    PayloadRef text;
};

struct Property {
    int rank = 0;
    NameId section{};
    NameId key{};
    NameId value{}; ///< JSON
};

struct Track {
    int rank = 0;
    NameId name{};
    TrackKind kind = TrackKind::Thread;
    TrackId parent = kNone<TrackId>;
    std::int64_t processId = 0;
    std::int64_t threadId = 0;
    NameId unit{};
};

/// Spans of one track in order of arrival (SpanRef::index = row). Not sorted by time:
/// profiler/trace_model.h does that.
struct SpanSeries {
    ColumnView<std::int64_t> startNs;
    ColumnView<std::int64_t> durationNs;
    ColumnView<NameId> names;
    ColumnView<SpanCategory> categories;
    ColumnView<std::uint16_t> depths;
    ColumnView<NodeRef> nodes;
    ColumnView<std::int64_t> steps; ///< only for tracks of kind Step; otherwise empty
    std::vector<SessionStart> sessions;

    [[nodiscard]] std::size_t size() const { return startNs.size(); }
};

struct CounterSeries {
    ColumnView<std::int64_t> ns;
    ColumnView<double> values;

    [[nodiscard]] std::size_t size() const { return ns.size(); }
};

struct Finding {
    int rank = 0;
    std::string rule;
    std::uint8_t severity = 0;
    std::string title;
    std::string detail;
    std::int64_t step = kNoStep;
    std::int64_t wallNs = kNoTime;
    std::string metadata;
};

struct Drop {
    int rank = 0;
    std::string kind;
    std::string reason;
    std::uint64_t count = 0;
    std::int64_t firstNs = kNoTime;
    std::int64_t lastNs = kNoTime;
};

class Run {
public:
    [[nodiscard]] const std::string& path() const { return m_path; } ///< folder or file, as opened

    [[nodiscard]] const std::string& name() const
    {
        return m_name;
    } ///< relative to the opened folder

    [[nodiscard]] const std::string& format() const
    {
        return m_format;
    } ///< "runlens", "tfevents", ...

    /// Grows by one with every snapshot that holds something new.
    [[nodiscard]] std::uint64_t generation() const { return m_generation; }

    [[nodiscard]] std::string_view text(NameId id) const { return m_names->text(id); }

    [[nodiscard]] std::span<const SessionRecord> sessions() const { return *m_sessions; }

    [[nodiscard]] std::span<const Tag> tags() const { return *m_tags; }

    [[nodiscard]] std::string_view tagName(TagId tag) const
    {
        return text(tags()[index(tag)].name);
    }

    /// The first tag of this name and kind, of the given rank (-1: of any); kNone when absent.
    [[nodiscard]] TagId findTag(std::string_view name, RecordKind kind, int rank = -1) const;

    /// Null when the tag is of another kind or has no record yet.
    [[nodiscard]] const ScalarSeries* scalars(TagId tag) const { return at(*m_scalars, tag); }

    [[nodiscard]] std::shared_ptr<const ScalarSeries> sharedScalars(TagId tag) const;

    [[nodiscard]] const ColumnView<TensorStatsEntry>* tensorStats(TagId tag) const
    {
        return at(*m_tensorStats, tag);
    }

    [[nodiscard]] const ColumnView<SampleEntry>* samples(TagId tag) const
    {
        return at(*m_samples, tag);
    }

    [[nodiscard]] std::size_t recordCount(TagId tag) const; ///< of whatever the tag holds

    [[nodiscard]] std::span<const GraphEntry> graphs() const { return *m_graphs; }

    /// In order of arrival; PassId = index. Sort by (graphName, order) for showing.
    [[nodiscard]] std::span<const std::shared_ptr<const IrPass>> irPasses() const
    {
        return *m_irPasses;
    }

    [[nodiscard]] const IrPass* irPass(PassId id) const;
    [[nodiscard]] const IrNode* irNode(NodeRef ref) const; ///< null when there is no such node

    [[nodiscard]] std::span<const SourceFile> sourceFiles() const { return *m_sourceFiles; }

    [[nodiscard]] std::span<const Property> properties() const { return *m_properties; }

    /// JSON value of a property of the lowest rank that has it; empty when absent.
    [[nodiscard]] std::string_view property(std::string_view section, std::string_view key) const;

    [[nodiscard]] std::span<const Track> tracks() const { return *m_tracks; }

    [[nodiscard]] const SpanSeries* spans(TrackId track) const { return at(*m_spans, track); }

    [[nodiscard]] const CounterSeries* counters(TrackId track) const
    {
        return at(*m_counters, track);
    }

    [[nodiscard]] const ColumnView<FlowRecord>& flows() const { return m_flows; }

    [[nodiscard]] const ColumnView<CommunicationRecord>& communications() const
    {
        return m_communications;
    }

    [[nodiscard]] const ColumnView<MemoryRecord>& memoryEvents() const { return m_memoryEvents; }

    [[nodiscard]] const ColumnView<QueueRecord>& queueSamples() const { return m_queueSamples; }

    [[nodiscard]] std::span<const Finding> findings() const { return *m_findings; }

    [[nodiscard]] std::span<const Drop> drops() const { return *m_drops; }

    /// How the run as a whole ended: running if any rank's last session runs, else the worst of the
    /// last sessions.
    [[nodiscard]] EndReason ended() const;
    [[nodiscard]] std::vector<int> ranks() const; ///< ascending, of sessions, tags and tracks

private:
    friend class RunBuilder;
    template <typename T>
    using Shared = std::shared_ptr<const T>;
    template <typename T>
    using List = Shared<std::vector<T>>;

    template <typename T, typename Id>
    static const T* at(const std::vector<Shared<T>>& list, Id id)
    {
        return isValid(id) && index(id) < list.size() ? list[index(id)].get() : nullptr;
    }

    std::string m_path;
    std::string m_name;
    std::string m_format;
    std::uint64_t m_generation = 0;
    std::shared_ptr<const StringPool> m_names;
    std::shared_ptr<const Arena> m_arena; ///< owns the memory of every view below
    List<SessionRecord> m_sessions;
    List<Tag> m_tags;
    List<Shared<ScalarSeries>> m_scalars;
    List<Shared<ColumnView<TensorStatsEntry>>> m_tensorStats;
    List<Shared<ColumnView<SampleEntry>>> m_samples;
    List<GraphEntry> m_graphs;
    List<Shared<IrPass>> m_irPasses;
    List<SourceFile> m_sourceFiles;
    List<Property> m_properties;
    List<Track> m_tracks;
    List<Shared<SpanSeries>> m_spans;
    List<Shared<CounterSeries>> m_counters;
    ColumnView<FlowRecord> m_flows;
    ColumnView<CommunicationRecord> m_communications;
    ColumnView<MemoryRecord> m_memoryEvents;
    ColumnView<QueueRecord> m_queueSamples;
    List<Finding> m_findings;
    List<Drop> m_drops;
};

} // namespace runlens
