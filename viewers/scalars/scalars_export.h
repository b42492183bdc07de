// SPDX-License-Identifier: GPL-3.0-or-later
/// All points of scalar tags as CSV: columns run, tag, step, wall_time, value; RFC 4180 quoting,
/// one row per recorded point in order of writing, nothing left out or rounded.
#pragma once

#include "summary_format/base/result.h"
#include "viewers/common/run_set.h"
#include "viewers/scalars/scalars_model.h"

#include <QString>

#include <vector>

namespace runlens::viewers {

/// Writes through a temporary file, so that a failure leaves what was there.
[[nodiscard]] Status
exportScalars(const std::vector<const ScalarTag*>& tags, const RunSet& runs, const QString& path);

} // namespace runlens::viewers
