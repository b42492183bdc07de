// SPDX-License-Identifier: GPL-3.0-or-later
/// All recorded buckets and statistics of the given series as CSV, one row per bucket and per
/// statistic, in full precision; nothing is thinned out or re-binned.
#pragma once

#include "summary_format/run_reader.h"

#include <QString>

#include <atomic>
#include <memory>
#include <stop_token>
#include <vector>

namespace runlens::viewers {

struct DistributionSource {
    QString run; ///< name
    QString tag;
    TagId id = kNone<TagId>;
    std::shared_ptr<const Run> snapshot;
    std::shared_ptr<const RunReader> reader; ///< null: buckets are not known
};

/// Sets the progress, 0 to 1000. Fails at the first payload that cannot be read, and when stopped:
/// the file is then as it was.
[[nodiscard]] Status exportDistributions(const std::vector<DistributionSource>& sources,
                                         const QString& path,
                                         const std::stop_token& stop,
                                         std::atomic<int>& progress);

} // namespace runlens::viewers
