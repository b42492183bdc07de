// SPDX-License-Identifier: Apache-2.0
#include "summary_format/base/arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace runlens {

namespace {
constexpr std::size_t kSmallBlock = std::size_t{64} * 1024;
constexpr std::size_t kHugePage = std::size_t{2} * 1024 * 1024;
constexpr std::size_t kLargeBlock = 8 * kHugePage;
} // namespace

Arena::~Arena()
{
    for (const Block& block : m_blocks) {
        if (block.mapped) {
            munmap(block.data, block.bytes);
        } else {
            ::operator delete (block.data, std::align_val_t{16});
        }
    }
}

std::byte* Arena::newBlock(std::size_t bytes)
{
    Block block;
    block.bytes = bytes;
    if (bytes >= kHugePage) {
        // One extra huge page so that the part we use can start on a boundary: only touched pages
        // cost memory.
        block.bytes = (bytes + kHugePage - 1) / kHugePage * kHugePage + kHugePage;
        void* mapped = mmap(nullptr,
                            block.bytes,
                            PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                            -1,
                            0);
        if (mapped == MAP_FAILED) {
            throw std::bad_alloc();
        }
        madvise(mapped, block.bytes, MADV_HUGEPAGE);
        block.data = mapped;
        block.mapped = true;
        m_blocks.push_back(block);
        m_held += block.bytes - kHugePage;
        const auto past = reinterpret_cast<std::uintptr_t>(mapped) % kHugePage;
        return static_cast<std::byte*>(mapped) + (past == 0 ? 0 : kHugePage - past);
    }
    block.data = ::operator new (bytes, std::align_val_t{16});
    m_blocks.push_back(block);
    m_held += bytes;
    return static_cast<std::byte*>(block.data);
}

void* Arena::allocateBytes(std::size_t bytes)
{
    bytes = (std::max<std::size_t>(bytes, 1) + 15) / 16 * 16;
    if (bytes > m_freeBytes) {
        // Blocks grow with what is held, so that a small run stays small and a large one sits on
        // huge pages.
        const std::size_t wanted = std::clamp(m_held / 2, kSmallBlock, kLargeBlock);
        const std::size_t size = std::max(bytes, wanted);
        m_free = newBlock(size);
        m_freeBytes = size;
    }
    std::byte* result = m_free;
    m_free += bytes;
    m_freeBytes -= bytes;
    return result;
}

} // namespace runlens
