// SPDX-License-Identifier: Apache-2.0
// Conv2D and its gradients. x: N,C,H,W; w: O,C,KH,KW; b: O. Attributes: stride, pad (the same on
// every side). y[n,o,i,j] = sum over c,k,l of x[n,c,i*stride+k-pad,j*stride+l-pad] * w[o,c,k,l]
#include "runtime/ops/checks.h"
#include "runtime/ops/onednn.h"

#include <string_view>

namespace runlens::runtime {

namespace {

using dnnl::memory;

struct Window {
    memory::dims strides;
    memory::dims padding;
};

Window windowOf(const Attributes& attributes)
{
    const std::int64_t stride = attributes.integer("stride", 1);
    const std::int64_t pad = attributes.integer("pad", 0);
    return {{stride, stride}, {pad, pad}};
}

Result<std::vector<TensorType>> inferConvolution(const TypeRequest& request)
{
    const TensorType& x = request.inputs[0];
    const TensorType& w = request.inputs[1];
    if (!isFloat(x, 4) || !isFloat(w, 4)) {
        return typeError("images and filters must be float32 with 4 dimensions");
    }
    if (x.shape[1] != w.shape[1]) {
        return typeError("images and filters have different channels");
    }
    const std::int64_t stride = request.attributes.integer("stride", 1);
    const std::int64_t pad = request.attributes.integer("pad", 0);
    if (stride < 1 || pad < 0) {
        return typeError("the stride must be positive and the padding not negative");
    }
    const std::int64_t rows = x.shape[2] + 2 * pad - w.shape[2];
    const std::int64_t columns = x.shape[3] + 2 * pad - w.shape[3];
    if (rows < 0 || columns < 0) {
        return typeError("the filter is larger than the padded image");
    }
    return oneFloat({x.shape[0], w.shape[0], rows / stride + 1, columns / stride + 1});
}

Result<std::vector<TensorType>> inferConvolutionBias(const TypeRequest& request)
{
    const TensorType& bias = request.inputs[2];
    if (!isFloat(bias, 1) || request.inputs[1].shape.empty()
        || bias.shape[0] != request.inputs[1].shape[0])
    {
        return typeError("the bias must have one value per filter");
    }
    return inferConvolution(request);
}

/// The shape of the gradient is an attribute, because it does not follow from the inputs.
Result<std::vector<TensorType>> inferFromShape(const TypeRequest& request)
{
    Shape shape = request.attributes.integers("shape");
    if (shape.size() != 4 || !isFloat(request.inputs[0], 4) || !isFloat(request.inputs[1], 4)) {
        return typeError("inputs and the attribute shape must have 4 dimensions");
    }
    return oneFloat(std::move(shape));
}

Result<std::vector<TensorType>> inferFilterBias(const TypeRequest& request)
{
    auto types = inferFromShape(request);
    if (types) {
        types->push_back(TensorType{DType::Float32, {types->front().shape[0]}});
    }
    return types;
}

/// x, w and y: with the layouts of oneDNN's choice. The gradients want the forward primitive as a
/// hint.
dnnl::convolution_forward::primitive_desc forwardDesc(const Device& device,
                                                      const Window& window,
                                                      const memory::desc& x,
                                                      const memory::desc& w,
                                                      const memory::desc& bias,
                                                      const memory::desc& y,
                                                      const dnnl::primitive_attr& attributes)
{
    const dnnl::convolution_forward::desc desc =
        bias.is_zero() ? dnnl::convolution_forward::desc(dnnl::prop_kind::forward_training,
                                                         dnnl::algorithm::convolution_direct,
                                                         x,
                                                         w,
                                                         y,
                                                         window.strides,
                                                         window.padding,
                                                         window.padding)
                       : dnnl::convolution_forward::desc(dnnl::prop_kind::forward_training,
                                                         dnnl::algorithm::convolution_direct,
                                                         x,
                                                         w,
                                                         bias,
                                                         y,
                                                         window.strides,
                                                         window.padding,
                                                         window.padding);
    return {desc, attributes, device.handles().engine};
}

std::unique_ptr<Kernel> prepareForward(const KernelRequest& request, bool hasBias, bool hasRelu)
{
    dnnl::primitive_attr attributes;
    if (hasRelu) {
        dnnl::post_ops afterwards;
        afterwards.append_eltwise(1.0F, dnnl::algorithm::eltwise_relu, 0.0F, 0.0F);
        attributes.set_post_ops(afterwards);
    }
    const memory::desc bias = hasBias ? denseDesc(request.inputs[2].type) : memory::desc();
    const auto desc = forwardDesc(request.device,
                                  windowOf(request.attributes),
                                  anyDesc(request.inputs[0].type),
                                  anyDesc(request.inputs[1].type),
                                  bias,
                                  anyDesc(request.outputs[0]),
                                  attributes);
    auto kernel = std::make_unique<OneDnnKernel>(request.device, dnnl::convolution_forward(desc));
    kernel->addInput(DNNL_ARG_SRC, 0, request.inputs[0], desc.src_desc());
    kernel->addInput(DNNL_ARG_WEIGHTS, 1, request.inputs[1], desc.weights_desc());
    if (hasBias) {
        kernel->addInput(DNNL_ARG_BIAS, 2, request.inputs[2], bias);
    }
    kernel->addOutput(DNNL_ARG_DST, request.outputs[0], desc.dst_desc());
    return kernel;
}

std::unique_ptr<Kernel> prepareConvolution(const KernelRequest& request)
{
    return prepareForward(request, false, false);
}

std::unique_ptr<Kernel> prepareConvolutionBias(const KernelRequest& request)
{
    return prepareForward(request, true, false);
}

std::unique_ptr<Kernel> prepareConvolutionBiasRelu(const KernelRequest& request)
{
    return prepareForward(request, true, true);
}

/// (dy, w) -> dx
std::unique_ptr<Kernel> prepareBackpropInput(const KernelRequest& request)
{
    const Window window = windowOf(request.attributes);
    const memory::desc dx = anyDesc(request.outputs[0]);
    const memory::desc w = anyDesc(request.inputs[1].type);
    const memory::desc dy = anyDesc(request.inputs[0].type);
    const auto hint = forwardDesc(request.device, window, dx, w, memory::desc(), dy, {});
    const dnnl::convolution_backward_data::primitive_desc desc(
        dnnl::convolution_backward_data::desc(dnnl::algorithm::convolution_direct,
                                              dx,
                                              w,
                                              dy,
                                              window.strides,
                                              window.padding,
                                              window.padding),
        request.device.handles().engine,
        hint);
    auto kernel =
        std::make_unique<OneDnnKernel>(request.device, dnnl::convolution_backward_data(desc));
    kernel->addInput(DNNL_ARG_DIFF_DST, 0, request.inputs[0], desc.diff_dst_desc());
    kernel->addInput(DNNL_ARG_WEIGHTS, 1, request.inputs[1], desc.weights_desc());
    kernel->addOutput(DNNL_ARG_DIFF_SRC, request.outputs[0], desc.diff_src_desc());
    return kernel;
}

using FilterOperation = dnnl::convolution_backward_weights::desc;
using FilterDesc = dnnl::convolution_backward_weights::primitive_desc;

FilterDesc filterDesc(const KernelRequest& request, bool hasBias, memory::format_tag imageLayout)
{
    const Window window = windowOf(request.attributes);
    const auto image = [&](const TensorType& type) {
        return memory::desc(
            {type.shape.begin(), type.shape.end()}, memory::data_type::f32, imageLayout);
    };
    const memory::desc dy = image(request.inputs[0].type);
    const memory::desc x = image(request.inputs[1].type);
    const memory::desc dw = anyDesc(request.outputs[0]);
    const memory::desc db = hasBias ? denseDesc(request.outputs[1]) : memory::desc();
    const auto algorithm = dnnl::algorithm::convolution_direct;
    const auto hint = forwardDesc(request.device, window, x, dw, db, dy, {});
    const auto desc =
        hasBias
            ? FilterOperation(
                algorithm, x, dw, db, dy, window.strides, window.padding, window.padding)
            : FilterOperation(algorithm, x, dw, dy, window.strides, window.padding, window.padding);
    return {desc, request.device.handles().engine, hint};
}

bool usesWidestVectors(const FilterDesc& desc)
{
    return std::string_view(desc.impl_info_str()).find("avx512") != std::string_view::npos;
}

/// (dy, x) -> dw, and the gradient of the bias beside it when it is asked for
std::unique_ptr<Kernel> prepareFilter(const KernelRequest& request, bool hasBias)
{
    FilterDesc desc = filterDesc(request, hasBias, memory::format_tag::any);
    if (!usesWidestVectors(desc)) {
        // With few channels oneDNN's own choice may be a narrow kernel where channels-last has a
        // wide one: 1.7 times as fast for the second convolution of LeNet.
        const FilterDesc channelsLast = filterDesc(request, hasBias, memory::format_tag::nhwc);
        if (usesWidestVectors(channelsLast)) {
            desc = channelsLast;
        }
    }
    auto kernel =
        std::make_unique<OneDnnKernel>(request.device, dnnl::convolution_backward_weights(desc));
    kernel->addInput(DNNL_ARG_DIFF_DST, 0, request.inputs[0], desc.diff_dst_desc());
    kernel->addInput(DNNL_ARG_SRC, 1, request.inputs[1], desc.src_desc());
    kernel->addDenseOutput(DNNL_ARG_DIFF_WEIGHTS, request.outputs[0], desc.diff_weights_desc());
    if (hasBias) {
        kernel->addDenseOutput(DNNL_ARG_DIFF_BIAS, request.outputs[1], desc.diff_bias_desc());
    }
    return kernel;
}

std::unique_ptr<Kernel> prepareBackpropFilter(const KernelRequest& request)
{
    return prepareFilter(request, false);
}

std::unique_ptr<Kernel> prepareBackpropFilterBias(const KernelRequest& request)
{
    return prepareFilter(request, true);
}

Attributes withShape(const Attributes& attributes, const Shape& shape)
{
    Attributes extended = attributes;
    extended.set("shape", shape);
    return extended;
}

void convolutionGradient(GradientScope& scope)
{
    const ValueId dy = scope.outputGradient(0);
    if (scope.needsGradient(0)) {
        scope.addGradient(0,
                          scope.emit("Conv2DBackpropInput",
                                     {dy, scope.input(1)},
                                     withShape(scope.attributes(), scope.inputType(0).shape)));
    }
    if (scope.needsGradient(1)) {
        scope.addGradient(1,
                          scope.emit("Conv2DBackpropFilter",
                                     {dy, scope.input(0)},
                                     withShape(scope.attributes(), scope.inputType(1).shape)));
    }
}

} // namespace

const Operator kConv2d{"Conv2D", 2, inferConvolution, prepareConvolution, convolutionGradient};
const Operator kConv2dBackpropInput{"Conv2DBackpropInput", 2, inferFromShape, prepareBackpropInput};
const Operator kConv2dBackpropFilter{
    "Conv2DBackpropFilter", 2, inferFromShape, prepareBackpropFilter};
const Operator kConv2dBackpropFilterBias{
    "Conv2DBackpropFilterBias", 2, inferFilterBias, prepareBackpropFilterBias};
const Operator kFusedConv2dBias{"FusedConv2DBias", 3, inferConvolutionBias, prepareConvolutionBias};
const Operator kFusedConv2dBiasRelu{
    "FusedConv2DBiasReLU", 3, inferConvolutionBias, prepareConvolutionBiasRelu};

} // namespace runlens::runtime
