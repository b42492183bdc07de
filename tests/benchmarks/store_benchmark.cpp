// SPDX-License-Identifier: Apache-2.0
/// What following and opening a run file costs, each beside its floor: the same rows read by bare
/// SQLite. Budget: a poll for 20 changed tags among 10,000 at most 1 ms whatever the size of the
/// file; a file with 5M spans and 1M scalars open in at most 1 s. Writing is here for comparison:
/// rows and spans per second of the writer thread.
#include "summary_format/run_builder.h"
#include "summary_format/store/sqlite_source.h"
#include "tests/benchmarks/large_run.h"

#include <benchmark/benchmark.h>
#include <sqlite3.h>

#include <filesystem>

namespace {

using namespace runlens;
using benchmarks::check;
using benchmarks::kPoints;
using benchmarks::kSpans;
using benchmarks::largeRun;
using benchmarks::openWriter;
using benchmarks::threadSeconds;
using benchmarks::WritingTimes;
using test::kStartNs;
using test::TemporaryFolder;

void readAll(RunSource& source, RecordSink& sink)
{
    Diagnostics diagnostics;
    for (bool more = true; more;) {
        const auto progress = source.readInto(sink, diagnostics, {});
        if (!progress) {
            throw std::runtime_error(progress.error().message());
        }
        more = progress->more;
    }
}

/// 10,000 tags with the given number of points each, and a writer that goes on.
class GrowingRun {
public:
    static constexpr int kTags = 10'000;
    static constexpr int kChanged = 20;

    explicit GrowingRun(int pointsPerTag) : writer(openWriter(folder.path()))
    {
        for (int i = 0; i < kTags; ++i) {
            m_tags.push_back(writer->tag(
                {0, "tag " + std::to_string(i), RecordKind::Scalar, NumberType::Float64, "", ""}));
        }
        std::vector<std::int64_t> steps(static_cast<std::size_t>(pointsPerTag));
        const std::vector<std::uint64_t> bits(steps.size(), toBits(0.5));
        for (std::size_t i = 0; i < steps.size(); ++i) {
            steps[i] = static_cast<std::int64_t>(i);
        }
        for (const TagId tag : m_tags) {
            writer->scalars(tag, {writer->currentSession(), steps, steps, bits});
        }
        check(writer->commit());
    }

    void grow()
    {
        ++m_step;
        for (int i = 0; i < kChanged; ++i) {
            const TagId tag = m_tags[static_cast<std::size_t>(i * (kTags / kChanged))];
            writer->scalar(tag, writer->currentSession(), m_step, kStartNs + m_step, toBits(1.0));
        }
        check(writer->commit());
    }

    TemporaryFolder folder;
    std::unique_ptr<SummaryWriter> writer;

private:
    std::vector<TagId> m_tags;
    std::int64_t m_step = 1'000'000;
};

void pollChangedTags(benchmark::State& state)
{
    GrowingRun run(static_cast<int>(state.range(0)));
    const auto source = openSqliteRun(run.folder.path());
    RunBuilder builder({run.folder.path(), "run", "runlens"});
    readAll(**source, builder);
    for (auto step : state) {
        static_cast<void>(step);
        run.grow();
        const double start = threadSeconds();
        readAll(**source, builder);
        state.SetIterationTime(threadSeconds() - start);
    }
    state.counters["file_MB"] = static_cast<double>(run.writer->fileBytes()) / 1e6;
}

/// Floor: the version, and 20 ranges of one point, asked by bare SQLite with prepared statements.
void pollFloor(benchmark::State& state)
{
    GrowingRun run(static_cast<int>(state.range(0)));
    sqlite3* raw = nullptr;
    sqlite3_stmt* version = nullptr;
    sqlite3_stmt* points = nullptr;
    sqlite3_open_v2(run.writer->path().c_str(), &raw, SQLITE_OPEN_READONLY, nullptr);
    sqlite3_prepare_v2(raw, "PRAGMA data_version", -1, &version, nullptr);
    sqlite3_prepare_v2(
        raw,
        "SELECT step, wall_ns, value FROM scalar WHERE tag = ?1 ORDER BY seq DESC LIMIT 1",
        -1,
        &points,
        nullptr);
    for (auto step : state) {
        static_cast<void>(step);
        run.grow();
        const double start = threadSeconds();
        sqlite3_step(version);
        sqlite3_reset(version);
        sqlite3_exec(raw, "BEGIN", nullptr, nullptr, nullptr);
        for (int i = 0; i < GrowingRun::kChanged; ++i) {
            sqlite3_bind_int(points, 1, i * (GrowingRun::kTags / GrowingRun::kChanged));
            sqlite3_step(points);
            benchmark::DoNotOptimize(sqlite3_column_int64(points, 0));
            sqlite3_reset(points);
        }
        sqlite3_exec(raw, "COMMIT", nullptr, nullptr, nullptr);
        state.SetIterationTime(threadSeconds() - start);
    }
    sqlite3_finalize(version);
    sqlite3_finalize(points);
    sqlite3_close(raw);
}

BENCHMARK(pollChangedTags)
    ->Name("store/poll_20_of_10000_tags")
    ->Arg(1)
    ->Arg(100)
    ->UseManualTime()
    ->Iterations(100)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(pollFloor)
    ->Name("store/poll_floor")
    ->Arg(1)
    ->Arg(100)
    ->UseManualTime()
    ->Iterations(100)
    ->Unit(benchmark::kMicrosecond);

void openLargeRun(benchmark::State& state)
{
    const std::string& path = largeRun();
    for (auto step : state) {
        static_cast<void>(step);
        const auto source = openSqliteRun(path);
        RunBuilder builder({path, "run", "runlens"});
        readAll(**source, builder);
        const auto run = builder.snapshot();
        if (run->tags().size() != 20 || run->tracks().size() != 4) {
            state.SkipWithError("the run is not whole");
        }
    }
    state.counters["file_MB"] = static_cast<double>(std::filesystem::file_size(path)) / 1e6;
}

/// Floor: bare SQLite steps over the same rows and touches the same blobs.
void openFloor(benchmark::State& state)
{
    const std::string& path = largeRun();
    for (auto step : state) {
        static_cast<void>(step);
        sqlite3* raw = nullptr;
        sqlite3_open_v2(path.c_str(), &raw, SQLITE_OPEN_READONLY, nullptr);
        sqlite3_stmt* statement = nullptr;
        std::int64_t sum = 0;
        sqlite3_prepare_v2(raw,
                           "SELECT seq, step, wall_ns, value FROM scalar ORDER BY tag, seq",
                           -1,
                           &statement,
                           nullptr);
        while (sqlite3_step(statement) == SQLITE_ROW) {
            sum += sqlite3_column_int64(statement, 1) + sqlite3_column_int64(statement, 2);
            sum += static_cast<std::int64_t>(sqlite3_column_double(statement, 3));
        }
        sqlite3_finalize(statement);
        sqlite3_prepare_v2(raw,
                           "SELECT start_ns, duration_ns, name, category, depth, node_pass, node, "
                           "step FROM span_chunk",
                           -1,
                           &statement,
                           nullptr);
        while (sqlite3_step(statement) == SQLITE_ROW) {
            for (int i = 0; i < 8; ++i) {
                benchmark::DoNotOptimize(sqlite3_column_blob(statement, i));
                sum += sqlite3_column_bytes(statement, i);
            }
        }
        sqlite3_finalize(statement);
        sqlite3_close(raw);
        benchmark::DoNotOptimize(sum);
    }
}

void writeLargeRun(benchmark::State& state)
{
    WritingTimes times;
    largeRun(&times);
    for (auto step : state) {
        static_cast<void>(step);
    }
    state.counters["scalars_per_cpu_second"] = static_cast<double>(kPoints) / times.scalars;
    state.counters["spans_per_cpu_second_with_making_them"] =
        static_cast<double>(kSpans) / times.spans;
}

BENCHMARK(openLargeRun)
    ->Name("store/open_5M_spans_1M_scalars")
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);
BENCHMARK(openFloor)->Name("store/open_floor")->Iterations(3)->Unit(benchmark::kMillisecond);
BENCHMARK(writeLargeRun)->Name("store/write_5M_spans_1M_scalars")->Iterations(1);

} // namespace
