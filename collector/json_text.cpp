// SPDX-License-Identifier: Apache-2.0
#include "collector/json_text.h"

#include <cstddef>

namespace runlens::collector {

namespace {

bool isContinuation(std::string_view text, std::size_t i)
{
    return i < text.size() && (static_cast<unsigned char>(text[i]) & 0xc0U) == 0x80U;
}

/// Length of the UTF-8 sequence at i; 0 when it is none (overlong, surrogate, cut).
std::size_t sequenceLength(std::string_view text, std::size_t i)
{
    const auto first = static_cast<unsigned char>(text[i]);
    const auto second = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U;
    if (first < 0x80) {
        return 1;
    }
    if (first >= 0xc2 && first < 0xe0) {
        return isContinuation(text, i + 1) ? 2 : 0;
    }
    if (first >= 0xe0 && first < 0xf0) {
        const bool isBad = (first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0);
        return !isBad && isContinuation(text, i + 1) && isContinuation(text, i + 2) ? 3 : 0;
    }
    if (first >= 0xf0 && first < 0xf5) {
        const bool isBad = (first == 0xf0 && second < 0x90) || (first == 0xf4 && second >= 0x90);
        return !isBad && isContinuation(text, i + 1) && isContinuation(text, i + 2)
                       && isContinuation(text, i + 3)
                   ? 4
                   : 0;
    }
    return 0;
}

void appendEscaped(std::string& out, char c)
{
    constexpr const char* kHex = "0123456789abcdef";
    const auto code = static_cast<unsigned char>(c);
    switch (c) {
    case '"':
        out += "\\\"";
        break;
    case '\\':
        out += "\\\\";
        break;
    case '\n':
        out += "\\n";
        break;
    case '\t':
        out += "\\t";
        break;
    default:
        if (code < 0x20) {
            out += "\\u00";
            out += kHex[code >> 4U];
            out += kHex[code & 15U];
        } else {
            out += c;
        }
    }
}

} // namespace

std::string jsonString(std::string_view text)
{
    std::string out = "\"";
    out.reserve(text.size() + 2);
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = sequenceLength(text, i);
        if (length == 0) {
            out += "\\ufffd";
            ++i;
        } else if (length == 1) {
            appendEscaped(out, text[i]);
            ++i;
        } else {
            out += text.substr(i, length);
            i += length;
        }
    }
    out += '"';
    return out;
}

} // namespace runlens::collector
