// SPDX-License-Identifier: Apache-2.0
/// What was skipped or guessed while a log was read, as a record of the run that was made from it:
/// a copy tells the damage of its original. Reading such a record gives the Diagnostic back.
#pragma once

#include "summary_format/base/diagnostics.h"
#include "summary_format/records.h"

#include <optional>

namespace runlens {

/// FindingRecord::rule of these records.
inline constexpr std::string_view kReadingRule = "reading";

/// title: the reason; detail: the file. The record borrows from the diagnostic and from metadata,
/// which is filled.
[[nodiscard]] FindingRecord
findingOf(const Diagnostic& diagnostic, int rank, std::string& metadata);

/// Nothing for a finding of another rule.
[[nodiscard]] std::optional<Diagnostic> diagnosticOf(const FindingRecord& finding);

} // namespace runlens
