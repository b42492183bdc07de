// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/timeline/time_axis.h"

#include "viewers/common/number_format.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace runlens::viewers {

namespace {

constexpr double kPixelsPerTick = 100.0;
constexpr std::size_t kMaxTicks = 200;

struct Unit {
    std::int64_t ns;
    const char* name;
};

constexpr std::array<Unit, 4> kUnits{
    {{1, "ns"}, {1'000, "µs"}, {1'000'000, "ms"}, {1'000'000'000, "s"}}};

/// 1, 2 or 5 times a power of ten; at least one ns.
std::int64_t tickStep(double nsPerTick)
{
    double power = std::pow(10.0, std::floor(std::log10(std::max(nsPerTick, 1.0))));
    power = std::clamp(power, 1.0, 1e18);
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= nsPerTick) {
            return static_cast<std::int64_t>(factor * power);
        }
    }
    return power >= 1e18 ? static_cast<std::int64_t>(1e18)
                         : static_cast<std::int64_t>(10.0 * power);
}

/// Exactly, without trailing zeros: 1'250'000 in ms is "1.25".
QString exactIn(std::int64_t ns, const Unit& unit)
{
    const std::int64_t rest = std::abs(ns % unit.ns);
    QString text = (ns < 0 ? QString(kMinus) : QString()) + formatCount(std::abs(ns / unit.ns));
    if (rest != 0) {
        QString digits = QString::number(unit.ns + rest).mid(1);
        while (digits.endsWith(QLatin1Char('0'))) {
            digits.chop(1);
        }
        text += QLatin1Char('.') + digits;
    }
    return text + QLatin1Char(' ') + QString::fromUtf8(unit.name);
}

std::int64_t floorTo(std::int64_t value, std::int64_t step)
{
    const std::int64_t rest = value % step;
    return value - (rest < 0 ? rest + step : rest);
}

const Unit& unitOf(std::int64_t ns)
{
    for (std::size_t i = kUnits.size(); i-- > 1;) {
        if (ns >= kUnits[i].ns) {
            return kUnits[i];
        }
    }
    return kUnits[0];
}

} // namespace

std::int64_t TimeView::nsAt(double pixel) const
{
    const double offset = std::floor(pixel * nsPerPixel);
    const double room = 0x1p62;
    if (!(std::abs(offset) < room)) {
        return offset > 0 ? profiler::kLatestNs : profiler::kEarliestNs;
    }
    const auto ns = static_cast<std::int64_t>(offset);
    if (ns > 0) {
        return startNs + std::min(ns, profiler::kLatestNs - startNs);
    }
    return startNs + std::max(ns, profiler::kEarliestNs - startNs);
}

TimeView fitTo(profiler::TimeInterval time, double widthPx, double margin)
{
    const auto length = static_cast<double>(std::max<std::int64_t>(time.durationNs(), 1));
    TimeView view;
    view.startNs = time.startNs;
    view.nsPerPixel =
        std::max(length * (1.0 + 2.0 * margin) / std::max(widthPx, 1.0), kClosestNsPerPixel);
    const double shown = view.nsPerPixel * std::max(widthPx, 1.0);
    view.startNs = view.nsAt(-(shown - length) / 2.0 / view.nsPerPixel);
    return view;
}

TimeView zoomed(const TimeView& view, double factor, double atPixel, double widestNsPerPixel)
{
    if (!(factor > 0.0)) {
        return view;
    }
    TimeView result = view;
    result.nsPerPixel = std::clamp(view.nsPerPixel / factor,
                                   kClosestNsPerPixel,
                                   std::max(widestNsPerPixel, kClosestNsPerPixel));
    // The time under the pixel stays there, to a fraction of a nanosecond.
    result.startNs =
        view.nsAt((atPixel * view.nsPerPixel - atPixel * result.nsPerPixel) / view.nsPerPixel);
    return result;
}

TimeView panned(const TimeView& view, double pixels)
{
    TimeView result = view;
    result.startNs = view.nsAt(pixels);
    return result;
}

TimeTicks ticksOf(const TimeView& view, double widthPx, std::int64_t originNs)
{
    TimeTicks result;
    result.anchorNs = originNs;
    const std::int64_t step = tickStep(view.nsPerPixel * kPixelsPerTick);
    const Unit& unit = unitOf(step);
    const profiler::TimeInterval range = view.range(widthPx);
    // Labels stay short: beyond three digits they count from a round time before the left edge.
    const std::int64_t round = unit.ns * 1000;
    const std::int64_t since = range.startNs - originNs;
    if (unit.ns < 1'000'000'000 && since >= round) {
        result.anchorNs = originNs + floorTo(since, round);
        const std::int64_t anchor = result.anchorNs - originNs;
        result.anchorLabel = exactIn(anchor, unitOf(anchor));
    }
    const Unit& labelUnit = unitOf(std::max(step, range.endNs - result.anchorNs));
    std::int64_t at = originNs + floorTo(since, step);
    while (at < range.endNs && result.ticks.size() < kMaxTicks) {
        if (at >= range.startNs) {
            QString label = exactIn(at - result.anchorNs, labelUnit);
            if (!result.anchorLabel.isEmpty()) {
                label.prepend(QLatin1Char('+'));
            }
            result.ticks.push_back({view.pixelOf(at), at, label});
        }
        if (at > profiler::kLatestNs - step) {
            break;
        }
        at += step;
    }
    return result;
}

} // namespace runlens::viewers
