// SPDX-License-Identifier: GPL-3.0-or-later
/// LeNet-5 trained for a few steps on made-up images, recorded into a folder as the example program
/// does it, a step at a time, so that a test can look in between.
#pragma once

#include "collector/summary_collector.h"
#include "runtime/examples/lenet.h"
#include "runtime/frontend/trainer.h"
#include "runtime/instrumentation/collector_observer.h"
#include "summary_format/run_builder.h"
#include "summary_format/store/sqlite_source.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace runlens::test {

class RecordedTraining {
public:
    static constexpr std::int64_t kBatch = 4;

    RecordedTraining(const std::string& folder, runtime::ExecutionMode mode)
        : m_network(1), m_random(7), m_labels{3, 1, 4, 1}
    {
        CollectorOptions options;
        options.folder = folder;
        m_collector = SummaryCollector::open(options);
        m_collector.setThreadName("training");
        m_observer = std::make_unique<runtime::CollectorObserver>(m_collector);
        runtime::TrainerOptions training;
        training.mode = mode;
        training.input =
            runtime::TensorType{runtime::DType::Float32, runtime::Shape{kBatch, 1, 28, 28}};
        training.observer = m_observer.get();
        auto trainer = runtime::Trainer::create(m_network, training);
        EXPECT_TRUE(trainer) << (trainer ? "" : trainer.error().message());
        m_trainer = std::move(*trainer);
        for (const std::string& file : m_trainer->sourceFiles()) {
            m_collector.addSourceFile(file);
        }
    }

    /// Trains on and waits until everything is in the file.
    void steps(int count)
    {
        const runtime::Tensor labels = runtime::Tensor::fromInts({kBatch}, m_labels);
        for (int i = 0; i < count; ++i) {
            const auto step = static_cast<std::int64_t>(m_losses.size()) + 1;
            const runtime::Tensor x = m_random.uniformTensor({kBatch, 1, 28, 28}, 1.0F);
            m_observer->stepBegin(step);
            const Result<float> loss = m_trainer->step(x, labels, 0.01F);
            m_observer->stepEnd();
            ASSERT_TRUE(loss) << loss.error().message();
            m_collector.addScalar("loss/train", step, *loss);
            m_losses.push_back(*loss);
        }
        ASSERT_TRUE(m_collector.flush());
    }

    /// Makes a second graph in graph mode.
    void evaluate()
    {
        const auto result =
            m_trainer->evaluate(m_random.uniformTensor({kBatch, 1, 28, 28}, 1.0F), m_labels);
        ASSERT_TRUE(result) << result.error().message();
        m_collector.addScalar(
            "loss/test", static_cast<std::int64_t>(m_losses.size()), result->loss);
        ASSERT_TRUE(m_collector.flush());
    }

    void close()
    {
        ASSERT_TRUE(m_collector.close());
        ASSERT_EQ(m_collector.status().dropped(), 0U);
    }

    /// Of the steps 1, 2, ... in the order they were recorded.
    [[nodiscard]] const std::vector<float>& losses() const { return m_losses; }

    [[nodiscard]] CollectorStatus status() const { return m_collector.status(); }

private:
    SummaryCollector m_collector;
    std::unique_ptr<runtime::CollectorObserver> m_observer;
    runtime::LeNet5 m_network;
    runtime::RandomNumbers m_random;
    std::vector<std::int32_t> m_labels;
    std::unique_ptr<runtime::Trainer> m_trainer;
    std::vector<float> m_losses;
};

/// What the file holds, read anew.
[[nodiscard]] inline std::shared_ptr<const Run> readStore(const std::string& folder)
{
    auto source = openSqliteRun(folder);
    EXPECT_TRUE(source) << (source ? "" : source.error().message());
    RunBuilder builder({folder, "stored", "runlens"});
    Diagnostics diagnostics;
    EXPECT_TRUE((*source)->readInto(builder, diagnostics, {}));
    EXPECT_EQ(diagnostics.damaged(), 0U);
    return builder.snapshot();
}

} // namespace runlens::test
