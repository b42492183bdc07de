// SPDX-License-Identifier: Apache-2.0
// Add, Sub, Mul, Neg on tensors of one type, and FusedElementwise, which runs a chain of
// elementwise operators in one sweep. All of them map zero to zero, so that the padding of a
// blocked layout stays zero.
#include "runtime/ops/checks.h"
#include "runtime/ops/elementwise_program.h"
#include "runtime/ops/onednn.h"

#include <algorithm>
#include <array>

namespace runlens::runtime {

namespace {

constexpr std::size_t kBlock =
    256; ///< floats per step of a fused chain: registers stay in the first-level cache

Result<std::vector<TensorType>> inferSameTypes(const TypeRequest& request)
{
    for (const TensorType& type : request.inputs) {
        if (type.dtype != DType::Float32 || type != request.inputs[0]) {
            return typeError("all inputs must be float32 of one shape");
        }
    }
    return std::vector<TensorType>{request.inputs[0]};
}

void apply(ElementwiseOp op, const float* a, const float* b, float* out, std::size_t count)
{
    switch (op) {
    case ElementwiseOp::Add:
        for (std::size_t i = 0; i < count; ++i) {
            out[i] = a[i] + b[i];
        }
        return;
    case ElementwiseOp::Sub:
        for (std::size_t i = 0; i < count; ++i) {
            out[i] = a[i] - b[i];
        }
        return;
    case ElementwiseOp::Mul:
        for (std::size_t i = 0; i < count; ++i) {
            out[i] = a[i] * b[i];
        }
        return;
    case ElementwiseOp::Neg:
        for (std::size_t i = 0; i < count; ++i) {
            out[i] = -a[i];
        }
        return;
    case ElementwiseOp::Relu:
        for (std::size_t i = 0; i < count; ++i) {
            out[i] = a[i] > 0.0F ? a[i] : 0.0F;
        }
        return;
    case ElementwiseOp::ReluGrad:
        for (std::size_t i = 0; i < count; ++i) {
            out[i] = b[i] > 0.0F ? a[i] : 0.0F;
        }
        return;
    }
}

template <ElementwiseOp Op>
std::unique_ptr<Kernel> prepareElementwise(const KernelRequest& request)
{
    const std::size_t count = request.inputs[0].sizeBytes / sizeof(float);
    return PlainKernel::inLayoutOfFirst(
        request, [count](std::span<std::byte* const> inputs, std::span<std::byte* const> outputs) {
            apply(Op, floatsAt(inputs[0]), floatsAt(inputs.back()), floatsAt(outputs[0]), count);
        });
}

Result<std::vector<TensorType>> inferFused(const TypeRequest& request)
{
    if (request.inputs.empty()
        || !parseProgram(request.attributes.text("program"), request.inputs.size()))
    {
        return typeError("the program of the fused chain is broken");
    }
    return inferSameTypes(request);
}

std::unique_ptr<Kernel> prepareFused(const KernelRequest& request)
{
    const auto program = *parseProgram(request.attributes.text("program"), request.inputs.size());
    const std::size_t count = request.inputs[0].sizeBytes / sizeof(float);
    const std::size_t inputCount = request.inputs.size();
    std::vector<std::array<float, kBlock>> registers(program.size());
    return PlainKernel::inLayoutOfFirst(
        request,
        [=](std::span<std::byte* const> inputs, std::span<std::byte* const> outputs) mutable {
            for (std::size_t start = 0; start < count; start += kBlock) {
                const std::size_t length = std::min(kBlock, count - start);
                const auto value = [&](int index) -> const float* {
                    const auto at = static_cast<std::size_t>(index);
                    return at < inputCount ? floatsAt(inputs[at]) + start
                                           : registers[at - inputCount].data();
                };
                for (std::size_t i = 0; i < program.size(); ++i) {
                    float* out = i + 1 == program.size() ? floatsAt(outputs[0]) + start
                                                         : registers[i].data();
                    apply(program[i].op,
                          value(program[i].left),
                          value(program[i].right),
                          out,
                          length);
                }
            }
        });
}

void addGradient(GradientScope& scope)
{
    for (std::size_t i = 0; i < 2; ++i) {
        if (scope.needsGradient(i)) {
            scope.addGradient(i, scope.outputGradient(0));
        }
    }
}

void subGradient(GradientScope& scope)
{
    if (scope.needsGradient(0)) {
        scope.addGradient(0, scope.outputGradient(0));
    }
    if (scope.needsGradient(1)) {
        scope.addGradient(1, scope.emit("Neg", {scope.outputGradient(0)}, {}));
    }
}

void mulGradient(GradientScope& scope)
{
    for (std::size_t i = 0; i < 2; ++i) {
        if (scope.needsGradient(i)) {
            scope.addGradient(i,
                              scope.emit("Mul", {scope.outputGradient(0), scope.input(1 - i)}, {}));
        }
    }
}

void negGradient(GradientScope& scope)
{
    if (scope.needsGradient(0)) {
        scope.addGradient(0, scope.emit("Neg", {scope.outputGradient(0)}, {}));
    }
}

} // namespace

const Operator kAdd{
    "Add", 2, inferSameTypes, prepareElementwise<ElementwiseOp::Add>, addGradient, true};
const Operator kSub{
    "Sub", 2, inferSameTypes, prepareElementwise<ElementwiseOp::Sub>, subGradient, true};
const Operator kMul{
    "Mul", 2, inferSameTypes, prepareElementwise<ElementwiseOp::Mul>, mulGradient, true};
const Operator kNeg{
    "Neg", 1, inferSameTypes, prepareElementwise<ElementwiseOp::Neg>, negGradient, true};
const Operator kFusedElementwise{"FusedElementwise", 0, inferFused, prepareFused};

} // namespace runlens::runtime
