// SPDX-License-Identifier: Apache-2.0
// BiasAdd: one value per channel (dimension 1) is added to x. Its gradient sums over all other
// dimensions.
#include "runtime/ops/checks.h"
#include "runtime/ops/onednn.h"

namespace runlens::runtime {

namespace {

using dnnl::memory;

Result<std::vector<TensorType>> inferBiasAdd(const TypeRequest& request)
{
    const TensorType& x = request.inputs[0];
    const TensorType& bias = request.inputs[1];
    if (x.dtype != DType::Float32 || x.shape.size() < 2 || !isFloat(bias, 1)
        || bias.shape[0] != x.shape[1])
    {
        return typeError("the bias must have one float32 value per channel");
    }
    return std::vector<TensorType>{x};
}

Result<std::vector<TensorType>> inferBiasAddGrad(const TypeRequest& request)
{
    const TensorType& dy = request.inputs[0];
    if (dy.dtype != DType::Float32 || dy.shape.size() < 2) {
        return typeError("the gradient must be float32 with channels");
    }
    return oneFloat({dy.shape[1]});
}

std::unique_ptr<Kernel> prepareBiasAdd(const KernelRequest& request)
{
    const memory::desc layout = descOf(request.inputs[0]);
    Shape perChannel(request.inputs[0].type.shape.size(), 1);
    perChannel[1] = request.inputs[1].type.shape[0];
    const TensorSpec bias = denseSpec(TensorType{DType::Float32, perChannel});
    const dnnl::binary::primitive_desc desc(
        dnnl::binary::desc(dnnl::algorithm::binary_add, layout, denseDesc(bias.type), layout),
        request.device.handles().engine);
    auto kernel = std::make_unique<OneDnnKernel>(request.device, dnnl::binary(desc));
    kernel->addInput(DNNL_ARG_SRC_0, 0, request.inputs[0], layout);
    kernel->addInput(DNNL_ARG_SRC_1, 1, bias, denseDesc(bias.type));
    kernel->addOutput(DNNL_ARG_DST, request.outputs[0], layout);
    return kernel;
}

std::unique_ptr<Kernel> prepareBiasAddGrad(const KernelRequest& request)
{
    const Shape shape = request.inputs[0].type.shape;
    const std::int64_t channels = shape[1];
    const std::int64_t inner = elementCount(Shape(shape.begin() + 2, shape.end()));
    return std::make_unique<PlainKernel>(
        request, [=](std::span<std::byte* const> inputs, std::span<std::byte* const> outputs) {
            const float* dy = floatsAt(inputs[0]);
            float* db = floatsAt(outputs[0]);
            for (std::int64_t c = 0; c < channels; ++c) {
                double sum = 0.0;
                for (std::int64_t n = 0; n < shape[0]; ++n) {
                    const float* row = dy + (n * channels + c) * inner;
                    float rowSum = 0.0F;
                    for (std::int64_t i = 0; i < inner; ++i) {
                        rowSum += row[i];
                    }
                    sum += static_cast<double>(rowSum);
                }
                db[c] = static_cast<float>(sum);
            }
        });
}

void biasAddGradient(GradientScope& scope)
{
    const ValueId dy = scope.outputGradient(0);
    if (scope.needsGradient(0)) {
        scope.addGradient(0, dy);
    }
    if (scope.needsGradient(1)) {
        scope.addGradient(1, scope.emit("BiasAddGrad", {dy}, {}));
    }
}

} // namespace

const Operator kBiasAdd{"BiasAdd", 2, inferBiasAdd, prepareBiasAdd, biasAddGradient};
const Operator kBiasAddGrad{"BiasAddGrad", 1, inferBiasAddGrad, prepareBiasAddGrad};

} // namespace runlens::runtime
