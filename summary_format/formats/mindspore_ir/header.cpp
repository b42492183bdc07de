// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/mindspore_ir/header.h"

#include "summary_format/formats/mindspore_ir/brackets.h"

namespace runlens::ir_text {

namespace {

/// The number behind the last colon of "Total ...: 12".
std::int64_t numberBehindColon(std::string_view line)
{
    const std::size_t colon = line.rfind(':');
    return colon == std::string_view::npos ? -1 : numberAt(line, skipBlanks(line, colon + 1));
}

} // namespace

void readHeaderLine(const PlacedText& placed, Document& document)
{
    const std::string_view line = placed.text;
    const std::size_t word = skipBlanks(line, startsAt(line, 0, "#") ? 1 : 0);
    if (startsAt(line, word, "IR entry")) {
        const std::size_t at = line.find('@');
        if (at != std::string_view::npos) {
            document.entry = placed.slice(at + 1, line.find_last_not_of(" \t") + 1);
        }
    } else if (startsAt(line, word, "Total subgraph")) {
        document.printedSubgraphs = numberBehindColon(line);
    } else if (startsAt(line, word, "Total params")) {
        document.printedParameters = numberBehindColon(line);
    } else if (startsAt(line, word, "Total number of nodes")) {
        document.printedNodes = numberBehindColon(line);
    } else if (startsAt(line, word, "Total number of cnodes")) {
        document.printedCNodes = numberBehindColon(line);
    }
}

Parameter readParameter(const PlacedText& placed, std::int32_t number)
{
    const std::string_view line = placed.text;
    const std::size_t end = std::min(line.find(' '), line.find(':'));
    const std::size_t open = line.find('<');
    Parameter parameter{placed.slice(0, end), {}, number};
    if (open != std::string_view::npos) {
        parameter.type = placed.slice(open, closingBracket(line, open) + 1);
    }
    return parameter;
}

Subgraph readSubgraph(const PlacedText& placed, std::int32_t number)
{
    const std::string_view line = placed.text;
    constexpr std::size_t kName = 10; // behind "subgraph @"
    const std::size_t nameEnd = line.find_first_of(" (", kName);
    Subgraph subgraph;
    subgraph.name = placed.slice(kName, nameEnd);
    subgraph.firstLine = number;
    subgraph.lastLine = number;
    const std::size_t open = line.find('(', kName);
    if (open != std::string_view::npos) {
        for (const Piece& piece : splitAtCommas(line, open + 1, closingBracket(line, open))) {
            const std::string_view text = line.substr(piece.begin, piece.end - piece.begin);
            const std::size_t end = text.find_first_of(": ");
            Parameter parameter{
                placed.slice(piece.begin, piece.begin + std::min(end, text.size())), {}, number};
            if (const std::size_t type = text.find('<'); type != std::string_view::npos) {
                parameter.type = placed.slice(piece.begin + type, piece.end);
            }
            subgraph.parameters.push_back(parameter);
        }
    }
    return subgraph;
}

} // namespace runlens::ir_text
