// SPDX-License-Identifier: Apache-2.0
/// From a text to its id, for one thread. A text that comes again at the same address (a literal, a
/// member) is found by its address and compared, not hashed; any other by its content. The texts
/// themselves belong to the NameRegistry, which must outlive the cache.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <unordered_map>

namespace runlens::collector {

class TextCache {
public:
    /// add(text) gives {id, the registry's own copy of the text}; an id < 0 is not remembered.
    struct Entry {
        std::int32_t id = -1;
        std::string_view text;
    };

    template <typename Add>
    std::int32_t find(std::string_view text, Add&& add)
    {
        const auto address = reinterpret_cast<std::uintptr_t>(text.data());
        Slot& slot = m_slots[(address ^ (address >> 9) ^ (text.size() << 3)) % m_slots.size()];
        if (slot.address == text.data() && slot.entry.text.size() == text.size() && !text.empty()
            && std::memcmp(slot.entry.text.data(), text.data(), text.size()) == 0)
        {
            return slot.entry.id;
        }
        return findByContent(text, slot, add);
    }

private:
    struct Slot {
        const char* address = nullptr;
        Entry entry;
    };

    template <typename Add>
    std::int32_t findByContent(std::string_view text, Slot& slot, Add&& add)
    {
        const auto known = m_byContent.find(text);
        Entry entry;
        if (known != m_byContent.end()) {
            entry = {known->second, known->first};
        } else {
            entry = add(text);
            if (entry.id < 0) {
                return entry.id;
            }
            m_byContent.emplace(entry.text, entry.id);
        }
        if (!text.empty()) {
            slot = {text.data(), entry};
        }
        return entry.id;
    }

    std::array<Slot, 512> m_slots{};
    std::unordered_map<std::string_view, std::int32_t> m_byContent;
};

} // namespace runlens::collector
