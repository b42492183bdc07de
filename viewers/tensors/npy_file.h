// SPDX-License-Identifier: GPL-3.0-or-later
/// A tensor as a NumPy file: format 1.0 (2.0 where the header is too long for it), C order, data
/// from a multiple of 64 bytes on. bfloat16, which NumPy has no name for, is written as float32,
/// which holds every value of it. No Qt but for writing the file; any thread.
#pragma once

#include "viewers/tensors/tensor_data.h"

#include <QString>

#include <atomic>
#include <stop_token>

namespace runlens::viewers {

/// Magic, version, length and dictionary, padded. Empty for strings.
[[nodiscard]] std::string npyHeader(ElementType type, const std::vector<std::int64_t>& shape);

/// Leaves what was there before when it fails or is stopped. done: in thousandths.
[[nodiscard]] Status writeNpy(const TensorData& tensor,
                              const QString& path,
                              const std::stop_token& stop,
                              std::atomic<int>& done);

} // namespace runlens::viewers
