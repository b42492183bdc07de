// SPDX-License-Identifier: Apache-2.0
/// Opens a folder of event files as one run: TensorBoard's (any writer) and MindSpore's summary
/// files. Every point is kept, every checksum verified; payloads stay in the files. Asked again, it
/// reads what was appended, new files, and files that were replaced by a longer copy of themselves;
/// no descriptor stays open in between.
#pragma once

#include "summary_format/run_source.h"

namespace runlens {

/// path: a folder, of which the event files directly inside are the run, or one event file.
[[nodiscard]] Result<std::unique_ptr<RunSource>> openEventRun(const std::string& path);

/// By name: contains "tfevents", or MindSpore's "summary.<digits>"; and it can be opened. What is
/// inside is not asked: a damaged or just begun file is one all the same, and reading it tells what
/// is wrong.
[[nodiscard]] bool looksLikeEventFile(const std::string& path);

} // namespace runlens
