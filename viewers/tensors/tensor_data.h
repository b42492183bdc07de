// SPDX-License-Identifier: GPL-3.0-or-later
/// One recorded tensor in memory: its elements as their source had them, row-major. What a record
/// declares is not trusted: a shape that does not fit the bytes gives the whole elements that are
/// there in one dimension, and says so. No Qt; immutable once made; any thread.
#pragma once

#include "summary_format/base/number.h"
#include "summary_format/base/result.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace runlens::viewers {

enum class ElementType {
    Bool,
    Int8,
    Int16,
    Int32,
    Int64,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    Float16,
    BFloat16,
    Float32,
    Float64,
    Complex64,
    Complex128,
    String,
};

[[nodiscard]] std::optional<ElementType> elementTypeOf(std::string_view name); ///< "float32"
[[nodiscard]] const char* elementTypeName(ElementType type);
[[nodiscard]] std::size_t elementBytes(ElementType type); ///< 0: strings

[[nodiscard]] constexpr bool isFloating(ElementType type)
{
    return type >= ElementType::Float16 && type <= ElementType::Complex128;
}

/// What a record says of its payload.
struct DeclaredTensor {
    std::string dtype;
    std::vector<std::int64_t> shape;
    bool hasShape = true;
    std::vector<std::int64_t> sizes; ///< bytes of each string
};

/// Why the declared shape is not the one that is shown.
enum class ShapeProblem {
    None,
    Missing,  ///< nothing was declared
    Negative, ///< a dimension is negative
    Overflow, ///< the product of the dimensions is beyond 2^63
    Shorter,  ///< the payload has fewer elements
    Longer,   ///< the payload has more bytes
};

struct TensorData {
    ElementType type = ElementType::Float32;
    std::vector<std::int64_t> declared; ///< as the record has it
    std::vector<std::int64_t> shape;    ///< empty: a scalar
    std::uint64_t count = 0;            ///< elements
    std::vector<std::byte> bytes;
    std::vector<std::size_t> ends; ///< of the strings, in the bytes
    ShapeProblem problem = ShapeProblem::None;
    std::uint64_t wantedCount = 0; ///< by the declared shape, where that can be told

    template <typename T>
    [[nodiscard]] T raw(std::uint64_t index) const
    {
        T value{};
        std::memcpy(&value, bytes.data() + static_cast<std::size_t>(index) * sizeof(T), sizeof(T));
        return value;
    }

    /// Of complex numbers the magnitude; of strings NaN.
    [[nodiscard]] double value(std::uint64_t index) const;
    /// The shortest that reads back to the same value in the type of the tensor: "0.1", "1-2j",
    /// "true", "NaN", "Infinity".
    [[nodiscard]] std::string text(std::uint64_t index) const;
    /// Of integers exact beyond 2^53.
    [[nodiscard]] bool isLess(std::uint64_t left, std::uint64_t right) const;

    [[nodiscard]] std::size_t cost() const
    {
        return sizeof(TensorData) + bytes.size() + ends.size() * 8;
    }
};

/// An Error for a type that is not known, and for a payload that holds no whole element where there
/// should be some.
[[nodiscard]] Result<TensorData> makeTensor(const DeclaredTensor& declared,
                                            std::vector<std::byte> payload);

/// The product; nothing for a negative dimension or beyond 2^63. No dimensions: 1.
[[nodiscard]] std::optional<std::uint64_t> elementCount(const std::vector<std::int64_t>& shape);

/// "[6, 1, 5, 5]", "[]"
[[nodiscard]] std::string shapeText(const std::vector<std::int64_t>& shape);

/// Index of each dimension of an element.
[[nodiscard]] std::vector<std::int64_t> placeOfElement(const std::vector<std::int64_t>& shape,
                                                       std::uint64_t element);

} // namespace runlens::viewers
