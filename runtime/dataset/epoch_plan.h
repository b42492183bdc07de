// SPDX-License-Identifier: Apache-2.0
/// Which samples a task has, from its number alone: tasks follow each other without a gap, epoch by
/// epoch, and none reaches over the end of an epoch. Any thread.
#pragma once

#include "runtime/dataset/shuffle.h"

#include <memory>
#include <mutex>

namespace runlens::runtime {

struct PipelineOptions;

/// Samples [first, first + count) of the order of one epoch.
struct SampleRange {
    std::uint64_t epoch = 0;
    std::size_t first = 0;
    std::size_t count = 0;
    bool isLastOfEpoch = false;
};

class EpochPlan {
public:
    EpochPlan(std::size_t sourceSize, const PipelineOptions& options);

    [[nodiscard]] std::uint64_t taskCount() const { return m_taskCount; } ///< of all epochs

    [[nodiscard]] SampleRange task(std::uint64_t number) const;
    /// The order of an epoch; null when it is the order of the source.
    [[nodiscard]] std::shared_ptr<const std::vector<std::uint32_t>> order(std::uint64_t epoch);

    [[nodiscard]] std::uint64_t samplesPerEpoch() const { return m_samples; }

    [[nodiscard]] std::uint64_t batchesPerEpoch() const { return m_batches; }

private:
    struct KeptOrder {
        std::uint64_t epoch = 0;
        std::shared_ptr<const std::vector<std::uint32_t>> order;
    };

    std::size_t m_sourceSize = 0;
    std::size_t m_samplesPerTask = 0;
    std::size_t m_samples = 0;
    std::uint64_t m_batches = 0;
    std::uint64_t m_tasksPerEpoch = 0;
    std::uint64_t m_taskCount = 0;
    bool m_shuffle = false;
    std::uint64_t m_seed = 0;
    std::mutex m_mutex;            ///< guards m_kept
    std::vector<KeptOrder> m_kept; ///< the last few orders asked for
};

} // namespace runlens::runtime
