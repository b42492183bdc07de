// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/axis_ticks.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace runlens::viewers {

namespace {

QString withMinus(QString text)
{
    return text.replace(QLatin1Char('-'), QChar(0x2212));
}

QString exponentText(double value)
{
    QString text = QString::number(value, 'e', 2);
    const int e = static_cast<int>(text.indexOf(QLatin1Char('e')));
    QString mantissa = text.left(e);
    while (mantissa.contains(QLatin1Char('.'))
           && (mantissa.endsWith(QLatin1Char('0')) || mantissa.endsWith(QLatin1Char('.'))))
    {
        mantissa.chop(1);
    }
    // An exponent keeps its hyphen: "1e-3" reads as one word.
    return withMinus(mantissa) + QStringLiteral("e%1").arg(text.mid(e + 1).toInt());
}

int decimalsFor(double distance)
{
    return std::clamp(static_cast<int>(std::ceil(-std::log10(distance) - 1e-9)), 0, 15);
}

/// 2.5 needs one decimal more than its power of ten tells.
int decimalsToTell(double distance)
{
    const int decimals = decimalsFor(distance);
    const double scaled = distance * std::pow(10.0, decimals);
    return std::abs(scaled - std::round(scaled)) > 1e-6 ? decimals + 1 : decimals;
}

QString groupedText(double value)
{
    return withMinus(QLocale(QLocale::English).toString(value, 'f', 0));
}

QString tickText(double value, double distance, double largest)
{
    if (std::abs(value) < distance * 1e-6) {
        return QStringLiteral("0");
    }
    if (largest >= 1e21 || largest < 1e-3) {
        return exponentText(value);
    }
    if (largest < 1e4) {
        return withMinus(QLocale(QLocale::English).toString(value, 'f', decimalsToTell(distance)));
    }
    static constexpr std::array<const char*, 6> kPrefixes = {"k", "M", "G", "T", "P", "E"};
    const auto power = std::clamp<std::size_t>(
        static_cast<std::size_t>(std::log10(largest) / 3.0), 1, kPrefixes.size());
    const double scale = std::pow(1000.0, static_cast<double>(power));
    const int decimals = decimalsToTell(distance / scale);
    if (decimals > 2) {
        return largest < 1e9 ? groupedText(value) : exponentText(value);
    }
    return withMinus(QString::number(value / scale, 'f', decimals))
           + QLatin1String(kPrefixes[power - 1]);
}

bool isUsable(double minimum, double maximum, int atMost)
{
    return std::isfinite(minimum) && std::isfinite(maximum) && maximum > minimum
           && std::isfinite(maximum - minimum) && atMost >= 1;
}

template <typename Label>
std::vector<AxisTick>
ticksEvery(double distance, double minimum, double maximum, const Label& label)
{
    std::vector<AxisTick> ticks;
    const double slack = (maximum - minimum) * 1e-9;
    const double first = std::ceil((minimum - slack) / distance);
    const double last = std::floor((maximum + slack) / distance);
    // Far from zero the distance may be lost in rounding: 64 is beyond any number of labels that is
    // asked for.
    for (double i = first; i <= last && ticks.size() < 64; i += 1.0) {
        const double at = std::clamp(i * distance, minimum, maximum);
        if (!ticks.empty() && at <= ticks.back().position) {
            break;
        }
        ticks.push_back({at, label(at)});
    }
    return ticks;
}

double distanceFor(double minimum, double maximum, int atMost)
{
    return niceDistance((maximum - minimum) / std::max(1, atMost));
}

/// The smallest of the given distances with at most so many ticks; the last one times a whole
/// number beyond it.
double chooseDistance(const std::vector<double>& distances, double range, int atMost)
{
    for (const double distance : distances) {
        if (range / distance <= atMost) {
            return distance;
        }
    }
    return distances.back() * std::ceil(niceDistance(range / atMost / distances.back()));
}

const std::vector<double>& timeDistances()
{
    static const std::vector<double> kDistances = {1,
                                                   2,
                                                   5,
                                                   10,
                                                   15,
                                                   30,
                                                   60,
                                                   120,
                                                   300,
                                                   600,
                                                   900,
                                                   1800,
                                                   3600,
                                                   7200,
                                                   10800,
                                                   21600,
                                                   43200,
                                                   86400,
                                                   172800};
    return kDistances;
}

} // namespace

double niceDistance(double distance)
{
    const double power = std::pow(10.0, std::floor(std::log10(distance)));
    for (const double factor : {1.0, 2.0, 2.5, 5.0}) {
        if (factor * power >= distance * (1.0 - 1e-9)) {
            return factor * power;
        }
    }
    return 10.0 * power;
}

std::vector<AxisTick> linearTicks(double minimum, double maximum, int atMost, bool isShare)
{
    if (!isUsable(minimum, maximum, atMost)) {
        return {};
    }
    double distance = distanceFor(minimum, maximum, atMost);
    const auto count = [&] {
        return std::floor(maximum / distance) - std::ceil(minimum / distance) + 1.0;
    };
    if (count() < 2.0) {
        distance = niceDistance(distance * 0.45); // one number says nothing about the scale
    }
    const double largest = std::max(std::abs(minimum), std::abs(maximum));
    return ticksEvery(distance, minimum, maximum, [&](double at) {
        if (isShare) {
            return withMinus(QString::number(at * 100.0, 'f', decimalsToTell(distance * 100.0)))
                   + QString(QChar(0x202F)) + QLatin1Char('%');
        }
        return tickText(at, distance, largest);
    });
}

std::vector<AxisTick> stepTicks(double minimum, double maximum, int atMost)
{
    if (!isUsable(minimum, maximum, atMost)) {
        return {};
    }
    double distance = std::max(1.0, distanceFor(minimum, maximum, atMost));
    distance = distance < 10.0 ? std::ceil(distance) : distance;
    const double largest = std::max(std::abs(minimum), std::abs(maximum));
    return ticksEvery(distance, minimum, maximum, [&](double at) {
        return largest < 1e4 ? groupedText(at) : tickText(at, distance, largest);
    });
}

std::vector<AxisTick> logTicks(double minimum, double maximum, int atMost)
{
    if (!isUsable(minimum, maximum, atMost) || minimum <= 0.0) {
        return {};
    }
    const double low = std::log10(minimum);
    const double high = std::log10(maximum);
    const int first = static_cast<int>(std::ceil(low - 1e-9));
    const int last = static_cast<int>(std::floor(high + 1e-9));
    const auto text = [](double value) {
        if (value >= 1e-2 && value < 1e4) {
            return QString::number(value, 'g', 3);
        }
        return exponentText(value);
    };
    std::vector<AxisTick> ticks;
    const int stride = std::max(1, (last - first + atMost) / atMost);
    if (last - first >= 1) {
        for (int power = first; power <= last; ++power) {
            if (power % stride == 0 || stride == 1) {
                ticks.push_back({std::pow(10.0, power), text(std::pow(10.0, power))});
            }
        }
    }
    if (ticks.size() >= 2) {
        return ticks;
    }
    ticks.clear();
    for (const auto& factors :
         {std::vector<double>{1, 2, 5}, std::vector<double>{1, 1.5, 2, 3, 5, 7}}) {
        for (int power = first - 1; power <= last; ++power) {
            for (const double factor : factors) {
                const double at = factor * std::pow(10.0, power);
                if (at >= minimum * (1 - 1e-9) && at <= maximum * (1 + 1e-9)) {
                    ticks.push_back({at, text(at)});
                }
            }
        }
        if (ticks.size() >= 2 && static_cast<int>(ticks.size()) <= atMost) {
            return ticks;
        }
        if (static_cast<int>(ticks.size()) > atMost) {
            break;
        }
        ticks.clear();
    }
    return linearTicks(minimum, maximum, atMost);
}

std::vector<AxisTick> durationTicks(double minimum, double maximum, int atMost)
{
    if (!isUsable(minimum, maximum, atMost)) {
        return {};
    }
    const double range = maximum - minimum;
    const double distance = range < 5.0 ? distanceFor(minimum, maximum, atMost)
                                        : chooseDistance(timeDistances(), range, atMost);
    const auto inUnit = [&](double at, double unit, const char* name) {
        return withMinus(QString::number(at / unit, 'f', decimalsToTell(distance / unit)))
               + QString(QChar(0x202F)) + QLatin1String(name);
    };
    const double largest = std::max(std::abs(minimum), std::abs(maximum));
    return ticksEvery(distance, minimum, maximum, [&](double at) {
        if (std::abs(at) < distance * 1e-6) {
            return QStringLiteral("0");
        }
        if (largest < 1.0) {
            return largest < 1e-3 ? inUnit(at, 1e-6, "µs") : inUnit(at, 1e-3, "ms");
        }
        if (distance < 60.0 && largest < 600.0) {
            return inUnit(at, 1.0, "s");
        }
        if (largest < 2 * 3600.0) {
            return inUnit(at, 60.0, "min");
        }
        return largest < 2 * 86400.0 ? inUnit(at, 3600.0, "h") : inUnit(at, 86400.0, "d");
    });
}

std::vector<AxisTick> wallTicks(double minimum, double maximum, int atMost)
{
    // Beyond these years QDateTime has no calendar.
    constexpr double kFar = 2.5e11;
    if (!isUsable(minimum, maximum, atMost) || std::abs(minimum) > kFar || std::abs(maximum) > kFar)
    {
        return {};
    }
    const double range = maximum - minimum;
    const double distance = range < 5.0 ? distanceFor(minimum, maximum, atMost)
                                        : chooseDistance(timeDistances(), range, atMost);
    const double offset =
        QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(minimum * 1e3)).offsetFromUtc();
    auto ticks = ticksEvery(distance, minimum + offset, maximum + offset, [&](double at) {
        const auto time =
            QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(std::round((at - offset) * 1e3)));
        if (distance >= 86400.0) {
            return QLocale().toString(time.date(), QStringLiteral("d MMM"));
        }
        const char* format = distance >= 60.0 ? "HH:mm" : distance >= 1.0 ? "HH:mm:ss" : "ss.zzz";
        return time.toString(QLatin1String(format));
    });
    for (AxisTick& tick : ticks) {
        tick.position -= offset;
    }
    return ticks;
}

} // namespace runlens::viewers
