// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/child.h"
#include "app/commands/commands.h"
#include "app/commands/display.h"
#include "app/commands/output.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace runlens::app {

namespace fs = std::filesystem;

namespace {

constexpr const char* kTraining = "runlens_train_lenet";

struct DemoOptions {
    std::string logdir;
    std::vector<std::string> trainingOptions;
};

/// ~/.local/share/runlens/demo, as the XDG base directories say.
std::string defaultLogdir()
{
    const auto variable = [](const char* name) -> std::string {
        const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): before any thread
        return value != nullptr ? value : "";
    };
    if (const std::string data = variable("XDG_DATA_HOME"); data.starts_with('/')) {
        return data + "/runlens/demo";
    }
    const std::string home = variable("HOME");
    return home.empty() ? "runlens-demo" : home + "/.local/share/runlens/demo";
}

/// The training program is installed, and built, beside this one.
Result<std::string> findTraining()
{
    std::error_code error;
    const fs::path own = fs::read_symlink("/proc/self/exe", error);
    const fs::path training = own.parent_path() / kTraining;
    if (error || ::access(training.c_str(), X_OK) != 0) {
        return failure("find the demo training",
                       training.string(),
                       "it is not there",
                       "Build it with RUNLENS_RUNTIME=ON, or install it beside runlens");
    }
    return training.string();
}

/// Trains while the window follows; the training goes on when the window is closed first.
int trainInWindow(const std::vector<std::string>& training,
                  const DemoOptions& options,
                  const CommandContext& context)
{
    auto child = ChildProcess::start(training, false);
    if (!child) {
        return complain(child.error());
    }
    const auto code = context.hooks.openWindow({context.programName, {options.logdir}});
    const int shown = code ? *code : complain(code.error());
    if (child->isRunning()) {
        say("the training goes on; Ctrl+C ends it");
    }
    const Status trained = child->wait();
    return trained ? shown : complain(trained.error());
}

int renderAll(const std::string& run, const CommandContext& context)
{
    RenderRequest request;
    request.programName = context.programName;
    request.path = run;
    request.view = "all";
    request.language = "en";
    request.output = run + "-pictures";
    const auto files = context.hooks.render(request);
    if (!files) {
        return complain(files.error());
    }
    say(fmt::format("{} pictures in {}", files->size(), request.output));
    return 0;
}

/// Trains, then renders every view. The two lines that name the result come last.
int trainAndRender(const std::vector<std::string>& training, const CommandContext& context)
{
    auto child = ChildProcess::start(training, true);
    if (!child) {
        return complain(child.error());
    }
    constexpr std::string_view kRun = "run: ";
    std::string run;
    std::string lastLines;
    child->readLines([&](std::string_view line) {
        if (line.starts_with(kRun) || line.starts_with("test accuracy: ")) {
            lastLines += std::string(line) + '\n';
            run = line.starts_with(kRun) ? line.substr(kRun.size()) : run;
        } else {
            Output out;
            out.write(std::string(line) + '\n');
            [[maybe_unused]] const Status written =
                out.finish(); // a lost progress line does not stop a training
        }
    });
    if (const Status trained = child->wait(); !trained) {
        return complain(trained.error());
    }
    int code = 0;
    if (!context.hooks.hasWindow()) {
        say("no pictures: this build of runlens has no window (RUNLENS_GUI=OFF)");
    } else if (!run.empty()) {
        code = renderAll(run, context);
    }
    Output out;
    out.write(lastLines);
    const Status written = out.finish();
    return written ? code : complain(written.error());
}

int runDemo(DemoOptions options, const CommandContext& context)
{
    const auto training = findTraining();
    if (!training) {
        return complain(training.error());
    }
    if (options.logdir.empty()) {
        options.logdir = defaultLogdir();
    }
    std::error_code error;
    fs::create_directories(options.logdir, error);
    if (error) {
        return complain(Error{
            "make the folder", options.logdir, error.message(), "Choose another with --logdir"});
    }
    say(fmt::format("training LeNet-5 on Fashion-MNIST; the run goes to {}", options.logdir));
    std::vector<std::string> arguments{*training, "--logdir", options.logdir};
    arguments.insert(
        arguments.end(), options.trainingOptions.begin(), options.trainingOptions.end());
    return context.hooks.hasWindow() && hasScreen() ? trainInWindow(arguments, options, context)
                                                    : trainAndRender(arguments, context);
}

} // namespace

Command addDemoCommand(CLI::App& app, const CommandContext& context)
{
    auto options = std::make_shared<DemoOptions>();
    CLI::App* parser = app.add_subcommand("demo", "Train LeNet-5 on Fashion-MNIST and watch it");
    parser->add_option(
        "--logdir", options->logdir, "Folder for the run (default: " + defaultLogdir() + ")");
    parser->add_option(
        "OPTIONS", options->trainingOptions, "Options of the training program, after --");
    return {parser, [options, context] { return runDemo(*options, context); }};
}

} // namespace runlens::app
