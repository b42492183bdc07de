// SPDX-License-Identifier: Apache-2.0
/// The smallest steps of reading IR text: blanks, words and numbers at a place of a line. Places
/// beyond the end are allowed everywhere. Pure functions.
#pragma once

#include "summary_format/formats/mindspore_ir/ir_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace runlens::ir_text {

/// A line or statement and the byte offset of its beginning in the whole text.
struct PlacedText {
    std::string_view text;
    std::uint64_t offset = 0;

    [[nodiscard]] Slice slice(std::size_t begin, std::size_t end) const
    {
        end = std::min(end, text.size());
        begin = std::min(begin, end);
        return {offset + begin, static_cast<std::uint32_t>(end - begin)};
    }
};

[[nodiscard]] inline bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

[[nodiscard]] std::size_t skipBlanks(std::string_view text, std::size_t at);
[[nodiscard]] bool startsAt(std::string_view text, std::size_t at, std::string_view what);
/// The number that starts at `at`; -1 when there is none or it is too large.
std::int64_t numberAt(std::string_view text, std::size_t at, std::size_t* behind = nullptr);
/// As a number of a line; 0 when it can be none.
[[nodiscard]] std::int32_t lineNumber(std::int64_t value);

} // namespace runlens::ir_text
