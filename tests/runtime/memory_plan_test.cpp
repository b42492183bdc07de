// SPDX-License-Identifier: Apache-2.0
#include "runtime/frontend/layers.h"
#include "runtime/passes/plan_memory.h"
#include "tests/runtime/small_graphs.h"

#include <gtest/gtest.h>

namespace runlens::runtime {

namespace {

/// One buffer of the given size per operator; aliases where told.
std::vector<NodeMemory> memoryOf(const GraphModule& module, std::size_t bytes)
{
    std::vector<NodeMemory> memory(module.nodes.size());
    for (const NodeId id : module.entry().nodes) {
        memory[static_cast<std::size_t>(id)] = NodeMemory{{bytes}, {-1}};
    }
    return memory;
}

void expectNoOverlap(const MemoryPlan& plan)
{
    for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
        const Buffer& a = plan.buffers[i];
        EXPECT_LE(a.offset + a.bytes, plan.arenaBytes);
        for (std::size_t k = i + 1; k < plan.buffers.size(); ++k) {
            const Buffer& b = plan.buffers[k];
            const bool liveTogether = a.lastUse >= b.firstUse && b.lastUse >= a.firstUse;
            const bool overlap = a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
            EXPECT_FALSE(liveTogether && overlap) << "buffers " << i << " and " << k;
        }
    }
}

TEST(PlanMemory, AChainNeedsTwoBuffers)
{
    SmallGraph g;
    NodeId value = g.input("x", {16});
    for (int i = 0; i < 5; ++i) {
        value = g.op("n", "Neg", {value}, {16});
    }
    const MemoryPlan plan = planMemory(g.module, memoryOf(g.module, 64));
    EXPECT_EQ(plan.arenaBytes, 128U);
    EXPECT_EQ(plan.totalBytes, 320U);
    std::vector<std::size_t> offsets;
    for (const Buffer& buffer : plan.buffers) {
        offsets.push_back(buffer.offset);
    }
    EXPECT_EQ(offsets, (std::vector<std::size_t>{0, 64, 0, 64, 0}));
}

TEST(PlanMemory, AnAliasLivesInTheMemoryOfItsInput)
{
    SmallGraph g;
    const NodeId a = g.op("a", "Neg", {g.input("x", {16})}, {16});
    const NodeId view = g.op("v", "Reshape", {a}, {4, 4});
    const NodeId b = g.op("b", "Neg", {a}, {16});
    const NodeId c = g.op("c", "Neg", {b}, {16});
    g.op("d", "Dense", {view, c}, {4, 4}); // reads the view last
    auto memory = memoryOf(g.module, 64);
    memory[static_cast<std::size_t>(view)].aliasOf = {0};
    const MemoryPlan plan = planMemory(g.module, memory);
    EXPECT_EQ(plan.places[static_cast<std::size_t>(view)][0].buffer,
              plan.places[static_cast<std::size_t>(a)][0].buffer);
    EXPECT_EQ(plan.buffers.size(), 4U);
    EXPECT_EQ(plan.buffers[0].lastUse, 4U); // a lives as long as its view
    expectNoOverlap(plan);
}

TEST(PlanMemory, NeverLetsLiveBuffersOverlap)
{
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        RandomNumbers random(seed);
        SmallGraph g;
        std::vector<NodeId> values = {g.input("x", {1})};
        const std::size_t count = 2 + random.next() % 40;
        for (std::size_t i = 0; i < count; ++i) {
            const NodeId left = values[random.next() % values.size()];
            const NodeId right =
                values[values.size() - 1 - random.next() % std::min<std::size_t>(values.size(), 3)];
            values.push_back(g.op("n", "Add", {left, right}, {1}));
        }
        std::vector<NodeMemory> memory(g.module.nodes.size());
        for (const NodeId id : g.module.entry().nodes) {
            const int alias = random.next() % 5 == 0 ? static_cast<int>(random.next() % 2) : -1;
            memory[static_cast<std::size_t>(id)] = NodeMemory{{1 + random.next() % 1000}, {alias}};
        }
        const MemoryPlan plan = planMemory(g.module, memory);
        expectNoOverlap(plan);
        EXPECT_LE(plan.arenaBytes, plan.totalBytes);
    }
}

} // namespace

} // namespace runlens::runtime
