// SPDX-License-Identifier: Apache-2.0
#include "runtime/frontend/operations.h"

namespace runlens::runtime {

namespace {

Value unary(std::string_view op, const Value& x, Attributes attributes, SourceLocation where)
{
    return x.context().emit(op, std::span(&x, 1), std::move(attributes), where);
}

Value binary(std::string_view op,
             const Value& a,
             const Value& b,
             Attributes attributes,
             SourceLocation where)
{
    const Value inputs[] = {a, b};
    return a.context().emit(op, inputs, std::move(attributes), where);
}

} // namespace

Value conv2d(const Value& x, const Value& weight, ConvolutionWindow window, SourceLocation where)
{
    return binary(
        "Conv2D", x, weight, Attributes{{"stride", window.stride}, {"pad", window.pad}}, where);
}

Value dense(const Value& x, const Value& weight, SourceLocation where)
{
    return binary("Dense", x, weight, {}, where);
}

Value biasAdd(const Value& x, const Value& bias, SourceLocation where)
{
    return binary("BiasAdd", x, bias, {}, where);
}

Value relu(const Value& x, SourceLocation where)
{
    return unary("ReLU", x, {}, where);
}

Value maxPool(const Value& x, std::int64_t kernel, SourceLocation where)
{
    const Value both =
        unary("MaxPool", x, Attributes{{"kernel", kernel}, {"stride", kernel}}, where);
    return x.context().item(both, 0, where);
}

Value flatten(const Value& x, SourceLocation where)
{
    return unary("Flatten", x, {}, where);
}

Value reshape(const Value& x, Shape shape, SourceLocation where)
{
    return unary("Reshape", x, Attributes{{"shape", std::move(shape)}}, where);
}

Value softmaxCrossEntropy(const Value& logits, const Value& labels, SourceLocation where)
{
    return binary("SoftmaxCrossEntropy", logits, labels, {}, where);
}

Value add(const Value& a, const Value& b, SourceLocation where)
{
    return binary("Add", a, b, {}, where);
}

Value sub(const Value& a, const Value& b, SourceLocation where)
{
    return binary("Sub", a, b, {}, where);
}

Value mul(const Value& a, const Value& b, SourceLocation where)
{
    return binary("Mul", a, b, {}, where);
}

Value neg(const Value& a, SourceLocation where)
{
    return unary("Neg", a, {}, where);
}

} // namespace runlens::runtime
