// SPDX-License-Identifier: GPL-3.0-or-later
/// What was recorded, what was lost, and how large it is: the lower two lists of facts of the
/// overview. Reads sizes of files, never their content; for a worker.
#pragma once

#include "viewers/overview/overview_model.h"

namespace runlens::viewers {

void addRecording(const OpenRun& run, OverviewFacts& facts);
void addRecorded(const Run& run, OverviewFacts& facts);
/// Of the file, or of all files of the run's folder (not of folders in it); -1 when it cannot be
/// told.
[[nodiscard]] std::int64_t sizeOnDisk(const QString& path);

} // namespace runlens::viewers
