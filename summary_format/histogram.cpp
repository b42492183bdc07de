// SPDX-License-Identifier: Apache-2.0
#include "summary_format/histogram.h"

#include "summary_format/base/wire.h"

#include <protozero/pbf_writer.hpp>

namespace runlens {

namespace {

/// Neither falling nor NaN; infinite edges are allowed (sources use them for the outer buckets).
bool isAscending(const std::vector<double>& edges)
{
    for (std::size_t i = 0; i < edges.size(); ++i) {
        if (edges[i] != edges[i] || (i > 0 && edges[i] < edges[i - 1])) {
            return false;
        }
    }
    return true;
}

void appendDoubles(protozero::pbf_reader& reader, std::vector<double>& out)
{
    for (const double value : reader.get_packed_double()) {
        out.push_back(value);
    }
}

} // namespace

std::vector<std::byte> encodeHistogram(std::span<const double> edges,
                                       std::span<const double> counts)
{
    std::string bytes;
    protozero::pbf_writer writer(bytes);
    writer.add_packed_double(1, edges.begin(), edges.end());
    writer.add_packed_double(2, counts.begin(), counts.end());
    const auto view = std::as_bytes(std::span(bytes));
    return {view.begin(), view.end()};
}

Result<HistogramBuckets> decodeHistogram(std::span<const std::byte> bytes)
{
    HistogramBuckets buckets;
    try {
        protozero::pbf_reader reader(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        while (reader.next()) {
            switch (reader.tag_and_type()) {
            case bytesField(1):
                appendDoubles(reader, buckets.edges);
                break;
            case bytesField(2):
                appendDoubles(reader, buckets.counts);
                break;
            default:
                reader.skip();
            }
        }
    } catch (const std::exception& error) {
        return failure("read a histogram",
                       {},
                       std::string("the bytes are no histogram message (") + error.what() + ")");
    }
    if (buckets.edges.empty() && buckets.counts.empty()) {
        return buckets;
    }
    if (buckets.edges.size() != buckets.counts.size() + 1) {
        return failure("read a histogram",
                       {},
                       "it has " + std::to_string(buckets.edges.size()) + " edges for "
                           + std::to_string(buckets.counts.size()) + " buckets");
    }
    if (!isAscending(buckets.edges)) {
        return failure("read a histogram", {}, "its edges do not ascend");
    }
    return buckets;
}

} // namespace runlens
