// SPDX-License-Identifier: Apache-2.0
// ReLU. Its gradient reads the output, not the input: y > 0 exactly where x > 0, and after fusion
// only y is left.
#include "runtime/ops/checks.h"
#include "runtime/ops/onednn.h"

namespace runlens::runtime {

namespace {

using dnnl::memory;

Result<std::vector<TensorType>> inferRelu(const TypeRequest& request)
{
    if (request.inputs[0].dtype != DType::Float32) {
        return typeError("values must be float32");
    }
    return std::vector<TensorType>{request.inputs[0]};
}

/// (dy, y) -> dx
Result<std::vector<TensorType>> inferReluGrad(const TypeRequest& request)
{
    if (request.inputs[0].dtype != DType::Float32 || request.inputs[0] != request.inputs[1]) {
        return typeError("the gradient must have the type of the output");
    }
    return std::vector<TensorType>{request.inputs[1]};
}

std::unique_ptr<Kernel> prepareRelu(const KernelRequest& request)
{
    const memory::desc layout = descOf(request.inputs[0]);
    const dnnl::eltwise_forward::primitive_desc desc(
        dnnl::eltwise_forward::desc(
            dnnl::prop_kind::forward_training, dnnl::algorithm::eltwise_relu, layout, 0.0F),
        request.device.handles().engine);
    auto kernel = std::make_unique<OneDnnKernel>(request.device, dnnl::eltwise_forward(desc));
    kernel->addInput(DNNL_ARG_SRC, 0, request.inputs[0], layout);
    kernel->addOutput(DNNL_ARG_DST, request.outputs[0], layout);
    return kernel;
}

std::unique_ptr<Kernel> prepareReluGrad(const KernelRequest& request)
{
    const memory::desc layout = descOf(request.inputs[1]);
    const auto algorithm = dnnl::algorithm::eltwise_relu_use_dst_for_bwd;
    const dnnl::engine& engine = request.device.handles().engine;
    const dnnl::eltwise_forward::primitive_desc hint(
        dnnl::eltwise_forward::desc(dnnl::prop_kind::forward_training, algorithm, layout, 0.0F),
        engine);
    const dnnl::eltwise_backward::primitive_desc desc(
        dnnl::eltwise_backward::desc(algorithm, layout, layout, 0.0F), engine, hint);
    auto kernel = std::make_unique<OneDnnKernel>(request.device, dnnl::eltwise_backward(desc));
    kernel->addInput(DNNL_ARG_DIFF_DST, 0, request.inputs[0], layout);
    kernel->addInput(DNNL_ARG_DST, 1, request.inputs[1], layout);
    kernel->addOutput(DNNL_ARG_DIFF_SRC, request.outputs[0], layout);
    return kernel;
}

void reluGradient(GradientScope& scope)
{
    if (scope.needsGradient(0)) {
        scope.addGradient(0,
                          scope.emit("ReluGrad", {scope.outputGradient(0), scope.output(0)}, {}));
    }
}

} // namespace

const Operator kRelu{"ReLU", 1, inferRelu, prepareRelu, reluGradient, true};
const Operator kReluGrad{"ReluGrad", 2, inferReluGrad, prepareReluGrad, nullptr, true};

} // namespace runlens::runtime
