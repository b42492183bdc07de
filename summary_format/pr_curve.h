// SPDX-License-Identifier: Apache-2.0
/// A precision-recall curve as TensorBoard and its kin record it: float rows true positives, false
/// positives, true negatives, false negatives, precision, recall, one column per threshold, the
/// thresholds even from 0 to 1. Every length is checked. Any thread.
#pragma once

#include "summary_format/base/result.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace runlens {

struct PrPoint {
    double threshold = 0.0;
    double truePositives = 0.0;
    double falsePositives = 0.0;
    double trueNegatives = 0.0;
    double falseNegatives = 0.0;
    double precision = 0.0;
    double recall = 0.0;

    /// Precision means something: something was predicted positive, and both numbers are finite.
    [[nodiscard]] bool isDefined() const;

    friend bool operator==(const PrPoint&, const PrPoint&) = default;
};

struct PrCurve {
    std::vector<PrPoint> points; ///< thresholds ascending, as recorded
    /// Sum over thresholds from high to low of (recall - recall before) * precision, with recall 0
    /// before the first; only over points that are defined. NaN without any.
    double averagePrecision = 0.0;
};

/// metadata: JSON with "dtype" (float32 when it is not there, or float64) and "shape" [6, T], or
/// "thresholds" T (docs/schema.md); without both T follows from the size of the payload.
[[nodiscard]] Result<PrCurve> decodePrCurve(std::span<const std::byte> payload,
                                            std::string_view metadata);

} // namespace runlens
