// SPDX-License-Identifier: Apache-2.0
#include "runtime/ops/reverse_mode.h"

#include <algorithm>
#include <map>
#include <set>

namespace runlens::runtime {

namespace {

/// A value and which output of it; 0 for a value that is not a tuple.
struct Slot {
    ValueId value = kNoValue;
    int item = 0;
    // NOLINTNEXTLINE(modernize-use-nullptr): of the comparison
    friend auto operator<=>(const Slot&, const Slot&) = default;
};

class Reverse {
public:
    Reverse(std::span<const RecordedCall> calls,
            std::span<const ValueId> wanted,
            GradientBackend& backend)
        : m_calls(calls), m_backend(backend), m_needed(wanted.begin(), wanted.end())
    {
        for (const RecordedCall& call : calls) {
            const bool isNeeded =
                std::any_of(call.inputs.begin(), call.inputs.end(), [&](ValueId input) {
                    return m_needed.count(input) > 0;
                });
            if (isNeeded) {
                m_needed.insert(call.output);
            }
        }
    }

    void run(ValueId scalar)
    {
        m_gradients[Slot{scalar, 0}] = m_backend.scalar(1.0F);
        for (std::size_t i = m_calls.size(); i-- > 0;) {
            if (m_needed.count(m_calls[i].output) > 0) {
                visit(i);
            }
        }
    }

    [[nodiscard]] ValueId gradientOf(Slot slot) const
    {
        const auto found = m_gradients.find(slot);
        return found == m_gradients.end() ? kNoValue : found->second;
    }

    [[nodiscard]] bool isNeeded(ValueId value) const { return m_needed.count(value) > 0; }

    void accumulate(std::size_t forward, Slot slot, ValueId gradient)
    {
        const auto [place, isNew] = m_gradients.try_emplace(slot, gradient);
        if (!isNew) {
            place->second = m_backend.emit(forward, "Add", {place->second, gradient}, {});
        }
    }

    [[nodiscard]] GradientBackend& backend() const { return m_backend; }

private:
    class Scope;
    void visit(std::size_t index);

    std::span<const RecordedCall> m_calls;
    GradientBackend& m_backend;
    std::set<ValueId> m_needed;
    std::map<Slot, ValueId> m_gradients;
};

class Reverse::Scope final : public GradientScope {
public:
    Scope(Reverse& reverse, const RecordedCall& call, std::size_t index)
        : m_reverse(reverse), m_call(call), m_index(index)
    {}

    [[nodiscard]] const Attributes& attributes() const override { return m_call.attributes; }

    [[nodiscard]] ValueId input(std::size_t index) const override { return m_call.inputs[index]; }

    [[nodiscard]] const TensorType& inputType(std::size_t index) const override
    {
        return m_reverse.backend().typeOf(m_call.inputs[index]);
    }

    [[nodiscard]] bool needsGradient(std::size_t index) const override
    {
        return m_reverse.isNeeded(m_call.inputs[index]);
    }

    ValueId output(std::size_t index) override
    {
        return index == 0
                   ? m_call.output
                   : m_reverse.backend().item(m_index, m_call.output, static_cast<int>(index));
    }

    [[nodiscard]] ValueId outputGradient(std::size_t index) const override
    {
        return m_reverse.gradientOf(Slot{m_call.output, static_cast<int>(index)});
    }

    ValueId emit(std::string_view op, std::vector<ValueId> inputs, Attributes attributes) override
    {
        return m_reverse.backend().emit(m_index, op, std::move(inputs), std::move(attributes));
    }

    void addGradient(std::size_t input, ValueId gradient) override
    {
        m_reverse.accumulate(m_index, Slot{m_call.inputs[input], 0}, gradient);
    }

private:
    Reverse& m_reverse;
    const RecordedCall& m_call;
    std::size_t m_index;
};

void Reverse::visit(std::size_t index)
{
    const RecordedCall& call = m_calls[index];
    const ValueId gradient = gradientOf(Slot{call.output, 0});
    if (gradient == kNoValue) {
        return;
    }
    if (call.item >= 0) {
        accumulate(index, Slot{call.inputs[0], call.item}, gradient);
        return;
    }
    const Operator* op = findOperator(call.op);
    if (op && op->gradient) {
        Scope scope(*this, call, index);
        op->gradient(scope);
    }
}

} // namespace

std::vector<ValueId> reverseMode(std::span<const RecordedCall> calls,
                                 ValueId scalar,
                                 std::span<const ValueId> wanted,
                                 GradientBackend& backend)
{
    Reverse reverse(calls, wanted, backend);
    reverse.run(scalar);
    std::vector<ValueId> gradients;
    gradients.reserve(wanted.size());
    for (const ValueId value : wanted) {
        gradients.push_back(reverse.gradientOf(Slot{value, 0}));
    }
    return gradients;
}

} // namespace runlens::runtime
