// SPDX-License-Identifier: Apache-2.0
#include "summary_format/base/string_pool.h"

#include <algorithm>
#include <cstring>

namespace runlens {

namespace {
constexpr std::size_t kByteBlock = std::size_t{64} * 1024;
} // namespace

StringPool::StringPool() : m_blocks(std::make_unique<std::unique_ptr<Block>[]>(kMaxBlocks))
{
    add("");
}

StringPool::~StringPool() = default;

std::string_view StringPool::keep(std::string_view text)
{
    if (text.empty()) {
        return {};
    }
    if (text.size() > m_freeBytes) {
        // The first block is small: a run with few names must not cost 64 KiB for them.
        const std::size_t wanted = m_bytes.empty() ? std::size_t{2048} : kByteBlock;
        m_freeBytes = std::max(text.size(), wanted);
        m_bytes.push_back(std::make_unique_for_overwrite<char[]>(m_freeBytes));
        m_free = m_bytes.back().get();
    }
    std::memcpy(m_free, text.data(), text.size());
    const std::string_view kept(m_free, text.size());
    m_free += text.size();
    m_freeBytes -= text.size();
    return kept;
}

NameId StringPool::add(std::string_view text)
{
    if (const auto found = m_ids.find(text); found != m_ids.end()) {
        return found->second;
    }
    const std::size_t block = m_size / kBlockEntries;
    if (block >= kMaxBlocks) {
        return NameId{0}; // 268 million names: refuse more rather than grow without end
    }
    if (!m_blocks[block]) {
        m_blocks[block] = std::make_unique<Block>();
    }
    const std::string_view kept = keep(text);
    (*m_blocks[block])[m_size % kBlockEntries] = kept;
    const auto id = static_cast<NameId>(m_size++);
    m_ids.emplace(kept, id);
    return id;
}

NameId StringPool::find(std::string_view text) const
{
    const auto found = m_ids.find(text);
    return found == m_ids.end() ? kNone<NameId> : found->second;
}

std::string_view StringPool::text(NameId id) const
{
    if (!isValid(id) || index(id) >= kBlockEntries * kMaxBlocks) {
        return {};
    }
    const auto& block = m_blocks[index(id) / kBlockEntries];
    return block ? (*block)[index(id) % kBlockEntries] : std::string_view{};
}

} // namespace runlens
