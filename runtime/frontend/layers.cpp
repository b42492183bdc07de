// SPDX-License-Identifier: Apache-2.0
#include "runtime/frontend/layers.h"

#include <cmath>

namespace runlens::runtime {

namespace {

float heLimit(std::int64_t inputs)
{
    return std::sqrt(6.0F / static_cast<float>(inputs));
}

} // namespace

/// splitmix64
std::uint64_t RandomNumbers::next()
{
    m_state += 0x9E3779B97F4A7C15U;
    std::uint64_t z = m_state;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
}

float RandomNumbers::uniform(float low, float high)
{
    const auto unit = static_cast<float>(next() >> 40U) * 0x1p-24F; // 24 bits: exact in a float
    return low + (high - low) * unit;
}

Tensor RandomNumbers::uniformTensor(const Shape& shape, float limit)
{
    Tensor tensor(TensorType{DType::Float32, shape});
    for (float& value : tensor.floats()) {
        value = uniform(-limit, limit);
    }
    return tensor;
}

Conv2d::Conv2d(const Conv2dOptions& options, RandomNumbers& random)
    : Layer("Conv2d", true), m_window{options.stride, options.pad}
{
    const std::int64_t inputs = options.inChannels * options.kernel * options.kernel;
    m_weight =
        addParameter("weight",
                     random.uniformTensor(
                         {options.outChannels, options.inChannels, options.kernel, options.kernel},
                         heLimit(inputs)));
    m_bias = addParameter("bias", Tensor(TensorType{DType::Float32, {options.outChannels}}));
}

Value Conv2d::construct(const Value& x)
{
    Context& context = x.context();
    const Value product = conv2d(x, context.parameter(m_weight), m_window);
    return biasAdd(product, context.parameter(m_bias));
}

Dense::Dense(std::int64_t inputs, std::int64_t outputs, RandomNumbers& random)
    : Layer("Dense", true)
{
    m_weight = addParameter("weight", random.uniformTensor({outputs, inputs}, heLimit(inputs)));
    m_bias = addParameter("bias", Tensor(TensorType{DType::Float32, {outputs}}));
}

Value Dense::construct(const Value& x)
{
    Context& context = x.context();
    const Value product = dense(x, context.parameter(m_weight));
    return biasAdd(product, context.parameter(m_bias));
}

Value SoftmaxCrossEntropyLoss::construct(const Value& logits, const Value& labels)
{
    return softmaxCrossEntropy(logits, labels);
}

WithLoss::WithLoss(Layer& network, PairLayer& loss)
    : PairLayer("WithLoss", true), m_network(network), m_loss(loss)
{
    addChild("network", network);
    addChild("loss", loss);
    network.nameParameters("Default/network");
    loss.nameParameters("Default/loss");
}

Value WithLoss::construct(const Value& x, const Value& labels)
{
    const Value logits = m_network(x);
    return m_loss(logits, labels);
}

} // namespace runlens::runtime
