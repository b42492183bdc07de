// SPDX-License-Identifier: Apache-2.0
/// Finds the end of bracketed pieces of IR text without recursion. ( [ { nest strictly; < > only
/// where they pair up, because "<" and "->" also stand alone. Text in double quotes counts as one
/// piece, backslash escapes included.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace runlens::ir_text {

/// The position of the bracket that closes the one at `open`; text.size() when it is never closed.
[[nodiscard]] std::size_t closingBracket(std::string_view text, std::size_t open);

struct Piece {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// Splits at commas outside of brackets and quotes; pieces are trimmed. Nothing but blanks gives no
/// piece.
[[nodiscard]] std::vector<Piece>
splitAtCommas(std::string_view text, std::size_t begin, std::size_t end);

} // namespace runlens::ir_text
