// SPDX-License-Identifier: Apache-2.0
/// A small run that looks like training: steps with data wait, forward, backward and optimizer,
/// operators that belong to nodes of an IR pass, a data thread, flows from the host to a stream,
/// and a memory counter. Deterministic.
#pragma once

#include "summary_format/run_builder.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace runlens::test {

struct TrainingTraceOptions {
    int steps = 40;
    int ranks = 1;
    int firstStep = 0;
    std::int64_t startNs = 1'764'564'000'000'000'000;
};

/// Writes into a builder, so that tests can let a run grow: write() continues where the last call
/// ended.
class TrainingTrace {
public:
    explicit TrainingTrace(RunBuilder& builder, TrainingTraceOptions options = {})
        : m_builder(builder), m_options(options), m_step(options.firstStep)
    {
        for (int rank = 0; rank < options.ranks; ++rank) {
            addRank(rank);
        }
    }

    void write(int steps)
    {
        for (int i = 0; i < steps; ++i) {
            for (Rank& rank : m_ranks) {
                writeStep(rank);
            }
            ++m_step;
        }
    }

private:
    struct Rank {
        int rank = 0;
        SessionId session{};
        TrackId steps{};
        TrackId main{};
        TrackId worker{};
        TrackId stream{};
        TrackId memory{};
        PassId pass{};
        std::int64_t now = 0;
        std::int64_t workerFree = 0;
        std::uint32_t random = 1;
    };

    struct Op {
        const char* op;
        const char* scope;
        std::int64_t us;
    };

    static const std::vector<Op>& operators()
    {
        static const std::vector<Op> kOperators{{"Conv2D", "conv1", 410},
                                                {"BiasAdd", "conv1", 60},
                                                {"ReLU", "conv1", 70},
                                                {"MaxPool", "pool1", 130},
                                                {"Conv2D", "conv2", 720},
                                                {"BiasAdd", "conv2", 40},
                                                {"ReLU", "conv2", 50},
                                                {"MaxPool", "pool2", 90},
                                                {"MatMul", "fc1", 280},
                                                {"ReLU", "fc1", 20},
                                                {"MatMul", "fc2", 110},
                                                {"SoftmaxCrossEntropy", "loss", 80}};
        return kOperators;
    }

    void addRank(int number)
    {
        Rank rank;
        rank.rank = number;
        rank.now = m_options.startNs + number * 12'400;
        rank.random = 17U + static_cast<std::uint32_t>(number);
        SessionRecord session;
        session.rank = number;
        session.startNs = rank.now;
        session.host = "node-1";
        session.pid = 4127 + number;
        rank.session = m_builder.session(session);
        const auto track =
            [&](const char* name, TrackKind kind, std::int64_t thread, const char* unit) {
                TrackRecord record;
                record.rank = number;
                record.name = name;
                record.kind = kind;
                record.threadId = thread;
                record.unit = unit;
                return m_builder.track(record);
            };
        rank.steps = track("Steps", TrackKind::Step, 0, "");
        rank.main = track("main", TrackKind::Thread, 4127, "");
        rank.worker = track("worker 1", TrackKind::Thread, 4140, "");
        rank.stream = track("Stream 12", TrackKind::Stream, 12, "");
        rank.memory = track("Memory", TrackKind::Counter, 0, "B");
        rank.pass = addPass(number, rank.session);
        m_ranks.push_back(rank);
    }

    PassId addPass(int rank, SessionId session)
    {
        std::vector<std::string> names;
        for (const Op& op : operators()) {
            names.push_back("Default/network/" + std::string(op.scope) + '/' + op.op + "-op"
                            + std::to_string(names.size()));
        }
        for (const Op& op : operators()) {
            names.push_back("Gradients/network/" + std::string(op.scope) + '/' + op.op + "Grad-op"
                            + std::to_string(names.size()));
        }
        std::vector<std::string> ops;
        std::vector<IrNodeRecord> nodes(names.size());
        for (const char* suffix : {"", "Grad"}) {
            for (const Op& op : operators()) {
                ops.push_back(std::string(op.op) + suffix);
            }
        }
        for (std::size_t i = 0; i < names.size(); ++i) {
            nodes[i].node = static_cast<std::int32_t>(i);
            nodes[i].firstLine = nodes[i].lastLine = static_cast<std::int32_t>(i) + 3;
            nodes[i].op = ops[i];
            nodes[i].fullName = names[i];
            nodes[i].sourceFile = "lenet.cpp";
            nodes[i].sourceLine = 20 + static_cast<std::int32_t>(i % operators().size());
        }
        IrDumpRecord dump;
        dump.rank = rank;
        dump.session = session;
        dump.order = 5;
        dump.name = "05_execute";
        dump.graphName = "train";
        dump.nodes = nodes;
        return m_builder.irDump(dump);
    }

    static std::int64_t jitter(Rank& rank, std::int64_t ns)
    {
        rank.random = rank.random * 1664525U + 1013904223U;
        return ns * (90 + static_cast<std::int64_t>((rank.random >> 16U) % 25)) / 100;
    }

    void span(const Rank& rank,
              TrackId track,
              const std::string& text,
              SpanCategory category,
              std::int64_t start,
              std::int64_t end,
              std::uint16_t depth,
              NodeRef node = {},
              std::int64_t step = kNoStep)
    {
        const NameId name = m_builder.name(text);
        const std::int64_t duration = end - start;
        m_builder.spans(track,
                        {rank.session,
                         std::span(&start, 1),
                         std::span(&duration, 1),
                         std::span(&name, 1),
                         std::span(&category, 1),
                         std::span(&depth, 1),
                         std::span(&node, 1),
                         std::span(&step, 1)});
    }

    /// Operators of one direction, on the host and, a little later, on the stream.
    void phase(Rank& rank, bool isBackward)
    {
        const std::int64_t begin = rank.now;
        const auto& ops = operators();
        for (std::size_t i = 0; i < ops.size(); ++i) {
            const std::size_t at = isBackward ? ops.size() - 1 - i : i;
            const std::string name = std::string(ops[at].op) + (isBackward ? "Grad" : "");
            const auto category = isBackward ? SpanCategory::Backward : SpanCategory::Forward;
            const NodeRef node{rank.pass,
                               static_cast<std::int32_t>(at + (isBackward ? ops.size() : 0))};
            const std::int64_t start = rank.now + 4'000;
            const std::int64_t end =
                start + jitter(rank, ops[at].us * (isBackward ? 1'700 : 1'000));
            span(rank, rank.main, name, category, start, end, 1, node);
            span(rank, rank.stream, name, category, start + 6'000, end, 0);
            if (i % 3 == 0) {
                m_builder.flow({m_flow++,
                                m_builder.name("launch"),
                                rank.main,
                                start + 1'000,
                                rank.stream,
                                start + 6'000});
            }
            rank.now = end;
        }
        span(rank,
             rank.main,
             isBackward ? "backward" : "forward",
             isBackward ? SpanCategory::Backward : SpanCategory::Forward,
             begin,
             rank.now,
             0);
    }

    void writeStep(Rank& rank)
    {
        const std::int64_t begin = rank.now;
        rank.now += jitter(rank, m_step % 9 == 4 ? 900'000 : 120'000);
        span(rank, rank.main, "data wait", SpanCategory::DataWait, begin, rank.now, 0);
        memory(rank, 61'000'000);
        phase(rank, false);
        memory(rank, 96'000'000);
        phase(rank, true);
        const std::int64_t optimizer = rank.now;
        rank.now += jitter(rank, 350'000);
        span(rank, rank.main, "optimizer", SpanCategory::Optimizer, optimizer, rank.now, 0);
        memory(rank, 64'000'000);
        span(rank,
             rank.steps,
             "step " + std::to_string(m_step),
             SpanCategory::Step,
             begin,
             rank.now,
             0,
             {},
             m_step);
        while (rank.workerFree < rank.now) {
            const std::int64_t start = std::max(rank.workerFree, begin);
            rank.workerFree = start + jitter(rank, 1'400'000);
            span(rank,
                 rank.worker,
                 "map(decode)",
                 SpanCategory::Data,
                 start,
                 rank.workerFree - 90'000,
                 0);
        }
    }

    void memory(const Rank& rank, double bytes)
    {
        bytes += static_cast<double>(rank.random % 4'000'000U);
        m_builder.counters(rank.memory,
                           {rank.session, std::span(&rank.now, 1), std::span(&bytes, 1)});
    }

    RunBuilder& m_builder;
    TrainingTraceOptions m_options;
    std::int64_t m_step;
    std::int64_t m_flow = 0;
    std::vector<Rank> m_ranks;
};

[[nodiscard]] inline std::shared_ptr<const Run>
trainingRun(const TrainingTraceOptions& options = {})
{
    RunBuilder builder({"/runs/lenet", "lenet", "runlens"});
    TrainingTrace(builder, options).write(options.steps);
    return builder.snapshot();
}

} // namespace runlens::test
