// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/event_export.h"

#include "app/commands/output.h"
#include "app/commands/safe_name.h"
#include "app/commands/text.h"
#include "summary_format/conversion/event_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace runlens::app {

namespace fs = std::filesystem;

namespace {

std::set<int> ranksWithScalars(const Run& run)
{
    std::set<int> ranks;
    for (const Tag& tag : run.tags()) {
        if (tag.kind == RecordKind::Scalar) {
            ranks.insert(tag.rank);
        }
    }
    return ranks;
}

/// The name of an event file begins with the second in which it was begun.
std::int64_t firstSecond(const Run& run, int rank)
{
    std::int64_t first = kNoTime;
    for (std::size_t id = 0; id < run.tags().size(); ++id) {
        const ScalarSeries* series = run.scalars(static_cast<TagId>(id));
        if (run.tags()[id].rank == rank && series != nullptr && series->size() > 0
            && series->wallNs[0] != kNoTime)
        {
            first = first == kNoTime ? series->wallNs[0] : std::min(first, series->wallNs[0]);
        }
    }
    return first == kNoTime ? 0 : std::max<std::int64_t>(first, 0) / 1'000'000'000;
}

} // namespace

Result<std::uint64_t> exportEvents(const Run& run, const std::string& folder, bool replaces)
{
    std::uint64_t points = 0;
    const std::set<int> ranks = ranksWithScalars(run);
    for (const int rank : ranks) {
        fs::path place = folder;
        for (const fs::path& part : fs::path(run.name())) {
            place /= safeFileName(part.string());
        }
        if (ranks.size() > 1) {
            place /= fmt::format("rank-{}", rank);
        }
        std::error_code error;
        fs::create_directories(place, error);
        if (error) {
            return failure("make the folder", place.string(), error.message());
        }
        const fs::path path =
            place / fmt::format("events.out.tfevents.{:010}.runlens", firstSecond(run, rank));
        if (!replaces && fs::exists(fs::symlink_status(path, error))) {
            return failure("write",
                           path.string(),
                           "there is one already",
                           "Choose another folder, or replace it with --force");
        }
        auto out = Output::toFile(path.string());
        if (!out) {
            return failure(out);
        }
        Output& file = **out;
        const WrittenEvents written =
            writeScalarEvents(run, rank, [&file](std::string_view records) {
                file.write(records);
                return !file.hasFailed();
            });
        if (const Status status = file.finish(); !status) {
            return failure(status);
        }
        if (written.withoutStep > 0) {
            say(fmt::format("runlens: {}: {} points without a step stand at step 0",
                            run.name(),
                            groupedCount(written.withoutStep)));
        }
        points += written.points;
    }
    return points;
}

} // namespace runlens::app
