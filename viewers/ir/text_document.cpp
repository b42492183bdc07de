// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/ir/text_document.h"

#include <QStringView>

#include <algorithm>
#include <array>
#include <cstring>

namespace runlens::viewers {

namespace {

constexpr int kMostTokens = 400; ///< of one line

bool isWordStart(QChar c)
{
    return c.isLetter() || c == QLatin1Char('_');
}

bool isWord(QChar c)
{
    return c.isLetterOrNumber() || c == QLatin1Char('_');
}

/// Behind the quoted text that starts here.
int quotedEnd(const QString& line, int at)
{
    const QChar quote = line[at];
    for (int i = at + 1; i < line.size(); ++i) {
        if (line[i] == QLatin1Char('\\')) {
            ++i;
        } else if (line[i] == quote) {
            return i + 1;
        }
    }
    return static_cast<int>(line.size());
}

int wordEnd(const QString& line, int at)
{
    while (at < line.size() && isWord(line[at])) {
        ++at;
    }
    return at;
}

int numberEnd(const QString& line, int at)
{
    while (at < line.size() && (isWord(line[at]) || line[at] == QLatin1Char('.'))) {
        ++at;
    }
    return at;
}

/// "%12", "%para3_conv1.weight", "@subgraph": up to what cannot belong to a name.
int nameEnd(const QString& line, int at)
{
    ++at;
    while (at < line.size()
           && (isWord(line[at]) || QStringView(u".$\u2713\u2717\u2193").contains(line[at])))
    {
        ++at;
    }
    return at;
}

template <std::size_t N>
bool isOneOf(QStringView word, const std::array<const char*, N>& words)
{
    return std::any_of(
        words.begin(), words.end(), [&](const char* each) { return word == QLatin1String(each); });
}

bool isIrKeyword(QStringView word)
{
    static constexpr std::array kWords = {
        "subgraph", "Return", "return", "call", "Partial", "Switch", "parent"};
    return isOneOf(word, kWords);
}

bool isIrType(QStringView word)
{
    static constexpr std::array kWords = {
        "Tensor", "Ref", "Tuple", "List", "Func", "NoShape", "null", "External"};
    static constexpr std::array kPrefixes = {"Float", "Int", "UInt", "Bool", "BFloat", "Complex"};
    return isOneOf(word, kWords)
           || std::any_of(kPrefixes.begin(), kPrefixes.end(), [&](const char* prefix) {
                  return word.startsWith(QLatin1String(prefix));
              });
}

bool isSourceKeyword(QStringView word)
{
    static constexpr std::array kWords = {
        "class",     "struct",  "public",  "private", "protected", "override",  "const",
        "constexpr", "return",  "if",      "else",    "for",       "while",     "auto",
        "void",      "int",     "float",   "double",  "bool",      "namespace", "using",
        "static",    "virtual", "new",     "delete",  "this",      "template",  "typename",
        "def",       "import",  "from",    "as",      "lambda",    "self",      "None",
        "True",      "False",   "in",      "is",      "not",       "and",       "or",
        "with",      "yield",   "pass",    "break",   "continue",  "switch",    "case",
        "true",      "false",   "nullptr", "include"};
    return isOneOf(word, kWords);
}

std::vector<Token> tokenizeIr(const QString& line)
{
    std::vector<Token> tokens;
    const QString trimmed = line.trimmed();
    const auto whole = [&](TokenKind kind) {
        return std::vector<Token>{{0, static_cast<int>(line.size()), kind}};
    };
    if (trimmed.startsWith(QLatin1Char('#'))) {
        return whole(TokenKind::Comment);
    }
    if (trimmed.startsWith(QLatin1String(": ("))) {
        return whole(TokenKind::Type);
    }
    for (int i = 0; i < line.size() && tokens.size() < kMostTokens;) {
        const QChar c = line[i];
        if (c == QLatin1Char('"')) {
            const int end = quotedEnd(line, i);
            tokens.push_back({i, end - i, TokenKind::String});
            i = end;
        } else if ((c == QLatin1Char('%') || c == QLatin1Char('@')) && i + 1 < line.size()
                   && isWord(line[i + 1]))
        {
            const int end = nameEnd(line, i);
            tokens.push_back({i, end - i, TokenKind::Name});
            i = end;
        } else if (c.isDigit()) {
            const int end = numberEnd(line, i);
            tokens.push_back({i, end - i, TokenKind::Number});
            i = end;
        } else if (isWordStart(c)) {
            const int end = wordEnd(line, i);
            const QStringView word = QStringView(line).mid(i, end - i);
            if (isIrKeyword(word)) {
                tokens.push_back({i, end - i, TokenKind::Keyword});
            } else if (isIrType(word)) {
                tokens.push_back({i, end - i, TokenKind::Type});
            }
            i = end;
        } else {
            ++i;
        }
    }
    return tokens;
}

std::vector<Token> tokenizeSource(const QString& line)
{
    std::vector<Token> tokens;
    for (int i = 0; i < line.size() && tokens.size() < kMostTokens;) {
        const QChar c = line[i];
        const bool isComment =
            (c == QLatin1Char('/') && i + 1 < line.size() && line[i + 1] == QLatin1Char('/'))
            || (c == QLatin1Char('#')
                && !QStringView(line).mid(i).startsWith(QLatin1String("#include")));
        if (isComment) {
            tokens.push_back({i, static_cast<int>(line.size()) - i, TokenKind::Comment});
            break;
        }
        if (c == QLatin1Char('"') || c == QLatin1Char('\'')) {
            const int end = quotedEnd(line, i);
            tokens.push_back({i, end - i, TokenKind::String});
            i = end;
        } else if (c.isDigit()) {
            const int end = numberEnd(line, i);
            tokens.push_back({i, end - i, TokenKind::Number});
            i = end;
        } else if (isWordStart(c)) {
            const int end = wordEnd(line, i);
            if (isSourceKeyword(QStringView(line).mid(i, end - i))) {
                tokens.push_back({i, end - i, TokenKind::Keyword});
            }
            i = end;
        } else {
            ++i;
        }
    }
    return tokens;
}

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

} // namespace

std::string_view TextDocument::line(int number) const
{
    if (number < 1 || number > lineCount()) {
        return {};
    }
    const std::uint64_t begin = lineStarts[static_cast<std::size_t>(number) - 1];
    const std::uint64_t end =
        number < lineCount() ? lineStarts[static_cast<std::size_t>(number)] : text.size();
    std::string_view view = std::string_view(text).substr(begin, end - begin);
    while (!view.empty() && (view.back() == '\n' || view.back() == '\r')) {
        view.remove_suffix(1);
    }
    return view;
}

int TextDocument::lineAt(std::uint64_t offset) const
{
    const auto after = std::upper_bound(lineStarts.begin(), lineStarts.end(), offset);
    return static_cast<int>(after - lineStarts.begin());
}

TextDocument makeDocument(std::string text, TextLanguage language, const std::stop_token& stop)
{
    TextDocument document;
    document.text = std::move(text);
    document.language = language;
    if (language == TextLanguage::Ir) {
        Diagnostics diagnostics;
        document.ir = ir_text::parse(document.text, diagnostics, {}, stop);
        document.lineStarts = std::move(document.ir.lineStarts);
    } else {
        for (std::size_t at = 0; at < document.text.size() && !stop.stop_requested();) {
            document.lineStarts.push_back(at);
            const std::size_t end = document.text.find('\n', at);
            at = end == std::string::npos ? document.text.size() : end + 1;
        }
    }
    for (std::size_t i = 0; i < document.lineStarts.size(); ++i) {
        const std::uint64_t end =
            i + 1 < document.lineStarts.size() ? document.lineStarts[i + 1] : document.text.size();
        document.longestLine =
            std::max<std::size_t>(document.longestLine, end - document.lineStarts[i]);
    }
    return document;
}

std::vector<TextMatch>
findInText(const TextDocument& document, std::string_view wanted, const std::stop_token& stop)
{
    std::vector<TextMatch> matches;
    if (wanted.empty() || wanted.find('\n') != std::string_view::npos) {
        return matches;
    }
    std::string needle(wanted);
    std::transform(needle.begin(), needle.end(), needle.begin(), lower);
    const char lowerFirst = needle[0];
    const char upperFirst = lowerFirst >= 'a' && lowerFirst <= 'z'
                                ? static_cast<char>(lowerFirst - ('a' - 'A'))
                                : lowerFirst;
    const std::string& text = document.text;
    int line = 0;
    for (std::size_t at = 0; at + needle.size() <= text.size() && matches.size() < kMostMatches;) {
        if ((at & 0xFFFFFU) == 0 && stop.stop_requested()) {
            break;
        }
        const bool isHit = (text[at] == lowerFirst || text[at] == upperFirst)
                           && std::equal(needle.begin(),
                                         needle.end(),
                                         text.begin() + static_cast<std::ptrdiff_t>(at),
                                         [](char a, char b) { return a == lower(b); });
        if (!isHit) {
            ++at;
            continue;
        }
        while (line < document.lineCount()
               && document.lineStarts[static_cast<std::size_t>(line)] <= at) {
            ++line;
        }
        const std::uint64_t start =
            line > 0 ? document.lineStarts[static_cast<std::size_t>(line) - 1] : 0;
        matches.push_back({line, static_cast<int>(at - start), static_cast<int>(needle.size())});
        at += needle.size();
    }
    return matches;
}

std::vector<Token> tokenize(const QString& line, TextLanguage language)
{
    switch (language) {
    case TextLanguage::Ir:
        return tokenizeIr(line);
    case TextLanguage::Source:
        return tokenizeSource(line);
    case TextLanguage::Plain:
        break;
    }
    return {};
}

} // namespace runlens::viewers
