// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/scalars_csv.h"

#include "app/commands/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace runlens::app {

namespace {

bool hasScalarsOfSeveralRanks(const Run& run)
{
    int rank = -1;
    for (const Tag& tag : run.tags()) {
        if (tag.kind == RecordKind::Scalar && rank >= 0 && tag.rank != rank) {
            return true;
        }
        rank = tag.kind == RecordKind::Scalar ? tag.rank : rank;
    }
    return false;
}

/// step, wall_time, value and the end of the line.
void appendRow(std::string& lines, const ScalarSeries& series, std::size_t row)
{
    const std::int64_t step = series.steps[row];
    if (step != kNoStep) {
        lines += std::to_string(step);
    }
    lines += ',';
    lines += secondsText(series.wallNs[row]);
    lines += ',';
    lines += shortestText(series.bits(row), series.numberType);
    lines += '\n';
}

} // namespace

std::uint64_t writeScalarsCsv(const Run& run, const std::function<bool(std::string_view)>& write)
{
    constexpr std::size_t kLines = std::size_t{1} << 16;
    const bool withRank = hasScalarsOfSeveralRanks(run);
    std::uint64_t points = 0;
    std::string lines;
    for (std::size_t id = 0; id < run.tags().size(); ++id) {
        const Tag& tag = run.tags()[id];
        const ScalarSeries* series = run.scalars(static_cast<TagId>(id));
        if (series == nullptr) {
            continue;
        }
        const std::string name =
            withRank ? fmt::format("{}/rank-{}", run.name(), tag.rank) : run.name();
        const std::string prefix = csvField(name) + ',' + csvField(run.text(tag.name)) + ',';
        for (std::size_t row = 0; row < series->size(); ++row) {
            lines += prefix;
            appendRow(lines, *series, row);
            if (lines.size() < kLines) {
                continue;
            }
            if (!write(lines)) {
                return points;
            }
            lines.clear();
        }
        points += series->size();
    }
    write(lines);
    return points;
}

} // namespace runlens::app
