// SPDX-License-Identifier: Apache-2.0
#include "runtime/ops/operator.h"
#include "runtime/passes/passes.h"
#include "runtime/passes/rewriter.h"

namespace runlens::runtime {

namespace {

const char* const kOptimizerScope = "Default/optimizer";

Node learningRate()
{
    Node node;
    node.kind = NodeKind::Input;
    node.op = "Parameter";
    node.name = "learning_rate";
    node.scope = kOptimizerScope;
    node.fullName = node.scope + "/learning_rate";
    node.types = {TensorType{DType::Float32, {}}};
    node.category = SpanCategory::Optimizer;
    return node;
}

Node momentOf(const Node& parameter, const Tensor& moment)
{
    Node node;
    node.kind = NodeKind::Parameter;
    node.op = "Parameter";
    node.name = "moments." + parameter.name;
    node.scope = std::string(kOptimizerScope) + "/moments";
    node.fullName = node.scope + "/" + parameter.name;
    node.types = parameter.types;
    node.tensor = moment;
    node.category = SpanCategory::Optimizer;
    return node;
}

} // namespace

Result<GraphModule> addMomentumUpdates(const GraphModule& module, const MomentumState& state)
{
    const Node& results = module.node(module.entry().result);
    std::vector<NodeId> parameters;
    std::size_t inputs = 0;
    for (const NodeId id : module.entry().parameters) {
        if (module.node(id).kind == NodeKind::Parameter) {
            parameters.push_back(id);
        } else {
            ++inputs;
        }
    }
    if (results.kind != NodeKind::MakeTuple || results.inputs.size() != parameters.size() + 1
        || state.moments.size() != parameters.size())
    {
        return failure("add updates to " + module.name,
                       {},
                       "parameters, gradients and moments do not fit together");
    }
    Rewriter rewriter(module);
    for (const NodeId id : module.entry().nodes) {
        if (id != module.entry().result) {
            rewriter.copy(id);
        }
    }
    const NodeId rate = rewriter.addParameter(learningRate(), inputs);
    FullNames names = FullNames::after(module);
    Node all = results;
    for (NodeId& input : all.inputs) {
        input = rewriter.mapped(input);
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        const Node& parameter = module.node(parameters[i]);
        const NodeId moment = rewriter.addParameter(momentOf(parameter, state.moments[i]),
                                                    rewriter.made().entry().parameters.size());
        Node update;
        update.op = "ApplyMomentum";
        update.name = "CNode_" + std::to_string(rewriter.made().nodes.size());
        update.scope = kOptimizerScope;
        update.fullName = names.next(update.scope, update.op);
        update.category = SpanCategory::Optimizer;
        update.attributes.set("momentum", state.momentum);
        update.inputs = {rewriter.mapped(parameters[i]), moment, all.inputs[i + 1], rate};
        update.types = parameter.types;
        // An update comes from the parameter it changes and from the gradient it applies.
        all.inputs.push_back(
            rewriter.append(std::move(update), {parameters[i], results.inputs[i + 1]}));
        all.types.push_back(parameter.types[0]);
    }
    rewriter.setResult(rewriter.append(std::move(all), {module.entry().result}));
    return rewriter.finish();
}

} // namespace runlens::runtime
