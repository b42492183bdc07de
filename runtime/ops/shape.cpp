// SPDX-License-Identifier: Apache-2.0
// Reshape and Flatten: the same elements in row-major order under another shape. In the attribute
// shape of Reshape, 0 keeps a dimension and -1 takes what is left; Flatten keeps the first
// dimension and takes all others together. Dense data is not copied.
#include "runtime/ops/checks.h"
#include "runtime/ops/onednn.h"

#include <cstring>

namespace runlens::runtime {

namespace {

Result<std::vector<TensorType>> inferReshape(const TypeRequest& request)
{
    const TensorType& x = request.inputs[0];
    Shape shape = request.attributes.integers("shape");
    std::int64_t known = 1;
    int open = -1;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (shape[i] == 0 && i < x.shape.size()) {
            shape[i] = x.shape[i];
        }
        if (shape[i] == -1 && open < 0) {
            open = static_cast<int>(i);
        } else if (shape[i] < 1) {
            return typeError("the attribute shape has an impossible length");
        } else {
            known *= shape[i];
        }
    }
    const std::int64_t count = elementCount(x.shape);
    if (open >= 0) {
        shape[static_cast<std::size_t>(open)] = count / known;
    }
    if (elementCount(shape) != count) {
        return typeError("the new shape holds another number of elements");
    }
    return std::vector<TensorType>{{x.dtype, std::move(shape)}};
}

Result<std::vector<TensorType>> inferFlatten(const TypeRequest& request)
{
    const TensorType& x = request.inputs[0];
    if (x.shape.size() < 2) {
        return typeError("there is nothing to flatten");
    }
    return std::vector<TensorType>{
        {x.dtype, {x.shape[0], elementCount(Shape(x.shape.begin() + 1, x.shape.end()))}}};
}

std::unique_ptr<Kernel> prepareReshape(const KernelRequest& request)
{
    const std::size_t bytes = denseSpec(request.outputs[0]).sizeBytes;
    auto kernel = std::make_unique<PlainKernel>(
        request, [bytes](std::span<std::byte* const> inputs, std::span<std::byte* const> outputs) {
            if (inputs[0] != outputs[0]) {
                std::memcpy(outputs[0], inputs[0], bytes);
            }
        });
    if (!request.inputs[0].layout) {
        kernel->setAlias(0, 0);
    }
    return kernel;
}

void reshapeGradient(GradientScope& scope)
{
    if (scope.needsGradient(0)) {
        scope.addGradient(0,
                          scope.emit("Reshape",
                                     {scope.outputGradient(0)},
                                     Attributes{{"shape", scope.inputType(0).shape}}));
    }
}

} // namespace

const Operator kReshape{"Reshape", 1, inferReshape, prepareReshape, reshapeGradient};
const Operator kFlatten{"Flatten", 1, inferFlatten, prepareReshape, reshapeGradient};

} // namespace runlens::runtime
