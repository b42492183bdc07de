// SPDX-License-Identifier: Apache-2.0
/// Buckets of a histogram and their encoding in the store (protobuf wire format: field 1 packed
/// double edges, field 2 packed double counts). edges has one entry more than counts, ascending;
/// counts may be fractional (re-binned sources).
#pragma once

#include "summary_format/base/result.h"

#include <cstddef>
#include <span>
#include <vector>

namespace runlens {

struct HistogramBuckets {
    std::vector<double> edges;
    std::vector<double> counts;
};

[[nodiscard]] std::vector<std::byte> encodeHistogram(std::span<const double> edges,
                                                     std::span<const double> counts);
[[nodiscard]] Result<HistogramBuckets> decodeHistogram(std::span<const std::byte> bytes);

} // namespace runlens
