// SPDX-License-Identifier: GPL-3.0-or-later
/// What was skipped or guessed, for stderr.
#pragma once

#include "summary_format/base/diagnostics.h"

#include <string_view>

namespace runlens::app {

/// Damage and warnings, one a line; beyond the first few only how many there are.
void sayDiagnostics(std::string_view run, const Diagnostics& diagnostics);

} // namespace runlens::app
