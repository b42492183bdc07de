// SPDX-License-Identifier: Apache-2.0
// Dense and its gradients. x: N,I; w: O,I; b: O. y = x * transposed(w).
#include "runtime/ops/weighted.h"

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
    return hasBiasOfWeights(request)
               ? inferDense(request)
               : typeError("the bias must have one value per row of the weights");
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
    return withBiasGradient(inferFilterGradient(request));
}

dnnl::inner_product_forward::primitive_desc denseForwardDesc(const Device& device,
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

template <Fused fused>
std::unique_ptr<Kernel> prepareDense(const KernelRequest& request)
{
    const auto desc = denseForwardDesc(request.device,
                                       anyDesc(request.inputs[0].type),
                                       anyDesc(request.inputs[1].type),
                                       biasDesc(request, fused),
                                       anyDesc(request.outputs[0]),
                                       attributesOf(fused));
    return forwardKernel<dnnl::inner_product_forward>(request, desc, fused);
}

std::unique_ptr<Kernel> prepareDenseBackpropInput(const KernelRequest& request)
{
    const memory::desc dx = anyDesc(request.outputs[0]);
    const memory::desc w = denseDesc(request.inputs[1].type); // as fast, and spares a reorder
    const memory::desc dy = anyDesc(request.inputs[0].type);
    const auto hint = denseForwardDesc(request.device, dx, w, memory::desc(), dy, {});
    const dnnl::inner_product_backward_data::primitive_desc desc(
        dnnl::inner_product_backward_data::desc(dx, w, dy), request.device.handles().engine, hint);
    return inputGradientKernel<dnnl::inner_product_backward_data>(request, desc);
}

template <bool hasBias>
std::unique_ptr<Kernel> prepareDenseBackpropFilter(const KernelRequest& request)
{
    const memory::desc x = anyDesc(request.inputs[1].type);
    const memory::desc dw = denseDesc(request.outputs[0]); // as fast, and spares a reorder
    const memory::desc db = hasBias ? denseDesc(request.outputs[1]) : memory::desc();
    const memory::desc dy = anyDesc(request.inputs[0].type);
    const auto hint = denseForwardDesc(request.device, x, dw, db, dy, {});
    const auto kind = hasBias ? dnnl::inner_product_backward_weights::desc(x, dw, db, dy)
                              : dnnl::inner_product_backward_weights::desc(x, dw, dy);
    const dnnl::inner_product_backward_weights::primitive_desc desc(
        kind, request.device.handles().engine, hint);
    return weightGradientKernel<dnnl::inner_product_backward_weights>(request, desc, hasBias);
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

const Operator kDense{"Dense", 2, inferDense, prepareDense<Fused::Nothing>, denseGradient};
const Operator kDenseBackpropInput{
    "DenseBackpropInput", 2, inferInputGradient, prepareDenseBackpropInput};
const Operator kDenseBackpropFilter{
    "DenseBackpropFilter", 2, inferFilterGradient, prepareDenseBackpropFilter<false>};
const Operator kDenseBackpropFilterBias{
    "DenseBackpropFilterBias", 2, inferFilterBiasGradient, prepareDenseBackpropFilter<true>};
const Operator kFusedDenseBias{"FusedDenseBias", 3, inferDenseBias, prepareDense<Fused::Bias>};
const Operator kFusedDenseBiasRelu{
    "FusedDenseBiasReLU", 3, inferDenseBias, prepareDense<Fused::BiasRelu>};

} // namespace runlens::runtime
