// SPDX-License-Identifier: GPL-3.0-or-later
/// Scalars as CSV: run, tag, step, wall_time, value; one line per point in order of writing. A
/// number is the shortest text that reads back to the same value in the type of its source;
/// non-finite ones are NaN, Infinity and -Infinity; wall_time is seconds since the epoch, exact to
/// the nanosecond; what a point does not have is empty.
#pragma once

#include "summary_format/run.h"

#include <functional>
#include <string_view>

namespace runlens::app {

inline constexpr std::string_view kScalarsCsvHeader = "run,tag,step,wall_time,value\n";

/// Calls write(text) with whole lines. Where several ranks have scalars, the run is named
/// "name/rank-N". Returns how many points there were. Ends early when write returns false.
std::uint64_t writeScalarsCsv(const Run& run, const std::function<bool(std::string_view)>& write);

} // namespace runlens::app
