// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/cross_links.h"

#include "viewers/common/text.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace runlens::viewers {

namespace {

/// Passes are told apart by order, then by arrival: origins lead strictly down this key, so that no
/// walk can loop.
using PassKey = std::pair<std::int32_t, std::int32_t>;

PassKey keyOf(const Run& run, PassId pass)
{
    const IrPass* known = run.irPass(pass);
    return {known != nullptr ? known->order : -1, static_cast<std::int32_t>(pass)};
}

std::uint64_t packed(NodeRef node)
{
    return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(node.pass)) << 32U)
           | static_cast<std::uint32_t>(node.node);
}

/// Nearest pass first, then order of printing.
void sortByPass(const Run& run, std::vector<NodeRef>& nodes)
{
    std::sort(nodes.begin(), nodes.end(), [&run](const NodeRef& a, const NodeRef& b) {
        const PassKey left = keyOf(run, a.pass);
        const PassKey right = keyOf(run, b.pass);
        return left != right ? left > right : a.node < b.node;
    });
}

/// The origins of one node that exist and lie in an earlier pass.
std::vector<NodeRef> directOrigins(const Run& run, NodeRef node)
{
    std::vector<NodeRef> result;
    const IrPass* pass = run.irPass(node.pass);
    if (pass == nullptr) {
        return result;
    }
    const PassKey here = keyOf(run, node.pass);
    auto origin = std::lower_bound(
        pass->origins.begin(),
        pass->origins.end(),
        node.node,
        [](const IrOrigin& entry, std::int32_t wanted) { return entry.node < wanted; });
    for (; origin != pass->origins.end() && origin->node == node.node; ++origin) {
        const bool isEarlier =
            run.irNode(origin->from) != nullptr && keyOf(run, origin->from.pass) < here;
        if (isEarlier && std::find(result.begin(), result.end(), origin->from) == result.end()) {
            result.push_back(origin->from);
        }
    }
    return result;
}

/// A node with several origins is fused from them, unless they all are the same operator as it is:
/// then equal nodes were merged into one, and the one that kept the name stands for them.
struct Split {
    std::vector<NodeRef> members; ///< empty: the node was never more than one
};

Split firstSplit(const Run& run, NodeRef node)
{
    while (true) {
        std::vector<NodeRef> origins = directOrigins(run, node);
        if (origins.empty()) {
            return {};
        }
        if (origins.size() > 1) {
            const IrNode& here = *run.irNode(node);
            const bool isMerge =
                std::all_of(origins.begin(), origins.end(), [&](const NodeRef& origin) {
                    return run.irNode(origin)->op == here.op;
                });
            if (!isMerge) {
                return {std::move(origins)};
            }
            const auto sameName =
                std::find_if(origins.begin(), origins.end(), [&](const NodeRef& origin) {
                    return run.irNode(origin)->fullName == here.fullName;
                });
            std::swap(origins.front(), sameName != origins.end() ? *sameName : origins.front());
        }
        node = origins.front();
    }
}

/// Walks a node back to the pass with this key along single origins; stays where the way ends or
/// divides.
NodeRef walkBack(const Run& run, NodeRef node, PassKey target)
{
    while (keyOf(run, node.pass) > target) {
        const std::vector<NodeRef> origins = directOrigins(run, node);
        if (origins.size() != 1 || keyOf(run, origins.front().pass) < target) {
            break;
        }
        node = origins.front();
    }
    return node;
}

/// File and line of the node, or of the nearest node it came from.
std::optional<SourceSelection> sourceOf(const QString& runKey, const Run& run, NodeRef node)
{
    for (const NodeRef& origin : originsOf(run, node)) {
        const IrNode* known = run.irNode(origin);
        if (known->sourceLine > 0 && !run.text(known->sourceFile).empty()) {
            return SourceSelection{
                runKey, toWholeText(run.text(known->sourceFile)), known->sourceLine};
        }
    }
    return std::nullopt;
}

bool holds(const SpanSeries& spans, std::size_t row, std::int64_t ns)
{
    const std::int64_t start = spans.startNs[row];
    if (ns < start) {
        return false;
    }
    const auto since = static_cast<std::uint64_t>(ns) - static_cast<std::uint64_t>(start);
    const auto duration =
        static_cast<std::uint64_t>(std::max<std::int64_t>(spans.durationNs[row], 0));
    return since < duration || since == 0;
}

/// The row of the step span that holds this time. Rows normally come sorted; where they are not,
/// all are looked at.
std::optional<std::size_t> rowAt(const SpanSeries& spans, std::int64_t ns)
{
    std::size_t low = 0;
    std::size_t high = std::min(spans.size(), spans.steps.size());
    const std::size_t rows = high;
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (spans.startNs[middle] <= ns) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low > 0 && holds(spans, low - 1, ns)) {
        return low - 1;
    }
    for (std::size_t row = rows; row-- > 0;) {
        if (holds(spans, row, ns)) {
            return row;
        }
    }
    return std::nullopt;
}

/// Calls take(spans) for each step track of the rank until it returns true.
template <typename Take>
void eachStepTrack(const Run& run, int rank, Take take)
{
    const auto tracks = run.tracks();
    for (std::size_t i = tracks.size(); i-- > 0;) {
        if (tracks[i].kind == TrackKind::Step && tracks[i].rank == rank) {
            const SpanSeries* spans = run.spans(static_cast<TrackId>(i));
            if (spans != nullptr && take(*spans)) {
                return;
            }
        }
    }
}

bool isRelated(const Run& run, NodeRef a, NodeRef b)
{
    const auto leadsTo = [&run](NodeRef from, NodeRef to) {
        const std::vector<NodeRef> origins = originsOf(run, from);
        return std::find(origins.begin(), origins.end(), to) != origins.end();
    };
    return leadsTo(a, b) || leadsTo(b, a);
}

} // namespace

std::vector<NodeRef> originsOf(const Run& run, NodeRef node)
{
    if (run.irNode(node) == nullptr) {
        return {};
    }
    std::vector<NodeRef> found{node};
    std::unordered_set<std::uint64_t> seen{packed(node)};
    for (std::size_t next = 0; next < found.size(); ++next) {
        for (const NodeRef& origin : directOrigins(run, found[next])) {
            if (seen.insert(packed(origin)).second) {
                found.push_back(origin);
            }
        }
    }
    sortByPass(run, found);
    return found;
}

std::vector<NodeRef> membersOf(const Run& run, NodeRef node)
{
    if (run.irNode(node) == nullptr) {
        return {};
    }
    std::vector<NodeRef> members;
    std::vector<NodeRef> open{node};
    std::unordered_set<std::uint64_t> seen{packed(node)};
    PassKey target = keyOf(run, node.pass);
    while (!open.empty()) {
        const NodeRef next = open.back();
        open.pop_back();
        const Split split = firstSplit(run, next);
        if (split.members.empty()) {
            members.push_back(next);
            continue;
        }
        for (const NodeRef& member : split.members) {
            target = std::min(target, keyOf(run, member.pass));
            if (seen.insert(packed(member)).second) {
                open.push_back(member);
            }
        }
    }
    std::unordered_set<std::uint64_t> kept;
    std::vector<NodeRef> result;
    for (const NodeRef& member : members) {
        const NodeRef apart = walkBack(run, member, target);
        if (kept.insert(packed(apart)).second) {
            result.push_back(apart);
        }
    }
    sortByPass(run, result);
    return result;
}

std::vector<NodeRef> descendantsOf(const Run& run, NodeRef node)
{
    std::vector<NodeRef> found;
    if (run.irNode(node) == nullptr) {
        return found;
    }
    const PassKey here = keyOf(run, node.pass);
    std::vector<std::pair<PassKey, PassId>> later;
    for (std::size_t p = 0; p < run.irPasses().size(); ++p) {
        const auto pass = static_cast<PassId>(p);
        if (run.irPass(pass) != nullptr && keyOf(run, pass) > here) {
            later.emplace_back(keyOf(run, pass), pass);
        }
    }
    std::sort(later.begin(),
              later.end()); // a pass only leads to earlier ones: one walk finds everything
    std::unordered_set<std::uint64_t> seen{packed(node)};
    for (const auto& [key, pass] : later) {
        for (const IrOrigin& origin : run.irPass(pass)->origins) {
            const NodeRef ref{pass, origin.node};
            if (keyOf(run, origin.from.pass) < key && seen.count(packed(origin.from)) > 0
                && run.irNode(ref) != nullptr && seen.insert(packed(ref)).second)
            {
                found.push_back(ref);
            }
        }
    }
    return found;
}

std::vector<NodeRef> nodesNamed(const Run& run, std::string_view graph, std::string_view fullName)
{
    std::vector<NodeRef> found;
    if (fullName.empty()) {
        return found;
    }
    NameId known = kNone<NameId>; // one text has one id: after the first hit only ids are compared
    const auto passes = run.irPasses();
    for (std::size_t p = 0; p < passes.size(); ++p) {
        if (passes[p] == nullptr || (!graph.empty() && run.text(passes[p]->graphName) != graph)) {
            continue;
        }
        const std::vector<IrNode>& nodes = passes[p]->nodes;
        for (std::size_t n = 0; n < nodes.size(); ++n) {
            const bool matches = isValid(known) ? nodes[n].fullName == known
                                                : run.text(nodes[n].fullName) == fullName;
            if (matches) {
                known = nodes[n].fullName;
                found.push_back({static_cast<PassId>(p), static_cast<std::int32_t>(n)});
            }
        }
    }
    sortByPass(run, found);
    return found;
}

std::optional<NodeRef>
selectedNode(const Run& run, const QString& runKey, const Selection::State& state)
{
    if (state.ir && state.ir->run == runKey && state.ir->node >= 0) {
        const std::string graph = state.ir->graph.toStdString();
        const std::string name = state.ir->pass.toStdString();
        for (std::size_t p = run.irPasses().size(); p-- > 0;)
        { // the last one: a restart dumps again
            const NodeRef ref{static_cast<PassId>(p), state.ir->node};
            if (run.irNode(ref) != nullptr && run.text(run.irPass(ref.pass)->name) == name
                && (graph.empty() || run.text(run.irPass(ref.pass)->graphName) == graph))
            {
                return ref;
            }
        }
    }
    if (state.span && state.span->run == runKey) {
        const SpanSeries* spans = run.spans(state.span->span.track);
        const std::int64_t row = state.span->span.index;
        if (spans != nullptr && row >= 0 && static_cast<std::size_t>(row) < spans->nodes.size()) {
            const NodeRef ref = spans->nodes[static_cast<std::size_t>(row)];
            if (run.irNode(ref) != nullptr) {
                return ref;
            }
        }
    }
    if (state.node && state.node->run == runKey) {
        const std::vector<NodeRef> named =
            nodesNamed(run, state.node->graph.toStdString(), state.node->fullName.toStdString());
        if (!named.empty()) {
            return named.front();
        }
    }
    return std::nullopt;
}

Selection::State
selectNode(Selection::State state, const QString& runKey, const Run& run, NodeRef node)
{
    const IrNode* known = run.irNode(node);
    if (known == nullptr) {
        return state;
    }
    const IrPass& pass = *run.irPass(node.pass);
    const QString graph = toWholeText(run.text(pass.graphName));
    if (state.span) {
        const SpanSeries* spans =
            state.span->run == runKey ? run.spans(state.span->span.track) : nullptr;
        const std::int64_t row = state.span->span.index;
        const bool isKnown =
            spans != nullptr && row >= 0 && static_cast<std::size_t>(row) < spans->nodes.size();
        if (!isKnown || !isRelated(run, spans->nodes[static_cast<std::size_t>(row)], node)) {
            state.span.reset();
        }
    }
    state.run = runKey;
    state.rank = pass.rank;
    state.node.reset();
    for (const NodeRef& origin : originsOf(run, node))
    { // a node without a name goes by its nearest origin's
        const std::string_view fullName = run.text(run.irNode(origin)->fullName);
        if (!fullName.empty()) {
            state.node = NodeSelection{runKey, graph, toWholeText(fullName)};
            break;
        }
    }
    state.ir = IrSelection{runKey, graph, toWholeText(run.text(pass.name)), node.node};
    state.source = sourceOf(runKey, run, node);
    return state;
}

Selection::State
selectSpan(Selection::State state, const QString& runKey, const Run& run, SpanRef span)
{
    const SpanSeries* spans = run.spans(span.track);
    if (spans == nullptr || span.index < 0 || static_cast<std::size_t>(span.index) >= spans->size())
    {
        return state;
    }
    const auto row = static_cast<std::size_t>(span.index);
    const int rank = run.tracks()[index(span.track)].rank;
    const std::int64_t start = spans->startNs[row];
    const std::int64_t duration = std::max<std::int64_t>(spans->durationNs[row], 0);
    const std::int64_t end = start > std::numeric_limits<std::int64_t>::max() - duration
                                 ? std::numeric_limits<std::int64_t>::max()
                                 : start + duration;
    state.node.reset();
    state.ir.reset();
    state.source.reset();
    state.span = SpanSelection{runKey, rank, span};
    if (row < spans->nodes.size() && run.irNode(spans->nodes[row]) != nullptr) {
        state = selectNode(std::move(state), runKey, run, spans->nodes[row]);
    }
    state.run = runKey;
    state.rank = rank;
    state.timeRange = TimeRange{runKey, start, end};
    const bool isStep = row < spans->steps.size() && spans->steps[row] != kNoStep;
    if (const auto step = isStep ? spans->steps[row] : stepAt(run, rank, start)) {
        state.step = step;
    }
    return state;
}

std::optional<std::int64_t> stepAt(const Run& run, int rank, std::int64_t ns)
{
    std::optional<std::int64_t> step;
    eachStepTrack(run, rank, [&](const SpanSeries& spans) {
        const auto row = rowAt(spans, ns);
        if (row && spans.steps[*row] != kNoStep) {
            step = spans.steps[*row];
        }
        return step.has_value();
    });
    return step;
}

std::optional<TimeRange>
timeOfStep(const QString& runKey, const Run& run, int rank, std::int64_t step)
{
    std::optional<TimeRange> range;
    if (step == kNoStep) {
        return range;
    }
    eachStepTrack(run, rank, [&](const SpanSeries& spans) {
        for (std::size_t row = std::min(spans.size(), spans.steps.size()); row-- > 0;) {
            if (spans.steps[row] == step) { // the last one: what a restart repeated is what counts
                const std::int64_t start = spans.startNs[row];
                const std::int64_t room =
                    std::numeric_limits<std::int64_t>::max() - std::max<std::int64_t>(start, 0);
                range = TimeRange{runKey,
                                  start,
                                  start + std::clamp<std::int64_t>(spans.durationNs[row], 0, room)};
                return true;
            }
        }
        return false;
    });
    return range;
}

} // namespace runlens::viewers
