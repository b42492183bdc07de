// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/operator_summary.h"

#include "profiler/column_cursor.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace runlens::profiler {

namespace {

/// A row in the making.
struct Group {
    OperatorRow row;
    std::array<std::int64_t, 16> selfByCategory{};

    void add(SpanRef span,
             NodeRef node,
             SpanCategory category,
             std::int64_t durationNs,
             std::int64_t selfNs)
    {
        if (row.count == 0 || durationNs > row.maximumNs) {
            row.maximumNs = durationNs;
            row.longest = span;
            row.node = node;
        }
        row.minimumNs = row.count == 0 ? durationNs : std::min(row.minimumNs, durationNs);
        ++row.count;
        row.totalNs = addSaturated(row.totalNs, durationNs);
        row.selfNs = addSaturated(row.selfNs, selfNs);
        std::int64_t& self =
            selfByCategory[static_cast<std::size_t>(category) % selfByCategory.size()];
        self = addSaturated(self, selfNs);
    }

    void add(const Group& other)
    {
        const OperatorRow& part = other.row;
        if (row.count == 0 || part.maximumNs > row.maximumNs) {
            row.maximumNs = part.maximumNs;
            row.longest = part.longest;
            row.node = part.node;
        }
        row.minimumNs = row.count == 0 ? part.minimumNs : std::min(row.minimumNs, part.minimumNs);
        row.count += part.count;
        row.totalNs = addSaturated(row.totalNs, part.totalNs);
        row.selfNs = addSaturated(row.selfNs, part.selfNs);
        for (std::size_t i = 0; i < selfByCategory.size(); ++i) {
            selfByCategory[i] = addSaturated(selfByCategory[i], other.selfByCategory[i]);
        }
    }
};

/// Finds the group of a span without hashing: nodes and names are dense.
class Groups {
public:
    explicit Groups(const Run& run) : m_run(run), m_byNode(run.irPasses().size()) {}

    [[nodiscard]] Group& of(NodeRef node, NameId name)
    {
        const IrNode* irNode = m_run.irNode(node);
        if (irNode) {
            auto& groups = m_byNode[index(node.pass)];
            if (groups.empty()) {
                groups.assign(m_run.irPass(node.pass)->nodes.size(), kNoGroup);
            }
            return at(groups[index(node)],
                      isValid(irNode->fullName) && irNode->fullName != NameId{} ? irNode->fullName
                                                                                : name,
                      irNode->op != NameId{} ? irNode->op : name);
        }
        const std::size_t i = isValid(name) ? index(name) : 0;
        if (i >= m_byName.size()) {
            m_byName.resize(i + 1, kNoGroup);
        }
        return at(m_byName[i], name, name);
    }

    [[nodiscard]] const std::vector<Group>& all() const { return m_groups; }

private:
    static constexpr std::int32_t kNoGroup = -1;

    static std::size_t index(NodeRef node) { return static_cast<std::size_t>(node.node); }

    template <typename Id>
    static std::size_t index(Id id)
    {
        return runlens::index(id);
    }

    [[nodiscard]] Group& at(std::int32_t& slot, NameId name, NameId type)
    {
        if (slot == kNoGroup) {
            slot = static_cast<std::int32_t>(m_groups.size());
            m_groups.emplace_back();
            m_groups.back().row.name = name;
            m_groups.back().row.type = type;
        }
        return m_groups[static_cast<std::size_t>(slot)];
    }

    const Run& m_run;
    std::vector<std::vector<std::int32_t>> m_byNode;
    std::vector<std::int32_t> m_byName;
    std::vector<Group> m_groups;
};

class TrackWalk {
public:
    TrackWalk(const TraceModel& model, const OperatorFilter& filter, TrackId track, Groups& groups)
        : m_model(model)
        , m_filter(filter)
        , m_track(track)
        , m_groups(groups)
        , m_times(*model.run().spans(track))
        , m_names(model.run().spans(track)->names)
        , m_categories(model.run().spans(track)->categories)
        , m_nodes(model.run().spans(track)->nodes)
    {}

    void add(std::size_t segmentIndex, const TraceSegment& segment)
    {
        for (std::size_t r = 0; r < segment.rows.size(); ++r) {
            const TraceRow& row = segment.rows[r];
            std::size_t parent = 0;
            for (std::size_t i = 0; i < row.spans.size(); ++i) {
                const std::uint32_t span = row.spans[i];
                const TimeInterval time{m_times.startNs(span), m_times.endNs(span)};
                const bool isParent = parent < row.parents.size() && row.parents[parent] == i;
                std::int64_t self = isParent ? row.parentSelfNs[parent] : time.durationNs();
                parent += isParent ? 1 : 0;
                const TimeInterval part = intersect(time, m_filter.time);
                if (part != time) {
                    if (part.isEmpty()) {
                        continue;
                    }
                    self = m_model.selfNsWithin(m_track, {segmentIndex, r, i}, m_filter.time);
                } else if (time.startNs >= m_filter.time.endNs) {
                    continue; // without length, at the edge
                }
                addSpan(span, part.durationNs(), self);
            }
        }
        for (const HiddenSpan& hidden : segment.hidden) {
            const TimeInterval time{m_times.startNs(hidden.index), m_times.endNs(hidden.index)};
            if (intersect(time, m_filter.time) == time) {
                addSpan(hidden.index, time.durationNs(), hidden.selfNs);
            }
        }
    }

    [[nodiscard]] bool hasNodes() const { return m_hasNodes; }

private:
    void addSpan(std::uint32_t span, std::int64_t durationNs, std::int64_t selfNs)
    {
        const NodeRef node = m_nodes[span];
        const bool hasNode = isValid(node.pass) && m_model.run().irNode(node) != nullptr;
        m_hasNodes = m_hasNodes || hasNode;
        if (hasNode || !m_filter.onlyNodes) {
            m_groups.of(node, m_names[span])
                .add({m_track, span},
                     hasNode ? node : NodeRef{},
                     m_categories[span],
                     durationNs,
                     selfNs);
        }
    }

    const TraceModel& m_model;
    const OperatorFilter& m_filter;
    TrackId m_track;
    Groups& m_groups;
    SpanTimes m_times;
    ColumnCursor<NameId> m_names;
    ColumnCursor<SpanCategory> m_categories;
    ColumnCursor<NodeRef> m_nodes;
    bool m_hasNodes = false;
};

[[nodiscard]] bool isWanted(const TraceModel& model, const OperatorFilter& filter, TrackId id)
{
    const Track& track = model.run().tracks()[index(id)];
    if (track.kind == TrackKind::Step || (filter.rank && track.rank != *filter.rank)) {
        return false;
    }
    return filter.tracks.empty()
           || std::find(filter.tracks.begin(), filter.tracks.end(), id) != filter.tracks.end();
}

/// Groups of one name become one row.
[[nodiscard]] std::vector<OperatorRow>
merge(const std::vector<Group>& groups, NameId OperatorRow::*key, std::int64_t selfNs)
{
    std::vector<Group> merged;
    std::unordered_map<std::int32_t, std::size_t> known;
    for (const Group& group : groups) {
        const NameId name = group.row.*key;
        const auto [place, isNew] =
            known.try_emplace(static_cast<std::int32_t>(name), merged.size());
        if (isNew) {
            merged.emplace_back();
            merged.back().row.name = name;
            merged.back().row.type = group.row.type;
        }
        merged[place->second].add(group);
    }
    std::vector<OperatorRow> rows;
    rows.reserve(merged.size());
    for (Group& group : merged) {
        OperatorRow& row = group.row;
        const auto largest =
            std::max_element(group.selfByCategory.begin(), group.selfByCategory.end());
        row.category = static_cast<SpanCategory>(largest - group.selfByCategory.begin());
        row.averageNs = static_cast<double>(row.totalNs) / static_cast<double>(row.count);
        row.share =
            selfNs > 0 ? static_cast<double>(row.selfNs) / static_cast<double>(selfNs) : 0.0;
        rows.push_back(row);
    }
    std::stable_sort(rows.begin(), rows.end(), [](const OperatorRow& a, const OperatorRow& b) {
        return a.selfNs > b.selfNs;
    });
    return rows;
}

} // namespace

OperatorSummary
operatorSummary(const TraceModel& model, const OperatorFilter& filter, const std::stop_token& stop)
{
    OperatorSummary summary;
    Groups groups(model.run());
    for (const TrackIndex& track : model.tracks()) {
        if (!model.run().spans(track.id) || !isWanted(model, filter, track.id)) {
            continue;
        }
        TrackWalk walk(model, filter, track.id, groups);
        for (std::size_t s = 0; s < track.segments.size(); ++s) {
            if (stop.stop_requested()) {
                return {};
            }
            const TimeInterval& time = track.segments[s]->time;
            if (time.endNs >= filter.time.startNs && time.startNs < filter.time.endNs) {
                walk.add(s, *track.segments[s]);
            }
        }
        summary.hasNodes = summary.hasNodes || walk.hasNodes();
    }
    for (const Group& group : groups.all()) {
        summary.selfNs = addSaturated(summary.selfNs, group.row.selfNs);
        summary.spanCount += group.row.count;
    }
    summary.byNode = merge(groups.all(), &OperatorRow::name, summary.selfNs);
    summary.byType = merge(groups.all(), &OperatorRow::type, summary.selfNs);
    return summary;
}

} // namespace runlens::profiler
