// SPDX-License-Identifier: Apache-2.0
#include "collector/event_queue.h"

#include <gtest/gtest.h>

#include <memory>
#include <thread>
#include <vector>

namespace runlens::collector {
namespace {

using SmallQueue = EventQueue<int, 4>;

bool push(SmallQueue& queue, QueueBudget& budget, int value)
{
    int* place = queue.reserve(budget, DropClass::TimeEvents);
    if (!place) {
        return false;
    }
    *place = value;
    queue.publish();
    return true;
}

std::vector<int> drainAll(SmallQueue& queue, QueueBudget& budget)
{
    std::vector<int> values;
    queue.drain(queue.mark(), budget, [&values](std::span<const int> some) {
        values.insert(values.end(), some.begin(), some.end());
    });
    return values;
}

TEST(EventQueue, GivesValuesInOrderUpToTheMark)
{
    QueueBudget budget(1 << 20);
    SmallQueue queue;
    EXPECT_TRUE(drainAll(queue, budget).empty());
    for (int i = 0; i < 6; ++i) {
        ASSERT_TRUE(push(queue, budget, i));
    }
    const auto mark = queue.mark();
    for (int i = 6; i < 11; ++i) {
        ASSERT_TRUE(push(queue, budget, i));
    }
    std::vector<int> values;
    const auto keep = [&values](std::span<const int> some) {
        values.insert(values.end(), some.begin(), some.end());
    };
    queue.drain(mark, budget, keep);
    EXPECT_EQ(values, (std::vector<int>{0, 1, 2, 3, 4, 5}));
    queue.drain(mark, budget, keep);
    EXPECT_EQ(values.size(), 6U);
    EXPECT_EQ(drainAll(queue, budget), (std::vector<int>{6, 7, 8, 9, 10}));
    EXPECT_TRUE(drainAll(queue, budget).empty());
}

TEST(EventQueue, IsNotAheadOfAReservedValue)
{
    QueueBudget budget(1 << 20);
    SmallQueue queue;
    ASSERT_TRUE(push(queue, budget, 1));
    ASSERT_NE(queue.reserve(budget, DropClass::TimeEvents), nullptr);
    EXPECT_EQ(drainAll(queue, budget), (std::vector<int>{1}));
}

TEST(EventQueue, StopsAtItsShareAndGoesOnWhenDrained)
{
    QueueBudget budget(10 * SmallQueue::kChunkBytes);
    SmallQueue queue;
    int pushed = 0;
    while (push(queue, budget, pushed)) {
        ++pushed;
    }
    EXPECT_EQ(pushed, 4 * (1 + 5))
        << "the first chunk is free, half of the ten belong to time events";
    EXPECT_EQ(budget.used(), 5 * SmallQueue::kChunkBytes);
    EXPECT_FALSE(push(queue, budget, -1)) << "full is full";
    const auto values = drainAll(queue, budget);
    ASSERT_EQ(values.size(), static_cast<std::size_t>(pushed));
    EXPECT_EQ(values.back(), pushed - 1);
    EXPECT_EQ(budget.used(), 0U);
    EXPECT_TRUE(push(queue, budget, 77));
    EXPECT_EQ(drainAll(queue, budget), (std::vector<int>{77}));
}

TEST(EventQueue, LosesNothingBetweenTwoThreads)
{
    QueueBudget budget(std::size_t{64} << 20);
    SmallQueue queue;
    constexpr int kValues = 200'000;
    std::thread producer([&] {
        for (int i = 0; i < kValues;) {
            i += push(queue, budget, i) ? 1 : 0;
        }
    });
    int next = 0;
    while (next < kValues) {
        for (const int value : drainAll(queue, budget)) {
            ASSERT_EQ(value, next++);
        }
    }
    producer.join();
    EXPECT_TRUE(drainAll(queue, budget).empty());
}

TEST(QueueBudget, GivesEachClassItsShare)
{
    QueueBudget budget(1000);
    EXPECT_FALSE(budget.take(501, DropClass::TimeEvents));
    EXPECT_TRUE(budget.take(500, DropClass::TimeEvents));
    EXPECT_FALSE(budget.take(201, DropClass::Payloads));
    EXPECT_TRUE(budget.take(200, DropClass::Payloads));
    EXPECT_FALSE(budget.take(151, DropClass::Statistics));
    EXPECT_TRUE(budget.take(150, DropClass::Statistics));
    EXPECT_FALSE(budget.take(151, DropClass::Values));
    EXPECT_TRUE(budget.take(150, DropClass::Values));
    EXPECT_EQ(budget.used(), 1000U);
    EXPECT_TRUE(budget.isWakeAsked());
    budget.give(1000);
    EXPECT_EQ(budget.used(), 0U);
}

} // namespace
} // namespace runlens::collector
