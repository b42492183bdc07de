// SPDX-License-Identifier: Apache-2.0
/// What a pipeline tells while it works, so that a recorder can make spans and queue samples of it.
/// All calls come from the thread that does the work, several threads at once, and outside of the
/// pipeline's locks; they must return soon and must not call back into the pipeline, except stop().
/// Times are ns of PipelineOptions::nowNs.
#pragma once

#include <cstdint>
#include <string>

namespace runlens::runtime {

enum class DataStage : std::uint8_t { Map, Batch };

/// A thread of the pipeline.
struct DataWorker {
    DataStage stage = DataStage::Map;
    int index = 0;    ///< within the stage
    std::string name; ///< "map 0", "batch 0"
};

/// One piece of work: what a worker does between two looks at its queues. Waiting is no part of it.
struct DataWork {
    std::uint64_t epoch = 0;
    std::uint64_t firstSample = 0; ///< position within the epoch, not index of the source
    std::uint64_t sampleCount = 0;
    std::int64_t batch = -1; ///< number within the epoch; -1 for map work, which knows no batches
};

/// How full a queue was just after something was put in or taken out. Samples of one queue may
/// arrive a little out of order; ns tells their order.
struct QueueDepth {
    const char* queue =
        ""; ///< "map" (in samples), "prefetch" (in batches); lives as long as the program
    std::int64_t ns = 0;
    std::int64_t depth = 0;
    std::int64_t capacity = 0;
};

class PipelineObserver {
public:
    PipelineObserver() = default;
    PipelineObserver(const PipelineObserver&) = delete;
    PipelineObserver& operator=(const PipelineObserver&) = delete;
    virtual ~PipelineObserver() = default;

    virtual void workerStarted(const DataWorker& worker) noexcept = 0; ///< before its first work
    virtual void workerEnded(const DataWorker& worker) noexcept = 0;   ///< after its last work
    virtual void
    workBegan(const DataWorker& worker, const DataWork& work, std::int64_t ns) noexcept = 0;
    /// Follows each workBegan on the same thread, also when the work failed.
    virtual void
    workEnded(const DataWorker& worker, const DataWork& work, std::int64_t ns) noexcept = 0;
    virtual void queueSampled(const QueueDepth& sample) noexcept = 0;
};

} // namespace runlens::runtime
