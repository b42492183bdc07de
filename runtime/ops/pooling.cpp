// SPDX-License-Identifier: Apache-2.0
// MaxPool over windows of `kernel` x `kernel`, `stride` apart. Its second output tells which
// element of each window was the largest; the gradient goes to that element.
#include "runtime/ops/checks.h"
#include "runtime/ops/onednn.h"

namespace runlens::runtime {

namespace {

using dnnl::memory;

struct PoolingWindow {
    memory::dims kernel;
    memory::dims strides;
    memory::dims none{0, 0};
};

PoolingWindow poolingWindowOf(const Attributes& attributes)
{
    const std::int64_t kernel = attributes.integer("kernel", 2);
    const std::int64_t stride = attributes.integer("stride", kernel);
    return {{kernel, kernel}, {stride, stride}};
}

Result<std::vector<TensorType>> inferMaxPool(const TypeRequest& request)
{
    const TensorType& x = request.inputs[0];
    const std::int64_t kernel = request.attributes.integer("kernel", 2);
    const std::int64_t stride = request.attributes.integer("stride", kernel);
    if (!isFloat(x, 4)) {
        return typeError("images must be float32 with 4 dimensions");
    }
    if (kernel < 1 || stride < 1 || x.shape[2] < kernel || x.shape[3] < kernel) {
        return typeError("the window does not fit into the image");
    }
    const Shape shape{x.shape[0],
                      x.shape[1],
                      (x.shape[2] - kernel) / stride + 1,
                      (x.shape[3] - kernel) / stride + 1};
    return std::vector<TensorType>{{DType::Float32, shape}, {DType::UInt8, shape}};
}

/// (x, which, dy) -> dx
Result<std::vector<TensorType>> inferMaxPoolGrad(const TypeRequest& request)
{
    if (!isFloat(request.inputs[0], 4) || !isFloat(request.inputs[2], 4)) {
        return typeError("images and gradients must be float32 with 4 dimensions");
    }
    return std::vector<TensorType>{request.inputs[0]};
}

dnnl::pooling_forward::primitive_desc poolingForwardDesc(const Device& device,
                                                         const PoolingWindow& window,
                                                         const memory::desc& x,
                                                         const TensorType& y)
{
    const dnnl::pooling_forward::desc desc(dnnl::prop_kind::forward_training,
                                           dnnl::algorithm::pooling_max,
                                           x,
                                           anyDesc(y),
                                           window.strides,
                                           window.kernel,
                                           window.none,
                                           window.none);
    return {desc, device.handles().engine};
}

std::unique_ptr<Kernel> prepareMaxPool(const KernelRequest& request)
{
    const auto desc = poolingForwardDesc(request.device,
                                         poolingWindowOf(request.attributes),
                                         descOf(request.inputs[0]),
                                         request.outputs[0]);
    auto kernel = std::make_unique<OneDnnKernel>(request.device, dnnl::pooling_forward(desc));
    kernel->addInput(DNNL_ARG_SRC, 0, request.inputs[0], desc.src_desc());
    kernel->addOutput(DNNL_ARG_DST, request.outputs[0], desc.dst_desc());
    kernel->addOutput(DNNL_ARG_WORKSPACE, request.outputs[1], desc.workspace_desc());
    return kernel;
}

std::unique_ptr<Kernel> prepareMaxPoolGrad(const KernelRequest& request)
{
    const PoolingWindow window = poolingWindowOf(request.attributes);
    const memory::desc x = descOf(request.inputs[0]);
    const auto hint = poolingForwardDesc(request.device, window, x, request.inputs[2].type);
    const dnnl::pooling_backward::primitive_desc desc(
        dnnl::pooling_backward::desc(dnnl::algorithm::pooling_max,
                                     x,
                                     hint.dst_desc(),
                                     window.strides,
                                     window.kernel,
                                     window.none,
                                     window.none),
        request.device.handles().engine,
        hint);
    auto kernel = std::make_unique<OneDnnKernel>(request.device, dnnl::pooling_backward(desc));
    kernel->addInput(DNNL_ARG_WORKSPACE, 1, request.inputs[1], desc.workspace_desc());
    kernel->addInput(DNNL_ARG_DIFF_DST, 2, request.inputs[2], desc.diff_dst_desc());
    kernel->addOutput(DNNL_ARG_DIFF_SRC, request.outputs[0], desc.diff_src_desc());
    return kernel;
}

void maxPoolGradient(GradientScope& scope)
{
    if (scope.needsGradient(0)) {
        scope.addGradient(0,
                          scope.emit("MaxPoolGrad",
                                     {scope.input(0), scope.output(1), scope.outputGradient(0)},
                                     scope.attributes()));
    }
}

} // namespace

const Operator kMaxPool{"MaxPool", 1, inferMaxPool, prepareMaxPool, maxPoolGradient};
const Operator kMaxPoolGrad{"MaxPoolGrad", 3, inferMaxPoolGrad, prepareMaxPoolGrad};

} // namespace runlens::runtime
