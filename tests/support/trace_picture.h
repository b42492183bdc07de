// SPDX-License-Identifier: Apache-2.0
/// Runs drawn as text, so that the input of a test can be read in one look:
///
///     trace("main: |---A---|  |B|\n"
///           "        |C|          \n"
///           "io:      |-D-|")
///
/// A line with a name begins a track; lines without one belong to the track above. A span reaches
/// from one bar to the next; one column is one nanosecond, and the leftmost bar of the picture is
/// time zero. Spans arrive as a recorder writes them: at their ends, children (lower lines) before
/// parents. A track named "steps" is a step track whose names are step numbers; a name that begins
/// with wait, forward, backward or optimizer has that category.
#pragma once

#include "profiler/trace_builder.h"
#include "summary_format/run_builder.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace runlens::test {

struct PictureSpan {
    std::string name;
    std::int64_t startNs = 0;
    std::int64_t durationNs = 0;
    int depth = 0;
    NodeRef node;
};

struct PictureTrack {
    std::string name;
    std::vector<PictureSpan> spans;
    int rank = 0;
};

[[nodiscard]] inline SpanCategory categoryOf(std::string_view name)
{
    const auto begins = [name](std::string_view prefix) {
        return name.substr(0, prefix.size()) == prefix;
    };
    return begins("wait")        ? SpanCategory::DataWait
           : begins("forward")   ? SpanCategory::Forward
           : begins("backward")  ? SpanCategory::Backward
           : begins("optimizer") ? SpanCategory::Optimizer
                                 : SpanCategory::Other;
}

/// Adds spans in the given order of arrival.
inline TrackId addSpans(RunBuilder& builder, const PictureTrack& track)
{
    const bool isSteps = track.name == "steps";
    TrackRecord record;
    record.rank = track.rank;
    record.name = track.name;
    record.kind = isSteps ? TrackKind::Step : TrackKind::Thread;
    const TrackId id = builder.track(record);
    for (const PictureSpan& span : track.spans) {
        const NameId name = builder.name(span.name);
        const SpanCategory category = isSteps ? SpanCategory::Step : categoryOf(span.name);
        const auto depth = static_cast<std::uint16_t>(span.depth);
        const bool isNumber = isSteps && !span.name.empty()
                              && std::all_of(span.name.begin(),
                                             span.name.end(),
                                             [](unsigned char c) { return std::isdigit(c) != 0; });
        const std::int64_t step = isNumber ? std::stoll(span.name) : kNoStep;
        SpanBatch batch;
        batch.session = SessionId{0};
        batch.startNs = std::span(&span.startNs, 1);
        batch.durationNs = std::span(&span.durationNs, 1);
        batch.names = std::span(&name, 1);
        batch.categories = std::span(&category, 1);
        batch.depths = std::span(&depth, 1);
        batch.nodes = std::span(&span.node, 1);
        batch.steps = std::span(&step, 1);
        builder.spans(id, batch);
    }
    return id;
}

/// Reads the picture. Spans of a track are in order of arrival.
[[nodiscard]] inline std::vector<PictureTrack> readPicture(std::string_view picture)
{
    struct Line {
        std::string text; ///< the name blanked out
        std::size_t track = 0;
        int depth = 0;
    };

    std::vector<PictureTrack> tracks;
    std::vector<Line> lines;
    std::size_t origin = std::string::npos;
    while (!picture.empty()) {
        const std::size_t end = std::min(picture.find('\n'), picture.size());
        std::string text(picture.substr(0, end));
        picture.remove_prefix(std::min(end + 1, picture.size()));
        const std::size_t colon = text.find(':');
        const bool isNew = colon != std::string::npos && text.find('|') > colon;
        if (isNew) {
            tracks.push_back(
                {text.substr(text.find_first_not_of(' '), colon - text.find_first_not_of(' ')),
                 {},
                 0});
            std::fill_n(text.begin(), colon + 1, ' ');
        }
        if (tracks.empty()) {
            continue;
        }
        origin = std::min(origin, text.find('|'));
        lines.push_back(
            {text, tracks.size() - 1, isNew || lines.empty() ? 0 : lines.back().depth + 1});
    }
    for (const Line& line : lines) {
        std::size_t open = line.text.find('|');
        while (open != std::string::npos) {
            const std::size_t close = line.text.find('|', open + 1);
            if (close == std::string::npos) {
                break;
            }
            std::string name = line.text.substr(open + 1, close - open - 1);
            const bool isSpan = name.find_first_not_of(' ') != std::string::npos;
            name.erase(std::remove_if(
                           name.begin(), name.end(), [](char c) { return c == '-' || c == ' '; }),
                       name.end());
            if (isSpan) {
                tracks[line.track].spans.push_back({name,
                                                    static_cast<std::int64_t>(open - origin),
                                                    static_cast<std::int64_t>(close - open),
                                                    line.depth,
                                                    {}});
            }
            open = close;
        }
    }
    for (PictureTrack& track : tracks) {
        std::stable_sort(
            track.spans.begin(), track.spans.end(), [](const PictureSpan& a, const PictureSpan& b) {
                const std::int64_t endA = a.startNs + a.durationNs;
                const std::int64_t endB = b.startNs + b.durationNs;
                if (endA != endB) {
                    return endA < endB;
                }
                return a.startNs != b.startNs ? a.startNs > b.startNs : a.depth > b.depth;
            });
    }
    return tracks;
}

/// The run of the picture.
[[nodiscard]] inline std::shared_ptr<const Run> runOf(const std::vector<PictureTrack>& tracks)
{
    RunBuilder builder({"picture", "picture", "runlens"});
    builder.session({});
    for (const PictureTrack& track : tracks) {
        addSpans(builder, track);
    }
    return builder.snapshot();
}

[[nodiscard]] inline std::shared_ptr<const profiler::TraceModel>
modelOf(const std::vector<PictureTrack>& tracks)
{
    return profiler::buildTrace(runOf(tracks));
}

[[nodiscard]] inline std::shared_ptr<const profiler::TraceModel> trace(std::string_view picture)
{
    return modelOf(readPicture(picture));
}

/// What the model made of a run, a line per track and row: "main 0: A[0,8) self 4, B[11,13)"; the
/// self time is told where it differs from the duration. Spans in no row come last: "main hidden:
/// ...".
[[nodiscard]] inline std::string describe(const profiler::TraceModel& model)
{
    std::string text;
    const auto add =
        [&](TrackId track, const std::string& label, const std::vector<SpanRef>& spans) {
            if (spans.empty()) {
                return;
            }
            text += std::string(model.run().text(model.run().tracks()[index(track)].name)) + ' '
                    + label + ':';
            for (std::size_t i = 0; i < spans.size(); ++i) {
                const auto facts = model.facts(spans[i]);
                if (!facts) {
                    text += " ?";
                    continue;
                }
                text += (i == 0 ? " " : ", ") + std::string(model.run().text(facts->name)) + '['
                        + std::to_string(facts->time.startNs) + ','
                        + std::to_string(facts->time.endNs) + ')';
                if (facts->selfNs != facts->time.durationNs()) {
                    text += " self " + std::to_string(facts->selfNs);
                }
            }
            text += '\n';
        };
    for (const profiler::TrackIndex& track : model.tracks()) {
        std::vector<SpanRef> hidden;
        for (std::size_t row = 0; row < track.rowCount; ++row) {
            std::vector<SpanRef> spans;
            for (const auto& segment : track.segments) {
                if (row < segment->rows.size()) {
                    for (const std::uint32_t i : segment->rows[row].spans) {
                        spans.push_back({track.id, i});
                    }
                }
            }
            add(track.id, std::to_string(row), spans);
        }
        for (const auto& segment : track.segments) {
            for (const profiler::HiddenSpan& span : segment->hidden) {
                hidden.push_back({track.id, span.index});
            }
        }
        add(track.id, "hidden", hidden);
    }
    return text;
}

/// The time that the spans of a track cover, counted the slow way.
[[nodiscard]] inline std::int64_t coveredNs(const std::vector<PictureSpan>& spans)
{
    std::map<std::int64_t, int> changes;
    for (const PictureSpan& span : spans) {
        const std::int64_t end = profiler::spanEndNs(span.startNs, span.durationNs);
        ++changes[span.startNs];
        --changes[end];
    }
    std::int64_t covered = 0;
    int open = 0;
    std::int64_t since = 0;
    for (const auto& [ns, change] : changes) {
        if (open > 0) {
            covered = profiler::addSaturated(covered, ns - since);
        }
        open += change;
        since = ns;
    }
    return covered;
}

} // namespace runlens::test
