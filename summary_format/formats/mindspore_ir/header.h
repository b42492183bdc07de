// SPDX-License-Identifier: Apache-2.0
/// What stands before the statements: the counts and parameters of a dump, and the line that begins
/// a subgraph. Pure functions.
#pragma once

#include "summary_format/formats/mindspore_ir/lexer.h"

namespace runlens::ir_text {

/// "# IR entry: @graph", "# Total subgraphs: 3" and the like; other lines change nothing.
void readHeaderLine(const PlacedText& line, Document& document);
/// "%para1_x: <Tensor[Float32], (2, 3)>", on line `number`.
[[nodiscard]] Parameter readParameter(const PlacedText& line, std::int32_t number);
/// "subgraph @name(%para1_x: <..>) {", on line `number`; without statements so far.
[[nodiscard]] Subgraph readSubgraph(const PlacedText& line, std::int32_t number);

} // namespace runlens::ir_text
