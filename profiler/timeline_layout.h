// SPDX-License-Identifier: Apache-2.0
/// What to draw of one track: a function of the model, a range of time and a scale, whose cost
/// depends on the pixels and not on the spans. A span at least one pixel wide is an item of its
/// own; narrower ones are summed up per pixel column as density, so that nothing disappears. Pixels
/// count from the start of the range; items of a row are in order of x0.
#pragma once

#include "profiler/trace_model.h"

#include <cstdint>
#include <vector>

namespace runlens::profiler {

inline constexpr double kMaxLayoutPixels = 65'536.0;
inline constexpr std::int32_t kParentPixels = 4;

struct DrawItem {
    std::int32_t x0 = 0;     ///< first pixel; spans that begin before the range have 0
    std::int32_t x1 = 0;     ///< one behind the last pixel, > x0
    std::int64_t index = -1; ///< SpanRef::index of a span; -1 for density
    NameId name{};           ///< of a density: its longest span, about
    std::uint32_t count = 1; ///< of a density: how many spans, about
    float load = 1.0F;       ///< part of the pixels that is covered by spans, ]0, 1]; 1 for a span
    std::uint16_t row = 0;
    SpanCategory category = SpanCategory::Other;
    bool isDensity : 1 = false;
    bool isParent : 1 = false; ///< of a span of kParentPixels or more: other spans lie below it
};

struct TrackLayout {
    std::size_t rowCount = 0;    ///< of the track, whatever the range
    std::vector<DrawItem> items; ///< row after row
};

enum class DensityMerge : std::uint8_t {
    ByCategory, ///< neighbouring density of one category becomes one item
    ByName,     ///< of one name
};

struct LayoutOptions {
    DensityMerge merge = DensityMerge::ByCategory;
    std::size_t maxRows = kMaxRows; ///< rows from the top that are wanted
};

/// nsPerPixel > 0 (else empty); a range of more than kMaxLayoutPixels is cut off there.
[[nodiscard]] TrackLayout layoutTrack(const TraceModel& model,
                                      TrackId track,
                                      TimeInterval range,
                                      double nsPerPixel,
                                      const LayoutOptions& options = {});

/// One pixel column of a counter: the range of its samples, and the last value (which holds on
/// until the next sample).
struct CounterColumn {
    std::int32_t x = 0;
    float minimum = 0.0F;
    float maximum = 0.0F;
    float last = 0.0F;
};

struct CounterLayout {
    ValueRange range;                   ///< of what is visible; empty when there is nothing
    std::vector<CounterColumn> columns; ///< ascending x; no column where no sample lies
    bool hasBefore = false; ///< a value holds from before the range: its column has x = -1
};

[[nodiscard]] CounterLayout
layoutCounter(const TraceModel& model, TrackId track, TimeInterval range, double nsPerPixel);

} // namespace runlens::profiler
