// SPDX-License-Identifier: Apache-2.0
/// The TensorProto of TensorFlow and the one of MindSpore, reduced to what a reader needs: element
/// type, shape, and the elements as raw little-endian bytes or as strings. A single value with a
/// larger shape is broadcast. Sizes are checked before anything is allocated.
#pragma once

#include "summary_format/base/number.h"
#include "summary_format/base/result.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace runlens::event_file {

struct TensorHeader {
    std::string dtype; ///< "float32", "string", ...; "dtype 21" for one that is not known
    std::size_t elementBytes = 0;          ///< 0: strings, or unknown
    std::vector<std::int64_t> shape;       ///< empty: a scalar
    std::uint64_t elements = 1;            ///< by the shape
    std::vector<std::string_view> strings; ///< elements of a string tensor; views into the message
    /// What the message calls the type of its elements where they are of another one: MindSpore
    /// writes every tensor as floats. Else empty.
    std::string declaredType;
};

/// Throws protozero::exception for a malformed message (callers in this folder catch it).
[[nodiscard]] TensorHeader readTensorHeader(std::string_view message);
[[nodiscard]] TensorHeader readMindSporeTensorHeader(std::string_view message);

/// All elements, little-endian, row-major; refuses more than limit bytes. As many as the shape
/// says.
[[nodiscard]] Result<std::vector<std::byte>> tensorBytes(std::string_view message,
                                                         std::size_t limit);
/// The same, but elements that do not fit the shape are handed on as they are, so that whoever
/// shows them can say so; only values that the format repeats up to the shape are repeated.
[[nodiscard]] Result<std::vector<std::byte>> tensorPayload(std::string_view message,
                                                           std::size_t limit);
[[nodiscard]] Result<std::vector<std::byte>> mindSporeTensorBytes(std::string_view message,
                                                                  std::size_t limit);

/// The one element of a numeric tensor with one element, in its own number type; false for anything
/// else.
[[nodiscard]] bool scalarOf(std::string_view message, std::uint64_t& bits, NumberType& type);

} // namespace runlens::event_file
