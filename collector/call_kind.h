// SPDX-License-Identifier: Apache-2.0
/// What the collector counts: every call is of one kind. The names are those of DropRecord::kind.
#pragma once

#include "summary_format/base/kinds.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace runlens::collector {

/// Kinds of tags have the number of their RecordKind.
enum class CallKind : std::uint8_t {
    Scalar = 0,
    TensorStats = 1,
    Histogram = 2,
    Image = 3,
    Text = 4,
    Tensor = 5,
    Graph = 6,
    IrDump = 7,
    SourceFile = 8,
    Property = 9,
    Span = 10,
    Flow = 11,
    Counter = 12,
    Communication = 13,
    Memory = 14,
    QueueSample = 15,
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
    Finding = 28,
};
inline constexpr std::size_t kCallKinds = 29;

[[nodiscard]] const char* callKindName(CallKind kind);
/// The kind of a name; kCallKinds when unknown.
[[nodiscard]] std::size_t callKindOf(std::string_view name);

[[nodiscard]] inline CallKind callKind(RecordKind kind)
{
    return static_cast<CallKind>(kind);
}

using KindTotals = std::array<std::uint64_t, kCallKinds>;

/// One number per kind, added to by one thread, read by any.
class KindCounters {
public:
    void add(CallKind kind, std::uint64_t n = 1) noexcept
    {
        auto& value = m_values[static_cast<std::size_t>(kind)];
        value.store(value.load(std::memory_order_relaxed) + n, std::memory_order_relaxed);
    }

    /// By several threads.
    void addShared(CallKind kind, std::uint64_t n = 1) noexcept
    {
        m_values[static_cast<std::size_t>(kind)].fetch_add(n, std::memory_order_relaxed);
    }

    void addTo(KindTotals& totals) const noexcept
    {
        for (std::size_t i = 0; i < kCallKinds; ++i) {
            totals[i] += m_values[i].load(std::memory_order_relaxed);
        }
    }

private:
    std::array<std::atomic<std::uint64_t>, kCallKinds> m_values{};
};

} // namespace runlens::collector
