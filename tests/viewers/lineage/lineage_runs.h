// SPDX-License-Identifier: GPL-3.0-or-later
/// Tiny runs with parameters and metrics that can be read in one look.
#pragma once

#include "summary_format/run_builder.h"
#include "viewers/lineage/run_table.h"
#include "viewers/view.h"

#include <string>
#include <utility>
#include <vector>

namespace runlens::test {

struct LineageRun {
    const char* name;
    std::vector<std::pair<const char*, const char*>> configuration; ///< key, JSON
    std::vector<double> loss;
};

/// Rates 0.001 to 1 whose loss falls with the rate; the third is another optimizer, the fourth has
/// no momentum and ends in NaN.
inline std::vector<LineageRun> fourRuns()
{
    return {{"a", {{"lr", "0.001"}, {"momentum", "0.5"}, {"opt", "\"SGD\""}}, {1.0, 0.9, 0.8}},
            {"b", {{"lr", "0.01"}, {"momentum", "0.9"}, {"opt", "\"SGD\""}}, {1.0, 0.7, 0.6}},
            {"c", {{"lr", "0.1"}, {"momentum", "0.9"}, {"opt", "\"Adam\""}}, {1.0, 0.3, 0.4}},
            {"d", {{"lr", "1"}, {"opt", "\"Adam\""}}, {1.0, 2.0, std::nan("")}}};
}

inline std::shared_ptr<const Run> buildRun(const LineageRun& run)
{
    RunBuilder builder({std::string("/runs/") + run.name, run.name, "runlens"});
    const SessionId session = builder.session({.startNs = 1'700'000'000'000'000'000, .pid = 1});
    for (const auto& [key, json] : run.configuration) {
        builder.property({0, session, "configuration", key, json});
    }
    const TagId loss = builder.tag({.name = "loss"});
    std::int64_t step = 0;
    for (const double value : run.loss) {
        ++step;
        builder.scalar(
            loss, session, step, 1'700'000'000'000'000'000 + step * 1'000'000'000, toBits(value));
    }
    return builder.snapshot();
}

inline std::vector<viewers::OpenRun> openRuns(const std::vector<LineageRun>& runs = fourRuns())
{
    std::vector<viewers::OpenRun> open;
    for (const LineageRun& run : runs) {
        viewers::OpenRun one;
        one.key = QStringLiteral("/runs/") + QLatin1String(run.name);
        one.name = QLatin1String(run.name);
        one.colourSlot = static_cast<int>(open.size());
        one.run = buildRun(run);
        open.push_back(std::move(one));
    }
    return open;
}

inline viewers::RunTable tableOf(const std::vector<LineageRun>& runs = fourRuns())
{
    std::vector<std::shared_ptr<const viewers::RunRecord>> records;
    for (const viewers::OpenRun& open : openRuns(runs)) {
        viewers::RunToRead wanted;
        wanted.key = open.key.toStdString();
        wanted.run = open.run;
        records.push_back(viewers::readRecord(wanted, {}));
    }
    return viewers::makeRunTable(std::move(records));
}

} // namespace runlens::test
