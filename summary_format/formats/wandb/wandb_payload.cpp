// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/wandb/wandb_payload.h"

#include "summary_format/base/wire.h"
#include "summary_format/histogram.h"

#include <simdjson.h>

#include <algorithm>
#include <filesystem>

namespace runlens::wandb {

namespace fs = std::filesystem;

namespace {

using ItemBytes = std::vector<std::byte>;

ItemBytes bytesOf(std::string_view text)
{
    const auto bytes = asBytes(text);
    return {bytes.begin(), bytes.end()};
}

std::vector<double> numbersOf(const simdjson::dom::element& json, const char* key)
{
    std::vector<double> numbers;
    simdjson::dom::array list;
    if (json[key].get(list) == simdjson::SUCCESS) {
        for (const simdjson::dom::element element : list) {
            double number = 0.0;
            if (element.get(number) != simdjson::SUCCESS) {
                return {};
            }
            numbers.push_back(number);
        }
    }
    return numbers;
}

/// "bins": all edges; or "packedBins": the first, their distance and the number of buckets.
std::vector<double> edgesOf(const simdjson::dom::element& object)
{
    constexpr std::uint64_t kMostBuckets = 1'000'000;
    double minimum = 0.0;
    double size = 0.0;
    std::uint64_t count = 0;
    const auto packed = object["packedBins"];
    if (packed["min"].get(minimum) != simdjson::SUCCESS
        || packed["size"].get(size) != simdjson::SUCCESS
        || packed["count"].get(count) != simdjson::SUCCESS || count > kMostBuckets)
    {
        return numbersOf(object, "bins");
    }
    std::vector<double> edges(static_cast<std::size_t>(count) + 1);
    for (std::size_t i = 0; i < edges.size(); ++i) {
        edges[i] = minimum + static_cast<double>(i) * size;
    }
    return edges;
}

Result<ItemBytes> histogramOf(std::string_view json)
{
    simdjson::dom::parser parser;
    simdjson::dom::element object;
    if (parser.parse(simdjson::padded_string(json)).get(object) != simdjson::SUCCESS) {
        return failure("load a histogram", {}, "its JSON is damaged");
    }
    const std::vector<double> edges = edgesOf(object);
    const std::vector<double> counts = numbersOf(object, "values");
    if (edges.size() != counts.size() + 1) {
        return failure("load a histogram", {}, "it has no edge on both sides of each bucket");
    }
    return encodeHistogram(edges, counts);
}

Result<ItemBytes> textOf(std::string_view json)
{
    simdjson::dom::parser parser;
    std::string_view text;
    const simdjson::padded_string padded(json);
    if (parser.parse(padded).get(text) != simdjson::SUCCESS) {
        return bytesOf(json);
    }
    return bytesOf(text);
}

/// The message of whatever kind in a record.
std::string_view bodyOf(std::string_view record)
{
    std::string_view body;
    pbf_reader fields = readerOf(record);
    while (fields.next()) {
        const std::uint32_t tag = fields.tag();
        if (tag >= 2 && tag < 200 && tag != 16 && tag != 19
            && fields.wire_type() == protozero::pbf_wire_type::length_delimited)
        {
            body = viewOf(fields);
        } else {
            fields.skip();
        }
    }
    return body;
}

std::string_view lineOf(std::string_view output)
{
    std::string_view line;
    pbf_reader fields = readerOf(output);
    while (nextBytes(fields, 3)) {
        line = viewOf(fields);
    }
    return line;
}

} // namespace

bool isHistogram(const simdjson::dom::element& object)
{
    return object["values"].is_array()
           && (object["bins"].is_array() || object["packedBins"].is_object());
}

std::string_view historyValue(std::string_view history, std::int32_t item)
{
    pbf_reader items = readerOf(history);
    for (std::int32_t i = 0; nextBytes(items, 1); ++i) {
        const std::string_view one = viewOf(items);
        if (i != item) {
            continue;
        }
        std::string_view value;
        pbf_reader fields = readerOf(one);
        while (nextBytes(fields, 16)) {
            value = viewOf(fields);
        }
        return value;
    }
    return {};
}

Result<ItemBytes> payloadOf(std::string_view record, std::int32_t part)
{
    try {
        const std::string_view body = bodyOf(record);
        const std::int32_t item = part >> 3;
        switch (static_cast<PayloadForm>(part & 7)) {
        case PayloadForm::Json:
            return bytesOf(historyValue(body, item));
        case PayloadForm::Text:
            return textOf(historyValue(body, item));
        case PayloadForm::Histogram:
            return histogramOf(historyValue(body, item));
        case PayloadForm::Line:
            return bytesOf(lineOf(body));
        case PayloadForm::Record:
            return bytesOf(body);
        case PayloadForm::File:
            break;
        }
    } catch (const std::exception& error) {
        return failure("load a payload", {}, error.what());
    }
    return failure("load a payload", {}, "its form is not known");
}

Result<std::string> mediaPath(const std::string& base, const std::string& name)
{
    const fs::path relative = fs::path(name).lexically_normal();
    const bool leadsOut = relative.is_absolute() || relative.empty() || *relative.begin() == "..";
    if (leadsOut || name.find('\0') != std::string::npos) {
        return failure("load", name, "the log names a file outside of its folder");
    }
    std::error_code error;
    const fs::path root = fs::canonical(base, error);
    const fs::path place = error ? fs::path() : fs::canonical(root / relative, error);
    if (error) {
        return failure("load", (fs::path(base) / relative).string(), error.message());
    }
    const auto ends = std::mismatch(root.begin(), root.end(), place.begin(), place.end());
    if (ends.first != root.end() || !fs::is_regular_file(place, error)) {
        return failure("load", place.string(), "it is no file of the run's folder");
    }
    return place.string();
}

} // namespace runlens::wandb
