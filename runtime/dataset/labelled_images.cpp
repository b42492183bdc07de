// SPDX-License-Identifier: Apache-2.0
#include "runtime/dataset/labelled_images.h"

#include "runtime/dataset/idx_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <system_error>

namespace runlens::runtime {

namespace {

std::string withSuffixThatExists(const std::string& path)
{
    std::error_code ignored;
    const std::string packed = path + ".gz";
    return std::filesystem::exists(path, ignored) && !std::filesystem::exists(packed, ignored)
               ? path
               : packed;
}

} // namespace

LabelledImages::LabelledImages(std::size_t rows,
                               std::size_t columns,
                               std::vector<std::uint8_t> pixels,
                               std::vector<std::uint8_t> labels)
    : m_rows(rows), m_columns(columns), m_pixels(std::move(pixels)), m_labels(std::move(labels))
{}

Result<std::shared_ptr<const LabelledImages>> LabelledImages::make(std::size_t rows,
                                                                   std::size_t columns,
                                                                   std::vector<std::uint8_t> pixels,
                                                                   std::vector<std::uint8_t> labels)
{
    constexpr const char* kAttempt = "use the images";
    if (labels.empty() || rows == 0 || columns == 0) {
        return failure(
            kAttempt,
            {},
            fmt::format("{} images of {}x{} pixels hold nothing", labels.size(), rows, columns));
    }
    if (pixels.size() / columns / rows != labels.size() || pixels.size() % (rows * columns) != 0) {
        return failure(kAttempt,
                       {},
                       fmt::format("{} pixels do not make {} images of {}x{}",
                                   pixels.size(),
                                   labels.size(),
                                   rows,
                                   columns));
    }
    return std::shared_ptr<const LabelledImages>(
        new LabelledImages(rows, columns, std::move(pixels), std::move(labels)));
}

std::vector<std::int64_t> LabelledImages::sampleShape() const
{
    return {1, static_cast<std::int64_t>(m_rows), static_cast<std::int64_t>(m_columns)};
}

Result<std::int32_t> LabelledImages::read(std::size_t index, std::span<float> values) const
{
    const std::size_t pixelCount = m_rows * m_columns;
    if (index >= m_labels.size() || values.size() != pixelCount) {
        return failure("read a sample",
                       {},
                       fmt::format("there is no sample {} of {} values", index, values.size()));
    }
    const auto pixels = std::span(m_pixels).subspan(index * pixelCount, pixelCount);
    std::transform(pixels.begin(), pixels.end(), values.begin(), [](std::uint8_t pixel) {
        return static_cast<float>(pixel) * (1.0F / 255.0F);
    });
    return m_labels[index];
}

int LabelledImages::largestLabel() const
{
    return *std::max_element(m_labels.begin(), m_labels.end());
}

Result<std::shared_ptr<const LabelledImages>> readLabelledImages(const std::string& imagesPath,
                                                                 const std::string& labelsPath)
{
    auto images = readIdxFile(imagesPath);
    if (!images) {
        return failure(images);
    }
    auto labels = readIdxFile(labelsPath);
    if (!labels) {
        return failure(labels);
    }
    constexpr const char* kAttempt = "use the data set";
    if (images->dims.size() != 3) {
        return failure(kAttempt,
                       imagesPath,
                       fmt::format("it has {} dimensions; images have 3", images->dims.size()));
    }
    if (labels->dims.size() != 1) {
        return failure(kAttempt,
                       labelsPath,
                       fmt::format("it has {} dimensions; labels have 1", labels->dims.size()));
    }
    if (images->dims[0] != labels->dims[0]) {
        return failure(
            kAttempt,
            labelsPath,
            fmt::format("it has {} labels for {} images", labels->dims[0], images->dims[0]),
            "Take both files from the same data set");
    }
    auto made = LabelledImages::make(
        images->dims[1], images->dims[2], std::move(images->values), std::move(labels->values));
    if (!made) {
        made.error().where = imagesPath;
    }
    return made;
}

Result<std::shared_ptr<const LabelledImages>> readIdxSplit(const std::string& folder,
                                                           const std::string& split)
{
    const std::string stem = folder + '/' + split;
    return readLabelledImages(withSuffixThatExists(stem + "-images-idx3-ubyte"),
                              withSuffixThatExists(stem + "-labels-idx1-ubyte"));
}

} // namespace runlens::runtime
