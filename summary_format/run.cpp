// SPDX-License-Identifier: Apache-2.0
#include "summary_format/run.h"

#include <algorithm>

namespace runlens {

TagId Run::findTag(std::string_view name, RecordKind kind, int rank) const
{
    const auto found = std::find_if(m_tags->begin(), m_tags->end(), [&](const Tag& tag) {
        return tag.kind == kind && (rank < 0 || tag.rank == rank) && text(tag.name) == name;
    });
    return found == m_tags->end() ? kNone<TagId> : static_cast<TagId>(found - m_tags->begin());
}

std::shared_ptr<const ScalarSeries> Run::sharedScalars(TagId tag) const
{
    return isValid(tag) && index(tag) < m_scalars->size() ? (*m_scalars)[index(tag)] : nullptr;
}

std::size_t Run::recordCount(TagId tag) const
{
    if (const auto* series = scalars(tag)) {
        return series->size();
    }
    if (const auto* stats = tensorStats(tag)) {
        return stats->size();
    }
    const auto* entries = samples(tag);
    return entries != nullptr ? entries->size() : 0;
}

const IrPass* Run::irPass(PassId id) const
{
    return isValid(id) && index(id) < m_irPasses->size() ? (*m_irPasses)[index(id)].get() : nullptr;
}

const IrNode* Run::irNode(NodeRef ref) const
{
    const IrPass* pass = irPass(ref.pass);
    return pass != nullptr && ref.node >= 0
                   && static_cast<std::size_t>(ref.node) < pass->nodes.size()
               ? &pass->nodes[static_cast<std::size_t>(ref.node)]
               : nullptr;
}

std::string_view Run::property(std::string_view section, std::string_view key) const
{
    const Property* best = nullptr;
    for (const Property& property : *m_properties) {
        if ((best == nullptr || property.rank < best->rank) && text(property.key) == key
            && text(property.section) == section)
        {
            best = &property;
        }
    }
    return best != nullptr ? text(best->value) : std::string_view{};
}

EndReason Run::ended() const
{
    // Of each rank the session that started last counts.
    std::vector<const SessionRecord*> last;
    for (const SessionRecord& session : *m_sessions) {
        const auto same = std::find_if(last.begin(), last.end(), [&](const SessionRecord* other) {
            return other->rank == session.rank;
        });
        if (same == last.end()) {
            last.push_back(&session);
        } else if (session.startNs >= (*same)->startNs) {
            *same = &session;
        }
    }
    if (last.empty()) {
        return EndReason::Unknown;
    }
    const auto any = [&](EndReason reason) {
        return std::any_of(last.begin(), last.end(), [&](const SessionRecord* session) {
            return session->ended == reason;
        });
    };
    for (const EndReason reason :
         {EndReason::Running, EndReason::Failed, EndReason::Crashed, EndReason::Unknown})
    {
        if (any(reason)) {
            return reason;
        }
    }
    return EndReason::Clean;
}

std::vector<int> Run::ranks() const
{
    std::vector<int> ranks;
    for (const SessionRecord& session : *m_sessions) {
        ranks.push_back(session.rank);
    }
    for (const Tag& tag : *m_tags) {
        ranks.push_back(tag.rank);
    }
    for (const Track& track : *m_tracks) {
        ranks.push_back(track.rank);
    }
    std::sort(ranks.begin(), ranks.end());
    ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
    return ranks;
}

} // namespace runlens
