// SPDX-License-Identifier: Apache-2.0
/// Interned strings: each text is kept once and told apart by NameId. Append-only; the texts never
/// move. One thread adds; other threads may read the ids that were handed to them under a lock (a
/// published Run) at the same time.
#pragma once

#include "summary_format/base/ids.h"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace runlens {

class StringPool {
public:
    StringPool();
    StringPool(const StringPool&) = delete;
    StringPool& operator=(const StringPool&) = delete;
    ~StringPool();

    NameId add(std::string_view text); ///< writer thread only
    [[nodiscard]] NameId
    find(std::string_view text) const;                    ///< writer thread only; kNone when absent
    [[nodiscard]] std::string_view text(NameId id) const; ///< any thread; "" for an unknown id

    [[nodiscard]] std::size_t size() const { return m_size; } ///< writer thread only

private:
    static constexpr std::size_t kBlockEntries = 4096;
    static constexpr std::size_t kMaxBlocks = 1 << 16;
    using Block = std::array<std::string_view, kBlockEntries>;

    std::string_view keep(std::string_view text);

    std::unique_ptr<std::unique_ptr<Block>[]> m_blocks; ///< fixed table: readers never see it move
    std::vector<std::unique_ptr<char[]>> m_bytes;
    char* m_free = nullptr;
    std::size_t m_freeBytes = 0;
    std::unordered_map<std::string_view, NameId> m_ids;
    std::size_t m_size = 0;
};

} // namespace runlens
