// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/open_runs.h"

#include "app/commands/output.h"
#include "app/commands/text.h"

#include <fmt/format.h>

namespace runlens::app {

namespace {

Result<std::unique_ptr<RunReader>> readRun(const FoundRun& found)
{
    auto reader = RunReader::open(found);
    if (!reader) {
        return reader;
    }
    while (true) {
        const auto progress = (*reader)->read();
        if (!progress) {
            return failure(progress);
        }
        if (!progress->more) {
            return reader;
        }
    }
}

} // namespace

Result<ReadSummary> forEachRun(const std::string& path,
                               const std::function<void(const RunReader&)>& with)
{
    const auto scan = scanForRuns(path);
    if (!scan) {
        return failure(scan);
    }
    for (const Diagnostic& diagnostic : scan->diagnostics.entries()) {
        if (diagnostic.severity != Severity::Note) {
            say(fmt::format("runlens: left out {}: {}", diagnostic.file, diagnostic.reason));
        }
    }
    if (scan->runs.empty()) {
        return failure("find a run in",
                       path,
                       scan->filesSeen == 0 ? "the folder is empty" : "none of its files is one",
                       whatCanBeRead());
    }
    ReadSummary summary;
    for (const FoundRun& found : scan->runs) {
        const auto reader = readRun(found);
        if (!reader) {
            ++summary.problems;
            complain(reader.error());
            continue;
        }
        ++summary.runsRead;
        with(**reader);
    }
    return summary;
}

void sayDamage(const RunReader& reader)
{
    const std::string text = damageSummary(reader.diagnostics());
    if (!text.empty()) {
        say("runlens: " + text);
    }
}

} // namespace runlens::app
