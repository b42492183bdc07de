// SPDX-License-Identifier: Apache-2.0
#include "runtime/frontend/eager.h"

#include "runtime/frontend/cell.h"
#include "runtime/ops/onednn.h"

#include <algorithm>
#include <limits>

namespace runlens::runtime {

namespace {

constexpr std::size_t kNoCall = std::numeric_limits<std::size_t>::max();

bool isSameSpec(const TensorSpec& a, const TensorSpec& b)
{
    if (a.type != b.type || (a.layout == nullptr) != (b.layout == nullptr)) {
        return false;
    }
    return a.layout == b.layout || a.layout->desc == b.layout->desc;
}

} // namespace

Result<Kernel*>
KernelCache::find(std::string_view op, const Attributes& attributes, std::span<const Tensor> inputs)
{
    std::vector<Entry>& entries = m_entries[std::string(op)];
    for (const Entry& entry : entries) {
        const bool fits = entry.inputs.size() == inputs.size() && entry.attributes == attributes
                          && std::equal(inputs.begin(),
                                        inputs.end(),
                                        entry.inputs.begin(),
                                        [](const Tensor& tensor, const TensorSpec& spec) {
                                            return isSameSpec(tensor.spec(), spec);
                                        });
        if (fits) {
            return entry.kernel.get();
        }
    }
    Entry entry{std::string(op), attributes, {}, nullptr};
    for (const Tensor& input : inputs) {
        entry.inputs.push_back(input.spec());
    }
    auto kernel = prepareKernel(m_device, op, attributes, entry.inputs);
    if (!kernel) {
        return failure(kernel);
    }
    entry.kernel = std::move(*kernel);
    entries.push_back(std::move(entry));
    ++m_size;
    return entries.back().kernel.get();
}

OperatorToken CallNodes::tokenOf(ExecutionObserver& observer,
                                 std::string_view op,
                                 SpanCategory category,
                                 std::size_t call)
{
    const auto key = std::make_pair(call, std::string(op));
    const auto known = m_tokens.find(key);
    if (known != m_tokens.end()) {
        return known->second;
    }
    const int node = call < m_printedNodes.size() ? m_printedNodes[call] : -1;
    const OperatorToken token =
        observer.announceOperator(OperatorReport{op, category, m_passOrder, node});
    m_tokens.emplace(key, token);
    return token;
}

/// Executes the calls of the gradient at once.
class EagerContext::Backward final : public GradientBackend {
public:
    explicit Backward(EagerContext& context) : m_context(context) {}

    [[nodiscard]] const TensorType& typeOf(ValueId value) override
    {
        return m_context.outputsOf(value)[0].type();
    }

    ValueId emit(std::size_t forward,
                 std::string_view op,
                 std::vector<ValueId> inputs,
                 Attributes attributes) override
    {
        std::vector<Tensor> tensors;
        tensors.reserve(inputs.size());
        for (const ValueId input : inputs) {
            tensors.push_back(m_context.outputsOf(input)[0]);
        }
        auto outputs =
            m_context.runKernel(op, attributes, tensors, SpanCategory::Backward, forward);
        return m_context.keep(outputs ? std::move(*outputs) : Outputs{Tensor(TensorType{})});
    }

    ValueId item(std::size_t, ValueId tuple, int index) override
    {
        return m_context.keep({m_context.outputsOf(tuple)[static_cast<std::size_t>(index)]});
    }

    ValueId scalar(float value) override { return m_context.keep({Tensor::scalar(value)}); }

private:
    EagerContext& m_context;
};

Value EagerContext::input(Tensor tensor)
{
    return {*this, keep({std::move(tensor)})};
}

const Tensor& EagerContext::tensor(const Value& value) const
{
    return outputsOf(value.id())[0];
}

ValueId EagerContext::keep(Outputs outputs)
{
    m_values.push_back(std::move(outputs));
    return ValueId{static_cast<std::int32_t>(m_values.size() - 1)};
}

Result<EagerContext::Outputs> EagerContext::runKernel(std::string_view op,
                                                      const Attributes& attributes,
                                                      std::span<const Tensor> inputs,
                                                      SpanCategory category,
                                                      std::size_t call)
{
    if (!status()) {
        return failure(status());
    }
    const auto kernel = m_kernels.find(op, attributes, inputs);
    if (!kernel) {
        fail(kernel.error());
        return failure(kernel);
    }
    Outputs outputs;
    std::vector<std::byte*> from;
    std::vector<std::byte*> to;
    for (const Tensor& input : inputs) {
        from.push_back(input.data());
    }
    for (std::size_t i = 0; i < (*kernel)->outputs().size(); ++i) {
        const int alias = (*kernel)->aliasOf(i);
        const TensorSpec& spec = (*kernel)->outputs()[i];
        outputs.emplace_back(spec,
                             alias >= 0 ? inputs[static_cast<std::size_t>(alias)].storage()
                                        : m_kernels.storage().take(spec.sizeBytes));
        to.push_back(outputs.back().data());
    }
    if (!m_observer || !m_nodes) {
        (*kernel)->run(from, to);
        return outputs;
    }
    m_observer->operatorBegin(m_nodes->tokenOf(*m_observer, op, category, call));
    (*kernel)->run(from, to);
    m_observer->operatorEnd();
    return outputs;
}

Value EagerContext::emit(std::string_view op,
                         std::span<const Value> inputs,
                         Attributes attributes,
                         SourceLocation)
{
    RecordedCall call{std::string(op), std::move(attributes), {}, kNoValue, -1};
    std::vector<Tensor> tensors;
    for (const Value& input : inputs) {
        call.inputs.push_back(input.id());
        tensors.push_back(tensor(input));
    }
    auto outputs = runKernel(op, call.attributes, tensors, SpanCategory::Forward, m_tape.size());
    if (!outputs) {
        return inputs[0];
    }
    call.output = keep(std::move(*outputs));
    const ValueId output = call.output;
    m_tape.push_back(std::move(call));
    return {*this, output};
}

Value EagerContext::item(const Value& tuple, int index, SourceLocation)
{
    if (!status()) {
        return tuple;
    }
    const ValueId output = keep({outputsOf(tuple.id())[static_cast<std::size_t>(index)]});
    m_tape.push_back(RecordedCall{"TupleGetItem", {}, {tuple.id()}, output, index});
    return {*this, output};
}

Value EagerContext::parameter(const ParameterRef& parameter)
{
    const auto known = m_parameters.find(parameter.get());
    if (known != m_parameters.end()) {
        return {*this, known->second};
    }
    const ValueId id = keep({parameter->value});
    m_parameters.emplace(parameter.get(), id);
    return {*this, id};
}

std::vector<Value>
EagerContext::enterCell(const Cell& cell, std::span<const Value> inputs, SourceLocation where)
{
    if (m_depth >= kMaxNesting) {
        fail(Error{"call " + cell.typeName(), where.file, "cells are nested too deeply", {}});
        return {};
    }
    ++m_depth;
    return {inputs.begin(), inputs.end()};
}

Value EagerContext::leaveCell(const Cell&, const Value& result)
{
    --m_depth;
    return result;
}

Result<std::vector<Tensor>> EagerContext::backward(const Value& scalar,
                                                   std::span<const ParameterRef> parameters)
{
    std::vector<ValueId> wanted;
    for (const ParameterRef& parameter : parameters) {
        wanted.push_back(this->parameter(parameter).id());
    }
    Backward backend(*this);
    const std::vector<RecordedCall> calls = m_tape;
    const std::vector<ValueId> ids = reverseMode(calls, scalar.id(), wanted, backend);
    std::vector<Tensor> gradients;
    for (std::size_t i = 0; i < ids.size() && status(); ++i) {
        if (ids[i] == kNoValue) {
            return failure(
                "compute gradients", {}, "the loss does not depend on " + parameters[i]->name);
        }
        gradients.push_back(outputsOf(ids[i])[0]);
    }
    if (!status()) {
        return failure(status());
    }
    return gradients;
}

Status EagerContext::execute(std::string_view op,
                             const Attributes& attributes,
                             std::span<const Tensor> inputs,
                             SpanCategory category)
{
    const auto outputs = runKernel(op, attributes, inputs, category, kNoCall);
    return outputs ? Status() : Status(failure(outputs));
}

} // namespace runlens::runtime
