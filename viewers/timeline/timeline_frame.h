// SPDX-License-Identifier: GPL-3.0-or-later
/// One picture of the timeline in the making: what is asked for (GUI thread), and the items to draw
/// (made on a worker by makeFrame, a pure function). Pixels of items are device pixels.
#pragma once

#include "profiler/timeline_layout.h"
#include "viewers/timeline/time_axis.h"
#include "viewers/timeline/timeline_lanes.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace runlens::viewers {

struct FrameRequest {
    std::shared_ptr<const profiler::TraceModel> model;
    TimeView view;
    int widthPx = 0;         ///< of the plot, device independent
    double pixelRatio = 1.0; ///< device pixels per pixel
    std::vector<Lane> lanes; ///< the visible ones
    profiler::DensityMerge merge = profiler::DensityMerge::ByCategory;
};

struct FrameLane {
    Lane lane;
    profiler::TrackLayout spans;
    profiler::CounterLayout counter;
};

struct TimelineFrame {
    std::shared_ptr<const profiler::TraceModel> model;
    TimeView view;
    int widthPx = 0;
    double pixelRatio = 1.0;
    std::vector<FrameLane> lanes;
};

[[nodiscard]] TimelineFrame makeFrame(const FrameRequest& request,
                                      const std::stop_token& stop = {});

} // namespace runlens::viewers
