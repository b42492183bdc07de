// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/safe_name.h"

#include "app/commands/text.h"

#include <algorithm>

namespace runlens::app {

namespace {

constexpr std::size_t kLongest = 120;

bool isPlain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
           || std::string_view(".-_+=@").find(c) != std::string_view::npos;
}

bool isContinuation(char c)
{
    return (static_cast<unsigned char>(c) & 0xc0U) == 0x80U;
}

} // namespace

std::string safeFileName(std::string_view name)
{
    // terminalText makes valid UTF-8 without control characters of any bytes.
    std::string text = terminalText(name.substr(0, 4 * kLongest));
    std::transform(text.begin(), text.end(), text.begin(), [](char c) {
        return isPlain(c) || static_cast<unsigned char>(c) >= 0x80 ? c : '_';
    });
    if (text.size() > kLongest) {
        std::size_t end = kLongest;
        while (end > 0 && isContinuation(text[end])) {
            --end;
        }
        text.resize(end);
    }
    if (text.empty() || text.front() == '.') {
        text.insert(0, "_");
    }
    return text;
}

std::string FileNames::take(const std::string& stem, const std::string& extension)
{
    for (int number = 1;; ++number) {
        std::string name = stem;
        if (number > 1) {
            name += '-';
            name += std::to_string(number);
        }
        name += extension;
        std::string folded = name;
        std::transform(folded.begin(), folded.end(), folded.begin(), [](char c) {
            return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        });
        if (m_taken.insert(std::move(folded)).second) {
            return name;
        }
    }
}

} // namespace runlens::app
