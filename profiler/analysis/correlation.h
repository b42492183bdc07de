// SPDX-License-Identifier: Apache-2.0
/// How strongly two quantities of several runs go together: Pearson's r (a straight line) and
/// Spearman's rank correlation (any rising or falling curve; ties get the mean of their ranks).
/// x[i] and y[i] belong to one run; NaN there means that the run has no such value. Runs in which
/// either is missing or infinite are left out, and n says how many are left. Any thread.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace runlens::profiler {

/// Two points always lie on a line: fewer runs than this say nothing.
inline constexpr std::size_t kFewestRuns = 3;

enum class CorrelationLack { None, TooFewRuns, ConstantX, ConstantY };

struct Correlation {
    std::size_t n = 0; ///< runs it rests on
    CorrelationLack lack = CorrelationLack::None;
    std::optional<double> pearson;  ///< -1 to 1; empty when something lacks
    std::optional<double> spearman; ///< -1 to 1; empty when something lacks
};

[[nodiscard]] Correlation correlate(std::span<const double> x, std::span<const double> y);

/// Ranks from 1; equal values share the mean of the ranks they take. No value may be NaN.
[[nodiscard]] std::vector<double> ranksOf(std::span<const double> values);

} // namespace runlens::profiler
