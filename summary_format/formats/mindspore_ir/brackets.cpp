// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/mindspore_ir/brackets.h"

namespace runlens::ir_text {

namespace {

char closerOf(char open)
{
    switch (open) {
    case '(':
        return ')';
    case '[':
        return ']';
    case '{':
        return '}';
    case '<':
        return '>';
    default:
        return '\0';
    }
}

/// The brackets that are open at the moment.
class Nesting {
public:
    [[nodiscard]] bool isEmpty() const { return m_closers.empty(); }

    void take(char c, char before)
    {
        if (const char closer = closerOf(c)) {
            m_closers.push_back(closer);
        } else if (c == '>') {
            if (before != '-' && !m_closers.empty() && m_closers.back() == '>') {
                m_closers.pop_back();
            }
        } else if (c == ')' || c == ']' || c == '}') {
            close(c);
        }
    }

private:
    void close(char c)
    {
        std::size_t keep = m_closers.size();
        while (keep > 0 && m_closers[keep - 1] == '>') {
            --keep;
        }
        if (keep > 0 && m_closers[keep - 1] == c) {
            m_closers.resize(keep - 1);
        }
    }

    std::vector<char> m_closers;
};

/// The position behind a quoted text that starts at `quote`; behind the quote itself when it is
/// never closed.
std::size_t skipQuoted(std::string_view text, std::size_t quote, std::size_t end)
{
    for (std::size_t i = quote + 1; i < end; ++i) {
        if (text[i] == '\\') {
            ++i;
        } else if (text[i] == '"') {
            return i + 1;
        } else if (text[i] == '\n') {
            break;
        }
    }
    return quote + 1;
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

} // namespace

std::size_t closingBracket(std::string_view text, std::size_t open)
{
    Nesting nesting;
    for (std::size_t i = open; i < text.size();) {
        if (text[i] == '"') {
            i = skipQuoted(text, i, text.size());
            continue;
        }
        nesting.take(text[i], i > 0 ? text[i - 1] : '\0');
        if (nesting.isEmpty()) {
            return i;
        }
        ++i;
    }
    return text.size();
}

std::vector<Piece> splitAtCommas(std::string_view text, std::size_t begin, std::size_t end)
{
    std::vector<Piece> pieces;
    const auto keep = [&](std::size_t from, std::size_t to) {
        while (from < to && isBlank(text[from])) {
            ++from;
        }
        while (to > from && isBlank(text[to - 1])) {
            --to;
        }
        if (to > from) {
            pieces.push_back({from, to});
        }
    };
    Nesting nesting;
    std::size_t start = begin;
    for (std::size_t i = begin; i < end;) {
        if (text[i] == '"') {
            i = skipQuoted(text, i, end);
            continue;
        }
        nesting.take(text[i], i > begin ? text[i - 1] : '\0');
        if (text[i] == ',' && nesting.isEmpty()) {
            keep(start, i);
            start = i + 1;
        }
        ++i;
    }
    keep(start, end);
    return pieces;
}

} // namespace runlens::ir_text
