// SPDX-License-Identifier: GPL-3.0-or-later
/// Runs made in memory for tests and pictures of the views: noisy curves with the same numbers
/// every time, one run that ends in NaN. Values are float32, one point a step, one millisecond
/// apart.
#pragma once

#include "summary_format/run_builder.h"
#include "viewers/common/run_set.h"
#include "viewers/common/style.h"

#include <QApplication>
#include <QImage>
#include <QWidget>

#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

namespace runlens::test {

inline constexpr std::int64_t kStartNs = 1'795'874'531'000'000'000; ///< a day in November 2026
inline constexpr std::int64_t kStepNs = 1'000'000;

/// The same sequence on every machine, uniform in [-1, 1].
class Noise {
public:
    explicit Noise(std::uint64_t seed) : m_state(seed * 2 + 1) {}

    double next()
    {
        m_state = m_state * 6364136223846793005ULL + 1442695040888963407ULL;
        return static_cast<double>(static_cast<std::int64_t>(m_state) >> 11)
               / static_cast<double>(1LL << 52);
    }

    double bell() { return (next() + next() + next() + next()) / 2.0; }

private:
    std::uint64_t m_state;
};

/// A run under construction.
struct TestRun {
    explicit TestRun(const std::string& name) : builder({"/runs/" + name, name, "runlens"})
    {
        SessionRecord record;
        record.startNs = kStartNs;
        record.ended = EndReason::Clean;
        record.host = "desk";
        record.pid = 7;
        session = builder.session(record);
    }

    TagId tag(std::string_view name, NumberType type = NumberType::Float32)
    {
        TagRecord record;
        record.name = name;
        record.numberType = type;
        return builder.tag(record);
    }

    void add(TagId tag, std::int64_t step, float value)
    {
        builder.scalar(tag, session, step, kStartNs + step * kStepNs, toBits(value));
    }

    void series(std::string_view name, const std::vector<float>& values)
    {
        const TagId id = tag(name);
        for (std::size_t i = 0; i < values.size(); ++i) {
            add(id, static_cast<std::int64_t>(i), values[i]);
        }
    }

    RunBuilder builder;
    SessionId session{};
};

inline viewers::OpenRun openRun(TestRun& run, int slot)
{
    viewers::OpenRun open;
    open.run = run.builder.snapshot();
    open.key = QString::fromStdString(open.run->path());
    open.name = QString::fromStdString(open.run->name());
    open.colourSlot = slot;
    return open;
}

/// A training of LeNet as it could have been: 13 tags, `steps` points each (tests every 375 steps).
/// diverges: NaN from a fifth of the steps on.
inline void addTraining(TestRun& run, int seed, int steps, bool diverges)
{
    Noise noise(static_cast<std::uint64_t>(seed) * 7919);
    const TagId train = run.tag("loss/train");
    const TagId test = run.tag("loss/test");
    const TagId trainAccuracy = run.tag("accuracy/train");
    const TagId testAccuracy = run.tag("accuracy/test");
    const TagId rate = run.tag("learning_rate");
    const TagId global = run.tag("grad_norm/global");
    const TagId conv1 = run.tag("grad_norm/conv1");
    const TagId weight = run.tag("weight_norm/fc1");
    const TagId ratio = run.tag("update_ratio/fc1");
    const TagId zeros = run.tag("zeros/relu1");
    const TagId dead = run.tag("dead_units/fc1");
    const TagId time = run.tag("step_time");
    const int end = diverges ? steps / 4 : steps;
    const int nanFrom = diverges ? steps / 5 : steps + 1;
    double drift = 0.0;
    for (int i = 0; i < end; ++i) {
        const double t = static_cast<double>(i) / steps;
        const bool isNan = i >= nanFrom;
        const double blow = diverges && i > nanFrom - steps / 40
                                ? std::exp((i - nanFrom + steps / 40.0) / (steps / 240.0))
                                : 1.0;
        drift = 0.995 * drift + 0.05 * noise.next();
        const auto put = [&](TagId tag, double value) {
            run.add(tag, i, isNan ? std::nanf("") : static_cast<float>(value));
        };
        const double base =
            0.14 + 2.2 * std::exp(-t * 60) + 0.28 * std::exp(-t * 6) + (diverges ? 0.35 : 0.0);
        put(train, base * std::exp(0.35 * noise.bell()) * blow);
        put(trainAccuracy,
            std::min(1.0,
                     std::max(0.0,
                              (diverges ? 0.72 : 0.955) - 0.8 * std::exp(-t * 45)
                                  + 0.03 * noise.bell() - 0.001 * blow)));
        put(rate,
            (diverges ? 0.1 : 0.01) * (t < 0.01 ? t * 100 : 1.0) * (t > 0.62 ? 0.2 : 1.0)
                    * (t > 0.87 ? 0.2 : 1.0)
                + 1e-5);
        if (diverges && i > nanFrom - 20 && !isNan) {
            run.add(global, i, std::numeric_limits<float>::infinity());
        } else {
            put(global,
                std::exp(0.1 + 0.5 * noise.bell() + drift + 2.0 * std::exp(-t * 50)) * blow);
        }
        put(conv1, 0.3 * std::exp(0.6 * noise.bell() + drift + 2.0 * std::exp(-t * 80)) * blow);
        put(weight, 6.4 + 0.7 * (1 - std::exp(-t * 3)) + 0.02 * seed + (blow - 1) * 0.01);
        put(ratio,
            0.002 * std::exp(0.3 * noise.bell()) * (t > 0.62 ? 0.15 : 1.0) * (t > 0.87 ? 0.05 : 1.0)
                * (1 + 2 * std::exp(-t * 100)) * blow);
        put(zeros, 0.52 + 0.05 * drift * 4 + 0.02 * noise.bell() + 0.04 * t);
        put(dead, std::floor(38 * (1 - std::exp(-t * 4)) + 0.6 * noise.next()));
        put(time,
            1.2 + 0.06 * std::abs(noise.bell()) + (i % (steps / 8) == steps / 8 - 1 ? 2.4 : 0.0)
                + (noise.next() > 0.998 ? 1.5 : 0.0));
        if (i % 375 == 374) {
            put(test, base * 1.6 + 0.015 * noise.bell() + 0.02 * t);
            put(testAccuracy,
                0.905 - 0.2 * std::exp(-t * 9) + 0.005 * noise.bell() - (diverges ? 0.3 : 0.0));
        }
    }
}

/// A trace of `steps` steps of about 1.2 ms: data wait, forward, backward, optimizer, with
/// operators inside.
inline void addTrace(TestRun& run, int seed, int steps)
{
    Noise noise(static_cast<std::uint64_t>(seed) * 104729);
    const TrackId stepTrack = run.builder.track({0, "steps", TrackKind::Step});
    const TrackId main = run.builder.track({0, "main", TrackKind::Thread});
    const auto put = [&run](TrackId track,
                            std::string_view name,
                            SpanCategory category,
                            std::int64_t start,
                            std::int64_t duration,
                            int depth,
                            std::int64_t step = kNoStep) {
        const NameId id = run.builder.name(name);
        const auto level = static_cast<std::uint16_t>(depth);
        const NodeRef node;
        run.builder.spans(
            track,
            {run.session,
             std::span(&start, 1),
             std::span(&duration, 1),
             std::span(&id, 1),
             std::span(&category, 1),
             std::span(&level, 1),
             std::span(&node, 1),
             step != kNoStep ? std::span(&step, 1) : std::span<const std::int64_t>{}});
    };
    for (int i = 0; i < steps; ++i) {
        const std::int64_t start = kStartNs + i * 1'300'000LL;
        const auto wait = 310'000 + static_cast<std::int64_t>(20'000 * noise.next())
                          + (i % 375 == 374 ? 2'000'000 : 0);
        const auto forward = 260'000 + static_cast<std::int64_t>(9'000 * noise.next());
        const auto backward = 400'000 + static_cast<std::int64_t>(9'000 * noise.next());
        const std::int64_t optimizer = 130'000;
        const std::int64_t total = wait + forward + backward + optimizer + 90'000;
        std::int64_t at = start;
        put(main, "wait for data", SpanCategory::DataWait, at, wait, 0);
        at += wait;
        put(main, "Conv2DReLU", SpanCategory::Forward, at + 2'000, forward / 3, 1);
        put(main, "MatMul", SpanCategory::Forward, at + 4'000 + forward / 3, forward / 4, 1);
        put(main, "forward", SpanCategory::Forward, at, forward, 0);
        at += forward;
        put(main, "Conv2DBackpropFilter", SpanCategory::Backward, at + 2'000, backward / 3, 1);
        put(main,
            "Conv2DBackpropInput",
            SpanCategory::Backward,
            at + 4'000 + backward / 3,
            backward / 4,
            1);
        put(main,
            "MatMul",
            SpanCategory::Backward,
            at + 6'000 + backward * 7 / 12,
            backward / 6,
            1);
        put(main, "backward", SpanCategory::Backward, at, backward, 0);
        at += backward;
        put(main, "Momentum", SpanCategory::Optimizer, at + 1'000, optimizer - 20'000, 1);
        put(main, "optimizer", SpanCategory::Optimizer, at, optimizer, 0);
        put(stepTrack, "step", SpanCategory::Step, start, total, 0, i);
    }
}

/// Configuration and run information as the collector writes them.
inline void addProperties(TestRun& run, int seed, std::string_view warmup)
{
    const auto put =
        [&run](std::string_view section, std::string_view key, std::string_view value) {
            run.builder.property({0, run.session, section, key, value});
        };
    const std::string seedText = std::to_string(seed);
    put("configuration", "batch_size", "32");
    put("configuration", "learning_rate", "0.01");
    put("configuration", "seed", seedText);
    put("configuration", "optimizer", "\"Momentum, 0.9\"");
    put("configuration", "warmup_steps", warmup);
    put("configuration", "epochs", "8");
    put("configuration", "steps_per_epoch", "375");
    put("info", "host", "\"desk\"");
    put("info", "network", "\"LeNet-5\"");
    put("info", "parameters", "61706");
    put("info", "cpu", "\"x86-64, oneDNN\"");
    put("info", "cpu_count", "2");
    put("info", "command_line", "\"train_lenet --epochs 8 --seed 1\"");
    put("recording", "queue_bytes", "16777216");
    put("recording", "clock", "\"tsc\"");
}

/// Gives the application the look it has in the window, now and when the theme changes.
inline void dress(viewers::Palette& palette)
{
    QApplication::setStyle(new viewers::Style(&palette));
    QApplication::setPalette(palette.qtPalette());
    QObject::connect(&palette, &viewers::Palette::changed, &palette, [&palette] {
        QApplication::setPalette(palette.qtPalette());
    });
}

/// Writes the widget as it looks into the folder named by RUNLENS_PICTURES, when that is set.
/// Returns the picture.
inline QImage picture(QWidget& widget, const QString& name)
{
    const QImage image = widget.grab().toImage();
    const QString folder = qEnvironmentVariable("RUNLENS_PICTURES");
    if (!folder.isEmpty()) {
        image.save(folder + QLatin1Char('/') + name + QLatin1String(".png"));
    }
    return image;
}

} // namespace runlens::test
