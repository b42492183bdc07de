// SPDX-License-Identifier: Apache-2.0
/// Event files made by hand: protobuf fields and record framing, so that a test can show its input.
#pragma once

#include "summary_format/formats/event_file/crc32c.h"
#include "summary_format/records.h"
#include "tests/support/files.h"

#include <protozero/pbf_writer.hpp>

#include <cstring>
#include <fstream>
#include <string>

namespace runlens::test {

template <typename T>
std::string littleEndian(T value)
{
    std::string bytes(sizeof(T), '\0');
    std::memcpy(bytes.data(), &value, sizeof(T));
    return bytes;
}

/// Length, its checksum, data, its checksum.
inline std::string framed(const std::string& data)
{
    const std::string length = littleEndian<std::uint64_t>(data.size());
    return length + littleEndian(event_file::maskedCrc32c(asBytes(length))) + data
           + littleEndian(event_file::maskedCrc32c(asBytes(data)));
}

/// A protobuf message from a function that writes its fields.
template <typename Write>
std::string message(Write write)
{
    std::string bytes;
    protozero::pbf_writer writer(bytes);
    write(writer);
    return bytes;
}

/// An event with one summary value made elsewhere.
inline std::string valueEvent(double wallTime, std::int64_t step, const std::string& value)
{
    const std::string summary = message([&](auto& fields) { fields.add_message(1, value); });
    return framed(message([&](auto& fields) {
        fields.add_double(1, wallTime);
        if (step != 0) {
            fields.add_int64(2, step);
        }
        fields.add_message(5, summary);
    }));
}

inline std::string
scalarEvent(double wallTime, std::int64_t step, const std::string& tag, float value)
{
    return valueEvent(wallTime, step, message([&](auto& fields) {
                          fields.add_string(1, tag);
                          fields.add_float(2, value);
                      }));
}

inline std::string versionEvent(const std::string& version)
{
    return framed(message([&](auto& fields) {
        fields.add_double(1, 1000.0);
        fields.add_string(3, version);
    }));
}

inline void appendFile(const std::string& path, const std::string& bytes)
{
    std::ofstream(path, std::ios::binary | std::ios::app) << bytes;
}

} // namespace runlens::test
