// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/timeline/timeline_frame.h"

namespace runlens::viewers {

TimelineFrame makeFrame(const FrameRequest& request, const std::stop_token& stop)
{
    TimelineFrame frame{request.model, request.view, request.widthPx, request.pixelRatio, {}};
    const double nsPerPixel = request.view.nsPerPixel / request.pixelRatio;
    const profiler::TimeInterval range = request.view.range(request.widthPx);
    for (const Lane& lane : request.lanes) {
        if (stop.stop_requested()) {
            break;
        }
        FrameLane drawn{lane, {}, {}};
        if (request.model && lane.kind == LaneKind::Spans) {
            drawn.spans = profiler::layoutTrack(
                *request.model, lane.track, range, nsPerPixel, {request.merge, lane.rows});
        } else if (request.model && lane.kind == LaneKind::Counter) {
            drawn.counter = profiler::layoutCounter(*request.model, lane.track, range, nsPerPixel);
        }
        frame.lanes.push_back(std::move(drawn));
    }
    return frame;
}

} // namespace runlens::viewers
