// SPDX-License-Identifier: Apache-2.0
/// The graph that an IR text describes: parameters, statements of every subgraph, and the edges
/// between them. Node names are the full names where the text has them (made unique by "#2"), else
/// "subgraph/%3". A return is an output node; a call of a subgraph reads its return. Never fails:
/// what refers to nothing gives no edge.
#pragma once

#include "summary_format/formats/mindspore_ir/ir_text.h"
#include "summary_format/graph.h"

namespace runlens::ir_text {

[[nodiscard]] Graph graphOf(const Document& document,
                            std::string_view text,
                            std::string graphName,
                            std::string passName);

/// The operator behind a callee as printed: "PrimFunc_Add" and "Add" give "Add", "call @f" gives
/// "call".
[[nodiscard]] std::string_view operatorOf(std::string_view callee);

} // namespace runlens::ir_text
