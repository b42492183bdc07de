// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/number_format.h"

#include "summary_format/base/ids.h"
#include "summary_format/base/number.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace runlens::viewers {

namespace {

struct FormatText {
    Q_DECLARE_TR_FUNCTIONS(runlens::viewers::NumberFormat)
};

QString signedText(QString text)
{
    return text.replace(u'-', kMinus);
}

QString grouped(QString digits)
{
    qsizetype end = digits.indexOf(u'.');
    if (end < 0) {
        end = digits.size();
    }
    const qsizetype first = digits.startsWith(u'-') ? 1 : 0;
    for (qsizetype at = end - 3; at > first; at -= 3) {
        digits.insert(at, u',');
    }
    return digits;
}

void trimZeros(QString& text)
{
    if (!text.contains(u'.')) {
        return;
    }
    while (text.endsWith(u'0')) {
        text.chop(1);
    }
    if (text.endsWith(u'.')) {
        text.chop(1);
    }
}

/// Empty for a finite value.
QString nonFinite(double value)
{
    if (std::isnan(value)) {
        return QStringLiteral("NaN");
    }
    if (std::isinf(value)) {
        return value > 0 ? QStringLiteral("∞") : kMinus + QStringLiteral("∞");
    }
    return {};
}

/// Digits after the point so that significant digits show.
int decimalsFor(double magnitude, int significant)
{
    if (magnitude == 0.0) {
        return 0;
    }
    const int whole = static_cast<int>(std::floor(std::log10(magnitude))) + 1;
    const int decimals = std::clamp(significant - whole, 0, 17);
    // 0.99996 shows as 1.00, not as 1.000.
    const bool isCarried =
        std::round(magnitude * std::pow(10.0, decimals)) >= std::pow(10.0, whole + decimals);
    return isCarried ? std::max(0, decimals - 1) : decimals;
}

QString fixed(double value, int significant)
{
    return QString::number(value, 'f', decimalsFor(std::abs(value), significant));
}

/// value = mantissa * 1000^steps with 1 <= mantissa < 1000 after rounding to the digits shown.
struct Scaled {
    double mantissa = 0.0;
    int steps = 0;
};

Scaled scaled(double value, double base, int low, int high, int significant)
{
    Scaled result{value, 0};
    const double magnitude = std::abs(value);
    if (magnitude == 0.0) {
        return result;
    }
    result.steps =
        std::clamp(static_cast<int>(std::floor(std::log(magnitude) / std::log(base))), low, high);
    result.mantissa = value / std::pow(base, result.steps);
    // 999.96 would show as 1000: take the next prefix.
    const double limit = base - 0.5 * std::pow(10.0, -decimalsFor(999.0, significant));
    if (std::abs(result.mantissa) >= limit && result.steps < high) {
        ++result.steps;
        result.mantissa = value / std::pow(base, result.steps);
    } else if (std::abs(result.mantissa) < 1.0 && result.steps > low) {
        --result.steps;
        result.mantissa = value / std::pow(base, result.steps);
    }
    return result;
}

constexpr std::int64_t kSecond = 1'000'000'000;

QString twoDigits(std::int64_t value)
{
    return QString::number(value).rightJustified(2, u'0');
}

QString longDuration(std::int64_t seconds)
{
    if (seconds < 3600) {
        return FormatText::tr("%1 min %2 s").arg(seconds / 60).arg(twoDigits(seconds % 60));
    }
    if (seconds < 86'400) {
        return FormatText::tr("%1 h %2 min").arg(seconds / 3600).arg(twoDigits(seconds / 60 % 60));
    }
    return FormatText::tr("%1 d %2 h").arg(seconds / 86'400).arg(twoDigits(seconds / 3600 % 24));
}

} // namespace

QString formatNumber(double value, int significant)
{
    if (QString text = nonFinite(value); !text.isEmpty()) {
        return text;
    }
    const double magnitude = std::abs(value);
    if (magnitude == 0.0) {
        return QStringLiteral("0");
    }
    if (magnitude < 1e-4 || magnitude >= 1e9) {
        QString text = QString::number(value, 'e', std::max(0, significant - 1));
        const qsizetype e = text.indexOf(u'e');
        QString mantissa = text.left(e);
        trimZeros(mantissa);
        return signedText(mantissa + u'e' + QString::number(text.mid(e + 1).toInt()));
    }
    QString text = fixed(value, significant);
    trimZeros(text);
    return signedText(grouped(text));
}

QString formatCount(std::int64_t value)
{
    return signedText(grouped(QString::number(value)));
}

QString formatShortCount(std::int64_t value)
{
    if (value > -10'000 && value < 10'000) {
        return formatCount(value);
    }
    const Scaled part = scaled(static_cast<double>(value), 1000.0, 0, 4, 3);
    static constexpr std::array kSuffix = {"", "k", " M", " G", " T"};
    QString text = fixed(part.mantissa, 3);
    trimZeros(text);
    return signedText(text) + QLatin1String(kSuffix[static_cast<std::size_t>(part.steps)]);
}

QString formatSi(double value, const QString& unit, int significant)
{
    if (QString text = nonFinite(value); !text.isEmpty()) {
        return unit.isEmpty() ? text : text + u' ' + unit;
    }
    static constexpr std::array kPrefix = {"p", "n", "µ", "m", "", "k", "M", "G", "T", "P"};
    const Scaled part = scaled(value, 1000.0, -4, 5, significant);
    const int at = part.steps + 4;
    const QString suffix = QString::fromUtf8(kPrefix[static_cast<std::size_t>(at)]) + unit;
    const QString number =
        value == 0.0 ? QStringLiteral("0") : signedText(fixed(part.mantissa, significant));
    return suffix.isEmpty() ? number : number + u' ' + suffix;
}

QString formatDuration(std::int64_t ns)
{
    return formatDurationNs(static_cast<double>(ns));
}

QString formatDurationNs(double ns)
{
    if (QString text = nonFinite(ns); !text.isEmpty()) {
        return text;
    }
    if (std::abs(ns) < 99.95 * kSecond) {
        const double magnitude = std::abs(ns);
        if (magnitude > 0.0 && magnitude < 1000.0) {
            QString text = fixed(ns, 3);
            trimZeros(text);
            return signedText(text) + u' ' + FormatText::tr("ns");
        }
        const Scaled part = scaled(ns / 1e9, 1000.0, -3, 0, 3);
        const std::array units = {
            FormatText::tr("ns"), FormatText::tr("µs"), FormatText::tr("ms"), FormatText::tr("s")};
        const QString number =
            ns == 0.0 ? QStringLiteral("0") : signedText(fixed(part.mantissa, 3));
        const int at = part.steps + 3;
        return number + u' ' + units[static_cast<std::size_t>(at)];
    }
    if (std::abs(ns) > 1e18) {
        return formatNumber(ns / 1e9, 3) + u' ' + FormatText::tr("s");
    }
    const auto seconds = static_cast<std::int64_t>(std::llround(std::abs(ns) / 1e9));
    return (ns < 0 ? QString(kMinus) : QString()) + longDuration(seconds);
}

QString formatBytes(std::int64_t bytes)
{
    if (bytes > -1024 && bytes < 1024) {
        return signedText(QString::number(bytes)) + QStringLiteral(" B");
    }
    static constexpr std::array kUnits = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    const Scaled part = scaled(static_cast<double>(bytes), 1024.0, 0, 6, 3);
    return signedText(fixed(part.mantissa, 3)) + u' '
           + QLatin1String(kUnits[static_cast<std::size_t>(part.steps)]);
}

QString formatPercent(double fraction, int significant)
{
    if (QString text = nonFinite(fraction); !text.isEmpty()) {
        return text;
    }
    const double percent = fraction * 100.0;
    QString text =
        QString::number(percent, 'f', std::min(3, decimalsFor(std::abs(percent), significant)));
    trimZeros(text);
    return signedText(grouped(text)) + QStringLiteral(" %");
}

QString formatTick(double value)
{
    if (QString text = nonFinite(value); !text.isEmpty()) {
        return text;
    }
    const double magnitude = std::abs(value);
    if (magnitude >= 1000.0 && magnitude < 1e15) {
        const Scaled part = scaled(value, 1000.0, 0, 4, 4);
        static constexpr std::array kSuffix = {"", "k", "M", "G", "T"};
        QString text = fixed(part.mantissa, 4);
        trimZeros(text);
        return signedText(text) + QLatin1String(kSuffix[static_cast<std::size_t>(part.steps)]);
    }
    return formatNumber(value, 4);
}

QString formatDateTime(std::int64_t ns)
{
    if (ns == kNoTime) {
        return noValue();
    }
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(ns / 1'000'000);
    return QLocale().toString(time, FormatText::tr("d MMM yyyy, HH:mm:ss", "format of a date"));
}

QString formatAgo(std::int64_t ns, std::int64_t nowNs)
{
    if (ns == kNoTime) {
        return noValue();
    }
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(ns / 1'000'000);
    const QDateTime now = QDateTime::fromMSecsSinceEpoch(nowNs / 1'000'000);
    const qint64 seconds = time.secsTo(now);
    if (seconds >= 0 && seconds < 60) {
        return FormatText::tr("just now");
    }
    if (seconds >= 0 && seconds < 3600) {
        return FormatText::tr("%1 min ago").arg(seconds / 60);
    }
    if (time.date() == now.date()) {
        return FormatText::tr("today, %1").arg(time.toString(QStringLiteral("HH:mm")));
    }
    if (time.date().daysTo(now.date()) == 1) {
        return FormatText::tr("yesterday");
    }
    const bool isThisYear = time.date().year() == now.date().year();
    return QLocale().toString(time.date(),
                              isThisYear ? FormatText::tr("d MMM", "format of a date")
                                         : FormatText::tr("d MMM yyyy", "format of a date"));
}

QString exactText(double value)
{
    return QString::fromStdString(shortestText(value));
}

} // namespace runlens::viewers
