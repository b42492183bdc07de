// SPDX-License-Identifier: Apache-2.0
/// Runs a program as a child process and keeps what it printed. POSIX.
#pragma once

#include "tests/support/files.h"

#include <functional>
#include <string>
#include <vector>

namespace runlens::test {

struct ProgramResult {
    int exitCode = -1; ///< 1000 + signal when a signal ended it
    std::string out;
    std::string err;
    double cpuSeconds = 0.0;
};

struct ProgramOptions {
    std::vector<std::string>
        environment;        ///< "NAME=value", added to a small fixed one without a display
    std::string folder;     ///< to run in; empty: the current one
    std::string stdoutPath; ///< printed there instead of ProgramResult::out
    /// Called in the child before the program starts; async-signal-safe calls only. The program
    /// file is open already.
    std::function<void()> prepare;
};

/// arguments[0] is the path of the program.
[[nodiscard]] ProgramResult runProgram(const std::vector<std::string>& arguments,
                                       const ProgramOptions& options = {});

/// For ProgramOptions::prepare: gives up root for good, if we are root, and ends the child with
/// code 99 unless opening this file or folder is really denied afterwards.
void becomeSomebodyDenied(const char* path);

} // namespace runlens::test
