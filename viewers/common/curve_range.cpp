// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/curve_range.h"

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr std::size_t kSamples = 1024; ///< of one curve
constexpr double kShareCut = 0.02;     ///< on either side
constexpr std::size_t kFewValues = 20; ///< with fewer there are no outliers
constexpr double kLogFactor = 50.0;
constexpr double kLargest = 8e307; ///< half of what a double holds: differences stay finite

struct Samples {
    ValueSummary all;
    std::vector<double> values; ///< finite
};

void collect(const CurveData& curve, const XRange& x, Samples& samples)
{
    const std::size_t stride = std::max<std::size_t>(1, curve.rows() / kSamples);
    for (const CurveSegment& segment : curve.segments()) {
        const std::size_t first = curve.lowerBound(segment, segment.first, x.minimum);
        const std::size_t last = curve.upperBound(segment, first, x.maximum);
        if (first >= last) {
            continue;
        }
        samples.all.add(curve.summary(first, last));
        const std::size_t step = std::clamp<std::size_t>((last - first) / kSamples, 1, stride);
        for (std::size_t row = first; row < last; row += step) {
            const double value = curve.value(row);
            if (std::isfinite(value)) {
                samples.values.push_back(value);
            }
        }
    }
}

double quantile(std::vector<double>& values, double share)
{
    const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), values.begin() + at, values.end());
    return values[static_cast<std::size_t>(at)];
}

ValueRange equalValues(double value)
{
    if (value == 0.0) {
        return {-1.0, 1.0, false};
    }
    return value > 0.0 ? ValueRange{0.0, std::min(2.0 * value, kLargest), false}
                       : ValueRange{std::max(2.0 * value, -kLargest), 0.0, false};
}

ValueRange logRange(double low, double high, double minimumPositive)
{
    low = low > 0.0 ? low : minimumPositive;
    high = std::max(high, low);
    const double span = std::log10(high) - std::log10(low);
    const double padding = span > 0.0 ? span * 0.05 : 0.5;
    const auto clamped = [](double power) {
        return std::pow(10.0, std::clamp(power, -300.0, 307.0));
    };
    return {clamped(std::log10(low) - padding), clamped(std::log10(high) + padding), true};
}

} // namespace

XRange usableRange(double minimum, double maximum)
{
    if (!std::isfinite(minimum) || !std::isfinite(maximum)) {
        return {};
    }
    minimum = std::clamp(minimum, -kLargest, kLargest);
    maximum = std::clamp(maximum, -kLargest, kLargest);
    const double least = std::max(1e-12, std::max(std::abs(minimum), std::abs(maximum)) * 1e-12);
    if (maximum - minimum < least) {
        const double half = std::max(minimum == maximum ? 0.5 : least, std::abs(minimum) * 1e-9);
        const double centre = minimum / 2 + maximum / 2;
        return {centre - half, centre + half};
    }
    return {minimum, maximum};
}

std::optional<XRange> fitX(std::span<const std::shared_ptr<const CurveData>> curves)
{
    std::optional<XRange> range;
    for (const auto& curve : curves) {
        if (const auto own = curve ? curve->xRange() : std::nullopt) {
            range = range ? XRange{std::min(range->minimum, own->first),
                                   std::max(range->maximum, own->second)}
                          : XRange{own->first, own->second};
        }
    }
    return range ? std::optional(usableRange(range->minimum, range->maximum)) : std::nullopt;
}

ValueRange fitValues(std::span<const std::shared_ptr<const CurveData>> curves,
                     const XRange& x,
                     YScale scale,
                     bool ignoreOutliers)
{
    Samples samples;
    for (const auto& curve : curves) {
        if (curve) {
            collect(*curve, x, samples);
        }
    }
    if (!samples.all.hasFinite()) {
        return {};
    }
    double low = samples.all.minimum;
    double high = samples.all.maximum;
    if (ignoreOutliers && samples.values.size() > kFewValues) {
        const double lowCut = quantile(samples.values, kShareCut);
        const double highCut = quantile(samples.values, 1.0 - kShareCut);
        const double margin = 0.25 * (highCut - lowCut);
        if (margin > 0.0 && std::isfinite(margin)) {
            low = std::max(low, lowCut - margin);
            high = std::min(high, highCut + margin);
        }
    }
    const bool isPositive = samples.all.minimum > 0.0;
    const bool isLog = scale == YScale::Log
                           ? samples.all.minimumPositive < std::numeric_limits<double>::infinity()
                           : scale == YScale::Auto && isPositive && high / kLogFactor > low;
    if (isLog) {
        return logRange(isPositive ? std::max(low, samples.all.minimum)
                                   : samples.all.minimumPositive,
                        high,
                        samples.all.minimumPositive);
    }
    low = std::clamp(low, -kLargest, kLargest);
    high = std::clamp(high, -kLargest, kLargest);
    if (low == high) {
        return equalValues(low);
    }
    const double padding = 0.05 * (high - low);
    const double bottom = low >= 0.0 && low - padding < 0.0 ? 0.0 : low - padding;
    return {std::max(bottom, -kLargest), std::min(high + padding, kLargest), false};
}

} // namespace runlens::viewers
