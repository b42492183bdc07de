// SPDX-License-Identifier: GPL-3.0-or-later
/// A text of any size with an index of its lines: IR of a pass, or a source file. Immutable, shared
/// between threads. Lines count from 1, as they are printed. Bytes that are no UTF-8 show as
/// replacement characters.
#pragma once

#include "summary_format/formats/mindspore_ir/ir_text.h"

#include <QString>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace runlens::viewers {

enum class TextLanguage { Ir, Source, Plain };

struct TextDocument {
    std::string text;
    std::vector<std::uint64_t> lineStarts; ///< byte offsets
    ir_text::Document ir;                  ///< empty for other texts
    TextLanguage language = TextLanguage::Plain;
    std::size_t longestLine = 0; ///< bytes
    int firstNumber = 1;         ///< number shown at the first line

    [[nodiscard]] int lineCount() const { return static_cast<int>(lineStarts.size()); }

    [[nodiscard]] std::string_view line(int number) const; ///< without its end; "" outside
    /// The line that holds this byte.
    [[nodiscard]] int lineAt(std::uint64_t offset) const;
};

/// Reads the lines of a text; an IR text is parsed as well. For a worker.
[[nodiscard]] TextDocument
makeDocument(std::string text, TextLanguage language, const std::stop_token& stop = {});

struct TextMatch {
    int line = 0;
    int column = 0; ///< bytes
    int length = 0;
    friend bool operator==(const TextMatch&, const TextMatch&) = default;
};

inline constexpr std::size_t kMostMatches = 100'000;
/// Every occurrence, ASCII letters compared without case, in order; at most kMostMatches. For a
/// worker.
[[nodiscard]] std::vector<TextMatch>
findInText(const TextDocument& document, std::string_view wanted, const std::stop_token& stop = {});

enum class TokenKind : std::uint8_t { Plain, Keyword, Name, String, Number, Type, Comment };

struct Token {
    int begin = 0; ///< characters of the line
    int length = 0;
    TokenKind kind = TokenKind::Plain;
};

/// The coloured pieces of one line, in order, without the plain ones.
[[nodiscard]] std::vector<Token> tokenize(const QString& line, TextLanguage language);

} // namespace runlens::viewers
