// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/mindspore_ir/statement.h"

#include "summary_format/formats/mindspore_ir/brackets.h"

namespace runlens::ir_text {

namespace {

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

/// Everything in braces behind the operands: "{instance name: x}", "primitive_attrs: {a: 1, b: 2}".
void readAttributes(const PlacedText& placed, std::size_t close, Statement& statement)
{
    const std::string_view head = placed.text;
    std::size_t at = close;
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
            statement.attributes.push_back({placed.slice(group, groupEnd),
                                            placed.slice(attribute.begin, nameEnd),
                                            placed.slice(value, attribute.end)});
        }
        at = end;
    }
}

} // namespace

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

void readHead(const PlacedText& placed, Statement& statement)
{
    const std::string_view head = placed.text;
    std::size_t at = skipBlanks(head, 0);
    if (head[at] == '%') {
        const std::size_t nameEnd = head.find_first_not_of("0123456789", at + 1);
        statement.name = placed.slice(at, nameEnd);
        at = std::min(nameEnd, head.size());
        if (startsAt(head, at, "(")) {
            const std::size_t close = closingBracket(head, at);
            statement.debugName = placed.slice(at + 1, close);
            at = std::min(close + 1, head.size());
        }
        at = startsAt(head, at, " = ") ? at + 3 : at;
    } else {
        statement.isReturn = true;
    }
    const std::size_t open = operandsAt(head, at);
    statement.callee = placed.slice(at, open);
    if (open != std::string_view::npos) {
        const std::size_t close = closingBracket(head, open);
        for (const Piece& operand : splitAtCommas(head, open + 1, close)) {
            const std::string_view text = head.substr(operand.begin, operand.end - operand.begin);
            statement.operands.push_back({kindOf(text), placed.slice(operand.begin, operand.end)});
        }
        readAttributes(placed, close, statement);
    }
}

bool readSpec(const PlacedText& placed, std::size_t colon, bool isFirst, Statement& statement)
{
    const std::string_view line = placed.text;
    const std::size_t open = line.find('(', colon);
    if (open == std::string_view::npos) {
        return false;
    }
    const std::size_t close = closingBracket(line, open);
    const std::size_t arrow = line.find("-> (", std::min(close, line.size()));
    if (arrow == std::string_view::npos && open + 1 < line.size() && line[open + 1] != '<'
        && close > open + 1)
    {
        statement.fullName = placed.slice(open + 1, close);
        return false;
    }
    if (!isFirst) {
        return true;
    }
    if (arrow != std::string_view::npos) {
        statement.outputs = placed.slice(arrow + 4, closingBracket(line, arrow + 3));
    } else if (statement.isReturn) {
        statement.outputs = placed.slice(open + 1, close);
    }
    return true;
}

void readComment(const PlacedText& placed, std::size_t hash, Statement& statement)
{
    const std::string_view line = placed.text;
    const std::size_t at = skipBlanks(line, hash + 1);
    const auto inParentheses = [&](std::size_t from) {
        const std::size_t open = line.find('(', from);
        const std::size_t close = line.rfind(')');
        return open < close && close != std::string_view::npos ? placed.slice(open + 1, close)
                                                               : Slice{};
    };
    if (startsAt(line, at, "In file ")) {
        Location location;
        const std::size_t file = at + 8;
        if (statement.sources.size() < Parser::kMaxSources && findLocation(line, file, location)) {
            const std::size_t shared = line.find("/<~~", location.end + 1);
            const std::size_t code = std::min(shared, line.find_last_not_of(" \t/") + 1);
            statement.sources.push_back({placed.slice(file, location.fileEnd),
                                         location.line,
                                         location.lastLine,
                                         placed.slice(location.end + 1, code)});
        }
    } else if (startsAt(line, at, "Fullname with scope")
               || startsAt(line, at, "fullname_with_scope")) {
        statement.fullName = inParentheses(at);
    } else if (startsAt(line, at, "Scope") || startsAt(line, at, "scope")) {
        statement.scope = inParentheses(at);
    }
}

} // namespace runlens::ir_text
