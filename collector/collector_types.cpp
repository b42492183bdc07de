// SPDX-License-Identifier: Apache-2.0
#include "collector/collector_types.h"

namespace runlens {

const char* dataTypeName(DataType type) noexcept
{
    switch (type) {
    case DataType::Bool:
        return "bool";
    case DataType::Int8:
        return "int8";
    case DataType::Int16:
        return "int16";
    case DataType::Int32:
        return "int32";
    case DataType::Int64:
        return "int64";
    case DataType::UInt8:
        return "uint8";
    case DataType::UInt16:
        return "uint16";
    case DataType::UInt32:
        return "uint32";
    case DataType::UInt64:
        return "uint64";
    case DataType::Float16:
        return "float16";
    case DataType::BFloat16:
        return "bfloat16";
    case DataType::Float32:
        return "float32";
    case DataType::Float64:
        return "float64";
    }
    return "unknown";
}

std::size_t dataTypeBytes(DataType type) noexcept
{
    switch (type) {
    case DataType::Bool:
    case DataType::Int8:
    case DataType::UInt8:
        return 1;
    case DataType::Int16:
    case DataType::UInt16:
    case DataType::Float16:
    case DataType::BFloat16:
        return 2;
    case DataType::Int32:
    case DataType::UInt32:
    case DataType::Float32:
        return 4;
    case DataType::Int64:
    case DataType::UInt64:
    case DataType::Float64:
        return 8;
    }
    return 1;
}

std::uint64_t CollectorStatus::calls() const
{
    std::uint64_t sum = 0;
    for (const KindCount& count : kinds) {
        sum += count.calls;
    }
    return sum;
}

std::uint64_t CollectorStatus::recorded() const
{
    std::uint64_t sum = 0;
    for (const KindCount& count : kinds) {
        sum += count.recorded;
    }
    return sum;
}

std::uint64_t CollectorStatus::dropped() const
{
    std::uint64_t sum = 0;
    for (const KindCount& count : kinds) {
        sum += count.dropped;
    }
    return sum;
}

KindCount CollectorStatus::kind(std::string_view name) const
{
    for (const KindCount& count : kinds) {
        if (count.kind == name) {
            return count;
        }
    }
    return {std::string(name), 0, 0, 0, 0};
}

} // namespace runlens
