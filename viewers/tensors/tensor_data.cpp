// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/tensors/tensor_data.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace runlens::viewers {

namespace {

constexpr const char* kTensorAttempted = "show the tensor";

struct TypeRow {
    ElementType type;
    const char* name;
    std::size_t bytes;
};

constexpr std::array kElementTypes{
    TypeRow{ElementType::Bool, "bool", 1},
    TypeRow{ElementType::Int8, "int8", 1},
    TypeRow{ElementType::Int16, "int16", 2},
    TypeRow{ElementType::Int32, "int32", 4},
    TypeRow{ElementType::Int64, "int64", 8},
    TypeRow{ElementType::UInt8, "uint8", 1},
    TypeRow{ElementType::UInt16, "uint16", 2},
    TypeRow{ElementType::UInt32, "uint32", 4},
    TypeRow{ElementType::UInt64, "uint64", 8},
    TypeRow{ElementType::Float16, "float16", 2},
    TypeRow{ElementType::BFloat16, "bfloat16", 2},
    TypeRow{ElementType::Float32, "float32", 4},
    TypeRow{ElementType::Float64, "float64", 8},
    TypeRow{ElementType::Complex64, "complex64", 8},
    TypeRow{ElementType::Complex128, "complex128", 16},
    TypeRow{ElementType::String, "string", 0},
};

const TypeRow& rowOfType(ElementType type)
{
    return kElementTypes.at(static_cast<std::size_t>(type));
}

/// "1+2j", "-0-infj" as Python writes it, with the words of this program for what is not finite.
std::string complexText(const std::string& real, std::string imaginary)
{
    if (imaginary.front() != '-') {
        imaginary.insert(imaginary.begin(), '+');
    }
    return real + imaginary + 'j';
}

bool setStrings(TensorData& tensor, const std::vector<std::int64_t>& sizes)
{
    std::size_t at = 0;
    for (const std::int64_t size : sizes) {
        if (size < 0 || static_cast<std::uint64_t>(size) > tensor.bytes.size() - at) {
            return false;
        }
        at += static_cast<std::size_t>(size);
        tensor.ends.push_back(at);
    }
    return at == tensor.bytes.size();
}

/// The shape as declared, or what is there in one dimension.
void setShape(TensorData& tensor, const DeclaredTensor& declared, std::uint64_t there, bool isEven)
{
    const bool isNegative =
        std::ranges::any_of(declared.shape, [](std::int64_t size) { return size < 0; });
    const auto wanted = elementCount(declared.shape);
    tensor.wantedCount = wanted.value_or(0);
    if (!declared.hasShape) {
        tensor.problem = ShapeProblem::Missing;
    } else if (isNegative) {
        tensor.problem = ShapeProblem::Negative;
    } else if (!wanted) {
        tensor.problem = ShapeProblem::Overflow;
    } else if (*wanted > there) {
        tensor.problem = ShapeProblem::Shorter;
    } else if (*wanted < there || !isEven) {
        tensor.problem = ShapeProblem::Longer;
    }
    tensor.count = there;
    tensor.shape = tensor.problem == ShapeProblem::None
                       ? declared.shape
                       : std::vector<std::int64_t>{static_cast<std::int64_t>(there)};
}

} // namespace

std::optional<ElementType> elementTypeOf(std::string_view name)
{
    const auto* const found =
        std::ranges::find_if(kElementTypes, [&](const TypeRow& row) { return name == row.name; });
    return found == kElementTypes.end() ? std::nullopt : std::optional(found->type);
}

const char* elementTypeName(ElementType type)
{
    return rowOfType(type).name;
}

std::size_t elementBytes(ElementType type)
{
    return rowOfType(type).bytes;
}

std::optional<std::uint64_t> elementCount(const std::vector<std::int64_t>& shape)
{
    // A zero anywhere makes it empty, however large the others are.
    if (std::ranges::any_of(shape, [](std::int64_t size) { return size < 0; })) {
        return std::nullopt;
    }
    if (std::ranges::find(shape, 0) != shape.end()) {
        return 0;
    }
    std::int64_t count = 1;
    for (const std::int64_t size : shape) {
        if (__builtin_mul_overflow(count, size, &count)) {
            return std::nullopt;
        }
    }
    return static_cast<std::uint64_t>(count);
}

Result<TensorData> makeTensor(const DeclaredTensor& declared, std::vector<std::byte> payload)
{
    const auto type = elementTypeOf(declared.dtype);
    if (!type) {
        return failure(kTensorAttempted,
                       {},
                       declared.dtype.empty()
                           ? std::string("the record does not say the type of its elements")
                           : "elements of type " + declared.dtype + " are not known");
    }
    TensorData tensor;
    tensor.type = *type;
    tensor.declared = declared.shape;
    tensor.bytes = std::move(payload);
    if (*type == ElementType::String) {
        if (!setStrings(tensor, declared.sizes)) {
            return failure(kTensorAttempted, {}, "the lengths of its strings do not fit its bytes");
        }
        setShape(tensor, declared, tensor.ends.size(), true);
        return tensor;
    }
    const std::size_t each = elementBytes(*type);
    const std::uint64_t there = tensor.bytes.size() / each;
    setShape(tensor, declared, there, tensor.bytes.size() % each == 0);
    if (tensor.problem == ShapeProblem::Shorter && there == 0) {
        return failure(kTensorAttempted,
                       {},
                       "its shape " + shapeText(declared.shape) + " of " + declared.dtype
                           + " wants " + std::to_string(tensor.wantedCount)
                           + " elements and its payload has none");
    }
    return tensor;
}

double TensorData::value(std::uint64_t index) const
{
    switch (type) {
    case ElementType::Bool:
        return raw<std::uint8_t>(index) != 0 ? 1.0 : 0.0;
    case ElementType::Int8:
        return raw<std::int8_t>(index);
    case ElementType::Int16:
        return raw<std::int16_t>(index);
    case ElementType::Int32:
        return raw<std::int32_t>(index);
    case ElementType::Int64:
        return static_cast<double>(raw<std::int64_t>(index));
    case ElementType::UInt8:
        return raw<std::uint8_t>(index);
    case ElementType::UInt16:
        return raw<std::uint16_t>(index);
    case ElementType::UInt32:
        return raw<std::uint32_t>(index);
    case ElementType::UInt64:
        return static_cast<double>(raw<std::uint64_t>(index));
    case ElementType::Float16:
        return static_cast<double>(halfToFloat(raw<std::uint16_t>(index)));
    case ElementType::BFloat16:
        return static_cast<double>(bfloat16ToFloat(raw<std::uint16_t>(index)));
    case ElementType::Float32:
        return static_cast<double>(raw<float>(index));
    case ElementType::Float64:
        return raw<double>(index);
    case ElementType::Complex64: {
        const auto parts = raw<std::array<float, 2>>(index);
        return std::hypot(static_cast<double>(parts[0]), static_cast<double>(parts[1]));
    }
    case ElementType::Complex128: {
        const auto parts = raw<std::array<double, 2>>(index);
        return std::hypot(parts[0], parts[1]);
    }
    case ElementType::String:
        break;
    }
    return std::numeric_limits<double>::quiet_NaN();
}

std::string TensorData::text(std::uint64_t index) const
{
    switch (type) {
    case ElementType::Bool:
        return raw<std::uint8_t>(index) != 0 ? "true" : "false";
    case ElementType::Int64:
        return std::to_string(raw<std::int64_t>(index));
    case ElementType::UInt64:
        return std::to_string(raw<std::uint64_t>(index));
    case ElementType::Float16:
        return shortestText(toBits(halfToFloat(raw<std::uint16_t>(index))), NumberType::Float16);
    case ElementType::BFloat16:
        return shortestText(toBits(bfloat16ToFloat(raw<std::uint16_t>(index))),
                            NumberType::BFloat16);
    case ElementType::Float32:
        return shortestText(toBits(raw<float>(index)), NumberType::Float32);
    case ElementType::Complex64: {
        const auto parts = raw<std::array<float, 2>>(index);
        return complexText(shortestText(toBits(parts[0]), NumberType::Float32),
                           shortestText(toBits(parts[1]), NumberType::Float32));
    }
    case ElementType::Complex128: {
        const auto parts = raw<std::array<double, 2>>(index);
        return complexText(shortestText(parts[0]), shortestText(parts[1]));
    }
    case ElementType::String: {
        const auto at = static_cast<std::size_t>(index);
        const std::size_t start = at == 0 ? 0 : ends[at - 1];
        return {reinterpret_cast<const char*>(bytes.data()) + start, ends[at] - start};
    }
    case ElementType::Float64:
        return shortestText(raw<double>(index));
    default: // the smaller integers
        return std::to_string(static_cast<std::int64_t>(value(index)));
    }
}

bool TensorData::isLess(std::uint64_t left, std::uint64_t right) const
{
    if (type == ElementType::Int64) {
        return raw<std::int64_t>(left) < raw<std::int64_t>(right);
    }
    if (type == ElementType::UInt64) {
        return raw<std::uint64_t>(left) < raw<std::uint64_t>(right);
    }
    return value(left) < value(right);
}

std::string shapeText(const std::vector<std::int64_t>& shape)
{
    std::string text = "[";
    for (const std::int64_t size : shape) {
        text += (text.size() > 1 ? ", " : "") + std::to_string(size);
    }
    return text + ']';
}

std::vector<std::int64_t> placeOfElement(const std::vector<std::int64_t>& shape,
                                         std::uint64_t element)
{
    std::vector<std::int64_t> place(shape.size(), 0);
    for (std::size_t dimension = shape.size(); dimension-- > 0;) {
        const auto size = static_cast<std::uint64_t>(std::max<std::int64_t>(shape[dimension], 1));
        place[dimension] = static_cast<std::int64_t>(element % size);
        element /= size;
    }
    return place;
}

} // namespace runlens::viewers
