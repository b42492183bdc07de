// SPDX-License-Identifier: GPL-3.0-or-later
/// Sizes that all charts share, in pixels, so that plots in a row align.
#pragma once

namespace runlens::viewers {

inline constexpr double kChartTitleHeight = 24.0;
inline constexpr double kChartLane = 14.0;  ///< above the plot, for marks; always reserved
inline constexpr double kExpandSize = 20.0; ///< of the button that opens a chart alone
inline constexpr double kWheelZoom = 1.25;  ///< factor of one notch

} // namespace runlens::viewers
