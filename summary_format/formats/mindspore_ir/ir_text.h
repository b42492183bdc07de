// SPDX-License-Identifier: Apache-2.0
/// Reads the IR text that MindSpore 1.1 to master and our own runtime print: subgraphs, statements
/// with their lines, operands (bracket-aware), types, full names, source lines. Feed it in chunks
/// of any size; memory is what it found, as slices of the text by byte offset, not the text. Never
/// throws and never gives up: what cannot be understood is passed over, and said in the
/// diagnostics. Lines count from 1. One thread owns a parser.
#pragma once

#include "summary_format/base/diagnostics.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace runlens::ir_text {

/// A piece of the text. in() gives "" when the text is not the one that was read.
struct Slice {
    std::uint64_t offset = 0;
    std::uint32_t size = 0;

    [[nodiscard]] bool empty() const { return size == 0; }

    [[nodiscard]] std::string_view in(std::string_view text) const
    {
        return offset <= text.size() && size <= text.size() - offset ? text.substr(offset, size)
                                                                     : std::string_view{};
    }
};

enum class OperandKind : std::uint8_t {
    Node,      ///< "%3"
    Parameter, ///< "%para1_x"
    Free,      ///< "$(@graph:name)": of another subgraph
    Graph,     ///< "@graph"
    Literal,
};

struct Operand {
    OperandKind kind = OperandKind::Literal;
    Slice text;
};

struct Attribute {
    Slice group; ///< "primitive_attrs"; empty for {instance name: x}
    Slice name;
    Slice value;
};

/// One "# In file" line: where in the user's source, and what stands there.
struct SourceLine {
    Slice file;
    std::int32_t line = 0;
    std::int32_t lastLine = 0; ///< of a range; otherwise line
    Slice code;
};

struct Statement {
    std::int32_t firstLine = 0;
    std::int32_t lastLine = 0; ///< with its types and comments
    std::int32_t subgraph = -1;
    std::int32_t failMark = -1; ///< call depth K of "#---> K" in a dump of a failure
    bool isReturn = false;
    Slice name;      ///< "%3"; empty for a return
    Slice debugName; ///< "CNode_310$a"
    Slice callee;    ///< as printed: "Conv2D", "call @3_func.23", "%5[@FuncUnion(..)]"
    Slice outputs;   ///< types of the result: "<Tensor[Float32], (2, 3)>"; of a return: its operand
    Slice fullName;  ///< "Default/Sub-op1"; empty when the dialect has none
    Slice scope;     ///< "Default"
    std::vector<Operand> operands;
    std::vector<Attribute> attributes;
    std::vector<SourceLine> sources; ///< as printed, at most kMaxSources
    /// The line of the user's own code among them; null when none is printed.
    [[nodiscard]] const SourceLine* source(std::string_view text) const;
};

struct Parameter {
    Slice name; ///< "%para1_x"
    Slice type;
    std::int32_t line = 0;
};

struct Subgraph {
    Slice name;                 ///< "19_1___main___Net_construct_304"
    std::int32_t firstLine = 0; ///< of "subgraph @..."
    std::int32_t lastLine = 0;  ///< of its "}"
    std::size_t firstStatement = 0;
    std::size_t statementCount = 0;
    std::vector<Parameter> parameters; ///< without those of the entry graph, which the header lists
};

struct Document {
    Slice entry;                        ///< name of the entry graph
    std::int64_t printedSubgraphs = -1; ///< counts of the header; -1: absent
    std::int64_t printedParameters = -1;
    std::int64_t printedNodes = -1;
    std::int64_t printedCNodes = -1;
    std::vector<Parameter> parameters; ///< of the header
    std::vector<Subgraph> subgraphs;
    std::vector<Statement> statements;
    std::vector<std::uint64_t> lineStarts; ///< byte offset of every line

    /// The subgraph that holds this line; -1 when none does.
    [[nodiscard]] std::int32_t subgraphAt(std::int32_t line) const;
    /// The line that defines "%3" or "%para1_x" for a use on this line, or "@graph" anywhere; 0
    /// when there is none.
    [[nodiscard]] std::int32_t
    definitionLine(std::string_view text, std::int32_t line, std::string_view name) const;
};

/// The type of one result: "<Tensor[Float32], (32, 6)>" gives dtype "Float32", shape "32x6". Both
/// may be empty.
struct TypeText {
    std::string dtype;
    std::vector<std::int64_t> shape;
    bool hasShape = false;
};

/// One entry per type of a list such as Statement::outputs; tuples count as one without a shape.
[[nodiscard]] std::vector<TypeText> typesOf(std::string_view list);
/// "32x6x28x28"; "" when unknown, "scalar" for no dimensions.
[[nodiscard]] std::string shapeText(const TypeText& type);

class Parser {
public:
    static constexpr std::size_t kMaxLine = std::size_t{1}
                                            << 20; ///< longer lines are cut for reading
    static constexpr std::size_t kMaxStatement =
        std::size_t{4} << 20; ///< the same for statements over several lines
    static constexpr std::size_t kMaxSources = 64;

    void feed(std::string_view chunk);
    /// Ends the last line and gives what was found; the parser is empty again.
    [[nodiscard]] Document finish(Diagnostics& diagnostics, const std::string& file);

private:
    void takeLine(std::string_view line);
    void takeOutside(std::string_view line);
    void takeInside(std::string_view line);
    void beginStatement(std::string_view line);
    void endHead();
    void endStatement();

    Document m_document;
    std::string m_pending; ///< start of a line whose end has not come yet
    std::string m_head;    ///< the statement as far as its types, over several lines
    std::uint64_t m_headOffset = 0;
    std::uint64_t m_lineOffset = 0;
    std::uint64_t m_skipped = 0; ///< bytes of the pending line beyond kMaxLine
    std::int32_t m_line = 0;
    std::int32_t m_failMark = -1;
    std::uint64_t m_cutLines = 0;
    std::uint64_t m_strayLines = 0;
    bool m_isInside = false;
    bool m_hasStatement = false;
    bool m_isHeadOpen = false;
    bool m_hasSpec = false;
};

/// Reads a whole text. A stop leaves what was found so far.
[[nodiscard]] Document parse(std::string_view text,
                             Diagnostics& diagnostics,
                             const std::string& file,
                             std::stop_token stop = {});

} // namespace runlens::ir_text
