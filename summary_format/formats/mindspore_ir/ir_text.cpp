// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/mindspore_ir/ir_text.h"

#include "summary_format/formats/mindspore_ir/brackets.h"

#include <algorithm>
#include <charconv>

namespace runlens::ir_text {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

std::size_t skipBlanks(std::string_view text, std::size_t at)
{
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) {
        ++at;
    }
    return at;
}

bool startsAt(std::string_view text, std::size_t at, std::string_view what)
{
    return text.size() >= at && text.substr(at, what.size()) == what;
}

/// The number that starts at `at`; -1 when there is none or it is too large.
std::int64_t numberAt(std::string_view text, std::size_t at, std::size_t* behind = nullptr)
{
    std::int64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + std::min(at, text.size()), end, value);
    if (behind != nullptr) {
        *behind = static_cast<std::size_t>(stop - text.data());
    }
    return error == std::errc{} && value >= 0 ? value : -1;
}

std::int32_t lineNumber(std::int64_t value)
{
    return value > 0 && value <= INT32_MAX ? static_cast<std::int32_t>(value) : 0;
}

/// The number behind the last colon of "Total ...: 12".
std::int64_t numberBehindColon(std::string_view line)
{
    const std::size_t colon = line.rfind(':');
    return colon == std::string_view::npos ? -1 : numberAt(line, skipBlanks(line, colon + 1));
}

/// A statement starts with its result or is a return; anything else goes on with the one before.
bool isStatementStart(std::string_view line, std::size_t at)
{
    if (startsAt(line, at, "Return(") || startsAt(line, at, "return(")) {
        return true;
    }
    if (at + 1 >= line.size() || line[at] != '%' || !isDigit(line[at + 1])) {
        return false;
    }
    std::size_t i = at + 1;
    while (i < line.size() && isDigit(line[i])) {
        ++i;
    }
    return i < line.size() && (line[i] == '(' || startsAt(line, i, " = "));
}

OperandKind kindOf(std::string_view operand)
{
    if (operand.size() > 1 && operand[0] == '%') {
        return isDigit(operand[1]) ? OperandKind::Node : OperandKind::Parameter;
    }
    if (operand.substr(0, 3) == "$(@") {
        return OperandKind::Free;
    }
    return !operand.empty() && operand[0] == '@' ? OperandKind::Graph : OperandKind::Literal;
}

/// Where the operands of a head begin: the first "(" outside the brackets of the callee. npos when
/// there is none.
std::size_t operandsAt(std::string_view head, std::size_t callee)
{
    std::size_t i = callee;
    if (startsAt(head, i, "$(")) {
        i = closingBracket(head, i + 1);
    }
    while (i < head.size()) {
        if (head[i] == '(') {
            return i;
        }
        if (head[i] == '[' || head[i] == '{' || head[i] == '<') {
            const std::size_t close = closingBracket(head, i);
            i = close < head.size() || head[i] != '<' ? close : i;
        }
        ++i;
    }
    return std::string_view::npos;
}

struct Location {
    std::size_t fileEnd = 0;
    std::size_t end = 0;
    std::int32_t line = 0;
    std::int32_t lastLine = 0;
    bool isInnerFirst = false; ///< the older form prints the innermost call first
};

/// Finds "file:15~20, 4~16/" or "file(15)/" from `begin` on.
bool findLocation(std::string_view line, std::size_t begin, Location& location)
{
    for (std::size_t i = begin; i + 1 < line.size(); ++i) {
        if ((line[i] != ':' && line[i] != '(') || !isDigit(line[i + 1])) {
            continue;
        }
        std::size_t at = 0;
        location.line = lineNumber(numberAt(line, i + 1, &at));
        location.lastLine = location.line;
        location.fileEnd = i;
        location.isInnerFirst = line[i] == '(';
        if (location.isInnerFirst) {
            if (startsAt(line, at, ")/")) {
                location.end = at + 1;
                return true;
            }
            continue;
        }
        if (startsAt(line, at, "~")) {
            location.lastLine = lineNumber(numberAt(line, at + 1, &at));
        }
        if (startsAt(line, at, ", ")) { // columns
            numberAt(line, at + 2, &at);
            if (startsAt(line, at, "~")) {
                numberAt(line, at + 1, &at);
            }
        }
        if (startsAt(line, at, "/")) {
            location.end = at;
            return true;
        }
    }
    return false;
}

std::int64_t dimension(std::string_view text)
{
    std::int64_t value = -1;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

/// Reads "(32, 6)" or "[32, 6]" at `open` into the type.
void readShape(std::string_view text, std::size_t open, TypeText& type)
{
    const std::size_t close = closingBracket(text, open);
    if (close >= text.size()) {
        return;
    }
    type.hasShape = true;
    for (const Piece& piece : splitAtCommas(text, open + 1, close)) {
        type.shape.push_back(dimension(text.substr(piece.begin, piece.end - piece.begin)));
    }
}

TypeText typeOf(std::string_view text)
{
    TypeText type;
    if (text.size() < 2 || text.front() != '<' || text.back() != '>') {
        return type;
    }
    text = text.substr(1, text.size() - 2);
    const std::vector<Piece> pieces = splitAtCommas(text, 0, text.size());
    std::string_view head =
        pieces.empty() ? text : text.substr(pieces[0].begin, pieces[0].end - pieces[0].begin);
    if (const std::size_t tensor = head.find("Tensor[");
        tensor != std::string_view::npos && head.find("Tuple") != 0)
    {
        const std::size_t open = tensor + 6;
        const std::size_t close = closingBracket(head, open);
        type.dtype = std::string(head.substr(open + 1, close - open - 1));
        const std::string_view rest =
            close < head.size() ? head.substr(close + 1) : std::string_view{};
        const std::size_t x = rest.find('x');
        if (x != std::string_view::npos && startsAt(rest, x + 1, "[const vector][")) {
            readShape(rest, x + 15, type);
        } else if (x != std::string_view::npos && startsAt(rest, x + 1, "(")) {
            readShape(rest, x + 1, type);
        }
    } else if (head != "null") {
        type.dtype = std::string(head);
    }
    if (!type.hasShape && pieces.size() > 1 && text[pieces[1].begin] == '(') {
        readShape(text, pieces[1].begin, type);
    }
    return type;
}

} // namespace

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

std::vector<TypeText> typesOf(std::string_view list)
{
    std::vector<TypeText> types;
    for (const Piece& piece : splitAtCommas(list, 0, list.size())) {
        types.push_back(typeOf(list.substr(piece.begin, piece.end - piece.begin)));
    }
    return types;
}

std::string shapeText(const TypeText& type)
{
    if (!type.hasShape) {
        return {};
    }
    std::string text;
    for (const std::int64_t size : type.shape) {
        text += text.empty() ? "" : "x";
        text += size < 0 ? "?" : std::to_string(size);
    }
    return text.empty() ? "scalar" : text;
}

void Parser::feed(std::string_view chunk)
{
    while (!chunk.empty()) {
        const std::size_t end = chunk.find('\n');
        const std::string_view piece = chunk.substr(0, end);
        const bool isWhole = end != std::string_view::npos;
        if (m_pending.empty() && m_skipped == 0 && isWhole && piece.size() <= kMaxLine) {
            takeLine(piece);
            m_lineOffset += piece.size() + 1;
        } else {
            const std::size_t room = kMaxLine - std::min(kMaxLine, m_pending.size());
            m_pending.append(piece.substr(0, room));
            m_skipped += piece.size() - std::min(room, piece.size());
            if (isWhole) {
                m_cutLines += m_skipped > 0 ? 1 : 0;
                takeLine(m_pending);
                m_lineOffset += m_pending.size() + m_skipped + 1;
                m_pending.clear();
                m_skipped = 0;
            }
        }
        chunk.remove_prefix(isWhole ? end + 1 : chunk.size());
    }
}

Document Parser::finish(Diagnostics& diagnostics, const std::string& file)
{
    if (!m_pending.empty()) {
        m_cutLines += m_skipped > 0 ? 1 : 0;
        takeLine(m_pending);
    }
    endStatement();
    if (m_isInside) {
        m_document.subgraphs.back().lastLine = m_line;
        diagnostics.warning(
            file, static_cast<std::int64_t>(m_lineOffset), "the text ends inside a subgraph");
    }
    if (m_cutLines > 0) {
        diagnostics.add({Severity::Damage,
                         file,
                         -1,
                         "lines longer than 1 MiB were cut for reading",
                         m_cutLines});
    }
    if (m_strayLines > 0) {
        diagnostics.add({Severity::Warning,
                         file,
                         -1,
                         "lines inside a subgraph before its first statement",
                         m_strayLines});
    }
    Document document = std::move(m_document);
    *this = Parser{};
    return document;
}

Slice Parser::slice(std::string_view line, std::size_t begin, std::size_t end) const
{
    end = std::min(end, line.size());
    begin = std::min(begin, end);
    return {m_lineOffset + begin, static_cast<std::uint32_t>(end - begin)};
}

void Parser::takeLine(std::string_view line)
{
    if (m_line == INT32_MAX) {
        return;
    }
    ++m_line;
    m_document.lineStarts.push_back(m_lineOffset);
    if (!line.empty() && line.back() == '\r') {
        line.remove_suffix(1);
    }
    if (m_isInside) {
        takeInside(line);
    } else {
        takeOutside(line);
    }
}

void Parser::takeOutside(std::string_view line)
{
    if (startsAt(line, 0, "subgraph @")) {
        beginSubgraph(line);
    } else if (startsAt(line, 0, "%para")) {
        const std::size_t end = std::min(line.find(' '), line.find(':'));
        const std::size_t open = line.find('<');
        Parameter parameter{slice(line, 0, end), {}, m_line};
        if (open != std::string_view::npos) {
            parameter.type = slice(line, open, closingBracket(line, open) + 1);
        }
        m_document.parameters.push_back(parameter);
    } else {
        takeHeader(line);
    }
}

void Parser::takeHeader(std::string_view line)
{
    const std::size_t word = skipBlanks(line, startsAt(line, 0, "#") ? 1 : 0);
    if (startsAt(line, word, "IR entry")) {
        const std::size_t at = line.find('@');
        if (at != std::string_view::npos) {
            m_document.entry = slice(line, at + 1, line.find_last_not_of(" \t") + 1);
        }
    } else if (startsAt(line, word, "Total subgraph")) {
        m_document.printedSubgraphs = numberBehindColon(line);
    } else if (startsAt(line, word, "Total params")) {
        m_document.printedParameters = numberBehindColon(line);
    } else if (startsAt(line, word, "Total number of nodes")) {
        m_document.printedNodes = numberBehindColon(line);
    } else if (startsAt(line, word, "Total number of cnodes")) {
        m_document.printedCNodes = numberBehindColon(line);
    }
}

void Parser::beginSubgraph(std::string_view line)
{
    constexpr std::size_t kName = 10; // behind "subgraph @"
    const std::size_t nameEnd = line.find_first_of(" (", kName);
    Subgraph subgraph;
    subgraph.name = slice(line, kName, nameEnd);
    subgraph.firstLine = m_line;
    subgraph.lastLine = m_line;
    subgraph.firstStatement = m_document.statements.size();
    const std::size_t open = line.find('(', kName);
    if (open != std::string_view::npos) {
        for (const Piece& piece : splitAtCommas(line, open + 1, closingBracket(line, open))) {
            const std::string_view text = line.substr(piece.begin, piece.end - piece.begin);
            const std::size_t end = text.find_first_of(": ");
            Parameter parameter{
                slice(line, piece.begin, piece.begin + std::min(end, text.size())), {}, m_line};
            if (const std::size_t type = text.find('<'); type != std::string_view::npos) {
                parameter.type = slice(line, piece.begin + type, piece.end);
            }
            subgraph.parameters.push_back(parameter);
        }
    }
    m_document.subgraphs.push_back(std::move(subgraph));
    m_isInside = true;
}

void Parser::takeInside(std::string_view line)
{
    const std::size_t at = skipBlanks(line, 0);
    if (at == 0 && startsAt(line, 0, "}")) {
        endStatement();
        m_document.subgraphs.back().lastLine = m_line;
        m_isInside = false;
        return;
    }
    if (at >= line.size()) {
        endHead();
        return;
    }
    if (startsAt(line, at, "#---")) {
        const std::size_t arrow = line.find("> ", at);
        endStatement();
        m_failMark = arrow != std::string_view::npos ? static_cast<std::int32_t>(
                         std::clamp<std::int64_t>(numberAt(line, arrow + 2), -1, INT32_MAX))
                                                     : -1;
    } else if (line[at] == '#') {
        takeComment(line, at);
    } else if (line[at] == ':' && m_hasStatement) {
        takeSpec(line, at);
    } else if (isStatementStart(line, at) && at > 0) {
        beginStatement(line);
    } else if (m_isHeadOpen && m_head.size() + line.size() < kMaxStatement) {
        // The head goes on. Its pieces stay addressable because it is kept byte for byte, line ends
        // included.
        const std::uint64_t gap = m_lineOffset - m_headOffset - m_head.size();
        m_isHeadOpen = gap <= 2;
        if (m_isHeadOpen) {
            m_head.append(static_cast<std::size_t>(gap), '\n');
            m_head.append(line);
        }
    } else {
        m_strayLines += m_hasStatement ? 0 : 1;
    }
    if (m_hasStatement) {
        m_document.statements.back().lastLine = m_line;
    }
}

void Parser::beginStatement(std::string_view line)
{
    endStatement();
    Statement statement;
    statement.firstLine = m_line;
    statement.lastLine = m_line;
    statement.subgraph = static_cast<std::int32_t>(m_document.subgraphs.size()) - 1;
    statement.failMark = m_failMark;
    m_failMark = -1;
    m_document.statements.push_back(std::move(statement));
    ++m_document.subgraphs.back().statementCount;
    m_head.assign(line);
    m_headOffset = m_lineOffset;
    m_hasStatement = true;
    m_isHeadOpen = true;
    m_hasSpec = false;
}

/// Takes the head apart once it is whole: result, callee, operands, attributes.
void Parser::endHead()
{
    if (m_head.empty()) {
        return;
    }
    const std::string_view head = m_head;
    const auto piece = [&](std::size_t begin, std::size_t end) {
        end = std::min(end, head.size());
        begin = std::min(begin, end);
        return Slice{m_headOffset + begin, static_cast<std::uint32_t>(end - begin)};
    };
    Statement& statement = m_document.statements.back();
    std::size_t at = skipBlanks(head, 0);
    if (head[at] == '%') {
        const std::size_t nameEnd = head.find_first_not_of("0123456789", at + 1);
        statement.name = piece(at, nameEnd);
        at = std::min(nameEnd, head.size());
        if (startsAt(head, at, "(")) {
            const std::size_t close = closingBracket(head, at);
            statement.debugName = piece(at + 1, close);
            at = std::min(close + 1, head.size());
        }
        at = startsAt(head, at, " = ") ? at + 3 : at;
    } else {
        statement.isReturn = true;
    }
    const std::size_t open = operandsAt(head, at);
    statement.callee = piece(at, open);
    if (open != std::string_view::npos) {
        const std::size_t close = closingBracket(head, open);
        for (const Piece& operand : splitAtCommas(head, open + 1, close)) {
            const std::string_view text = head.substr(operand.begin, operand.end - operand.begin);
            statement.operands.push_back({kindOf(text), piece(operand.begin, operand.end)});
        }
        at = close;
        while ((at = head.find('{', at)) < head.size()) {
            const std::size_t end = closingBracket(head, at);
            std::size_t groupEnd = at;
            while (groupEnd > close && (head[groupEnd - 1] == ' ' || head[groupEnd - 1] == ':')) {
                --groupEnd;
            }
            std::size_t group = groupEnd;
            while (group > close + 1 && head[group - 1] != ' ' && head[group - 1] != '}') {
                --group;
            }
            for (const Piece& attribute : splitAtCommas(head, at + 1, end)) {
                const std::size_t colon = head.substr(0, attribute.end).find(':', attribute.begin);
                const std::size_t nameEnd = std::min(colon, attribute.end);
                const std::size_t value = std::min(skipBlanks(head, nameEnd + 1), attribute.end);
                statement.attributes.push_back({piece(group, groupEnd),
                                                piece(attribute.begin, nameEnd),
                                                piece(value, attribute.end)});
            }
            at = end;
        }
    }
    m_head.clear();
    m_isHeadOpen = false;
}

void Parser::endStatement()
{
    endHead();
    m_hasStatement = false;
}

/// "      : (<..>) -> (<..>)": the first one tells the types on the host; older dialects print the
/// full name like it.
void Parser::takeSpec(std::string_view line, std::size_t colon)
{
    endHead();
    Statement& statement = m_document.statements.back();
    const std::size_t open = line.find('(', colon);
    if (open == std::string_view::npos) {
        return;
    }
    const std::size_t close = closingBracket(line, open);
    const std::size_t arrow = line.find("-> (", std::min(close, line.size()));
    if (arrow == std::string_view::npos && open + 1 < line.size() && line[open + 1] != '<'
        && close > open + 1)
    {
        statement.fullName = slice(line, open + 1, close);
        return;
    }
    if (m_hasSpec) {
        return;
    }
    m_hasSpec = true;
    if (arrow != std::string_view::npos) {
        statement.outputs = slice(line, arrow + 4, closingBracket(line, arrow + 3));
    } else if (statement.isReturn) {
        statement.outputs = slice(line, open + 1, close);
    }
}

void Parser::takeComment(std::string_view line, std::size_t hash)
{
    endHead();
    if (!m_hasStatement) {
        return;
    }
    Statement& statement = m_document.statements.back();
    const std::size_t at = skipBlanks(line, hash + 1);
    const auto inParentheses = [&](std::size_t from) {
        const std::size_t open = line.find('(', from);
        const std::size_t close = line.rfind(')');
        return open < close && close != std::string_view::npos ? slice(line, open + 1, close)
                                                               : Slice{};
    };
    if (startsAt(line, at, "In file ")) {
        Location location;
        const std::size_t file = at + 8;
        if (statement.sources.size() < kMaxSources && findLocation(line, file, location)) {
            const std::size_t shared = line.find("/<~~", location.end + 1);
            const std::size_t code = std::min(shared, line.find_last_not_of(" \t/") + 1);
            statement.sources.push_back({slice(line, file, location.fileEnd),
                                         location.line,
                                         location.lastLine,
                                         slice(line, location.end + 1, code)});
        }
    } else if (startsAt(line, at, "Fullname with scope")
               || startsAt(line, at, "fullname_with_scope")) {
        statement.fullName = inParentheses(at);
    } else if (startsAt(line, at, "Scope") || startsAt(line, at, "scope")) {
        statement.scope = inParentheses(at);
    }
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
