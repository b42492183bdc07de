// SPDX-License-Identifier: Apache-2.0
#include "runtime/ops/elementwise_program.h"

#include <algorithm>
#include <array>
#include <sstream>

namespace runlens::runtime {

namespace {

struct KnownOp {
    std::string_view name;
    ElementwiseOp op;
    std::size_t inputs;
};

constexpr std::array kKnown = {
    KnownOp{"Add", ElementwiseOp::Add, 2},
    KnownOp{"Sub", ElementwiseOp::Sub, 2},
    KnownOp{"Mul", ElementwiseOp::Mul, 2},
    KnownOp{"Neg", ElementwiseOp::Neg, 1},
    KnownOp{"ReLU", ElementwiseOp::Relu, 1},
    KnownOp{"ReluGrad", ElementwiseOp::ReluGrad, 2},
};

std::optional<ElementwiseStatement> parseStatement(const std::string& text, int valueCount)
{
    std::istringstream stream(text);
    std::string name;
    stream >> name;
    const auto* const known = std::find_if(
        kKnown.begin(), kKnown.end(), [&](const KnownOp& entry) { return entry.name == name; });
    if (known == kKnown.end()) {
        return std::nullopt;
    }
    ElementwiseStatement statement{known->op, -1, -1};
    stream >> statement.left;
    if (known->inputs == 2) {
        stream >> statement.right;
    } else {
        statement.right = statement.left;
    }
    const bool areKnown = statement.left >= 0 && statement.left < valueCount && statement.right >= 0
                          && statement.right < valueCount;
    return stream.fail() || !areKnown ? std::nullopt : std::optional(statement);
}

} // namespace

std::optional<std::vector<ElementwiseStatement>> parseProgram(std::string_view text,
                                                              std::size_t inputCount)
{
    std::vector<ElementwiseStatement> program;
    std::istringstream stream{std::string(text)};
    std::string part;
    while (std::getline(stream, part, ';')) {
        const auto statement = parseStatement(part, static_cast<int>(inputCount + program.size()));
        if (!statement) {
            return std::nullopt;
        }
        program.push_back(*statement);
    }
    return program.empty() ? std::nullopt : std::optional(std::move(program));
}

std::string statementText(std::string_view op, const std::vector<std::size_t>& values)
{
    std::string text(op);
    for (const std::size_t value : values) {
        text += ' ';
        text += std::to_string(value);
    }
    return text;
}

} // namespace runlens::runtime
