// SPDX-License-Identifier: Apache-2.0
#include "summary_format/conversion/event_writer.h"

#include "summary_format/formats/event_file/crc32c.h"

#include <queue>

#include <protozero/pbf_writer.hpp>

#include <cmath>
#include <cstring>
#include <vector>

namespace runlens {

namespace {

constexpr std::size_t kWriteBytes = std::size_t{1} << 16U;

template <typename T>
void append(std::string& bytes, T value)
{
    const std::size_t at = bytes.size();
    bytes.resize(at + sizeof(T));
    std::memcpy(bytes.data() + at, &value, sizeof(T));
}

/// A protobuf message from a function that writes its fields.
template <typename Write>
std::string message(Write write)
{
    std::string bytes;
    protozero::pbf_writer fields(bytes);
    write(fields);
    return bytes;
}

/// The double that is nearest: what a reader rounds back to the same nanosecond, as far as a double
/// can tell nanoseconds apart.
double secondsOf(std::int64_t ns)
{
    constexpr std::int64_t kSecond = 1'000'000'000;
    const std::int64_t whole = ns / kSecond;
    return static_cast<double>(whole) + static_cast<double>(ns - whole * kSecond) * 1e-9;
}

/// TensorProto with one element: its type by TensorFlow's numbers, the bytes of the value.
std::string tensorOf(std::uint64_t bits, NumberType type)
{
    int id = 0;
    std::string content;
    switch (type) {
    case NumberType::Float64:
        id = 2;
        append(content, bits);
        break;
    case NumberType::Int64:
        id = 9;
        append(content, bits);
        break;
    case NumberType::UInt64:
        id = 23;
        append(content, bits);
        break;
    case NumberType::Float16:
        id = 19;
        append(content, halfOf(std::bit_cast<float>(static_cast<std::uint32_t>(bits))));
        break;
    case NumberType::BFloat16:
        id = 14;
        append(
            content,
            static_cast<std::uint16_t>(std::isnan(toDouble(bits, type)) ? 0x7fc0U : bits >> 16U));
        break;
    case NumberType::Float32:
        id = 1;
        append(content, static_cast<std::uint32_t>(bits));
        break;
    }
    return message([&](auto& fields) {
        fields.add_int32(1, id);
        fields.add_message(2, std::string()); // no dimension
        fields.add_bytes(4, content);
    });
}

struct Series {
    const ScalarSeries* points = nullptr;
    std::string_view name;
    std::string_view displayName;
    std::string_view description;
    std::size_t next = 0;
};

std::string valueOf(const Series& series)
{
    const NumberType type = series.points->numberType;
    const std::uint64_t bits = series.points->bits(series.next);
    const bool isFirst = series.next == 0;
    return message([&](auto& fields) {
        fields.add_string(1, series.name.data(), series.name.size());
        if (type == NumberType::Float32) {
            fields.add_float(2, std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
        } else {
            fields.add_message(8, tensorOf(bits, type));
        }
        if (isFirst) { // only the first value of a tag carries its metadata
            fields.add_message(
                9, message([&](auto& about) {
                    about.add_message(
                        1, message([](auto& plugin) { plugin.add_string(1, "scalars"); }));
                    if (series.displayName != series.name) {
                        about.add_string(2, series.displayName.data(), series.displayName.size());
                    }
                    about.add_string(3, series.description.data(), series.description.size());
                    about.add_int32(4, 1); // DATA_CLASS_SCALAR
                }));
        }
    });
}

std::string eventOf(const Series& series)
{
    const std::int64_t step = series.points->steps[series.next];
    const std::int64_t wallNs = series.points->wallNs[series.next];
    return message([&](auto& fields) {
        if (wallNs != kNoTime) {
            fields.add_double(1, secondsOf(wallNs));
        }
        if (step != kNoStep && step != 0) {
            fields.add_int64(2, step);
        }
        fields.add_message(
            5, message([&](auto& summary) { summary.add_message(1, valueOf(series)); }));
    });
}

std::vector<Series> seriesOf(const Run& run, int rank)
{
    std::vector<Series> all;
    for (std::size_t id = 0; id < run.tags().size(); ++id) {
        const Tag& tag = run.tags()[id];
        const ScalarSeries* points = run.scalars(static_cast<TagId>(id));
        if (tag.rank == rank && points != nullptr && points->size() > 0) {
            all.push_back({points,
                           run.text(tag.name),
                           run.text(tag.displayName),
                           run.text(tag.description),
                           0});
        }
    }
    return all;
}

} // namespace

std::uint16_t halfOf(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>((bits >> 16U) & 0x8000U);
    if (std::isnan(value)) {
        return static_cast<std::uint16_t>(sign | 0x7e00U);
    }
    const float size = std::fabs(value);
    if (size >= 65520.0F) { // rounds to infinity
        return static_cast<std::uint16_t>(sign | 0x7c00U);
    }
    // Below the smallest normal half every step is 2^-24; above, the exponent sets the step.
    const int exponent = size < 6.103515625e-05F ? -14 : std::ilogb(size);
    const auto steps = static_cast<std::uint32_t>(
        std::lrint(std::ldexp(size, 10 - exponent))); // 11 bits, rounded to even
    // A carry out of the eleven bits moves into the exponent by itself.
    const std::uint32_t base = exponent == -14 && steps < 1024
                                   ? steps
                                   : static_cast<std::uint32_t>(exponent + 14) * 1024U + steps;
    return static_cast<std::uint16_t>(sign | base);
}

std::string eventRecord(std::string_view data)
{
    std::string record;
    record.reserve(data.size() + 16);
    append(record, static_cast<std::uint64_t>(data.size()));
    append(record, event_file::maskedCrc32c(asBytes(record)));
    record += data;
    append(record, event_file::maskedCrc32c(asBytes(data)));
    return record;
}

WrittenEvents
writeScalarEvents(const Run& run, int rank, const std::function<bool(std::string_view)>& write)
{
    std::vector<Series> all = seriesOf(run, rank);
    WrittenEvents written;
    // Earliest next point first; a tie goes to the tag that was there first.
    using Next = std::pair<std::int64_t, std::size_t>;
    std::priority_queue<Next, std::vector<Next>, std::greater<>> queue;
    for (std::size_t i = 0; i < all.size(); ++i) {
        queue.emplace(all[i].points->wallNs[0], i);
    }
    std::string records = eventRecord(message([&](auto& fields) {
        if (!queue.empty() && queue.top().first != kNoTime) {
            fields.add_double(1, secondsOf(queue.top().first));
        }
        fields.add_string(3, "brain.Event:2");
    }));
    while (!queue.empty()) {
        Series& series = all[queue.top().second];
        const std::size_t which = queue.top().second;
        queue.pop();
        written.withoutStep += series.points->steps[series.next] == kNoStep ? 1 : 0;
        ++written.points;
        records += eventRecord(eventOf(series));
        if (++series.next < series.points->size()) {
            queue.emplace(series.points->wallNs[series.next], which);
        }
        if (records.size() >= kWriteBytes) {
            if (!write(records)) {
                return written;
            }
            records.clear();
        }
    }
    write(records);
    return written;
}

} // namespace runlens
