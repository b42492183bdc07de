// SPDX-License-Identifier: Apache-2.0
#include "runtime/ir/graph_module.h"

#include <algorithm>
#include <charconv>

namespace runlens::runtime {

SourceLocation sourceOf(const Node& node)
{
    const auto own = std::find_if(node.frames.rbegin(),
                                  node.frames.rend(),
                                  [](const SourceFrame& frame) { return !frame.isLibrary; });
    if (own != node.frames.rend()) {
        return own->location;
    }
    return node.frames.empty() ? SourceLocation{} : node.frames.back().location;
}

std::string FullNames::next(std::string_view scope, std::string_view op)
{
    auto known = std::find_if(
        m_counts.begin(), m_counts.end(), [&](const Count& count) { return count.op == op; });
    if (known == m_counts.end()) {
        m_counts.push_back(Count{std::string(op), 0});
        known = m_counts.end() - 1;
    }
    return std::string(scope) + "/" + std::string(op) + "-op" + std::to_string(known->next++);
}

FullNames FullNames::after(const GraphModule& module)
{
    FullNames names;
    for (const Node& node : module.nodes) {
        const std::size_t slash = node.fullName.rfind('/');
        const std::size_t dash = node.fullName.rfind("-op");
        if (slash == std::string::npos || dash == std::string::npos || dash < slash) {
            continue;
        }
        const std::string op = node.fullName.substr(slash + 1, dash - slash - 1);
        int number = 0;
        const char* const end = node.fullName.data() + node.fullName.size();
        if (std::from_chars(node.fullName.data() + dash + 3, end, number).ptr != end) {
            continue;
        }
        auto known = std::find_if(names.m_counts.begin(),
                                  names.m_counts.end(),
                                  [&](const Count& count) { return count.op == op; });
        if (known == names.m_counts.end()) {
            names.m_counts.push_back(Count{op, number + 1});
        } else {
            known->next = std::max(known->next, number + 1);
        }
    }
    return names;
}

std::vector<int> countUses(const GraphModule& module)
{
    std::vector<int> uses(module.nodes.size(), 0);
    for (const FuncGraph& function : module.functions) {
        for (const NodeId id : function.nodes) {
            for (const NodeId input : module.node(id).inputs) {
                ++uses[static_cast<std::size_t>(input)];
            }
        }
        if (function.result != kNoNode) {
            ++uses[static_cast<std::size_t>(function.result)];
        }
    }
    return uses;
}

} // namespace runlens::runtime
