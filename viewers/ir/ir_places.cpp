// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/ir/ir_places.h"

#include "viewers/common/cross_links.h"
#include "viewers/common/text.h"

#include <algorithm>

namespace runlens::viewers {

namespace {

/// The selected node in this pass: itself, or what it was or became there.
std::vector<NodeRef> nodesInPass(const Run& run, NodeRef selected, PassId pass)
{
    if (selected.pass == pass) {
        return {selected};
    }
    std::vector<NodeRef> here;
    const auto keep = [&](const std::vector<NodeRef>& refs) {
        std::copy_if(refs.begin(), refs.end(), std::back_inserter(here), [&](const NodeRef& ref) {
            return ref.pass == pass;
        });
    };
    keep(originsOf(run, selected));
    keep(descendantsOf(run, selected));
    if (here.empty()) {
        keep(nodesNamed(run,
                        run.text(run.irPass(selected.pass)->graphName),
                        run.text(run.irNode(selected)->fullName)));
    }
    return here;
}

/// What the IR prints of a source line.
std::vector<std::pair<int, std::string>>
printedCode(const TextDocument& document, const std::string& file, int line)
{
    for (const ir_text::Statement& statement : document.ir.statements) {
        for (const ir_text::SourceLine& source : statement.sources) {
            if (source.line == line && source.file.in(document.text) == file) {
                return {{line, std::string(source.code.in(document.text))}};
            }
        }
    }
    return {};
}

} // namespace

NodeRef nodeAtLine(const Run& run, PassId pass, int line)
{
    const IrPass* known = run.irPass(pass);
    for (std::size_t n = 0; known != nullptr && n < known->nodes.size(); ++n) {
        const IrNode& node = known->nodes[n];
        if (line >= node.firstLine && line <= std::max(node.firstLine, node.lastLine)) {
            return {pass, static_cast<std::int32_t>(n)};
        }
    }
    return {};
}

std::vector<TextCanvas::LineMark> marksInPass(const Run& run, NodeRef selected, PassId pass)
{
    std::vector<TextCanvas::LineMark> marks;
    for (const NodeRef& ref : nodesInPass(run, selected, pass)) {
        const IrNode& node = *run.irNode(ref);
        const bool isIt = ref == selected || selected.pass != pass;
        // A statement is marked whole, its first line most: types and comments belong to it.
        marks.push_back({node.firstLine,
                         node.firstLine,
                         isIt ? TextCanvas::Mark::Selected : TextCanvas::Mark::Member});
        if (node.lastLine > node.firstLine) {
            marks.push_back({node.firstLine + 1, node.lastLine, TextCanvas::Mark::Member});
        }
    }
    for (const NodeRef& member : membersOf(run, selected)) {
        if (member.pass == pass && member != selected) {
            const int line = run.irNode(member)->firstLine;
            marks.push_back({line, line, TextCanvas::Mark::Member});
        }
    }
    return marks;
}

SourcePlace sourceOf(const Run& run,
                     const SourceSelection& selected,
                     const std::optional<NodeRef>& node,
                     const TextDocument* document)
{
    SourcePlace place{selected.file.toStdString(), {selected.line}, {}};
    for (const NodeRef& member : node ? membersOf(run, *node) : std::vector<NodeRef>{}) {
        const IrNode& known = *run.irNode(member);
        if (known.sourceLine > 0 && toText(run.text(known.sourceFile)) == selected.file) {
            place.lines.push_back(known.sourceLine);
        }
    }
    if (document != nullptr) {
        place.printed = printedCode(*document, place.path, selected.line);
    }
    return place;
}

} // namespace runlens::viewers
