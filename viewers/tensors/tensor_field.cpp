// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/tensors/tensor_field.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace runlens::viewers {

namespace {

bool isComplex(ElementType type)
{
    return type == ElementType::Complex64 || type == ElementType::Complex128;
}

bool isWideInteger(ElementType type)
{
    return type == ElementType::Int64 || type == ElementType::UInt64;
}

std::array<double, 2> partsOf(const TensorData& tensor, std::uint64_t element)
{
    if (tensor.type == ElementType::Complex64) {
        const auto parts = tensor.raw<std::array<float, 2>>(element);
        return {static_cast<double>(parts[0]), static_cast<double>(parts[1])};
    }
    if (tensor.type == ElementType::Complex128) {
        return tensor.raw<std::array<double, 2>>(element);
    }
    return {tensor.value(element), 0.0};
}

double differenceOf(double a, double b)
{
    return a == b ? 0.0 : a - b; // also of equal infinities
}

__extension__ typedef __int128 WideInteger; // NOLINT(modernize-use-using): of the extension

WideInteger wideValue(const TensorData& tensor, std::uint64_t element)
{
    return tensor.type == ElementType::Int64
               ? static_cast<WideInteger>(tensor.raw<std::int64_t>(element))
               : static_cast<WideInteger>(tensor.raw<std::uint64_t>(element));
}

class Summarizer {
public:
    Summarizer(const TensorField& field, const Tolerance& tolerance)
        : m_field(field), m_tolerance(tolerance)
    {
        m_isWide = field.isValues() && isWideInteger(field.tensor->type);
    }

    void add(std::uint64_t element)
    {
        TensorStatistics& statistics = m_summary.statistics;
        ++statistics.count;
        const double value = m_field.value(element);
        if (std::isnan(value)) {
            mark(m_summary.firstNan, statistics.nans, element);
        } else if (std::isinf(value) && value > 0) {
            mark(m_summary.firstPositiveInfinity, statistics.positiveInfinities, element);
        } else if (std::isinf(value)) {
            mark(m_summary.firstNegativeInfinity, statistics.negativeInfinities, element);
        } else {
            addFinite(element, value);
        }
        if (m_field.other) {
            compare(element);
        }
    }

    FieldSummary finish()
    {
        TensorStatistics& statistics = m_summary.statistics;
        const double none = std::numeric_limits<double>::quiet_NaN();
        statistics.minimum = m_summary.minimumAt ? m_minimum : none;
        statistics.maximum = m_summary.maximumAt ? m_maximum : none;
        statistics.mean =
            m_finite > 0 ? static_cast<double>(m_sum / static_cast<long double>(m_finite)) : none;
        statistics.l2Norm = m_finite > 0 ? static_cast<double>(std::sqrt(m_squares)) : none;
        return m_summary;
    }

private:
    static void
    mark(std::optional<std::uint64_t>& first, std::uint64_t& count, std::uint64_t element)
    {
        ++count;
        if (!first) {
            first = element;
        }
    }

    void addFinite(std::uint64_t element, double value)
    {
        ++m_finite;
        m_summary.statistics.zeros += value == 0.0 ? 1 : 0;
        const auto isNew =
            [&](const std::optional<std::uint64_t>& best, double known, bool isLess) {
                const double left = isLess ? value : known;
                const double right = isLess ? known : value;
                return !best || left < right
                       || (m_isWide && left == right
                           && (isLess ? m_field.tensor->isLess(element, *best)
                                      : m_field.tensor->isLess(*best, element)));
            };
        if (isNew(m_summary.minimumAt, m_minimum, true)) {
            m_minimum = value;
            m_summary.minimumAt = element;
        }
        if (isNew(m_summary.maximumAt, m_maximum, false)) {
            m_maximum = value;
            m_summary.maximumAt = element;
        }
        const auto wide = static_cast<long double>(value);
        m_sum += wide;
        m_squares += wide * wide;
    }

    void compare(std::uint64_t element)
    {
        const double difference = std::abs(m_field.difference(element));
        if (std::isnan(difference)) {
            ++m_summary.notNumbers;
        } else if (!m_summary.largestAt || difference > m_summary.largest) {
            m_summary.largest = difference;
            m_summary.largestAt = element;
        }
        if (!m_field.isWithin(element, m_tolerance)) {
            mark(m_summary.firstBeyond, m_summary.beyond, element);
        }
    }

    const TensorField& m_field;
    const Tolerance& m_tolerance;
    FieldSummary m_summary;
    // Wider than the values: squares of large and small ones fit, and small ones are not lost.
    long double m_sum = 0.0L;
    long double m_squares = 0.0L;
    std::uint64_t m_finite = 0;
    double m_minimum = 0.0;
    double m_maximum = 0.0;
    bool m_isWide = false;
};

} // namespace

double TensorField::difference(std::uint64_t element) const
{
    const TensorData& a = *tensor;
    const TensorData& b = *other;
    if (isWideInteger(a.type) && isWideInteger(b.type)) {
        return static_cast<double>(wideValue(a, element) - wideValue(b, element));
    }
    if (isComplex(a.type) || isComplex(b.type)) {
        const auto left = partsOf(a, element);
        const auto right = partsOf(b, element);
        return std::hypot(differenceOf(left[0], right[0]), differenceOf(left[1], right[1]));
    }
    return differenceOf(a.value(element), b.value(element));
}

double TensorField::value(std::uint64_t element) const
{
    if (isValues()) {
        return tensor->value(element);
    }
    const double by = difference(element);
    if (quantity == Quantity::Difference) {
        return by;
    }
    const double absolute = std::abs(by);
    if (quantity == Quantity::Absolute || absolute == 0.0 || std::isnan(absolute)) {
        return absolute;
    }
    const double size = std::abs(other->value(element));
    return size == 0.0 || std::isinf(absolute) ? std::numeric_limits<double>::infinity()
                                               : absolute / size;
}

std::string TensorField::text(std::uint64_t element) const
{
    return isValues() ? tensor->text(element) : shortestText(value(element));
}

bool TensorField::isWithin(std::uint64_t element, const Tolerance& tolerance) const
{
    const double by = std::abs(difference(element));
    // Against an infinity the right side would be infinite too: only the same one is within.
    return by == 0.0
           || (std::isfinite(by)
               && by <= tolerance.absolute + tolerance.relative * std::abs(other->value(element)));
}

std::optional<FieldSummary> summarize(const TensorField& field,
                                      const TensorSlice& slice,
                                      const Tolerance& tolerance,
                                      const std::stop_token& stop)
{
    if (field.tensor->type == ElementType::String) {
        FieldSummary summary; // strings have no numbers
        summary.statistics.count = SliceWalk(field.tensor->shape, slice).count();
        const double none = std::numeric_limits<double>::quiet_NaN();
        summary.statistics.minimum = summary.statistics.maximum = none;
        summary.statistics.mean = summary.statistics.l2Norm = none;
        return summary;
    }
    Summarizer summarizer(field, tolerance);
    const bool isWhole = visitSlice(
        field.tensor->shape, slice, stop, [&](std::uint64_t element) { summarizer.add(element); });
    return isWhole ? std::optional(summarizer.finish()) : std::nullopt;
}

HistogramBuckets histogramOf(const TensorField& field,
                             const TensorSlice& slice,
                             const FieldSummary& summary,
                             const std::stop_token& stop)
{
    const double low = summary.statistics.minimum;
    const double high = summary.statistics.maximum;
    HistogramBuckets buckets;
    if (!summary.minimumAt) {
        return buckets;
    }
    const bool isWhole = field.isValues() && !isFloating(field.tensor->type);
    double start = low;
    double end = high;
    int bins = kHistogramBins;
    constexpr double kExactHalves = 1e15;
    if (isWhole && high - low < kHistogramBins && std::max(-low, high) < kExactHalves) {
        bins = static_cast<int>(high - low) + 1;
        start = low - 0.5;
        end = high + 0.5;
    } else if (low == high) {
        const double room = std::max(std::abs(low) * 0.5, 0.5);
        bins = 1;
        start = low - room;
        end = std::isfinite(high + room) ? high + room : std::numeric_limits<double>::max();
        start = std::isfinite(start) ? start : std::numeric_limits<double>::lowest();
    }
    const double width = (end - start) / bins;
    for (int i = 0; i <= bins; ++i) {
        const double share = static_cast<double>(i) / bins;
        buckets.edges.push_back(std::isfinite(width) ? start + width * i
                                                     : start * (1.0 - share) + end * share);
    }
    buckets.edges.back() = end;
    buckets.counts.assign(static_cast<std::size_t>(bins), 0.0);
    const double half = end / 2 - start / 2;
    const bool isDone = visitSlice(field.tensor->shape, slice, stop, [&](std::uint64_t element) {
        const double value = field.value(element);
        if (!std::isfinite(value)) {
            return;
        }
        const double share = half > 0.0 ? (value / 2 - start / 2) / half : 0.0;
        const auto bin = static_cast<int>(share * bins);
        buckets.counts[static_cast<std::size_t>(std::clamp(bin, 0, bins - 1))] += 1.0;
    });
    return isDone ? buckets : HistogramBuckets{};
}

} // namespace runlens::viewers
