// SPDX-License-Identifier: GPL-3.0-or-later
/// The list of subcommands: each has a file of its own, which declares its options and says what
/// running it does.
#pragma once

#include "app/gui_hooks.h"

#include <functional>
#include <string>

namespace CLI {
class App;
class Validator;
} // namespace CLI

namespace runlens::app {

inline constexpr int kUsageError = 2; ///< exit code: the command line itself is wrong

struct CommandContext {
    std::string programName; ///< argv[0]
    GuiHooks hooks;
};

struct Command {
    CLI::App* parser = nullptr; ///< owned by the application's parser
    std::function<int()> run;   ///< called once, after parsing; returns the exit code
};

/// For options that name a file or folder: what a script left empty is a mistake.
[[nodiscard]] CLI::Validator notEmpty();

[[nodiscard]] Command addInfoCommand(CLI::App& app, const CommandContext& context);
[[nodiscard]] Command addConvertCommand(CLI::App& app, const CommandContext& context);
[[nodiscard]] Command addExportCommand(CLI::App& app, const CommandContext& context);
[[nodiscard]] Command addRenderCommand(CLI::App& app, const CommandContext& context);
[[nodiscard]] Command addDemoCommand(CLI::App& app, const CommandContext& context);

} // namespace runlens::app
