// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/timeline/timeline_lanes.h"

#include "viewers/common/number_format.h"
#include "viewers/common/operator_table.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace runlens::viewers {

namespace {

struct LaneText {
    Q_DECLARE_TR_FUNCTIONS(runlens::viewers::TimelineLanes)
};

int orderOf(TrackKind kind)
{
    switch (kind) {
    case TrackKind::Step:
        return 0;
    case TrackKind::Thread:
    case TrackKind::Process:
        return 1;
    case TrackKind::Stream:
        return 2;
    case TrackKind::Communication:
        return 3;
    case TrackKind::Counter:
        return 4;
    }
    return 5;
}

QString titleOf(const Run& run, const Track& track)
{
    QString name = textOf(run, track.name);
    if (!name.isEmpty()) {
        return name;
    }
    switch (track.kind) {
    case TrackKind::Step:
        return LaneText::tr("Steps");
    case TrackKind::Stream:
        return LaneText::tr("Stream %1").arg(track.threadId);
    case TrackKind::Communication:
        return LaneText::tr("Communication");
    case TrackKind::Counter:
        return LaneText::tr("Counter");
    default:
        return LaneText::tr("Thread %1").arg(track.threadId);
    }
}

QString noteOf(const Run& run, const Track& track)
{
    switch (track.kind) {
    case TrackKind::Thread:
        return track.threadId != 0 ? LaneText::tr("thread %1").arg(track.threadId) : QString();
    case TrackKind::Stream:
        return LaneText::tr("stream");
    case TrackKind::Communication:
        return LaneText::tr("communication");
    case TrackKind::Counter: {
        const QString unit = textOf(run, track.unit);
        return unit == QStringLiteral("1") ? QString() : unit;
    }
    default:
        return {};
    }
}

QString warningOf(const profiler::TraceIssues& issues)
{
    QStringList parts;
    const auto add = [&parts](std::uint64_t count, const QString& what) {
        if (count > 0) {
            parts.push_back(what.arg(formatCount(static_cast<std::int64_t>(count))));
        }
    };
    add(issues.withoutTime, LaneText::tr("%1 spans without a time are not shown"));
    add(issues.negativeDurations, LaneText::tr("%1 spans end before they begin"));
    add(issues.cutEnds, LaneText::tr("%1 spans end beyond any clock"));
    add(issues.tooDeep, LaneText::tr("%1 spans are nested too deep to be shown"));
    return parts.join(QStringLiteral("; "));
}

Lane laneOfTrack(const profiler::TraceModel& model,
                 const profiler::TrackIndex& index,
                 const FoldedLanes& folded)
{
    const Run& run = model.run();
    const Track& track = run.tracks()[runlens::index(index.id)];
    Lane lane;
    lane.rank = track.rank;
    lane.track = index.id;
    lane.title = titleOf(run, track);
    lane.note = noteOf(run, track);
    lane.warning = warningOf(index.issues);
    if (index.rowCount == 0) {
        lane.kind = LaneKind::Counter;
        lane.heightPx = kCounterLanePx;
        return lane;
    }
    lane.kind = LaneKind::Spans;
    lane.rowPx = track.kind == TrackKind::Stream || track.kind == TrackKind::Communication
                     ? kStreamRowPx
                     : kThreadRowPx;
    lane.canFold = index.rowCount > 1;
    lane.isFolded = lane.canFold && folded.tracks.count(index.id) > 0;
    lane.rows = lane.isFolded ? 1 : index.rowCount;
    lane.heightPx = static_cast<int>(lane.rows) * (lane.rowPx + kRowGapPx) + 3;
    return lane;
}

QString groupNote(const Run& run, int rank)
{
    for (std::size_t i = run.sessions().size(); i-- > 0;) {
        const SessionRecord& session = run.sessions()[i];
        if (session.rank == rank && !session.host.empty()) {
            return session.pid > 0 ? LaneText::tr("%1, process %2")
                                         .arg(QString::fromStdString(session.host))
                                         .arg(session.pid)
                                   : QString::fromStdString(session.host);
        }
    }
    return {};
}

} // namespace

std::vector<Lane> makeLanes(const profiler::TraceModel& model, const FoldedLanes& folded)
{
    const Run& run = model.run();
    std::vector<Lane> lanes;
    int top = 0;
    const auto add = [&](Lane lane) {
        lane.topPx = top;
        top += lane.heightPx;
        lanes.push_back(std::move(lane));
    };
    for (const int rank : model.ranks()) {
        std::vector<const profiler::TrackIndex*> tracks;
        for (const profiler::TrackIndex& index : model.tracks()) {
            const bool isShown = index.rowCount > 0 || index.counter || index.issues.total() > 0;
            if (isShown && run.tracks()[runlens::index(index.id)].rank == rank) {
                tracks.push_back(&index);
            }
        }
        if (tracks.empty()) {
            continue;
        }
        std::stable_sort(tracks.begin(), tracks.end(), [&run](const auto* a, const auto* b) {
            return orderOf(run.tracks()[runlens::index(a->id)].kind)
                   < orderOf(run.tracks()[runlens::index(b->id)].kind);
        });
        Lane group;
        group.rank = rank;
        group.title = LaneText::tr("Rank %1").arg(rank);
        group.note = groupNote(run, rank);
        group.heightPx = kGroupLanePx;
        group.canFold = true;
        group.isFolded = folded.ranks.count(rank) > 0;
        add(group);
        if (group.isFolded) {
            continue;
        }
        for (const auto* index : tracks) {
            add(laneOfTrack(model, *index, folded));
        }
    }
    return lanes;
}

int heightOf(const std::vector<Lane>& lanes)
{
    return lanes.empty() ? 0 : lanes.back().topPx + lanes.back().heightPx;
}

std::optional<std::size_t> laneAt(const std::vector<Lane>& lanes, int yPx)
{
    const auto after = std::partition_point(lanes.begin(), lanes.end(), [yPx](const Lane& lane) {
        return lane.topPx + lane.heightPx <= yPx;
    });
    if (yPx < 0 || after == lanes.end()) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(after - lanes.begin());
}

std::optional<std::size_t> laneOf(const std::vector<Lane>& lanes, TrackId track)
{
    const auto found = std::find_if(
        lanes.begin(), lanes.end(), [track](const Lane& lane) { return lane.track == track; });
    return found == lanes.end() || !isValid(track)
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - lanes.begin()));
}

std::optional<std::size_t> rowAt(const Lane& lane, int yPx)
{
    if (lane.kind != LaneKind::Spans || yPx < lane.rowTopPx(0)) {
        return std::nullopt;
    }
    const int pitch = lane.rowPx + kRowGapPx;
    const int row = (yPx - lane.rowTopPx(0)) / pitch;
    const bool isInGap = (yPx - lane.rowTopPx(0)) % pitch >= lane.rowPx;
    return isInGap || static_cast<std::size_t>(row) >= lane.rows
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(row));
}

} // namespace runlens::viewers
