// SPDX-License-Identifier: Apache-2.0
/// The enumerations and marks that training code meets too: part of the collector's public header,
/// so std only and C++17. All values are stored in files: append, never renumber.
#pragma once

#include <cstdint>
#include <limits>

namespace runlens {

/// Time is int64 nanoseconds since the Unix epoch; kNoTime where a source has none (or one that
/// int64 cannot hold).
inline constexpr std::int64_t kNoTime = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int64_t kNoStep = std::numeric_limits<std::int64_t>::min();

/// What a tag holds.
enum class RecordKind : std::uint8_t {
    Scalar = 0,
    TensorStats = 1, ///< statistics of a tensor, with or without buckets
    Histogram = 2,   ///< buckets without a full set of statistics
    Image = 3,
    Text = 4,
    Tensor = 5,
    Graph = 6,
    // Kinds without a table of their own live in table record, payload and metadata as their source
    // had them.
    Audio = 16,
    PrCurve = 17,
    Mesh = 18,
    Embedding = 19,
    HParams = 20,
    Layout = 21,
    Lineage = 22,
    Landscape = 23,
    Explanation = 24,
    SessionLog = 25,
    RunMetadata = 26,
    Other = 27,
};

/// The number type of a scalar tag.
enum class NumberType : std::uint8_t {
    Float64,
    Float32,
    Float16,  ///< held as float32
    BFloat16, ///< held as float32
    Int64,    ///< also every smaller signed integer
    UInt64,   ///< also every smaller unsigned integer, and bool
};

/// How a session ended, as far as can be told.
enum class EndReason : std::uint8_t {
    Clean = 0,
    Running = 1,
    Crashed = 2,
    Unknown = 3,
    Failed = 4
};

enum class TrackKind : std::uint8_t {
    Thread = 0,
    Stream = 1, ///< device queue
    Counter = 2,
    Step = 3, ///< spans are the steps; joins step and time
    Communication = 4,
    Process = 5, ///< holds other tracks, no spans
};

/// What a span is spent on: decides its colour and its place in the step.
enum class SpanCategory : std::uint8_t {
    Other = 0,
    Step = 1,
    DataWait = 2,
    Data = 3, ///< work of the data pipeline, off the training thread
    Forward = 4,
    Backward = 5,
    Optimizer = 6,
    Communication = 7,
    Memory = 8,
    Recording = 9,
    Compile = 10,
    Evaluation = 11,
};

enum class MemoryAction : std::uint8_t { Allocate = 0, Free = 1 };

} // namespace runlens
