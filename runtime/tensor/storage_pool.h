// SPDX-License-Identifier: Apache-2.0
/// Memory that is used again: fresh pages are dear, and eager mode needs the same sizes at every
/// step. What take() gives goes back to the pool with its last owner, also when the pool itself is
/// gone. Contents are undefined. Blocks and pool belong to one thread.
#pragma once

#include <cstddef>
#include <memory>

namespace runlens::runtime {

class StoragePool {
public:
    StoragePool();
    StoragePool(const StoragePool&) = delete;
    StoragePool& operator=(const StoragePool&) = delete;
    ~StoragePool();

    [[nodiscard]] std::shared_ptr<std::byte> take(std::size_t bytes);
    [[nodiscard]] std::size_t bytesHeld() const; ///< waiting to be used again

private:
    struct Free;
    std::shared_ptr<Free> m_free;
};

} // namespace runlens::runtime
