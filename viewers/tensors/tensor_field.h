// SPDX-License-Identifier: GPL-3.0-or-later
/// What is shown of a tensor: its values, or how they differ from those of another one of the same
/// shape. And what can be told of it in one pass. No Qt; const inputs; any thread.
///
/// With a the tensor and b the other one: equal values (also equal infinities) differ by 0; where
/// one is NaN the difference is NaN; the relative error is |a-b| / |b|, and infinite where only b
/// is 0. Complex numbers differ by the magnitude of their difference. 64 bit integers are
/// subtracted exactly.
#pragma once

#include "summary_format/histogram.h"
#include "summary_format/records.h"
#include "viewers/tensors/tensor_data.h"
#include "viewers/tensors/tensor_slice.h"

#include <memory>

namespace runlens::viewers {

enum class Quantity {
    Values,
    Difference, ///< a - b
    Absolute,   ///< |a - b|
    Relative,   ///< |a - b| / |b|
};

/// An element is within it when |a - b| <= absolute + relative * |b|, or when both are the same
/// infinity. NaN is never within.
struct Tolerance {
    double absolute = 1e-8;
    double relative = 1e-5;
    friend bool operator==(const Tolerance&, const Tolerance&) = default;
};

struct TensorField {
    std::shared_ptr<const TensorData> tensor; ///< never null in use
    std::shared_ptr<const TensorData> other;  ///< same shape; null: nothing is compared
    Quantity quantity = Quantity::Values;

    [[nodiscard]] bool isValues() const { return quantity == Quantity::Values || !other; }

    [[nodiscard]] double difference(std::uint64_t element) const; ///< a - b
    [[nodiscard]] double value(std::uint64_t element) const;      ///< of the quantity
    [[nodiscard]] std::string text(std::uint64_t element) const;
    [[nodiscard]] bool isWithin(std::uint64_t element, const Tolerance& tolerance) const;

    friend bool operator==(const TensorField&, const TensorField&) = default;
};

/// Of a tensor or a slice of it.
struct FieldSummary {
    TensorStatistics statistics;
    std::optional<std::uint64_t> minimumAt; ///< elements
    std::optional<std::uint64_t> maximumAt;
    std::optional<std::uint64_t> firstNan;
    std::optional<std::uint64_t> firstPositiveInfinity;
    std::optional<std::uint64_t> firstNegativeInfinity;
    std::uint64_t beyond = 0;               ///< elements outside the tolerance, NaN among them
    std::uint64_t notNumbers = 0;           ///< elements that cannot be compared: NaN in a or b
    std::optional<std::uint64_t> largestAt; ///< of |a - b|, NaN left out; the first of equal ones
    double largest = 0.0;
    std::optional<std::uint64_t> firstBeyond;
};

/// Nothing when stopped. The numbers of the difference are filled where there is another tensor.
[[nodiscard]] std::optional<FieldSummary> summarize(const TensorField& field,
                                                    const TensorSlice& slice,
                                                    const Tolerance& tolerance,
                                                    const std::stop_token& stop = {});

inline constexpr int kHistogramBins = 60;

/// Even buckets from the minimum to the maximum of the finite values; one for each whole number
/// where those are integers and few. Empty without finite values, or when stopped.
[[nodiscard]] HistogramBuckets histogramOf(const TensorField& field,
                                           const TensorSlice& slice,
                                           const FieldSummary& summary,
                                           const std::stop_token& stop = {});

} // namespace runlens::viewers
