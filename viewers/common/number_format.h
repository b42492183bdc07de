// SPDX-License-Identifier: GPL-3.0-or-later
/// Numbers as they are shown: SI prefix and one space ("12.4 ms", "1.8 GiB", "26 %"), thousands
/// grouped from 1,000, the minus sign U+2212, "NaN", "∞". Short on screen; the full value for
/// tooltips and copying is exactText(). Any thread.
#pragma once

#include <QString>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace runlens::viewers {

inline constexpr QChar kMinus = QChar(0x2212);

/// About this many significant digits, trailing zeros trimmed: "0.159", "1,234", "1.5e−7".
[[nodiscard]] QString formatNumber(double value, int significant = 4);
/// "15,000"
[[nodiscard]] QString formatCount(std::int64_t value);
/// "118k", "1.94 M": counts where room is short. Exact below 10,000.
[[nodiscard]] QString formatShortCount(std::int64_t value);
/// "27.1 kimages/s" style values with a unit: formatSi(27100, "B/s") = "27.1 kB/s".
[[nodiscard]] QString formatSi(double value, const QString& unit, int significant = 3);
/// "12.4 ms", "24.6 s", "2 min 05 s", "1 h 04 min". Negative durations keep their sign.
[[nodiscard]] QString formatDuration(std::int64_t ns);
[[nodiscard]] QString formatDurationNs(double ns); ///< the same for means and medians
/// "61.4 MiB", "512 B"
[[nodiscard]] QString formatBytes(std::int64_t bytes);
/// 0.263 gives "26.3 %" (three digits), 0.9 gives "90 %".
[[nodiscard]] QString formatPercent(double fraction, int significant = 3);
/// Tick labels: "0", "5k", "15k", "0.25", "2M".
[[nodiscard]] QString formatTick(double value);
/// "28 Nov 2026, 14:02:11" in local time and the language of the program; "–" for kNoTime.
[[nodiscard]] QString formatDateTime(std::int64_t ns);
/// "just now", "5 min ago", "today, 15:10", "yesterday", "27 Nov"
[[nodiscard]] QString formatAgo(std::int64_t ns, std::int64_t nowNs);
/// The shortest text that reads back to the same double, ASCII: for tooltips, copying, CSV.
[[nodiscard]] QString exactText(double value);

/// The mark for "no value".
[[nodiscard]] inline QString noValue()
{
    return QStringLiteral("–");
}

/// A count for formatCount(): what does not fit is the largest that does.
[[nodiscard]] inline std::int64_t toSigned(std::uint64_t count)
{
    return static_cast<std::int64_t>(
        std::min<std::uint64_t>(count, std::numeric_limits<std::int64_t>::max()));
}

} // namespace runlens::viewers
