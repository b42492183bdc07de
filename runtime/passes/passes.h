// SPDX-License-Identifier: Apache-2.0
/// The passes. Each takes a module and makes a new one whose nodes keep their origins; none changes
/// what is computed. In this order: inferModuleTypes, inlineCalls (one function from here on),
/// mergeCommon, removeDead, addGradients, addMomentumUpdates, fusePostOps, fuseBiasGradients,
/// fuseElementwise, planMemory.
#pragma once

#include "runtime/ir/graph_module.h"
#include "summary_format/base/result.h"

#include <span>

namespace runlens::runtime {

/// Shapes and element types, from the inputs and parameters on. An Error tells the node and its
/// source line.
[[nodiscard]] Result<GraphModule> inferModuleTypes(const GraphModule& module);

/// Puts the nodes of every called function in the place of the call.
[[nodiscard]] GraphModule inlineCalls(const GraphModule& module);

/// Nodes with equal operator, inputs and attributes become one.
[[nodiscard]] GraphModule mergeCommon(const GraphModule& module);

/// Leaves out what the result does not depend on. Parameters and inputs stay.
[[nodiscard]] GraphModule removeDead(const GraphModule& module);

/// Appends the gradient of the result (a scalar) with respect to every parameter. The new result is
/// MakeTuple(loss, gradients in order of the parameters). Gradient nodes live under "Gradients/..."
/// and originate from the forward node whose gradient they are part of.
[[nodiscard]] Result<GraphModule> addGradients(const GraphModule& module);

struct MomentumState {
    std::span<const Tensor> moments; ///< one per parameter that has a gradient, in their order
    double momentum = 0.9;
};

/// Takes a result of addGradients and appends ApplyMomentum for every parameter, with an input
/// "learning_rate". The new result is MakeTuple(loss, gradients, updates).
[[nodiscard]] Result<GraphModule> addMomentumUpdates(const GraphModule& module,
                                                     const MomentumState& state);

/// Conv2D or Dense, BiasAdd and ReLU become one node where nothing else reads what lies between.
[[nodiscard]] GraphModule fusePostOps(const GraphModule& module);

/// The gradients of weights and of their bias, from one sweep over the same gradient.
[[nodiscard]] GraphModule fuseBiasGradients(const GraphModule& module);

/// Trees of elementwise operators whose inner values have one reader become FusedElementwise.
[[nodiscard]] GraphModule fuseElementwise(const GraphModule& module);

} // namespace runlens::runtime
