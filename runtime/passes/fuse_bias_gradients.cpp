// SPDX-License-Identifier: Apache-2.0
#include "runtime/passes/passes.h"
#include "runtime/passes/rewriter.h"

#include <algorithm>
#include <map>
#include <set>

namespace runlens::runtime {

namespace {

bool isFilterGradient(const Node& node)
{
    return node.op == "Conv2DBackpropFilter" || node.op == "DenseBackpropFilter";
}

/// BiasAddGrad nodes that can wait until the filter gradient of the same gradient: filter -> bias.
std::map<NodeId, NodeId> findPairs(const GraphModule& module)
{
    std::map<NodeId, NodeId> pairs;
    std::map<NodeId, NodeId> waiting; // gradient -> BiasAddGrad
    for (const NodeId id : module.entry().nodes) {
        const Node& node = module.node(id);
        // Who reads a bias gradient before its filter's turn keeps it where it is.
        for (const NodeId input : node.inputs) {
            for (auto entry = waiting.begin(); entry != waiting.end();) {
                entry = entry->second == input ? waiting.erase(entry) : std::next(entry);
            }
        }
        if (node.op == "BiasAddGrad") {
            waiting.emplace(node.inputs[0], id);
        } else if (isFilterGradient(node)) {
            const auto bias = waiting.find(node.inputs[0]);
            if (bias != waiting.end()) {
                pairs.emplace(id, bias->second);
                waiting.erase(bias);
            }
        }
    }
    return pairs;
}

NodeId appendItem(
    Rewriter& rewriter, FullNames& names, const Node& tuple, NodeId from, int item, NodeId origin)
{
    Node node;
    node.kind = NodeKind::TupleItem;
    node.op = "TupleGetItem";
    node.item = item;
    node.name = "CNode_" + std::to_string(rewriter.made().nodes.size());
    node.scope = tuple.scope;
    node.fullName = names.next(node.scope, node.op);
    node.category = tuple.category;
    node.frames = tuple.frames;
    node.inputs = {from};
    node.types = {tuple.types[static_cast<std::size_t>(item)]};
    return rewriter.append(std::move(node), {origin});
}

} // namespace

GraphModule fuseBiasGradients(const GraphModule& module)
{
    const std::map<NodeId, NodeId> pairs = findPairs(module);
    std::set<NodeId> postponed;
    for (const auto& [filter, bias] : pairs) {
        postponed.insert(bias);
    }
    Rewriter rewriter(module);
    FullNames names = FullNames::after(module);
    for (const NodeId id : module.entry().nodes) {
        const auto pair = pairs.find(id);
        if (postponed.count(id) > 0) {
            continue;
        }
        if (pair == pairs.end()) {
            rewriter.copy(id);
            continue;
        }
        const Node& filter = module.node(id);
        const Node& bias = module.node(pair->second);
        Node fused = filter;
        fused.op += "Bias";
        fused.fullName = names.next(filter.scope, fused.op);
        fused.types.push_back(bias.types[0]);
        fused.fusedFrom = {filter.fullName, bias.fullName};
        for (NodeId& input : fused.inputs) {
            input = rewriter.mapped(input);
        }
        const Node described = fused;
        const NodeId made = rewriter.append(std::move(fused), {id, pair->second});
        rewriter.map(id, appendItem(rewriter, names, described, made, 0, id));
        rewriter.map(pair->second, appendItem(rewriter, names, described, made, 1, pair->second));
    }
    rewriter.setResult(rewriter.mapped(module.entry().result));
    return rewriter.finish();
}

} // namespace runlens::runtime
