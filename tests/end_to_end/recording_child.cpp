// SPDX-License-Identifier: Apache-2.0
// A training program in small, made to be killed: records every kind of record in numbered rounds
// and prints each round with the time (CLOCK_MONOTONIC, ns) at which it was recorded.
//   recording_child FOLDER [fork]
// With "fork" a forked child stays behind that lives until standard input ends. Records until it is
// killed or its standard output is closed.
#include "collector/summary_collector.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <string>
#include <thread>

namespace {

using namespace runlens; // NOLINT(google-build-using-namespace): a program of one file

std::int64_t monotonicNs()
{
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

bool tell(const char* what, int round)
{
    std::array<char, 64> line{};
    const int size = std::snprintf(line.data(),
                                   line.size(),
                                   "%s %d %lld\n",
                                   what,
                                   round,
                                   static_cast<long long>(monotonicNs()));
    return ::write(STDOUT_FILENO, line.data(), static_cast<std::size_t>(size)) == size;
}

PassHandle recordProgram(SummaryCollector& collector, int round)
{
    const std::string number = std::to_string(round);
    collector.setConfiguration("round", round);
    GraphDescription graph;
    graph.nodes.resize(1);
    graph.nodes[0].name = "Default/conv" + number + "/Conv2D-op0";
    graph.nodes[0].op = "Conv2D";
    collector.addGraph("graph " + number, graph);
    IrDump dump;
    dump.order = round;
    dump.name = "pass " + number;
    dump.graphName = "train";
    dump.text = "%0 = Conv2D(%x) # " + number + '\n';
    dump.nodes.push_back({0, 1, 1, "%0", "main", "Conv2D", graph.nodes[0].name, "", 0, "1"});
    collector.addSourceFile("round_" + number + ".cpp", "// " + number);
    FindingNote finding;
    finding.rule = "round";
    finding.title = number;
    finding.step = round;
    collector.addFinding(finding);
    return collector.addIrDump(dump);
}

void recordValues(SummaryCollector& collector, int round)
{
    const std::array<float, 4> values = {0.0F, 0.25F, 0.5F, static_cast<float>(round)};
    collector.addScalar("loss", round, round);
    collector.addTensorStats("weight", round, {values.data(), {4}});
    collector.addHistogram("buckets", round, {0.0, 1.0, 2.0}, {1.0, 2.0});
    collector.addImage("image", round, {values.data(), 2, 2, 1, DataType::Float32});
    collector.addText("text", round, "round " + std::to_string(round));
    collector.addTensor("tensor", round, {values.data(), {2, 2}});
    for (int kind = static_cast<int>(RecordKind::Audio);
         kind <= static_cast<int>(RecordKind::Other);
         ++kind)
    {
        collector.addRecord(
            static_cast<RecordKind>(kind), "record", round, "{}", std::string_view("bytes"));
    }
}

void recordTime(SummaryCollector& collector, int round, PassHandle pass)
{
    const TrackHandle stream = collector.track("stream", TrackKind::Stream);
    const std::int64_t now = collector.nowNs();
    {
        const ScopedSpan step(
            collector, "step", SpanCategory::Step, {}, round, collector.stepTrack());
        const ScopedSpan span(collector, "Conv2D", SpanCategory::Forward, {pass, 0}, round);
    }
    collector.addCommunication(
        {stream, "AllReduce", SpanCategory::Communication, now, 10, round, {}, 0},
        {round, "world", -1});
    collector.addFlow(round, "launch", {}, now, stream, now + 1);
    collector.addCounter(collector.counterTrack("count", "1"), round);
    collector.addMemoryEvent(
        {MemoryAction::Allocate, "cpu", "block", static_cast<std::uint64_t>(round), 1, 1, {}});
    collector.addQueueSample("queue", round, 8);
}

void leaveChildBehind()
{
    if (::fork() != 0) {
        return;
    }
    ::close(STDOUT_FILENO); // the pipe belongs to the one that records
    char byte = 0;
    while (::read(STDIN_FILENO, &byte, 1) > 0) {
    }
    ::_exit(0);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        return 2;
    }
    std::signal(SIGPIPE, SIG_IGN);
    CollectorOptions options;
    options.folder = argv[1];
    auto collector = SummaryCollector::open(options);
    if (!collector.status().isRecording) {
        return 1;
    }
    if (argc > 2 && std::string(argv[2]) == "fork") {
        leaveChildBehind();
    }
    bool isHeard = tell("open", 0);
    for (int round = 0; isHeard; ++round) {
        const PassHandle pass = recordProgram(collector, round);
        recordValues(collector, round);
        recordTime(collector, round, pass);
        isHeard = tell("round", round);
        constexpr int kPauseMs = 10;
        ::poll(nullptr, 0, kPauseMs); // a step takes its time
    }
    return 0;
}
