// SPDX-License-Identifier: Apache-2.0
/// What the calls of summary_collector.h take and give: options, status, handles, and borrowed or
/// plain values. Part of the public API: std only, C++17. A ...View borrows its memory for the
/// duration of the call.
#pragma once

#include "summary_format/base/kinds.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__GNUC__)
#define RUNLENS_API __attribute__((visibility("default")))
#else
#define RUNLENS_API
#endif

namespace runlens {

/// Which calls record at all. A call that is switched off here is neither recorded nor dropped: it
/// is not collected.
struct CollectedKinds {
    bool scalars = true;
    bool tensorStats = true; ///< statistics and histograms
    bool images = true;
    bool texts = true;
    bool tensors = true;
    bool graphs = true;
    bool irDumps = true;
    bool sourceFiles = true; ///< also the sources that IR nodes name, read by the writer thread
    bool spans = true;       ///< spans, flows, communication
    bool counters = true;
    bool memory = true;
    bool queueSamples = true;
    bool findings = true;
    bool records = true; ///< addRecord()
    bool configuration = true;
    bool runInformation = true;  ///< host, command line, git commit, compiler, CPU
    bool processCounters = true; ///< CPU, memory and I/O of the process, once a second
};

/// The {} behind members of class type let {"folder"} pass without a warning.
struct CollectorOptions {
    std::string folder; ///< of the run; made when missing
    int rank = 0;
    int worldSize = 1;

    /// Scalars, images and texts are collected at steps that are multiples of this; 1: at every
    /// step.
    std::int64_t collectFreq = 1;
    /// The same for tensors, tensor statistics and histograms; 0: as collectFreq.
    std::int64_t tensorFreq = 0;
    CollectedKinds collect{};
    /// ECMAScript regular expression, searched in the tag: which tensor statistics, histograms and
    /// tensors are collected. Empty: all. A broken expression collects all and is told in
    /// status().problem.
    std::string parameterRegex{};
    int histogramBuckets = 64; ///< at most this many per tensor; 0: statistics without buckets

    std::size_t queueBytes = std::size_t{64}
                             << 20; ///< all that waits for the writer thread; at least 1 MiB
    std::uint64_t maxFileBytes = 0; ///< 0: no limit; beyond it records are dropped
    std::chrono::milliseconds commitInterval{150}; ///< 20 to 500: what a kill -9 can cost

    /// Keys and values of the run's information, beside what is found out by itself: versions, data
    /// set, ...
    std::vector<std::pair<std::string, std::string>> information{};
    bool quiet = false; ///< say nothing on stderr
    std::string vfs{};  ///< SQLite VFS to use; empty: the default
};

/// Calls of one kind since open(), those the collector makes itself included. While nothing is
/// pending (after flush() or close()) recorded + dropped == calls.
struct KindCount {
    std::string kind; ///< "scalar", "span", "tensor_stats", ...
    std::uint64_t calls = 0;
    std::uint64_t recorded = 0; ///< committed to the file
    std::uint64_t dropped = 0;
    std::uint64_t skipped = 0; ///< not collected by the options; not among calls
};

struct CollectorStatus {
    bool isRecording = false; ///< a file is open and takes records
    std::string path;         ///< of the file; empty when there is none
    std::string problem;      ///< the last reason for not recording or for dropping; empty: none
    std::vector<KindCount> kinds; ///< those with any call
    std::size_t queuedBytes = 0;
    std::uint64_t fileBytes = 0;

    [[nodiscard]] std::uint64_t calls() const;
    [[nodiscard]] std::uint64_t recorded() const;
    [[nodiscard]] std::uint64_t dropped() const;
    [[nodiscard]] KindCount kind(std::string_view name) const; ///< zeros when there was no call
};

/// Handles spare the look-up of a text. They belong to the collector that gave them; -1: none.
struct TagHandle {
    std::int32_t id = -1;
};

struct NameHandle {
    std::int32_t id = -1;
};

struct TrackHandle {
    std::int32_t id = -1; ///< -1: the track of the calling thread
};

struct PassHandle {
    std::int32_t id = -1;
};

/// A node of a recorded IR pass: joins a span with graph, IR line and source line.
struct SpanNode {
    PassHandle pass;
    std::int32_t node = -1; ///< IrDump::Node::node
};

/// A name by text (looked up per thread; a literal costs about as much as a handle) or by handle.
struct NameRef {
    std::string_view text;
    NameHandle handle;
    NameRef() = default;

    // NOLINTNEXTLINE(google-explicit-constructor)
    NameRef(NameHandle known) : handle(known) {}

    // NOLINTNEXTLINE(google-explicit-constructor)
    NameRef(std::string_view name) : text(name) {}

    // NOLINTNEXTLINE(google-explicit-constructor)
    NameRef(const char* name) : text(name ? name : "") {}

    // NOLINTNEXTLINE(google-explicit-constructor)
    NameRef(const std::string& name) : text(name) {}
};

/// Borrowed bytes.
struct ByteView {
    const void* data = nullptr;
    std::size_t size = 0;
    ByteView() = default;

    ByteView(const void* bytes, std::size_t count) : data(bytes), size(count) {}

    // NOLINTNEXTLINE(google-explicit-constructor)
    ByteView(std::string_view text) : data(text.data()), size(text.size()) {}

    // NOLINTNEXTLINE(google-explicit-constructor)
    ByteView(const std::string& bytes) : data(bytes.data()), size(bytes.size()) {}

    template <typename Byte,
              typename = std::enable_if_t<std::is_trivially_copyable_v<Byte> && sizeof(Byte) == 1>>
    // NOLINTNEXTLINE(google-explicit-constructor)
    ByteView(const std::vector<Byte>& bytes) : data(bytes.data()), size(bytes.size())
    {}
};

enum class DataType : std::uint8_t {
    Bool,
    Int8,
    Int16,
    Int32,
    Int64,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    Float16,
    BFloat16,
    Float32,
    Float64,
};
RUNLENS_API const char* dataTypeName(DataType type) noexcept;  ///< "float32"
RUNLENS_API std::size_t dataTypeBytes(DataType type) noexcept; ///< of one element

/// A borrowed dense tensor in row-major order. An empty shape is one element; a 0 in it is an empty
/// tensor. A negative dimension, an overflow or null data for a tensor that is not empty drops the
/// call.
struct TensorView {
    const void* data = nullptr;
    DataType type = DataType::Float32;
    std::vector<std::int64_t> shape;

    TensorView() = default;

    TensorView(const void* values, DataType dataType, std::vector<std::int64_t> dimensions)
        : data(values), type(dataType), shape(std::move(dimensions))
    {}

    TensorView(const float* values, std::vector<std::int64_t> dimensions)
        : TensorView(values, DataType::Float32, std::move(dimensions))
    {}

    TensorView(const double* values, std::vector<std::int64_t> dimensions)
        : TensorView(values, DataType::Float64, std::move(dimensions))
    {}
};

/// A borrowed raw image, rows from the top, channels innermost (1 grey, 2 grey + alpha, 3 RGB, 4
/// RGBA). Type UInt8 or Float32: floats within [0, 1] are scaled by 255, others from their minimum
/// to their maximum; NaN becomes 0. Stored as PNG, encoded by the writer thread.
struct ImageView {
    const void* data = nullptr;
    std::int32_t height = 0;
    std::int32_t width = 0;
    std::int32_t channels = 3;
    DataType type = DataType::UInt8;
};

/// A computational graph. Names are full names, unique, scopes split by '/'.
struct GraphDescription {
    enum class NodeKind : std::uint8_t {
        Operator = 0,
        Parameter = 1,
        Constant = 2,
        Input = 3,
        Output = 4
    };

    struct Input {
        std::int32_t node = -1; ///< index into nodes
        std::int32_t output = 0;
        bool isControl = false;
    };

    struct TensorType {
        std::string dtype;               ///< "float32"
        std::vector<std::int64_t> shape; ///< -1: dynamic
        bool hasShape = true;
    };

    struct Node {
        NodeKind kind = NodeKind::Operator;
        std::string name;   ///< "Default/network/conv1/Conv2D-op0"
        std::string op;     ///< "Conv2D"
        std::string irName; ///< "%3" in the IR pass
        std::vector<Input> inputs;
        std::vector<TensorType> outputs;
        std::vector<std::pair<std::string, std::string>> attributes; ///< name and value as shown
        std::string sourceFile;
        std::int32_t sourceLine = 0;        ///< 1-based; 0: unknown
        std::vector<std::string> fusedFrom; ///< full names of the nodes this one was fused from
    };

    std::string passName; ///< the IR pass it shows
    std::vector<Node> nodes;
};

/// The text of the IR after one compiler pass, and what its lines mean.
struct IrDump {
    struct Node {
        std::int32_t node = -1;     ///< order of printing within the pass, from 0
        std::int32_t firstLine = 0; ///< 1-based lines of the text
        std::int32_t lastLine = 0;
        std::string name;     ///< "%3" as printed; parameters "%para1_x"
        std::string subgraph; ///< "network_1"
        std::string op;       ///< "Conv2D"
        std::string fullName; ///< the name its graph node has too
        std::string sourceFile;
        std::int32_t sourceLine = 0;
        std::string shape; ///< "32x6x28x28", empty: unknown
    };

    /// A node of this pass came from a node of an earlier one. A fused node has several.
    struct Origin {
        std::int32_t node = -1;
        PassHandle fromPass;
        std::int32_t fromNode = -1;
    };

    std::int32_t order = 0;      ///< the true order of the passes of a graph
    std::string name;            ///< "01_type_inference"
    std::string graphName;       ///< "train"
    std::int64_t durationNs = 0; ///< time the pass took; 0: unknown
    std::string text;            ///< UTF-8
    std::vector<Node> nodes;
    std::vector<Origin> origins;
};

/// What a communication span moved.
struct Communication {
    std::int64_t bytes = 0;
    NameRef group = NameRef("world");
    std::int32_t peer = -1; ///< rank at the other end; -1: a collective
};

/// A span whose times the caller has, in ns of SummaryCollector::nowNs().
struct TimedSpan {
    TrackHandle track;
    NameRef name;
    SpanCategory category = SpanCategory::Other;
    std::int64_t startNs = kNoTime;
    std::int64_t durationNs = 0; ///< < 0 counts as 0
    std::int64_t step = kNoStep;
    SpanNode node;
    std::uint16_t depth = 0; ///< 0: outermost of its track
};

struct MemoryEvent {
    MemoryAction action = MemoryAction::Allocate;
    NameRef pool; ///< "cpu"
    NameRef name; ///< what the block is for
    std::uint64_t address = 0;
    std::int64_t bytes = 0;
    std::int64_t totalBytes = 0; ///< in use in the pool after this event
    SpanNode node;
};

struct FindingNote {
    enum class Severity : std::uint8_t { Information = 0, Warning = 1, Error = 2 };
    std::string_view rule; ///< "nan-loss"
    Severity severity = Severity::Information;
    std::string_view title;
    std::string_view detail;
    std::int64_t step = kNoStep;
    std::string_view metadata; ///< JSON object: tag, node, time range it points to; may be empty
};

/// A span that began; end it on the same thread with endSpan(). Plain data of the collector's own.
struct OpenSpan {
    void* lane = nullptr;
    std::uint64_t startTicks = 0;
    std::int64_t step = kNoStep;
    SpanNode node;
    std::int32_t name = -1;
    std::int32_t track = -1;
    SpanCategory category = SpanCategory::Other;
    std::uint16_t depth = 0;
    // of a communication span
    bool isCommunication = false;
    std::int32_t group = -1;
    std::int32_t peer = -1;
    std::int64_t bytes = 0;
};

} // namespace runlens
