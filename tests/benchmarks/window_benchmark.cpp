// SPDX-License-Identifier: GPL-3.0-or-later
/// From the open call to a picture, in the whole window: a run file with 5M spans and 1M scalars.
/// "first" is when the chosen view shows data of the run, "whole" when everything asked for has
/// been read, computed and painted. Budget: first <= 1 s. Floor: the same file into a Run, no
/// window (store/open_5M_spans_1M_scalars in runlens_benchmarks).
#include "app/window/application.h"
#include "app/window/view_list.h"
#include "tests/benchmarks/large_run.h"
#include "viewers/view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <benchmark/benchmark.h>

namespace runlens::app {

namespace {

void firstPicture(benchmark::State& state, const char* viewId)
{
    const QString path = QString::fromStdString(benchmarks::largeRun());
    double first = 0.0;
    double whole = 0.0;
    for (auto _ : state) {
        state.PauseTiming();
        const QTemporaryDir settings;
        ApplicationOptions options;
        options.settingsFile = settings.filePath(QStringLiteral("settings.ini"));
        options.language = QStringLiteral("en");
        options.views = viewList;
        Application application(std::move(options));
        application.window()->resize(1920, 1080);
        application.window()->show();
        application.window()->showView(QLatin1String(viewId));
        QCoreApplication::processEvents();
        state.ResumeTiming();
        QElapsedTimer timer;
        timer.start();
        application.open({path});
        const viewers::View* view = application.window()->view(QLatin1String(viewId));
        const auto grab = [&] { benchmark::DoNotOptimize(application.window()->grab()); };
        while (!view->hasData() && timer.elapsed() < 60'000) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
        }
        grab();
        first += static_cast<double>(timer.nsecsElapsed()) * 1e-6;
        while (!(application.session()->isSettled() && application.window()->isSettled())
               && timer.elapsed() < 60'000)
        {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
        }
        grab();
        whole += static_cast<double>(timer.nsecsElapsed()) * 1e-6;
        state.PauseTiming();
        if (!view->hasData()) {
            state.SkipWithError("the view stayed empty");
        }
        state.ResumeTiming();
    }
    state.counters["first_ms"] = benchmark::Counter(first, benchmark::Counter::kAvgIterations);
    state.counters["whole_ms"] = benchmark::Counter(whole, benchmark::Counter::kAvgIterations);
}

BENCHMARK_CAPTURE(firstPicture, overview, "overview")->Iterations(3)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(firstPicture, scalars, "scalars")->Iterations(3)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(firstPicture, timeline, "timeline")->Iterations(3)->Unit(benchmark::kMillisecond);

} // namespace

} // namespace runlens::app

int main(int argc, char** argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    const QApplication application(argc, argv);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
