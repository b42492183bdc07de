// SPDX-License-Identifier: Apache-2.0
#include "runtime/passes/passes.h"
#include "runtime/passes/rewriter.h"

namespace runlens::runtime {

namespace {

/// Puts a function's nodes at the end of the new one; its parameters must be mapped already.
/// Callees come after their callers in the module, so that this ends.
void inlineFunction(const GraphModule& module, std::size_t index, Rewriter& rewriter)
{
    for (const NodeId id : module.functions[index].nodes) {
        const Node& node = module.node(id);
        if (node.kind != NodeKind::Call) {
            rewriter.copy(id);
            continue;
        }
        const FuncGraph& callee = module.functions[static_cast<std::size_t>(node.callee)];
        for (std::size_t i = 0; i < callee.parameters.size(); ++i) {
            rewriter.map(callee.parameters[i], rewriter.mapped(node.inputs[i]));
        }
        inlineFunction(module, static_cast<std::size_t>(node.callee), rewriter);
        rewriter.map(id, rewriter.mapped(callee.result));
    }
}

} // namespace

GraphModule inlineCalls(const GraphModule& module)
{
    Rewriter rewriter(module);
    inlineFunction(module, 0, rewriter);
    rewriter.setResult(rewriter.mapped(module.entry().result));
    return rewriter.finish();
}

} // namespace runlens::runtime
