// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/tensors/npy_file.h"

#include <QSaveFile>

#include <algorithm>
#include <span>

namespace runlens::viewers {

namespace {

constexpr const char* kNpyAttempted = "save the tensor";
constexpr std::size_t kNpyAlignment = 64;
constexpr std::size_t kNpyPart = std::size_t{1} << 20; ///< elements written at once

const char* npyType(ElementType type)
{
    switch (type) {
    case ElementType::Bool:
        return "|b1";
    case ElementType::Int8:
        return "|i1";
    case ElementType::Int16:
        return "<i2";
    case ElementType::Int32:
        return "<i4";
    case ElementType::Int64:
        return "<i8";
    case ElementType::UInt8:
        return "|u1";
    case ElementType::UInt16:
        return "<u2";
    case ElementType::UInt32:
        return "<u4";
    case ElementType::UInt64:
        return "<u8";
    case ElementType::Float16:
        return "<f2";
    case ElementType::BFloat16:
    case ElementType::Float32:
        return "<f4";
    case ElementType::Float64:
        return "<f8";
    case ElementType::Complex64:
        return "<c8";
    case ElementType::Complex128:
        return "<c16";
    case ElementType::String:
        break;
    }
    return "";
}

/// "(6, 5)", "(6,)", "()": as Python writes a tuple.
std::string tupleText(const std::vector<std::int64_t>& shape)
{
    std::string text = "(";
    for (std::size_t i = 0; i < shape.size(); ++i) {
        text += (i > 0 ? ", " : "") + std::to_string(shape[i]);
    }
    return text + (shape.size() == 1 ? ",)" : ")");
}

void appendLength(std::string& text, std::size_t length, std::size_t bytes)
{
    for (std::size_t i = 0; i < bytes; ++i) {
        text += static_cast<char>(length >> (8 * i) & 0xffU);
    }
}

/// Some elements as they stand in the file.
QByteArray elementsOf(const TensorData& tensor, std::uint64_t first, std::uint64_t count)
{
    const std::size_t each = elementBytes(tensor.type);
    QByteArray part(reinterpret_cast<const char*>(tensor.bytes.data()) + first * each,
                    static_cast<qsizetype>(count * each));
    if (tensor.type == ElementType::Bool) {
        // Any byte but 0 is true; NumPy knows 0 and 1 only.
        std::ranges::transform(
            part, part.begin(), [](char byte) -> char { return byte != 0 ? 1 : 0; });
    } else if (tensor.type == ElementType::BFloat16) {
        QByteArray wide(static_cast<qsizetype>(count * sizeof(float)), Qt::Uninitialized);
        for (std::uint64_t i = 0; i < count; ++i) {
            const float value = bfloat16ToFloat(tensor.raw<std::uint16_t>(first + i));
            std::memcpy(wide.data() + i * sizeof(float), &value, sizeof(float));
        }
        return wide;
    }
    return part;
}

} // namespace

std::string npyHeader(ElementType type, const std::vector<std::int64_t>& shape)
{
    if (type == ElementType::String) {
        return {};
    }
    std::string dictionary = std::string("{'descr': '") + npyType(type)
                             + "', 'fortran_order': False, 'shape': " + tupleText(shape) + ", }";
    const auto paddedLength = [&](std::size_t before) {
        const std::size_t all = before + dictionary.size() + 1; // and the line end
        return (all + kNpyAlignment - 1) / kNpyAlignment * kNpyAlignment - before;
    };
    constexpr std::size_t kShortStart = 10;
    constexpr std::size_t kLongStart = 12;
    const bool isLong = paddedLength(kShortStart) > 0xffff;
    const std::size_t length = paddedLength(isLong ? kLongStart : kShortStart);
    std::string header("\x93NUMPY");
    header += isLong ? '\2' : '\1';
    header += '\0';
    appendLength(header, length, isLong ? 4 : 2);
    dictionary.resize(length - 1, ' ');
    return header + dictionary + '\n';
}

Status writeNpy(const TensorData& tensor,
                const QString& path,
                const std::stop_token& stop,
                std::atomic<int>& done)
{
    const std::string where = path.toStdString();
    const std::string header = npyHeader(tensor.type, tensor.shape);
    if (header.empty()) {
        return failure(kNpyAttempted,
                       where,
                       "strings have no form in a NumPy file that keeps them",
                       "Export them as CSV.");
    }
    QSaveFile file(path);
    const auto unwritable = [&] {
        return failure(kNpyAttempted,
                       where,
                       file.errorString().toStdString(),
                       "Choose another folder or make room on the disk.");
    };
    if (!file.open(QIODevice::WriteOnly)
        || file.write(header.data(), static_cast<qint64>(header.size()))
               != static_cast<qint64>(header.size()))
    {
        return unwritable();
    }
    for (std::uint64_t first = 0; first < tensor.count; first += kNpyPart) {
        if (stop.stop_requested()) {
            return failure(kNpyAttempted, where, "it was cancelled");
        }
        const QByteArray part =
            elementsOf(tensor, first, std::min<std::uint64_t>(kNpyPart, tensor.count - first));
        if (file.write(part) != part.size()) {
            return unwritable();
        }
        done.store(
            static_cast<int>(static_cast<double>(first) / static_cast<double>(tensor.count) * 1000),
            std::memory_order_relaxed);
    }
    return file.commit() ? Status{} : Status(unwritable());
}

} // namespace runlens::viewers
