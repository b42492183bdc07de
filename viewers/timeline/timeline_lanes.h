// SPDX-License-Identifier: GPL-3.0-or-later
/// Which tracks stand where: one header per rank, below it its step, thread, stream, communication
/// and counter tracks. Tracks with nothing in them have no lane. Pixels are device independent,
/// from the top of all lanes.
#pragma once

#include "profiler/trace_model.h"

#include <QString>

#include <optional>
#include <set>
#include <vector>

namespace runlens::viewers {

inline constexpr int kGroupLanePx = 20;
inline constexpr int kCounterLanePx = 36;
inline constexpr int kThreadRowPx = 16;
inline constexpr int kStreamRowPx = 18;
inline constexpr int kRowGapPx = 1;

enum class LaneKind { Group, Spans, Counter };

struct Lane {
    LaneKind kind = LaneKind::Group;
    int rank = 0;
    TrackId track = kNone<TrackId>; ///< none for a group
    QString title;
    QString note;    ///< quieter: "thread 4127", unit of a counter, "clock reference"
    QString warning; ///< what was wrong with its spans; may be empty
    int topPx = 0;
    int heightPx = 0;         ///< with the line below
    int rowPx = kThreadRowPx; ///< of one row of spans, without its gap
    std::size_t rows = 0;     ///< shown
    bool canFold = false;
    bool isFolded = false;

    [[nodiscard]] int rowTopPx(std::size_t row) const
    {
        return topPx + 1 + static_cast<int>(row) * (rowPx + kRowGapPx);
    }
};

struct FoldedLanes {
    std::set<int> ranks;
    std::set<TrackId> tracks;
    friend bool operator==(const FoldedLanes&, const FoldedLanes&) = default;
};

[[nodiscard]] std::vector<Lane> makeLanes(const profiler::TraceModel& model,
                                          const FoldedLanes& folded);
[[nodiscard]] int heightOf(const std::vector<Lane>& lanes);
/// The lane at this height; nullopt beside all.
[[nodiscard]] std::optional<std::size_t> laneAt(const std::vector<Lane>& lanes, int yPx);
[[nodiscard]] std::optional<std::size_t> laneOf(const std::vector<Lane>& lanes, TrackId track);
/// The row of a lane of spans at this height; nullopt between rows and elsewhere.
[[nodiscard]] std::optional<std::size_t> rowAt(const Lane& lane, int yPx);

} // namespace runlens::viewers
