// SPDX-License-Identifier: Apache-2.0
/// Tensors: a logical type (element type, shape) over shared storage. The memory is dense and
/// row-major unless `layout` says otherwise: then it is in the order that a oneDNN primitive asked
/// for (padded channels, blocks), and toDense() brings it back. Copies of a Tensor share the
/// storage; clone() does not. Not thread-safe, as a vector is not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace runlens::runtime {

enum class DType : std::uint8_t { Float32, Int32, UInt8 };

using Shape = std::vector<std::int64_t>;

[[nodiscard]] std::int64_t elementCount(const Shape& shape); ///< 1 for a scalar (no dimensions)
[[nodiscard]] std::size_t elementBytes(DType type);
[[nodiscard]] const char* dtypeName(DType type);   ///< "float32"
[[nodiscard]] const char* dtypeIrName(DType type); ///< "Float32"
[[nodiscard]] std::string shapeText(const Shape& shape,
                                    const char* separator = "x"); ///< "32x6x28x28"

struct TensorType {
    DType dtype = DType::Float32;
    Shape shape;
    friend bool operator==(const TensorType&, const TensorType&) = default;
};

/// How the elements lie in memory; only ops/onednn.h looks inside.
struct Layout;
using LayoutRef = std::shared_ptr<const Layout>; ///< null: dense, row-major

/// A type and where its elements lie: what a kernel is prepared for.
struct TensorSpec {
    TensorType type;
    LayoutRef layout;
    std::size_t sizeBytes = 0; ///< of the memory, padding of the layout included
};

[[nodiscard]] TensorSpec denseSpec(TensorType type);

/// The size that allocateStorage() takes for so many bytes: whole cache lines of 64, at least one.
[[nodiscard]] std::size_t storageSize(std::size_t bytes);

/// Memory aligned to 64 bytes, freed with its last owner.
[[nodiscard]] std::shared_ptr<std::byte> allocateStorage(std::size_t bytes);

class Tensor {
public:
    Tensor() = default;
    /// New memory, all zeros.
    explicit Tensor(TensorType type);
    explicit Tensor(TensorSpec spec);
    /// Memory of someone else, kept alive by the pointer.
    Tensor(TensorSpec spec, std::shared_ptr<std::byte> storage);

    static Tensor fromFloats(Shape shape,
                             std::span<const float> values); ///< as many as the shape holds
    static Tensor fromInts(Shape shape, std::span<const std::int32_t> values);
    static Tensor scalar(float value);

    [[nodiscard]] bool isValid() const { return m_storage != nullptr; }

    [[nodiscard]] const TensorType& type() const { return m_spec.type; }

    [[nodiscard]] const TensorSpec& spec() const { return m_spec; }

    [[nodiscard]] const Shape& shape() const { return m_spec.type.shape; }

    [[nodiscard]] bool isDense() const { return m_spec.layout == nullptr; }

    [[nodiscard]] std::byte* data() const { return m_storage.get(); }

    [[nodiscard]] const std::shared_ptr<std::byte>& storage() const { return m_storage; }

    /// The elements of a dense tensor of this type, in row-major order.
    [[nodiscard]] std::span<float> floats() const;
    [[nodiscard]] std::span<std::int32_t> ints() const;

    /// Itself when dense, else a dense copy (ops/onednn.cpp).
    [[nodiscard]] Tensor toDense() const;
    [[nodiscard]] Tensor clone() const;
    /// Same storage, other shape of as many elements; dense tensors only.
    [[nodiscard]] Tensor reshaped(Shape shape) const;

private:
    TensorSpec m_spec;
    std::shared_ptr<std::byte> m_storage;
};

} // namespace runlens::runtime
