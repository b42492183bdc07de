// SPDX-License-Identifier: Apache-2.0
#include "runtime/passes/rewriter.h"

#include <algorithm>

namespace runlens::runtime {

Rewriter::Rewriter(const GraphModule& old) : m_old(old), m_map(old.nodes.size(), kNoNode)
{
    m_new.name = old.name;
    FuncGraph function;
    function.name = old.entry().name;
    function.where = old.entry().where;
    m_new.functions.push_back(std::move(function));
    for (const NodeId id : old.entry().parameters) {
        m_new.entry().parameters.push_back(take(id));
    }
}

NodeId Rewriter::take(NodeId old)
{
    Node node = m_old.node(old);
    node.origins = {old};
    const NodeId id = m_new.add(std::move(node));
    map(old, id);
    return id;
}

NodeId Rewriter::mapped(NodeId old)
{
    const NodeId known = m_map[static_cast<std::size_t>(old)];
    return known == kNoNode && m_old.node(old).kind == NodeKind::Constant ? take(old) : known;
}

void Rewriter::map(NodeId old, NodeId replacement)
{
    m_map[static_cast<std::size_t>(old)] = replacement;
}

NodeId Rewriter::copy(NodeId old)
{
    Node node = m_old.node(old);
    for (NodeId& input : node.inputs) {
        input = mapped(input);
    }
    const NodeId id = append(std::move(node), {old});
    map(old, id);
    return id;
}

NodeId Rewriter::append(Node node, std::vector<NodeId> origins)
{
    node.origins = std::move(origins);
    const NodeId id = m_new.add(std::move(node));
    m_new.entry().nodes.push_back(id);
    return id;
}

NodeId Rewriter::addParameter(Node node, std::size_t position)
{
    const NodeId id = m_new.add(std::move(node));
    auto& parameters = m_new.entry().parameters;
    parameters.insert(parameters.begin()
                          + static_cast<std::ptrdiff_t>(std::min(position, parameters.size())),
                      id);
    return id;
}

GraphModule Rewriter::finish()
{
    return std::move(m_new);
}

} // namespace runlens::runtime
