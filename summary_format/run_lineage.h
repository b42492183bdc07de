// SPDX-License-Identifier: Apache-2.0
/// What a run was made with and what came out of it, as one flat list of facts: its configuration,
/// MindSpore's lineage records, TensorBoard's HParams records, and the values of its scalars. The
/// lineage table of the command line and of the window are both made from it.
#pragma once

#include "summary_format/base/result.h"
#include "summary_format/run.h"

#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace runlens {

enum class FactGroup { Run, Parameter, Metric, DataSet };

struct RunFact {
    std::string key; ///< "learning_rate", "metric/Accuracy", "hparam/units", "last/loss", ...
    FactGroup group = FactGroup::Parameter;
    std::string value; ///< text without its quotes, a number, "true", JSON; empty: said to be null
    bool isText = false; ///< it was a text, even where it looks like a number
};

struct RunLineageOptions {
    bool withRunInformation = false; ///< section "info": host, command line, versions
    bool withExtremes = false;       ///< also "min/loss" and "max/loss" beside "last/loss"
    std::size_t mostScalars = 1000;  ///< tags; those beyond it are counted
};

struct RunLineage {
    std::vector<RunFact> facts;          ///< in order of discovery; each key once
    std::vector<std::string> metricTags; ///< scalars that an HParams experiment calls its metrics
    std::vector<Error> errors;           ///< records that could not be loaded
    std::size_t scalarsLeftOut = 0;
};

using LoadPayload = std::function<Result<std::vector<std::byte>>(const PayloadRef&)>;

/// A later value of a key replaces the earlier one: it tells the later state. Any thread; may read
/// from the file through load. Stops early with what it has when asked to.
[[nodiscard]] RunLineage runLineage(const Run& run,
                                    const LoadPayload& load,
                                    const RunLineageOptions& options = {},
                                    const std::stop_token& stop = {});

} // namespace runlens
