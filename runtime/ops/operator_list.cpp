// SPDX-License-Identifier: Apache-2.0
#include "runtime/ops/onednn.h"
#include "runtime/ops/operator.h"

#include <algorithm>
#include <array>

namespace runlens::runtime {

namespace {

constexpr std::array kOperators = {
    &kConv2d,
    &kConv2dBackpropInput,
    &kConv2dBackpropFilter,
    &kConv2dBackpropFilterBias,
    &kFusedConv2dBias,
    &kFusedConv2dBiasRelu,
    &kDense,
    &kDenseBackpropInput,
    &kDenseBackpropFilter,
    &kDenseBackpropFilterBias,
    &kFusedDenseBias,
    &kFusedDenseBiasRelu,
    &kMaxPool,
    &kMaxPoolGrad,
    &kRelu,
    &kReluGrad,
    &kBiasAdd,
    &kBiasAddGrad,
    &kAdd,
    &kSub,
    &kMul,
    &kNeg,
    &kFusedElementwise,
    &kReshape,
    &kFlatten,
    &kSoftmaxCrossEntropy,
    &kSoftmaxCrossEntropyGrad,
    &kApplyMomentum,
};

std::string shapesText(std::span<const TensorType> types)
{
    std::string text;
    for (const TensorType& type : types) {
        text += (text.empty() ? "" : ", ") + std::string(dtypeName(type.dtype)) + "["
                + shapeText(type.shape) + "]";
    }
    return text;
}

} // namespace

std::span<const Operator* const> allOperators()
{
    return kOperators;
}

const Operator* findOperator(std::string_view name)
{
    const auto* const found = std::find_if(
        kOperators.begin(), kOperators.end(), [&](const Operator* op) { return op->name == name; });
    return found == kOperators.end() ? nullptr : *found;
}

Result<std::vector<TensorType>>
inferTypes(std::string_view op, const Attributes& attributes, std::span<const TensorType> inputs)
{
    const std::string attempted = "infer the type of " + std::string(op);
    const Operator* known = findOperator(op);
    if (!known) {
        return failure(attempted, {}, "there is no such operator");
    }
    if (inputs.size() != known->inputCount && known != &kFusedElementwise) {
        return failure(attempted,
                       {},
                       "it takes " + std::to_string(known->inputCount) + " inputs and got "
                           + std::to_string(inputs.size()));
    }
    auto types = known->infer(TypeRequest{attributes, inputs});
    if (!types) {
        return failure(attempted, {}, types.error().why + " (inputs: " + shapesText(inputs) + ")");
    }
    return types;
}

Result<std::unique_ptr<Kernel>> prepareKernel(const Device& device,
                                              std::string_view op,
                                              const Attributes& attributes,
                                              std::span<const TensorSpec> inputs)
{
    std::vector<TensorType> types;
    types.reserve(inputs.size());
    for (const TensorSpec& spec : inputs) {
        types.push_back(spec.type);
    }
    auto outputs = inferTypes(op, attributes, types);
    if (!outputs) {
        return failure(outputs);
    }
    try {
        return findOperator(op)->prepare(KernelRequest{device, attributes, inputs, *outputs});
    } catch (const dnnl::error& error) {
        return failure("prepare " + std::string(op),
                       {},
                       std::string(error.what()) + " (inputs: " + shapesText(types) + ")");
    }
}

} // namespace runlens::runtime
