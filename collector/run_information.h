// SPDX-License-Identifier: Apache-2.0
/// What can be found out about a run without being told: the machine, the command, the state of its
/// sources. Reads files and never runs a program. What cannot be found is left out.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace runlens::collector {

struct GitState {
    std::string
        commit; ///< 40 or 64 hexadecimal digits; empty: not in a repository, or no commit yet
    std::string branch; ///< empty: detached
};

/// Reads the .git of the folder or the nearest one above it: also of worktrees and with packed
/// references.
[[nodiscard]] GitState readGitState(const std::string& folder);

/// Pairs of key and JSON value, in the order they are shown. Keys: host, command_line,
/// working_directory, git_commit, git_branch, compiler, runlens_version, cpu, cpu_count,
/// memory_bytes, os, kernel, pid.
[[nodiscard]] std::vector<std::pair<std::string, std::string>>
findRunInformation(const std::string& workingFolder);

} // namespace runlens::collector
