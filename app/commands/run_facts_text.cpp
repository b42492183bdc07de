// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/run_facts.h"
#include "app/commands/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace runlens::app {

namespace {

constexpr std::size_t kColumns = 6;
constexpr std::size_t kNameWidth = 60; ///< one endless name must not push every row off the screen
using Row = std::array<std::string, kColumns>;

std::string plural(std::uint64_t count, std::string_view one, std::string_view many)
{
    return fmt::format("{} {}", groupedCount(count), count == 1 ? one : many);
}

/// "3 spans", "3 records of kind tensor_stats": most names of kinds have a plural, not all.
std::string countOfKind(std::uint64_t count, std::string_view kind)
{
    constexpr std::array<std::string_view, 19> kPlain{"scalar",
                                                      "histogram",
                                                      "image",
                                                      "text",
                                                      "tensor",
                                                      "graph",
                                                      "span",
                                                      "flow",
                                                      "counter",
                                                      "finding",
                                                      "ir_dump",
                                                      "pr_curve",
                                                      "embedding",
                                                      "layout",
                                                      "landscape",
                                                      "explanation",
                                                      "source_file",
                                                      "queue_sample",
                                                      "session_log"};
    const std::string name = terminalText(kind);
    if (std::find(kPlain.begin(), kPlain.end(), kind) == kPlain.end()) {
        return plural(count, "record", "records") + " of kind " + name;
    }
    return plural(count, name, name + 's');
}

std::string stepsText(const TagFacts& tag)
{
    if (tag.firstStep == kNoStep && tag.lastStep == kNoStep) {
        return {};
    }
    if (tag.firstStep == tag.lastStep) {
        return std::to_string(tag.firstStep);
    }
    const auto text = [](std::int64_t step) {
        return step == kNoStep ? "?" : std::to_string(step);
    };
    return fmt::format("{} to {}", text(tag.firstStep), text(tag.lastStep));
}

std::vector<Row> tagRows(const RunFacts& facts)
{
    std::vector<Row> rows{{"tag", "kind", "records", "steps", "first", "last"}};
    for (const TagFacts& tag : facts.tags) {
        const std::string rank = facts.ranks.size() > 1 ? fmt::format(" (rank {})", tag.rank) : "";
        rows.push_back({elidedInTheMiddle(terminalText(tag.name), kNameWidth) + rank,
                        recordKindName(tag.kind),
                        groupedCount(tag.count),
                        stepsText(tag),
                        tag.firstBits ? shortestText(*tag.firstBits, tag.numberType) : "",
                        tag.lastBits ? shortestText(*tag.lastBits, tag.numberType) : ""});
    }
    return rows;
}

/// Columns as wide as their widest cell; numbers to the right.
std::string table(const std::vector<Row>& rows)
{
    std::array<std::size_t, kColumns> widths{};
    for (const Row& row : rows) {
        for (std::size_t i = 0; i < kColumns; ++i) {
            widths[i] = std::max(widths[i], displayWidth(row[i]));
        }
    }
    std::string text;
    for (const Row& row : rows) {
        std::string line = "  ";
        for (std::size_t i = 0; i < kColumns; ++i) {
            const std::string padding(widths[i] - displayWidth(row[i]), ' ');
            const bool isText = i < 2;
            line += isText ? row[i] + padding : padding + row[i];
            line += "  ";
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

std::string fact(std::string_view key, const std::string& value)
{
    return fmt::format("  {:<8}  {}\n", key, value);
}

std::string endedText(const RunFacts& facts)
{
    const std::string name = endReasonName(facts.ended);
    return facts.endText.empty() ? name : fmt::format("{} ({})", name, terminalText(facts.endText));
}

std::string timeText(const RunFacts& facts)
{
    if (facts.firstNs == kNoTime) {
        return "unknown";
    }
    // Hostile times may lie further apart than an int64 of nanoseconds holds.
    std::int64_t spanNs = 0;
    const bool isHeld = !__builtin_sub_overflow(facts.lastNs, facts.firstNs, &spanNs);
    return fmt::format("{} to {}{}",
                       localTimeText(facts.firstNs),
                       localTimeText(facts.lastNs),
                       isHeld ? fmt::format(" ({})", durationText(spanNs)) : "");
}

std::string placeText(const Diagnostic& diagnostic)
{
    const std::string file = terminalText(diagnostic.file);
    return diagnostic.offset < 0 ? file : fmt::format("{}, byte {}", file, diagnostic.offset);
}

std::string diagnosticsText(const RunFacts& facts, Severity severity, std::string_view title)
{
    std::string text;
    for (const Diagnostic& diagnostic : facts.diagnostics) {
        if (diagnostic.severity == severity) {
            text +=
                fmt::format("  {}: {}\n", placeText(diagnostic), terminalText(diagnostic.reason));
        }
    }
    return text.empty() ? text : fmt::format("\n{}\n{}", title, text);
}

/// What each file holds, by kind.
std::string filesText(const RunFacts& facts)
{
    std::string text;
    for (const FileFacts& file : facts.files) {
        text += fmt::format("  {}: {}, {} bytes",
                            terminalText(file.path),
                            plural(file.records, "record", "records"),
                            groupedCount(file.bytes));
        std::string_view comma = "; ";
        for (const auto& [kind, count] : file.byKind) {
            text += fmt::format("{}{} {}", comma, groupedCount(count), kind);
            comma = ", ";
        }
        if (file.badRecords > 0) {
            text += fmt::format("; {} damaged", groupedCount(file.badRecords));
        }
        if (file.tailBytes > 0) {
            text += fmt::format("; {} bytes at the end are not a whole record",
                                groupedCount(file.tailBytes));
        }
        text += '\n';
    }
    return text.empty() ? text : "\nfiles\n" + text;
}

std::string dropsText(const RunFacts& facts)
{
    std::string text;
    for (const Drop& drop : facts.drops) {
        text += fmt::format(
            "  {}: {}\n", countOfKind(drop.count, drop.kind), terminalText(drop.reason));
    }
    return text.empty() ? text : "\nnot recorded\n" + text;
}

} // namespace

std::string factsAsText(const RunFacts& facts)
{
    std::string text = terminalText(facts.name) + '\n';
    text += fact("path", terminalText(facts.path));
    text += fact("format", terminalText(facts.format));
    text += fact("ended", endedText(facts));
    text += fact("time", timeText(facts));
    text += fact("ranks",
                 fmt::format("{}, {}",
                             plural(facts.ranks.size(), "rank", "ranks"),
                             plural(facts.sessionCount, "session", "sessions")));
    text += fact("holds",
                 fmt::format("{}, {} on {}, {}",
                             plural(facts.tags.size(), "tag", "tags"),
                             plural(facts.spanCount, "span", "spans"),
                             plural(facts.trackCount, "track", "tracks"),
                             plural(facts.passCount, "IR pass", "IR passes")));
    if (!facts.tags.empty()) {
        text += '\n' + table(tagRows(facts));
    }
    text += filesText(facts);
    text += diagnosticsText(facts, Severity::Damage, "damage");
    text += diagnosticsText(facts, Severity::Warning, "warnings");
    text += diagnosticsText(facts, Severity::Note, "notes");
    if (facts.diagnosticCount > facts.diagnostics.size()) {
        text += fmt::format("  and {} more\n",
                            groupedCount(facts.diagnosticCount - facts.diagnostics.size()));
    }
    text += dropsText(facts);
    return text;
}

} // namespace runlens::app
