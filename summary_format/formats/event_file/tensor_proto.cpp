// SPDX-License-Identifier: Apache-2.0
#include "summary_format/formats/event_file/tensor_proto.h"

#include "summary_format/base/wire.h"

#include <array>
#include <bit>
#include <cstring>
#include <limits>

namespace runlens::event_file {

namespace {

struct ElementType {
    int id;
    const char* name;
    std::size_t bytes;
};

// TensorFlow's DataType numbers.
constexpr std::array kTypes{
    ElementType{1, "float32", 4},
    ElementType{2, "float64", 8},
    ElementType{3, "int32", 4},
    ElementType{4, "uint8", 1},
    ElementType{5, "int16", 2},
    ElementType{6, "int8", 1},
    ElementType{7, "string", 0},
    ElementType{8, "complex64", 8},
    ElementType{9, "int64", 8},
    ElementType{10, "bool", 1},
    ElementType{14, "bfloat16", 2},
    ElementType{17, "uint16", 2},
    ElementType{18, "complex128", 16},
    ElementType{19, "float16", 2},
    ElementType{22, "uint32", 4},
    ElementType{23, "uint64", 8},
};
// MindSpore's anf_ir DataType numbers.
constexpr std::array kMindSporeTypes{
    ElementType{1, "bool", 1},
    ElementType{2, "int8", 1},
    ElementType{3, "int16", 2},
    ElementType{4, "int32", 4},
    ElementType{5, "int64", 8},
    ElementType{6, "uint8", 1},
    ElementType{7, "uint16", 2},
    ElementType{8, "uint32", 4},
    ElementType{9, "uint64", 8},
    ElementType{10, "float16", 2},
    ElementType{11, "float32", 4},
    ElementType{12, "float64", 8},
    ElementType{13, "string", 0},
};

template <typename Types>
void setType(TensorHeader& header, const Types& types, int id)
{
    header.dtype = "dtype " + std::to_string(id);
    header.elementBytes = 0;
    for (const ElementType& type : types) {
        if (type.id == id) {
            header.dtype = type.name;
            header.elementBytes = type.bytes;
        }
    }
}

void multiplyOut(TensorHeader& header)
{
    header.elements = 1;
    for (const std::int64_t size : header.shape) {
        const std::uint64_t factor = size < 0 ? 0 : static_cast<std::uint64_t>(size);
        if (factor != 0 && header.elements > std::numeric_limits<std::uint64_t>::max() / factor) {
            throw protozero::invalid_length_exception{};
        }
        header.elements *= factor;
    }
}

void readShape(TensorHeader& header, std::string_view message)
{
    pbf_reader shape = readerOf(message);
    while (nextBytes(shape, 2)) {
        std::int64_t size = 0;
        pbf_reader dim(shape.get_message());
        while (nextVarint(dim, 1)) {
            size = dim.get_int64();
        }
        header.shape.push_back(size);
    }
}

template <typename T>
void appendValue(std::vector<std::byte>& out, T value)
{
    const auto bytes = std::bit_cast<std::array<std::byte, sizeof(T)>>(value);
    out.insert(out.end(), bytes.begin(), bytes.end());
}

/// One element given as an integer, in the width of the tensor's type.
void appendInteger(std::vector<std::byte>& out, std::uint64_t value, std::size_t bytes)
{
    for (std::size_t i = 0; i < bytes; ++i) {
        out.push_back(static_cast<std::byte>(value >> (8 * i)));
    }
}

/// A repeated field of varints, packed or not.
template <typename Read>
void eachVarint(pbf_reader& field, Read read)
{
    if (field.wire_type() == protozero::pbf_wire_type::length_delimited) {
        for (const std::uint64_t value : field.get_packed_uint64()) {
            read(value);
        }
    } else if (field.wire_type() == protozero::pbf_wire_type::varint) {
        read(field.get_uint64());
    } else {
        field.skip();
    }
}

/// A repeated field of floats or doubles, packed or not.
template <typename T>
void appendFixed(std::vector<std::byte>& out, pbf_reader& field)
{
    constexpr auto kSingle =
        sizeof(T) == 4 ? protozero::pbf_wire_type::fixed32 : protozero::pbf_wire_type::fixed64;
    if (field.wire_type() == protozero::pbf_wire_type::length_delimited) {
        const std::string_view packed = viewOf(field);
        const auto* data = reinterpret_cast<const std::byte*>(packed.data());
        out.insert(out.end(), data, data + packed.size() / sizeof(T) * sizeof(T));
    } else if (field.wire_type() != kSingle) {
        field.skip();
    } else if constexpr (sizeof(T) == 4) {
        appendValue(out, field.get_float());
    } else {
        appendValue(out, field.get_double());
    }
}

/// Raw elements in one piece.
void assignContent(std::vector<std::byte>& out, pbf_reader& field)
{
    if (field.wire_type() != protozero::pbf_wire_type::length_delimited) {
        field.skip();
        return;
    }
    const std::string_view content = viewOf(field);
    const auto* data = reinterpret_cast<const std::byte*>(content.data());
    out.assign(data, data + content.size());
}

/// Fills up to the size of the shape by repeating the last element, as the format says.
Result<std::vector<std::byte>>
broadcast(std::vector<std::byte> values, const TensorHeader& header, std::size_t limit)
{
    if (header.elementBytes == 0) {
        return failure(
            "load a tensor", {}, "elements of type " + header.dtype + " have no fixed size");
    }
    if (header.elements > limit / header.elementBytes) {
        return failure("load a tensor",
                       {},
                       "it is larger than the limit of " + std::to_string(limit) + " bytes");
    }
    const std::size_t wanted = static_cast<std::size_t>(header.elements) * header.elementBytes;
    if (values.size() > wanted) {
        values.resize(wanted);
    }
    if (values.size() < wanted && values.size() >= header.elementBytes) {
        const std::vector<std::byte> last(
            values.end() - static_cast<std::ptrdiff_t>(header.elementBytes), values.end());
        values.reserve(wanted);
        while (values.size() < wanted) {
            values.insert(values.end(), last.begin(), last.end());
        }
    }
    values.resize(wanted);
    return values;
}

Result<std::vector<std::byte>> withinLimit(std::vector<std::byte> values, std::size_t limit)
{
    if (values.size() > limit) {
        return failure("load a tensor",
                       {},
                       "it is larger than the limit of " + std::to_string(limit) + " bytes");
    }
    return values;
}

struct TensorValues {
    std::vector<std::byte> bytes;
    bool isContent = false; ///< in one piece, which is never repeated
};

/// The elements of TensorFlow's message as they stand there.
TensorValues valuesOf(std::string_view message, const TensorHeader& header)
{
    TensorValues values;
    pbf_reader tensor = readerOf(message);
    while (tensor.next()) {
        switch (tensor.tag()) {
        case 4:
            assignContent(values.bytes, tensor);
            values.isContent = !values.bytes.empty();
            break;
        case 5:
            appendFixed<float>(values.bytes, tensor);
            break;
        case 6:
            appendFixed<double>(values.bytes, tensor);
            break;
        case 7:
        case 10:
        case 11:
        case 13:
        case 16:
        case 17:
            eachVarint(tensor, [&](std::uint64_t value) {
                appendInteger(values.bytes, value, header.elementBytes);
            });
            break;
        default:
            tensor.skip();
        }
    }
    return values;
}

} // namespace

TensorHeader readTensorHeader(std::string_view message)
{
    TensorHeader header;
    int type = 0;
    pbf_reader tensor = readerOf(message);
    while (tensor.next()) {
        switch (tensor.tag_and_type()) {
        case varintField(1):
            type = tensor.get_int32();
            break;
        case bytesField(2):
            readShape(header, viewOf(tensor));
            break;
        case bytesField(8):
            header.strings.push_back(viewOf(tensor));
            break;
        default:
            tensor.skip();
        }
    }
    setType(header, kTypes, type);
    multiplyOut(header);
    return header;
}

TensorHeader readMindSporeTensorHeader(std::string_view message)
{
    TensorHeader header;
    int type = 0;
    bool hasFloats = false;
    pbf_reader tensor = readerOf(message);
    while (tensor.next()) {
        switch (tensor.tag()) {
        case 1:
            eachVarint(tensor, [&](std::uint64_t size) {
                header.shape.push_back(static_cast<std::int64_t>(size));
            });
            break;
        case 2:
            eachVarint(tensor, [&](std::uint64_t value) { type = static_cast<int>(value); });
            break;
        case 3:
            hasFloats = true; // whatever the data type says: MindSpore packs tensors as floats
            tensor.skip();
            break;
        default:
            tensor.skip();
        }
    }
    setType(header, kMindSporeTypes, type);
    if (hasFloats && header.dtype != "float32") {
        header.declaredType = std::move(header.dtype);
        header.dtype = "float32";
        header.elementBytes = sizeof(float);
    }
    multiplyOut(header);
    return header;
}

Result<std::vector<std::byte>> tensorBytes(std::string_view message, std::size_t limit)
{
    const TensorHeader header = readTensorHeader(message);
    return broadcast(valuesOf(message, header).bytes, header, limit);
}

Result<std::vector<std::byte>> tensorPayload(std::string_view message, std::size_t limit)
{
    const TensorHeader header = readTensorHeader(message);
    TensorValues values = valuesOf(message, header);
    const bool isWhole = header.elementBytes > 0
                         && values.bytes.size() / header.elementBytes == header.elements
                         && values.bytes.size() % header.elementBytes == 0;
    const bool isRepeated = !values.isContent && header.elementBytes > 0
                            && values.bytes.size() / header.elementBytes < header.elements;
    if (isWhole || isRepeated || header.elementBytes == 0) {
        return broadcast(std::move(values.bytes), header, limit);
    }
    return withinLimit(std::move(values.bytes), limit);
}

Result<std::vector<std::byte>> mindSporeTensorBytes(std::string_view message, std::size_t limit)
{
    const TensorHeader header = readMindSporeTensorHeader(message);
    std::vector<std::byte> values;
    pbf_reader tensor = readerOf(message);
    while (tensor.next()) {
        switch (tensor.tag()) {
        case 3:
            appendFixed<float>(values, tensor);
            break;
        case 4:
        case 5:
        case 7:
            eachVarint(tensor, [&](std::uint64_t value) {
                appendInteger(values, value, header.elementBytes);
            });
            break;
        case 6:
            appendFixed<double>(values, tensor);
            break;
        case 8:
            assignContent(values, tensor);
            break;
        default:
            tensor.skip();
        }
    }
    if (header.elementBytes == 0) {
        return failure(
            "load a tensor", {}, "elements of type " + header.dtype + " have no fixed size");
    }
    return withinLimit(std::move(values), limit); // the format repeats nothing
}

bool scalarOf(std::string_view message, std::uint64_t& bits, NumberType& type)
{
    const TensorHeader header = readTensorHeader(message);
    if (header.elements != 1 || header.elementBytes == 0 || header.elementBytes > 8) {
        return false;
    }
    const auto bytes = tensorBytes(message, 16);
    if (!bytes) {
        return false;
    }
    std::uint64_t raw = 0;
    std::memcpy(&raw, bytes->data(), bytes->size());
    const auto signExtended = [&] {
        const unsigned shift = 64U - 8U * static_cast<unsigned>(bytes->size());
        return static_cast<std::uint64_t>(static_cast<std::int64_t>(raw << shift) >> shift);
    };
    if (header.dtype == "float32") {
        type = NumberType::Float32;
        bits = raw;
    } else if (header.dtype == "float64") {
        type = NumberType::Float64;
        bits = raw;
    } else if (header.dtype == "float16") {
        type = NumberType::Float16;
        bits = toBits(halfToFloat(static_cast<std::uint16_t>(raw)));
    } else if (header.dtype == "bfloat16") {
        type = NumberType::BFloat16;
        bits = toBits(bfloat16ToFloat(static_cast<std::uint16_t>(raw)));
    } else if (header.dtype.starts_with("int")) {
        type = NumberType::Int64;
        bits = signExtended();
    } else if (header.dtype.starts_with("uint") || header.dtype == "bool") {
        type = NumberType::UInt64;
        bits = raw;
    } else {
        return false;
    }
    return true;
}

} // namespace runlens::event_file
