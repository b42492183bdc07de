// SPDX-License-Identifier: GPL-3.0-or-later
// The inspector's part about spans and nodes: what executed, how long, and where else it is.
#include "app/window/inspector_content.h"
#include "viewers/common/cross_links.h"
#include "viewers/common/number_format.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace runlens::app {

using viewers::Selection;

namespace {

struct SpansText {
    Q_DECLARE_TR_FUNCTIONS(runlens::app::Inspector)
};

constexpr std::size_t kHistogramBins = 16;
constexpr int kMostLinks = 24;

QString exactNs(std::int64_t ns)
{
    return QString::number(ns) + QStringLiteral(" ns");
}

TrackId trackId(std::size_t id)
{
    return TrackId{static_cast<std::int32_t>(id)};
}

/// All durations for which keep(series, row) holds.
struct Executions {
    std::vector<std::int64_t> durations;
    std::int64_t total = 0;
    std::optional<SpanRef> first;
};

template <typename Keep>
Executions collect(const Run& run, const std::stop_token& stop, int rank, Keep keep)
{
    Executions found;
    for (std::size_t id = 0; id < run.tracks().size() && !stop.stop_requested(); ++id) {
        const SpanSeries* spans = run.spans(trackId(id));
        if (spans == nullptr || (rank >= 0 && run.tracks()[id].rank != rank)) {
            continue;
        }
        for (std::size_t row = 0; row < spans->size(); ++row) {
            if (row % 65'536 == 0 && stop.stop_requested()) {
                break;
            }
            if (keep(*spans, row)) {
                if (!found.first) {
                    found.first = SpanRef{trackId(id), static_cast<std::int64_t>(row)};
                }
                found.durations.push_back(spans->durationNs[row]);
                found.total += spans->durationNs[row];
            }
        }
    }
    return found;
}

std::int64_t median(std::vector<std::int64_t>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Bins from the shortest to the longest, of equal width, or of equal ratio when they are far
/// apart; the selected duration marks its bin.
void addHistogram(std::vector<std::int64_t> values,
                  std::int64_t selected,
                  InspectorContent& content)
{
    if (values.size() < 8) {
        return;
    }
    const auto [shortest, longest] = std::minmax_element(values.begin(), values.end());
    const std::int64_t low = *shortest;
    const std::int64_t high = *longest;
    if (high <= low) {
        return;
    }
    content.histogram.assign(kHistogramBins, 0.0);
    const bool isLog = low > 0 && high / low >= 5;
    const auto place = [isLog](std::int64_t value) {
        return isLog ? std::log(static_cast<double>(value)) : static_cast<double>(value);
    };
    const auto binOf = [&](std::int64_t value) {
        const double part = (place(value) - place(low)) / (place(high) - place(low));
        return static_cast<std::size_t>(
            std::clamp(part * kHistogramBins, 0.0, static_cast<double>(kHistogramBins) - 1.0));
    };
    for (const std::int64_t value : values) {
        content.histogram[binOf(value)] += 1.0;
    }
    content.histogramMark = static_cast<int>(binOf(selected));
    content.histogramLow = viewers::formatDuration(low);
    content.histogramHigh = viewers::formatDuration(high);
    content.histogramText =
        SpansText::tr("%1 executions")
            .arg(viewers::formatShortCount(static_cast<std::int64_t>(values.size())))
        + (isLog ? QStringLiteral(", ") + SpansText::tr("log") : QString());
}

void addStatistics(Executions executions,
                   std::optional<std::int64_t> selected,
                   InspectorSection& facts,
                   InspectorContent& content)
{
    if (executions.durations.empty()) {
        return;
    }
    const auto count = static_cast<std::int64_t>(executions.durations.size());
    if (count > 1) {
        const std::int64_t mean = executions.total / count;
        const std::int64_t middle = median(executions.durations);
        QString note;
        if (selected && middle > 0) {
            const double difference =
                static_cast<double>(*selected - middle) / static_cast<double>(middle);
            note = SpansText::tr("this %1%2")
                       .arg(difference >= 0 ? QStringLiteral("+") : QString(),
                            viewers::formatPercent(difference, 2));
        }
        facts.facts.push_back(
            {SpansText::tr("Median"), viewers::formatDuration(middle), note, exactNs(middle)});
        facts.facts.push_back(
            {SpansText::tr("Mean"), viewers::formatDuration(mean), {}, exactNs(mean)});
    }
    facts.facts.push_back({SpansText::tr("Executions"), viewers::formatCount(count), {}, {}});
    facts.facts.push_back({SpansText::tr("Total"),
                           viewers::formatDuration(executions.total),
                           {},
                           exactNs(executions.total)});
    addHistogram(std::move(executions.durations), selected.value_or(0), content);
    if (!selected) {
        content.histogramMark = -1;
    }
}

/// What all nodes of the same operator took, when there are more than this one.
void addAlike(Executions alike, std::size_t ofNode, const QString& name, InspectorSection& facts)
{
    if (alike.durations.size() <= ofNode) {
        return;
    }
    const QString count = viewers::formatCount(static_cast<std::int64_t>(alike.durations.size()));
    const std::int64_t middle = median(alike.durations);
    facts.facts.push_back({SpansText::tr("All of its kind"),
                           SpansText::tr("median %1").arg(viewers::formatDuration(middle)),
                           SpansText::tr("of %1").arg(count),
                           SpansText::tr("All %1: %2 executions, median %3, total %4")
                               .arg(name, count, exactNs(middle), exactNs(alike.total))});
}

QString placeOf(const Run& run, TrackId id)
{
    const Track& track = run.tracks()[index(id)];
    return SpansText::tr("rank %1, %2").arg(track.rank).arg(utf8(run.text(track.name)));
}

std::optional<SpanRef> spanAtTime(const Run& run, TrackId track, std::int64_t ns)
{
    const SpanSeries* spans = run.spans(track);
    std::optional<SpanRef> best;
    std::int64_t shortest = 0;
    for (std::size_t row = 0; spans != nullptr && row < spans->size(); ++row) {
        const std::int64_t start = spans->startNs[row];
        const std::int64_t duration = spans->durationNs[row];
        if (start <= ns && ns - start <= duration && (!best || duration < shortest)) {
            best = SpanRef{track, static_cast<std::int64_t>(row)};
            shortest = duration;
        }
    }
    return best;
}

void addFlows(const Selection::State& state,
              const InspectedRun& run,
              SpanRef span,
              const std::stop_token& stop,
              InspectorContent& content)
{
    const SpanSeries* spans = run.run->spans(span.track);
    const auto row = static_cast<std::size_t>(span.index);
    const std::int64_t start = spans->startNs[row];
    const std::int64_t end = start + spans->durationNs[row];
    InspectorSection section{SpansText::tr("Flows"), {}, {}};
    const auto& flows = run.run->flows();
    for (std::size_t i = 0; i < flows.size() && section.links.size() < 8 && !stop.stop_requested();
         ++i) {
        const FlowRecord& flow = flows[i];
        const bool isOut =
            flow.fromTrack == span.track && flow.fromNs >= start && flow.fromNs <= end;
        const bool isIn = flow.toTrack == span.track && flow.toNs >= start && flow.toNs <= end;
        if (!isOut && !isIn) {
            continue;
        }
        const TrackId track = isOut ? flow.toTrack : flow.fromTrack;
        const std::int64_t ns = isOut ? flow.toNs : flow.fromNs;
        const auto partner = spanAtTime(*run.run, track, ns);
        if (!partner) {
            continue;
        }
        const SpanSeries* theirs = run.run->spans(track);
        const QString name =
            utf8(run.run->text(theirs->names[static_cast<std::size_t>(partner->index)]));
        section.links.push_back(
            {isOut ? QStringLiteral("arrow_right") : QStringLiteral("arrow_left"),
             name,
             SpansText::tr("%1, %2 away")
                 .arg(placeOf(*run.run, track), viewers::formatDuration(std::abs(ns - start))),
             QString(),
             viewers::selectSpan(state, run.key, *run.run, *partner)});
    }
    if (!section.links.isEmpty()) {
        content.sections.push_back(section);
    }
}

void addCommunication(const InspectedRun& run, SpanRef span, InspectorContent& content)
{
    const auto& list = run.run->communications();
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (!(list[i].span == span)) {
            continue;
        }
        InspectorSection section{SpansText::tr("Communication"), {}, {}};
        section.facts.push_back(
            {SpansText::tr("Operation"), utf8(run.run->text(list[i].operation)), {}, {}});
        section.facts.push_back(
            {SpansText::tr("Group"), utf8(run.run->text(list[i].group)), {}, {}});
        section.facts.push_back({SpansText::tr("Moved"),
                                 viewers::formatBytes(list[i].bytes),
                                 {},
                                 QString::number(list[i].bytes) + QStringLiteral(" B")});
        if (list[i].peer >= 0) {
            section.facts.push_back(
                {SpansText::tr("Peer"), SpansText::tr("rank %1").arg(list[i].peer), {}, {}});
        }
        content.sections.push_back(section);
        return;
    }
}

/// The node and everything that later passes made of it: what it is executed as.
std::set<std::pair<std::int32_t, std::int32_t>> descendantsOf(const Run& run, NodeRef node)
{
    std::set<std::pair<std::int32_t, std::int32_t>> family;
    const auto add = [&](PassId pass, std::int32_t id) {
        return family.insert({static_cast<std::int32_t>(pass), id}).second;
    };
    add(node.pass, node.node);
    // Origins point to earlier passes; a few rounds suffice even when passes arrive out of order.
    bool hasGrown = true;
    for (int round = 0; hasGrown && round < 64; ++round) {
        hasGrown = false;
        const auto passes = run.irPasses();
        for (std::size_t pass = 0; pass < passes.size(); ++pass) {
            for (const IrOrigin& origin : passes[pass]->origins) {
                if (family.count({static_cast<std::int32_t>(origin.from.pass), origin.from.node})
                    > 0) {
                    hasGrown =
                        add(PassId{static_cast<std::int32_t>(pass)}, origin.node) || hasGrown;
                }
            }
        }
    }
    return family;
}

NodeRef resolveNode(const Run& run, const Selection::State& state)
{
    if (state.ir && state.ir->node >= 0) {
        const auto passes = run.irPasses();
        for (std::size_t pass = 0; pass < passes.size(); ++pass) {
            if (utf8(run.text(passes[pass]->name)) == state.ir->pass
                && utf8(run.text(passes[pass]->graphName)) == state.ir->graph)
            {
                return {PassId{static_cast<std::int32_t>(pass)}, state.ir->node};
            }
        }
    }
    if (state.node) {
        const auto named = viewers::nodesNamed(
            run, state.node->graph.toStdString(), state.node->fullName.toStdString());
        if (!named.empty()) {
            return named.front();
        }
    }
    return {};
}

void addIrFacts(const Run& run, NodeRef ref, InspectorSection& facts)
{
    const IrNode* node = run.irNode(ref);
    const IrPass* pass = run.irPass(ref.pass);
    if (node == nullptr || pass == nullptr) {
        return;
    }
    facts.facts.push_back({SpansText::tr("Name"), utf8(run.text(node->fullName)), {}, {}});
    if (const QString shape = utf8(run.text(node->shape)); !shape.isEmpty()) {
        facts.facts.push_back(
            {SpansText::tr("Output"), QString(shape).replace(u'x', u'×'), {}, shape});
    }
    facts.facts.push_back({SpansText::tr("Pass"),
                           utf8(run.text(pass->name)),
                           SpansText::tr("as %1").arg(utf8(run.text(node->name))),
                           {}});
}

} // namespace

InspectorSection linksOfNode(const Selection::State& state,
                             const InspectedRun& run,
                             NodeRef ref,
                             std::optional<SpanRef> execution)
{
    InspectorSection section{SpansText::tr("Same thing elsewhere"), {}, {}};
    const Run& data = *run.run;
    const IrNode* node = data.irNode(ref);
    const IrPass* pass = data.irPass(ref.pass);
    if (node == nullptr || pass == nullptr) {
        return section;
    }
    const Selection::State here = viewers::selectNode(state, run.key, data, ref);
    const QString op = utf8(data.text(node->op));
    section.links.push_back({QStringLiteral("graph"),
                             SpansText::tr("Graph node"),
                             utf8(data.text(node->fullName)),
                             QStringLiteral("graph"),
                             here});
    section.links.push_back(
        {QStringLiteral("ir"),
         SpansText::tr("IR line"),
         SpansText::tr("%1, line %2")
             .arg(utf8(data.text(pass->name)), viewers::formatCount(node->firstLine)),
         QStringLiteral("ir"),
         here});
    if (execution) {
        section.links.push_back({QStringLiteral("timeline"),
                                 SpansText::tr("Execution"),
                                 placeOf(data, execution->track),
                                 QStringLiteral("timeline"),
                                 viewers::selectSpan(here, run.key, data, *execution)});
    }
    section.links.push_back({QStringLiteral("operators"),
                             SpansText::tr("Operator"),
                             op,
                             QStringLiteral("operators"),
                             here});
    if (node->sourceLine > 0) {
        Selection::State source = here;
        const QString file = utf8(data.text(node->sourceFile));
        source.source = viewers::SourceSelection{run.key, file, node->sourceLine};
        section.links.push_back(
            {QStringLiteral("source"),
             SpansText::tr("Source"),
             QFileInfo(file).fileName() + u':' + QString::number(node->sourceLine),
             QStringLiteral("ir"),
             source});
    }
    return section;
}

void inspectSpan(const InspectorRequest& request,
                 const InspectedRun& run,
                 std::stop_token stop,
                 InspectorContent& content)
{
    const SpanRef span = request.state.span->span;
    const Run& data = *run.run;
    const SpanSeries* spans = data.spans(span.track);
    content.subject = Subject::Span;
    content.kind = SpansText::tr("Span");
    if (spans == nullptr || span.index < 0 || static_cast<std::size_t>(span.index) >= spans->size())
    {
        content.title = SpansText::tr("Not in this run");
        return;
    }
    const auto row = static_cast<std::size_t>(span.index);
    const NameId name = spans->names[row];
    const std::int64_t start = spans->startNs[row];
    const std::int64_t duration = spans->durationNs[row];
    const int rank = data.tracks()[index(span.track)].rank;
    content.title = utf8(data.text(name));
    content.category = spans->categories[row];
    content.subtitle = placeOf(data, span.track);

    InspectorSection facts;
    facts.facts.push_back(
        {SpansText::tr("Duration"), viewers::formatDuration(duration), {}, exactNs(duration)});
    const auto step = viewers::stepAt(data, rank, start);
    if (const auto range = step ? viewers::timeOfStep(run.key, data, rank, *step) : std::nullopt) {
        facts.facts.push_back({SpansText::tr("Start"),
                               viewers::formatDuration(start - range->startNs),
                               SpansText::tr("in step %1").arg(viewers::formatCount(*step)),
                               exactNs(start)});
    } else {
        facts.facts.push_back(
            {SpansText::tr("Start"), viewers::formatDateTime(start), {}, exactNs(start)});
    }
    const SpanCategory category = spans->categories[row];
    const NodeRef node = spans->nodes[row];
    const bool isOfNode = data.irNode(node) != nullptr;
    Executions ofNode;
    Executions alike = collect(data, stop, rank, [&](const SpanSeries& series, std::size_t at) {
        if (series.names[at] != name || series.categories[at] != category) {
            return false;
        }
        if (isOfNode && series.nodes[at] == node) {
            ofNode.durations.push_back(series.durationNs[at]);
            ofNode.total += series.durationNs[at];
        }
        return true;
    });
    const std::size_t count = ofNode.durations.size();
    addStatistics(isOfNode ? std::move(ofNode) : alike, duration, facts, content);
    if (isOfNode) {
        addAlike(std::move(alike), count, content.title, facts);
    }
    addIrFacts(data, node, facts);
    content.sections.push_back(facts);
    addCommunication(run, span, content);
    addFlows(request.state, run, span, stop, content);

    const auto members = viewers::membersOf(data, node);
    if (members.size() > 1) {
        InspectorSection fused{SpansText::tr("Fused from"), {}, {}};
        for (const NodeRef member : members) {
            if (const IrNode* part = data.irNode(member);
                part != nullptr && fused.links.size() < kMostLinks) {
                fused.links.push_back({QStringLiteral("graph"),
                                       utf8(data.text(part->op)),
                                       utf8(data.text(part->fullName)),
                                       QStringLiteral("graph"),
                                       viewers::selectNode(request.state, run.key, data, member)});
            }
        }
        content.sections.push_back(fused);
    }
    InspectorSection links = linksOfNode(request.state, run, node, std::nullopt);
    links.title = SpansText::tr("Same thing elsewhere");
    if (links.links.isEmpty()) {
        links.links.push_back({QStringLiteral("operators"),
                               SpansText::tr("Operator"),
                               content.title,
                               QStringLiteral("operators"),
                               request.state});
    }
    content.sections.push_back(links);
}

void inspectNode(const InspectorRequest& request,
                 const InspectedRun& run,
                 std::stop_token stop,
                 InspectorContent& content)
{
    const Run& data = *run.run;
    content.subject = Subject::Node;
    content.kind = SpansText::tr("Node");
    const NodeRef ref = resolveNode(data, request.state);
    const IrNode* node = data.irNode(ref);
    if (node == nullptr) {
        const QString fullName = request.state.node ? request.state.node->fullName : QString();
        content.title = fullName.section(u'/', -1);
        content.subtitle = fullName;
        InspectorSection links{SpansText::tr("Same thing elsewhere"), {}, {}};
        links.links.push_back({QStringLiteral("graph"),
                               SpansText::tr("Graph node"),
                               fullName,
                               QStringLiteral("graph"),
                               request.state});
        content.sections.push_back(links);
        return;
    }
    content.title = utf8(data.text(node->op));
    content.subtitle = utf8(data.text(node->fullName));
    InspectorSection facts;
    addIrFacts(data, ref, facts);
    const auto family = descendantsOf(data, ref);
    Executions executions = collect(data, stop, -1, [&](const SpanSeries& series, std::size_t row) {
        const NodeRef at = series.nodes[row];
        return at.node >= 0 && family.count({static_cast<std::int32_t>(at.pass), at.node}) > 0;
    });
    if (executions.first) {
        const SpanSeries* spans = data.spans(executions.first->track);
        content.category = spans->categories[static_cast<std::size_t>(executions.first->index)];
    } else if (!data.tracks().empty()) {
        facts.facts.push_back({SpansText::tr("Executed"), SpansText::tr("not recorded"), {}, {}});
    }
    const std::optional<SpanRef> first = executions.first;
    addStatistics(std::move(executions), std::nullopt, facts, content);
    content.sections.push_back(facts);
    content.sections.push_back(linksOfNode(request.state, run, ref, first));

    const auto members = viewers::membersOf(data, ref);
    if (members.size() > 1) {
        InspectorSection fused{SpansText::tr("Fused from"), {}, {}};
        for (const NodeRef member : members) {
            if (const IrNode* part = data.irNode(member);
                part != nullptr && fused.links.size() < kMostLinks) {
                fused.links.push_back({QStringLiteral("ir"),
                                       utf8(data.text(part->op)),
                                       utf8(data.text(part->fullName)),
                                       QString(),
                                       viewers::selectNode(request.state, run.key, data, member)});
            }
        }
        content.sections.push_back(fused);
    }
    InspectorSection passes{SpansText::tr("Through the passes"), {}, {}};
    for (const NodeRef earlier : viewers::originsOf(data, ref)) {
        const IrNode* other = data.irNode(earlier);
        const IrPass* pass = data.irPass(earlier.pass);
        if (other != nullptr && pass != nullptr && passes.links.size() < kMostLinks) {
            passes.links.push_back(
                {QStringLiteral("ir"),
                 utf8(data.text(pass->name)),
                 SpansText::tr("%1 as %2")
                     .arg(utf8(data.text(other->op)), utf8(data.text(other->name))),
                 QStringLiteral("ir"),
                 viewers::selectNode(request.state, run.key, data, earlier)});
        }
    }
    if (passes.links.size() > 1) {
        content.sections.push_back(passes);
    }
}

} // namespace runlens::app
