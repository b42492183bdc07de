// SPDX-License-Identifier: Apache-2.0
/// Layers ready for use, and the cell that joins a network with its loss. Initial weights depend on
/// the generator alone (uniform within +-sqrt(6 / inputs), He's rule for ReLU; biases zero), so
/// that a seed names a network on every machine.
#pragma once

#include "runtime/frontend/cell.h"
#include "runtime/frontend/operations.h"

namespace runlens::runtime {

/// A small generator of its own: std::uniform_real_distribution differs between standard libraries.
class RandomNumbers {
public:
    explicit RandomNumbers(std::uint64_t seed) : m_state(seed) {}

    std::uint64_t next();
    float uniform(float low, float high);
    /// Values within +-limit.
    Tensor uniformTensor(const Shape& shape, float limit);

private:
    std::uint64_t m_state;
};

struct Conv2dOptions {
    std::int64_t inChannels = 1;
    std::int64_t outChannels = 1;
    std::int64_t kernel = 3;
    std::int64_t stride = 1;
    std::int64_t pad = 0;
};

class Conv2d final : public Layer {
public:
    Conv2d(const Conv2dOptions& options, RandomNumbers& random);
    Value construct(const Value& x) override;

private:
    ConvolutionWindow m_window;
    ParameterRef m_weight;
    ParameterRef m_bias;
};

class Dense final : public Layer {
public:
    Dense(std::int64_t inputs, std::int64_t outputs, RandomNumbers& random);
    Value construct(const Value& x) override;

private:
    ParameterRef m_weight;
    ParameterRef m_bias;
};

class SoftmaxCrossEntropyLoss final : public PairLayer {
public:
    SoftmaxCrossEntropyLoss() : PairLayer("SoftmaxCrossEntropyLoss", true) {}

    Value construct(const Value& logits, const Value& labels) override;
};

/// network and loss must outlive it. Names the parameters of the network.
class WithLoss final : public PairLayer {
public:
    WithLoss(Layer& network, PairLayer& loss);
    Value construct(const Value& x, const Value& labels) override;

private:
    Layer& m_network;
    PairLayer& m_loss;
};

} // namespace runlens::runtime
