// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line.h"

#include "app/commands/commands.h"
#include "app/commands/display.h"
#include "app/commands/output.h"

#include <CLI/CLI.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <exception>
#include <filesystem>

namespace runlens::app {

namespace {

/// A program started with a closed stdout would give its descriptor to the next file it opens, and
/// print into that.
void occupyStandardDescriptors()
{
    for (int fd = 0; fd <= 2; ++fd) {
        if (::fcntl(fd, F_GETFD) < 0) {
            // Lowest free descriptor: fd itself. Read-only, so that printing to it fails and is
            // told.
            [[maybe_unused]] const int opened = ::open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY);
        }
    }
}

int openWindow(const std::string& programName,
               const std::vector<std::string>& paths,
               const GuiHooks& hooks)
{
    for (const std::string& path : paths) {
        std::error_code error;
        if (!std::filesystem::exists(path, error)) {
            return complain(
                Error{"open",
                      path,
                      error ? error.message() : "there is no such file, folder or command",
                      "See `runlens --help`"});
        }
    }
    if (!hooks.hasWindow()) {
        return complain(noWindowError());
    }
    if (!hasDisplay()) {
        return complain(Error{"open the window",
                              {},
                              "there is no display",
                              "`runlens info` and `runlens render` work without one"});
    }
    const auto code = hooks.openWindow({programName, paths});
    return code ? *code : complain(code.error());
}

int parseAndRun(int argc, const char* const* argv, const GuiHooks& hooks)
{
    CLI::App app("Shows what happened inside a training run.", "runlens");
    const std::string programName = argc > 0 ? argv[0] : "runlens";
    std::vector<std::string> paths;
    app.add_option("PATH", paths, "Runs, or folders of runs, to open in the window");
    app.set_version_flag("--version", "runlens " RUNLENS_VERSION);
    app.require_subcommand(0, 1);
    app.footer("Without a command the window opens. Exit codes: 0 done, 1 could not be read or "
               "written, 2 usage.");

    const CommandContext context{programName, hooks};
    const std::array commands{
        addInfoCommand(app, context),
        addConvertCommand(app, context),
        addExportCommand(app, context),
        addRenderCommand(app, context),
        addDemoCommand(app, context),
    };
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& wanted) { // --help, --version
        app.exit(wanted);
        return std::cout.flush()
                   ? 0
                   : complain(Error{"write", "to stdout", "it is closed or full", {}});
    } catch (const CLI::ParseError& wrong) {
        app.exit(wrong);
        return kUsageError;
    }
    for (const Command& command : commands) {
        if (command.parser->parsed()) {
            return command.run();
        }
    }
    return openWindow(programName, paths, hooks);
}

} // namespace

int runCommandLine(int argc, const char* const* argv, const GuiHooks& hooks)
{
    occupyStandardDescriptors();
    std::signal(SIGPIPE, SIG_IGN); // a reader that went away is an error of write()
    try {
        return parseAndRun(argc, argv, hooks);
    } catch (const std::exception& problem) {
        return complain(Error{"go on", {}, problem.what(), {}});
    }
}

} // namespace runlens::app
