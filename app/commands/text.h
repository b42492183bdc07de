// SPDX-License-Identifier: GPL-3.0-or-later
/// Text from files in the forms that JSON, CSV and a terminal need. Input is any bytes; UTF-8 is
/// expected, not trusted.
#pragma once

#include "summary_format/base/number.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace runlens::app {

/// With its quotes. Bytes that are no UTF-8 become U+FFFD, so that the result is always valid.
[[nodiscard]] std::string jsonString(std::string_view text);

/// The shortest text that reads back to the same value; "NaN", "Infinity" and "-Infinity" as
/// strings.
[[nodiscard]] std::string jsonNumber(std::uint64_t bits, NumberType type);

/// Quoted (RFC 4180) where it holds a comma, a quote or a line end. Other bytes stay as they are.
[[nodiscard]] std::string csvField(std::string_view text);

/// Safe to print: control characters, which could steer the terminal, become "\x1b", bytes that are
/// no UTF-8 U+FFFD.
[[nodiscard]] std::string terminalText(std::string_view text);

/// Columns that valid UTF-8 takes on a terminal: 2 for East Asian wide characters, 0 for combining
/// ones.
[[nodiscard]] std::size_t displayWidth(std::string_view text);

/// At most that many columns (at least 3): what is longer loses its middle to "...".
[[nodiscard]] std::string elidedInTheMiddle(std::string_view text, std::size_t width);

/// "12,345"
[[nodiscard]] std::string groupedCount(std::uint64_t count);

/// "412 ms", "12.3 s", "2 min 5 s", "3 h 20 min", "2 d 4 h"
[[nodiscard]] std::string durationText(std::int64_t ns);

/// Local time with its offset from UTC: "2026-12-01 05:12:20 +0000".
[[nodiscard]] std::string localTimeText(std::int64_t ns);

} // namespace runlens::app
