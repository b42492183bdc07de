// SPDX-License-Identifier: Apache-2.0
// Conv2D and its gradients. x: N,C,H,W; w: O,C,KH,KW; b: O. Attributes: stride, pad (the same on
// every side). y[n,o,i,j] = sum over c,k,l of x[n,c,i*stride+k-pad,j*stride+l-pad] * w[o,c,k,l]
#include "runtime/ops/weighted.h"

#include <string_view>

namespace runlens::runtime {

namespace {

using dnnl::memory;

struct Window {
    memory::dims strides;
    memory::dims padding;
};

Window convolutionWindowOf(const Attributes& attributes)
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
    return hasBiasOfWeights(request) ? inferConvolution(request)
                                     : typeError("the bias must have one value per filter");
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
    return withBiasGradient(inferFromShape(request));
}

/// x, w and y: with the layouts of oneDNN's choice. The gradients want the forward primitive as a
/// hint.
dnnl::convolution_forward::primitive_desc
convolutionForwardDesc(const Device& device,
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

template <Fused fused>
std::unique_ptr<Kernel> prepareConvolution(const KernelRequest& request)
{
    const auto desc = convolutionForwardDesc(request.device,
                                             convolutionWindowOf(request.attributes),
                                             anyDesc(request.inputs[0].type),
                                             anyDesc(request.inputs[1].type),
                                             biasDesc(request, fused),
                                             anyDesc(request.outputs[0]),
                                             attributesOf(fused));
    return forwardKernel<dnnl::convolution_forward>(request, desc, fused);
}

std::unique_ptr<Kernel> prepareConvolutionBackpropInput(const KernelRequest& request)
{
    const Window window = convolutionWindowOf(request.attributes);
    const memory::desc dx = anyDesc(request.outputs[0]);
    const memory::desc w = anyDesc(request.inputs[1].type);
    const memory::desc dy = anyDesc(request.inputs[0].type);
    const auto hint = convolutionForwardDesc(request.device, window, dx, w, memory::desc(), dy, {});
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
    return inputGradientKernel<dnnl::convolution_backward_data>(request, desc);
}

using FilterOperation = dnnl::convolution_backward_weights::desc;
using FilterDesc = dnnl::convolution_backward_weights::primitive_desc;

FilterDesc filterDesc(const KernelRequest& request, bool hasBias, memory::format_tag imageLayout)
{
    const Window window = convolutionWindowOf(request.attributes);
    const auto image = [&](const TensorType& type) {
        return memory::desc(
            {type.shape.begin(), type.shape.end()}, memory::data_type::f32, imageLayout);
    };
    const memory::desc dy = image(request.inputs[0].type);
    const memory::desc x = image(request.inputs[1].type);
    const memory::desc dw = anyDesc(request.outputs[0]);
    const memory::desc db = hasBias ? denseDesc(request.outputs[1]) : memory::desc();
    const auto algorithm = dnnl::algorithm::convolution_direct;
    const auto hint = convolutionForwardDesc(request.device, window, x, dw, db, dy, {});
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

template <bool hasBias>
std::unique_ptr<Kernel> prepareConvolutionBackpropFilter(const KernelRequest& request)
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
    return weightGradientKernel<dnnl::convolution_backward_weights>(request, desc, hasBias);
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

const Operator kConv2d{
    "Conv2D", 2, inferConvolution, prepareConvolution<Fused::Nothing>, convolutionGradient};
const Operator kConv2dBackpropInput{
    "Conv2DBackpropInput", 2, inferFromShape, prepareConvolutionBackpropInput};
const Operator kConv2dBackpropFilter{
    "Conv2DBackpropFilter", 2, inferFromShape, prepareConvolutionBackpropFilter<false>};
const Operator kConv2dBackpropFilterBias{
    "Conv2DBackpropFilterBias", 2, inferFilterBias, prepareConvolutionBackpropFilter<true>};
const Operator kFusedConv2dBias{
    "FusedConv2DBias", 3, inferConvolutionBias, prepareConvolution<Fused::Bias>};
const Operator kFusedConv2dBiasRelu{
    "FusedConv2DBiasReLU", 3, inferConvolutionBias, prepareConvolution<Fused::BiasRelu>};

} // namespace runlens::runtime
