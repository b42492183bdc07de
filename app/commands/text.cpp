// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <utility>
#include <vector>

namespace runlens::app {

namespace {

constexpr std::uint32_t kBroken = 0xfffdU;

/// The code point at the front of text, and its length in bytes. What is no UTF-8 is kBroken of
/// length 1.
std::pair<std::uint32_t, std::size_t> decodeFront(std::string_view text)
{
    const auto byteAt = [&](std::size_t i) {
        return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i]));
    };
    const std::uint32_t first = byteAt(0);
    if (first < 0x80U) {
        return {first, 1};
    }
    const std::size_t length = first >= 0xf0U ? 4 : (first >= 0xe0U ? 3 : 2);
    if (first < 0xc2U || first > 0xf4U || text.size() < length) {
        return {kBroken, 1};
    }
    std::uint32_t point = first & (0xffU >> (length + 1));
    for (std::size_t i = 1; i < length; ++i) {
        if ((byteAt(i) & 0xc0U) != 0x80U) {
            return {kBroken, 1};
        }
        point = (point << 6U) | (byteAt(i) & 0x3fU);
    }
    constexpr std::array<std::uint32_t, 5> kSmallest{0, 0, 0x80U, 0x800U, 0x10000U};
    const bool isSurrogate = point >= 0xd800U && point <= 0xdfffU;
    if (point < kSmallest[length] || point > 0x10ffffU || isSurrogate) {
        return {kBroken, 1};
    }
    return {point, length};
}

/// Calls with(code point, its bytes) for every character; broken bytes come as U+FFFD.
template <typename With>
void forEachCharacter(std::string_view text, With with)
{
    while (!text.empty()) {
        const auto [point, length] = decodeFront(text);
        const bool isBroken = point == kBroken && length == 1;
        with(point, isBroken ? std::string_view("\xef\xbf\xbd") : text.substr(0, length));
        text.remove_prefix(length);
    }
}

bool isControl(std::uint32_t point)
{
    return point < 0x20U || (point >= 0x7fU && point < 0xa0U);
}

struct Range {
    std::uint32_t first;
    std::uint32_t last;
};

template <std::size_t N>
bool isIn(const std::array<Range, N>& ranges, std::uint32_t point)
{
    return std::any_of(ranges.begin(), ranges.end(), [point](const Range& range) {
        return point >= range.first && point <= range.last;
    });
}

/// Blocks that terminals draw two columns wide.
constexpr std::array<Range, 8> kWide{{{0x1100U, 0x115fU},
                                      {0x2e80U, 0xa4cfU},
                                      {0xac00U, 0xd7a3U},
                                      {0xf900U, 0xfaffU},
                                      {0xfe30U, 0xfe6fU},
                                      {0xff00U, 0xff60U},
                                      {0x1f300U, 0x1f9ffU},
                                      {0x20000U, 0x3fffdU}}};
constexpr std::array<Range, 4> kCombining{
    {{0x300U, 0x36fU}, {0x200bU, 0x200fU}, {0x20d0U, 0x20ffU}, {0xfe00U, 0xfe0fU}}};

} // namespace

std::string jsonString(std::string_view text)
{
    std::string json = "\"";
    forEachCharacter(text, [&json](std::uint32_t point, std::string_view bytes) {
        if (point == '"' || point == '\\') {
            json += '\\';
            json += bytes;
        } else if (point == '\n') {
            json += "\\n";
        } else if (point == '\t') {
            json += "\\t";
        } else if (isControl(point)) {
            json += fmt::format("\\u{:04x}", point);
        } else {
            json += bytes;
        }
    });
    json += '"';
    return json;
}

std::string jsonNumber(std::uint64_t bits, NumberType type)
{
    std::string text = shortestText(bits, type);
    const bool isFinite = text != "NaN" && text != "Infinity" && text != "-Infinity";
    return isFinite ? text : '"' + text + '"';
}

std::string csvField(std::string_view text)
{
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        return std::string(text);
    }
    std::string field = "\"";
    for (const char c : text) {
        if (c == '"') {
            field += '"';
        }
        field += c;
    }
    field += '"';
    return field;
}

std::string terminalText(std::string_view text)
{
    std::string safe;
    forEachCharacter(text, [&safe](std::uint32_t point, std::string_view bytes) {
        if (isControl(point)) {
            safe += fmt::format("\\x{:02x}", point);
        } else {
            safe += bytes;
        }
    });
    return safe;
}

std::size_t displayWidth(std::string_view text)
{
    std::size_t width = 0;
    forEachCharacter(text, [&width](std::uint32_t point, std::string_view) {
        if (!isIn(kCombining, point)) {
            width += isIn(kWide, point) ? 2 : 1;
        }
    });
    return width;
}

std::string elidedInTheMiddle(std::string_view text, std::size_t width)
{
    constexpr std::string_view kDots = "...";

    struct Piece {
        std::string_view bytes;
        std::size_t width = 0;
    };

    std::vector<Piece> pieces;
    std::size_t all = 0;
    forEachCharacter(text, [&](std::uint32_t point, std::string_view bytes) {
        const std::size_t columns = isIn(kCombining, point) ? 0 : (isIn(kWide, point) ? 2 : 1);
        pieces.push_back({bytes, columns});
        all += columns;
    });
    if (all <= width || width < kDots.size()) {
        return std::string(text);
    }
    const std::size_t room = width - kDots.size();
    std::string front;
    std::size_t used = 0;
    for (const Piece& piece : pieces) {
        if (used + piece.width > (room + 1) / 2) {
            break;
        }
        front += piece.bytes;
        used += piece.width;
    }
    auto first = pieces.end();
    while (first != pieces.begin() && used + (first - 1)->width <= room) {
        used += (--first)->width;
    }
    std::string back;
    for (; first != pieces.end(); ++first) {
        back += first->bytes;
    }
    return front + std::string(kDots) + back;
}

std::string groupedCount(std::uint64_t count)
{
    std::string digits = std::to_string(count);
    for (std::size_t at = digits.size(); at > 3; at -= 3) {
        digits.insert(at - 3, 1, ',');
    }
    return digits;
}

std::string durationText(std::int64_t ns)
{
    constexpr std::int64_t kMillisecond = 1'000'000;
    constexpr std::int64_t kSecond = 1'000 * kMillisecond;
    constexpr std::int64_t kMinute = 60 * kSecond;
    constexpr std::int64_t kHour = 60 * kMinute;
    constexpr std::int64_t kDay = 24 * kHour;
    if (ns < kSecond) {
        return fmt::format("{} ms", ns / kMillisecond);
    }
    if (ns < kMinute) {
        return fmt::format("{}.{} s", ns / kSecond, ns % kSecond / (kSecond / 10));
    }
    if (ns < kHour) {
        return fmt::format("{} min {} s", ns / kMinute, ns % kMinute / kSecond);
    }
    if (ns < kDay) {
        return fmt::format("{} h {} min", ns / kHour, ns % kHour / kMinute);
    }
    return fmt::format("{} d {} h", ns / kDay, ns % kDay / kHour);
}

std::string localTimeText(std::int64_t ns)
{
    constexpr std::int64_t kSecond = 1'000'000'000;
    const std::time_t seconds = ns / kSecond - (ns % kSecond < 0 ? 1 : 0);
    std::tm parts{};
    if (::localtime_r(&seconds, &parts) == nullptr) {
        return {};
    }
    std::array<char, 64> buffer{};
    const std::size_t length =
        std::strftime(buffer.data(), buffer.size(), "%Y-%m-%d %H:%M:%S %z", &parts);
    return {buffer.data(), length};
}

} // namespace runlens::app
