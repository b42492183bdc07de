// SPDX-License-Identifier: Apache-2.0
/// Grey images with labels, held as bytes in memory: a source of samples of shape {1, rows,
/// columns} whose values are pixels scaled to 0..1. Immutable; any thread.
#pragma once

#include "runtime/dataset/sample_source.h"

#include <memory>
#include <string>

namespace runlens::runtime {

class LabelledImages final : public SampleSource {
public:
    /// pixels: count * rows * columns bytes, row-major; labels: count bytes. Refuses sizes that do
    /// not fit together.
    static Result<std::shared_ptr<const LabelledImages>> make(std::size_t rows,
                                                              std::size_t columns,
                                                              std::vector<std::uint8_t> pixels,
                                                              std::vector<std::uint8_t> labels);

    [[nodiscard]] std::size_t size() const override { return m_labels.size(); }

    [[nodiscard]] std::vector<std::int64_t> sampleShape() const override;
    [[nodiscard]] Result<std::int32_t> read(std::size_t index,
                                            std::span<float> values) const override;

    [[nodiscard]] std::int32_t label(std::size_t index) const { return m_labels[index]; }

    [[nodiscard]] int largestLabel() const;

private:
    LabelledImages(std::size_t rows,
                   std::size_t columns,
                   std::vector<std::uint8_t> pixels,
                   std::vector<std::uint8_t> labels);

    std::size_t m_rows = 0;
    std::size_t m_columns = 0;
    std::vector<std::uint8_t> m_pixels;
    std::vector<std::uint8_t> m_labels;
};

/// An IDX file of images (3 dimensions) with its IDX file of labels (1 dimension, the same count).
[[nodiscard]] Result<std::shared_ptr<const LabelledImages>>
readLabelledImages(const std::string& imagesPath, const std::string& labelsPath);

/// <folder>/<split>-images-idx3-ubyte[.gz] and <split>-labels-idx1-ubyte[.gz]: split is "train" or
/// "t10k".
[[nodiscard]] Result<std::shared_ptr<const LabelledImages>> readIdxSplit(const std::string& folder,
                                                                         const std::string& split);

} // namespace runlens::runtime
