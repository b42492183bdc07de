// SPDX-License-Identifier: Apache-2.0
/// LeNet-5 for images of 28 x 28 grey pixels and ten classes.
#pragma once

#include "runtime/frontend/layers.h"

namespace runlens::runtime {

class LeNet5 final : public Layer {
public:
    explicit LeNet5(std::uint64_t seed)
        : Layer("LeNet5")
        , m_random(seed)
        , m_conv1({.inChannels = 1, .outChannels = 6, .kernel = 5, .pad = 2}, m_random)
        , m_conv2({.inChannels = 6, .outChannels = 16, .kernel = 5}, m_random)
        , m_fc1(400, 120, m_random) // 16 channels of 5 x 5
        , m_fc2(120, 84, m_random)
        , m_fc3(84, 10, m_random)
    {
        addChild("conv1", m_conv1);
        addChild("conv2", m_conv2);
        addChild("fc1", m_fc1);
        addChild("fc2", m_fc2);
        addChild("fc3", m_fc3);
    }

    Value construct(const Value& x) override
    {
        Value h = maxPool(relu(m_conv1(x)), 2);
        h = maxPool(relu(m_conv2(h)), 2);
        h = flatten(h);
        h = relu(m_fc1(h));
        h = relu(m_fc2(h));
        return m_fc3(h);
    }

private:
    RandomNumbers m_random;
    Conv2d m_conv1;
    Conv2d m_conv2;
    Dense m_fc1;
    Dense m_fc2;
    Dense m_fc3;
};

} // namespace runlens::runtime
