// SPDX-License-Identifier: GPL-3.0-or-later
// Ten million spans in 32 rows: how long a frame of the timeline takes, at every zoom from the
// whole trace to single spans. Times are CPU time of the calling thread. The floor is filling the
// same rows with one colour per pixel column.
#include "profiler/timeline_layout.h"
#include "profiler/trace_builder.h"
#include "summary_format/run_builder.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <ctime>
#include <random>
#include <string>
#include <vector>

#ifdef RUNLENS_HAS_GUI
#include "viewers/timeline/timeline_paint.h"

#include <QGuiApplication>
#include <QPainter>
#endif

namespace runlens::profiler {
namespace {

constexpr int kTracks = 8;
constexpr int kRowsPerTrack = 4;
constexpr int kRowPx = 16;
constexpr int kWidthPx = 1920;
constexpr std::size_t kSpans = 10'000'000;

double threadMs()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

/// Spans of one track on their way into a builder.
class TrackWriter {
public:
    TrackWriter(RunBuilder& builder, int number) : m_builder(builder)
    {
        const std::string name = "thread " + std::to_string(number);
        TrackRecord record;
        record.name = name;
        m_track = builder.track(record);
        m_random.seed(static_cast<unsigned>(number) + 1);
        for (int i = 0; i < 100; ++i) {
            m_names.push_back(builder.name("operator " + std::to_string(i)));
        }
    }

    /// Chains of four nested spans, most of a microsecond, some of tens.
    void write(std::size_t count)
    {
        std::int64_t now = 0;
        for (std::size_t i = 0; i < count; i += kRowsPerTrack) {
            const std::int64_t start = now + static_cast<std::int64_t>(m_random() % 200);
            const std::int64_t longest = m_random() % 200 == 0 ? 20'000 : 1500;
            const std::int64_t end = start + 100 + static_cast<std::int64_t>(m_random()) % longest;
            const std::int64_t inset = (end - start) / 9;
            for (int depth = kRowsPerTrack; depth-- > 0;) {
                add(start + depth * inset, end - depth * inset, depth);
            }
            now = end;
        }
        flush();
    }

private:
    void add(std::int64_t start, std::int64_t end, int depth)
    {
        m_starts.push_back(start);
        m_durations.push_back(end - start);
        m_spanNames.push_back(m_names[m_random() % m_names.size()]);
        m_categories.push_back(static_cast<SpanCategory>(4 + m_random() % 3));
        m_depths.push_back(static_cast<std::uint16_t>(depth));
        if (m_starts.size() == 4096) {
            flush();
        }
    }

    void flush()
    {
        const std::vector<NodeRef> nodes(m_starts.size());
        const std::vector<std::int64_t> steps(m_starts.size(), kNoStep);
        m_builder.spans(m_track,
                        {SessionId{0},
                         m_starts,
                         m_durations,
                         m_spanNames,
                         m_categories,
                         m_depths,
                         nodes,
                         steps});
        m_starts.clear();
        m_durations.clear();
        m_spanNames.clear();
        m_categories.clear();
        m_depths.clear();
    }

    RunBuilder& m_builder;
    TrackId m_track{};
    std::mt19937 m_random;
    std::vector<NameId> m_names;
    std::vector<std::int64_t> m_starts;
    std::vector<std::int64_t> m_durations;
    std::vector<NameId> m_spanNames;
    std::vector<SpanCategory> m_categories;
    std::vector<std::uint16_t> m_depths;
};

std::shared_ptr<const Run> bigRun(std::size_t spans)
{
    RunBuilder builder({"big", "big", "runlens"});
    builder.session({});
    for (int i = 0; i < kTracks; ++i) {
        TrackWriter(builder, i).write(spans / kTracks);
    }
    return builder.snapshot();
}

const std::shared_ptr<const TraceModel>& bigModel(std::size_t spans)
{
    static std::shared_ptr<const TraceModel> model;
    static std::size_t held = 0;
    if (held != spans) {
        model = buildTrace(bigRun(spans));
        held = spans;
    }
    return model;
}

struct Frame {
    TimeInterval range;
    double nsPerPixel = 1.0;
};

/// From the whole trace inwards, at different places.
std::vector<Frame> frames(const TraceModel& model)
{
    std::vector<Frame> list;
    const double whole = static_cast<double>(model.time().durationNs());
    double place = 0.1;
    for (double zoom = 1.0; whole / zoom > 2000.0; zoom *= 1.15) {
        const double length = whole / zoom;
        place = place > 0.8 ? 0.1 : place + 0.13;
        const auto start =
            model.time().startNs + static_cast<std::int64_t>((whole - length) * place);
        list.push_back({{start, start + static_cast<std::int64_t>(length)}, length / kWidthPx});
    }
    return list;
}

double percentile(std::vector<double> values, double p)
{
    std::sort(values.begin(), values.end());
    return values[static_cast<std::size_t>(p * static_cast<double>(values.size() - 1))];
}

/// Best of three: what the code costs, without the noise of a shared machine.
template <typename Work>
double bestMs(Work work)
{
    double best = 1e9;
    for (int i = 0; i < 3; ++i) {
        const double start = threadMs();
        work();
        best = std::min(best, threadMs() - start);
    }
    return best;
}

double floorMs()
{
    std::vector<std::uint32_t> pixels(static_cast<std::size_t>(kWidthPx) * kRowPx * kTracks
                                      * kRowsPerTrack);
    return bestMs([&pixels] {
        for (std::size_t row = 0; row < kTracks * kRowsPerTrack; ++row) {
            std::uint32_t* first = pixels.data() + row * kRowPx * kWidthPx;
            for (int x = 0; x < kWidthPx; ++x) {
                first[x] = static_cast<std::uint32_t>(x * 2654435761U);
            }
            for (int y = 1; y < kRowPx; ++y) {
                std::copy(
                    first, first + kWidthPx, first + static_cast<std::ptrdiff_t>(y) * kWidthPx);
            }
        }
        benchmark::DoNotOptimize(pixels.data());
        benchmark::ClobberMemory();
    });
}

void buildTimeline(benchmark::State& state)
{
    const auto run = bigRun(static_cast<std::size_t>(state.range(0)));
    for (auto _ : state) {
        const double start = threadMs();
        benchmark::DoNotOptimize(buildTrace(run));
        state.SetIterationTime((threadMs() - start) * 1e-3);
    }
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

BENCHMARK(buildTimeline)
    ->Arg(1'000'000)
    ->Arg(kSpans)
    ->UseManualTime()
    ->Iterations(3)
    ->Unit(benchmark::kMillisecond);

/// Time reported: the whole trace in one frame. Counters: over all zooms.
void layoutTimeline(benchmark::State& state)
{
    const auto& model = bigModel(static_cast<std::size_t>(state.range(0)));
    const auto layOut = [&model](const Frame& frame) {
        for (const TrackIndex& track : model->tracks()) {
            benchmark::DoNotOptimize(layoutTrack(*model, track.id, frame.range, frame.nsPerPixel));
        }
    };
    const std::vector<Frame> all = frames(*model);
    std::vector<double> times;
    for (const Frame& frame : all) {
        times.push_back(bestMs([&] { layOut(frame); }));
    }
    for (auto _ : state) {
        const double start = threadMs();
        layOut(all.front());
        state.SetIterationTime((threadMs() - start) * 1e-3);
    }
    state.counters["p95_ms"] = percentile(times, 0.95);
    state.counters["worst_ms"] = percentile(times, 1.0);
    state.counters["floor_ms"] = floorMs();
}

BENCHMARK(layoutTimeline)
    ->Arg(1'000'000)
    ->Arg(kSpans)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

#ifdef RUNLENS_HAS_GUI

/// Layout, raster and copy to the window of 1920 x 1080, as TimelineCanvas does it.
void paintTimeline(benchmark::State& state)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    static int argc = 1;
    static char name[] = "benchmark";
    static char* argv[] = {name, nullptr};
    static const QGuiApplication application(argc, argv);
    const auto& model = bigModel(static_cast<std::size_t>(state.range(0)));
    const viewers::Palette palette(viewers::Theme::Dark);
    const viewers::TimelineColours colours(palette);
    viewers::LabelCache labels;
    labels.setFont(viewers::Palette::font(11));
    viewers::TimelineRaster raster;
    QImage window(kWidthPx, 1080, QImage::Format_RGB32);
    viewers::FrameRequest request;
    request.model = model;
    request.widthPx = kWidthPx;
    request.lanes = viewers::makeLanes(*model, {});
    viewers::PaintOptions options;
    options.heightPx = 1080;
    const auto draw = [&](const Frame& frame) {
        request.view = {frame.range.startNs, frame.nsPerPixel};
        raster.draw(viewers::makeFrame(request), colours, options, labels);
        QPainter(&window).drawImage(QPoint(), raster.image());
    };
    const std::vector<Frame> all = frames(*model);
    std::vector<double> times;
    for (const Frame& frame : all) {
        times.push_back(bestMs([&] { draw(frame); }));
    }
    for (auto _ : state) {
        const double start = threadMs();
        draw(all.front());
        state.SetIterationTime((threadMs() - start) * 1e-3);
    }
    state.counters["p95_ms"] = percentile(times, 0.95);
    state.counters["worst_ms"] = percentile(times, 1.0);
    state.counters["floor_ms"] = floorMs();
}

BENCHMARK(paintTimeline)
    ->Arg(1'000'000)
    ->Arg(kSpans)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

#endif

} // namespace
} // namespace runlens::profiler
