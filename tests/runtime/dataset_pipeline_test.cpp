// SPDX-License-Identifier: Apache-2.0
#include "runtime/dataset/data_pipeline.h"
#include "runtime/dataset/shuffle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <numeric>
#include <stdexcept>
#include <thread>

namespace runlens::runtime {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Sample i holds {i, i + 0.5} and has label 10 * i.
class Counting final : public SampleSource {
public:
    explicit Counting(std::size_t size) : m_size(size) {}

    [[nodiscard]] std::size_t size() const override { return m_size; }

    [[nodiscard]] std::vector<std::int64_t> sampleShape() const override { return {1, 2}; }

    [[nodiscard]] Result<std::int32_t> read(std::size_t index,
                                            std::span<float> values) const override
    {
        values[0] = static_cast<float>(index);
        values[1] = static_cast<float>(index) + 0.5F;
        return static_cast<std::int32_t>(index) * 10;
    }

private:
    std::size_t m_size;
};

std::unique_ptr<DataPipeline> started(std::size_t size,
                                      const PipelineOptions& options,
                                      std::vector<MapFunction> maps = {},
                                      PipelineObserver* observer = nullptr)
{
    auto pipeline =
        DataPipeline::start(std::make_shared<Counting>(size), std::move(maps), options, observer);
    EXPECT_TRUE(pipeline) << pipeline.error().message();
    return std::move(*pipeline);
}

/// Labels of one epoch, batch by batch; checks what every batch must hold.
std::vector<std::vector<std::int32_t>> epochOf(DataPipeline& pipeline)
{
    std::vector<std::vector<std::int32_t>> batches;
    while (true) {
        const auto batch = pipeline.next();
        EXPECT_TRUE(batch) << batch.error().message();
        if (!batch || !*batch) {
            return batches;
        }
        const DataBatch& got = **batch;
        EXPECT_EQ(got.number, batches.size());
        EXPECT_THAT(got.shape, ElementsAre(static_cast<std::int64_t>(got.labels.size()), 1, 2));
        EXPECT_EQ(got.values.size(), got.labels.size() * 2);
        for (std::size_t i = 0; i < got.labels.size(); ++i) {
            const std::int32_t index = got.labels[i] / 10;
            EXPECT_EQ(got.values[2 * i], static_cast<float>(index));
            EXPECT_EQ(got.values[2 * i + 1], static_cast<float>(index) + 0.5F);
        }
        batches.push_back(got.labels);
    }
}

std::vector<std::int32_t> joined(const std::vector<std::vector<std::int32_t>>& batches)
{
    std::vector<std::int32_t> labels;
    for (const auto& batch : batches) {
        labels.insert(labels.end(), batch.begin(), batch.end());
    }
    return labels;
}

/// Keeps everything it is told.
class Keeper final : public PipelineObserver {
public:
    struct Span {
        DataWork work;
        std::int64_t beginNs = 0;
        std::int64_t endNs = 0;
    };

    void workerStarted(const DataWorker& worker) noexcept override
    {
        const std::lock_guard lock(mutex);
        alive[worker.name] = std::this_thread::get_id();
    }

    void workerEnded(const DataWorker& worker) noexcept override
    {
        const std::lock_guard lock(mutex);
        isRight = isRight && alive[worker.name] == std::this_thread::get_id();
        alive.erase(worker.name);
    }

    void
    workBegan(const DataWorker& worker, const DataWork& work, std::int64_t ns) noexcept override
    {
        const std::lock_guard lock(mutex);
        isRight = isRight && alive[worker.name] == std::this_thread::get_id()
                  && open.count(worker.name) == 0;
        open[worker.name] = {work, ns, 0};
    }

    void
    workEnded(const DataWorker& worker, const DataWork& work, std::int64_t ns) noexcept override
    {
        const std::lock_guard lock(mutex);
        Span span = open[worker.name];
        span.endNs = ns;
        isRight = isRight && span.work.firstSample == work.firstSample && span.beginNs <= ns;
        spans[worker.name].push_back(span);
        open.erase(worker.name);
    }

    void queueSampled(const QueueDepth& sample) noexcept override
    {
        const std::lock_guard lock(mutex);
        isRight = isRight && sample.depth >= 0 && sample.depth <= sample.capacity;
        depths[sample.queue].push_back(sample);
    }

    std::mutex mutex; ///< guards everything below
    bool isRight = true;
    std::map<std::string, std::thread::id> alive;
    std::map<std::string, Span> open;
    std::map<std::string, std::vector<Span>> spans;
    std::map<std::string, std::vector<QueueDepth>> depths;
};

TEST(DataPipeline, GivesTheSamplesInTheOrderOfTheSourceWithoutShuffle)
{
    const auto pipeline = started(7,
                                  {.batchSize = 3,
                                   .dropRemainder = false,
                                   .shuffle = false,
                                   .epochs = 1,
                                   .samplesPerTask = 2});
    EXPECT_EQ(pipeline->batchesPerEpoch(), 3U);
    EXPECT_EQ(pipeline->samplesPerEpoch(), 7U);
    EXPECT_THAT(epochOf(*pipeline),
                ElementsAre(ElementsAre(0, 10, 20), ElementsAre(30, 40, 50), ElementsAre(60)));
    EXPECT_FALSE(pipeline->next().value()) << "nothing follows the last epoch";
    EXPECT_FALSE(pipeline->next().value());
}

TEST(DataPipeline, DropsTheRemainderWhenAsked)
{
    const auto pipeline = started(7,
                                  {.batchSize = 3,
                                   .dropRemainder = true,
                                   .shuffle = false,
                                   .epochs = 2,
                                   .samplesPerTask = 4});
    EXPECT_EQ(pipeline->batchesPerEpoch(), 2U);
    EXPECT_EQ(pipeline->samplesPerEpoch(), 6U);
    for (int epoch = 0; epoch < 2; ++epoch) {
        EXPECT_THAT(epochOf(*pipeline),
                    ElementsAre(ElementsAre(0, 10, 20), ElementsAre(30, 40, 50)));
    }
}

TEST(DataPipeline, CutsEveryCombinationOfSizesIntoTheRightBatches)
{
    for (const std::size_t size : {1U, 2U, 5U, 16U, 17U}) {
        for (const std::size_t batch : {1U, 2U, 5U, 16U}) {
            for (const std::size_t task : {1U, 3U, 32U}) {
                const auto pipeline = started(size,
                                              {.batchSize = batch,
                                               .dropRemainder = false,
                                               .shuffle = false,
                                               .epochs = 2,
                                               .samplesPerTask = task,
                                               .mapQueueSamples = 4,
                                               .prefetchBatches = 1});
                for (int epoch = 0; epoch < 2; ++epoch) {
                    const auto batches = epochOf(*pipeline);
                    ASSERT_EQ(batches.size(), (size + batch - 1) / batch);
                    const auto labels = joined(batches);
                    ASSERT_EQ(labels.size(), size);
                    for (std::size_t i = 0; i < size; ++i) {
                        ASSERT_EQ(labels[i], static_cast<std::int32_t>(i) * 10);
                    }
                }
            }
        }
    }
}

TEST(DataPipeline, ShufflesEveryEpochAnewTheSameWayForAnyNumberOfWorkers)
{
    std::vector<std::vector<std::int32_t>> first;
    for (const std::size_t workers : {1U, 2U, 7U}) {
        for (const std::size_t task : {1U, 16U}) {
            const auto pipeline = started(100,
                                          {.batchSize = 10,
                                           .seed = 42,
                                           .epochs = 3,
                                           .mapWorkers = workers,
                                           .samplesPerTask = task,
                                           .mapQueueSamples = 8});
            std::vector<std::vector<std::int32_t>> epochs;
            epochs.reserve(3);
            for (int epoch = 0; epoch < 3; ++epoch) {
                epochs.push_back(joined(epochOf(*pipeline)));
            }
            if (first.empty()) {
                first = epochs;
            }
            EXPECT_EQ(epochs, first) << workers << " workers, tasks of " << task;
        }
    }
    EXPECT_NE(first[0], first[1]);
    for (auto labels : first) {
        std::sort(labels.begin(), labels.end());
        for (std::size_t i = 0; i < labels.size(); ++i) {
            EXPECT_EQ(labels[i], static_cast<std::int32_t>(i) * 10);
        }
    }
    EXPECT_NE(joined(epochOf(*started(100, {.batchSize = 10, .seed = 43, .epochs = 1}))), first[0]);
}

TEST(Shuffle, IsTheSameEverywhereAndEven)
{
    EXPECT_THAT(shuffledOrder(0, 1, 2), ElementsAre());
    EXPECT_THAT(shuffledOrder(1, 1, 2), ElementsAre(0));
    std::map<std::vector<std::uint32_t>, int> seen;
    constexpr int kDraws = 24 * 1000;
    for (int seed = 0; seed < kDraws; ++seed) {
        ++seen[shuffledOrder(4, static_cast<std::uint64_t>(seed), 0)];
    }
    ASSERT_EQ(seen.size(), 24U);
    for (const auto& [order, count] : seen) {
        EXPECT_NEAR(count, 1000, 160) << "five standard deviations"; // sqrt(1000 * 23 / 24) = 31
    }
}

TEST(DataPipeline, AppliesTheMapFunctionsInTheirOrder)
{
    const MapFunction addOne = [](MappedSample& sample) -> Status {
        sample.values[0] += 1.0F;
        sample.label = -sample.label;
        return {};
    };
    const auto pipeline = started(
        2, {.batchSize = 2, .shuffle = false, .epochs = 1}, {addOne, normalize(2.0F, 4.0F)});
    const auto batch = pipeline->next();
    ASSERT_TRUE(batch && *batch);
    EXPECT_THAT((*batch)->values, ElementsAre(-0.25F, -0.375F, 0.0F, -0.125F));
    EXPECT_THAT((*batch)->labels, ElementsAre(0, -10));
}

TEST(DataPipeline, SeedsAugmentationBySampleAndEpochAlone)
{
    std::vector<std::map<std::pair<std::uint64_t, std::size_t>, std::uint64_t>> runs;
    for (const std::size_t workers : {1U, 4U}) {
        std::mutex mutex;
        std::map<std::pair<std::uint64_t, std::size_t>, std::uint64_t> seeds;
        const MapFunction keep = [&](MappedSample& sample) -> Status {
            const std::lock_guard lock(mutex);
            seeds[{sample.epoch, sample.index}] = sample.seed;
            return {};
        };
        {
            const auto pipeline = started(
                20, {.batchSize = 5, .seed = 3, .epochs = 2, .mapWorkers = workers}, {keep});
            epochOf(*pipeline);
            epochOf(*pipeline);
        }
        runs.push_back(seeds);
    }
    EXPECT_EQ(runs[0], runs[1]);
    std::map<std::uint64_t, int> distinct;
    for (const auto& [key, seed] : runs[0]) {
        ++distinct[seed];
    }
    EXPECT_EQ(distinct.size(), 40U);
}

TEST(DataPipeline, KeepsTheOrderWhenALaterTaskIsReadyFirst)
{
    std::mutex mutex;
    std::condition_variable changed;
    int others = 0;
    const MapFunction firstComesLast = [&](MappedSample& sample) -> Status {
        std::unique_lock lock(mutex);
        if (sample.index == 0) {
            const bool overtaken =
                changed.wait_for(lock, std::chrono::seconds(60), [&] { return others == 3; });
            return overtaken ? Status{} : failure("overtake", {}, "nobody did");
        }
        ++others;
        changed.notify_all();
        return {};
    };
    const auto pipeline = started(
        4,
        {.batchSize = 4, .shuffle = false, .epochs = 1, .mapWorkers = 2, .samplesPerTask = 1},
        {firstComesLast});
    EXPECT_THAT(epochOf(*pipeline), ElementsAre(ElementsAre(0, 10, 20, 30)));
}

TEST(DataPipeline, ReturnsTheErrorOfAMapFunctionInItsPlace)
{
    for (const std::size_t workers : {1U, 3U}) {
        for (std::size_t bad = 0; bad < 12; ++bad) {
            const MapFunction failing = [bad](MappedSample& sample) -> Status {
                return sample.index == bad ? failure("decode", "sample", "it is bad") : Status{};
            };
            const auto pipeline = started(
                12,
                {.batchSize = 3, .shuffle = false, .mapWorkers = workers, .samplesPerTask = 1},
                {failing});
            for (std::size_t batch = 0; batch < bad / 3; ++batch) {
                const auto good = pipeline->next();
                ASSERT_TRUE(good && *good);
                EXPECT_EQ((*good)->number, batch);
            }
            for (int call = 0; call < 2; ++call) {
                const auto failed = pipeline->next();
                ASSERT_FALSE(failed);
                EXPECT_EQ(failed.error().why, "it is bad");
            }
        }
    }
}

TEST(DataPipeline, ReturnsAnExceptionAsAnError)
{
    const auto errorOf = [](MapFunction map) {
        const auto pipeline = started(4, {.batchSize = 2}, {std::move(map)});
        const auto failed = pipeline->next();
        return failed ? std::string("no error") : failed.error().message();
    };
    EXPECT_THAT(errorOf([](MappedSample&) -> Status { throw std::runtime_error("thrown"); }),
                HasSubstr("thrown"));
    EXPECT_THAT(errorOf([](MappedSample&) -> Status { throw 1; }), HasSubstr("exception"));
}

TEST(DataPipeline, StopsAtAnyMomentWithoutHanging)
{
    for (std::uint64_t taken = 0; taken < 12; ++taken) {
        for (const std::size_t workers : {1U, 3U}) {
            Keeper keeper;
            {
                const auto pipeline = started(50,
                                              {.batchSize = 5,
                                               .mapWorkers = workers,
                                               .samplesPerTask = 2,
                                               .mapQueueSamples = 6,
                                               .prefetchBatches = 1},
                                              {},
                                              &keeper);
                for (std::uint64_t i = 0; i < taken; ++i) {
                    ASSERT_TRUE(pipeline->next());
                }
                if (taken % 2 == 1) {
                    pipeline->stop();
                    EXPECT_FALSE(pipeline->next().value());
                }
            }
            EXPECT_TRUE(keeper.alive.empty()) << "every thread has ended";
            EXPECT_TRUE(keeper.open.empty()) << "all work has ended";
        }
    }
}

TEST(DataPipeline, WakesAConsumerThatWaitsWhenItIsStopped)
{
    std::atomic<DataPipeline*> pipeline = nullptr;
    std::atomic<bool> isStopped = false;
    const MapFunction stopping = [&](MappedSample&) -> Status {
        // The consumer waits in next(): no sample comes before this returns.
        while (pipeline.load() == nullptr) {
            std::this_thread::yield();
        }
        pipeline.load()->stop();
        isStopped = true;
        return {};
    };
    const auto owner = started(8, {.batchSize = 4, .mapWorkers = 1}, {stopping});
    pipeline = owner.get();
    EXPECT_FALSE(owner->next().value());
    EXPECT_FALSE(owner->next().value());
    while (!isStopped.load()) {
        std::this_thread::yield();
    }
}

TEST(DataPipeline, NeverRunsFurtherAheadThanItsQueuesAllow)
{
    std::atomic<std::int64_t> mapped = 0;
    std::atomic<std::int64_t> consumed = 0;
    std::atomic<std::int64_t> furthest = 0;
    const MapFunction count = [&](MappedSample&) -> Status {
        const std::int64_t ahead = ++mapped - consumed.load();
        std::int64_t seen = furthest.load();
        while (seen < ahead && !furthest.compare_exchange_weak(seen, ahead)) {
        }
        return {};
    };
    const auto pipeline = started(400,
                                  {.batchSize = 8,
                                   .epochs = 2,
                                   .mapWorkers = 3,
                                   .samplesPerTask = 4,
                                   .mapQueueSamples = 12,
                                   .prefetchBatches = 2},
                                  {count});
    for (int epoch = 0; epoch < 2; ++epoch) {
        for (auto batch = pipeline->next(); batch && *batch; batch = pipeline->next()) {
            consumed += 8;
        }
    }
    EXPECT_EQ(consumed.load(), 800);
    // Queue "map", the batch being made and what was taken for it, queue "prefetch", the batch that
    // next() just gave.
    EXPECT_LE(furthest.load(), 12 + (8 + 3) + 2 * 8 + 8);
}

TEST(DataPipeline, TellsItsWorkAndItsQueuesToTheObserver)
{
    Keeper keeper;
    std::atomic<std::int64_t> clock = 1000;
    {
        const auto pipeline = started(40,
                                      {.batchSize = 8,
                                       .epochs = 2,
                                       .mapWorkers = 2,
                                       .samplesPerTask = 5,
                                       .mapQueueSamples = 20,
                                       .prefetchBatches = 3,
                                       .nowNs = [&clock] { return ++clock; }},
                                      {},
                                      &keeper);
        epochOf(*pipeline);
        epochOf(*pipeline);
    }
    EXPECT_TRUE(keeper.isRight);
    EXPECT_TRUE(keeper.alive.empty());
    EXPECT_TRUE(keeper.open.empty());

    std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> mapWork;
    for (const char* name : {"map 0", "map 1"}) {
        for (const Keeper::Span& span : keeper.spans[name]) {
            EXPECT_TRUE(mapWork
                            .emplace(std::pair{span.work.epoch, span.work.firstSample},
                                     span.work.sampleCount)
                            .second);
            EXPECT_EQ(span.work.batch, -1);
            EXPECT_GT(span.beginNs, 1000) << "the clock of the options is used";
            EXPECT_LT(span.beginNs, span.endNs);
        }
    }
    ASSERT_EQ(mapWork.size(), 16U);
    for (std::uint64_t i = 0; i < 16; ++i) {
        const auto work = mapWork.find({i / 8, i % 8 * 5});
        ASSERT_NE(work, mapWork.end());
        EXPECT_EQ(work->second, 5U);
    }
    const auto& batchWork = keeper.spans["batch 0"];
    ASSERT_EQ(batchWork.size(), 10U);
    for (std::size_t i = 0; i < 10; ++i) {
        EXPECT_EQ(batchWork[i].work.epoch, i / 5);
        EXPECT_EQ(batchWork[i].work.batch, static_cast<std::int64_t>(i % 5));
        EXPECT_EQ(batchWork[i].work.firstSample, i % 5 * 8);
        EXPECT_EQ(batchWork[i].work.sampleCount, 8U);
    }

    for (const auto& [queue, changes, capacity] :
         {std::tuple{"map", 32U, 20}, std::tuple{"prefetch", 20U, 3}})
    {
        auto depths = keeper.depths[queue];
        ASSERT_EQ(depths.size(), changes) << queue;
        std::sort(depths.begin(), depths.end(), [](const QueueDepth& a, const QueueDepth& b) {
            return a.ns < b.ns;
        });
        EXPECT_EQ(depths.back().depth, 0);
        std::int64_t before = 0;
        const std::int64_t unit = std::string_view(queue) == "map" ? 5 : 1;
        for (const QueueDepth& depth : depths) {
            EXPECT_EQ(depth.capacity, capacity);
            EXPECT_EQ(std::abs(depth.depth - before), unit) << "one thing goes in or out at a time";
            before = depth.depth;
        }
    }
}

TEST(DataPipeline, RefusesOptionsThatCannotWork)
{
    const auto whyNot = [](std::size_t size, const PipelineOptions& options) {
        const auto pipeline = DataPipeline::start(std::make_shared<Counting>(size), {}, options);
        return pipeline ? std::string("no error") : pipeline.error().message();
    };
    EXPECT_THAT(whyNot(0, {}), HasSubstr("no samples"));
    EXPECT_THAT(whyNot(8, {.batchSize = 0}), HasSubstr("not 0"));
    EXPECT_THAT(whyNot(8, {.batchSize = 8, .mapWorkers = 0}), HasSubstr("map workers"));
    EXPECT_THAT(whyNot(8, {.batchSize = 8, .samplesPerTask = 0}), HasSubstr("not 0"));
    EXPECT_THAT(whyNot(8, {.batchSize = 8, .mapQueueSamples = 0}), HasSubstr("not 0"));
    EXPECT_THAT(whyNot(8, {.batchSize = 8, .prefetchBatches = 0}), HasSubstr("not 0"));
    EXPECT_THAT(whyNot(8, {.batchSize = 9}), HasSubstr("8 samples do not fill a batch of 9"));
    EXPECT_THAT(whyNot(8, {.batchSize = std::size_t{1} << 40}), HasSubstr("sizes of batches"));
    EXPECT_FALSE(DataPipeline::start(nullptr, {}, {}));
}

} // namespace
} // namespace runlens::runtime
