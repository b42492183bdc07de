// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/timeline/span_search.h"

#include "profiler/column_cursor.h"

#include <QString>

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr std::size_t kStopInterval = 1 << 16;

/// Calls visit(track, row, name) for every indexed record of every track.
template <typename Visit>
void forEachSpan(const profiler::TraceModel& model, const std::stop_token& stop, Visit visit)
{
    for (const profiler::TrackIndex& track : model.tracks()) {
        const SpanSeries* series = model.run().spans(track.id);
        if (series == nullptr) {
            continue;
        }
        profiler::ColumnCursor<NameId> names(series->names);
        for (std::size_t i = 0; i < track.recordCount; ++i) {
            if (i % kStopInterval == 0 && stop.stop_requested()) {
                return;
            }
            visit(track.id, *series, i, names[i]);
        }
    }
}

} // namespace

std::optional<std::size_t> SpanHits::from(std::int64_t ns) const
{
    if (hits.empty()) {
        return std::nullopt;
    }
    const auto found = std::partition_point(
        hits.begin(), hits.end(), [ns](const SpanHit& hit) { return hit.startNs < ns; });
    return found == hits.end() ? 0 : static_cast<std::size_t>(found - hits.begin());
}

std::optional<std::size_t> SpanHits::indexOf(SpanRef span) const
{
    const auto found = std::find_if(
        hits.begin(), hits.end(), [span](const SpanHit& hit) { return hit.span == span; });
    return found == hits.end() ? std::nullopt
                               : std::optional(static_cast<std::size_t>(found - hits.begin()));
}

std::vector<SpanName> namesOf(const profiler::TraceModel& model, const std::stop_token& stop)
{
    std::vector<SpanName> names;
    std::vector<std::int32_t> known;
    forEachSpan(model, stop, [&](TrackId track, const SpanSeries&, std::size_t i, NameId name) {
        const std::size_t id = isValid(name) ? index(name) : 0;
        if (id >= known.size()) {
            known.resize(id + 1, -1);
        }
        if (known[id] < 0) {
            known[id] = static_cast<std::int32_t>(names.size());
            names.push_back({name, {track, static_cast<std::int64_t>(i)}, 0});
        }
        ++names[static_cast<std::size_t>(known[id])].count;
    });
    return names;
}

SpanHits
searchSpans(const profiler::TraceModel& model, const std::string& text, const std::stop_token& stop)
{
    SpanHits result;
    result.text = text;
    if (text.empty()) {
        return result;
    }
    const QString wanted = QString::fromStdString(text);
    std::vector<bool> isKnown;
    forEachSpan(
        model, stop, [&](TrackId track, const SpanSeries& series, std::size_t i, NameId name) {
            const std::size_t id = isValid(name) ? index(name) : 0;
            if (id >= isKnown.size()) {
                isKnown.resize(id + 1, false);
                result.names.resize(id + 1, false);
            }
            if (!isKnown[id]) {
                isKnown[id] = true;
                const std::string_view bytes = model.run().text(name);
                result.names[id] =
                    QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()))
                        .contains(wanted, Qt::CaseInsensitive);
            }
            if (result.names[id] && profiler::isIndexable(series.startNs[i])) {
                result.hits.push_back({series.startNs[i], {track, static_cast<std::int64_t>(i)}});
            }
        });
    std::sort(result.hits.begin(), result.hits.end(), [](const SpanHit& a, const SpanHit& b) {
        return a.startNs != b.startNs ? a.startNs < b.startNs : a.span.track < b.span.track;
    });
    return result;
}

} // namespace runlens::viewers
