// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/scalars_json.h"

#include "app/commands/text.h"

#include <fmt/format.h>

namespace runlens::app {

namespace {

constexpr std::size_t kWriteBytes = std::size_t{1} << 16U;

std::string pointAsJson(const ScalarSeries& series, std::size_t row)
{
    const std::int64_t step = series.steps[row];
    const std::string seconds = secondsText(series.wallNs[row]);
    return fmt::format("[{},{},{}]",
                       step == kNoStep ? "null" : std::to_string(step),
                       seconds.empty() ? "null" : seconds,
                       jsonNumber(series.bits(row), series.numberType));
}

} // namespace

std::uint64_t
writeScalarsJson(const Run& run, bool& isFirst, const std::function<bool(std::string_view)>& write)
{
    std::uint64_t points = 0;
    std::string text;
    for (std::size_t id = 0; id < run.tags().size(); ++id) {
        const Tag& tag = run.tags()[id];
        const ScalarSeries* series = run.scalars(static_cast<TagId>(id));
        if (series == nullptr) {
            continue;
        }
        text += fmt::format(
            R"({}  {{"run": {}, "rank": {}, "tag": {}, "number_type": "{}", "points": [)",
            isFirst ? "" : ",\n",
            jsonString(run.name()),
            tag.rank,
            jsonString(run.text(tag.name)),
            numberTypeName(series->numberType));
        isFirst = false;
        for (std::size_t row = 0; row < series->size(); ++row) {
            text += row > 0 ? "," : "";
            text += pointAsJson(*series, row);
            if (text.size() >= kWriteBytes) {
                if (!write(text)) {
                    return points;
                }
                text.clear();
            }
        }
        text += "]}";
        points += series->size();
    }
    write(text);
    return points;
}

} // namespace runlens::app
