// SPDX-License-Identifier: Apache-2.0
/// Numbers as their source had them. A value travels as 64 raw bits whose meaning is the NumberType
/// of its tag, so that -0.0, NaN payload-free NaN, float32 0.1 and uint64 2^64-1 all survive.
#pragma once

#include "summary_format/base/kinds.h"

#include <bit>
#include <cstdint>
#include <optional>
#include <string>

namespace runlens {

[[nodiscard]] constexpr bool isFloat32Held(NumberType type)
{
    return type == NumberType::Float32 || type == NumberType::Float16
           || type == NumberType::BFloat16;
}

[[nodiscard]] constexpr bool isInteger(NumberType type)
{
    return type == NumberType::Int64 || type == NumberType::UInt64;
}

/// Bytes a value of this type takes in a column: 4 or 8.
[[nodiscard]] constexpr std::size_t heldBytes(NumberType type)
{
    return isFloat32Held(type) ? 4 : 8;
}

[[nodiscard]] constexpr std::uint64_t toBits(double value)
{
    return std::bit_cast<std::uint64_t>(value);
}

[[nodiscard]] constexpr std::uint64_t toBits(float value)
{
    return std::bit_cast<std::uint32_t>(value);
}

[[nodiscard]] constexpr std::uint64_t toBits(std::int64_t value)
{
    return static_cast<std::uint64_t>(value);
}

[[nodiscard]] constexpr std::uint64_t toBits(std::uint64_t value)
{
    return value;
}

/// The value as a double, for drawing and arithmetic. Integers beyond 2^53 round.
[[nodiscard]] constexpr double toDouble(std::uint64_t bits, NumberType type)
{
    switch (type) {
    case NumberType::Float64:
        return std::bit_cast<double>(bits);
    case NumberType::Float32:
    case NumberType::Float16:
    case NumberType::BFloat16:
        return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    case NumberType::Int64:
        return static_cast<double>(static_cast<std::int64_t>(bits));
    case NumberType::UInt64:
        return static_cast<double>(bits);
    }
    return 0.0;
}

/// A double as bits of the given type (rounded as the type needs; saturates for integers).
[[nodiscard]] std::uint64_t fromDouble(double value, NumberType type);

/// The same value in another type; nothing when that type cannot hold it. NaN is NaN in every
/// floating-point type; -0.0 is 0 as an integer.
[[nodiscard]] std::optional<std::uint64_t>
converted(std::uint64_t bits, NumberType from, NumberType to);

/// The shortest text that reads back to the same value in the type of its source: float32 0.1 gives
/// "0.1". Non-finite values give "NaN", "Infinity", "-Infinity".
[[nodiscard]] std::string shortestText(std::uint64_t bits, NumberType type);
[[nodiscard]] std::string shortestText(double value);

[[nodiscard]] const char* numberTypeName(NumberType type); ///< "float32"
[[nodiscard]] float halfToFloat(std::uint16_t half);       ///< IEEE binary16
[[nodiscard]] float bfloat16ToFloat(std::uint16_t bits);

/// Seconds since the epoch, exact to the nanosecond ("1700000000.5"); "" for kNoTime.
[[nodiscard]] std::string secondsText(std::int64_t ns);

} // namespace runlens
