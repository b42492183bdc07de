// SPDX-License-Identifier: Apache-2.0
/// Protobuf fields by number and wire type together: a field of the right number but the wrong type
/// is not the field that was meant, and reading it as if it were is undefined. Use with
/// pbf_reader::tag_and_type().
#pragma once

#include <protozero/pbf_reader.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace runlens {

using protozero::pbf_reader;

[[nodiscard]] constexpr std::uint32_t varintField(std::uint32_t number)
{
    return protozero::tag_and_type(number, protozero::pbf_wire_type::varint);
}

[[nodiscard]] constexpr std::uint32_t bytesField(std::uint32_t number)
{
    return protozero::tag_and_type(number, protozero::pbf_wire_type::length_delimited);
}

[[nodiscard]] constexpr std::uint32_t floatField(std::uint32_t number)
{
    return protozero::tag_and_type(number, protozero::pbf_wire_type::fixed32);
}

[[nodiscard]] constexpr std::uint32_t doubleField(std::uint32_t number)
{
    return protozero::tag_and_type(number, protozero::pbf_wire_type::fixed64);
}

[[nodiscard]] inline pbf_reader readerOf(std::string_view message)
{
    return pbf_reader(protozero::data_view(message.data(), message.size()));
}

/// The bytes of a length-delimited field.
[[nodiscard]] inline std::string_view viewOf(pbf_reader& field)
{
    const auto view = field.get_view();
    return {view.data(), view.size()};
}

[[nodiscard]] inline std::string textOf(pbf_reader& field)
{
    return std::string(viewOf(field));
}

/// A number that some writers give as float and some as double; anything else counts as 0.
[[nodiscard]] inline double realOf(pbf_reader& field)
{
    if (field.wire_type() == protozero::pbf_wire_type::fixed64) {
        return field.get_double();
    }
    if (field.wire_type() == protozero::pbf_wire_type::fixed32) {
        return static_cast<double>(field.get_float());
    }
    field.skip();
    return 0.0;
}

/// The next field with this number that is length-delimited.
[[nodiscard]] inline bool nextBytes(pbf_reader& reader, std::uint32_t number)
{
    return reader.next(number, protozero::pbf_wire_type::length_delimited);
}

[[nodiscard]] inline bool nextVarint(pbf_reader& reader, std::uint32_t number)
{
    return reader.next(number, protozero::pbf_wire_type::varint);
}

} // namespace runlens
