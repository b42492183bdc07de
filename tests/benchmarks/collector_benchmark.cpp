// SPDX-License-Identifier: Apache-2.0
// What a call of the collector costs the calling thread, with the writer on. Each figure stands
// beside its floor: the least the same machine needs for the parts that cannot be left out.
#include "collector/summary_collector.h"
#include "collector/tensor_summary.h"

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <numeric>
#include <string>
#include <unordered_map>
#include <vector>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace runlens {
namespace {

std::int64_t clockNs(clockid_t clock)
{
    timespec now{};
    ::clock_gettime(clock, &now);
    return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

std::uint64_t ticks()
{
#if defined(__x86_64__)
    return __rdtsc();
#else
    return static_cast<std::uint64_t>(clockNs(CLOCK_MONOTONIC));
#endif
}

double ticksPerNs()
{
    static const double rate = [] {
        const std::int64_t start = clockNs(CLOCK_MONOTONIC);
        const std::uint64_t first = ticks();
        while (clockNs(CLOCK_MONOTONIC) - start < 20'000'000) {
        }
        return static_cast<double>(ticks() - first)
               / static_cast<double>(clockNs(CLOCK_MONOTONIC) - start);
    }();
    return rate;
}

class Recording {
public:
    explicit Recording(std::size_t queueBytes = std::size_t{64} << 20)
        : m_folder((std::filesystem::temp_directory_path() / "runlens-benchmark-XXXXXX").string())
    {
        if (::mkdtemp(m_folder.data()) == nullptr) {
            std::abort();
        }
        CollectorOptions options;
        options.folder = m_folder + "/run";
        options.queueBytes = queueBytes;
        collector = SummaryCollector::open(options);
    }

    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

    ~Recording()
    {
        collector.close();
        std::error_code ignored;
        std::filesystem::remove_all(m_folder, ignored);
    }

    SummaryCollector collector;

private:
    std::string m_folder;
};

std::vector<std::string> tagNames()
{
    std::vector<std::string> names;
    for (int i = 0; i < 20; ++i) {
        names.push_back("train/metrics/group_" + std::to_string(i % 4) + "/value_"
                        + std::to_string(i));
    }
    return names;
}

struct Percentiles {
    double median = 0.0;
    double p99 = 0.0;
};

Percentiles percentiles(std::vector<float>& ns)
{
    if (ns.empty()) {
        return {};
    }
    const auto at = [&ns](double share) {
        const auto k = static_cast<std::ptrdiff_t>(share * static_cast<double>(ns.size() - 1));
        std::nth_element(ns.begin(), ns.begin() + k, ns.end());
        return static_cast<double>(ns[static_cast<std::size_t>(k)]);
    };
    return {at(0.5), at(0.99)};
}

/// What measuring itself costs: two reads of the counter around nothing. Subtracted nowhere, told
/// beside.
double timerNs()
{
    std::vector<float> ns;
    for (int i = 0; i < 20'000; ++i) {
        const std::uint64_t start = ticks();
        benchmark::ClobberMemory();
        ns.push_back(static_cast<float>(static_cast<double>(ticks() - start) / ticksPerNs()));
    }
    return percentiles(ns).median;
}

/// Twenty calls of a training step every 200 µs: 100,000 a second, 5 million in all. Each call is
/// timed; the time of the batch, which holds no timers, gives the mean.
void scalarsPaced(benchmark::State& state)
{
    const std::int64_t calls = state.range(0);
    const std::vector<std::string> names = tagNames();
    for (auto _ : state) {
        Recording recording;
        std::vector<float> single;
        std::vector<float> batch;
        single.reserve(static_cast<std::size_t>(calls));
        std::int64_t next = clockNs(CLOCK_MONOTONIC);
        for (std::int64_t step = 0; step < calls / 20; ++step) {
            while (clockNs(CLOCK_MONOTONIC) < next) {
            }
            next += 200'000;
            const auto value = static_cast<float>(step) * 0.001F;
            const std::uint64_t start = ticks();
            if (step % 2 == 0) {
                for (const std::string& name : names) {
                    recording.collector.addScalar(name, step, value);
                }
                batch.push_back(
                    static_cast<float>(static_cast<double>(ticks() - start) / ticksPerNs() / 20.0));
            } else {
                for (const std::string& name : names) {
                    const std::uint64_t before = ticks();
                    recording.collector.addScalar(name, step, value);
                    single.push_back(
                        static_cast<float>(static_cast<double>(ticks() - before) / ticksPerNs()));
                }
            }
        }
        recording.collector.close();
        const auto status = recording.collector.status();
        const Percentiles perCall = percentiles(batch);
        state.counters["ns_per_call_median"] = perCall.median;
        state.counters["ns_single_p99"] = percentiles(single).p99;
        state.counters["ns_timer"] = timerNs();
        state.counters["dropped"] = static_cast<double>(status.dropped());
        state.counters["recorded"] = static_cast<double>(status.kind("scalar").recorded);
    }
}

BENCHMARK(scalarsPaced)
    ->Arg(5'000'000)
    ->Iterations(1)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

/// The floor of addScalar: find the tag in a hash map, read the counter, store 32 bytes.
void scalarFloor(benchmark::State& state)
{
    const std::vector<std::string> names = tagNames();
    std::unordered_map<std::string_view, int> ids;
    for (std::size_t i = 0; i < names.size(); ++i) {
        ids.emplace(names[i], static_cast<int>(i));
    }

    struct Row {
        std::int64_t id, step;
        std::uint64_t time, bits;
    };

    std::vector<Row> rows(4096);
    std::size_t i = 0;
    for (auto _ : state) {
        const std::string& name = names[i % names.size()];
        rows[i % rows.size()] = {ids.find(name)->second, static_cast<std::int64_t>(i), ticks(), i};
        ++i;
        benchmark::ClobberMemory();
    }
}

BENCHMARK(scalarFloor);

/// A loop of spans as fast as it goes, flushed now and then outside the measurement.
void spans(benchmark::State& state)
{
    Recording recording;
    const NameHandle name = recording.collector.name("Conv2D");
    std::vector<float> perSpan;
    constexpr int kBatch = 100;
    for (auto _ : state) {
        for (int block = 0; block < 50; ++block) {
            const std::uint64_t start = ticks();
            for (int i = 0; i < kBatch; ++i) {
                const ScopedSpan span(recording.collector, name, SpanCategory::Forward, {}, i);
            }
            perSpan.push_back(
                static_cast<float>(static_cast<double>(ticks() - start) / ticksPerNs() / kBatch));
        }
        recording.collector.flush();
    }
    const Percentiles ns = percentiles(perSpan);
    state.counters["ns_per_span_median"] = ns.median;
    state.counters["ns_per_span_p99"] = ns.p99;
    state.counters["dropped"] = static_cast<double>(recording.collector.status().dropped());
}

BENCHMARK(spans)->Iterations(200);

void spansByText(benchmark::State& state)
{
    Recording recording;
    std::vector<float> perSpan;
    constexpr int kBatch = 100;
    for (auto _ : state) {
        for (int block = 0; block < 50; ++block) {
            const std::uint64_t start = ticks();
            for (int i = 0; i < kBatch; ++i) {
                const ScopedSpan span(recording.collector, "Conv2D", SpanCategory::Forward, {}, i);
            }
            perSpan.push_back(
                static_cast<float>(static_cast<double>(ticks() - start) / ticksPerNs() / kBatch));
        }
        recording.collector.flush();
    }
    const Percentiles ns = percentiles(perSpan);
    state.counters["ns_per_span_median"] = ns.median;
    state.counters["ns_per_span_p99"] = ns.p99;
    state.counters["dropped"] = static_cast<double>(recording.collector.status().dropped());
}

BENCHMARK(spansByText)->Iterations(200);

/// The floor of a span: read the counter twice, store 64 bytes.
void spanFloor(benchmark::State& state)
{
    std::vector<std::array<std::uint64_t, 8>> rows(4096);
    std::size_t i = 0;
    for (auto _ : state) {
        const std::uint64_t start = ticks();
        benchmark::ClobberMemory();
        rows[i++ % rows.size()] = {start, ticks(), i, i, i, i, i, i};
        benchmark::ClobberMemory();
    }
}

BENCHMARK(spanFloor);

/// More than the writer can take: what is dropped is told, and scalars last longer than spans.
void burst(benchmark::State& state)
{
    for (auto _ : state) {
        Recording recording(std::size_t{16} << 20);
        const auto start = clockNs(CLOCK_MONOTONIC);
        constexpr int kCalls = 2'000'000;
        for (int i = 0; i < kCalls; ++i) {
            const ScopedSpan span(recording.collector, "burst", SpanCategory::Forward);
            if (i % 10 == 0) {
                recording.collector.addScalar("burst", i, i);
            }
        }
        const auto end = clockNs(CLOCK_MONOTONIC);
        recording.collector.close();
        const auto status = recording.collector.status();
        state.counters["ns_per_call"] = static_cast<double>(end - start) / (1.1 * kCalls);
        state.counters["spans_dropped"] = static_cast<double>(status.kind("span").dropped);
        state.counters["scalars_dropped"] = static_cast<double>(status.kind("scalar").dropped);
        state.counters["adds_up"] =
            status.recorded() + status.dropped() == status.calls() ? 1.0 : 0.0;
    }
}

BENCHMARK(burst)->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond);

void disabledSpan(benchmark::State& state)
{
    SummaryCollector* none = nullptr;
    benchmark::DoNotOptimize(none);
    for (auto _ : state) {
        const ScopedSpan span(none, "nothing");
        benchmark::ClobberMemory();
    }
}

BENCHMARK(disabledSpan);

void tensorStatistics(benchmark::State& state)
{
    const auto count = static_cast<std::size_t>(state.range(0));
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        values[i] = static_cast<float>((i * 2654435761U) % 10'007) * 1e-4F - 0.5F;
    }
    for (auto _ : state) {
        benchmark::DoNotOptimize(collector::summarize(values.data(), DataType::Float32, count, 64));
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

BENCHMARK(tensorStatistics)->Arg(1'000)->Arg(1'000'000);

/// The floor of the statistics: read the values once.
void tensorFloor(benchmark::State& state)
{
    std::vector<float> values(static_cast<std::size_t>(state.range(0)), 0.5F);
    for (auto _ : state) {
        benchmark::DoNotOptimize(std::accumulate(values.begin(), values.end(), 0.0F));
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

BENCHMARK(tensorFloor)->Arg(1'000'000);

} // namespace
} // namespace runlens
