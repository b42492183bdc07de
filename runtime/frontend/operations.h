// SPDX-License-Identifier: Apache-2.0
/// The operators as functions on Values, for use in construct(). What each computes: the head of
/// its file in ops/.
#pragma once

#include "runtime/frontend/context.h"

namespace runlens::runtime {

struct ConvolutionWindow {
    std::int64_t stride = 1;
    std::int64_t pad = 0;
};

Value conv2d(const Value& x,
             const Value& weight,
             ConvolutionWindow window = {},
             SourceLocation where = SourceLocation::current());
Value dense(const Value& x, const Value& weight, SourceLocation where = SourceLocation::current());
Value biasAdd(const Value& x, const Value& bias, SourceLocation where = SourceLocation::current());
Value relu(const Value& x, SourceLocation where = SourceLocation::current());
Value maxPool(const Value& x,
              std::int64_t kernel,
              SourceLocation where = SourceLocation::current());
/// Keeps the first dimension and takes all others together.
Value flatten(const Value& x, SourceLocation where = SourceLocation::current());
Value reshape(const Value& x, Shape shape, SourceLocation where = SourceLocation::current());
Value softmaxCrossEntropy(const Value& logits,
                          const Value& labels,
                          SourceLocation where = SourceLocation::current());
Value add(const Value& a, const Value& b, SourceLocation where = SourceLocation::current());
Value sub(const Value& a, const Value& b, SourceLocation where = SourceLocation::current());
Value mul(const Value& a, const Value& b, SourceLocation where = SourceLocation::current());
Value neg(const Value& a, SourceLocation where = SourceLocation::current());

} // namespace runlens::runtime
