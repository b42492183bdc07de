// SPDX-License-Identifier: Apache-2.0
#include "profiler/trace_model.h"

#include "profiler/column_cursor.h"

#include <algorithm>

namespace runlens::profiler {

namespace {

[[nodiscard]] TimeInterval timeIn(const SpanSeries& series, std::uint32_t index)
{
    const std::int64_t start = series.startNs[index];
    return {start, spanEndNs(start, series.durationNs[index])};
}

/// The first position of the row whose span starts at or after ns.
[[nodiscard]] std::size_t
firstStartingAt(const SpanSeries& series, const TraceRow& row, std::int64_t ns)
{
    const auto found =
        std::partition_point(row.spans.begin(), row.spans.end(), [&](std::uint32_t index) {
            return series.startNs[index] < ns;
        });
    return static_cast<std::size_t>(found - row.spans.begin());
}

/// The segment that ends last at or before, or holds ns: the first whose end is not before ns.
[[nodiscard]] std::size_t firstSegmentReaching(const TrackIndex& track, std::int64_t ns)
{
    const auto found =
        std::partition_point(track.segments.begin(),
                             track.segments.end(),
                             [ns](const auto& segment) { return segment->time.endNs < ns; });
    return static_cast<std::size_t>(found - track.segments.begin());
}

} // namespace

const TrackIndex* TraceModel::track(TrackId id) const
{
    return isValid(id) && index(id) < m_tracks.size() ? &m_tracks[index(id)] : nullptr;
}

SpanRef TraceModel::spanAt(TrackId trackId, const SpanPlace& place) const
{
    const TraceRow& row = m_tracks[index(trackId)].segments[place.segment]->rows[place.row];
    return {trackId, row.spans[place.position]};
}

TimeInterval TraceModel::timeOf(TrackId trackId, const SpanPlace& place) const
{
    return timeIn(*m_run->spans(trackId), static_cast<std::uint32_t>(spanAt(trackId, place).index));
}

std::optional<SpanPlace> TraceModel::find(SpanRef ref) const
{
    const TrackIndex* track = this->track(ref.track);
    const SpanSeries* series = m_run->spans(ref.track);
    if (!track || !series || ref.index < 0
        || static_cast<std::size_t>(ref.index) >= track->recordCount) {
        return std::nullopt;
    }
    const auto wanted = static_cast<std::uint32_t>(ref.index);
    const std::int64_t start = series->startNs[wanted];
    if (!isIndexable(start)) {
        return std::nullopt;
    }
    for (std::size_t s = firstSegmentReaching(*track, start); s < track->segments.size(); ++s) {
        const TraceSegment& segment = *track->segments[s];
        if (segment.time.startNs > start) {
            break;
        }
        for (std::size_t r = 0; r < segment.rows.size(); ++r) {
            const TraceRow& row = segment.rows[r];
            for (std::size_t i = firstStartingAt(*series, row, start);
                 i < row.spans.size() && series->startNs[row.spans[i]] == start;
                 ++i)
            {
                if (row.spans[i] == wanted) {
                    return SpanPlace{s, r, i};
                }
            }
        }
    }
    return std::nullopt;
}

std::optional<SpanFacts> TraceModel::facts(SpanRef ref) const
{
    const TrackIndex* track = this->track(ref.track);
    const SpanSeries* series = m_run->spans(ref.track);
    if (!track || !series || ref.index < 0
        || static_cast<std::size_t>(ref.index) >= track->recordCount) {
        return std::nullopt;
    }
    const auto row = static_cast<std::uint32_t>(ref.index);
    if (!isIndexable(series->startNs[row])) {
        return std::nullopt;
    }
    SpanFacts facts;
    facts.ref = ref;
    facts.time = timeIn(*series, row);
    facts.name = series->names[row];
    facts.category = series->categories[row];
    facts.node = series->nodes[row];
    facts.place = find(ref);
    if (facts.place) {
        facts.selfNs = selfNs(ref.track, *facts.place);
        return facts;
    }
    for (const auto& segment : track->segments) {
        for (const HiddenSpan& hidden : segment->hidden) {
            if (hidden.index == row) {
                facts.selfNs = hidden.selfNs;
            }
        }
    }
    return facts;
}

std::int64_t TraceModel::selfNs(TrackId trackId, const SpanPlace& place) const
{
    const TraceRow& row = m_tracks[index(trackId)].segments[place.segment]->rows[place.row];
    const auto found = std::lower_bound(row.parents.begin(), row.parents.end(), place.position);
    if (found != row.parents.end() && *found == place.position) {
        return row.parentSelfNs[static_cast<std::size_t>(found - row.parents.begin())];
    }
    return timeOf(trackId, place).durationNs();
}

std::int64_t
TraceModel::selfNsWithin(TrackId trackId, const SpanPlace& place, TimeInterval range) const
{
    const TimeInterval time = timeOf(trackId, place);
    const TimeInterval part = intersect(time, range);
    if (part == time) {
        return selfNs(trackId, place);
    }
    if (part.isEmpty()) {
        return 0;
    }
    // What lies below it in any row was opened while it was open (trace_model.h), so it owns the
    // rest of the part.
    const SpanSeries& series = *m_run->spans(trackId);
    const TraceSegment& segment = *m_tracks[index(trackId)].segments[place.segment];
    std::vector<TimeInterval> below;
    for (std::size_t r = place.row + 1; r < segment.rows.size(); ++r) {
        const TraceRow& row = segment.rows[r];
        std::size_t i = firstStartingAt(series, row, part.startNs);
        i -= i > 0 ? 1 : 0;
        for (; i < row.spans.size() && series.startNs[row.spans[i]] < part.endNs; ++i) {
            const TimeInterval covered = intersect(timeIn(series, row.spans[i]), part);
            if (!covered.isEmpty()) {
                below.push_back(covered);
            }
        }
    }
    for (const HiddenSpan& hidden : segment.hidden) {
        const TimeInterval covered = intersect(timeIn(series, hidden.index), part);
        if (!covered.isEmpty()) {
            below.push_back(covered);
        }
    }
    std::sort(below.begin(), below.end(), [](const auto& a, const auto& b) {
        return a.startNs < b.startNs;
    });
    std::int64_t self = part.durationNs();
    std::int64_t reached = part.startNs;
    for (const TimeInterval& covered : below) {
        const std::int64_t from = std::max(reached, covered.startNs);
        if (covered.endNs > from) {
            self -= covered.endNs - from;
            reached = covered.endNs;
        }
    }
    return self;
}

std::optional<SpanPlace>
TraceModel::firstEndingAfter(TrackId trackId, std::size_t row, std::int64_t ns) const
{
    const TrackIndex* track = this->track(trackId);
    const SpanSeries* series = m_run->spans(trackId);
    if (!track || !series) {
        return std::nullopt;
    }
    for (std::size_t s = firstSegmentReaching(*track, ns); s < track->segments.size(); ++s) {
        const TraceSegment& segment = *track->segments[s];
        if (row >= segment.rows.size()) {
            continue;
        }
        const auto& spans = segment.rows[row].spans;
        const auto found = std::partition_point(spans.begin(), spans.end(), [&](std::uint32_t i) {
            const TimeInterval time = timeIn(*series, i);
            return time.endNs < ns || (time.endNs == ns && !time.isEmpty());
        });
        if (found != spans.end()) {
            return SpanPlace{s, row, static_cast<std::size_t>(found - spans.begin())};
        }
    }
    return std::nullopt;
}

std::optional<SpanPlace> TraceModel::placeAt(TrackId track, std::size_t row, std::int64_t ns) const
{
    const auto place = firstEndingAfter(track, row, ns);
    return place && timeOf(track, *place).startNs <= ns ? place : std::nullopt;
}

std::optional<SpanPlace> TraceModel::deepestAt(TrackId trackId, std::int64_t ns) const
{
    const TrackIndex* track = this->track(trackId);
    for (std::size_t row = track ? track->rowCount : 0; row-- > 0;) {
        if (auto place = placeAt(trackId, row, ns)) {
            return place;
        }
    }
    return std::nullopt;
}

std::optional<SpanPlace> TraceModel::next(TrackId trackId, const SpanPlace& place) const
{
    const TrackIndex& track = m_tracks[index(trackId)];
    if (place.position + 1 < track.segments[place.segment]->rows[place.row].spans.size()) {
        return SpanPlace{place.segment, place.row, place.position + 1};
    }
    for (std::size_t s = place.segment + 1; s < track.segments.size(); ++s) {
        if (place.row < track.segments[s]->rows.size()) {
            return SpanPlace{s, place.row, 0};
        }
    }
    return std::nullopt;
}

std::optional<SpanPlace> TraceModel::previous(TrackId trackId, const SpanPlace& place) const
{
    if (place.position > 0) {
        return SpanPlace{place.segment, place.row, place.position - 1};
    }
    const TrackIndex& track = m_tracks[index(trackId)];
    for (std::size_t s = place.segment; s-- > 0;) {
        if (place.row < track.segments[s]->rows.size()) {
            return SpanPlace{s, place.row, track.segments[s]->rows[place.row].spans.size() - 1};
        }
    }
    return std::nullopt;
}

std::optional<SpanPlace> TraceModel::parent(TrackId trackId, const SpanPlace& place) const
{
    const SpanSeries& series = *m_run->spans(trackId);
    const TraceSegment& segment = *m_tracks[index(trackId)].segments[place.segment];
    const TimeInterval time = timeOf(trackId, place);
    for (std::size_t r = place.row; r-- > 0;) {
        const TraceRow& row = segment.rows[r];
        const auto after =
            std::partition_point(row.spans.begin(), row.spans.end(), [&](std::uint32_t i) {
                return series.startNs[i] <= time.startNs;
            });
        if (after == row.spans.begin()) {
            continue;
        }
        const auto position = static_cast<std::size_t>(after - row.spans.begin() - 1);
        if (timeIn(series, row.spans[position]).endNs >= time.endNs) {
            return SpanPlace{place.segment, r, position};
        }
    }
    return std::nullopt;
}

std::optional<SpanPlace> TraceModel::firstChild(TrackId trackId, const SpanPlace& place) const
{
    const SpanSeries& series = *m_run->spans(trackId);
    const TraceSegment& segment = *m_tracks[index(trackId)].segments[place.segment];
    if (place.row + 1 >= segment.rows.size()) {
        return std::nullopt;
    }
    const TimeInterval time = timeOf(trackId, place);
    const TraceRow& row = segment.rows[place.row + 1];
    const std::size_t position = firstStartingAt(series, row, time.startNs);
    if (position < row.spans.size()
        && series.startNs[row.spans[position]] < std::max(time.endNs, time.startNs + 1))
    {
        return SpanPlace{place.segment, place.row + 1, position};
    }
    return std::nullopt;
}

std::vector<FlowLink> TraceModel::flowsOf(SpanRef ref, std::size_t limit) const
{
    std::vector<FlowLink> links;
    const auto place = find(ref);
    if (!place || index(ref.track) >= m_flowEnds->size()) {
        return links;
    }
    const TimeInterval time = timeOf(ref.track, *place);
    const auto& ends = (*m_flowEnds)[index(ref.track)];
    const auto first = std::partition_point(
        ends.begin(), ends.end(), [&](const FlowEnd& end) { return end.ns < time.startNs; });
    // A span that holds many flows of its children is not searched for ever.
    std::size_t looked = 0;
    for (auto end = first; end != ends.end() && end->ns <= time.endNs && links.size() < limit;
         ++end) {
        if (++looked > 4096) {
            break;
        }
        // An arrow that leaves at the very end of a span belongs to it, although another may start
        // there.
        const auto deepest = deepestAt(ref.track, end->ns);
        const bool isHere = deepest == place
                            || (end->ns == time.endNs && (!deepest || deepest->row <= place->row)
                                && end->isOutgoing);
        if (!isHere) {
            continue;
        }
        const FlowRecord& flow = m_run->flows()[end->flow];
        FlowLink link{end->flow,
                      end->isOutgoing,
                      end->isOutgoing ? flow.toNs : flow.fromNs,
                      end->isOutgoing ? flow.toTrack : flow.fromTrack,
                      std::nullopt};
        if (isIndexable(link.otherNs)) {
            if (const auto other = deepestAt(link.otherTrack, link.otherNs)) {
                link.other = spanAt(link.otherTrack, *other);
            }
        }
        links.push_back(link);
    }
    return links;
}

std::span<const TraceStep> TraceModel::steps(int rank) const
{
    for (const RankSteps& entry : m_steps) {
        if (entry.rank == rank) {
            return *entry.steps;
        }
    }
    return {};
}

const TraceStep* TraceModel::stepAt(int rank, std::int64_t ns) const
{
    const auto all = steps(rank);
    const auto after = std::partition_point(
        all.begin(), all.end(), [ns](const TraceStep& step) { return step.time.startNs <= ns; });
    return after == all.begin() ? nullptr : &*(after - 1);
}

const TraceStep* TraceModel::findStep(int rank, std::int64_t number) const
{
    const auto all = steps(rank);
    const auto found = std::find_if(
        all.rbegin(), all.rend(), [number](const TraceStep& step) { return step.step == number; });
    return found == all.rend() ? nullptr : &*found;
}

} // namespace runlens::profiler
