// SPDX-License-Identifier: Apache-2.0
/// Names, tags and tracks of one collector, in order of registration: ids are dense from 0. Any
/// thread registers (a rare call: threads keep their own TextCache); the writer thread fetches what
/// is new. Texts never move.
#pragma once

#include "collector/text_cache.h"
#include "summary_format/base/kinds.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace runlens::collector {

struct RegisteredTag {
    std::string name;
    RecordKind kind = RecordKind::Scalar;
    NumberType numberType = NumberType::Float64;
    bool isWanted = true; ///< by the regular expression of the options
};

struct RegisteredTrack {
    std::string name;
    TrackKind kind = TrackKind::Thread;
    std::string unit;
    std::int64_t threadId = 0;
};

/// A tag's id with its number type in the upper bits, so that a handle alone says how to convert a
/// value.
[[nodiscard]] constexpr std::int32_t packTag(std::size_t index, NumberType type)
{
    return static_cast<std::int32_t>(index | (static_cast<std::size_t>(type) << 28));
}

[[nodiscard]] constexpr std::size_t tagIndex(std::int32_t packed)
{
    return static_cast<std::size_t>(packed & 0x0fff'ffff);
}

[[nodiscard]] constexpr NumberType tagType(std::int32_t packed)
{
    return static_cast<NumberType>((packed >> 28) & 7);
}

class NameRegistry {
public:
    using Wanted = std::function<bool(const std::string&)>;
    static constexpr std::size_t kMaxTextBytes = 65'536; ///< longer names are cut
    static constexpr std::size_t kMaxEntries = 0x0fff'ffff;

    explicit NameRegistry(Wanted isWantedParameter = {});

    [[nodiscard]] TextCache::Entry name(std::string_view text);
    /// The id is packed (packTag).
    [[nodiscard]] TextCache::Entry scalarTag(std::string_view text, NumberType type);
    [[nodiscard]] const RegisteredTag*
    tag(std::string_view text, RecordKind kind, std::int32_t& index);
    [[nodiscard]] std::int32_t track(const RegisteredTrack& track);

    /// Appends to each list the pointers of what was registered since it was last fetched.
    void fetch(std::vector<const std::string*>& names,
               std::vector<const RegisteredTag*>& tags,
               std::vector<const RegisteredTrack*>& tracks);

private:
    std::int32_t addTag(std::string_view text, RecordKind kind, NumberType type); // under m_mutex

    Wanted m_isWanted;
    std::mutex m_mutex; ///< guards all below
    std::deque<std::string> m_names;
    std::unordered_map<std::string_view, std::int32_t> m_nameIds;
    std::deque<RegisteredTag> m_tags;
    std::map<std::pair<RecordKind, std::string_view>, std::int32_t> m_tagIds;
    std::deque<RegisteredTrack> m_tracks;
};

} // namespace runlens::collector
