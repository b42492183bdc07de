// SPDX-License-Identifier: GPL-3.0-or-later
/// What the overview says about one run beside the other shown ones, as texts and numbers that are
/// ready to be drawn. Pure functions over snapshots, run on a worker. What a run does not have is
/// left out; a section without rows is not shown.
#pragma once

#include "viewers/common/run_set.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <stop_token>
#include <vector>

namespace runlens::viewers {

/// A row of a list of facts. linkView: the start of the value is a link to that view.
struct PropertyRow {
    QString name;
    QString value;
    QString note;    ///< behind the value, quieter
    QString toolTip; ///< the exact value
    QString linkView;
    QString linkTag; ///< selected on the way
    bool isBold = false;
};

struct RunProgress {
    std::int64_t done = 0;
    std::int64_t total = 0;
    double stepsPerSecond = 0.0; ///< 0: unknown
    double secondsLeft = -1.0;   ///< below 0: unknown or not running
    bool isRunning = false;
};

struct OverviewFinding {
    int severity = 0; ///< 0 information, 1 warning, 2 error
    QString title;
    QString detail;
    std::optional<std::int64_t> step;
    QString tag;
};

struct OverviewFacts {
    QString runKey;
    EndReason ended = EndReason::Unknown;
    std::vector<PropertyRow> facts;
    std::optional<RunProgress>
        progress; ///< only when the configuration tells how many steps there will be
    std::vector<PropertyRow> configuration;
    int differing = 0; ///< configuration keys in which the other runs differ
    std::vector<PropertyRow> recording;
    bool isComplete = true; ///< nothing was dropped or skipped
    std::vector<PropertyRow> recorded;
    std::vector<OverviewFinding> findings;
    QStringList keyTags; ///< at most three
};

[[nodiscard]] OverviewFacts overviewFacts(const OpenRun& run,
                                          const std::vector<OpenRun>& others,
                                          const std::stop_token& stop = {});

/// The curves that tell how learning goes, at most `atMost`: the training loss, the test loss, the
/// test accuracy, where there are such; then further losses and accuracies; then whatever has the
/// most points. A tag counts as a loss or an accuracy by its name; one that names test, val or eval
/// is not the training one.
[[nodiscard]] QStringList keyTags(const Run& run, int atMost = 3);

/// A JSON value as it reads best: strings without quotes, everything else as it is.
[[nodiscard]] QString plainValue(std::string_view json);
/// Steps by configuration: total_steps or steps_total, or epochs × steps_per_epoch; nullopt
/// without.
[[nodiscard]] std::optional<std::int64_t> configuredSteps(const Run& run);
/// Steps per second over the last part of what was recorded; 0 when it cannot be told.
[[nodiscard]] double recentStepsPerSecond(const Run& run);

/// Median and 95th percentile of the durations of the step spans, in ns; nullopt without such
/// spans.
struct StepDurations {
    std::size_t count = 0;
    double medianNs = 0.0;
    double p95Ns = 0.0;
};

[[nodiscard]] std::optional<StepDurations> stepDurations(const Run& run);
/// First and last step of all scalar tags and step spans; nullopt when nothing has a step.
[[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> stepExtent(const Run& run);

} // namespace runlens::viewers
