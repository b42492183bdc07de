// SPDX-License-Identifier: Apache-2.0
/// Reverse-mode gradient over a list of calls: the same for a graph (the calls become nodes) and
/// for the eager tape (the calls are executed). Calls are in order of execution; each value is made
/// by at most one call.
#pragma once

#include "runtime/ops/operator.h"

#include <span>
#include <string>
#include <vector>

namespace runlens::runtime {

struct RecordedCall {
    std::string op;
    Attributes attributes;
    std::vector<ValueId> inputs;
    ValueId output = kNoValue;
    int item = -1; ///< >= 0: no operator, but this output of its only input
};

/// Where the calls of the gradient go.
class GradientBackend {
public:
    GradientBackend() = default;
    GradientBackend(const GradientBackend&) = delete;
    GradientBackend& operator=(const GradientBackend&) = delete;
    virtual ~GradientBackend() = default;

    [[nodiscard]] virtual const TensorType& typeOf(ValueId value) = 0;
    /// forward: the call whose gradient this is part of.
    virtual ValueId emit(std::size_t forward,
                         std::string_view op,
                         std::vector<ValueId> inputs,
                         Attributes attributes) = 0;
    virtual ValueId item(std::size_t forward, ValueId tuple, int index) = 0;
    virtual ValueId scalar(float value) = 0;
};

/// The gradient of a scalar with respect to each wanted value; kNoValue where it does not depend on
/// it.
[[nodiscard]] std::vector<ValueId> reverseMode(std::span<const RecordedCall> calls,
                                               ValueId scalar,
                                               std::span<const ValueId> wanted,
                                               GradientBackend& backend);

} // namespace runlens::runtime
