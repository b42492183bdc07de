// SPDX-License-Identifier: Apache-2.0
#include "runtime/passes/passes.h"
#include "runtime/passes/rewriter.h"

#include <map>

namespace runlens::runtime {

namespace {

/// What a node computes, given its (already merged) inputs.
std::string identity(const Node& node, Rewriter& rewriter)
{
    std::string key = node.op + "#" + std::to_string(node.item);
    for (const NodeId input : node.inputs) {
        key += " " + std::to_string(static_cast<std::int32_t>(rewriter.mapped(input)));
    }
    for (const auto& [name, value] : node.attributes.entries()) {
        key += " " + name + "=" + attributeIrText(value);
    }
    return key;
}

} // namespace

GraphModule mergeCommon(const GraphModule& module)
{
    Rewriter rewriter(module);
    std::map<std::string, NodeId> known;
    std::vector<std::pair<NodeId, NodeId>> merged; // new node, further old node
    for (const NodeId id : module.entry().nodes) {
        const Node& node = module.node(id);
        const bool isUpdate =
            node.category == SpanCategory::Optimizer; // changes memory: never merged
        const std::string key = isUpdate ? std::string{} : identity(node, rewriter);
        const auto same = isUpdate ? known.end() : known.find(key);
        if (same != known.end()) {
            rewriter.map(id, same->second);
            merged.emplace_back(same->second, id);
            continue;
        }
        const NodeId made = rewriter.copy(id);
        if (!isUpdate) {
            known.emplace(key, made);
        }
    }
    rewriter.setResult(rewriter.mapped(module.entry().result));
    GraphModule result = rewriter.finish();
    for (const auto& [made, old] : merged) {
        result.node(made).origins.push_back(old);
    }
    return result;
}

} // namespace runlens::runtime
