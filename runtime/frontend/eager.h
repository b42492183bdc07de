// SPDX-License-Identifier: Apache-2.0
/// Eager mode: every operator runs when construct() calls it, and a tape remembers the calls for
/// the gradient. Kernels are prepared once per operator, attributes and input layouts. One thread.
#pragma once

#include "runtime/frontend/context.h"
#include "runtime/instrumentation/execution_observer.h"
#include "runtime/ops/reverse_mode.h"
#include "runtime/tensor/storage_pool.h"

#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

namespace runlens::runtime {

/// Prepared kernels, found again by what they were prepared for, and the memory they write to.
class KernelCache {
public:
    [[nodiscard]] Result<Kernel*>
    find(std::string_view op, const Attributes& attributes, std::span<const Tensor> inputs);

    [[nodiscard]] std::size_t size() const { return m_size; }

    /// Memory for the results of the kernels.
    [[nodiscard]] StoragePool& storage() { return m_storage; }

private:
    struct Entry {
        std::string op;
        Attributes attributes;
        std::vector<TensorSpec> inputs;
        std::unique_ptr<Kernel> kernel;
    };

    Device m_device;
    StoragePool m_storage;
    std::unordered_map<std::string, std::vector<Entry>> m_entries; ///< by operator
    std::size_t m_size = 0;
};

/// Which node of a printed IR each call of construct() is, in order of execution. Gradient
/// operators count as the call they are the gradient of.
class CallNodes {
public:
    CallNodes(int passOrder, std::vector<int> printedNodes)
        : m_passOrder(passOrder), m_printedNodes(std::move(printedNodes))
    {}

    OperatorToken tokenOf(ExecutionObserver& observer,
                          std::string_view op,
                          SpanCategory category,
                          std::size_t call);

private:
    int m_passOrder;
    std::vector<int> m_printedNodes; ///< by call
    std::map<std::pair<std::size_t, std::string>, OperatorToken> m_tokens;
};

class EagerContext final : public Context {
public:
    /// nodes and observer may be null.
    EagerContext(KernelCache& kernels, CallNodes* nodes, ExecutionObserver* observer)
        : m_kernels(kernels), m_nodes(nodes), m_observer(observer)
    {}

    Value input(Tensor tensor);
    [[nodiscard]] const Tensor& tensor(const Value& value) const;

    /// Gradients of a scalar with respect to parameters, in their order. Once per context.
    [[nodiscard]] Result<std::vector<Tensor>> backward(const Value& scalar,
                                                       std::span<const ParameterRef> parameters);
    /// One operator outside of the tape: the optimizer.
    [[nodiscard]] Status execute(std::string_view op,
                                 const Attributes& attributes,
                                 std::span<const Tensor> inputs,
                                 SpanCategory category);

    Value emit(std::string_view op,
               std::span<const Value> inputs,
               Attributes attributes,
               SourceLocation where) override;
    Value item(const Value& tuple, int index, SourceLocation where) override;
    Value parameter(const ParameterRef& parameter) override;
    std::vector<Value>
    enterCell(const Cell& cell, std::span<const Value> inputs, SourceLocation where) override;
    Value leaveCell(const Cell& cell, const Value& result) override;

private:
    class Backward;
    using Outputs = std::vector<Tensor>;

    ValueId keep(Outputs outputs);

    [[nodiscard]] const Outputs& outputsOf(ValueId id) const
    {
        return m_values[static_cast<std::size_t>(id)];
    }

    Result<Outputs> runKernel(std::string_view op,
                              const Attributes& attributes,
                              std::span<const Tensor> inputs,
                              SpanCategory category,
                              std::size_t call);

    KernelCache& m_kernels;
    CallNodes* m_nodes;
    ExecutionObserver* m_observer;
    std::vector<Outputs> m_values; ///< by ValueId
    std::vector<RecordedCall> m_tape;
    std::unordered_map<const Parameter*, ValueId> m_parameters;
    std::size_t m_depth = 0;
};

} // namespace runlens::runtime
