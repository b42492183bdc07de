// SPDX-License-Identifier: GPL-3.0-or-later
/// What `runlens info` tells about a run, as values, and its two forms: JSON for programs, text for
/// people.
#pragma once

#include "summary_format/base/diagnostics.h"
#include "summary_format/run.h"
#include "summary_format/run_source.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace runlens::app {

/// First and last are in order of writing, not by size.
struct TagFacts {
    int rank = 0;
    std::string name;
    RecordKind kind = RecordKind::Scalar;
    std::uint64_t count = 0;
    std::int64_t firstStep = kNoStep;
    std::int64_t lastStep = kNoStep;
    NumberType numberType = NumberType::Float64;
    std::optional<std::uint64_t> firstBits; ///< scalars that have a point
    std::optional<std::uint64_t> lastBits;
};

struct RunFacts {
    std::string path;
    std::string name;
    std::string format;
    EndReason ended = EndReason::Unknown;
    std::string endText; ///< what the program said about its end
    std::vector<int> ranks;
    std::size_t sessionCount = 0;
    std::int64_t firstNs = kNoTime; ///< of sessions and points
    std::int64_t lastNs = kNoTime;
    std::uint64_t spanCount = 0;
    std::size_t trackCount = 0;
    std::size_t passCount = 0;
    std::vector<TagFacts> tags;
    std::vector<Drop> drops;
    std::vector<Diagnostic> diagnostics;
    std::uint64_t diagnosticCount = 0; ///< including those that were not kept
    std::vector<FileFacts> files;
};

[[nodiscard]] RunFacts factsOf(const Run& run,
                               std::vector<Diagnostic> diagnostics,
                               std::uint64_t diagnosticCount,
                               std::vector<FileFacts> files = {});

/// One object: path, format, ended, tags[name, kind, count, first_step, last_step, first_value,
/// last_value], damage[file, offset, reason], files[path, records, bytes, bad_records,
/// tail_bytes]. Tags have a rank too when the run has several.
[[nodiscard]] std::string factsAsJson(const RunFacts& facts);

[[nodiscard]] std::string factsAsText(const RunFacts& facts);

} // namespace runlens::app
