// SPDX-License-Identifier: Apache-2.0
#include "runtime/ops/elementwise_program.h"
#include "runtime/ops/operator.h"
#include "runtime/passes/passes.h"
#include "runtime/passes/rewriter.h"

#include <algorithm>
#include <map>

namespace runlens::runtime {

namespace {

constexpr std::size_t kMaxStatements = 32;

class ElementwiseFusion {
public:
    explicit ElementwiseFusion(const GraphModule& module)
        : m_module(module)
        , m_uses(countUses(module))
        , m_rewriter(module)
        , m_names(FullNames::after(module))
        , m_group(module.nodes.size(), kNoNode)
    {}

    GraphModule run()
    {
        assignGroups();
        for (const NodeId id : m_module.entry().nodes) {
            const NodeId root = groupOf(id);
            if (root == kNoNode || m_members[root].size() < 2) {
                m_rewriter.copy(id);
            } else if (root == id) {
                m_rewriter.map(id, fuse(m_members[root]));
            }
        }
        m_rewriter.setResult(m_rewriter.mapped(m_module.entry().result));
        return m_rewriter.finish();
    }

private:
    NodeId& groupOf(NodeId id) { return m_group[static_cast<std::size_t>(id)]; }

    [[nodiscard]] bool isElementwise(NodeId id) const
    {
        const Node& node = m_module.node(id);
        const Operator* op = node.kind == NodeKind::Operator ? findOperator(node.op) : nullptr;
        return op && op->isElementwise;
    }

    /// Backwards: a node joins the group of its only reader, else it is the root of its own.
    void assignGroups()
    {
        const std::vector<NodeId>& nodes = m_module.entry().nodes;
        for (auto id = nodes.rbegin(); id != nodes.rend(); ++id) {
            if (!isElementwise(*id)) {
                continue;
            }
            if (groupOf(*id) == kNoNode) {
                groupOf(*id) = *id;
            }
            const NodeId root = groupOf(*id);
            std::vector<NodeId>& members = m_members[root];
            members.push_back(*id);
            for (const NodeId input : m_module.node(*id).inputs) {
                const bool joins = isElementwise(input)
                                   && m_uses[static_cast<std::size_t>(input)] == 1
                                   && m_module.node(input).category == m_module.node(*id).category
                                   && m_expected[root] + 1 < kMaxStatements;
                if (joins) {
                    groupOf(input) = root;
                    ++m_expected[root];
                }
            }
        }
        for (auto& [root, members] : m_members) {
            std::reverse(members.begin(), members.end()); // in order of execution
        }
    }

    NodeId fuse(const std::vector<NodeId>& members)
    {
        std::vector<NodeId> inputs;
        for (const NodeId id : members) {
            for (const NodeId input : m_module.node(id).inputs) {
                const bool isInner =
                    std::find(members.begin(), members.end(), input) != members.end();
                if (!isInner && std::find(inputs.begin(), inputs.end(), input) == inputs.end()) {
                    inputs.push_back(input);
                }
            }
        }
        Node fused = m_module.node(members.back());
        fused.op = "FusedElementwise";
        fused.fullName = m_names.next(fused.scope, fused.op);
        fused.attributes = Attributes{{"program", programOf(members, inputs)}};
        fused.inputs.clear();
        for (const NodeId input : inputs) {
            fused.inputs.push_back(m_rewriter.mapped(input));
        }
        for (const NodeId id : members) {
            fused.fusedFrom.push_back(m_module.node(id).fullName);
        }
        return m_rewriter.append(std::move(fused), members);
    }

    [[nodiscard]] std::string programOf(const std::vector<NodeId>& members,
                                        const std::vector<NodeId>& inputs) const
    {
        std::map<NodeId, std::size_t> values;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            values[inputs[i]] = i;
        }
        std::string program;
        for (std::size_t i = 0; i < members.size(); ++i) {
            const Node& node = m_module.node(members[i]);
            std::vector<std::size_t> reads;
            for (const NodeId input : node.inputs) {
                reads.push_back(values.at(input));
            }
            values[members[i]] = inputs.size() + i;
            program += (program.empty() ? "" : "; ") + statementText(node.op, reads);
        }
        return program;
    }

    const GraphModule& m_module;
    std::vector<int> m_uses;
    Rewriter m_rewriter;
    FullNames m_names;
    std::vector<NodeId> m_group;                     ///< by node: the root of its group
    std::map<NodeId, std::vector<NodeId>> m_members; ///< by root
    std::map<NodeId, std::size_t> m_expected;        ///< members that joined so far, by root
};

} // namespace

GraphModule fuseElementwise(const GraphModule& module)
{
    return ElementwiseFusion(module).run();
}

} // namespace runlens::runtime
