// SPDX-License-Identifier: Apache-2.0
/// The parts of one statement: its head (result, callee, operands, attributes), the types and the
/// comments below it. Each takes a line apart and fills in a Statement; what it cannot understand
/// it leaves out. Pure functions.
#pragma once

#include "summary_format/formats/mindspore_ir/lexer.h"

namespace runlens::ir_text {

/// A statement starts with its result or is a return; anything else goes on with the one before.
[[nodiscard]] bool isStatementStart(std::string_view line, std::size_t at);
/// Takes the head apart once it is whole; it may go over several lines.
void readHead(const PlacedText& head, Statement& statement);
/// "      : (<..>) -> (<..>)": the first one tells the types on the host; older dialects print the
/// full name like it. True when it told types, of which only the first of a statement count.
bool readSpec(const PlacedText& line, std::size_t colon, bool isFirst, Statement& statement);
/// "      # In file x.py(15)/...", "# Scope: (Default)", "# Fullname with scope: (Default/Sub-op1)"
void readComment(const PlacedText& line, std::size_t hash, Statement& statement);

} // namespace runlens::ir_text
