// SPDX-License-Identifier: GPL-3.0-or-later
/// What the step strip needs of the runs: their first and last step, where a series first turns
/// NaN, and findings. Grows with a run: only rows that are new since the last time are looked at.
/// Worker threads; values only.
#pragma once

#include "summary_format/run.h"

#include <QList>
#include <QString>

#include <memory>
#include <stop_token>
#include <vector>

namespace runlens::app {

struct StepMark {
    enum class Kind { NotANumber, Error, Warning, Information };
    Kind kind = Kind::Information;
    std::int64_t step = 0;
    QString text; ///< one line for the tooltip, without the name of the run
};

struct RunSteps {
    std::int64_t first = kNoStep; ///< kNoStep: the run has no steps
    std::int64_t last = kNoStep;
    std::vector<StepMark> marks;    ///< at most one NaN mark per tag; sorted by step
    std::int64_t stepsPerEpoch = 0; ///< 0: unknown
    std::int64_t epochs = 0;        ///< planned; 0: unknown

    // How far the series have been looked at.
    std::vector<std::size_t> rowsSeen; ///< per tag
    std::vector<bool> hasNan;          ///< per tag
    std::vector<StepMark> nanMarks;
};

/// previous: what an earlier snapshot of the same run gave; {} for a new one. Stops early when
/// asked (the result then covers what was looked at).
[[nodiscard]] RunSteps indexSteps(const Run& run, RunSteps previous, std::stop_token stop = {});

} // namespace runlens::app
