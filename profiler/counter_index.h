// SPDX-License-Identifier: Apache-2.0
/// Orders the samples of a counter by time and sums them up in blocks.
#pragma once

#include "profiler/trace_model.h"

#include <memory>

namespace runlens::profiler {

/// Null when there are no samples. previous is the index of an earlier snapshot of the same series,
/// or null: its whole blocks are taken over while samples arrive in order.
[[nodiscard]] std::shared_ptr<const CounterIndex>
indexCounter(const CounterSeries* series, const std::shared_ptr<const CounterIndex>& previous);

} // namespace runlens::profiler
