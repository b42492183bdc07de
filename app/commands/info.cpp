// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/commands.h"
#include "app/commands/open_runs.h"
#include "app/commands/output.h"
#include "app/commands/run_facts.h"

#include <CLI/CLI.hpp>

namespace runlens::app {

namespace {

struct InfoOptions {
    std::string path;
    bool asJson = false;
};

int runInfo(const InfoOptions& options)
{
    Output out;
    std::size_t printed = 0;
    const auto print = [&](const RunReader& reader) {
        const RunFacts facts =
            factsOf(*reader.run(), reader.diagnostics(), reader.diagnosticCount(), reader.files());
        if (options.asJson) {
            out.write(printed == 0 ? "[\n  " : ",\n  ");
            out.write(factsAsJson(facts));
        } else {
            out.write(printed == 0 ? "" : "\n");
            out.write(factsAsText(facts));
        }
        ++printed;
    };
    const auto read = forEachRun(options.path, print);
    if (options.asJson) {
        out.write(printed == 0 ? "[]\n" : "\n]\n");
    }
    const Status written = out.finish();
    if (!read) {
        return complain(read.error());
    }
    if (!written) {
        return complain(written.error());
    }
    return read->problems == 0 ? 0 : 1;
}

} // namespace

CLI::Validator notEmpty()
{
    return {[](const std::string& text) {
                return text.empty() ? std::string("its value must not be empty") : std::string();
            },
            ""};
}

Command addInfoCommand(CLI::App& app, const CommandContext&)
{
    auto options = std::make_shared<InfoOptions>();
    CLI::App* parser = app.add_subcommand(
        "info", "Tell what runs hold: tags, counts, time span, how they ended, damage");
    parser->add_option("PATH", options->path, "A run, or a folder of runs")->required();
    parser->add_flag("--json", options->asJson, "Print a JSON array with one object per run");
    return {parser, [options] { return runInfo(*options); }};
}

} // namespace runlens::app
