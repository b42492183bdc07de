// SPDX-License-Identifier: GPL-3.0-or-later
// A million noisy points: what a pan costs from the input to the painted pixels, and beside it the
// floor: the same number of one-pixel lines of the same heights drawn by QPainter and nothing else.
#include "tests/viewers/noisy_runs.h"
#include "viewers/common/curve_chart.h"

#include <QApplication>
#include <QPainter>

#include <benchmark/benchmark.h>

namespace {

using namespace runlens;
using namespace runlens::viewers;

std::shared_ptr<const CurveData> millionPoints(double smoothing)
{
    test::TestRun run("million");
    const TagId tag = run.tag("loss");
    test::Noise noise(1);
    for (int i = 0; i < 1'000'000; ++i) {
        run.add(tag, i, static_cast<float>(noise.bell()));
    }
    return prepareCurve(run.builder.snapshot(), tag, {XAxis::Step, smoothing, kNoTime});
}

PlotCurve plotOf(std::shared_ptr<const CurveData> data)
{
    PlotCurve curve;
    curve.data = std::move(data);
    curve.runKey = QStringLiteral("million");
    curve.name = curve.runKey;
    curve.colour = QColor(0x33, 0x4e, 0xc7);
    return curve;
}

/// One pan step of a chart of 1100 x 700: new range, axes, exact curve, painted.
void panInputToPaint(benchmark::State& state)
{
    Palette palette(Theme::Light);
    CurveChart chart(&palette);
    chart.resize(1100, 700);
    chart.show();
    chart.setCurves({plotOf(millionPoints(state.range(0) != 0 ? 0.9 : 0.0))});
    const double width = state.range(1) != 0 ? 100'000.0 : 900'000.0;
    double at = 0.0;
    chart.setRanges({at, at + width}, {-2, 2, false});
    QImage target(chart.size(), QImage::Format_ARGB32_Premultiplied);
    for (auto _ : state) {
        at = at > 90'000 ? 0.0 : at + width * 0.003;
        chart.setRanges({at, at + width}, {-2, 2, false});
        QCoreApplication::processEvents();
        static_cast<QWidget&>(chart).render(&target);
        benchmark::DoNotOptimize(target.bits());
    }
}

BENCHMARK(panInputToPaint)
    ->ArgNames({"smoothed", "zoomed"})
    ->ArgsProduct({{0, 1}, {0, 1}})
    ->Unit(benchmark::kMillisecond);

/// The floor: 1050 columns of two thirds of the height.
void floorOfColumns(benchmark::State& state)
{
    QVector<QLineF> lines;
    test::Noise noise(2);
    for (int x = 0; x < 1050; ++x) {
        lines.push_back({x + 0.5, 100 + 40 * noise.next(), x + 0.5, 560 + 40 * noise.next()});
    }
    QImage target(1100, 700, QImage::Format_ARGB32_Premultiplied);
    for (auto _ : state) {
        target.fill(Qt::white);
        QPainter painter(&target);
        painter.setPen(QPen(QColor(0x33, 0x4e, 0xc7), 1.0));
        painter.drawLines(lines);
        painter.end();
        benchmark::DoNotOptimize(target.bits());
    }
}

BENCHMARK(floorOfColumns)->Unit(benchmark::kMillisecond);

/// A chart without curves: what Qt Charts itself costs for a new range.
void axesAlone(benchmark::State& state)
{
    Palette palette(Theme::Light);
    CurveChart chart(&palette);
    chart.resize(1100, 700);
    chart.show();
    double at = 0.0;
    QImage target(chart.size(), QImage::Format_ARGB32_Premultiplied);
    for (auto _ : state) {
        at = at > 90'000 ? 0.0 : at + 300.0;
        chart.setRanges({at, at + 100'000}, {-2, 2, false});
        QCoreApplication::processEvents();
        static_cast<QWidget&>(chart).render(&target);
        benchmark::DoNotOptimize(target.bits());
    }
}

BENCHMARK(axesAlone)->Unit(benchmark::kMillisecond);

void prepareMillionPoints(benchmark::State& state)
{
    test::TestRun run("million");
    const TagId tag = run.tag("loss");
    test::Noise noise(1);
    for (int i = 0; i < 1'000'000; ++i) {
        run.add(tag, i, static_cast<float>(noise.bell()));
    }
    const auto snapshot = run.builder.snapshot();
    for (auto _ : state) {
        benchmark::DoNotOptimize(prepareCurve(snapshot, tag, {XAxis::Step, 0.9, kNoTime}));
    }
}

BENCHMARK(prepareMillionPoints)->Unit(benchmark::kMillisecond);

} // namespace

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
