// SPDX-License-Identifier: GPL-3.0-or-later
/// Recorded precision-recall curves: loaded on a worker thread, and written as a table.
#pragma once

#include "summary_format/pr_curve.h"
#include "summary_format/run_reader.h"

#include <QString>

#include <atomic>
#include <memory>
#include <stop_token>

namespace runlens::viewers {

inline constexpr std::size_t kLargestPrCurve = std::size_t{64} << 20; ///< bytes of a payload

/// One tag of one run.
struct PrSource {
    QString run; ///< name
    QString tag;
    TagId id = kNone<TagId>;
    std::shared_ptr<const Run> snapshot;
    std::shared_ptr<const RunReader> reader;
};

[[nodiscard]] Result<PrCurve>
loadPrCurve(const PrSource& source, std::size_t row, const std::stop_token& stop);

/// All records of all sources: a row per threshold. What cannot be read ends it with the reason.
[[nodiscard]] Status exportPrCurves(const std::vector<PrSource>& sources,
                                    const QString& path,
                                    const std::stop_token& stop,
                                    std::atomic<int>& done);

} // namespace runlens::viewers
