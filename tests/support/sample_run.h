// SPDX-License-Identifier: Apache-2.0
/// A run with every kind of record and the values that are hard to keep, written into any sink.
#pragma once

#include "summary_format/record_sink.h"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace runlens::test {

inline constexpr std::int64_t kStartNs = 1'700'000'000'123'456'789;

struct HardScalar {
    const char* tag;
    NumberType type;
    std::vector<std::uint64_t> bits;
};

inline std::vector<HardScalar> hardScalars()
{
    using D = std::numeric_limits<double>;
    using F = std::numeric_limits<float>;
    using I = std::numeric_limits<std::int64_t>;
    return {
        {"float64",
         NumberType::Float64,
         {toBits(0.1),
          toBits(-0.0),
          toBits(0.0),
          toBits(D::quiet_NaN()),
          toBits(D::infinity()),
          toBits(-D::infinity()),
          toBits(D::denorm_min()),
          toBits(D::max()),
          toBits(3.0),
          toBits(1e300),
          toBits(9007199254740993.0)}},
        {"float32",
         NumberType::Float32,
         {toBits(0.1F),
          toBits(-0.0F),
          toBits(F::quiet_NaN()),
          toBits(F::infinity()),
          toBits(F::denorm_min()),
          toBits(F::max()),
          toBits(16777217.0F)}},
        {"float16",
         NumberType::Float16,
         {toBits(halfToFloat(0x2e66)), toBits(halfToFloat(0x8000)), toBits(halfToFloat(1))}},
        {"bfloat16",
         NumberType::BFloat16,
         {toBits(bfloat16ToFloat(0x3dcd)), toBits(bfloat16ToFloat(0x8000))}},
        {"int64",
         NumberType::Int64,
         {toBits(I::min()), toBits(I::max()), toBits(std::int64_t{-1}), toBits(std::int64_t{0})}},
        {"uint64",
         NumberType::UInt64,
         {std::numeric_limits<std::uint64_t>::max(),
          std::uint64_t{1} << 63,
          (std::uint64_t{1} << 63) - 1,
          0}},
    };
}

inline void writeHardScalars(RecordSink& sink, SessionId session, int rank)
{
    for (const HardScalar& scalar : hardScalars()) {
        const TagId tag =
            sink.tag({rank, scalar.tag, RecordKind::Scalar, scalar.type, "shown", "about"});
        std::int64_t step = 5;
        for (const std::uint64_t bits : scalar.bits) {
            sink.scalar(
                tag, session, step, kStartNs + step, bits); // equal and falling steps are kept
            step = step == 5 ? 5 - 1 : step == 4 ? kNoStep : 5;
        }
        sink.scalar(tag, session, 7, kNoTime, scalar.bits.front());
    }
}

inline void writeSamples(RecordSink& sink, SessionId session, int rank)
{
    const TagId stats =
        sink.tag({rank, "conv1.weight", RecordKind::TensorStats, NumberType::Float32, "", ""});
    const TagId histogram =
        sink.tag({rank, "conv1.weight", RecordKind::Histogram, NumberType::Float32, "", ""});
    const std::vector<double> edges{-1.0, -0.0, 0.5, 2.0};
    const std::vector<double> counts{1.0, 2.5, 3.0};
    const double nan = std::numeric_limits<double>::quiet_NaN();
    TensorStatsRecord record;
    record.session = session;
    record.step = 1;
    record.wallNs = kStartNs;
    record.statistics = {
        std::numeric_limits<std::uint64_t>::max(), 2, 3, 4, 5, -0.0, 1.5, nan, 1e-300};
    sink.tensorStats(stats, record);
    record.edges = edges;
    record.counts = counts;
    sink.tensorStats(stats, record);
    record.step = kNoStep;
    record.wallNs = kNoTime;
    sink.tensorStats(histogram, record);

    const std::string binary("\x89PNG\0\xff\x01", 7);
    for (const RecordKind kind : {RecordKind::Image,
                                  RecordKind::Text,
                                  RecordKind::Tensor,
                                  RecordKind::Audio,
                                  RecordKind::PrCurve,
                                  RecordKind::Mesh,
                                  RecordKind::Embedding,
                                  RecordKind::HParams,
                                  RecordKind::Layout,
                                  RecordKind::Lineage,
                                  RecordKind::Landscape,
                                  RecordKind::Explanation,
                                  RecordKind::SessionLog,
                                  RecordKind::RunMetadata,
                                  RecordKind::Other})
    {
        const TagId tag = sink.tag({rank, "sample", kind, NumberType::Float64, "", ""});
        const std::string text = kind == RecordKind::Text ? "Grüße, 世界" : binary;
        sink.sample(tag, {session, 3, kStartNs + 3, R"({"width":2})", {asBytes(text), {}}});
        sink.sample(tag, {session, kNoStep, kNoTime, "", {asBytes(std::string_view("")), {}}});
        sink.sample(tag, {kNone<SessionId>, 4, kStartNs, "{}", {}}); // without any payload
    }
    sink.property({rank, session, "configuration", "learning_rate", "0.1"});
    sink.property({rank, session, "info", "host", "\"node\""});
    sink.finding({rank,
                  session,
                  "slow-data",
                  2,
                  "Data waits",
                  "Half of the step",
                  9,
                  kStartNs,
                  R"({"tag":"loss"})"});
    sink.dropped({rank, session, "span", "queue full", 10, kStartNs, kStartNs + 1});
    sink.dropped({rank, session, "span", "queue full", 5, kStartNs + 2, kStartNs + 3});
}

inline std::vector<PassId> writePasses(RecordSink& sink, SessionId session, int rank)
{
    sink.graph(
        {rank, session, "train", kStartNs, {asBytes(std::string_view("\x0a\x05train", 7)), {}}});
    const std::vector<IrNodeRecord> nodes{
        {0,
         3,
         4,
         "%0",
         "network_1",
         "Conv2D",
         "Default/conv1/Conv2D-op0",
         "train.cpp",
         12,
         "32x6x28x28"},
        {1, 5, 5, "%1", "network_1", "ReLU", "Default/relu/ReLU-op1", "", 0, ""}};
    const std::string text = "# IR\n" + std::string(5000, 'x') + "\n%0 = Conv2D()\n";
    IrDumpRecord dump;
    dump.rank = rank;
    dump.session = session;
    dump.order = 0;
    dump.name = "00_parse";
    dump.graphName = "train";
    dump.wallNs = kStartNs;
    dump.durationNs = 1234;
    dump.text = {asBytes(text), {}};
    dump.nodes = nodes;
    std::vector<PassId> passes{sink.irDump(dump)};
    const std::vector<IrOriginRecord> origins{
        {0, passes[0], 1}, {0, passes[0], 0}, {1, kNone<PassId>, -1}};
    dump.order = 7;
    dump.name = "07_fusion";
    dump.durationNs = 0;
    dump.wallNs = kNoTime;
    dump.text = {asBytes(std::string_view("fused")), {}};
    dump.origins = origins;
    passes.push_back(sink.irDump(dump));
    sink.sourceFile({rank, "train.cpp", {asBytes(std::string_view("int main() {}\n")), {}}});
    return passes;
}

/// count spans on one track, children before parents, some with nodes and steps.
inline std::int64_t writeSpans(RecordSink& sink,
                               SessionId session,
                               TrackId track,
                               PassId pass,
                               std::int64_t first,
                               std::size_t count)
{
    std::vector<std::int64_t> starts;
    std::vector<std::int64_t> durations;
    std::vector<NameId> names;
    std::vector<SpanCategory> categories;
    std::vector<std::uint16_t> depths;
    std::vector<NodeRef> nodes;
    std::vector<std::int64_t> steps;
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t n = first + static_cast<std::int64_t>(i);
        const bool isParent = n % 4 == 3;
        starts.push_back(kStartNs + n * 1000 - (isParent ? 3000 : 0));
        durations.push_back(isParent ? 3900 : 700 + n % 13);
        names.push_back(sink.name("op " + std::to_string(n % 7)));
        categories.push_back(static_cast<SpanCategory>(n % 12));
        depths.push_back(static_cast<std::uint16_t>(isParent ? 0 : 1));
        nodes.push_back(n % 3 == 0 && isValid(pass)
                            ? NodeRef{pass, static_cast<std::int32_t>(n % 2)}
                            : NodeRef{});
        steps.push_back(n % 5 == 0 ? kNoStep : n / 4);
    }
    return sink.spans(track, {session, starts, durations, names, categories, depths, nodes, steps});
}

inline void
writeTimeline(RecordSink& sink, SessionId session, int rank, const std::vector<PassId>& passes)
{
    const TrackId process =
        sink.track({rank, "process", TrackKind::Process, kNone<TrackId>, 7, 0, ""});
    const TrackId main = sink.track({rank, "main", TrackKind::Thread, process, 7, 8, ""});
    const TrackId steps = sink.track({rank, "steps", TrackKind::Step, process, 7, 0, ""});
    const TrackId memory = sink.track({rank, "memory", TrackKind::Counter, process, 7, 0, "B"});
    writeSpans(sink, session, main, passes.back(), 0, 10);
    writeSpans(sink, session, steps, kNone<PassId>, 0, 3);
    const std::int64_t span = writeSpans(sink, session, main, passes.front(), 10, 2);
    sink.communication({{main, span}, sink.name("AllReduce"), sink.name("world"), 1 << 20, -1});
    sink.flow({42, sink.name("launch"), main, kStartNs, steps, kStartNs + 5});
    sink.flow({-1, sink.name(""), kNone<TrackId>, kNoTime, main, kStartNs});
    const std::vector<std::int64_t> ns{kStartNs, kStartNs + 1, kNoTime};
    const std::vector<double> values{-0.0, std::numeric_limits<double>::quiet_NaN(), 1e18};
    sink.counters(memory, {session, ns, values});
    sink.memory({rank,
                 session,
                 kStartNs,
                 MemoryAction::Free,
                 sink.name("cpu"),
                 sink.name("conv1.out"),
                 std::numeric_limits<std::uint64_t>::max(),
                 -4096,
                 8192,
                 {passes.back(), 1}});
    sink.queueSample({rank, session, sink.name("prefetch"), kStartNs, 3, 8});
}

/// Everything. session: that the records belong to.
inline void writeEverything(RecordSink& sink, SessionId session, int rank = 0)
{
    writeHardScalars(sink, session, rank);
    writeSamples(sink, session, rank);
    writeTimeline(sink, session, rank, writePasses(sink, session, rank));
}

} // namespace runlens::test
