// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/tensors/tensor_loader.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>
#include <limits>

namespace runlens::viewers {

namespace {

struct LoaderText {
    Q_DECLARE_TR_FUNCTIONS(runlens::viewers::TensorLoader)
};

constexpr qsizetype kMostDimensions = 64; ///< NumPy ends at 64 too

/// False where one of them is no whole number.
bool readNumbers(const QJsonArray& list, std::vector<std::int64_t>& numbers)
{
    for (const auto& item : list) {
        const double value = item.toDouble(std::nan(""));
        // A number that int64 does not hold stands for one that is far too large.
        constexpr std::int64_t kTooLarge = std::numeric_limits<std::int64_t>::max();
        const std::int64_t whole = item.toInteger(kTooLarge);
        if (std::isnan(value) || (whole == kTooLarge && std::abs(value) < 9e18)) {
            return false;
        }
        numbers.push_back(whole);
    }
    return true;
}

} // namespace

DeclaredTensor declaredTensor(std::string_view metadata)
{
    const QJsonObject object =
        QJsonDocument::fromJson(
            QByteArray::fromRawData(metadata.data(), static_cast<qsizetype>(metadata.size())))
            .object();
    DeclaredTensor declared;
    declared.dtype = object.value("dtype").toString().toStdString();
    const QJsonValue shape = object.value("shape");
    declared.hasShape = shape.isArray() && shape.toArray().size() <= kMostDimensions
                        && readNumbers(shape.toArray(), declared.shape);
    if (!declared.hasShape) {
        declared.shape.clear();
    }
    if (!readNumbers(object.value("sizes").toArray(), declared.sizes)) {
        declared.sizes.clear();
    }
    return declared;
}

LoadedTensor loadTensor(const RunReader* reader,
                        const Run& run,
                        TagId tag,
                        std::size_t row,
                        const std::stop_token& stop)
{
    const ColumnView<SampleEntry>* entries = run.samples(tag);
    if (entries == nullptr || row >= entries->size() || reader == nullptr) {
        return {nullptr, LoaderText::tr("Nothing was recorded here")};
    }
    const SampleEntry& entry = (*entries)[row];
    auto bytes = entry.payload.exists() ? reader->load(entry.payload, stop, kLargestTensor)
                                        : Result<std::vector<std::byte>>{};
    if (!bytes) {
        return {nullptr, QString::fromStdString(bytes.error().message())};
    }
    auto tensor = makeTensor(declaredTensor(run.text(entry.metadata)), std::move(*bytes));
    if (!tensor) {
        return {nullptr, QString::fromStdString(tensor.error().message())};
    }
    return {std::make_shared<const TensorData>(std::move(*tensor)), {}};
}

} // namespace runlens::viewers
