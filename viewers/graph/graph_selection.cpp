// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/graph/graph_selection.h"

#include "viewers/common/cross_links.h"
#include "viewers/common/text.h"

#include <algorithm>

namespace runlens::viewers {

namespace {

constexpr std::size_t kMostFound = 10'000;

} // namespace

std::vector<int> nodesOfSelection(const GraphModel& model,
                                  const Run& run,
                                  const QString& runKey,
                                  const Selection::State& state)
{
    std::vector<int> nodes;
    const auto add = [&](std::string_view name) {
        const int node = name.empty() ? -1 : model.find(name);
        if (node >= 0 && std::find(nodes.begin(), nodes.end(), node) == nodes.end()) {
            nodes.push_back(node);
        }
    };
    if (state.node && state.node->run == runKey) {
        add(state.node->fullName.toStdString());
    }
    const std::optional<NodeRef> ref =
        nodes.empty() ? selectedNode(run, runKey, state) : std::nullopt;
    if (!ref) {
        return nodes;
    }
    for (const NodeRef& member : membersOf(run, *ref)) {
        add(run.text(run.irNode(member)->fullName));
    }
    for (const NodeRef& later : nodes.empty() ? descendantsOf(run, *ref) : std::vector<NodeRef>{}) {
        add(run.text(run.irNode(later)->fullName));
    }
    for (const NodeRef& origin : nodes.empty() ? originsOf(run, *ref) : std::vector<NodeRef>{}) {
        add(run.text(run.irNode(origin)->fullName));
    }
    return nodes;
}

Selection::State withNode(Selection::State state,
                          const GraphModel& model,
                          int node,
                          const GraphChoice& choice,
                          const Run& run,
                          const QString& runKey)
{
    const GraphNode& known = model.graph().nodes[static_cast<std::size_t>(node)];
    const std::string& pass = choice.isPass ? choice.name : model.graph().passName;
    std::vector<NodeRef> named = nodesNamed(run, choice.graph, known.name);
    const auto ofPass = std::find_if(named.begin(), named.end(), [&](const NodeRef& ref) {
        return run.text(run.irPass(ref.pass)->name) == pass;
    });
    if (!named.empty()) {
        return selectNode(
            std::move(state), runKey, run, ofPass != named.end() ? *ofPass : named.front());
    }
    state.run = runKey;
    state.node = NodeSelection{runKey, toText(choice.graph), QString::fromStdString(known.name)};
    state.ir.reset();
    state.span.reset();
    state.source.reset();
    if (!known.sourceFile.empty() && known.sourceLine > 0) {
        state.source =
            SourceSelection{runKey, QString::fromStdString(known.sourceFile), known.sourceLine};
    }
    return state;
}

std::vector<int> findNodes(const GraphModel& model, const QString& text)
{
    std::vector<int> found;
    const QString wanted = text.trimmed();
    const bool isId = wanted.startsWith(QLatin1Char('%'));
    const std::size_t count = wanted.isEmpty() ? 0 : model.graph().nodes.size();
    for (std::size_t n = 0; n < count && found.size() < kMostFound; ++n) {
        const GraphNode& node = model.graph().nodes[n];
        const auto holds = [&](const std::string& each) {
            return toText(each).contains(wanted, Qt::CaseInsensitive);
        };
        if (isId ? toText(node.irName) == wanted : holds(node.name) || holds(node.op)) {
            found.push_back(static_cast<int>(n));
        }
    }
    return found;
}

} // namespace runlens::viewers
