// SPDX-License-Identifier: GPL-3.0-or-later
/// Which of the recorded samples of a tag belongs to the step of the cursor. Pure.
#pragma once

#include "summary_format/run.h"

namespace runlens::viewers {

/// The row nearest to the step, of equally near ones the last written; `before` where it is at the
/// very step, or where no row has a step; -1 without rows.
[[nodiscard]] int rowOfStep(const ColumnView<SampleEntry>& entries, std::int64_t step, int before);

} // namespace runlens::viewers
