// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/commands/open_runs.h"
#include "app/commands/output.h"
#include "app/commands/scalars_csv.h"
#include "app/commands/text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace runlens::app {

namespace {

struct ExportOptions {
    std::string path;
    std::string scalars;
};

int runExport(const ExportOptions& options)
{
    if (options.scalars.ends_with(".rlens")) {
        return complain(Error{"write",
                              options.scalars,
                              "it is named like a run file",
                              "Choose a name ending in .csv"});
    }
    auto out = Output::toFile(options.scalars);
    if (!out) {
        return complain(out.error());
    }
    Output& csv = **out;
    csv.write(kScalarsCsvHeader);
    std::uint64_t points = 0;
    const auto read = forEachRun(options.path, [&](const RunReader& reader) {
        points += writeScalarsCsv(*reader.run(), [&csv](std::string_view lines) {
            csv.write(lines);
            return !csv.hasFailed();
        });
    });
    if (!read) {
        return complain(read.error());
    }
    if (const Status written = csv.finish(); !written) {
        return complain(written.error());
    }
    if (options.scalars != "-") {
        say(fmt::format("{} points of {} {} in {}",
                        groupedCount(points),
                        read->runsRead,
                        read->runsRead == 1 ? "run" : "runs",
                        options.scalars));
    }
    return read->problems == 0 ? 0 : 1;
}

} // namespace

Command addExportCommand(CLI::App& app, const CommandContext&)
{
    auto options = std::make_shared<ExportOptions>();
    CLI::App* parser =
        app.add_subcommand("export", "Write the records of runs to files of common formats");
    parser->add_option("PATH", options->path, "A run, or a folder of runs")->required();
    parser
        ->add_option("--scalars",
                     options->scalars,
                     "CSV file for the scalars (run, tag, step, wall_time, value); -: stdout")
        ->required();
    return {parser, [options] { return runExport(*options); }};
}

} // namespace runlens::app
