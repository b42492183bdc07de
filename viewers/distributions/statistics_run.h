// SPDX-License-Identifier: GPL-3.0-or-later
/// The statistics of a tensor over steps as scalars, so that they are drawn as every other curve.
/// Pure; any thread.
#pragma once

#include "summary_format/run.h"

#include <array>
#include <memory>
#include <stop_token>

namespace runlens::viewers {

enum class Statistic {
    Minimum,
    Mean,
    Maximum,
    L2Norm,
    Zeros,
    Nans,
    PositiveInfinities,
    NegativeInfinities,
};

inline constexpr std::array kStatistics{Statistic::Minimum,
                                        Statistic::Mean,
                                        Statistic::Maximum,
                                        Statistic::L2Norm,
                                        Statistic::Zeros,
                                        Statistic::Nans,
                                        Statistic::PositiveInfinities,
                                        Statistic::NegativeInfinities};

/// A run of its own with one scalar tag per statistic, TagId = place in kStatistics. What the
/// source cannot know (a histogram has no count of zeros) has no points. Null when stopped.
[[nodiscard]] std::shared_ptr<const Run>
statisticsRun(const Run& run, TagId tag, const std::stop_token& stop = {});

} // namespace runlens::viewers
