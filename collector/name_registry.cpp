// SPDX-License-Identifier: Apache-2.0
#include "collector/name_registry.h"

namespace runlens::collector {

NameRegistry::NameRegistry(Wanted isWantedParameter) : m_isWanted(std::move(isWantedParameter)) {}

TextCache::Entry NameRegistry::name(std::string_view text)
{
    text = text.substr(0, kMaxTextBytes);
    const std::lock_guard lock(m_mutex);
    const auto known = m_nameIds.find(text);
    if (known != m_nameIds.end()) {
        return {known->second, known->first};
    }
    if (m_names.size() >= kMaxEntries) {
        return {};
    }
    const std::string_view kept = m_names.emplace_back(text);
    const auto id = static_cast<std::int32_t>(m_names.size() - 1);
    m_nameIds.emplace(kept, id);
    return {id, kept};
}

std::int32_t NameRegistry::addTag(std::string_view text, RecordKind kind, NumberType type)
{
    text = text.substr(0, kMaxTextBytes);
    const auto known = m_tagIds.find({kind, text});
    if (known != m_tagIds.end()) {
        return known->second;
    }
    if (m_tags.size() >= kMaxEntries) {
        return -1;
    }
    RegisteredTag& tag = m_tags.emplace_back(RegisteredTag{std::string(text), kind, type, true});
    const auto id = static_cast<std::int32_t>(m_tags.size() - 1);
    m_tagIds.emplace(std::pair(kind, std::string_view(tag.name)), id);
    if (m_isWanted
        && (kind == RecordKind::TensorStats || kind == RecordKind::Histogram
            || kind == RecordKind::Tensor))
    {
        tag.isWanted = m_isWanted(tag.name);
    }
    return id;
}

TextCache::Entry NameRegistry::scalarTag(std::string_view text, NumberType type)
{
    const std::lock_guard lock(m_mutex);
    const std::int32_t id = addTag(text, RecordKind::Scalar, type);
    if (id < 0) {
        return {};
    }
    const RegisteredTag& tag = m_tags[static_cast<std::size_t>(id)];
    return {packTag(static_cast<std::size_t>(id), tag.numberType), tag.name};
}

const RegisteredTag* NameRegistry::tag(std::string_view text, RecordKind kind, std::int32_t& index)
{
    const std::lock_guard lock(m_mutex);
    index = addTag(text, kind, NumberType::Float64);
    return index < 0 ? nullptr : &m_tags[static_cast<std::size_t>(index)];
}

std::int32_t NameRegistry::track(const RegisteredTrack& track)
{
    const std::lock_guard lock(m_mutex);
    for (std::size_t i = 0; i < m_tracks.size(); ++i) {
        const RegisteredTrack& known = m_tracks[i];
        if (known.name == track.name && known.kind == track.kind
            && known.threadId == track.threadId) {
            return static_cast<std::int32_t>(i);
        }
    }
    m_tracks.push_back(track);
    return static_cast<std::int32_t>(m_tracks.size() - 1);
}

void NameRegistry::fetch(std::vector<const std::string*>& names,
                         std::vector<const RegisteredTag*>& tags,
                         std::vector<const RegisteredTrack*>& tracks)
{
    const std::lock_guard lock(m_mutex);
    for (std::size_t i = names.size(); i < m_names.size(); ++i) {
        names.push_back(&m_names[i]);
    }
    for (std::size_t i = tags.size(); i < m_tags.size(); ++i) {
        tags.push_back(&m_tags[i]);
    }
    for (std::size_t i = tracks.size(); i < m_tracks.size(); ++i) {
        tracks.push_back(&m_tracks[i]);
    }
}

} // namespace runlens::collector
