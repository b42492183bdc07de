// SPDX-License-Identifier: Apache-2.0
/// The API that training code links. It records what happens during a run into
/// <folder>/rank-<N>.rlens while the run goes on. std only, C++17. docs/collector.md tells the drop
/// order and what each call costs.
///
/// Errors: no call throws, blocks on a disk or stops the training. What cannot be recorded (queue
/// full, disk full,
///   folder gone, a second writer of the same rank, a call after close()) is counted per kind, told
///   once on stderr and, when the file can be written again, in the file: recorded + dropped =
///   calls made (status()).
/// Threads: every call but open(), close(), move and destruction may be made by any thread at any
/// time. Calls of one
///   thread stay in order. Only flush() and close() wait. After fork() the child records nothing
///   and disturbs nothing; it may open a collector of its own.
/// Units: steps int64 (kNoStep: none), time int64 nanoseconds since the epoch, sizes bytes. NaN and
/// infinities are kept. Lifetime: every argument is copied before a call returns. A moved-from or
/// failed object accepts every call.
#pragma once

#include "collector/collector_types.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace runlens {

class RUNLENS_API SummaryCollector {
public:
    SummaryCollector() noexcept; ///< records nothing
    SummaryCollector(SummaryCollector&& other) noexcept;
    SummaryCollector& operator=(SummaryCollector&& other) noexcept; ///< closes what it held
    SummaryCollector(const SummaryCollector&) = delete;
    SummaryCollector& operator=(const SummaryCollector&) = delete;
    ~SummaryCollector(); ///< close(): Clean, or Failed while an exception unwinds the stack

    /// Never throws. When it cannot record now it returns a working object that counts drops, says
    /// why once on stderr and by status(), and tries again every second (a folder that was removed
    /// is not made again, but used when it comes back).
    [[nodiscard]] static SummaryCollector open(const CollectorOptions& options) noexcept;

    // -- values of a tag at a step
    // ---------------------------------------------------------------------------------

    /// A number in its own type: float, double, any integer, bool. A tag keeps the type of its
    /// first value; one that it cannot hold (NaN or 0.5 in a tag of integers) is kept beside it.
    template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
    void addScalar(std::string_view tag, std::int64_t step, T value) noexcept
    {
        addScalarBits(tag, step, bitsOf(value), typeOf<T>());
    }

    template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
    void addScalar(TagHandle tag, std::int64_t step, T value) noexcept
    {
        addScalarBits(tag, step, bitsOf(value), typeOf<T>());
    }

    [[nodiscard]] TagHandle scalarTag(std::string_view tag,
                                      NumberType type = NumberType::Float64) noexcept;

    /// One pass on the calling thread: minimum, maximum, mean, L2 norm, zeros, NaN, ±Inf and
    /// buckets. Reads the tensor and keeps nothing of it.
    void addTensorStats(std::string_view tag, std::int64_t step, const TensorView& tensor) noexcept;
    /// Ready buckets: edges ascending, one more than counts; bucket i holds [edge i, edge i+1), the
    /// last one its right edge too.
    void addHistogram(std::string_view tag,
                      std::int64_t step,
                      const std::vector<double>& edges,
                      const std::vector<double>& counts) noexcept;
    void addImage(std::string_view tag, std::int64_t step, const ImageView& image) noexcept;
    /// A whole PNG, JPEG or GIF file.
    void addEncodedImage(std::string_view tag, std::int64_t step, ByteView file) noexcept;
    void
    addText(std::string_view tag, std::int64_t step, std::string_view text) noexcept; ///< UTF-8
    void addTensor(std::string_view tag, std::int64_t step, const TensorView& tensor) noexcept;
    /// Every further kind: Audio, PrCurve, Mesh, Embedding, HParams, Layout, Lineage, Landscape,
    /// Explanation, SessionLog, RunMetadata, Other. Metadata is a JSON object or empty
    /// (docs/schema.md).
    void addRecord(RecordKind kind,
                   std::string_view tag,
                   std::int64_t step,
                   std::string_view metadata,
                   ByteView bytes) noexcept;

    // -- the program
    // -----------------------------------------------------------------------------------------------

    /// Configuration and hyper-parameters. A later value of a key replaces the earlier.
    void setConfiguration(std::string_view key, std::string_view value) noexcept;

    void setConfiguration(std::string_view key, const char* value) noexcept
    {
        setConfiguration(key, std::string_view(value ? value : ""));
    }

    template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
    void setConfiguration(std::string_view key, T value) noexcept
    {
        setNumber("configuration", key, bitsOf(value), typeOf<T>(), std::is_same_v<T, bool>);
    }

    void setConfigurationJson(std::string_view key,
                              std::string_view json) noexcept; ///< a list, an object, ...
    /// Run information beside what is found out by itself: "seed", "dataset", versions, ...
    void setInformation(std::string_view key, std::string_view value) noexcept;

    void setInformation(std::string_view key, const char* value) noexcept
    {
        setInformation(key, std::string_view(value ? value : ""));
    }

    template <typename T, typename = std::enable_if_t<std::is_arithmetic_v<T>>>
    void setInformation(std::string_view key, T value) noexcept
    {
        setNumber("info", key, bitsOf(value), typeOf<T>(), std::is_same_v<T, bool>);
    }

    void addGraph(std::string_view name, const GraphDescription& graph) noexcept;
    void addEncodedGraph(std::string_view name,
                         ByteView encoded) noexcept; ///< as encodeGraph() of graph.h gives it
    /// The handle is for SpanNode and IrDump::Origin; none when it was dropped.
    PassHandle addIrDump(const IrDump& dump) noexcept;
    void addSourceFile(std::string_view path, std::string_view text) noexcept;
    void addSourceFile(std::string_view path) noexcept; ///< read by the writer thread; up to 4 MiB
    void addFinding(const FindingNote& finding) noexcept;

    // -- time
    // ------------------------------------------------------------------------------------------------------

    /// The clock of all spans: runs evenly (CLOCK_MONOTONIC) from the time of day at open().
    [[nodiscard]] std::int64_t nowNs() const noexcept;
    [[nodiscard]] NameHandle name(std::string_view text) noexcept;
    /// A row of the timeline of its own. The same name and kind give the same track.
    [[nodiscard]] TrackHandle track(std::string_view name,
                                    TrackKind kind = TrackKind::Thread) noexcept;
    [[nodiscard]] TrackHandle stepTrack() noexcept; ///< the track "steps" whose spans are the steps
    [[nodiscard]] TrackHandle counterTrack(std::string_view name,
                                           std::string_view unit) noexcept; ///< "B", "1", "%"
    [[nodiscard]] TrackHandle threadTrack() noexcept;   ///< of the calling thread
    void setThreadName(std::string_view name) noexcept; ///< of the track of the calling thread,
                                                        ///< before its first span

    /// A span opens on a track and ends by endSpan() on the same thread. Spans of one track nest.
    [[nodiscard]] OpenSpan beginSpan(const NameRef& name,
                                     SpanCategory category = SpanCategory::Other,
                                     SpanNode node = {},
                                     std::int64_t step = kNoStep,
                                     TrackHandle track = {}) noexcept;
    void endSpan(const OpenSpan& span) noexcept;
    /// Makes an open span one of communication.
    void describe(OpenSpan& span, const Communication& communication) noexcept;
    void addSpan(const TimedSpan& span) noexcept;
    void addCommunication(const TimedSpan& span, const Communication& communication) noexcept;
    void addFlow(std::int64_t id,
                 NameRef name,
                 TrackHandle fromTrack,
                 std::int64_t fromNs,
                 TrackHandle toTrack,
                 std::int64_t toNs) noexcept;
    void addCounter(TrackHandle counter, double value) noexcept;
    void addCounterAt(TrackHandle counter, std::int64_t ns, double value) noexcept;
    void addMemoryEvent(const MemoryEvent& event) noexcept;
    void addQueueSample(NameRef queue, std::int64_t depth, std::int64_t capacity) noexcept;

    // -- the collector itself
    // --------------------------------------------------------------------------------------

    /// Is a value of this kind and step collected? Spares work that would be thrown away.
    [[nodiscard]] bool collects(RecordKind kind, std::int64_t step) const noexcept;
    [[nodiscard]] bool
    collectsParameter(std::string_view tag) const noexcept; ///< by parameterRegex
    /// Waits until everything recorded before it is in the file or counted as dropped. False: the
    /// time was over.
    bool flush(std::chrono::milliseconds timeout = std::chrono::seconds(10)) noexcept;
    /// Writes what waits and how the session ended, and closes the file. False: the time was over;
    /// the rest is lost.
    bool close(EndReason reason = EndReason::Clean,
               std::string_view text = {},
               std::chrono::milliseconds timeout = std::chrono::seconds(30)) noexcept;
    [[nodiscard]] CollectorStatus status() const;

    struct State; ///< of the implementation

private:
    template <typename T>
    static constexpr NumberType typeOf()
    {
        if constexpr (std::is_same_v<T, float>) {
            return NumberType::Float32;
        } else if constexpr (std::is_floating_point_v<T>) {
            return NumberType::Float64;
        } else {
            return std::is_signed_v<T> ? NumberType::Int64 : NumberType::UInt64;
        }
    }

    template <typename T>
    static std::uint64_t bitsOf(T value)
    {
        if constexpr (std::is_same_v<T, float>) {
            std::uint32_t bits = 0;
            std::memcpy(&bits, &value, sizeof bits);
            return bits;
        } else if constexpr (std::is_floating_point_v<T>) {
            const auto wide = static_cast<double>(value);
            std::uint64_t bits = 0;
            std::memcpy(&bits, &wide, sizeof bits);
            return bits;
        } else if constexpr (std::is_signed_v<T>) {
            return static_cast<std::uint64_t>(static_cast<std::int64_t>(value));
        } else {
            return static_cast<std::uint64_t>(value);
        }
    }

    void addScalarBits(std::string_view tag,
                       std::int64_t step,
                       std::uint64_t bits,
                       NumberType type) noexcept;
    void
    addScalarBits(TagHandle tag, std::int64_t step, std::uint64_t bits, NumberType type) noexcept;
    void setNumber(const char* section,
                   std::string_view key,
                   std::uint64_t bits,
                   NumberType type,
                   bool isBool) noexcept;

    std::shared_ptr<State> m_state; ///< shared with the writer thread
};

/// A span from here to the end of the scope. With a null collector it does nothing.
class ScopedSpan {
public:
    explicit ScopedSpan(SummaryCollector* collector,
                        const NameRef& name,
                        SpanCategory category = SpanCategory::Other,
                        SpanNode node = {},
                        std::int64_t step = kNoStep,
                        TrackHandle track = {}) noexcept
        : m_collector(collector)
        , m_span(collector ? collector->beginSpan(name, category, node, step, track) : OpenSpan{})
    {}

    explicit ScopedSpan(SummaryCollector& collector,
                        const NameRef& name,
                        SpanCategory category = SpanCategory::Other,
                        SpanNode node = {},
                        std::int64_t step = kNoStep,
                        TrackHandle track = {}) noexcept
        : ScopedSpan(&collector, name, category, node, step, track)
    {}

    ScopedSpan(const ScopedSpan&) = delete;
    ScopedSpan& operator=(const ScopedSpan&) = delete;

    ~ScopedSpan()
    {
        if (m_collector) {
            m_collector->endSpan(m_span);
        }
    }

    /// Makes it a span of communication.
    void describe(const Communication& communication) noexcept
    {
        if (m_collector) {
            m_collector->describe(m_span, communication);
        }
    }

private:
    SummaryCollector* m_collector;
    OpenSpan m_span;
};

} // namespace runlens
