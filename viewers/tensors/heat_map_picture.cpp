// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/tensors/heat_map_picture.h"

#include <algorithm>
#include <cmath>

namespace runlens::viewers {

namespace {

/// First and last element under each pixel of one direction; last < first: none.
struct Stretches {
    std::vector<std::int64_t> first;
    std::vector<std::int64_t> last;
};

Stretches stretchesOf(double start, double length, int pixels, std::uint64_t count)
{
    Stretches stretches;
    const double each = length / pixels;
    const auto most = static_cast<double>(count) - 1.0;
    for (int i = 0; i < pixels; ++i) {
        const double from = start + each * i;
        const double to = start + each * (i + 1);
        // A pixel smaller than an element shows the one in its middle.
        const bool isFine = each <= 1.0;
        const double first = std::floor(isFine ? (from + to) / 2 : from);
        const double last = isFine ? first : std::max(first, std::ceil(to) - 1.0);
        const bool isOutside = last < 0.0 || first > most;
        stretches.first.push_back(
            isOutside ? 0 : static_cast<std::int64_t>(std::clamp(first, 0.0, most)));
        stretches.last.push_back(
            isOutside ? -1 : static_cast<std::int64_t>(std::clamp(last, 0.0, most)));
    }
    return stretches;
}

/// What one pixel has seen of its elements.
class Pixel {
public:
    void add(double value, bool isDiverging)
    {
        if (std::isnan(value)) {
            m_hasNan = true;
        } else if (std::isinf(value)) {
            (value > 0 ? m_hasPositive : m_hasNegative) = true;
        } else {
            const double weight = isDiverging ? std::abs(value) : value;
            if (!m_hasValue || weight > m_weight) {
                m_hasValue = true;
                m_weight = weight;
                m_value = value;
            }
        }
    }

    [[nodiscard]] QRgb colour(const HeatScale& scale, const HeatColours& colours) const
    {
        if (m_hasNan) {
            return colours.notANumber;
        }
        if (m_hasPositive) {
            return colours.positiveInfinity;
        }
        if (m_hasNegative) {
            return colours.negativeInfinity;
        }
        if (!m_hasValue) {
            return colours.none;
        }
        const auto shade =
            static_cast<std::size_t>(std::lround(scale.shareOf(m_value) * (kHeatShades - 1)));
        return colours.shades.at(shade);
    }

private:
    double m_value = 0.0;
    double m_weight = 0.0;
    bool m_hasValue = false;
    bool m_hasNan = false;
    bool m_hasPositive = false;
    bool m_hasNegative = false;
};

} // namespace

double HeatScale::shareOf(double value) const
{
    const double half = high / 2 - low / 2; // their distance may overflow
    return half > 0.0 ? std::clamp((value / 2 - low / 2) / half, 0.0, 1.0) : 0.5;
}

HeatScale heatScale(double minimum, double maximum, bool isDiverging)
{
    if (!isDiverging) {
        return {minimum, maximum, false};
    }
    const double reach = std::max(std::abs(minimum), std::abs(maximum));
    return {-reach, reach, true};
}

SliceGrid lyingGrid(const SliceGrid& grid)
{
    SliceGrid lying = grid;
    if (grid.columnDimension < 0 && !grid.isEmpty()) {
        std::swap(lying.rows, lying.columns);
        std::swap(lying.rowStride, lying.columnStride);
        std::swap(lying.rowDimension, lying.columnDimension);
    }
    return lying;
}

QImage paintHeatMap(const HeatMapRequest& request, const std::stop_token& stop)
{
    if (request.pixels.isEmpty() || request.grid.isEmpty() || request.part.isEmpty()) {
        return {};
    }
    QImage image(request.pixels, QImage::Format_RGB32);
    const Stretches across =
        stretchesOf(request.part.left(), request.part.width(), image.width(), request.grid.columns);
    const Stretches down =
        stretchesOf(request.part.top(), request.part.height(), image.height(), request.grid.rows);
    std::vector<Pixel> line;
    for (int y = 0; y < image.height(); ++y) {
        const auto row = static_cast<std::size_t>(y);
        line.assign(static_cast<std::size_t>(image.width()), {});
        for (std::int64_t at = down.first[row]; at <= down.last[row]; ++at) {
            if (stop.stop_requested()) {
                return {};
            }
            for (std::size_t x = 0; x < line.size(); ++x) {
                for (std::int64_t column = across.first[x]; column <= across.last[x]; ++column) {
                    line[x].add(
                        request.field.value(request.grid.element(
                            static_cast<std::uint64_t>(at), static_cast<std::uint64_t>(column))),
                        request.scale.isDiverging);
                }
            }
        }
        auto* pixels = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (std::size_t x = 0; x < line.size(); ++x) {
            pixels[x] = line[x].colour(request.scale, request.colours);
        }
    }
    return image;
}

} // namespace runlens::viewers
