// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/event_file/event_payload.h"

#include "summary_format/base/wire.h"
#include "summary_format/formats/event_file/foreign_graph.h"
#include "summary_format/formats/event_file/tensor_proto.h"
#include "summary_format/histogram.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace runlens::event_file {

namespace {

using PayloadBytes = std::vector<std::byte>;

PayloadBytes joined(std::string_view message, std::size_t first)
{
    const TensorHeader header = readTensorHeader(message);
    PayloadBytes out;
    for (std::size_t i = first; i < header.strings.size(); ++i) {
        const auto bytes = asBytes(header.strings[i]);
        out.insert(out.end(), bytes.begin(), bytes.end());
    }
    return out;
}

/// A repeated field of doubles, packed or not.
void readDoubles(pbf_reader& field, std::vector<double>& out)
{
    if (field.wire_type() == protozero::pbf_wire_type::length_delimited) {
        const std::string_view packed = viewOf(field);
        for (std::size_t at = 0; at + sizeof(double) <= packed.size(); at += sizeof(double)) {
            double value = 0.0;
            std::memcpy(&value, packed.data() + at, sizeof(double));
            out.push_back(value);
        }
    } else {
        out.push_back(realOf(field));
    }
}

/// Right edges and counts. Empty ends are trimmed; the outermost edges are the minimum and the
/// maximum.
PayloadBytes bucketsOfProto(std::string_view message)
{
    double minimum = 0.0;
    double maximum = 0.0;
    std::vector<double> limits;
    std::vector<double> counts;
    pbf_reader histo = readerOf(message);
    while (histo.next()) {
        switch (histo.tag()) {
        case 1:
            minimum = realOf(histo);
            break;
        case 2:
            maximum = realOf(histo);
            break;
        case 6:
            readDoubles(histo, limits);
            break;
        case 7:
            readDoubles(histo, counts);
            break;
        default:
            histo.skip();
        }
    }
    const std::size_t n = std::min(limits.size(), counts.size());
    std::size_t first = 0;
    std::size_t last = n;
    while (first < last && counts[first] == 0.0) {
        ++first;
    }
    while (last > first && counts[last - 1] == 0.0) {
        --last;
    }
    if (first == last) {
        return encodeHistogram({}, {});
    }
    std::vector<double> edges{minimum};
    edges.insert(edges.end(),
                 limits.begin() + static_cast<std::ptrdiff_t>(first),
                 limits.begin() + static_cast<std::ptrdiff_t>(last));
    edges.back() = maximum;
    return encodeHistogram(edges, std::span(counts).subspan(first, last - first));
}

/// Rows of left, right, count. Gaps between rows become empty buckets.
PayloadBytes bucketsOfRows(const std::vector<std::array<double, 3>>& rows)
{
    std::vector<double> edges;
    std::vector<double> counts;
    for (const auto& [left, right, count] : rows) {
        if (edges.empty()) {
            edges.push_back(left);
        } else if (left > edges.back()) {
            edges.push_back(left);
            counts.push_back(0.0);
        }
        edges.push_back(right);
        counts.push_back(count);
    }
    return encodeHistogram(edges, counts);
}

Result<PayloadBytes> bucketsOfTensor(std::string_view message, std::size_t limit)
{
    const TensorHeader header = readTensorHeader(message);
    auto bytes = tensorBytes(message, limit);
    if (!bytes) {
        return bytes;
    }
    const auto valueAt = [&](std::size_t i) {
        if (header.elementBytes == sizeof(float)) {
            float value = 0.0F;
            std::memcpy(&value, bytes->data() + i * sizeof(float), sizeof(float));
            return static_cast<double>(value);
        }
        double value = 0.0;
        std::memcpy(&value, bytes->data() + i * sizeof(double), sizeof(double));
        return value;
    };
    if (header.dtype != "float32" && header.dtype != "float64") {
        return failure("load a histogram", {}, "its buckets are of type " + header.dtype);
    }
    std::vector<std::array<double, 3>> rows;
    for (std::size_t i = 0; i + 2 < header.elements; i += 3) {
        rows.push_back({valueAt(i), valueAt(i + 1), valueAt(i + 2)});
    }
    return bucketsOfRows(rows);
}

PayloadBytes bucketsOfMindSpore(std::string_view message)
{
    std::vector<std::array<double, 3>> rows;
    pbf_reader histo = readerOf(message);
    while (histo.next()) {
        if (histo.tag_and_type() != bytesField(1)) {
            histo.skip();
            continue;
        }
        double left = 0.0;
        double width = 0.0;
        double count = 0.0;
        pbf_reader bucket(histo.get_message());
        while (bucket.next()) {
            if (bucket.tag() == 1) {
                left = realOf(bucket);
            } else if (bucket.tag() == 2) {
                width = realOf(bucket);
            } else if (bucket.tag_and_type() == varintField(3)) {
                count = static_cast<double>(bucket.get_int64());
            } else {
                bucket.skip();
            }
        }
        // Buckets touch, but left + width is rounded: the next left edge is the truer right edge.
        if (!rows.empty()) {
            rows.back()[1] = left;
        }
        rows.push_back({left, left + width, count});
    }
    return bucketsOfRows(rows);
}

} // namespace

Result<PayloadBytes> payloadOf(PayloadForm form, PayloadBytes message, std::size_t limit)
{
    const std::string_view text = asText(message);
    try {
        switch (form) {
        case PayloadForm::Raw:
            return message;
        case PayloadForm::StringTensor:
            return joined(text, 0);
        case PayloadForm::ImageTensor:
            return joined(text, 2);
        case PayloadForm::NumericTensor:
            return tensorPayload(text, limit);
        case PayloadForm::MindSporeTensor:
            return mindSporeTensorBytes(text, limit);
        case PayloadForm::HistogramProto:
            return bucketsOfProto(text);
        case PayloadForm::HistogramTensor:
            return bucketsOfTensor(text, limit);
        case PayloadForm::MindSporeHistogram:
            return bucketsOfMindSpore(text);
        case PayloadForm::GraphDef:
            return encodeGraph(graphOfGraphDef(text));
        case PayloadForm::MindSporeGraph:
            return encodeGraph(graphOfAnfIr(text));
        }
    } catch (const std::exception& error) {
        return failure("load a payload", {}, error.what());
    }
    return failure("load a payload", {}, "its form is not known");
}

} // namespace runlens::event_file
