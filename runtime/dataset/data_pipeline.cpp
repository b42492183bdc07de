// SPDX-License-Identifier: Apache-2.0
#include "runtime/dataset/data_pipeline.h"

#include "runtime/dataset/epoch_plan.h"
#include "runtime/dataset/queues.h"

#include <fmt/format.h>
#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>
#include <system_error>
#include <thread>

namespace runlens::runtime {

namespace {

constexpr const char* kMapQueue = "map";
constexpr const char* kPrefetchQueue = "prefetch";

/// What one map worker made of one task.
struct MappedTask {
    SampleRange range;
    std::vector<float> values;
    std::vector<std::int32_t> labels;
    std::optional<Error> error;
};

std::function<std::int64_t()> steadyEpochClock()
{
    using std::chrono::duration_cast;
    using std::chrono::nanoseconds;
    const auto steadyStart = std::chrono::steady_clock::now();
    const auto systemStart =
        duration_cast<nanoseconds>(std::chrono::system_clock::now().time_since_epoch());
    return [steadyStart, systemStart] {
        const auto passed =
            duration_cast<nanoseconds>(std::chrono::steady_clock::now() - steadyStart);
        return static_cast<std::int64_t>((systemStart + passed).count());
    };
}

} // namespace

/// The threads and what they share. Everything that is not const is a queue or the plan, which lock
/// themselves.
class DataPipeline::Workers {
public:
    Workers(std::shared_ptr<const SampleSource> source,
            std::vector<MapFunction> maps,
            const PipelineOptions& options,
            PipelineObserver* observer)
        : m_source(std::move(source))
        , m_maps(std::move(maps))
        , m_options(options)
        , m_observer(observer)
        , m_nowNs(options.nowNs ? options.nowNs : steadyEpochClock())
        , m_sampleShape(m_source->sampleShape())
        , m_sampleValues(valuesOf(m_sampleShape))
        , m_plan(m_source->size(), options)
        , m_mapped(mapSlots(options),
                   m_plan.taskCount(),
                   {kMapQueue, mapSlots(options) * options.samplesPerTask, observer, m_nowNs})
        , m_batches(options.prefetchBatches,
                    {kPrefetchQueue, options.prefetchBatches, observer, m_nowNs})
    {}

    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    ~Workers()
    {
        stop();
        for (std::thread& thread : m_threads) {
            thread.join();
        }
    }

    Status start()
    {
        try {
            m_threads.reserve(m_options.mapWorkers + 1);
            for (std::size_t i = 0; i < m_options.mapWorkers; ++i) {
                launch({DataStage::Map, static_cast<int>(i), fmt::format("map {}", i)});
            }
            launch({DataStage::Batch, 0, "batch 0"});
        } catch (const std::exception& problem) {
            return failure("start the threads of the data pipeline",
                           {},
                           problem.what(),
                           "Use fewer map workers");
        }
        return {};
    }

    void stop() noexcept
    {
        m_mapped.close();
        m_batches.close();
    }

    std::optional<Result<DataBatch>> pop() { return m_batches.pop(); }

    [[nodiscard]] const EpochPlan& plan() const { return m_plan; }

    static std::size_t valuesOf(const std::vector<std::int64_t>& shape)
    {
        std::size_t count = 1;
        for (const std::int64_t dim : shape) {
            count *= static_cast<std::size_t>(dim);
        }
        return count;
    }

private:
    static std::size_t mapSlots(const PipelineOptions& options)
    {
        const std::size_t tasks =
            (options.mapQueueSamples + options.samplesPerTask - 1) / options.samplesPerTask;
        return std::max(tasks, options.mapWorkers);
    }

    void launch(DataWorker worker)
    {
        m_threads.emplace_back([this, worker = std::move(worker)] {
            pthread_setname_np(pthread_self(), ("data " + worker.name).substr(0, 15).c_str());
            if (m_observer != nullptr) {
                m_observer->workerStarted(worker);
            }
            if (worker.stage == DataStage::Map) {
                mapTasks(worker);
            } else {
                makeBatches(worker);
            }
            if (m_observer != nullptr) {
                m_observer->workerEnded(worker);
            }
        });
    }

    /// Runs work between the two calls to the observer; an exception becomes an Error.
    template <typename Work>
    std::optional<Error> observed(const DataWorker& worker, const DataWork& what, Work work)
    {
        if (m_observer != nullptr) {
            m_observer->workBegan(worker, what, m_nowNs());
        }
        std::optional<Error> error;
        try {
            if (const Status done = work(); !done) {
                error = done.error();
            }
        } catch (const std::exception& problem) {
            error = Error{"prepare the samples", {}, problem.what(), {}};
        } catch (...) {
            error = Error{"prepare the samples", {}, "an exception that is no std::exception", {}};
        }
        if (m_observer != nullptr) {
            m_observer->workEnded(worker, what, m_nowNs());
        }
        return error;
    }

    void mapTasks(const DataWorker& worker)
    {
        while (const auto ticket = m_mapped.ticket()) {
            MappedTask task;
            task.range = m_plan.task(*ticket);
            const DataWork what{task.range.epoch, task.range.first, task.range.count, -1};
            task.error = observed(worker, what, [&] { return mapTask(task); });
            m_mapped.put(*ticket, std::move(task), what.sampleCount);
        }
    }

    Status mapTask(MappedTask& task)
    {
        const SampleRange& range = task.range;
        const auto order = m_plan.order(range.epoch);
        task.values.resize(range.count * m_sampleValues);
        task.labels.resize(range.count);
        for (std::size_t i = 0; i < range.count; ++i) {
            MappedSample sample;
            sample.index = order ? (*order)[range.first + i] : range.first + i;
            sample.epoch = range.epoch;
            sample.seed = mixedSeed(m_options.seed, range.epoch, sample.index + 1);
            sample.values = std::span(task.values).subspan(i * m_sampleValues, m_sampleValues);
            const auto label = m_source->read(sample.index, sample.values);
            if (!label) {
                return failure(label);
            }
            sample.label = *label;
            for (const MapFunction& map : m_maps) {
                if (Status mapped = map(sample); !mapped) {
                    return mapped;
                }
            }
            task.labels[i] = sample.label;
        }
        return {};
    }

    void makeBatches(const DataWorker& worker)
    {
        std::deque<MappedTask> tasks; ///< of one epoch
        std::size_t used = 0;         ///< samples of the first task that went into a batch already
        std::size_t held = 0;         ///< samples that did not
        std::uint64_t number = 0;
        while (true) {
            while (held < m_options.batchSize
                   && (tasks.empty() || !tasks.back().range.isLastOfEpoch)) {
                std::optional<MappedTask> task = m_mapped.take();
                if (!task || task->error) {
                    finish(task ? std::move(task->error) : std::nullopt);
                    return;
                }
                held += task->range.count;
                tasks.push_back(std::move(*task));
            }
            DataBatch batch;
            const std::size_t count = std::min(held, m_options.batchSize);
            batch.epoch = tasks.front().range.epoch;
            batch.number = number;
            batch.isLastOfEpoch = tasks.back().range.isLastOfEpoch && held == count;
            number = batch.isLastOfEpoch ? 0 : number + 1;
            const DataWork what{batch.epoch,
                                tasks.front().range.first + used,
                                count,
                                static_cast<std::int64_t>(batch.number)};
            auto error = observed(worker, what, [&]() -> Status {
                fill(batch, count, tasks, used);
                return {};
            });
            held -= count;
            if (error) {
                finish(std::move(error));
                return;
            }
            if (!m_batches.push(std::move(batch))) {
                return;
            }
        }
    }

    /// Moves count samples from the tasks into the batch, and drops the tasks that are used up.
    void fill(DataBatch& batch,
              std::size_t count,
              std::deque<MappedTask>& tasks,
              std::size_t& used) const
    {
        batch.shape.assign(1, static_cast<std::int64_t>(count));
        batch.shape.insert(batch.shape.end(), m_sampleShape.begin(), m_sampleShape.end());
        batch.values.reserve(count * m_sampleValues);
        batch.labels.reserve(count);
        while (batch.labels.size() < count) {
            const MappedTask& task = tasks.front();
            const std::size_t n = std::min(count - batch.labels.size(), task.range.count - used);
            const auto values =
                std::span(task.values).subspan(used * m_sampleValues, n * m_sampleValues);
            const auto labels = std::span(task.labels).subspan(used, n);
            batch.values.insert(batch.values.end(), values.begin(), values.end());
            batch.labels.insert(batch.labels.end(), labels.begin(), labels.end());
            used += n;
            if (used == task.range.count) {
                tasks.pop_front();
                used = 0;
            }
        }
    }

    void finish(std::optional<Error> error)
    {
        m_mapped.close();
        if (error) {
            m_batches.push(tl::unexpected<Error>(std::move(*error)));
        }
        m_batches.finish();
    }

    const std::shared_ptr<const SampleSource> m_source;
    const std::vector<MapFunction> m_maps;
    const PipelineOptions m_options;
    PipelineObserver* const m_observer;
    const std::function<std::int64_t()> m_nowNs;
    const std::vector<std::int64_t> m_sampleShape;
    const std::size_t m_sampleValues;
    EpochPlan m_plan;
    OrderedQueue<MappedTask> m_mapped;
    BoundedQueue<Result<DataBatch>> m_batches;
    std::vector<std::thread> m_threads;
};

namespace {

Status checkOptions(const SampleSource* source, const PipelineOptions& options)
{
    constexpr const char* kAttempt = "start the data pipeline";
    constexpr std::size_t kMaxThings = std::size_t{1} << 20;
    constexpr std::size_t kMaxWorkers = 256;
    if (source == nullptr || source->size() == 0) {
        return failure(kAttempt, {}, "the source has no samples");
    }
    if (source->size() > std::numeric_limits<std::uint32_t>::max()) {
        return failure(kAttempt,
                       {},
                       fmt::format("{} samples are more than an order can hold", source->size()));
    }
    for (const std::size_t value : {options.batchSize,
                                    options.samplesPerTask,
                                    options.mapQueueSamples,
                                    options.prefetchBatches})
    {
        if (value == 0 || value > kMaxThings) {
            return failure(kAttempt,
                           {},
                           fmt::format("sizes of batches, tasks and queues are 1 to {}, not {}",
                                       kMaxThings,
                                       value));
        }
    }
    if (options.mapWorkers == 0 || options.mapWorkers > kMaxWorkers) {
        return failure(
            kAttempt,
            {},
            fmt::format("1 to {} map workers can work, not {}", kMaxWorkers, options.mapWorkers));
    }
    if (options.dropRemainder && source->size() < options.batchSize) {
        return failure(
            kAttempt,
            {},
            fmt::format("{} samples do not fill a batch of {}", source->size(), options.batchSize),
            "Use smaller batches or keep the remainder");
    }
    constexpr std::int64_t kMaxBatchValues = std::int64_t{1} << 31;
    auto most = kMaxBatchValues
                / static_cast<std::int64_t>(std::max(options.batchSize, options.samplesPerTask));
    for (const std::int64_t dim : source->sampleShape()) {
        if (dim <= 0 || dim > most) {
            return failure(kAttempt,
                           {},
                           fmt::format("a batch has no values, or more than {}", kMaxBatchValues));
        }
        most /= dim;
    }
    return {};
}

} // namespace

Result<std::unique_ptr<DataPipeline>>
DataPipeline::start(std::shared_ptr<const SampleSource> source,
                    std::vector<MapFunction> maps,
                    const PipelineOptions& options,
                    PipelineObserver* observer)
{
    if (const Status checked = checkOptions(source.get(), options); !checked) {
        return failure(checked);
    }
    auto workers = std::make_unique<Workers>(std::move(source), std::move(maps), options, observer);
    if (const Status started = workers->start(); !started) {
        return failure(started);
    }
    return std::unique_ptr<DataPipeline>(new DataPipeline(std::move(workers)));
}

DataPipeline::DataPipeline(std::unique_ptr<Workers> workers) : m_workers(std::move(workers)) {}

DataPipeline::~DataPipeline() = default;

Result<std::optional<DataBatch>> DataPipeline::next()
{
    if (m_failed) {
        return tl::unexpected<Error>(*m_failed);
    }
    if (m_epochEnded) {
        m_epochEnded = false;
        return std::nullopt;
    }
    auto item = m_workers->pop();
    if (!item) {
        return std::nullopt;
    }
    if (!*item) {
        m_failed = item->error();
        return tl::unexpected<Error>(*m_failed);
    }
    m_epochEnded = (*item)->isLastOfEpoch;
    return std::move(**item);
}

void DataPipeline::stop() noexcept
{
    m_workers->stop();
}

std::uint64_t DataPipeline::batchesPerEpoch() const
{
    return m_workers->plan().batchesPerEpoch();
}

std::uint64_t DataPipeline::samplesPerEpoch() const
{
    return m_workers->plan().samplesPerEpoch();
}

} // namespace runlens::runtime
