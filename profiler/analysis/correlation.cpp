// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/correlation.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace runlens::profiler {

namespace {

bool areAllEqual(std::span<const double> values)
{
    return std::all_of(
        values.begin(), values.end(), [&](double value) { return value == values.front(); });
}

/// The values about their middle, at most 1 apart: squares of huge values would overflow, those of
/// tiny ones vanish.
std::vector<double> scaled(std::span<const double> values)
{
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const double half = *high / 2.0 - *low / 2.0;
    const double middle = *low / 2.0 + *high / 2.0;
    std::vector<double> result;
    result.reserve(values.size());
    for (const double value : values) {
        // Denormal distances divide to no number: two such values are as good as equal.
        const double ratio = (value - middle) / half;
        result.push_back(std::isfinite(ratio) ? ratio : 0.0);
    }
    return result;
}

double pearsonOf(std::span<const double> left, std::span<const double> right)
{
    const std::vector<double> x = scaled(left);
    const std::vector<double> y = scaled(right);
    const auto n = static_cast<double>(x.size());
    const double meanX = std::accumulate(x.begin(), x.end(), 0.0) / n;
    const double meanY = std::accumulate(y.begin(), y.end(), 0.0) / n;
    double xx = 0.0;
    double yy = 0.0;
    double xy = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double dx = x[i] - meanX;
        const double dy = y[i] - meanY;
        xx += dx * dx;
        yy += dy * dy;
        xy += dx * dy;
    }
    const double scale = std::sqrt(xx) * std::sqrt(yy);
    return scale > 0.0 ? std::clamp(xy / scale, -1.0, 1.0) : 0.0;
}

} // namespace

std::vector<double> ranksOf(std::span<const double> values)
{
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return values[a] < values[b];
    });
    std::vector<double> ranks(values.size());
    for (std::size_t first = 0; first < order.size();) {
        std::size_t end = first + 1;
        while (end < order.size() && values[order[end]] == values[order[first]]) {
            ++end;
        }
        const double rank = static_cast<double>(first + end + 1) / 2.0; // the mean of first+1..end
        for (std::size_t i = first; i < end; ++i) {
            ranks[order[i]] = rank;
        }
        first = end;
    }
    return ranks;
}

Correlation correlate(std::span<const double> x, std::span<const double> y)
{
    std::vector<double> left;
    std::vector<double> right;
    for (std::size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
        if (std::isfinite(x[i]) && std::isfinite(y[i])) {
            left.push_back(x[i]);
            right.push_back(y[i]);
        }
    }
    Correlation result;
    result.n = left.size();
    if (result.n < kFewestRuns) {
        result.lack = CorrelationLack::TooFewRuns;
    } else if (areAllEqual(left)) {
        result.lack = CorrelationLack::ConstantX;
    } else if (areAllEqual(right)) {
        result.lack = CorrelationLack::ConstantY;
    } else {
        result.pearson = pearsonOf(left, right);
        result.spearman = pearsonOf(ranksOf(left), ranksOf(right));
    }
    return result;
}

} // namespace runlens::profiler
