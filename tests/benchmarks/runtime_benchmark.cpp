// SPDX-License-Identifier: Apache-2.0
// Two claims about a training step of LeNet, on random data:
//   step: its median time, against the sum of the medians of the same oneDNN primitives executed
//   one by one, without reorders (floor; the step may take 1.3 times as long); recording: process
//   CPU time of blocks of 200 steps, recorded (ended by flush()) and not, in turn (median ratio at
//   most 1.02, nothing dropped).
// runlens_runtime_benchmark [--threads N] [--batch-size N] [--pairs N]
//                           [--repeats N]
#include "runtime/examples/lenet.h"
#include "runtime/executor/compile.h"
#include "runtime/executor/threads.h"
#include "runtime/frontend/trainer.h"
#include "runtime/instrumentation/collector_observer.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string_view>

namespace runlens::runtime {

namespace {

constexpr int kBlockSteps = 200;

struct Settings {
    int threads = 1;
    std::int64_t batch = 64;
    int pairs = 30;
    int repeats = 500;
};

struct Batch {
    explicit Batch(std::int64_t size)
        : x(TensorType{DType::Float32, {size, 1, 28, 28}}), labels(TensorType{DType::Int32, {size}})
    {
        RandomNumbers random(1);
        for (float& value : x.floats()) {
            value = random.uniform(-1.0F, 1.0F);
        }
        for (std::int32_t& label : labels.ints()) {
            label = static_cast<std::int32_t>(random.next() % 10);
        }
    }

    Tensor x;
    Tensor labels;
};

double medianOf(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

/// Microseconds, after some calls to warm up. With one thread its CPU time, which other programs do
/// not stretch; with several the time that passed.
double medianTime(const Settings& settings, const std::function<void()>& work)
{
    const auto now = [&]() {
        timespec time{};
        clock_gettime(settings.threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
        return 1e6 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_nsec);
    };
    std::vector<double> times;
    for (int i = 0; i < settings.repeats + 20; ++i) {
        const double start = now();
        work();
        if (i >= 20) {
            times.push_back(now() - start);
        }
    }
    return medianOf(std::move(times));
}

double processCpuSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

int measureStep(const Settings& settings)
{
    LeNet5 network(1);
    SoftmaxCrossEntropyLoss loss;
    WithLoss training(network, loss);
    CompileOptions options;
    const Batch batch(settings.batch);
    options.inputs = {{"x", batch.x.type()}, {"label", batch.labels.type()}};
    options.trained = network.parameters();
    PassDumps dumps(0, {});
    const auto compiled = compileCell(training, options, dumps, nullptr);
    if (!compiled) {
        std::printf("%s\n", compiled.error().message().c_str());
        return 1;
    }
    GraphExecutor& executor = **compiled;
    const auto copyIn = [&]() {
        std::copy(
            batch.x.floats().begin(), batch.x.floats().end(), executor.input("x").floats().begin());
        std::copy(batch.labels.ints().begin(),
                  batch.labels.ints().end(),
                  executor.input("label").ints().begin());
    };
    executor.input("learning_rate").floats()[0] = 1e-6F;
    copyIn();
    executor.run(nullptr);
    double floor = 0.0;
    std::printf("primitives alone, median of %d:\n", settings.repeats);
    for (std::size_t i = 0; i < executor.stepCount(); ++i) {
        if (executor.runPrimitive(i)) {
            const double time = medianTime(settings, [&]() { executor.runPrimitive(i); });
            floor += time;
            std::printf("  %8.1f us  %s\n", time, executor.stepName(i).c_str());
        }
    }
    const double step = medianTime(settings, [&]() {
        copyIn();
        executor.run(nullptr);
    });
    std::printf("step %.1f us, primitives %.1f us, ratio %.3f (claim: at most 1.3; batch %lld, %d "
                "threads)\n",
                step,
                floor,
                step / floor,
                static_cast<long long>(settings.batch),
                settings.threads);
    return 0;
}

class RecordedTraining {
public:
    RecordedTraining(Trainer& trainer,
                     SummaryCollector& collector,
                     CollectorObserver& observer,
                     const Batch& batch)
        : m_trainer(trainer)
        , m_collector(collector)
        , m_observer(observer)
        , m_batch(batch)
        , m_lossTag(collector.scalarTag("loss/train", NumberType::Float32))
        , m_rateTag(collector.scalarTag("learning_rate", NumberType::Float32))
    {}

    /// CPU seconds of the process, the writer thread included.
    double block(bool isRecorded)
    {
        m_trainer.setObserver(isRecorded ? &m_observer : nullptr);
        const double start = processCpuSeconds();
        for (int i = 0; i < kBlockSteps; ++i) {
            isRecorded ? recordedStep(i) : (void)m_trainer.step(m_batch.x, m_batch.labels, 1e-6F);
        }
        if (isRecorded) {
            m_collector.flush();
        }
        return processCpuSeconds() - start;
    }

private:
    void recordedStep(int inBlock)
    {
        m_observer.stepBegin(++m_step);
        const auto loss = m_trainer.step(m_batch.x, m_batch.labels, 1e-6F);
        m_collector.addScalar(m_lossTag, m_step, loss ? *loss : 0.0F);
        m_collector.addScalar(m_rateTag, m_step, 1e-6F);
        if (inBlock % 100 == 0) {
            const std::vector<Tensor> gradients = m_trainer.gradients();
            for (std::size_t i = 0; i < gradients.size(); ++i) {
                const Parameter& parameter = *m_trainer.parameters()[i];
                m_collector.addTensorStats(parameter.name, m_step, viewOf(parameter.value));
                m_collector.addTensorStats(
                    parameter.name + "/gradient", m_step, viewOf(gradients[i]));
            }
        }
        m_observer.stepEnd();
    }

    Trainer& m_trainer;
    SummaryCollector& m_collector;
    CollectorObserver& m_observer;
    const Batch& m_batch;
    TagHandle m_lossTag;
    TagHandle m_rateTag;
    std::int64_t m_step = 0;
};

int measureRecording(const Settings& settings)
{
    const std::string folder =
        (std::filesystem::temp_directory_path() / ("runlens_benchmark_" + std::to_string(getpid())))
            .string();
    CollectorOptions recording;
    recording.folder = folder;
    SummaryCollector collector = SummaryCollector::open(recording);
    CollectorObserver observer(collector);
    LeNet5 network(1);
    const Batch batch(settings.batch);
    TrainerOptions options;
    options.input = batch.x.type();
    options.observer = &observer;
    const auto trainer = Trainer::create(network, options);
    if (!trainer) {
        std::printf("%s\n", trainer.error().message().c_str());
        return 1;
    }
    RecordedTraining training(**trainer, collector, observer, batch);
    training.block(false);
    training.block(true);
    std::vector<double> ratios;
    for (int pair = 0; pair < settings.pairs; ++pair) {
        const bool recordFirst = pair % 2 == 0;
        const double first = training.block(recordFirst);
        const double second = training.block(!recordFirst);
        ratios.push_back(recordFirst ? first / second : second / first);
    }
    collector.close();
    const CollectorStatus status = collector.status();
    std::printf("recording: median CPU ratio %.4f over %d pairs of %d steps (claim: at most 1.02), "
                "%llu records, %llu dropped\n",
                medianOf(ratios),
                settings.pairs,
                kBlockSteps,
                static_cast<unsigned long long>(status.recorded()),
                static_cast<unsigned long long>(status.dropped()));
    std::filesystem::remove_all(folder);
    return 0;
}

} // namespace

} // namespace runlens::runtime

int main(int argc, char** argv)
{
    using namespace runlens::runtime; // NOLINT(google-build-using-namespace)
    Settings settings;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string_view name = argv[i];
        const int value = std::max(1, std::atoi(argv[i + 1]));
        if (name == "--threads") {
            settings.threads = value;
        } else if (name == "--batch-size") {
            settings.batch = value;
        } else if (name == "--repeats") {
            settings.repeats = value;
        } else if (name == "--pairs") {
            settings.pairs = value;
        }
    }
    (void)std::setvbuf(stdout, nullptr, _IOLBF, 0);
    setComputeThreads(settings.threads);
    const int failed = measureStep(settings);
    return failed != 0 ? failed : measureRecording(settings);
}
