// SPDX-License-Identifier: Apache-2.0
/// The command line of runlens_train_lenet.
#pragma once

#include "runtime/frontend/trainer.h"

#include <cstdint>
#include <string>

namespace runlens::runtime {

struct TrainingOptions {
    std::string data = "/usr/share/datasets/fashion-mnist";
    std::int64_t epochs = 5;
    std::int64_t batchSize = 64;
    double learningRate = 0.02;
    std::uint64_t seed = 1;
    ExecutionMode mode = ExecutionMode::Graph;
    std::string logdir = "runs";
    std::string run; ///< empty: lenet-<date>-seed<N>
    int saveGraphs = 0;
    std::int64_t stepsLimit = 0; ///< 0: none
    std::int64_t statsEvery = 100;
    int threads = 1; ///< a second core is for the data workers, the recorder and the window
    bool record = true;
    bool help = false;
};

[[nodiscard]] Result<TrainingOptions> parseOptions(int count, const char* const* arguments);
[[nodiscard]] std::string usageText();

} // namespace runlens::runtime
