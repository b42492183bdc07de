// SPDX-License-Identifier: GPL-3.0-or-later
/// Scalars as JSON, one object a tag, points as [step, wall_time, value].
#pragma once

#include "summary_format/run.h"

#include <functional>
#include <string_view>

namespace runlens::app {

/// Objects without the brackets around all of them; isFirst: no comma stands before the first.
/// write returns false to stop. The number of points.
std::uint64_t
writeScalarsJson(const Run& run, bool& isFirst, const std::function<bool(std::string_view)>& write);

} // namespace runlens::app
