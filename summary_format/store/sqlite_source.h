// SPDX-License-Identifier: Apache-2.0
/// Reads .rlens files: all ranks and sessions of one run folder, or one file. Follows growing
/// files: PRAGMA data_version tells whether to look, the batch log where. Opens read-only places by
/// the ladder of docs/schema.md.
#pragma once

#include "summary_format/run_source.h"

namespace runlens {

/// path: a folder with rank-*.rlens files, or one .rlens file.
[[nodiscard]] Result<std::unique_ptr<RunSource>> openSqliteRun(const std::string& path);

/// Does the file start like a Runlens file (SQLite magic and our application_id)? Reads 100 bytes,
/// never locks.
[[nodiscard]] bool looksLikeRunlensFile(const std::string& path);

} // namespace runlens
