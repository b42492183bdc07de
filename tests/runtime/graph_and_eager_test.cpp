// SPDX-License-Identifier: Apache-2.0
// Graph and eager mode compute the same: step by step from equal states, and left to themselves.
#include "runtime/examples/lenet.h"
#include "runtime/frontend/trainer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

namespace runlens::runtime {

namespace {

constexpr std::int64_t kBatch = 8;
constexpr int kTrainedSteps = 50;

struct Batch {
    Tensor x{TensorType{DType::Float32, {kBatch, 1, 28, 28}}};
    Tensor labels{TensorType{DType::Int32, {kBatch}}};
};

/// Noise with a bright square whose place depends on the label: something can be learned.
Batch batchOf(std::uint64_t seed)
{
    RandomNumbers random(seed);
    Batch batch;
    for (std::size_t n = 0; n < static_cast<std::size_t>(kBatch); ++n) {
        const std::size_t label = random.next() % 10;
        batch.labels.ints()[n] = static_cast<std::int32_t>(label);
        for (std::size_t pixel = 0; pixel < 784; ++pixel) {
            const bool isBright = pixel % 28 / 5 == label % 5 && pixel / 28 / 14 == label / 5;
            batch.x.floats()[n * 784 + pixel] =
                random.uniform(-0.5F, 0.5F) + (isBright ? 1.5F : 0.0F);
        }
    }
    return batch;
}

std::unique_ptr<Trainer> makeTrainer(Layer& network, ExecutionMode mode, bool fuse = true)
{
    TrainerOptions options;
    options.mode = mode;
    options.input = TensorType{DType::Float32, {kBatch, 1, 28, 28}};
    options.fuse = fuse;
    auto trainer = Trainer::create(network, options);
    EXPECT_TRUE(trainer) << (trainer ? "" : trainer.error().message());
    return trainer ? std::move(*trainer) : nullptr;
}

void copyState(const Trainer& from, const Trainer& to)
{
    for (std::size_t i = 0; i < from.parameters().size(); ++i) {
        const Parameter& source = *from.parameters()[i];
        const Parameter& target = *to.parameters()[i];
        std::memcpy(target.value.data(), source.value.data(), source.value.spec().sizeBytes);
        std::memcpy(target.moment.data(), source.moment.data(), source.moment.spec().sizeBytes);
    }
}

double relativeDifference(const Tensor& made, const Tensor& expected)
{
    const Tensor a = made.toDense();
    const Tensor b = expected.toDense();
    double difference = 0.0;
    double norm = 0.0;
    for (std::size_t i = 0; i < b.floats().size(); ++i) {
        const double d = static_cast<double>(a.floats()[i]) - static_cast<double>(b.floats()[i]);
        difference += d * d;
        norm += static_cast<double>(b.floats()[i]) * static_cast<double>(b.floats()[i]);
    }
    return std::sqrt(difference) / std::max(std::sqrt(norm), 1e-20);
}

TEST(GraphAndEager, AgreeInLossAndGradientsFromTheSameState)
{
    LeNet5 graphNetwork(3);
    LeNet5 eagerNetwork(3);
    const auto graph = makeTrainer(graphNetwork, ExecutionMode::Graph);
    const auto eager = makeTrainer(eagerNetwork, ExecutionMode::Eager);
    ASSERT_TRUE(graph && eager);
    for (int step = 0; step < kTrainedSteps; ++step) {
        copyState(*eager, *graph);
        const Batch batch = batchOf(static_cast<std::uint64_t>(step));
        const auto graphLoss = graph->step(batch.x, batch.labels, 0.01F);
        const auto eagerLoss = eager->step(batch.x, batch.labels, 0.01F);
        ASSERT_TRUE(graphLoss && eagerLoss);
        ASSERT_NEAR(*graphLoss, *eagerLoss, 1e-5 * std::max(1.0F, std::abs(*eagerLoss)))
            << "step " << step;
        const std::vector<Tensor> graphGradients = graph->gradients();
        const std::vector<Tensor> eagerGradients = eager->gradients();
        for (std::size_t i = 0; i < graphGradients.size(); ++i) {
            ASSERT_LE(relativeDifference(graphGradients[i], eagerGradients[i]), 1e-4)
                << graph->parameters()[i]->name << " at step " << step;
        }
    }
}

TEST(GraphAndEager, StayTogetherWhenLeftToThemselves)
{
    LeNet5 graphNetwork(5);
    LeNet5 eagerNetwork(5);
    const auto graph = makeTrainer(graphNetwork, ExecutionMode::Graph);
    const auto eager = makeTrainer(eagerNetwork, ExecutionMode::Eager);
    ASSERT_TRUE(graph && eager);
    float first = 0.0F;
    float last = 0.0F;
    for (int step = 0; step < kTrainedSteps; ++step) {
        const Batch batch = batchOf(static_cast<std::uint64_t>(step));
        const auto graphLoss = graph->step(batch.x, batch.labels, 0.01F);
        const auto eagerLoss = eager->step(batch.x, batch.labels, 0.01F);
        ASSERT_TRUE(graphLoss && eagerLoss);
        ASSERT_NEAR(*graphLoss, *eagerLoss, 1e-5 * std::max(1.0F, std::abs(*eagerLoss)))
            << "step " << step;
        first = step == 0 ? *graphLoss : first;
        last = *graphLoss;
    }
    EXPECT_LT(last, 0.5F * first); // and something was learned
}

TEST(GraphAndEager, FusionChangesNothingButTheNodes)
{
    LeNet5 fusedNetwork(7);
    LeNet5 plainNetwork(7);
    const auto fused = makeTrainer(fusedNetwork, ExecutionMode::Graph, true);
    const auto plain = makeTrainer(plainNetwork, ExecutionMode::Graph, false);
    ASSERT_TRUE(fused && plain);
    for (int step = 0; step < 5; ++step) {
        const Batch batch = batchOf(static_cast<std::uint64_t>(step));
        const auto fusedLoss = fused->step(batch.x, batch.labels, 0.01F);
        const auto plainLoss = plain->step(batch.x, batch.labels, 0.01F);
        ASSERT_TRUE(fusedLoss && plainLoss);
        ASSERT_NEAR(*fusedLoss, *plainLoss, 1e-5 * std::max(1.0F, std::abs(*plainLoss)));
    }
}

TEST(GraphAndEager, EvaluateTheSame)
{
    LeNet5 network(9);
    const auto graph = makeTrainer(network, ExecutionMode::Graph);
    const auto eager = makeTrainer(network, ExecutionMode::Eager);
    ASSERT_TRUE(graph && eager);
    const Batch batch = batchOf(1);
    const auto a = graph->evaluate(batch.x, batch.labels.ints());
    const auto b = eager->evaluate(batch.x, batch.labels.ints());
    ASSERT_TRUE(a && b);
    EXPECT_EQ(a->samples, kBatch);
    EXPECT_EQ(a->correct, b->correct);
    EXPECT_NEAR(a->loss, b->loss, 1e-5);
}

TEST(GraphAndEager, RefuseABatchOfAnotherShape)
{
    LeNet5 network(9);
    const auto graph = makeTrainer(network, ExecutionMode::Graph);
    ASSERT_TRUE(graph);
    const Tensor x(TensorType{DType::Float32, {kBatch + 1, 1, 28, 28}});
    const auto loss = graph->step(x, batchOf(0).labels, 0.01F);
    ASSERT_FALSE(loss);
    EXPECT_EQ(loss.error().why, "it has shape 9x1x28x28 instead of 8x1x28x28");
}

} // namespace

} // namespace runlens::runtime
