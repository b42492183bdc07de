// SPDX-License-Identifier: Apache-2.0
#include "runtime/tensor/storage_pool.h"

#include "runtime/tensor/tensor.h"

#include <map>
#include <vector>

namespace runlens::runtime {

struct StoragePool::Free {
    std::map<std::size_t, std::vector<std::shared_ptr<std::byte>>> blocks; ///< by size
};

StoragePool::StoragePool() : m_free(std::make_shared<Free>()) {}

StoragePool::~StoragePool() = default;

std::shared_ptr<std::byte> StoragePool::take(std::size_t bytes)
{
    std::vector<std::shared_ptr<std::byte>>& blocks = m_free->blocks[bytes];
    std::shared_ptr<std::byte> block;
    if (blocks.empty()) {
        block = allocateStorage(bytes);
    } else {
        block = std::move(blocks.back());
        blocks.pop_back();
    }
    std::byte* const memory = block.get();
    const std::weak_ptr<Free> home = m_free;
    return {memory, [home, bytes, block = std::move(block)](std::byte*) mutable {
                if (const auto pool = home.lock()) {
                    pool->blocks[bytes].push_back(std::move(block));
                }
            }};
}

std::size_t StoragePool::bytesHeld() const
{
    std::size_t held = 0;
    for (const auto& [bytes, blocks] : m_free->blocks) {
        held += bytes * blocks.size();
    }
    return held;
}

} // namespace runlens::runtime
