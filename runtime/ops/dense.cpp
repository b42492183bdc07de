// SPDX-License-Identifier: Apache-2.0
// Dense and its gradients. x: N,I; w: O,I; b: O. y = x * transposed(w).
#include "runtime/ops/checks.h"
#include "runtime/ops/onednn.h"

namespace runlens::runtime {

namespace {

using dnnl::memory;

Result<std::vector<TensorType>> inferDense(const TypeRequest& request)
{
    const TensorType& x = request.inputs[0];
    const TensorType& w = request.inputs[1];
    if (!isFloat(x, 2) || !isFloat(w, 2)) {
        return typeError("values and weights must be float32 with 2 dimensions");
    }
    if (x.shape[1] != w.shape[1]) {
        return typeError("values and weights have different widths");
    }
    return oneFloat({x.shape[0], w.shape[0]});
}

Result<std::vector<TensorType>> inferDenseBias(const TypeRequest& request)
{
    const TensorType& bias = request.inputs[2];
    if (!isFloat(bias, 1) || request.inputs[1].shape.empty()
        || bias.shape[0] != request.inputs[1].shape[0])
    {
        return typeError("the bias must have one value per row of the weights");
    }
    return inferDense(request);
}

/// (dy: N,O; w: O,I) -> N,I
Result<std::vector<TensorType>> inferInputGradient(const TypeRequest& request)
{
    const TensorType& dy = request.inputs[0];
    const TensorType& w = request.inputs[1];
    if (!isFloat(dy, 2) || !isFloat(w, 2) || dy.shape[1] != w.shape[0]) {
        return typeError("the gradient and the weights do not fit together");
    }
    return oneFloat({dy.shape[0], w.shape[1]});
}

/// (dy: N,O; x: N,I) -> O,I
Result<std::vector<TensorType>> inferFilterGradient(const TypeRequest& request)
{
    const TensorType& dy = request.inputs[0];
    const TensorType& x = request.inputs[1];
    if (!isFloat(dy, 2) || !isFloat(x, 2) || dy.shape[0] != x.shape[0]) {
        return typeError("the gradient and the values do not fit together");
    }
    return oneFloat({dy.shape[1], x.shape[1]});
}

Result<std::vector<TensorType>> inferFilterBiasGradient(const TypeRequest& request)
{
    auto types = inferFilterGradient(request);
    if (types) {
        types->push_back(TensorType{DType::Float32, {types->front().shape[0]}});
    }
    return types;
}

dnnl::inner_product_forward::primitive_desc forwardDesc(const Device& device,
                                                        const memory::desc& x,
                                                        const memory::desc& w,
                                                        const memory::desc& bias,
                                                        const memory::desc& y,
                                                        const dnnl::primitive_attr& attributes)
{
    const auto desc =
        bias.is_zero()
            ? dnnl::inner_product_forward::desc(dnnl::prop_kind::forward_training, x, w, y)
            : dnnl::inner_product_forward::desc(dnnl::prop_kind::forward_training, x, w, bias, y);
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
                                  anyDesc(request.inputs[0].type),
                                  anyDesc(request.inputs[1].type),
                                  bias,
                                  anyDesc(request.outputs[0]),
                                  attributes);
    auto kernel = std::make_unique<OneDnnKernel>(request.device, dnnl::inner_product_forward(desc));
    kernel->addInput(DNNL_ARG_SRC, 0, request.inputs[0], desc.src_desc());
    kernel->addInput(DNNL_ARG_WEIGHTS, 1, request.inputs[1], desc.weights_desc());
    if (hasBias) {
        kernel->addInput(DNNL_ARG_BIAS, 2, request.inputs[2], bias);
    }
    kernel->addOutput(DNNL_ARG_DST, request.outputs[0], desc.dst_desc());
    return kernel;
}

std::unique_ptr<Kernel> prepareDense(const KernelRequest& request)
{
    return prepareForward(request, false, false);
}

std::unique_ptr<Kernel> prepareDenseBias(const KernelRequest& request)
{
    return prepareForward(request, true, false);
}

std::unique_ptr<Kernel> prepareDenseBiasRelu(const KernelRequest& request)
{
    return prepareForward(request, true, true);
}

/// (dy, w) -> dx
std::unique_ptr<Kernel> prepareBackpropInput(const KernelRequest& request)
{
    const memory::desc dx = anyDesc(request.outputs[0]);
    const memory::desc w = denseDesc(request.inputs[1].type); // as fast, and spares a reorder
    const memory::desc dy = anyDesc(request.inputs[0].type);
    const auto hint = forwardDesc(request.device, dx, w, memory::desc(), dy, {});
    const dnnl::inner_product_backward_data::primitive_desc desc(
        dnnl::inner_product_backward_data::desc(dx, w, dy), request.device.handles().engine, hint);
    auto kernel =
        std::make_unique<OneDnnKernel>(request.device, dnnl::inner_product_backward_data(desc));
    kernel->addInput(DNNL_ARG_DIFF_DST, 0, request.inputs[0], desc.diff_dst_desc());
    kernel->addInput(DNNL_ARG_WEIGHTS, 1, request.inputs[1], desc.weights_desc());
    kernel->addOutput(DNNL_ARG_DIFF_SRC, request.outputs[0], desc.diff_src_desc());
    return kernel;
}

/// (dy, x) -> dw, and the gradient of the bias beside it when it is asked for
std::unique_ptr<Kernel> prepareFilter(const KernelRequest& request, bool hasBias)
{
    const memory::desc x = anyDesc(request.inputs[1].type);
    const memory::desc dw = denseDesc(request.outputs[0]); // as fast, and spares a reorder
    const memory::desc db = hasBias ? denseDesc(request.outputs[1]) : memory::desc();
    const memory::desc dy = anyDesc(request.inputs[0].type);
    const auto hint = forwardDesc(request.device, x, dw, db, dy, {});
    const auto kind = hasBias ? dnnl::inner_product_backward_weights::desc(x, dw, db, dy)
                              : dnnl::inner_product_backward_weights::desc(x, dw, dy);
    const dnnl::inner_product_backward_weights::primitive_desc desc(
        kind, request.device.handles().engine, hint);
    auto kernel =
        std::make_unique<OneDnnKernel>(request.device, dnnl::inner_product_backward_weights(desc));
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

void denseGradient(GradientScope& scope)
{
    const ValueId dy = scope.outputGradient(0);
    if (scope.needsGradient(0)) {
        scope.addGradient(0, scope.emit("DenseBackpropInput", {dy, scope.input(1)}, {}));
    }
    if (scope.needsGradient(1)) {
        scope.addGradient(1, scope.emit("DenseBackpropFilter", {dy, scope.input(0)}, {}));
    }
}

} // namespace

const Operator kDense{"Dense", 2, inferDense, prepareDense, denseGradient};
const Operator kDenseBackpropInput{
    "DenseBackpropInput", 2, inferInputGradient, prepareBackpropInput};
const Operator kDenseBackpropFilter{
    "DenseBackpropFilter", 2, inferFilterGradient, prepareBackpropFilter};
const Operator kDenseBackpropFilterBias{
    "DenseBackpropFilterBias", 2, inferFilterBiasGradient, prepareBackpropFilterBias};
const Operator kFusedDenseBias{"FusedDenseBias", 3, inferDenseBias, prepareDenseBias};
const Operator kFusedDenseBiasRelu{"FusedDenseBiasReLU", 3, inferDenseBias, prepareDenseBiasRelu};

} // namespace runlens::runtime
