// SPDX-License-Identifier: Apache-2.0
/// The program of a FusedElementwise node, as its attribute holds it: "Mul 0 1; Add 3 2; ReLU 4".
/// Each statement makes the next value; values 0 .. inputs-1 are the inputs of the node, and the
/// last statement is its output.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace runlens::runtime {

enum class ElementwiseOp { Add, Sub, Mul, Neg, Relu, ReluGrad };

struct ElementwiseStatement {
    ElementwiseOp op = ElementwiseOp::Add;
    int left = 0;
    int right = 0; ///< of an operator with one input: the same as left
};

/// Nothing when a statement is unknown or reads a value that is not there yet.
[[nodiscard]] std::optional<std::vector<ElementwiseStatement>> parseProgram(std::string_view text,
                                                                            std::size_t inputCount);
/// One statement: the operator's name and the values it reads.
[[nodiscard]] std::string statementText(std::string_view op,
                                        const std::vector<std::size_t>& values);

} // namespace runlens::runtime
