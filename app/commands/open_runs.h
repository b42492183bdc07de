// SPDX-License-Identifier: GPL-3.0-or-later
/// Finds the runs at a path and reads each to its present end: what info and export work on.
#pragma once

#include "summary_format/run_reader.h"

#include <functional>
#include <string>

namespace runlens::app {

struct ReadSummary {
    std::size_t runsRead = 0;
    std::size_t problems = 0; ///< runs that could not be read at all; each was said on stderr
};

/// Calls with(reader) for every run at or below path, in order of their names, one at a time: a run
/// is let go before the next is read. An Error when path cannot be read or holds no run.
[[nodiscard]] Result<ReadSummary> forEachRun(const std::string& path,
                                             const std::function<void(const RunReader&)>& with);

/// One line on stderr when something of the run is missing: how much, and the first place.
void sayDamage(const RunReader& reader);

} // namespace runlens::app
