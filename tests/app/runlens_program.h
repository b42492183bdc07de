// SPDX-License-Identifier: GPL-3.0-or-later
/// The program itself, and logs for it to read.
#pragma once

#include "tests/support/program.h"

#include <filesystem>

namespace runlens::test {

inline const char* const kProgram = RUNLENS_BINARY_DIR "/bin/runlens";

inline ProgramResult runlensWith(std::vector<std::string> arguments,
                                 const ProgramOptions& options = {})
{
    arguments.insert(arguments.begin(), kProgram);
    return runProgram(arguments, options);
}

/// An event file in a folder that is made for it.
inline void writeLog(const std::string& folder, const std::string& bytes)
{
    std::filesystem::create_directories(folder);
    writeFile(folder + "/events.out.tfevents.1.host", bytes);
}

} // namespace runlens::test
