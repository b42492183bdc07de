// SPDX-License-Identifier: Apache-2.0
// The calls of SummaryCollector that hand a message to the writer thread: values with a payload.
#include "collector/json_text.h"
#include "collector/png_writer.h"
#include "collector/public_state.h"
#include "collector/tensor_summary.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace runlens {

using collector::CallKind;
using collector::DropClass;
using collector::SinkTranslator;

namespace {

bool isMissing(ByteView view)
{
    return view.data == nullptr && view.size > 0;
}

std::vector<std::byte> copyOf(ByteView view)
{
    std::vector<std::byte> bytes(view.size);
    if (view.size > 0) {
        std::memcpy(bytes.data(), view.data, view.size);
    }
    return bytes;
}

std::string imageMetadata(std::uint32_t width, std::uint32_t height, int channels)
{
    if (width == 0 || height == 0) {
        return {};
    }
    std::string json =
        "{\"width\":" + std::to_string(width) + ",\"height\":" + std::to_string(height);
    if (channels > 0) {
        json += ",\"channels\":" + std::to_string(channels);
    }
    return json + '}';
}

std::string tensorMetadata(DataType type, const std::vector<std::int64_t>& shape)
{
    std::string json = std::string("{\"dtype\":\"") + dataTypeName(type) + "\",\"shape\":[";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        json += (i == 0 ? "" : ",") + std::to_string(shape[i]);
    }
    return json + "]}";
}

/// What every sample has: where it goes and when it was.
struct SamplePlace {
    std::int32_t tag = -1;
    std::int64_t step = kNoStep;
    std::int64_t wallNs = kNoTime;

    void
    write(SinkTranslator& to, std::string_view metadata, std::span<const std::byte> bytes) const
    {
        to.sink().sample(to.tag(tag), {to.session(), step, wallNs, metadata, {bytes, {}}});
    }
};

struct PlacedTag {
    bool isCollected = false;
    SamplePlace place;
};

/// Registers the tag, or counts the call as skipped or dropped.
template <typename State>
PlacedTag placeFor(State* state, std::string_view tag, RecordKind kind, std::int64_t step) noexcept
{
    if (!state || state->isChild()) {
        return {};
    }
    if (!state->isKindCollected(kind)
        || (kind < RecordKind::Graph && !state->isCollectedStep(kind, step)))
    {
        state->skip(collector::callKind(kind));
        return {};
    }
    try {
        PlacedTag placed;
        const auto* known = state->names.tag(tag, kind, placed.place.tag);
        if (known && !known->isWanted) {
            state->skip(collector::callKind(kind));
            return {};
        }
        if (known) {
            placed.isCollected = true;
            placed.place.step = step;
            placed.place.wallNs = state->clock.nowNs();
            return placed;
        }
    } catch (...) { // no memory
    }
    state->refuse(collector::callKind(kind));
    return {};
}

struct OwnedStats {
    SamplePlace place;
    TensorStatistics statistics;
    std::vector<double> edges;
    std::vector<double> counts;

    void operator()(SinkTranslator& to) const
    {
        TensorStatsRecord record;
        record.session = to.session();
        record.step = place.step;
        record.wallNs = place.wallNs;
        record.statistics = statistics;
        record.edges = edges;
        record.counts = counts;
        to.sink().tensorStats(to.tag(place.tag), record);
    }
};

/// As far as buckets tell: minimum and maximum are the outer edges, the mean is that of the bucket
/// centres.
TensorStatistics statisticsOf(const std::vector<double>& edges, const std::vector<double>& counts)
{
    TensorStatistics statistics;
    double total = 0.0;
    double sum = 0.0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        total += counts[i];
        sum += counts[i] * (edges[i] / 2 + edges[i + 1] / 2);
    }
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    constexpr double kMostCounted = 9e18;
    statistics.count = total > 0 && total < kMostCounted ? static_cast<std::uint64_t>(total) : 0;
    statistics.minimum = edges.empty() ? nothing : edges.front();
    statistics.maximum = edges.empty() ? nothing : edges.back();
    statistics.mean = total > 0 ? sum / total : nothing;
    statistics.l2Norm = nothing;
    return statistics;
}

bool areBuckets(const std::vector<double>& edges, const std::vector<double>& counts)
{
    const bool isAscending = std::is_sorted(edges.begin(), edges.end());
    const bool areFinite =
        std::all_of(edges.begin(), edges.end(), [](double edge) { return std::isfinite(edge); });
    const bool areCounts = std::all_of(
        counts.begin(), counts.end(), [](double n) { return std::isfinite(n) && n >= 0; });
    return isAscending && areFinite && areCounts
           && (edges.size() == counts.size() + 1 || (edges.empty() && counts.empty()));
}

} // namespace

void SummaryCollector::addTensorStats(std::string_view tag,
                                      std::int64_t step,
                                      const TensorView& tensor) noexcept
{
    const PlacedTag placed = placeFor(m_state.get(), tag, RecordKind::TensorStats, step);
    if (!placed.isCollected) {
        return;
    }
    const auto count = collector::elementCount(tensor);
    if (!count || (*count > 0 && !tensor.data)) {
        m_state->refuse(CallKind::TensorStats);
        return;
    }
    const int limit = m_state->options.histogramBuckets;
    const auto bytes = static_cast<std::size_t>(limit + 1) * 2 * sizeof(double);
    m_state->post(CallKind::TensorStats, DropClass::Statistics, bytes, [&] {
        auto summary = collector::summarize(tensor.data, tensor.type, *count, limit);
        return OwnedStats{
            placed.place, summary.statistics, std::move(summary.edges), std::move(summary.counts)};
    });
}

void SummaryCollector::addHistogram(std::string_view tag,
                                    std::int64_t step,
                                    const std::vector<double>& edges,
                                    const std::vector<double>& counts) noexcept
{
    const PlacedTag placed = placeFor(m_state.get(), tag, RecordKind::Histogram, step);
    if (!placed.isCollected) {
        return;
    }
    if (!areBuckets(edges, counts)) {
        m_state->refuse(CallKind::Histogram);
        return;
    }
    m_state->post(CallKind::Histogram,
                  DropClass::Statistics,
                  (edges.size() + counts.size()) * sizeof(double),
                  [&] {
                      return OwnedStats{placed.place, statisticsOf(edges, counts), edges, counts};
                  });
}

void SummaryCollector::addImage(std::string_view tag,
                                std::int64_t step,
                                const ImageView& image) noexcept
{
    const PlacedTag placed = placeFor(m_state.get(), tag, RecordKind::Image, step);
    if (!placed.isCollected) {
        return;
    }
    constexpr std::int32_t kMostPixelsPerSide = 32'767;
    const bool isKnownType = image.type == DataType::UInt8 || image.type == DataType::Float32;
    const bool isValid = image.data && isKnownType && image.height > 0 && image.width > 0
                         && image.channels > 0 && image.channels <= 4
                         && image.height <= kMostPixelsPerSide && image.width <= kMostPixelsPerSide;
    if (!isValid) {
        m_state->refuse(CallKind::Image);
        return;
    }
    const std::size_t values = static_cast<std::size_t>(image.height)
                               * static_cast<std::size_t>(image.width)
                               * static_cast<std::size_t>(image.channels);
    const std::size_t bytes = values * dataTypeBytes(image.type);
    m_state->post(CallKind::Image, DropClass::Payloads, bytes, [&] {
        return [place = placed.place,
                copy = copyOf({image.data, bytes}),
                width = static_cast<std::uint32_t>(image.width),
                height = static_cast<std::uint32_t>(image.height),
                channels = image.channels,
                type = image.type](SinkTranslator& to) {
            const auto* raw = reinterpret_cast<const std::uint8_t*>(copy.data());
            std::vector<std::uint8_t> scaled;
            std::span<const std::uint8_t> pixels(raw, copy.size());
            if (type == DataType::Float32) {
                scaled = collector::toBytes(
                    {reinterpret_cast<const float*>(copy.data()), copy.size() / sizeof(float)});
                pixels = scaled;
            }
            const auto png = collector::encodePng(pixels, width, height, channels);
            if (!png) {
                throw std::runtime_error(png.error().why);
            }
            place.write(to, imageMetadata(width, height, channels), *png);
        };
    });
}

void SummaryCollector::addEncodedImage(std::string_view tag,
                                       std::int64_t step,
                                       ByteView file) noexcept
{
    const PlacedTag placed = placeFor(m_state.get(), tag, RecordKind::Image, step);
    if (!placed.isCollected) {
        return;
    }
    if (isMissing(file)) {
        m_state->refuse(CallKind::Image);
        return;
    }
    m_state->post(CallKind::Image, DropClass::Payloads, file.size, [&] {
        return [place = placed.place, copy = copyOf(file)](SinkTranslator& to) {
            const auto size = collector::encodedImageSize(copy);
            place.write(to, imageMetadata(size.width, size.height, 0), copy);
        };
    });
}

void SummaryCollector::addText(std::string_view tag,
                               std::int64_t step,
                               std::string_view text) noexcept
{
    const PlacedTag placed = placeFor(m_state.get(), tag, RecordKind::Text, step);
    if (!placed.isCollected) {
        return;
    }
    m_state->post(CallKind::Text, DropClass::Payloads, text.size(), [&] {
        return [place = placed.place, copy = std::string(text)](SinkTranslator& to) {
            place.write(to, {}, asBytes(copy));
        };
    });
}

void SummaryCollector::addTensor(std::string_view tag,
                                 std::int64_t step,
                                 const TensorView& tensor) noexcept
{
    const PlacedTag placed = placeFor(m_state.get(), tag, RecordKind::Tensor, step);
    if (!placed.isCollected) {
        return;
    }
    const auto count = collector::elementCount(tensor);
    if (!count || (*count > 0 && !tensor.data)) {
        m_state->refuse(CallKind::Tensor);
        return;
    }
    const std::size_t bytes = *count * dataTypeBytes(tensor.type);
    m_state->post(CallKind::Tensor, DropClass::Payloads, bytes, [&] {
        return [place = placed.place,
                metadata = tensorMetadata(tensor.type, tensor.shape),
                copy = copyOf({tensor.data, bytes})](SinkTranslator& to) {
            place.write(to, metadata, copy);
        };
    });
}

void SummaryCollector::addRecord(RecordKind kind,
                                 std::string_view tag,
                                 std::int64_t step,
                                 std::string_view metadata,
                                 ByteView bytes) noexcept
{
    const bool isFurtherKind = kind >= RecordKind::Audio && kind <= RecordKind::Other;
    if (!isFurtherKind) { // kinds with calls of their own
        if (m_state) {
            m_state->refuse(CallKind::Other);
        }
        return;
    }
    const PlacedTag placed = placeFor(m_state.get(), tag, kind, step);
    if (!placed.isCollected) {
        return;
    }
    if (isMissing(bytes)) {
        m_state->refuse(collector::callKind(kind));
        return;
    }
    m_state->post(
        collector::callKind(kind), DropClass::Payloads, metadata.size() + bytes.size, [&] {
            return [place = placed.place, about = std::string(metadata), copy = copyOf(bytes)](
                       SinkTranslator& to) { place.write(to, about, copy); };
        });
}

} // namespace runlens
