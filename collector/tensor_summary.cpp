// SPDX-License-Identifier: Apache-2.0
#include "collector/tensor_summary.h"

#include "collector/adaptive_histogram.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <cstring>
#include <limits>

namespace runlens::collector {

namespace {

constexpr std::size_t kBlock = 2048; // 16 KiB of doubles: stays in the first-level cache
constexpr std::size_t kParts = 8;    // independent sums, so that the loop can be vectorised

template <typename T, typename Convert>
void convertBlock(const unsigned char* from, std::size_t count, double* to, Convert convert)
{
    for (std::size_t i = 0; i < count; ++i) {
        T value{};
        std::memcpy(&value, from + i * sizeof(T), sizeof(T));
        to[i] = static_cast<double>(convert(value));
    }
}

template <typename T>
void convertBlock(const unsigned char* from, std::size_t count, double* to)
{
    convertBlock<T>(from, count, to, [](T value) { return value; });
}

void convert(DataType type, const unsigned char* from, std::size_t count, double* to)
{
    switch (type) {
    case DataType::Bool:
        return convertBlock<std::uint8_t>(
            from, count, to, [](std::uint8_t value) { return value != 0 ? 1.0 : 0.0; });
    case DataType::Int8:
        return convertBlock<std::int8_t>(from, count, to);
    case DataType::Int16:
        return convertBlock<std::int16_t>(from, count, to);
    case DataType::Int32:
        return convertBlock<std::int32_t>(from, count, to);
    case DataType::Int64:
        return convertBlock<std::int64_t>(from, count, to);
    case DataType::UInt8:
        return convertBlock<std::uint8_t>(from, count, to);
    case DataType::UInt16:
        return convertBlock<std::uint16_t>(from, count, to);
    case DataType::UInt32:
        return convertBlock<std::uint32_t>(from, count, to);
    case DataType::UInt64:
        return convertBlock<std::uint64_t>(from, count, to);
    case DataType::Float16:
        return convertBlock<std::uint16_t>(from, count, to, halfToFloat);
    case DataType::BFloat16:
        return convertBlock<std::uint16_t>(from, count, to, bfloat16ToFloat);
    case DataType::Float32:
        return convertBlock<float>(from, count, to);
    case DataType::Float64:
        return convertBlock<double>(from, count, to);
    }
}

bool areAllFinite(const double* values, std::size_t count)
{
    std::array<double, kParts> difference{};
    std::size_t i = 0;
    for (; i + kParts <= count; i += kParts) {
        for (std::size_t k = 0; k < kParts; ++k) {
            difference[k] += values[i + k] - values[i + k]; // NaN for every NaN and infinity
        }
    }
    double sum = 0.0;
    for (; i < count; ++i) {
        sum += values[i] - values[i];
    }
    for (const double part : difference) {
        sum += part;
    }
    return sum == 0.0;
}

/// Moves the finite values to the front, counts the others, and returns how many are finite.
std::size_t keepFinite(double* values, std::size_t count, TensorStatistics& statistics)
{
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const double value = values[i];
        if (std::isnan(value)) {
            ++statistics.nans;
        } else if (std::isinf(value)) {
            ++(value > 0 ? statistics.positiveInfinities : statistics.negativeInfinities);
        } else {
            values[kept++] = value;
        }
    }
    return kept;
}

struct Sums {
    long double sum = 0.0L;
    long double squares = 0.0L;
};

/// Of finite values. Adds to zeros, minimum, maximum and sums.
void addBlock(const double* values, std::size_t count, TensorStatistics& statistics, Sums& sums)
{
    std::array<double, kParts> sum{};
    std::array<double, kParts> squares{};
    std::array<double, kParts> low{};
    std::array<double, kParts> high{};
    low.fill(std::numeric_limits<double>::infinity());
    high.fill(-std::numeric_limits<double>::infinity());
    std::uint64_t zeros = 0;
    std::size_t i = 0;
    for (; i + kParts <= count; i += kParts) {
        for (std::size_t k = 0; k < kParts; ++k) {
            const double value = values[i + k];
            sum[k] += value;
            squares[k] += value * value;
            low[k] = value < low[k] ? value : low[k];
            high[k] = value > high[k] ? value : high[k];
            zeros += value == 0.0 ? 1U : 0U;
        }
    }
    for (; i < count; ++i) {
        const double value = values[i];
        sum[0] += value;
        squares[0] += value * value;
        low[0] = std::min(low[0], value);
        high[0] = std::max(high[0], value);
        zeros += value == 0.0 ? 1U : 0U;
    }
    double blockSum = 0.0;
    double blockSquares = 0.0;
    for (std::size_t k = 0; k < kParts; ++k) {
        blockSum += sum[k];
        blockSquares += squares[k];
        statistics.minimum = std::min(statistics.minimum, low[k]);
        statistics.maximum = std::max(statistics.maximum, high[k]);
    }
    statistics.zeros += zeros;
    const bool isUnderflow = blockSquares < DBL_MIN && zeros < count;
    if (std::isfinite(blockSum) && std::isfinite(blockSquares) && !isUnderflow) {
        sums.sum += blockSum;
        sums.squares += blockSquares;
        return;
    }
    for (std::size_t n = 0; n < count; ++n) { // beyond the range of double
        const long double value = values[n];
        sums.sum += value;
        sums.squares += value * value;
    }
}

} // namespace

std::optional<std::size_t> elementCount(const TensorView& tensor)
{
    std::size_t count = 1;
    bool isEmpty = false;
    for (const std::int64_t dimension : tensor.shape) {
        if (dimension < 0) {
            return std::nullopt;
        }
        isEmpty = isEmpty || dimension == 0;
        if (!isEmpty && __builtin_mul_overflow(count, static_cast<std::size_t>(dimension), &count))
        {
            return std::nullopt;
        }
    }
    std::size_t bytes = 0;
    if (isEmpty) {
        return 0;
    }
    if (__builtin_mul_overflow(count, dataTypeBytes(tensor.type), &bytes) || bytes > PTRDIFF_MAX) {
        return std::nullopt;
    }
    return count;
}

TensorSummary summarize(const void* data, DataType type, std::size_t count, int bucketLimit)
{
    TensorSummary summary;
    TensorStatistics& statistics = summary.statistics;
    statistics.count = count;
    statistics.minimum = std::numeric_limits<double>::infinity();
    statistics.maximum = -std::numeric_limits<double>::infinity();
    Sums sums;
    AdaptiveHistogram histogram;
    std::uint64_t finite = 0;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): filled by convert()
    std::array<double, kBlock> block;
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (std::size_t done = 0; done < count;) {
        std::size_t n = std::min(kBlock, count - done);
        convert(type, bytes + done * dataTypeBytes(type), n, block.data());
        done += n;
        if (!areAllFinite(block.data(), n)) {
            n = keepFinite(block.data(), n, statistics);
        }
        finite += n;
        addBlock(block.data(), n, statistics, sums);
        if (bucketLimit > 0) {
            histogram.add(block.data(), n, statistics.minimum, statistics.maximum);
        }
    }
    if (finite == 0) {
        const double nothing = std::numeric_limits<double>::quiet_NaN();
        statistics.minimum = statistics.maximum = statistics.mean = statistics.l2Norm = nothing;
        return summary;
    }
    statistics.mean = static_cast<double>(sums.sum / static_cast<long double>(finite));
    statistics.l2Norm = static_cast<double>(std::sqrt(sums.squares));
    if (bucketLimit > 0) {
        histogram.result(bucketLimit, summary.edges, summary.counts);
    }
    return summary;
}

} // namespace runlens::collector
