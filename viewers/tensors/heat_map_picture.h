// SPDX-License-Identifier: GPL-3.0-or-later
/// The picture of a slice of a tensor as a heat map. Every element counts: a pixel that stands for
/// several shows NaN before the infinities before values, and of values the one farthest from the
/// middle of a diverging scale, or the largest of a sequential one. For worker threads.
#pragma once

#include "viewers/tensors/tensor_field.h"

#include <QImage>
#include <QRectF>

#include <array>

namespace runlens::viewers {

inline constexpr std::size_t kHeatShades = 256;

struct HeatColours {
    std::array<QRgb, kHeatShades> shades{};
    QRgb notANumber = 0;
    QRgb positiveInfinity = 0;
    QRgb negativeInfinity = 0;
    QRgb none = 0; ///< where there is no element
    friend bool operator==(const HeatColours&, const HeatColours&) = default;
};

struct HeatScale {
    double low = 0.0;
    double high = 0.0;
    bool isDiverging = false; ///< centred at zero
    /// 0 to 1; a scale without width gives the middle.
    [[nodiscard]] double shareOf(double value) const;
    friend bool operator==(const HeatScale&, const HeatScale&) = default;
};

/// Sequential from the minimum to the maximum; diverging as far on both sides as the larger of them
/// reaches.
[[nodiscard]] HeatScale heatScale(double minimum, double maximum, bool isDiverging);

struct HeatMapRequest {
    TensorField field;
    SliceGrid grid;
    QRectF part; ///< in columns and rows
    QSize pixels;
    HeatScale scale;
    HeatColours colours;
};

/// Null when stopped.
[[nodiscard]] QImage paintHeatMap(const HeatMapRequest& request, const std::stop_token& stop);

/// Rows and columns exchanged: a single column is drawn lying.
[[nodiscard]] SliceGrid lyingGrid(const SliceGrid& grid);

} // namespace runlens::viewers
