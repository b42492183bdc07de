// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/inspector_content.h"

#include "app/window/run_filter.h"
#include "app/window/run_model.h"
#include "viewers/common/cross_links.h"
#include "viewers/common/number_format.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace runlens::app {

using viewers::Selection;

namespace {

struct ContentText {
    Q_DECLARE_TR_FUNCTIONS(runlens::app::Inspector)
};

const InspectedRun* runOf(const InspectorRequest& request, const QString& key)
{
    const auto at = std::find_if(request.shown.begin(),
                                 request.shown.end(),
                                 [&](const InspectedRun& run) { return run.key == key; });
    return at == request.shown.end() ? nullptr : &*at;
}

/// The last row at or before this step in order of writing; the first row when all are later.
std::size_t rowAtStep(const ScalarSeries& series, std::int64_t step)
{
    for (std::size_t row = series.size(); row > 0; --row) {
        if (series.steps[row - 1] <= step) {
            return row - 1;
        }
    }
    return 0;
}

struct SeriesFacts {
    double minimum = std::numeric_limits<double>::infinity();
    double maximum = -std::numeric_limits<double>::infinity();
    std::uint64_t nans = 0;
    std::uint64_t infinities = 0;
};

SeriesFacts factsOf(const ScalarSeries& series)
{
    SeriesFacts facts;
    for (const ChunkRange& range : series.ranges) {
        facts.minimum = std::min(facts.minimum, range.minimum);
        facts.maximum = std::max(facts.maximum, range.maximum);
        facts.nans += range.nans;
        facts.infinities += range.infinities;
    }
    return facts;
}

QString exactValue(const ScalarSeries& series, std::size_t row)
{
    return QString::fromStdString(shortestText(series.bits(row), series.numberType));
}

std::uint64_t spanCount(const Run& run)
{
    std::uint64_t count = 0;
    for (std::size_t id = 0; id < run.tracks().size(); ++id) {
        const SpanSeries* spans = run.spans(TrackId{static_cast<std::int32_t>(id)});
        count += spans != nullptr ? spans->size() : 0;
    }
    return count;
}

} // namespace

QString utf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

void inspectRun(const InspectedRun& run, InspectorContent& content)
{
    content.subject = Subject::Run;
    content.kind = ContentText::tr("Run");
    content.title = run.name;
    content.subtitle = run.key;
    content.runSlot = run.colourSlot;
    viewers::OpenRun open;
    open.run = run.run;
    InspectorSection facts;
    facts.facts.push_back({ContentText::tr("State"), stateText(stateOf(open)), {}, {}});
    facts.facts.push_back(
        {ContentText::tr("Format"), QString::fromStdString(run.run->format()), {}, {}});
    const auto sessions = run.run->sessions();
    if (!sessions.empty()) {
        const SessionRecord& last = sessions.back();
        facts.facts.push_back({ContentText::tr("Started"),
                               viewers::formatDateTime(sessions.front().startNs),
                               {},
                               {}});
        const std::int64_t end = last.endNs != kNoTime ? last.endNs : last.heartbeatNs;
        if (end != kNoTime && last.startNs != kNoTime) {
            facts.facts.push_back(
                {ContentText::tr("Duration"), viewers::formatDuration(end - last.startNs), {}, {}});
        }
        facts.facts.push_back({ContentText::tr("Host"), QString::fromStdString(last.host), {}, {}});
        facts.facts.push_back({ContentText::tr("Sessions"),
                               viewers::formatCount(static_cast<std::int64_t>(sessions.size())),
                               {},
                               {}});
    }
    content.sections.push_back(facts);
    InspectorSection recorded{ContentText::tr("Recorded"), {}, {}};
    const auto add = [&](const QString& name, std::uint64_t count) {
        if (count > 0) {
            recorded.facts.push_back(
                {name, viewers::formatCount(static_cast<std::int64_t>(count)), {}, {}});
        }
    };
    add(ContentText::tr("Tags"), run.run->tags().size());
    add(ContentText::tr("Graphs"), run.run->graphs().size());
    add(ContentText::tr("IR passes"), run.run->irPasses().size());
    add(ContentText::tr("Spans"), spanCount(*run.run));
    add(ContentText::tr("Findings"), run.run->findings().size());
    content.sections.push_back(recorded);
    InspectorSection configuration{ContentText::tr("Configuration"), {}, {}};
    for (const Property& property : run.run->properties()) {
        if (run.run->text(property.section) == "configuration" && configuration.facts.size() < 40) {
            configuration.facts.push_back({utf8(run.run->text(property.key)),
                                           plainText(run.run->text(property.value)),
                                           {},
                                           {}});
        }
    }
    if (!configuration.facts.isEmpty()) {
        content.sections.push_back(configuration);
    }
}

namespace {

InspectorSection pointSection(const ScalarSeries& series, std::size_t row)
{
    InspectorSection point;
    const auto add = [&](const QString& name, const QString& value, const QString& exact) {
        point.facts.push_back({name, value, {}, exact});
    };
    const std::int64_t step = series.steps[row];
    const std::int64_t wallNs = series.wallNs[row];
    add(ContentText::tr("Step"), viewers::formatCount(step), QString::number(step));
    add(ContentText::tr("Value"),
        viewers::formatNumber(series.value(row)),
        exactValue(series, row));
    add(ContentText::tr("Time"),
        viewers::formatDateTime(wallNs),
        QString::fromStdString(secondsText(wallNs)));
    if (wallNs != kNoTime && series.wallNs[0] != kNoTime) {
        add(ContentText::tr("Since start"), viewers::formatDuration(wallNs - series.wallNs[0]), {});
    }
    return point;
}

/// What every shown run has for this tag at the step cursor.
InspectorSection othersSection(const InspectorRequest& request, std::string_view tag)
{
    InspectorSection others{ContentText::tr("Shown runs at this step"), {}, {}};
    for (const InspectedRun& other : request.shown) {
        const TagId id = other.run->findTag(tag, RecordKind::Scalar);
        const ScalarSeries* theirs = other.run->scalars(id);
        if (theirs != nullptr && theirs->size() > 0) {
            const std::size_t row =
                request.state.step ? rowAtStep(*theirs, *request.state.step) : theirs->size() - 1;
            others.facts.push_back({other.name.section(u'/', -1),
                                    viewers::formatNumber(theirs->value(row)),
                                    {},
                                    exactValue(*theirs, row)});
        }
    }
    return others;
}

InspectorSection seriesSection(const ScalarSeries& series)
{
    InspectorSection whole{ContentText::tr("Series"), {}, {}};
    const auto add = [&](const QString& name, const QString& value, const QString& exact) {
        whole.facts.push_back({name, value, {}, exact});
    };
    const auto count = [](std::uint64_t value) {
        return viewers::formatCount(static_cast<std::int64_t>(value));
    };
    const SeriesFacts facts = factsOf(series);
    const std::size_t last = series.size() - 1;
    add(ContentText::tr("Points"), count(series.size()), {});
    if (facts.minimum <= facts.maximum) {
        add(ContentText::tr("Minimum"),
            viewers::formatNumber(facts.minimum),
            viewers::exactText(facts.minimum));
        add(ContentText::tr("Maximum"),
            viewers::formatNumber(facts.maximum),
            viewers::exactText(facts.maximum));
    }
    add(ContentText::tr("Last"),
        viewers::formatNumber(series.value(last)),
        exactValue(series, last));
    if (facts.nans > 0) {
        add(ContentText::tr("NaN"), count(facts.nans), {});
    }
    if (facts.infinities > 0) {
        add(ContentText::tr("Infinite"), count(facts.infinities), {});
    }
    add(ContentText::tr("Number type"), QLatin1String(numberTypeName(series.numberType)), {});
    return whole;
}

} // namespace

void inspectPoint(const InspectorRequest& request,
                  const InspectedRun& run,
                  InspectorContent& content)
{
    const Selection::State& state = request.state;
    content.subject = Subject::Point;
    content.kind = ContentText::tr("Point");
    content.title = state.tag;
    content.subtitle = run.name;
    content.runSlot = run.colourSlot;
    const std::string tag = state.tag.toStdString();
    const ScalarSeries* series = run.run->scalars(run.run->findTag(tag, RecordKind::Scalar));
    if (series == nullptr || series->size() == 0) {
        content.sections.push_back(
            {{}, {{ContentText::tr("Value"), ContentText::tr("not in this run"), {}, {}}}, {}});
        return;
    }
    const std::size_t row = state.step ? rowAtStep(*series, *state.step) : series->size() - 1;
    content.sections.push_back(pointSection(*series, row));
    const InspectorSection others = othersSection(request, tag);
    if (others.facts.size() > 1) {
        content.sections.push_back(others);
    }
    content.sections.push_back(seriesSection(*series));

    InspectorSection links{ContentText::tr("Same thing elsewhere"), {}, {}};
    links.links.push_back({QStringLiteral("scalars"),
                           ContentText::tr("Curve"),
                           state.tag,
                           QStringLiteral("scalars"),
                           state});
    const auto range = viewers::timeOfStep(run.key, *run.run, state.rank, series->steps[row]);
    if (range) {
        Selection::State there = state;
        there.run = run.key;
        there.timeRange = range;
        links.links.push_back({QStringLiteral("timeline"),
                               ContentText::tr("Step in the timeline"),
                               viewers::formatDuration(range->endNs - range->startNs),
                               QStringLiteral("timeline"),
                               there});
    }
    content.sections.push_back(links);
}

void inspectPass(const InspectorRequest& request,
                 const InspectedRun& run,
                 InspectorContent& content)
{
    const auto& ir = *request.state.ir;
    content.subject = Subject::Pass;
    content.kind = ContentText::tr("Pass");
    content.title = ir.pass;
    content.subtitle = ContentText::tr("graph %1, %2").arg(ir.graph, run.name);
    content.runSlot = run.colourSlot;
    for (const auto& pass : run.run->irPasses()) {
        if (utf8(run.run->text(pass->name)) != ir.pass
            || utf8(run.run->text(pass->graphName)) != ir.graph) {
            continue;
        }
        InspectorSection facts;
        facts.facts.push_back(
            {ContentText::tr("Order"), viewers::formatCount(pass->order), {}, {}});
        facts.facts.push_back({ContentText::tr("Nodes"),
                               viewers::formatCount(static_cast<std::int64_t>(pass->nodes.size())),
                               {},
                               {}});
        if (pass->durationNs > 0) {
            facts.facts.push_back({ContentText::tr("Took"),
                                   viewers::formatDuration(pass->durationNs),
                                   {},
                                   QString::number(pass->durationNs) + QStringLiteral(" ns")});
        }
        facts.facts.push_back(
            {ContentText::tr("Dumped"), viewers::formatDateTime(pass->wallNs), {}, {}});
        content.sections.push_back(facts);
        InspectorSection links{ContentText::tr("Same thing elsewhere"), {}, {}};
        links.links.push_back({QStringLiteral("ir"),
                               ContentText::tr("Text of the pass"),
                               ir.pass,
                               QStringLiteral("ir"),
                               request.state});
        content.sections.push_back(links);
        return;
    }
    content.sections.push_back(
        {{}, {{ContentText::tr("Pass"), ContentText::tr("not in this run"), {}, {}}}, {}});
}

InspectorContent inspect(const InspectorRequest& request, std::stop_token stop)
{
    InspectorContent content;
    const Selection::State& state = request.state;
    const auto runFor = [&](const QString& key) {
        const InspectedRun* run = runOf(request, key);
        return run != nullptr ? run : runOf(request, state.run);
    };
    if (request.subject == Subject::Span && state.span) {
        if (const InspectedRun* run = runFor(state.span->run)) {
            inspectSpan(request, *run, stop, content);
            return content;
        }
    }
    if (request.subject == Subject::Node && (state.node || state.ir)) {
        if (const InspectedRun* run = runFor(state.node ? state.node->run : state.ir->run)) {
            inspectNode(request, *run, stop, content);
            return content;
        }
    }
    if (request.subject == Subject::Pass && state.ir) {
        if (const InspectedRun* run = runFor(state.ir->run)) {
            inspectPass(request, *run, content);
            return content;
        }
    }
    const InspectedRun* run = runOf(request, state.run);
    if (request.subject == Subject::Point && !state.tag.isEmpty() && run != nullptr) {
        inspectPoint(request, *run, content);
    } else if (run != nullptr) {
        inspectRun(*run, content);
    }
    return content;
}

} // namespace runlens::app
