// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/graph/graph_source.h"

#include "summary_format/formats/mindspore_ir/ir_graph.h"
#include "viewers/common/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <tuple>

namespace runlens::viewers {

namespace {

constexpr std::size_t kLongestGraphName = 200;

/// The run knows the full names of a pass better than its text: the line of a statement joins the
/// two.
void takeFullNames(const Run& run,
                   const IrPass& pass,
                   const ir_text::Document& document,
                   std::string_view text,
                   Graph& graph)
{
    std::map<std::int32_t, const IrNode*> byLine;
    for (const IrNode& node : pass.nodes) {
        byLine.emplace(node.firstLine, &node);
    }
    // graphOf() makes one node per parameter and statement, the statements of a subgraph after its
    // parameters.
    std::size_t next = document.parameters.size();
    for (const ir_text::Subgraph& subgraph : document.subgraphs) {
        next += subgraph.parameters.size();
        for (std::size_t i = 0; i < subgraph.statementCount && next < graph.nodes.size();
             ++i, ++next) {
            const ir_text::Statement& statement = document.statements[subgraph.firstStatement + i];
            const auto known = byLine.find(statement.firstLine);
            if (known != byLine.end() && !statement.isReturn && statement.fullName.in(text).empty()
                && !run.text(known->second->fullName).empty())
            {
                graph.nodes[next].name = run.text(known->second->fullName);
            }
        }
    }
}

} // namespace

std::vector<GraphChoice> graphChoices(const Run& run)
{
    std::vector<GraphChoice> choices;
    std::map<std::string, int> seen;
    for (std::size_t i = 0; i < run.graphs().size(); ++i) {
        const std::string name(run.text(run.graphs()[i].name));
        const int repeat = ++seen[name];
        const QString shown = name.empty() ? QCoreApplication::translate("GraphView", "graph")
                                           : toText(name, kLongestGraphName);
        choices.push_back({false,
                           i,
                           name,
                           name,
                           repeat == 1 ? shown : QStringLiteral("%1 (%2)").arg(shown).arg(repeat)});
    }
    std::vector<std::size_t> passes;
    for (std::size_t i = 0; i < run.irPasses().size(); ++i) {
        if (run.irPasses()[i] != nullptr && run.irPasses()[i]->text.exists()) {
            passes.push_back(i);
        }
    }
    const auto key = [&](std::size_t i) {
        const IrPass& pass = *run.irPasses()[i];
        return std::tuple(run.text(pass.graphName), pass.order, i);
    };
    std::sort(passes.begin(), passes.end(), [&](std::size_t a, std::size_t b) {
        return key(a) < key(b);
    });
    for (const std::size_t i : passes) {
        const IrPass& pass = *run.irPasses()[i];
        const std::string graph(run.text(pass.graphName));
        const QString title = graph.empty()
                                  ? toText(run.text(pass.name), kLongestGraphName)
                                  : toText(graph, kLongestGraphName) + QStringLiteral(" \u203A ")
                                        + toText(run.text(pass.name), kLongestGraphName);
        choices.push_back({true, i, graph, std::string(run.text(pass.name)), title});
    }
    return choices;
}

std::size_t firstChoice(const std::vector<GraphChoice>& choices, const QString& title)
{
    const auto wanted =
        std::find_if(choices.rbegin(), choices.rend(), [&](const GraphChoice& each) {
            return !title.isEmpty() && each.title == title;
        });
    if (wanted != choices.rend()) {
        return static_cast<std::size_t>(choices.rend() - wanted) - 1;
    }
    return choices.front().isPass ? choices.size() - 1 : 0;
}

std::optional<std::size_t> choiceOfGraph(const std::vector<GraphChoice>& choices,
                                         const std::string& graph)
{
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        if (choices[i].graph == graph && (!best || choices[*best].isPass)) {
            best = i;
        }
    }
    return best;
}

std::optional<std::size_t> choiceNamed(const std::vector<GraphChoice>& choices,
                                       const std::string& graph,
                                       const std::string& passName)
{
    const auto found = std::find_if(choices.begin(), choices.end(), [&](const GraphChoice& choice) {
        return choice.graph == graph && choice.isPass == !passName.empty()
               && (passName.empty() || choice.name == passName);
    });
    return found != choices.end() ? std::optional(static_cast<std::size_t>(found - choices.begin()))
                                  : std::nullopt;
}

Result<std::shared_ptr<const GraphModel>> loadGraph(const Run& run,
                                                    const RunReader* reader,
                                                    const GraphChoice& choice,
                                                    const std::stop_token& stop)
{
    const char* attempted = "load the graph";
    if (reader == nullptr) {
        return failure(attempted, run.path(), "the run has no reader");
    }
    const bool exists = choice.isPass ? choice.index < run.irPasses().size()
                                            && run.irPasses()[choice.index] != nullptr
                                      : choice.index < run.graphs().size();
    if (!exists) {
        return failure(attempted, run.path(), "the run has no such graph");
    }
    const PayloadRef ref =
        choice.isPass ? run.irPasses()[choice.index]->text : run.graphs()[choice.index].payload;
    const Result<std::vector<std::byte>> bytes = reader->load(ref, stop);
    if (!bytes) {
        return failure(bytes);
    }
    if (!choice.isPass) {
        Result<Graph> graph = decodeGraph(*bytes);
        if (!graph) {
            return failure(graph);
        }
        if (graph->name.empty()) {
            graph->name = choice.graph;
        }
        return std::make_shared<const GraphModel>(std::move(*graph));
    }
    const std::string_view text = asText(*bytes);
    Diagnostics diagnostics;
    const ir_text::Document document = ir_text::parse(text, diagnostics, choice.name, stop);
    Graph graph = ir_text::graphOf(document, text, choice.graph, choice.name);
    takeFullNames(run, *run.irPasses()[choice.index], document, text, graph);
    return std::make_shared<const GraphModel>(std::move(graph));
}

} // namespace runlens::viewers
