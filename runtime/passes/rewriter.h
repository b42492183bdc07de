// SPDX-License-Identifier: Apache-2.0
/// Builds the entry function of a new module out of an old one of a single function, node by node,
/// and keeps track of what became of each old node.
#pragma once

#include "runtime/ir/graph_module.h"

#include <vector>

namespace runlens::runtime {

class Rewriter {
public:
    /// Takes over the parameters.
    explicit Rewriter(const GraphModule& old);

    /// The new node in the place of an old one; constants are taken over when first asked for.
    NodeId mapped(NodeId old);
    void map(NodeId old, NodeId replacement);
    /// A copy with the inputs replaced, at the end of the function.
    NodeId copy(NodeId old);
    /// A node of new inputs, at the end of the function; origins are old nodes.
    NodeId append(Node node, std::vector<NodeId> origins);
    NodeId addParameter(Node node, std::size_t position);

    NodeId addConstant(Node node) { return m_new.add(std::move(node)); }

    void setResult(NodeId result) { m_new.entry().result = result; }

    [[nodiscard]] const GraphModule& made() const { return m_new; }

    [[nodiscard]] GraphModule finish();

private:
    NodeId take(NodeId old);

    const GraphModule& m_old;
    GraphModule m_new;
    std::vector<NodeId> m_map; ///< by old node
};

} // namespace runlens::runtime
