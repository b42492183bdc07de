// SPDX-License-Identifier: Apache-2.0
// A fused chain computes exactly what its members compute one by one, in every layout.
#include "runtime/executor/compile.h"
#include "runtime/frontend/layers.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace runlens::runtime {

namespace {

class Chain final : public PairLayer {
public:
    Chain() : PairLayer("Chain") {}

    Value construct(const Value& x, const Value& y) override
    {
        const Value product = mul(x, y);
        const Value sum = add(product, neg(y));
        return relu(sub(sum, mul(x, x)));
    }
};

/// The same behind a convolution, whose output lies in blocks.
class BlockedChain final : public PairLayer {
public:
    explicit BlockedChain(RandomNumbers& random)
        : PairLayer("BlockedChain")
        , m_conv({.inChannels = 3, .outChannels = 6, .kernel = 3, .pad = 1}, random)
    {
        addChild("conv", m_conv);
    }

    Value construct(const Value& x, const Value& y) override
    {
        return mul(neg(add(m_conv(x), y)), y);
    }

private:
    Conv2d m_conv;
};

struct Computed {
    std::string ops;
    Tensor value;
};

Computed run(Cell& cell, const Tensor& x, const Tensor& y, bool fuse)
{
    CompileOptions options;
    options.inputs = {{"x", x.type()}, {"y", y.type()}};
    options.fuse = fuse;
    PassDumps dumps(0, {});
    const auto executor = compileCell(cell, options, dumps, nullptr);
    EXPECT_TRUE(executor) << (executor ? "" : executor.error().message());
    std::copy(x.floats().begin(), x.floats().end(), (*executor)->input("x").floats().begin());
    std::copy(y.floats().begin(), y.floats().end(), (*executor)->input("y").floats().begin());
    (*executor)->run(nullptr);
    Computed result{{}, (*executor)->result(0).toDense().clone()};
    for (const NodeId id : (*executor)->module().entry().nodes) {
        result.ops += (*executor)->module().node(id).op + " ";
    }
    return result;
}

TEST(FusedElementwise, ComputesWhatItsMembersCompute)
{
    RandomNumbers random(4);
    for (const std::int64_t length : {1, 255, 256, 257, 1000}) {
        Chain chain;
        const Tensor x = random.uniformTensor({length}, 2.0F);
        const Tensor y = random.uniformTensor({length}, 2.0F);
        const Computed fused = run(chain, x, y, true);
        const Computed plain = run(chain, x, y, false);
        EXPECT_EQ(fused.ops, "FusedElementwise ");
        EXPECT_EQ(plain.ops, "Mul Neg Add Mul Sub ReLU ");
        EXPECT_TRUE(std::equal(
            fused.value.floats().begin(), fused.value.floats().end(), plain.value.floats().begin()))
            << length;
        for (std::size_t i = 0; i < x.floats().size(); ++i) {
            const double a = static_cast<double>(x.floats()[i]);
            const double b = static_cast<double>(y.floats()[i]);
            EXPECT_NEAR(static_cast<double>(fused.value.floats()[i]),
                        std::max(0.0, a * b - b - a * a),
                        1e-5);
        }
    }
}

TEST(FusedElementwise, TakesTheLayoutOfItsFirstInput)
{
    RandomNumbers random(5);
    BlockedChain chain(random);
    const Tensor x = random.uniformTensor({2, 3, 8, 8}, 1.0F);
    const Tensor y = random.uniformTensor({2, 6, 8, 8}, 1.0F);
    const Computed fused = run(chain, x, y, true);
    const Computed plain = run(chain, x, y, false);
    EXPECT_EQ(fused.ops, "FusedConv2DBias FusedElementwise ");
    EXPECT_EQ(plain.ops, "Conv2D BiasAdd Add Neg Mul ");
    for (std::size_t i = 0; i < plain.value.floats().size(); ++i) {
        EXPECT_NEAR(fused.value.floats()[i], plain.value.floats()[i], 1e-5F);
    }
}

} // namespace

} // namespace runlens::runtime
