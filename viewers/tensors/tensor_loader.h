// SPDX-License-Identifier: GPL-3.0-or-later
/// Recorded tensors: what their records declare, and their elements, loaded on a worker thread.
#pragma once

#include "summary_format/run_reader.h"
#include "viewers/tensors/tensor_data.h"

#include <QString>

#include <memory>
#include <stop_token>

namespace runlens::viewers {

/// Payloads above this are refused: what is shown is held in memory as a whole.
inline constexpr std::size_t kLargestTensor = std::size_t{512} << 20;

/// metadata: a JSON object with "dtype", "shape" and, of strings, "sizes" (docs/schema.md). What is
/// not there or is no whole number is left out; more than 64 dimensions are not read.
[[nodiscard]] DeclaredTensor declaredTensor(std::string_view metadata);

struct LoadedTensor {
    std::shared_ptr<const TensorData> tensor; ///< null: see the problem
    QString problem;
};

[[nodiscard]] LoadedTensor loadTensor(const RunReader* reader,
                                      const Run& run,
                                      TagId tag,
                                      std::size_t row,
                                      const std::stop_token& stop);

} // namespace runlens::viewers
