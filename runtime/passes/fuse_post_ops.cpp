// SPDX-License-Identifier: Apache-2.0
#include "runtime/passes/passes.h"
#include "runtime/passes/rewriter.h"

#include <algorithm>
#include <optional>

namespace runlens::runtime {

namespace {

/// What becomes one node, in order of execution. The last one's place is where the fused node goes.
struct Group {
    NodeId product = kNoNode; ///< Conv2D or Dense
    NodeId bias = kNoNode;
    NodeId activation = kNoNode; ///< may be none

    [[nodiscard]] NodeId last() const { return activation == kNoNode ? bias : activation; }
};

class PostOpFusion {
public:
    explicit PostOpFusion(const GraphModule& module)
        : m_module(module)
        , m_uses(countUses(module))
        , m_rewriter(module)
        , m_names(FullNames::after(module))
    {}

    GraphModule run()
    {
        findGroups();
        for (const NodeId id : m_module.entry().nodes) {
            const auto group = std::find_if(
                m_groups.begin(), m_groups.end(), [&](const Group& g) { return g.last() == id; });
            if (group != m_groups.end()) {
                m_rewriter.map(id, fuse(*group));
            } else if (!isInner(id)) {
                m_rewriter.copy(id);
            }
        }
        m_rewriter.setResult(m_rewriter.mapped(m_module.entry().result));
        return m_rewriter.finish();
    }

private:
    [[nodiscard]] bool hasOneReader(NodeId id) const
    {
        return m_uses[static_cast<std::size_t>(id)] == 1;
    }

    void findGroups()
    {
        for (const NodeId id : m_module.entry().nodes) {
            const Node& node = m_module.node(id);
            if (node.op == "BiasAdd") {
                const Node& product = m_module.node(node.inputs[0]);
                if ((product.op == "Conv2D" || product.op == "Dense")
                    && hasOneReader(node.inputs[0])) {
                    m_groups.push_back(Group{node.inputs[0], id, kNoNode});
                }
            } else if (node.op == "ReLU" && hasOneReader(node.inputs[0])) {
                const auto group =
                    std::find_if(m_groups.begin(), m_groups.end(), [&](const Group& g) {
                        return g.last() == node.inputs[0];
                    });
                if (group != m_groups.end() && group->activation == kNoNode) {
                    group->activation = id;
                }
            }
        }
    }

    [[nodiscard]] bool isInner(NodeId id) const
    {
        return std::any_of(m_groups.begin(), m_groups.end(), [&](const Group& g) {
            return g.product == id || g.bias == id;
        });
    }

    NodeId fuse(const Group& group)
    {
        const Node& product = m_module.node(group.product);
        const Node& bias = m_module.node(group.bias);
        const bool hasActivation = group.activation != kNoNode;
        Node fused = product;
        fused.op = "Fused" + product.op + "Bias" + (hasActivation ? "ReLU" : "");
        fused.fullName = m_names.next(product.scope, fused.op);
        fused.inputs = {m_rewriter.mapped(product.inputs[0]),
                        m_rewriter.mapped(product.inputs[1]),
                        m_rewriter.mapped(bias.inputs[1])};
        fused.fusedFrom = {product.fullName, bias.fullName};
        std::vector<NodeId> origins{group.product, group.bias};
        if (hasActivation) {
            fused.fusedFrom.push_back(m_module.node(group.activation).fullName);
            origins.push_back(group.activation);
        }
        return m_rewriter.append(std::move(fused), std::move(origins));
    }

    const GraphModule& m_module;
    std::vector<int> m_uses;
    Rewriter m_rewriter;
    FullNames m_names;
    std::vector<Group> m_groups;
};

} // namespace

GraphModule fusePostOps(const GraphModule& module)
{
    return PostOpFusion(module).run();
}

} // namespace runlens::runtime
