// SPDX-License-Identifier: Apache-2.0
// BiasAdd: one value per channel (dimension 1) is added to x. Its gradient sums over all other
// dimensions.
#include "runtime/ops/checks.h"
#include "runtime/ops/onednn.h"

#include <algorithm>
#include <utility>

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

/// Where channels lie. Element (n, channel, i) is at ((n * groups + group) * inner + i) * block + c
/// with channel = group * block + c. A dense tensor has blocks of one; a blocked one may have more
/// places than channels, which stay zero.
struct ChannelLayout {
    memory::desc desc;
    std::int64_t samples = 0;
    std::int64_t channels = 0;
    std::int64_t groups = 0;
    std::int64_t inner = 0;
    std::int64_t block = 1;
};

/// The layout as it comes when its channels lie in blocks, else row-major.
ChannelLayout channelLayoutOf(const TensorSpec& spec)
{
    const Shape& shape = spec.type.shape;
    ChannelLayout layout;
    layout.desc = denseDesc(spec.type);
    layout.samples = shape[0];
    layout.channels = shape[1];
    layout.inner = elementCount(Shape(shape.begin() + 2, shape.end()));
    const std::pair<memory::format_tag, std::int64_t> blocked[] = {
        {memory::format_tag::nChw16c, 16},
        {memory::format_tag::nChw8c, 8},
    };
    for (const auto& [tag, block] : blocked) {
        if (shape.size() != 4 || !spec.layout) {
            break;
        }
        const memory::desc desc({shape.begin(), shape.end()}, memory::data_type::f32, tag);
        if (spec.layout->desc == desc) {
            layout.desc = desc;
            layout.block = block;
        }
    }
    layout.groups = (layout.channels + layout.block - 1) / layout.block;
    return layout;
}

void addBias(const ChannelLayout& layout, const float* x, const float* bias, float* y)
{
    for (std::int64_t row = 0; row < layout.samples * layout.groups; ++row) {
        const float* const values = bias + row % layout.groups * layout.block;
        const float* const from = x + row * layout.inner * layout.block;
        float* const to = y + row * layout.inner * layout.block;
        if (layout.block == 1) {
            for (std::int64_t i = 0; i < layout.inner; ++i) {
                to[i] = from[i] + values[0];
            }
            continue;
        }
        for (std::int64_t i = 0; i < layout.inner; ++i) {
            for (std::int64_t c = 0; c < layout.block; ++c) {
                to[i * layout.block + c] = from[i * layout.block + c] + values[c];
            }
        }
    }
}

std::unique_ptr<Kernel> prepareBiasAdd(const KernelRequest& request)
{
    const ChannelLayout layout = channelLayoutOf(request.inputs[0]);
    std::vector<float> padded(static_cast<std::size_t>(layout.groups * layout.block), 0.0F);
    return PlainKernel::withLayouts(
        request,
        {layout.desc, denseDesc(request.inputs[1].type)},
        {layout.desc},
        [layout, padded](std::span<std::byte* const> inputs,
                         std::span<std::byte* const> outputs) mutable {
            const float* const bias = floatsAt(inputs[1]);
            std::copy(bias, bias + layout.channels, padded.begin());
            addBias(layout, floatsAt(inputs[0]), padded.data(), floatsAt(outputs[0]));
        });
}

/// Sums in double over the rows, in float within one.
void sumChannels(const ChannelLayout& layout, const float* dy, std::vector<double>& sums)
{
    std::fill(sums.begin(), sums.end(), 0.0);
    std::vector<float> rowSums(static_cast<std::size_t>(layout.block));
    for (std::int64_t row = 0; row < layout.samples * layout.groups; ++row) {
        const float* const from = dy + row * layout.inner * layout.block;
        std::fill(rowSums.begin(), rowSums.end(), 0.0F);
        for (std::int64_t i = 0; i < layout.inner; ++i) {
            for (std::int64_t c = 0; c < layout.block; ++c) {
                rowSums[static_cast<std::size_t>(c)] += from[i * layout.block + c];
            }
        }
        for (std::int64_t c = 0; c < layout.block; ++c) {
            sums[static_cast<std::size_t>(row % layout.groups * layout.block + c)] +=
                static_cast<double>(rowSums[static_cast<std::size_t>(c)]);
        }
    }
}

std::unique_ptr<Kernel> prepareBiasAddGrad(const KernelRequest& request)
{
    const ChannelLayout layout = channelLayoutOf(request.inputs[0]);
    std::vector<double> sums(static_cast<std::size_t>(layout.groups * layout.block));
    return PlainKernel::withLayouts(request,
                                    {layout.desc},
                                    {denseDesc(request.outputs[0])},
                                    [layout, sums](std::span<std::byte* const> inputs,
                                                   std::span<std::byte* const> outputs) mutable {
                                        sumChannels(layout, floatsAt(inputs[0]), sums);
                                        float* const db = floatsAt(outputs[0]);
                                        for (std::int64_t c = 0; c < layout.channels; ++c) {
                                            db[c] = static_cast<float>(
                                                sums[static_cast<std::size_t>(c)]);
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
