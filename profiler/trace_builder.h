// SPDX-License-Identifier: Apache-2.0
/// Makes the TraceModel of a Run. Given the model of an earlier snapshot of the same run it shares
/// what no new span reaches and rebuilds only the last stretch of time of each track that grew.
/// Spans may come in any order; children before parents (as a recorder writes them) is the fast
/// one. Never fails: what cannot be indexed is counted in TrackIndex::issues. Any thread.
#pragma once

#include "profiler/trace_model.h"

#include <memory>
#include <stop_token>

namespace runlens::profiler {

/// A segment is closed at the first pause of the track after this many spans.
inline constexpr std::size_t kSegmentSpans = 32'768;

struct TraceOptions {
    std::size_t segmentSpans = kSegmentSpans;
};

/// Null only when stop was requested. run must not be null; previous may be (or be of another run:
/// it is then ignored).
[[nodiscard]] std::shared_ptr<const TraceModel>
buildTrace(std::shared_ptr<const Run> run,
           std::shared_ptr<const TraceModel> previous = nullptr,
           std::stop_token stop = {},
           const TraceOptions& options = {});

} // namespace runlens::profiler
