// SPDX-License-Identifier: Apache-2.0
/// Memory for columns: a few large blocks, carved front to back, freed together. What was handed
/// out never moves, so readers of a published Run need no lock. Large blocks ask for huge pages:
/// first touch of 4 KiB pages is what limits reading (docs/performance.md). One thread allocates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace runlens {

class Arena {
public:
    Arena() = default;
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;
    ~Arena();

    /// Uninitialised memory for count values of T, aligned to 16 bytes.
    template <typename T>
    T* allocate(std::size_t count)
    {
        return static_cast<T*>(allocateBytes(count * sizeof(T)));
    }

    [[nodiscard]] std::size_t bytesHeld() const { return m_held; }

private:
    struct Block {
        void* data = nullptr;
        std::size_t bytes = 0;
        bool mapped = false;
    };

    void* allocateBytes(std::size_t bytes);
    std::byte* newBlock(std::size_t bytes);

    std::vector<Block> m_blocks;
    std::byte* m_free = nullptr;
    std::size_t m_freeBytes = 0;
    std::size_t m_held = 0;
};

} // namespace runlens
