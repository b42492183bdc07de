// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/mindspore_ir/brackets.h"
#include "summary_format/formats/mindspore_ir/ir_text.h"
#include "summary_format/formats/mindspore_ir/lexer.h"

#include <charconv>

namespace runlens::ir_text {

namespace {

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

} // namespace runlens::ir_text
