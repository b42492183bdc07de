// SPDX-License-Identifier: Apache-2.0
// ApplyMomentum(parameter, moment, gradient, learning rate), in place:
//   moment = momentum * moment + gradient;  parameter = parameter - learning rate * moment
#include "runtime/ops/checks.h"
#include "runtime/ops/onednn.h"

#include <cassert>

namespace runlens::runtime {

namespace {

Result<std::vector<TensorType>> inferMomentum(const TypeRequest& request)
{
    const TensorType& parameter = request.inputs[0];
    if (parameter.dtype != DType::Float32 || request.inputs[1] != parameter
        || request.inputs[2] != parameter)
    {
        return typeError("parameter, moment and gradient must be float32 of one shape");
    }
    if (!isFloat(request.inputs[3], 0)) {
        return typeError("the learning rate must be a float32 scalar");
    }
    return std::vector<TensorType>{parameter};
}

std::unique_ptr<Kernel> prepareMomentum(const KernelRequest& request)
{
    assert(!request.inputs[0].layout
           && !request.inputs[1].layout); // parameters are dense: they change in place
    const auto momentum = static_cast<float>(request.attributes.number("momentum", 0.9));
    const std::int64_t count = elementCount(request.inputs[0].type.shape);
    auto kernel = std::make_unique<PlainKernel>(
        request, [=](std::span<std::byte* const> inputs, std::span<std::byte* const>) {
            float* parameter = floatsAt(inputs[0]);
            float* moment = floatsAt(inputs[1]);
            const float* gradient = floatsAt(inputs[2]);
            const float learningRate = *floatsAt(inputs[3]);
            for (std::int64_t i = 0; i < count; ++i) {
                moment[i] = momentum * moment[i] + gradient[i];
                parameter[i] -= learningRate * moment[i];
            }
        });
    kernel->setAlias(0, 0);
    return kernel;
}

} // namespace

const Operator kApplyMomentum{"ApplyMomentum", 4, inferMomentum, prepareMomentum};

} // namespace runlens::runtime
