// SPDX-License-Identifier: GPL-3.0-or-later
/// The command line of `runlens`: subcommands, their options, and exit codes (0 done, also when the
/// run is damaged; 1 something could not be read, written or shown; 2 wrong usage). Results go to
/// stdout, everything else to stderr. docs/cli.md describes it for users.
#pragma once

#include "app/gui_hooks.h"

namespace runlens::app {

[[nodiscard]] int runCommandLine(int argc, const char* const* argv, const GuiHooks& hooks);

} // namespace runlens::app
