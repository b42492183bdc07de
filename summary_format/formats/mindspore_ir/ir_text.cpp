// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/mindspore_ir/ir_text.h"

#include <algorithm>

namespace runlens::ir_text {

const SourceLine* Statement::source(std::string_view text) const
{
    // The call stack is printed from the outside in: the user's own file comes first, framework
    // files last. What stands deepest in the first file is the line that made this node.
    const SourceLine* found = nullptr;
    for (const SourceLine& line : sources) {
        if (found == nullptr || line.file.in(text) == sources.front().file.in(text)) {
            found = &line;
        }
    }
    // The older form "file(15)" prints the innermost call first: there the last one is the user's.
    if (found != nullptr && sources.size() > 1) {
        const std::uint64_t behindFile = found->file.offset + found->file.size;
        if (behindFile < text.size() && text[behindFile] == '(') {
            found = &sources.back();
        }
    }
    return found;
}

std::int32_t Document::subgraphAt(std::int32_t line) const
{
    const auto after = std::upper_bound(
        subgraphs.begin(),
        subgraphs.end(),
        line,
        [](std::int32_t wanted, const Subgraph& subgraph) { return wanted < subgraph.firstLine; });
    if (after == subgraphs.begin() || line > std::prev(after)->lastLine) {
        return -1;
    }
    return static_cast<std::int32_t>(std::prev(after) - subgraphs.begin());
}

std::int32_t
Document::definitionLine(std::string_view text, std::int32_t line, std::string_view name) const
{
    if (name.empty()) {
        return 0;
    }
    if (name.front() == '@') {
        const auto found =
            std::find_if(subgraphs.begin(), subgraphs.end(), [&](const Subgraph& subgraph) {
                return subgraph.name.in(text) == name.substr(1);
            });
        return found != subgraphs.end() ? found->firstLine : 0;
    }
    const auto isNamed = [&](const auto& each) { return each.name.in(text) == name; };
    const std::int32_t here = subgraphAt(line);
    if (here >= 0) {
        const Subgraph& subgraph = subgraphs[static_cast<std::size_t>(here)];
        const auto begin =
            statements.begin() + static_cast<std::ptrdiff_t>(subgraph.firstStatement);
        const auto end = begin + static_cast<std::ptrdiff_t>(subgraph.statementCount);
        if (const auto found = std::find_if(begin, end, isNamed); found != end) {
            return found->firstLine;
        }
        const auto own =
            std::find_if(subgraph.parameters.begin(), subgraph.parameters.end(), isNamed);
        if (own != subgraph.parameters.end()) {
            return own->line;
        }
    }
    const auto global = std::find_if(parameters.begin(), parameters.end(), isNamed);
    if (global != parameters.end()) {
        return global->line;
    }
    for (const Subgraph& subgraph : subgraphs)
    { // a free variable: parameters are numbered over all subgraphs
        const auto found =
            std::find_if(subgraph.parameters.begin(), subgraph.parameters.end(), isNamed);
        if (found != subgraph.parameters.end()) {
            return found->line;
        }
    }
    return 0;
}

Document parse(std::string_view text,
               Diagnostics& diagnostics,
               const std::string& file,
               std::stop_token stop)
{
    constexpr std::size_t kChunk = std::size_t{1} << 20;
    Parser parser;
    for (std::size_t at = 0; at < text.size() && !stop.stop_requested(); at += kChunk) {
        parser.feed(text.substr(at, kChunk));
    }
    return parser.finish(diagnostics, file);
}

} // namespace runlens::ir_text
