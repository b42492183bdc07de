// SPDX-License-Identifier: GPL-3.0-or-later
/// Scalars of runs as TensorBoard event files: FOLDER/<run>/events.out.tfevents.<second>.runlens.
#pragma once

#include "summary_format/base/result.h"
#include "summary_format/run.h"

#include <string>

namespace runlens::app {

/// The number of points. In a run with scalars of several ranks each has a folder rank-<N>. Files
/// that are there stay, unless replaces.
[[nodiscard]] Result<std::uint64_t>
exportEvents(const Run& run, const std::string& folder, bool replaces);

} // namespace runlens::app
