// SPDX-License-Identifier: GPL-3.0-or-later
/// All points of scalar tags as CSV: columns run, tag, step, wall_time, value; RFC 4180 quoting,
/// one row per recorded point in order of writing, nothing left out or rounded.
#pragma once

#include "summary_format/base/result.h"
#include "viewers/common/run_set.h"
#include "viewers/scalars/scalars_model.h"

#include <QString>

#include <atomic>
#include <memory>
#include <stop_token>
#include <vector>

namespace runlens::viewers {

/// One curve with its names, as it was when it was asked for.
struct NamedSeries {
    QString run;
    QString tag;
    std::shared_ptr<const ScalarSeries> points; ///< never null
};

/// The curves of these tags, by tag. GUI thread.
[[nodiscard]] std::vector<NamedSeries> seriesOf(const std::vector<const ScalarTag*>& tags,
                                                const RunSet& runs);
/// Writes through a temporary file, so that a failure or a stop leaves what was there. done: in
/// thousandths. Any thread.
[[nodiscard]] Status exportScalars(const std::vector<NamedSeries>& series,
                                   const QString& path,
                                   const std::stop_token& stop,
                                   std::atomic<int>& done);

} // namespace runlens::viewers
