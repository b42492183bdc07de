// SPDX-License-Identifier: Apache-2.0
#include "runtime/dataset/epoch_plan.h"

#include "runtime/dataset/data_pipeline.h"

#include <algorithm>
#include <limits>

namespace runlens::runtime {

EpochPlan::EpochPlan(std::size_t sourceSize, const PipelineOptions& options)
    : m_sourceSize(sourceSize)
    , m_samplesPerTask(options.samplesPerTask)
    , m_samples(options.dropRemainder ? sourceSize / options.batchSize * options.batchSize
                                      : sourceSize)
    , m_batches((m_samples + options.batchSize - 1) / options.batchSize)
    , m_tasksPerEpoch((m_samples + options.samplesPerTask - 1) / options.samplesPerTask)
    , m_taskCount(std::numeric_limits<std::uint64_t>::max())
    , m_shuffle(options.shuffle)
    , m_seed(options.seed)
{
    if (options.epochs != 0 && options.epochs < m_taskCount / m_tasksPerEpoch) {
        m_taskCount = options.epochs * m_tasksPerEpoch;
    }
}

SampleRange EpochPlan::task(std::uint64_t number) const
{
    SampleRange range;
    range.epoch = number / m_tasksPerEpoch;
    range.first = number % m_tasksPerEpoch * m_samplesPerTask;
    range.count = std::min(m_samplesPerTask, m_samples - range.first);
    range.isLastOfEpoch = range.first + range.count == m_samples;
    return range;
}

std::shared_ptr<const std::vector<std::uint32_t>> EpochPlan::order(std::uint64_t epoch)
{
    if (!m_shuffle) {
        return nullptr;
    }
    const std::lock_guard lock(m_mutex);
    const auto found = std::find_if(
        m_kept.begin(), m_kept.end(), [&](const KeptOrder& kept) { return kept.epoch == epoch; });
    if (found != m_kept.end()) {
        return found->order;
    }
    constexpr std::size_t kKept = 4;
    if (m_kept.size() == kKept) {
        m_kept.erase(m_kept.begin());
    }
    auto order = std::make_shared<const std::vector<std::uint32_t>>(
        shuffledOrder(m_sourceSize, m_seed, epoch));
    m_kept.push_back({epoch, order});
    return order;
}

} // namespace runlens::runtime
