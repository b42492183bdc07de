// SPDX-License-Identifier: Apache-2.0
/// A weight: its value, its name once the network is complete, and what the optimizer keeps beside
/// it.
#pragma once

#include "runtime/tensor/tensor.h"

#include <memory>
#include <string>

namespace runlens::runtime {

struct Parameter {
    std::string name;     ///< "conv1.weight"
    std::string fullName; ///< "Default/network/conv1/weight"
    Tensor value;         ///< dense float32; changed in place by the optimizer
    Tensor moment;        ///< same shape
};

using ParameterRef = std::shared_ptr<Parameter>;

} // namespace runlens::runtime
