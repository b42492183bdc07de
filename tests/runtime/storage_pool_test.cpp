// SPDX-License-Identifier: Apache-2.0
#include "runtime/tensor/storage_pool.h"

#include <gtest/gtest.h>

#include <cstring>

namespace runlens::runtime {

namespace {

TEST(StoragePool, GivesAFreedBlockOfTheSameSizeAgain)
{
    StoragePool pool;
    auto first = pool.take(1000);
    const std::byte* const memory = first.get();
    const auto other = pool.take(1000);
    EXPECT_NE(other.get(), memory);
    EXPECT_EQ(pool.bytesHeld(), 0U);
    first.reset();
    EXPECT_EQ(pool.bytesHeld(), 1000U);
    EXPECT_NE(pool.take(500).get(), memory);
    EXPECT_EQ(pool.take(1000).get(), memory);
}

TEST(StoragePool, BlocksOutliveThePool)
{
    std::shared_ptr<std::byte> block;
    {
        StoragePool pool;
        block = pool.take(64);
    }
    std::memset(block.get(), 1, 64);
    EXPECT_EQ(static_cast<int>(block.get()[63]), 1);
}

} // namespace

} // namespace runlens::runtime
