// SPDX-License-Identifier: Apache-2.0
/// Every kind of record a run can hold, as plain values. What all sources speak (RecordSink) and
/// all stores keep. Units: time int64 ns since the epoch (kNoTime: none), steps int64 (kNoStep:
/// none), sizes bytes. A record borrows its texts and spans for the duration of the call that hands
/// it over.
#pragma once

#include "summary_format/base/ids.h"
#include "summary_format/base/kinds.h"
#include "summary_format/base/number.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace runlens {

[[nodiscard]] const char*
recordKindName(RecordKind kind); ///< "scalar", "tensor_stats", "pr_curve", ...

[[nodiscard]] const char*
endReasonName(EndReason reason); ///< "clean"; Failed (ended by an error it told us) is "crashed"

struct SessionRecord {
    int rank = 0;
    std::int64_t startNs = kNoTime;
    std::int64_t heartbeatNs = kNoTime; ///< last sign of life
    std::int64_t endNs = kNoTime;
    EndReason ended = EndReason::Unknown;
    std::string reasonText; ///< what the program said about its end
    std::string host;
    std::int64_t pid = 0;
};

/// The same part of a run, perhaps told with a later end.
[[nodiscard]] inline bool isSameSession(const SessionRecord& a, const SessionRecord& b)
{
    return a.rank == b.rank && a.startNs == b.startNs && a.pid == b.pid && a.host == b.host;
}

struct TagRecord {
    int rank = 0;
    std::string_view name;
    RecordKind kind = RecordKind::Scalar;
    NumberType numberType = NumberType::Float64;
    std::string_view displayName; ///< empty: the name
    std::string_view description;
};

/// A run of points of one scalar tag in order of writing. All spans have the same length. wallNs
/// may hold kNoTime.
struct ScalarBatch {
    SessionId session = kNone<SessionId>;
    std::span<const std::int64_t> steps;
    std::span<const std::int64_t> wallNs;
    std::span<const std::uint64_t> bits; ///< by the NumberType (number.h) below
    /// Of the bits; nothing: that of the tag when it was first registered. A value that the type of
    /// the tag cannot hold widens the tag, so that it is kept.
    std::optional<NumberType> type{};
};

/// Where a payload lies. Opaque outside its RunSource, which alone can load it.
struct PayloadRef {
    std::int32_t file = -1;  ///< index into the source's files; -1: there is none
    std::int32_t part = 0;   ///< table (store) or encoding (files): the source's business
    std::int64_t offset = 0; ///< byte in the file, or row id of a store
    std::int64_t size = 0;   ///< bytes as stored; what load() returns may be larger (compressed)

    [[nodiscard]] bool exists() const { return file >= 0; }

    friend bool operator==(const PayloadRef&, const PayloadRef&) = default;
};

/// The bytes themselves (a collector), or where they lie (a reader that leaves them in the file).
struct Payload {
    std::span<const std::byte> bytes;
    PayloadRef ref;
};

[[nodiscard]] inline std::span<const std::byte> asBytes(std::string_view text)
{
    return std::as_bytes(std::span(text.data(), text.size()));
}

[[nodiscard]] inline std::string_view asText(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// One pass over a tensor. Non-finite values are counted and left out of minimum, maximum, mean and
/// l2Norm; with no finite value those are NaN.
struct TensorStatistics {
    std::uint64_t count = 0; ///< all elements
    std::uint64_t zeros = 0;
    std::uint64_t nans = 0;
    std::uint64_t positiveInfinities = 0;
    std::uint64_t negativeInfinities = 0;
    double minimum = 0.0;
    double maximum = 0.0;
    double mean = 0.0;
    double l2Norm = 0.0;
};

/// Statistics of a tensor with an optional histogram: edges has one entry more than counts,
/// ascending; a bucket holds [edge i, edge i+1), the last one includes its right edge. Empty edges:
/// no histogram.
struct TensorStatsRecord {
    SessionId session = kNone<SessionId>;
    std::int64_t step = kNoStep;
    std::int64_t wallNs = kNoTime;
    TensorStatistics statistics;
    std::span<const double> edges;
    std::span<const double> counts;
    Payload encoded; ///< instead of edges and counts: the encoded histogram, or where it lies
                     ///< (histogram.h)
};

/// A sample with a payload: image, text, tensor, and every kind of table record.
struct SampleRecord {
    SessionId session = kNone<SessionId>;
    std::int64_t step = kNoStep;
    std::int64_t wallNs = kNoTime;
    std::string_view metadata; ///< JSON object, keys by kind: docs/schema.md; may be empty
    Payload
        payload; ///< image: PNG/JPEG/GIF file; text: UTF-8; tensor: raw little-endian, row-major
};

/// A computational graph. The payload is encodeGraph() of graph.h (protobuf).
struct GraphRecord {
    int rank = 0;
    SessionId session = kNone<SessionId>;
    std::string_view name; ///< "train", "eval"
    std::int64_t wallNs = kNoTime;
    Payload payload;
};

struct IrNodeRecord {
    std::int32_t node = -1;     ///< order of printing within the pass, from 0
    std::int32_t firstLine = 0; ///< 1-based lines of the text
    std::int32_t lastLine = 0;
    std::string_view name;     ///< "%3" as printed; parameters "%para1_x"
    std::string_view subgraph; ///< "network_1"
    std::string_view op;       ///< "Conv2D"
    std::string_view
        fullName; ///< "Default/network/conv1/Conv2D-op0": the name its graph node has too
    std::string_view sourceFile;
    std::int32_t sourceLine = 0; ///< 1-based; 0: unknown
    std::string_view shape;      ///< "32x6x28x28", empty: unknown
};

struct IrOriginRecord {
    std::int32_t node = -1; ///< of this pass
    PassId fromPass = kNone<PassId>;
    std::int32_t fromNode = -1;
};

struct IrDumpRecord {
    int rank = 0;
    SessionId session = kNone<SessionId>;
    std::int32_t order = 0;     ///< the trailing number of the file name: the true order
    std::string_view name;      ///< "01_type_inference"
    std::string_view graphName; ///< "train"
    std::int64_t wallNs = kNoTime;
    std::int64_t durationNs = 0; ///< time the pass took; 0: unknown
    Payload text;                ///< UTF-8
    std::span<const IrNodeRecord> nodes;
    std::span<const IrOriginRecord> origins;
};

struct SourceFileRecord {
    int rank = 0;
    std::string_view path;
    Payload text;
};

/// Run information and configuration: one value of one key. A later value of the same section and
/// key replaces it.
struct PropertyRecord {
    int rank = 0;
    SessionId session = kNone<SessionId>;
    std::string_view
        section; ///< "info" (host, command_line, git_commit, ...), "configuration", "recording"
    std::string_view key;
    std::string_view value; ///< JSON value: "0.9", "\"Momentum\"", "[1,2]"
};

struct TrackRecord {
    int rank = 0;
    std::string_view name;
    TrackKind kind = TrackKind::Thread;
    TrackId parent = kNone<TrackId>;
    std::int64_t processId = 0;
    std::int64_t threadId = 0;
    std::string_view unit; ///< of a counter: "B", "1", "%"
};

[[nodiscard]] const char* spanCategoryName(SpanCategory category);

/// Spans of one track in order of arrival: a span arrives when it ends, so children come before
/// their parents. All spans of the batch have the same length.
struct SpanBatch {
    SessionId session = kNone<SessionId>;
    std::span<const std::int64_t> startNs;
    std::span<const std::int64_t> durationNs; ///< >= 0
    std::span<const NameId> names;            ///< of the sink's pool
    std::span<const SpanCategory> categories;
    std::span<const std::uint16_t> depths; ///< 0: outermost
    std::span<const NodeRef> nodes;        ///< of the executed pass; NodeRef{} for none
    std::span<const std::int64_t> steps;   ///< kNoStep for none
};

/// Something that leads from one span to another: a launch and its kernel, a send and its receive.
struct FlowRecord {
    std::int64_t id = 0;
    NameId name{};
    TrackId fromTrack = kNone<TrackId>;
    std::int64_t fromNs = kNoTime;
    TrackId toTrack = kNone<TrackId>;
    std::int64_t toNs = kNoTime;
};

struct CounterBatch {
    SessionId session = kNone<SessionId>;
    std::span<const std::int64_t> ns;
    std::span<const double> values;
};

/// What a communication span moved. Belongs to the span with this track and index.
struct CommunicationRecord {
    SpanRef span;
    NameId operation{}; ///< "AllReduce"
    NameId group{};     ///< "world"
    std::int64_t bytes = 0;
    std::int32_t peer = -1; ///< rank at the other end; -1: a collective
};

struct MemoryRecord {
    int rank = 0;
    SessionId session = kNone<SessionId>;
    std::int64_t ns = kNoTime;
    MemoryAction action = MemoryAction::Allocate;
    NameId pool{}; ///< "cpu", "HBM"
    NameId name{}; ///< what the block is for
    std::uint64_t address = 0;
    std::int64_t bytes = 0;
    std::int64_t totalBytes = 0; ///< in use in the pool after this event
    NodeRef node;
};

/// How full a queue of the data pipeline was.
struct QueueRecord {
    int rank = 0;
    SessionId session = kNone<SessionId>;
    NameId queue{};
    std::int64_t ns = kNoTime;
    std::int64_t depth = 0;
    std::int64_t capacity = 0;
};

struct FindingRecord {
    int rank = 0;
    SessionId session = kNone<SessionId>;
    std::string_view rule;
    std::uint8_t severity = 0; ///< 0 information, 1 warning, 2 error
    std::string_view title;
    std::string_view detail;
    std::int64_t step = kNoStep;
    std::int64_t wallNs = kNoTime;
    std::string_view metadata; ///< JSON: tag, node, time range it points to
};

/// Records that were not recorded: told once per kind and cause, summed up in the store.
struct DropRecord {
    int rank = 0;
    SessionId session = kNone<SessionId>;
    std::string_view kind;   ///< "span", "scalar", ...
    std::string_view reason; ///< "queue full", "disk full", ...
    std::uint64_t count = 0;
    std::int64_t firstNs = kNoTime;
    std::int64_t lastNs = kNoTime;
};

} // namespace runlens
