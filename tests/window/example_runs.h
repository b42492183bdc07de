// SPDX-License-Identifier: GPL-3.0-or-later
/// Small runs on disk for tests of the window, written as a training program would.
#pragma once

#include "summary_format/store/summary_writer.h"

#include <QDir>
#include <QString>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace runlens::app {

struct ExampleRun {
    QString name; ///< below the folder: "lenet/seed1"
    int steps = 100;
    double learningRate = 0.01;
    std::int64_t nanFrom = -1; ///< loss/train is NaN from this step on; -1: never
    EndReason ended = EndReason::Clean;
    bool withSpans = false;
    bool withIr = false;
};

inline constexpr std::int64_t kExampleStartNs = 1'795'874'531'000'000'000;
inline constexpr std::int64_t kExampleStepNs = 1'000'000;

/// loss/train at step s (from 1) is 1/s; accuracy/test is 1 - 1/steps at the last step.
class ExampleWriter {
public:
    ExampleWriter(const QString& folder, const ExampleRun& run) : m_run(run)
    {
        WriterOptions options;
        options.folder = QDir(folder).filePath(run.name).toStdString();
        options.session.startNs = kExampleStartNs;
        options.session.host = "example";
        options.session.pid = 42;
        auto opened = SummaryWriter::open(options);
        EXPECT_TRUE(opened) << (opened ? "" : opened.error().message());
        m_writer = std::move(*opened);
        property("batch_size", "32");
        property("learning_rate", shortestText(run.learningRate));
        property("optimizer", "\"Momentum\"");
        property("epochs", "4");
        property("steps_per_epoch", std::to_string(std::max(1, run.steps / 4)));
        m_loss = m_writer->tag({0, "loss/train", RecordKind::Scalar, NumberType::Float32, {}, {}});
        m_accuracy =
            m_writer->tag({0, "accuracy/test", RecordKind::Scalar, NumberType::Float64, {}, {}});
        if (run.withIr) {
            addIr();
        }
    }

    void addSteps(int first, int last)
    {
        for (int step = first; step <= last; ++step) {
            const std::int64_t wall = kExampleStartNs + step * kExampleStepNs;
            const bool isNan = m_run.nanFrom >= 0 && step >= m_run.nanFrom;
            const float loss =
                isNan ? std::numeric_limits<float>::quiet_NaN() : 1.0F / static_cast<float>(step);
            m_writer->scalar(m_loss, m_writer->currentSession(), step, wall, toBits(loss));
            if (step % 10 == 0 || step == m_run.steps) {
                m_writer->scalar(
                    m_accuracy, m_writer->currentSession(), step, wall, toBits(1.0 - 1.0 / step));
            }
            if (m_run.withSpans) {
                addSpans(step);
            }
        }
        EXPECT_TRUE(m_writer->commit());
    }

    void addFinding(std::int64_t step, std::string_view title)
    {
        FindingRecord record;
        record.session = m_writer->currentSession();
        record.rule = "example";
        record.severity = 1;
        record.title = title;
        record.step = step;
        m_writer->finding(record);
    }

    void close() { EXPECT_TRUE(m_writer->close(m_run.ended, {})); }

private:
    void property(std::string_view key, const std::string& json)
    {
        m_writer->property({0, m_writer->currentSession(), "configuration", key, json});
    }

    void addIr()
    {
        m_writer->sourceFile({0, "lenet.cpp", {asBytes("auto y = conv(x);\n"), {}}});
        const std::vector<IrNodeRecord> parsed = {
            {0,
             2,
             2,
             "%1",
             "main",
             "Conv2D",
             "Default/conv1/Conv2D-op0",
             "lenet.cpp",
             1,
             "32x6x28x28"},
            {1, 3, 3, "%2", "main", "ReLU", "Default/conv1/ReLU-op1", "lenet.cpp", 1, "32x6x28x28"},
        };
        IrDumpRecord parse;
        parse.session = m_writer->currentSession();
        parse.order = 0;
        parse.name = "00_parse";
        parse.graphName = "train";
        parse.wallNs = kExampleStartNs;
        parse.text.bytes = asBytes("graph main {\n  %1 = Conv2D(x)\n  %2 = ReLU(%1)\n}\n");
        parse.nodes = parsed;
        const PassId first = m_writer->irDump(parse);
        const std::vector<IrNodeRecord> fused = {{0,
                                                  2,
                                                  2,
                                                  "%1",
                                                  "main",
                                                  "Conv2DReLU",
                                                  "Default/conv1/Conv2DReLU-op2",
                                                  "lenet.cpp",
                                                  1,
                                                  "32x6x28x28"}};
        const std::vector<IrOriginRecord> origins = {{0, first, 0}, {0, first, 1}};
        IrDumpRecord fusion = parse;
        fusion.order = 1;
        fusion.name = "01_fusion";
        fusion.text.bytes = asBytes("graph main {\n  %1 = Conv2DReLU(x)\n}\n");
        fusion.nodes = fused;
        fusion.origins = origins;
        m_executed = {m_writer->irDump(fusion), 0};
    }

    void addSpans(int step)
    {
        if (m_stepTrack == kNone<TrackId>) {
            TrackRecord steps;
            steps.name = "steps";
            steps.kind = TrackKind::Step;
            m_stepTrack = m_writer->track(steps);
            TrackRecord thread;
            thread.name = "main";
            thread.processId = 42;
            thread.threadId = 42;
            m_mainTrack = m_writer->track(thread);
        }
        const std::int64_t start = kExampleStartNs + step * kExampleStepNs;
        const auto one = [&](TrackId track,
                             std::int64_t from,
                             std::int64_t duration,
                             const char* name,
                             SpanCategory category,
                             NodeRef node,
                             std::int64_t ofStep) {
            const NameId id = m_writer->name(name);
            const std::uint16_t depth = 0;
            SpanBatch batch;
            batch.session = m_writer->currentSession();
            batch.startNs = std::span(&from, 1);
            batch.durationNs = std::span(&duration, 1);
            batch.names = std::span(&id, 1);
            batch.categories = std::span(&category, 1);
            batch.depths = std::span(&depth, 1);
            batch.nodes = std::span(&node, 1);
            batch.steps = std::span(&ofStep, 1);
            m_writer->spans(track, batch);
        };
        one(m_mainTrack,
            start + 100'000,
            300'000 + step,
            "Conv2DReLU",
            SpanCategory::Forward,
            m_executed,
            kNoStep);
        one(m_mainTrack,
            start + 500'000,
            200'000,
            "Momentum",
            SpanCategory::Optimizer,
            NodeRef{},
            kNoStep);
        one(m_stepTrack, start, 900'000, "step", SpanCategory::Step, NodeRef{}, step);
    }

    ExampleRun m_run;
    std::unique_ptr<SummaryWriter> m_writer;
    TagId m_loss{};
    TagId m_accuracy{};
    TrackId m_stepTrack = kNone<TrackId>;
    TrackId m_mainTrack = kNone<TrackId>;
    NodeRef m_executed;
};

inline void writeRun(const QString& folder, const ExampleRun& run)
{
    ExampleWriter writer(folder, run);
    writer.addSteps(1, run.steps);
    if (run.nanFrom < 0) {
        writer.addFinding(run.steps / 2, "Training waits for data");
    }
    writer.close();
}

/// Four runs in two groups: seed1, seed2 and lr_0.1 (NaN from step 40, failed) of lenet, base of
/// resnet.
inline void writeExampleFolder(const QString& folder)
{
    ExampleRun first{"lenet/seed1", 100};
    first.withSpans = true;
    first.withIr = true;
    writeRun(folder, first);
    writeRun(folder, {"lenet/seed2", 100});
    writeRun(folder, {"lenet/lr_0.1", 60, 0.1, 40, EndReason::Failed});
    writeRun(folder, {"resnet/base", 50});
}

} // namespace runlens::app
