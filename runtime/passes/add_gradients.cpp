// SPDX-License-Identifier: Apache-2.0
#include "runtime/ops/reverse_mode.h"
#include "runtime/passes/passes.h"
#include "runtime/passes/rewriter.h"

namespace runlens::runtime {

namespace {

ValueId valueOf(NodeId id)
{
    return ValueId{static_cast<std::int32_t>(id)};
}

NodeId nodeOf(ValueId id)
{
    return NodeId{static_cast<std::int32_t>(id)};
}

/// Values are nodes of the new module. What goes wrong is kept; the first problem counts.
class GraphGradient final : public GradientBackend {
public:
    GraphGradient(const GraphModule& old, Rewriter& rewriter, std::vector<NodeId> oldNodes)
        : m_old(old)
        , m_rewriter(rewriter)
        , m_oldNodes(std::move(oldNodes))
        , m_names(FullNames::after(old))
    {}

    [[nodiscard]] const TensorType& typeOf(ValueId value) override
    {
        return m_rewriter.made().node(nodeOf(value)).types[0];
    }

    ValueId emit(std::size_t forward,
                 std::string_view op,
                 std::vector<ValueId> inputs,
                 Attributes attributes) override
    {
        std::vector<TensorType> types;
        Node node = nodeFor(forward, op);
        for (const ValueId input : inputs) {
            node.inputs.push_back(nodeOf(input));
            types.push_back(typeOf(input));
        }
        auto made = inferTypes(op, attributes, types);
        if (!made) {
            m_status = m_status ? Status(failure(made)) : m_status;
            node.types = {TensorType{}};
        } else {
            node.types = std::move(*made);
        }
        node.attributes = std::move(attributes);
        return valueOf(m_rewriter.append(std::move(node), {m_oldNodes[forward]}));
    }

    ValueId item(std::size_t forward, ValueId tuple, int index) override
    {
        Node node = nodeFor(forward, "TupleGetItem");
        node.kind = NodeKind::TupleItem;
        node.item = index;
        node.inputs = {nodeOf(tuple)};
        node.types = {m_rewriter.made().node(nodeOf(tuple)).types[static_cast<std::size_t>(index)]};
        return valueOf(m_rewriter.append(std::move(node), {m_oldNodes[forward]}));
    }

    ValueId scalar(float value) override { return valueOf(addScalar(value)); }

    [[nodiscard]] const Status& status() const { return m_status; }

private:
    NodeId addScalar(float value)
    {
        Node node;
        node.kind = NodeKind::Constant;
        node.op = "Constant";
        node.tensor = Tensor::scalar(value);
        node.types = {node.tensor.type()};
        node.category = SpanCategory::Backward;
        node.name = "one";
        node.scope = "Gradients/Default";
        node.fullName = m_names.next(node.scope, node.op);
        return m_rewriter.addConstant(std::move(node));
    }

    Node nodeFor(std::size_t forward, std::string_view op)
    {
        const Node& from = m_old.node(m_oldNodes[forward]);
        Node node;
        node.op = op;
        node.name = "CNode_" + std::to_string(m_rewriter.made().nodes.size());
        node.scope = "Gradients/" + from.scope;
        node.fullName = m_names.next(node.scope, op);
        node.category = SpanCategory::Backward;
        node.frames = from.frames;
        return node;
    }

    const GraphModule& m_old;
    Rewriter& m_rewriter;
    std::vector<NodeId> m_oldNodes; ///< by forward call
    FullNames m_names;
    Status m_status;
};

} // namespace

Result<GraphModule> addGradients(const GraphModule& module)
{
    const Node& loss = module.node(module.entry().result);
    if (loss.types.size() != 1 || !loss.types[0].shape.empty()) {
        return failure("add gradients to " + module.name, {}, "the result is not a scalar");
    }
    Rewriter rewriter(module);
    std::vector<RecordedCall> calls;
    std::vector<NodeId> oldNodes;
    for (const NodeId id : module.entry().nodes) {
        const NodeId made = rewriter.copy(id);
        const Node& node = rewriter.made().node(made);
        RecordedCall call{node.op, node.attributes, {}, valueOf(made), -1};
        call.item = node.kind == NodeKind::TupleItem ? node.item : -1;
        for (const NodeId input : node.inputs) {
            call.inputs.push_back(valueOf(input));
        }
        calls.push_back(std::move(call));
        oldNodes.push_back(id);
    }
    std::vector<ValueId> wanted;
    for (const NodeId id : rewriter.made().entry().parameters) {
        if (rewriter.made().node(id).kind == NodeKind::Parameter) {
            wanted.push_back(valueOf(id));
        }
    }
    GraphGradient backend(module, rewriter, std::move(oldNodes));
    const NodeId result = rewriter.mapped(module.entry().result);
    const std::vector<ValueId> gradients = reverseMode(calls, valueOf(result), wanted, backend);
    if (!backend.status()) {
        return failure(backend.status());
    }
    Node all;
    all.kind = NodeKind::MakeTuple;
    all.op = "MakeTuple";
    all.name = "results";
    all.scope = "Default";
    all.fullName = "Default/MakeTuple-op0";
    all.category = SpanCategory::Other;
    all.inputs = {result};
    all.types = {loss.types[0]};
    for (std::size_t i = 0; i < gradients.size(); ++i) {
        if (gradients[i] == kNoValue) {
            return failure("add gradients to " + module.name,
                           {},
                           "the loss does not depend on "
                               + rewriter.made().node(nodeOf(wanted[i])).name);
        }
        all.inputs.push_back(nodeOf(gradients[i]));
        all.types.push_back(backend.typeOf(gradients[i]));
    }
    rewriter.setResult(rewriter.append(std::move(all), {}));
    return rewriter.finish();
}

} // namespace runlens::runtime
