// SPDX-License-Identifier: Apache-2.0
#include "summary_format/pr_curve.h"

#include <simdjson.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>

namespace runlens {

namespace {

constexpr const char* kPrAttempted = "read the precision-recall curve";
constexpr std::size_t kPrRows = 6;

struct PrLayout {
    bool isDouble = false;
    std::optional<std::int64_t> thresholds;
};

Result<PrLayout> layoutOf(std::string_view metadata)
{
    PrLayout layout;
    simdjson::dom::parser parser;
    simdjson::dom::object object;
    if (parser.parse(simdjson::padded_string(metadata)).get(object) != simdjson::SUCCESS) {
        return layout; // the size of the payload tells
    }
    std::string_view dtype;
    if (object["dtype"].get(dtype) == simdjson::SUCCESS) {
        if (dtype != "float32" && dtype != "float64") {
            return failure(kPrAttempted, {}, "its values are of type " + std::string(dtype));
        }
        layout.isDouble = dtype == "float64";
    }
    std::int64_t count = 0;
    if (object["thresholds"].get(count) == simdjson::SUCCESS) {
        layout.thresholds = count;
    }
    simdjson::dom::array shape;
    if (object["shape"].get(shape) == simdjson::SUCCESS) {
        std::array<std::int64_t, 2> sizes{};
        std::size_t dimensions = 0;
        for (const simdjson::dom::element size : shape) {
            std::int64_t value = -1;
            if (size.get(value) != simdjson::SUCCESS) {
                value = -1;
            }
            if (dimensions < sizes.size()) {
                sizes.at(dimensions) = value;
            }
            ++dimensions;
        }
        if (dimensions != sizes.size() || sizes[0] != static_cast<std::int64_t>(kPrRows)) {
            return failure(kPrAttempted, {}, "its tensor has not the six rows of such a curve");
        }
        layout.thresholds = sizes[1];
    }
    return layout;
}

double averagePrecisionOf(const std::vector<PrPoint>& points)
{
    double sum = 0.0;
    double before = 0.0;
    bool hasAny = false;
    for (std::size_t i = points.size(); i-- > 0;) {
        if (points[i].isDefined()) {
            hasAny = true;
            sum += (points[i].recall - before) * points[i].precision;
            before = points[i].recall;
        }
    }
    return hasAny ? sum : std::numeric_limits<double>::quiet_NaN();
}

} // namespace

bool PrPoint::isDefined() const
{
    return truePositives + falsePositives > 0.0 && std::isfinite(precision)
           && std::isfinite(recall);
}

Result<PrCurve> decodePrCurve(std::span<const std::byte> payload, std::string_view metadata)
{
    const auto layout = layoutOf(metadata);
    if (!layout) {
        return failure(layout);
    }
    const std::size_t each = layout->isDouble ? sizeof(double) : sizeof(float);
    const std::size_t there = payload.size() / (each * kPrRows);
    const bool isWhole = payload.size() % (each * kPrRows) == 0;
    const bool isAsSaid =
        !layout->thresholds
        || (*layout->thresholds >= 0 && static_cast<std::uint64_t>(*layout->thresholds) == there);
    if (!isWhole || !isAsSaid) {
        return failure(
            kPrAttempted,
            {},
            "its payload of " + std::to_string(payload.size()) + " bytes does not hold six rows of "
                + (layout->thresholds ? std::to_string(*layout->thresholds) : std::string("equal"))
                + " thresholds");
    }
    const auto valueAt = [&](std::size_t row, std::size_t column) {
        const std::byte* at = payload.data() + (row * there + column) * each;
        if (layout->isDouble) {
            double value = 0.0;
            std::memcpy(&value, at, sizeof(value));
            return value;
        }
        float value = 0.0F;
        std::memcpy(&value, at, sizeof(value));
        return static_cast<double>(value);
    };
    PrCurve curve;
    curve.points.reserve(there);
    for (std::size_t i = 0; i < there; ++i) {
        const double threshold =
            there > 1 ? static_cast<double>(i) / static_cast<double>(there - 1) : 0.0;
        curve.points.push_back({threshold,
                                valueAt(0, i),
                                valueAt(1, i),
                                valueAt(2, i),
                                valueAt(3, i),
                                valueAt(4, i),
                                valueAt(5, i)});
    }
    curve.averagePrecision = averagePrecisionOf(curve.points);
    return curve;
}

} // namespace runlens
