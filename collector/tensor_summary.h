// SPDX-License-Identifier: Apache-2.0
/// Statistics and buckets of a tensor in one pass over its memory, at memory speed for large ones.
/// Non-finite values are counted and left out of everything else; with no finite value minimum,
/// maximum, mean and norm are NaN and there are no buckets. Integers beyond 2^53 are rounded to
/// double.
///
/// Buckets without a second pass: their width is a power of two and their edges are multiples of
/// it, so that when a value falls outside, pairs of buckets are merged exactly. The outermost edges
/// are the minimum and the maximum.
#pragma once

#include "collector/collector_types.h"
#include "summary_format/records.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace runlens::collector {

/// Number of elements; nothing when a dimension is negative or the size in bytes overflows.
[[nodiscard]] std::optional<std::size_t> elementCount(const TensorView& tensor);

struct TensorSummary {
    TensorStatistics statistics;
    std::vector<double> edges; ///< one more than counts, or none
    std::vector<double> counts;
};

/// count as elementCount() tells; data may be unaligned. bucketLimit 0: no buckets.
[[nodiscard]] TensorSummary
summarize(const void* data, DataType type, std::size_t count, int bucketLimit);

} // namespace runlens::collector
