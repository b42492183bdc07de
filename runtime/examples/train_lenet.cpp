// SPDX-License-Identifier: Apache-2.0
// Trains LeNet-5 on Fashion-MNIST, records everything Runlens can show, and prints the test
// accuracy and the run's path as its last two lines.
#include "runtime/dataset/data_pipeline.h"
#include "runtime/dataset/labelled_images.h"
#include "runtime/examples/lenet.h"
#include "runtime/examples/parameter_recorder.h"
#include "runtime/examples/training_options.h"
#include "runtime/executor/threads.h"
#include "runtime/instrumentation/collector_observer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <numbers>
#include <optional>

using namespace runlens;          // NOLINT(google-build-using-namespace): a program, not a header
using namespace runlens::runtime; // NOLINT(google-build-using-namespace)

namespace {

constexpr std::int64_t kEvaluationBatch = 500;
constexpr float kPixelMean = 0.2860F; // of the training images, pixels in 0..1
constexpr float kPixelDeviation = 0.3530F;
const char* const kClassNames[] = {"t-shirt",
                                   "trouser",
                                   "pullover",
                                   "dress",
                                   "coat",
                                   "sandal",
                                   "shirt",
                                   "sneaker",
                                   "bag",
                                   "ankle-boot"};

std::string runFolder(const TrainingOptions& options)
{
    if (!options.run.empty()) {
        return options.logdir + "/" + options.run;
    }
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    localtime_r(&now, &parts);
    char date[32] = "";
    (void)std::strftime(date, sizeof date, "%Y%m%d-%H%M%S", &parts);
    return options.logdir + "/lenet-" + date + "-seed" + std::to_string(options.seed);
}

class LeNetTraining {
public:
    LeNetTraining(const TrainingOptions& options,
                  SummaryCollector& collector,
                  CollectorObserver* observer)
        : m_options(options)
        , m_collector(collector)
        , m_observer(observer)
        , m_network(options.seed)
        , m_lossTag(collector.scalarTag("loss/train", NumberType::Float32))
        , m_rateTag(collector.scalarTag("learning_rate", NumberType::Float32))
    {}

    Status load()
    {
        auto train = readIdxSplit(m_options.data, "train");
        if (!train) {
            return failure(train);
        }
        auto test = readIdxSplit(m_options.data, "t10k");
        if (!test) {
            return failure(test);
        }
        m_train = *train;
        m_test = *test;
        PipelineOptions pipeline;
        pipeline.batchSize = static_cast<std::size_t>(m_options.batchSize);
        pipeline.seed = m_options.seed;
        pipeline.epochs = static_cast<std::uint64_t>(m_options.epochs);
        pipeline.mapWorkers = 1;
        pipeline.samplesPerTask = 64;
        pipeline.mapQueueSamples = 512;
        pipeline.prefetchBatches = 8;
        if (m_observer) {
            pipeline.nowNs = [this]() { return m_collector.nowNs(); };
        }
        auto started = DataPipeline::start(
            m_train, {normalize(kPixelMean, kPixelDeviation)}, pipeline, m_observer);
        if (!started) {
            return failure(started);
        }
        m_pipeline = std::move(*started);
        m_stepCount = m_options.epochs * static_cast<std::int64_t>(m_pipeline->batchesPerEpoch());
        return {};
    }

    Status compile(const std::string& graphFolder)
    {
        TrainerOptions trainer;
        trainer.mode = m_options.mode;
        const Shape sample = m_train->sampleShape();
        trainer.input.shape = {m_options.batchSize};
        trainer.input.shape.insert(trainer.input.shape.end(), sample.begin(), sample.end());
        trainer.saveGraphs = m_options.saveGraphs;
        trainer.graphFolder = graphFolder;
        trainer.observer = m_observer;
        auto created = Trainer::create(m_network, trainer);
        if (!created) {
            return failure(created);
        }
        m_trainer = std::move(*created);
        if (m_observer) {
            m_parameterRecorder.emplace(m_collector, *m_trainer, m_options.statsEvery);
        }
        const Status written = m_trainer->graphFileStatus();
        if (!written) { // the training goes on without them
            (void)std::fprintf(stderr, "%s\n", written.error().message().c_str());
        }
        for (const std::string& file : m_trainer->sourceFiles()) {
            m_collector.addSourceFile(file);
        }
        return {};
    }

    Result<double> train()
    {
        double accuracy = 0.0;
        for (std::int64_t epoch = 1; epoch <= m_options.epochs; ++epoch) {
            const auto start = std::chrono::steady_clock::now();
            const std::int64_t before = m_step;
            const Result<float> loss = trainEpoch();
            if (!loss) {
                return failure(loss);
            }
            const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
            const auto test = evaluate();
            if (!test) {
                return failure(test);
            }
            accuracy = static_cast<double>(test->correct) / static_cast<double>(test->samples);
            m_collector.addScalar("loss/test", m_step, test->loss);
            m_collector.addScalar("accuracy/test", m_step, accuracy);
            std::printf("epoch %lld of %lld: loss %.4f, test loss %.4f, test accuracy %.4f (%.1f "
                        "s, %.0f steps/s)\n",
                        static_cast<long long>(epoch),
                        static_cast<long long>(m_options.epochs),
                        static_cast<double>(*loss),
                        test->loss,
                        accuracy,
                        seconds.count(),
                        static_cast<double>(m_step - before) / seconds.count());
            (void)std::fflush(stdout);
            if (isLimitReached()) {
                break;
            }
        }
        return accuracy;
    }

    void describe()
    {
        m_collector.setConfiguration("network", "LeNet5");
        m_collector.setConfiguration("dataset", "Fashion-MNIST");
        m_collector.setConfiguration("optimizer", "Momentum");
        m_collector.setConfiguration("momentum", 0.9);
        m_collector.setConfiguration("learning_rate", m_options.learningRate);
        m_collector.setConfiguration("learning_rate_schedule", "cosine");
        m_collector.setConfiguration("batch_size", m_options.batchSize);
        m_collector.setConfiguration("epochs", m_options.epochs);
        m_collector.setConfiguration("steps_total", m_stepCount);
        m_collector.setConfiguration("seed", m_options.seed);
        m_collector.setConfiguration("mode",
                                     m_options.mode == ExecutionMode::Graph ? "graph" : "eager");
        m_collector.setConfiguration("threads", m_options.threads);
        m_collector.setConfiguration("train_samples", static_cast<std::int64_t>(m_train->size()));
        m_collector.setConfiguration("test_samples", static_cast<std::int64_t>(m_test->size()));
        recordSamples();
    }

private:
    [[nodiscard]] bool isLimitReached() const
    {
        return m_options.stepsLimit > 0 && m_step >= m_options.stepsLimit;
    }

    [[nodiscard]] float learningRate() const
    {
        const double progress = static_cast<double>(m_step) / static_cast<double>(m_stepCount);
        return static_cast<float>(m_options.learningRate * 0.5
                                  * (1.0 + std::cos(std::numbers::pi * progress)));
    }

    /// The loss of the last step.
    Result<float> trainEpoch()
    {
        float loss = 0.0F;
        bool isDone = false;
        while (!isDone && !isLimitReached()) {
            if (m_observer) {
                m_observer->stepBegin(m_step + 1);
            }
            auto result = trainStep(isDone);
            if (m_observer) {
                m_observer->stepEnd();
            }
            if (!result) {
                return result;
            }
            loss = *result;
        }
        if (isDone) {
            const auto end = m_pipeline->next(); // the pipeline marks the end of an epoch
            if (!end) {
                return failure(end);
            }
        }
        return loss;
    }

    Result<float> trainStep(bool& isDone)
    {
        Result<std::optional<DataBatch>> batch;
        {
            const ScopedPhase phase(m_observer, SpanCategory::DataWait);
            batch = m_pipeline->next();
        }
        if (!batch) {
            return failure(batch);
        }
        if (!*batch) {
            isDone = true;
            return 0.0F;
        }
        isDone = (*batch)->isLastOfEpoch;
        const Tensor x = Tensor::fromFloats((*batch)->shape, (*batch)->values);
        const Tensor labels = Tensor::fromInts({(*batch)->shape[0]}, (*batch)->labels);
        const float rate = learningRate();
        const bool isRecorded = m_parameterRecorder && m_parameterRecorder->isRecorded(m_step + 1);
        if (isRecorded) {
            m_parameterRecorder->beforeStep();
        }
        auto loss = m_trainer->step(x, labels, rate);
        if (!loss) {
            return loss;
        }
        ++m_step;
        m_collector.addScalar(m_lossTag, m_step, *loss);
        m_collector.addScalar(m_rateTag, m_step, rate);
        if (isRecorded) {
            m_parameterRecorder->afterStep(m_step);
        }
        return loss;
    }

    /// The first test image of each class, as the files have it.
    void recordSamples()
    {
        std::vector<bool> isSeen(std::size(kClassNames), false);
        constexpr std::size_t kPixels = 28UL * 28UL;
        std::vector<float> pixels(kPixels);
        for (std::size_t i = 0; i < m_test->size() && m_test->sampleShape() == Shape{1, 28, 28};
             ++i) {
            const auto label = static_cast<std::size_t>(m_test->label(i));
            if (label >= isSeen.size() || isSeen[label] || !m_test->read(i, pixels)) {
                continue;
            }
            isSeen[label] = true;
            ImageView image;
            image.data = pixels.data();
            image.height = 28;
            image.width = 28;
            image.channels = 1;
            image.type = DataType::Float32;
            m_collector.addImage(std::string("test/") + kClassNames[label], 0, image);
        }
    }

    Result<Evaluation> evaluate()
    {
        Evaluation total;
        const Shape sample = m_test->sampleShape();
        const auto pixelCount = static_cast<std::size_t>(elementCount(sample));
        Shape shape{kEvaluationBatch};
        shape.insert(shape.end(), sample.begin(), sample.end());
        Tensor x(TensorType{DType::Float32, shape});
        std::vector<std::int32_t> labels(static_cast<std::size_t>(kEvaluationBatch));
        for (std::size_t first = 0; first + labels.size() <= m_test->size(); first += labels.size())
        {
            for (std::size_t i = 0; i < labels.size(); ++i) {
                const auto pixels = x.floats().subspan(i * pixelCount, pixelCount);
                const auto label = m_test->read(first + i, pixels);
                if (!label) {
                    return failure(label);
                }
                labels[i] = *label;
                std::transform(pixels.begin(), pixels.end(), pixels.begin(), [](float pixel) {
                    return (pixel - kPixelMean) / kPixelDeviation;
                });
            }
            auto part = m_trainer->evaluate(x, labels);
            if (!part) {
                return part;
            }
            total.loss += part->loss * static_cast<double>(part->samples);
            total.correct += part->correct;
            total.samples += part->samples;
        }
        if (total.samples == 0) {
            return failure(
                "evaluate", m_options.data, "there are fewer test images than one batch");
        }
        total.loss /= static_cast<double>(total.samples);
        return total;
    }

    const TrainingOptions& m_options;
    SummaryCollector& m_collector;
    CollectorObserver* m_observer;
    LeNet5 m_network;
    TagHandle m_lossTag;
    TagHandle m_rateTag;
    std::shared_ptr<const LabelledImages> m_train;
    std::shared_ptr<const LabelledImages> m_test;
    std::unique_ptr<DataPipeline> m_pipeline;
    std::unique_ptr<Trainer> m_trainer;
    std::optional<ParameterRecorder> m_parameterRecorder; ///< only when recording
    std::int64_t m_step = 0;
    std::int64_t m_stepCount = 1;
};

int fail(const Error& error)
{
    (void)std::fprintf(stderr, "%s\n", error.message().c_str());
    return 1;
}

} // namespace

int main(int argc, char** argv)
{
    const auto options = parseOptions(argc, argv);
    if (!options) {
        (void)fail(options.error());
        return 2;
    }
    if (options->help) {
        std::printf("%s", usageText().c_str());
        return 0;
    }
    setComputeThreads(options->threads);
    const std::string folder = runFolder(*options);
    SummaryCollector collector;
    if (options->record) {
        CollectorOptions recording;
        recording.folder = folder;
        recording.information = {{"dataset", "Fashion-MNIST"}, {"program", "runlens_train_lenet"}};
        collector = SummaryCollector::open(recording);
        collector.setThreadName("training");
    }
    Status status;
    Result<double> accuracy = 0.0;
    {
        CollectorObserver observer(collector);
        LeNetTraining training(*options, collector, options->record ? &observer : nullptr);
        status = training.load();
        if (status) {
            training.describe();
            status = training.compile(folder + "/graphs");
        }
        if (status) {
            accuracy = training.train();
        }
    } // the pipeline's threads end before the collector closes
    if (!status || !accuracy) {
        const Error& error = status ? accuracy.error() : status.error();
        collector.close(EndReason::Failed, error.message());
        return fail(error);
    }
    collector.close();
    std::printf("test accuracy: %.4f\n", *accuracy);
    std::printf("run: %s\n",
                options->record ? std::filesystem::absolute(folder).lexically_normal().c_str()
                                : "-");
    return 0;
}
