// SPDX-License-Identifier: Apache-2.0
#include "profiler/trace_builder.h"

#include "profiler/column_cursor.h"
#include "profiler/counter_index.h"
#include "profiler/span_nesting.h"

#include <algorithm>
#include <numeric>

namespace runlens::profiler {

/// Puts a TraceModel together, part by part.
class TraceAssembler {
public:
    TraceAssembler(std::shared_ptr<const Run> run,
                   std::shared_ptr<const TraceModel> previous,
                   std::stop_token stop,
                   const TraceOptions& options)
        : m_model(std::make_shared<TraceModel>())
        , m_previous(std::move(previous))
        , m_stop(std::move(stop))
        , m_options(options)
    {
        m_model->m_run = std::move(run);
        if (m_previous && !isEarlierSnapshot()) {
            m_previous = nullptr;
        }
    }

    [[nodiscard]] std::shared_ptr<const TraceModel> build()
    {
        const Run& run = *m_model->m_run;
        m_model->m_tracks.resize(run.tracks().size());
        for (std::size_t i = 0; i < run.tracks().size(); ++i) {
            const TrackId id{static_cast<std::int32_t>(i)};
            TrackIndex& track = m_model->m_tracks[i];
            track = m_previous && m_previous->track(id) ? *m_previous->track(id) : TrackIndex{};
            track.id = id;
            addSpans(track);
            track.counter = indexCounter(run.counters(id), track.counter);
            if (m_stop.stop_requested()) {
                return nullptr;
            }
            track.time = timeOf(track);
            cover(track.time, m_model->m_time);
            m_model->m_spanCount += track.spanCount;
        }
        collectRanks();
        collectSteps();
        collectFlows();
        return m_model;
    }

private:
    [[nodiscard]] bool isEarlierSnapshot() const
    {
        const Run& before = m_previous->run();
        const Run& now = *m_model->m_run;
        if (before.path() != now.path() || before.tracks().size() > now.tracks().size()
            || before.flows().size() > now.flows().size())
        {
            return false;
        }
        for (const TrackIndex& track : m_previous->tracks()) {
            const SpanSeries* spans = now.spans(track.id);
            const CounterSeries* counters = now.counters(track.id);
            if (track.recordCount > (spans ? spans->size() : 0)
                || (track.counter
                    && track.counter->sampleCount > (counters ? counters->size() : 0)))
            {
                return false;
            }
        }
        return true;
    }

    static void cover(TimeInterval part, TimeInterval& whole)
    {
        if (part == TimeInterval{}) {
            return;
        }
        whole = whole == TimeInterval{} ? part
                                        : TimeInterval{std::min(whole.startNs, part.startNs),
                                                       std::max(whole.endNs, part.endNs)};
    }

    static TimeInterval timeOf(const TrackIndex& track)
    {
        TimeInterval time;
        if (!track.segments.empty()) {
            time = {track.segments.front()->time.startNs, track.segments.back()->time.endNs};
        }
        if (track.counter) {
            cover(track.counter->time, time);
        }
        return time;
    }

    /// Indexes what came after track.recordCount.
    void addSpans(TrackIndex& track)
    {
        const SpanSeries* series = m_model->m_run->spans(track.id);
        const std::size_t count =
            series
                ? std::min<std::size_t>(series->size(), std::numeric_limits<std::uint32_t>::max())
                : 0;
        if (count <= track.recordCount) {
            return;
        }
        std::vector<std::uint32_t> indices;
        indices.reserve(count - track.recordCount);
        std::int64_t firstNs = kLatestNs;
        ColumnCursor<std::int64_t> starts(series->startNs);
        ColumnCursor<std::int64_t> durations(series->durationNs);
        for (std::size_t i = track.recordCount; i < count; ++i) {
            const std::int64_t start = starts[i];
            const std::int64_t duration = durations[i];
            if (!isIndexable(start)) {
                ++track.issues.withoutTime;
                continue;
            }
            track.issues.negativeDurations += duration < 0 ? 1 : 0;
            track.issues.cutEnds += duration > kLatestNs - start ? 1 : 0;
            firstNs = std::min(firstNs, start);
            indices.push_back(static_cast<std::uint32_t>(i));
        }
        track.recordCount = count;
        if (!indices.empty()) {
            reopen(track, firstNs, indices);
            append(track, *series, indices);
        }
    }

    /// Takes back the segments that new spans may reach into.
    void reopen(TrackIndex& track, std::int64_t firstNs, std::vector<std::uint32_t>& indices) const
    {
        const std::size_t added = indices.size();
        // A small last segment is always taken back, so that live updates do not leave thousands of
        // tiny ones.
        while (!track.segments.empty()
               && (track.segments.back()->time.endNs >= firstNs
                   || track.segments.back()->spanCount < m_options.segmentSpans))
        {
            const TraceSegment& segment = *track.segments.back();
            for (const TraceRow& row : segment.rows) {
                indices.insert(indices.end(), row.spans.begin(), row.spans.end());
            }
            for (const HiddenSpan& hidden : segment.hidden) {
                indices.push_back(hidden.index);
            }
            track.spanCount -= segment.spanCount;
            track.issues.tooDeep -= segment.hidden.size();
            const bool isSmall = segment.time.endNs < firstNs;
            track.segments.pop_back();
            if (isSmall) {
                break;
            }
        }
        if (indices.size() > added) {
            std::sort(indices.begin(), indices.end());
        }
    }

    void append(TrackIndex& track, const SpanSeries& series, std::span<const std::uint32_t> indices)
    {
        Segments segments = nestSpans(series, indices, m_options.segmentSpans, m_stop);
        for (auto& segment : segments) {
            if (m_stop.stop_requested()) {
                return;
            }
            for (TraceRow& row : segment->rows) {
                buildPyramid(series, row);
            }
            track.spanCount += segment->spanCount;
            track.issues.tooDeep += segment->hidden.size();
            track.segments.push_back(std::move(segment));
        }
        track.rowCount = 0;
        for (const auto& segment : track.segments) {
            track.rowCount = std::max(track.rowCount, segment->rows.size());
        }
    }

    void collectRanks()
    {
        for (const Track& track : m_model->m_run->tracks()) {
            m_model->m_ranks.push_back(track.rank);
        }
        auto& ranks = m_model->m_ranks;
        std::sort(ranks.begin(), ranks.end());
        ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    }

    [[nodiscard]] bool sameSteps(int rank) const
    {
        if (!m_previous) {
            return false;
        }
        for (const TrackIndex& track : m_model->m_tracks) {
            const Track& facts = m_model->m_run->tracks()[index(track.id)];
            if (facts.rank == rank && facts.kind == TrackKind::Step) {
                const TrackIndex* before = m_previous->track(track.id);
                if (!before || before->recordCount != track.recordCount) {
                    return false;
                }
            }
        }
        return true;
    }

    void addSteps(const TrackIndex& track, std::vector<TraceStep>& steps) const
    {
        const SpanSeries* series = m_model->m_run->spans(track.id);
        if (!series || series->steps.size() < track.recordCount) {
            return; // a source without step numbers
        }
        SpanTimes times(*series);
        ColumnCursor<std::int64_t> numbers(series->steps);
        const auto add = [&](const TraceRow& row) {
            for (const std::uint32_t i : row.spans) {
                if (numbers[i] != kNoStep) {
                    steps.push_back(
                        {numbers[i], {times.startNs(i), times.endNs(i)}, {track.id, i}});
                }
            }
        };
        for (const auto& segment : track.segments) {
            std::for_each(segment->rows.begin(), segment->rows.end(), add);
        }
    }

    void collectSteps()
    {
        for (const int rank : m_model->m_ranks) {
            if (sameSteps(rank)) {
                const auto& before = m_previous->m_steps;
                const auto same =
                    std::find_if(before.begin(), before.end(), [rank](const auto& steps) {
                        return steps.rank == rank;
                    });
                if (same != before.end()) {
                    m_model->m_steps.push_back(*same);
                    continue;
                }
            }
            std::vector<TraceStep> steps;
            for (const TrackIndex& track : m_model->m_tracks) {
                const Track& facts = m_model->m_run->tracks()[index(track.id)];
                if (facts.rank == rank && facts.kind == TrackKind::Step) {
                    addSteps(track, steps);
                }
            }
            const auto isEarlier = [](const TraceStep& a, const TraceStep& b) {
                return a.time.startNs < b.time.startNs;
            };
            if (!std::is_sorted(steps.begin(), steps.end(), isEarlier)) {
                std::stable_sort(steps.begin(), steps.end(), isEarlier);
            }
            m_model->m_steps.push_back(
                {rank, std::make_shared<const std::vector<TraceStep>>(std::move(steps))});
        }
    }

    void collectFlows()
    {
        const auto& flows = m_model->m_run->flows();
        const std::size_t trackCount = m_model->m_tracks.size();
        m_model->m_flowCount =
            std::min<std::size_t>(flows.size(), std::numeric_limits<std::uint32_t>::max());
        std::size_t first = 0;
        if (m_previous && m_previous->m_flowEnds->size() == trackCount) {
            m_model->m_flowEnds = m_previous->m_flowEnds;
            first = m_previous->m_flowCount;
            if (first == m_model->m_flowCount) {
                return;
            }
        }
        auto ends = m_model->m_flowEnds
                        ? std::make_shared<TraceModel::FlowEnds>(*m_model->m_flowEnds)
                        : std::make_shared<TraceModel::FlowEnds>(trackCount);
        const auto add = [&](TrackId track, std::int64_t ns, std::size_t flow, bool isOutgoing) {
            if (isValid(track) && index(track) < trackCount && isIndexable(ns)) {
                (*ends)[index(track)].push_back({ns, static_cast<std::uint32_t>(flow), isOutgoing});
            }
        };
        for (std::size_t i = first; i < m_model->m_flowCount; ++i) {
            const FlowRecord& flow = flows[i];
            add(flow.fromTrack, flow.fromNs, i, true);
            add(flow.toTrack, flow.toNs, i, false);
        }
        const auto isEarlier = [](const auto& a, const auto& b) { return a.ns < b.ns; };
        for (auto& list : *ends) {
            if (!std::is_sorted(list.begin(), list.end(), isEarlier)) {
                std::stable_sort(list.begin(), list.end(), isEarlier);
            }
        }
        m_model->m_flowEnds = std::move(ends);
    }

    std::shared_ptr<TraceModel> m_model;
    std::shared_ptr<const TraceModel> m_previous;
    std::stop_token m_stop;
    TraceOptions m_options;
};

std::shared_ptr<const TraceModel> buildTrace(std::shared_ptr<const Run> run,
                                             std::shared_ptr<const TraceModel> previous,
                                             std::stop_token stop,
                                             const TraceOptions& options)
{
    return TraceAssembler(std::move(run), std::move(previous), std::move(stop), options).build();
}

} // namespace runlens::profiler
