// SPDX-License-Identifier: Apache-2.0
/// Executes a module of one function: kernels prepared once, values in one arena. Inputs are copied
/// in, results are read from the arena and stay valid until the next run. One thread.
#pragma once

#include "runtime/instrumentation/execution_observer.h"
#include "runtime/ops/operator.h"
#include "runtime/passes/plan_memory.h"

#include <memory>
#include <vector>

namespace runlens::runtime {

/// Kernels for all nodes, in the layouts that oneDNN chose, and what memory they need.
struct PreparedModule {
    std::vector<std::unique_ptr<Kernel>> kernels; ///< by node; null where there is nothing to run
    std::vector<std::vector<TensorSpec>> outputs; ///< by node
    std::vector<NodeMemory> memory;               ///< by node
};

[[nodiscard]] Result<PreparedModule> prepareModule(const GraphModule& module, const Device& device);

class GraphExecutor {
public:
    GraphExecutor(GraphModule module,
                  PreparedModule prepared,
                  const MemoryPlan& plan,
                  std::unique_ptr<Device> device);

    /// Tells the observer of every operator; passOrder is the dump these nodes were printed in.
    void announce(ExecutionObserver& observer, int passOrder, const PrintedModule& printed);

    /// The memory of an input, by its name; not valid when there is none of that name.
    [[nodiscard]] Tensor input(std::string_view name) const;
    /// The phases (forward, backward, optimizer) and operators are told to the observer when there
    /// is one.
    void run(ExecutionObserver* observer);

    [[nodiscard]] std::size_t resultCount() const { return m_results.size(); }

    [[nodiscard]] const Tensor& result(std::size_t index) const { return m_results[index]; }

    [[nodiscard]] const GraphModule& module() const { return m_module; }

    /// Operators in order of execution, for measuring one alone: see Kernel::runPrimitive().
    [[nodiscard]] std::size_t stepCount() const { return m_steps.size(); }

    [[nodiscard]] const std::string& stepName(std::size_t step) const;

    bool runPrimitive(std::size_t step) { return m_steps[step].kernel->runPrimitive(); }

    [[nodiscard]] std::size_t arenaBytes() const { return m_arenaBytes; }

private:
    struct Step {
        Kernel* kernel = nullptr;
        std::vector<std::byte*> inputs;
        std::vector<std::byte*> outputs;
        SpanCategory category = SpanCategory::Forward;
        OperatorToken token{-1};
        NodeId node = kNoNode;
    };

    void buildSteps(const MemoryPlan& plan);

    GraphModule m_module;
    std::unique_ptr<Device> m_device; ///< before the kernels, which use it
    PreparedModule m_prepared;
    std::size_t m_arenaBytes = 0;
    std::shared_ptr<std::byte> m_arena;
    std::vector<std::pair<std::string, Tensor>> m_inputs;
    std::vector<Tensor> m_externals; ///< by node: parameters, inputs, constants
    std::vector<Step> m_steps;
    std::vector<Tensor> m_results;
};

} // namespace runlens::runtime
