// SPDX-License-Identifier: Apache-2.0
/// Brings samples from a source to the training loop:
///
///     source -> shuffle -> map (parallel workers) -> queue "map" -> batch -> queue "prefetch" ->
///     next()
///
/// The order of samples depends on seed and epoch alone, never on the number of workers or on
/// timing. Workers run ahead over the end of an epoch, as far as the queues let them. start(),
/// next() and the destructor belong to one thread; stop() may be called by any, at any time.
#pragma once

#include "runtime/dataset/pipeline_observer.h"
#include "runtime/dataset/sample_source.h"

#include <memory>
#include <optional>

namespace runlens::runtime {

struct PipelineOptions {
    std::size_t batchSize = 32;
    bool dropRemainder =
        true; ///< leave out the last samples of an epoch when they do not fill a batch
    bool shuffle = true;
    std::uint64_t seed = 0;
    std::uint64_t epochs = 0; ///< 0: without end
    std::size_t mapWorkers = 2;
    std::size_t samplesPerTask = 16;   ///< what a map worker takes at once
    std::size_t mapQueueSamples = 256; ///< rounded up to whole tasks, at least one per worker
    std::size_t prefetchBatches = 4;
    /// Clock of what the observer is told, ns since the epoch; empty: system time at the start,
    /// then steady.
    std::function<std::int64_t()> nowNs;
};

struct DataBatch {
    std::vector<float> values;        ///< dense, row-major, as shape says
    std::vector<std::int32_t> labels; ///< one per sample
    std::vector<std::int64_t> shape;  ///< {samples, shape of a sample...}: {32, 1, 28, 28}
    std::uint64_t epoch = 0;
    std::uint64_t number = 0; ///< within the epoch
    bool isLastOfEpoch = false;
};

class DataPipeline {
public:
    /// Starts the threads. The map functions are applied in their order. observer may be null; it
    /// must outlive the pipeline. Refuses options that cannot work (a batch of 0, an epoch without
    /// a batch, ...).
    static Result<std::unique_ptr<DataPipeline>> start(std::shared_ptr<const SampleSource> source,
                                                       std::vector<MapFunction> maps,
                                                       const PipelineOptions& options,
                                                       PipelineObserver* observer = nullptr);
    DataPipeline(const DataPipeline&) = delete;
    DataPipeline& operator=(const DataPipeline&) = delete;
    /// Stops and waits for the threads: as long as the map function that runs just then.
    ~DataPipeline();

    /// The next batch; waits for it. Nothing at the end of each epoch (the call after it begins the
    /// next one), and always nothing after the last epoch and after stop(). An Error of the source
    /// or of a map function comes in place of the batch it would have been in, and again at every
    /// later call.
    Result<std::optional<DataBatch>> next();

    /// Ends all work soon; a waiting next() returns nothing. Does not wait.
    void stop() noexcept;

    [[nodiscard]] std::uint64_t batchesPerEpoch() const;
    [[nodiscard]] std::uint64_t samplesPerEpoch() const; ///< without a dropped remainder

private:
    class Workers;
    explicit DataPipeline(std::unique_ptr<Workers> workers);

    std::unique_ptr<Workers> m_workers;
    std::optional<Error> m_failed;
    bool m_epochEnded = false;
};

} // namespace runlens::runtime
