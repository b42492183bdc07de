// SPDX-License-Identifier: Apache-2.0
/// What Conv2D and Dense have in common: y = x times w, plus b, through ReLU, and the gradients of
/// x, w and b. Both describe their primitives on their own; the kernels around them are made here.
/// Inputs: (x, w, b) forward, (dy, w) for dx, (dy, x) for dw and db.
#pragma once

#include "runtime/ops/checks.h"
#include "runtime/ops/onednn.h"

namespace runlens::runtime {

/// What one primitive does beyond the product.
enum class Fused { Nothing, Bias, BiasRelu };

[[nodiscard]] inline dnnl::primitive_attr attributesOf(Fused fused)
{
    dnnl::primitive_attr attributes;
    if (fused == Fused::BiasRelu) {
        dnnl::post_ops afterwards;
        afterwards.append_eltwise(1.0F, dnnl::algorithm::eltwise_relu, 0.0F, 0.0F);
        attributes.set_post_ops(afterwards);
    }
    return attributes;
}

/// One value per output of the weights; a zero descriptor without a bias.
[[nodiscard]] inline dnnl::memory::desc biasDesc(const KernelRequest& request, Fused fused)
{
    return fused == Fused::Nothing ? dnnl::memory::desc() : denseDesc(request.inputs[2].type);
}

[[nodiscard]] inline bool hasBiasOfWeights(const TypeRequest& request)
{
    const TensorType& bias = request.inputs[2];
    const Shape& weights = request.inputs[1].shape;
    return isFloat(bias, 1) && !weights.empty() && bias.shape[0] == weights[0];
}

/// Adds the type of the gradient of the bias to that of the weights.
[[nodiscard]] inline Result<std::vector<TensorType>>
withBiasGradient(Result<std::vector<TensorType>> types)
{
    if (types) {
        types->push_back(TensorType{DType::Float32, {types->front().shape[0]}});
    }
    return types;
}

template <typename Primitive>
std::unique_ptr<Kernel> forwardKernel(const KernelRequest& request,
                                      const typename Primitive::primitive_desc& desc,
                                      Fused fused)
{
    auto kernel = std::make_unique<OneDnnKernel>(request.device, Primitive(desc));
    kernel->addInput(DNNL_ARG_SRC, 0, request.inputs[0], desc.src_desc());
    kernel->addInput(DNNL_ARG_WEIGHTS, 1, request.inputs[1], desc.weights_desc());
    if (fused != Fused::Nothing) {
        kernel->addInput(DNNL_ARG_BIAS, 2, request.inputs[2], biasDesc(request, fused));
    }
    kernel->addOutput(DNNL_ARG_DST, request.outputs[0], desc.dst_desc());
    return kernel;
}

/// (dy, w) -> dx
template <typename Primitive>
std::unique_ptr<Kernel> inputGradientKernel(const KernelRequest& request,
                                            const typename Primitive::primitive_desc& desc)
{
    auto kernel = std::make_unique<OneDnnKernel>(request.device, Primitive(desc));
    kernel->addInput(DNNL_ARG_DIFF_DST, 0, request.inputs[0], desc.diff_dst_desc());
    kernel->addInput(DNNL_ARG_WEIGHTS, 1, request.inputs[1], desc.weights_desc());
    kernel->addOutput(DNNL_ARG_DIFF_SRC, request.outputs[0], desc.diff_src_desc());
    return kernel;
}

/// (dy, x) -> dw, and the gradient of the bias beside it when it is asked for
template <typename Primitive>
std::unique_ptr<Kernel> weightGradientKernel(const KernelRequest& request,
                                             const typename Primitive::primitive_desc& desc,
                                             bool hasBias)
{
    auto kernel = std::make_unique<OneDnnKernel>(request.device, Primitive(desc));
    kernel->addInput(DNNL_ARG_DIFF_DST, 0, request.inputs[0], desc.diff_dst_desc());
    kernel->addInput(DNNL_ARG_SRC, 1, request.inputs[1], desc.src_desc());
    kernel->addDenseOutput(DNNL_ARG_DIFF_WEIGHTS, request.outputs[0], desc.diff_weights_desc());
    if (hasBias) {
        kernel->addDenseOutput(DNNL_ARG_DIFF_BIAS, request.outputs[1], desc.diff_bias_desc());
    }
    return kernel;
}

} // namespace runlens::runtime
