// SPDX-License-Identifier: Apache-2.0
#include "runtime/passes/passes.h"
#include "runtime/passes/rewriter.h"

namespace runlens::runtime {

GraphModule removeDead(const GraphModule& module)
{
    std::vector<bool> isLive(module.nodes.size(), false);
    isLive[static_cast<std::size_t>(module.entry().result)] = true;
    const std::vector<NodeId>& nodes = module.entry().nodes;
    for (auto id = nodes.rbegin(); id != nodes.rend(); ++id) {
        const Node& node = module.node(*id);
        if (node.category == SpanCategory::Optimizer) { // changes memory
            isLive[static_cast<std::size_t>(*id)] = true;
        }
        if (!isLive[static_cast<std::size_t>(*id)]) {
            continue;
        }
        for (const NodeId input : node.inputs) {
            isLive[static_cast<std::size_t>(input)] = true;
        }
    }
    Rewriter rewriter(module);
    for (const NodeId id : nodes) {
        if (isLive[static_cast<std::size_t>(id)]) {
            rewriter.copy(id);
        }
    }
    rewriter.setResult(rewriter.mapped(module.entry().result));
    return rewriter.finish();
}

} // namespace runlens::runtime
