// SPDX-License-Identifier: Apache-2.0
/// What MindSpore's lineage records and TensorBoard's HParams records say of a run, as one flat
/// list of facts: parameters, metrics, data-set facts. Keys are MindInsight's ("learning_rate",
/// "metric/Accuracy", "user_defined/version"), data sets below "dataset/", hyper-parameters below
/// "hparam/". Broken input gives the facts before its fault.
#pragma once

#include "summary_format/records.h"

#include <string>
#include <string_view>
#include <vector>

namespace runlens::event_file {

struct LineageFact {
    std::string key;
    std::string value; ///< JSON: a number, a text with its quotes, true, false, null, an array
};

/// record: the payload of a Lineage sample; tag: its tag ("train_lineage", "evaluation_lineage",
/// "dataset_graph", "user_defined_info").
[[nodiscard]] std::vector<LineageFact> lineageFacts(std::string_view tag, std::string_view record);

/// content: the payload of an HParams sample: its start, its end, or the experiment.
[[nodiscard]] std::vector<LineageFact> hparamFacts(std::string_view content);

/// Tags of the scalars that the experiment names as its metrics.
[[nodiscard]] std::vector<std::string> hparamMetrics(std::string_view content);

} // namespace runlens::event_file
