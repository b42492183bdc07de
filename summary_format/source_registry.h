// SPDX-License-Identifier: Apache-2.0
/// The one list of sources. A format is a folder under formats/ (or store/) and a line in
/// source_registry.cpp: probe by content, the best match wins. Scanning a folder finds the runs in
/// it, at any depth, without following links.
#pragma once

#include "summary_format/run_source.h"

#include <functional>

namespace runlens {

struct FoundRun {
    std::string path; ///< of the folder or file that is the run
    std::string
        name; ///< relative to the scanned folder; the last path component when it is the run itself
    std::string format;
};

struct ScanResult {
    std::vector<FoundRun> runs; ///< sorted by name
    Diagnostics diagnostics;    ///< folders that could not be read, limits reached
    std::uint64_t filesSeen = 0;
};

struct ScanOptions {
    std::stop_token stop;
    int maxDepth = 128;
    std::uint64_t maxFiles = 2'000'000;
};

/// All runs at or below path. An Error when path itself cannot be read; an empty list is not an
/// error.
[[nodiscard]] Result<ScanResult> scanForRuns(const std::string& path,
                                             const ScanOptions& options = {});

/// Opens one found run.
[[nodiscard]] Result<std::unique_ptr<RunSource>> openSource(const FoundRun& run);

/// All formats of the registry, for messages: "What can be read: Runlens run (.rlens), ...".
[[nodiscard]] std::string whatCanBeRead();

} // namespace runlens
