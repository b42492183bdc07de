// SPDX-License-Identifier: Apache-2.0
/// Opens the folder of a W&B run (run-*.wandb with its folder "files") as a run. Asked again, it
/// reads what was appended. Nothing is asked of any server.
#pragma once

#include "summary_format/run_source.h"

namespace runlens {

/// path: a folder with .wandb files, or one such file.
[[nodiscard]] Result<std::unique_ptr<RunSource>> openWandbRun(const std::string& path);

/// By name: ends in ".wandb". A damaged or just begun file is one all the same.
[[nodiscard]] bool looksLikeWandbFile(const std::string& path);

} // namespace runlens
