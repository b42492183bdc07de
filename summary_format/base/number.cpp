// SPDX-License-Identifier: Apache-2.0
#include "summary_format/base/number.h"

#include "summary_format/base/ids.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace runlens {

namespace {

template <typename T>
std::string shortestOf(T value)
{
    if (std::isnan(value)) {
        return "NaN";
    }
    if (std::isinf(value)) {
        return value > 0 ? "Infinity" : "-Infinity";
    }
    std::array<char, 64> buffer{};
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return error == std::errc{} ? std::string(buffer.data(), end) : std::string{};
}

float roundToBfloat16(float value)
{
    auto bits = std::bit_cast<std::uint32_t>(value);
    if (std::isnan(value)) {
        return value;
    }
    bits += 0x7fffU + ((bits >> 16U) & 1U);
    return std::bit_cast<float>(bits & 0xffff0000U);
}

float roundToHalf(float value)
{
    if (!std::isfinite(value) || value == 0.0F) {
        return value;
    }
    // A half has 11 significant bits, and steps of 2^-24 below 2^-14.
    int exponent = 0;
    std::frexp(value, &exponent);
    const int step = std::max(exponent - 11, -24);
    const float rounded = std::ldexp(std::nearbyint(std::ldexp(value, -step)), step);
    return std::fabs(rounded) > 65504.0F
               ? std::copysign(std::numeric_limits<float>::infinity(), value)
               : rounded;
}

/// Shortest decimal that rounds back to the same narrow float: try more digits until it does.
template <typename Round>
std::string shortestNarrow(float value, Round round)
{
    if (!std::isfinite(value) || value == 0.0F) {
        return shortestOf(value);
    }
    for (int digits = 1; digits <= 9; ++digits) {
        std::array<char, 64> buffer{};
        const auto printed = std::to_chars(buffer.data(),
                                           buffer.data() + buffer.size(),
                                           value,
                                           std::chars_format::scientific,
                                           digits - 1);
        float back = 0.0F;
        std::from_chars(buffer.data(), printed.ptr, back);
        if (round(back) == value) {
            return shortestOf(back);
        }
    }
    return shortestOf(value);
}

} // namespace

std::uint64_t fromDouble(double value, NumberType type)
{
    switch (type) {
    case NumberType::Float64:
        return toBits(value);
    case NumberType::Float32:
        return toBits(static_cast<float>(value));
    case NumberType::Float16:
        return toBits(roundToHalf(static_cast<float>(value)));
    case NumberType::BFloat16:
        return toBits(roundToBfloat16(static_cast<float>(value)));
    case NumberType::Int64:
        if (std::isnan(value)) {
            return 0;
        }
        if (value >= 9223372036854775808.0) {
            return toBits(std::numeric_limits<std::int64_t>::max());
        }
        if (value < -9223372036854775808.0) {
            return toBits(std::numeric_limits<std::int64_t>::min());
        }
        return toBits(static_cast<std::int64_t>(value));
    case NumberType::UInt64:
        if (!(value > 0.0)) {
            return 0;
        }
        return value >= 18446744073709551616.0 ? std::numeric_limits<std::uint64_t>::max()
                                               : static_cast<std::uint64_t>(value);
    }
    return 0;
}

std::optional<std::uint64_t> converted(std::uint64_t bits, NumberType from, NumberType to)
{
    if (from == to) {
        return bits;
    }
    if (isInteger(from) && isInteger(to)) {
        // The one is signed and the other is not: the same bits as long as they mean the same.
        return static_cast<std::int64_t>(bits) < 0 ? std::nullopt : std::optional(bits);
    }
    const double value = toDouble(bits, from);
    if (isInteger(from)) {
        constexpr double kBeyondInt64 = 9223372036854775808.0;
        const double limit = from == NumberType::Int64 ? kBeyondInt64 : 2 * kBeyondInt64;
        const std::uint64_t back = fromDouble(value, to);
        return value < limit && fromDouble(value, from) == bits && toDouble(back, to) == value
                   ? std::optional(back)
                   : std::nullopt;
    }
    if (std::isnan(value)) {
        return isInteger(to) ? std::nullopt : std::optional(fromDouble(value, to));
    }
    const std::uint64_t there = fromDouble(value, to);
    const bool isRounded = toDouble(there, to) != value;
    // The largest integers round up to a double that none of them is.
    const bool isTooLarge = (to == NumberType::Int64 && value >= 9223372036854775808.0)
                            || (to == NumberType::UInt64 && value >= 18446744073709551616.0);
    return isRounded || isTooLarge ? std::nullopt : std::optional(there);
}

std::string shortestText(std::uint64_t bits, NumberType type)
{
    const auto narrow = [&] { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); };
    switch (type) {
    case NumberType::Float64:
        return shortestOf(std::bit_cast<double>(bits));
    case NumberType::Float32:
        return shortestOf(narrow());
    case NumberType::Float16:
        return shortestNarrow(narrow(), roundToHalf);
    case NumberType::BFloat16:
        return shortestNarrow(narrow(), roundToBfloat16);
    case NumberType::Int64:
        return std::to_string(static_cast<std::int64_t>(bits));
    case NumberType::UInt64:
        return std::to_string(bits);
    }
    return {};
}

std::string shortestText(double value)
{
    return shortestOf(value);
}

const char* numberTypeName(NumberType type)
{
    switch (type) {
    case NumberType::Float64:
        return "float64";
    case NumberType::Float32:
        return "float32";
    case NumberType::Float16:
        return "float16";
    case NumberType::BFloat16:
        return "bfloat16";
    case NumberType::Int64:
        return "int64";
    case NumberType::UInt64:
        return "uint64";
    }
    return "";
}

float halfToFloat(std::uint16_t half)
{
    const std::uint32_t sign = (half & 0x8000U) << 16U;
    const std::uint32_t exponent = (half >> 10U) & 0x1fU;
    const std::uint32_t fraction = half & 0x3ffU;
    if (exponent == 0x1fU) {
        return std::bit_cast<float>(sign | 0x7f800000U | (fraction << 13U));
    }
    if (exponent == 0) {
        const float tiny = std::ldexp(static_cast<float>(fraction), -24);
        return sign != 0 ? -tiny : tiny;
    }
    return std::bit_cast<float>(sign | ((exponent + 112U) << 23U) | (fraction << 13U));
}

float bfloat16ToFloat(std::uint16_t bits)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
}

std::string secondsText(std::int64_t ns)
{
    if (ns == kNoTime) {
        return {};
    }
    constexpr std::uint64_t kBillion = 1'000'000'000ULL;
    const bool negative = ns < 0;
    const std::uint64_t magnitude =
        negative ? 0ULL - static_cast<std::uint64_t>(ns) : static_cast<std::uint64_t>(ns);
    std::string text =
        fmt::format("{}{}.{:09}", negative ? "-" : "", magnitude / kBillion, magnitude % kBillion);
    while (text.back() == '0') {
        text.pop_back();
    }
    if (text.back() == '.') {
        text.pop_back();
    }
    return text;
}

} // namespace runlens
