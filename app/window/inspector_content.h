// SPDX-License-Identifier: GPL-3.0-or-later
/// What the inspector says about the selected thing, as values: facts first, then links to the same
/// thing elsewhere. Pure functions over const runs, made for a worker thread; they scan spans and
/// stop when asked. Nothing is guessed by name: links follow ir_node, ir_origin and the step spans
/// of the run (viewers/common/cross_links.h).
#pragma once

#include "summary_format/run.h"
#include "viewers/common/selection.h"

#include <QList>
#include <QString>

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace runlens::app {

enum class Subject { Nothing, Run, Point, Span, Node, Pass };

struct InspectorFact {
    QString name;
    QString value;
    QString note;
    QString exact; ///< tooltip and copy: the value in full
    friend bool operator==(const InspectorFact&, const InspectorFact&) = default;
};

struct InspectorLink {
    QString icon;
    QString title;
    QString detail;
    QString view; ///< id of the view to switch to; empty: stay
    viewers::Selection::State state;
    friend bool operator==(const InspectorLink&, const InspectorLink&) = default;
};

struct InspectorSection {
    QString title;
    QList<InspectorFact> facts;
    QList<InspectorLink> links;
    friend bool operator==(const InspectorSection&, const InspectorSection&) = default;
};

struct InspectorContent {
    Subject subject = Subject::Nothing;
    QString kind;  ///< "Span"
    QString title; ///< "Conv2D"
    QString subtitle;
    std::optional<SpanCategory> category; ///< colour beside the title
    int runSlot = -1;                     ///< or the colour of a run
    QList<InspectorSection> sections;
    std::vector<double> histogram; ///< counts of durations of the same operator; empty: none
    int histogramMark = -1;        ///< the bin of the selected one
    QString histogramLow;
    QString histogramHigh;
    QString histogramText;
    friend bool operator==(const InspectorContent&, const InspectorContent&) = default;
};

struct InspectedRun {
    QString key;
    QString name;
    int colourSlot = 0;
    std::shared_ptr<const Run> run;
};

struct InspectorRequest {
    Subject subject = Subject::Nothing;
    viewers::Selection::State state;
    std::vector<InspectedRun> shown; ///< the shown runs, and the current one
};

[[nodiscard]] InspectorContent inspect(const InspectorRequest& request, std::stop_token stop);

// The parts, one per kind of thing.
void inspectRun(const InspectedRun& run, InspectorContent& content);
void inspectPoint(const InspectorRequest& request,
                  const InspectedRun& run,
                  InspectorContent& content);
void inspectSpan(const InspectorRequest& request,
                 const InspectedRun& run,
                 std::stop_token stop,
                 InspectorContent& content);
void inspectNode(const InspectorRequest& request,
                 const InspectedRun& run,
                 std::stop_token stop,
                 InspectorContent& content);
void inspectPass(const InspectorRequest& request,
                 const InspectedRun& run,
                 InspectorContent& content);

/// "Same thing elsewhere" for a node: graph, IR line, members, source, operator, first execution.
[[nodiscard]] InspectorSection linksOfNode(const viewers::Selection::State& state,
                                           const InspectedRun& run,
                                           NodeRef node,
                                           std::optional<SpanRef> execution);
[[nodiscard]] QString utf8(std::string_view text);

} // namespace runlens::app
