// SPDX-License-Identifier: Apache-2.0
/// Sorts the spans of one track into segments and rows and finds their self times (trace_model.h
/// tells the rules). Leaves the pyramids empty: buildPyramid() of span_pyramid.h.
#pragma once

#include "profiler/trace_model.h"

#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace runlens::profiler {

using Segments = std::vector<std::unique_ptr<TraceSegment>>;

/// indices: positions in the series, ascending; their starts are indexable. Linear when the spans
/// arrived at their ends and nest properly, else a sort. Empty when stop was requested.
[[nodiscard]] Segments nestSpans(const SpanSeries& series,
                                 std::span<const std::uint32_t> indices,
                                 std::size_t segmentSpans,
                                 const std::stop_token& stop);

/// Fills levels of a row whose spans are in place.
void buildPyramid(const SpanSeries& series, TraceRow& row);

} // namespace runlens::profiler
