// SPDX-License-Identifier: Apache-2.0
/// Small helpers that the operator files share.
#pragma once

#include "runtime/ops/operator.h"

namespace runlens::runtime {

[[nodiscard]] inline tl::unexpected<Error> typeError(std::string why)
{
    return failure("infer a type", {}, std::move(why));
}

[[nodiscard]] inline bool isFloat(const TensorType& type, std::size_t dimensions)
{
    return type.dtype == DType::Float32 && type.shape.size() == dimensions;
}

/// A kernel without oneDNN: memory in row-major order and a function. Inputs in another layout are
/// reordered first.
[[nodiscard]] inline std::vector<TensorType> oneFloat(Shape shape)
{
    return {TensorType{DType::Float32, std::move(shape)}};
}

} // namespace runlens::runtime
