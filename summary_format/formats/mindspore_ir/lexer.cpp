// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/mindspore_ir/lexer.h"

#include <charconv>

namespace runlens::ir_text {

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

std::int64_t numberAt(std::string_view text, std::size_t at, std::size_t* behind)
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

} // namespace runlens::ir_text
