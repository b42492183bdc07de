// SPDX-License-Identifier: Apache-2.0
#include "runtime/tensor/tensor.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <new>
#include <numeric>

namespace runlens::runtime {

namespace {
constexpr std::size_t kAlignment = 64;
} // namespace

std::int64_t elementCount(const Shape& shape)
{
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

std::size_t elementBytes(DType type)
{
    return type == DType::UInt8 ? 1 : 4;
}

const char* dtypeName(DType type)
{
    switch (type) {
    case DType::Float32:
        return "float32";
    case DType::Int32:
        return "int32";
    case DType::UInt8:
        return "uint8";
    }
    return "";
}

const char* dtypeIrName(DType type)
{
    switch (type) {
    case DType::Float32:
        return "Float32";
    case DType::Int32:
        return "Int32";
    case DType::UInt8:
        return "UInt8";
    }
    return "";
}

std::string shapeText(const Shape& shape, const char* separator)
{
    std::string text;
    for (const std::int64_t length : shape) {
        text += (text.empty() ? "" : separator) + std::to_string(length);
    }
    return text;
}

TensorSpec denseSpec(TensorType type)
{
    const std::size_t bytes =
        static_cast<std::size_t>(elementCount(type.shape)) * elementBytes(type.dtype);
    return TensorSpec{std::move(type), nullptr, bytes};
}

std::size_t storageSize(std::size_t bytes)
{
    return std::max(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment);
}

std::shared_ptr<std::byte> allocateStorage(std::size_t bytes)
{
    const std::size_t rounded = storageSize(bytes);
    auto* memory = static_cast<std::byte*>(::operator new (rounded, std::align_val_t{kAlignment}));
    std::memset(memory, 0, rounded);
    return {memory, [](std::byte* p) { ::operator delete (p, std::align_val_t{kAlignment}); }};
}

Tensor::Tensor(TensorType type) : Tensor(denseSpec(std::move(type))) {}

Tensor::Tensor(TensorSpec spec)
    : m_spec(std::move(spec)), m_storage(allocateStorage(m_spec.sizeBytes))
{}

Tensor::Tensor(TensorSpec spec, std::shared_ptr<std::byte> storage)
    : m_spec(std::move(spec)), m_storage(std::move(storage))
{}

Tensor Tensor::fromFloats(Shape shape, std::span<const float> values)
{
    Tensor tensor(TensorType{DType::Float32, std::move(shape)});
    assert(values.size() == tensor.floats().size());
    std::copy(values.begin(), values.end(), tensor.floats().begin());
    return tensor;
}

Tensor Tensor::fromInts(Shape shape, std::span<const std::int32_t> values)
{
    Tensor tensor(TensorType{DType::Int32, std::move(shape)});
    assert(values.size() == tensor.ints().size());
    std::copy(values.begin(), values.end(), tensor.ints().begin());
    return tensor;
}

Tensor Tensor::scalar(float value)
{
    return fromFloats({}, std::span(&value, 1));
}

std::span<float> Tensor::floats() const
{
    assert(isDense() && m_spec.type.dtype == DType::Float32);
    return {reinterpret_cast<float*>(m_storage.get()),
            static_cast<std::size_t>(elementCount(shape()))};
}

std::span<std::int32_t> Tensor::ints() const
{
    assert(isDense() && m_spec.type.dtype == DType::Int32);
    return {reinterpret_cast<std::int32_t*>(m_storage.get()),
            static_cast<std::size_t>(elementCount(shape()))};
}

Tensor Tensor::clone() const
{
    Tensor copy(m_spec);
    std::memcpy(copy.data(), data(), m_spec.sizeBytes);
    return copy;
}

Tensor Tensor::reshaped(Shape shape) const
{
    assert(isDense() && elementCount(shape) == elementCount(this->shape()));
    return {denseSpec(TensorType{m_spec.type.dtype, std::move(shape)}), m_storage};
}

} // namespace runlens::runtime
