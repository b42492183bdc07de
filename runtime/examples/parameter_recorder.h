// SPDX-License-Identifier: Apache-2.0
/// Records what the parameters of a training program did in some of its steps: statistics of
/// weights and gradients, and the three numbers that tell first when a training goes wrong:
/// gradient_norm/NAME and weight_norm/NAME (L2), and for weights of two or more dimensions
/// update_ratio/NAME = |w after the step - w before| / |w before| (about 1e-3 in a healthy run).
/// Called on the training thread.
#pragma once

#include "collector/summary_collector.h"
#include "runtime/frontend/trainer.h"

#include <cstdint>
#include <vector>

namespace runlens::runtime {

class ParameterRecorder {
public:
    /// Both must outlive it. Steps 1, 1 + every, 1 + 2 every, ... are recorded; every >= 1.
    ParameterRecorder(SummaryCollector& collector, const Trainer& trainer, std::int64_t every);

    [[nodiscard]] bool isRecorded(std::int64_t step) const { return (step - 1) % m_every == 0; }

    /// Before and after the parameters change in a recorded step.
    void beforeStep();
    void afterStep(std::int64_t step);

private:
    struct Watched {
        TagHandle gradientNorm;
        TagHandle weightNorm;
        TagHandle updateRatio;
        std::vector<float> before; ///< empty: no update ratio
    };

    SummaryCollector& m_collector;
    const Trainer& m_trainer;
    std::int64_t m_every;
    std::vector<Watched> m_watched; ///< in order of the trainer's parameters
};

} // namespace runlens::runtime
