// SPDX-License-Identifier: Apache-2.0
/// Where a pipeline takes its samples from, and what may be done to each on the way. A sample is a
/// dense float32 array of one shape for the whole source, and an integer label.
#pragma once

#include "summary_format/base/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace runlens::runtime {

class SampleSource {
public:
    SampleSource() = default;
    SampleSource(const SampleSource&) = delete;
    SampleSource& operator=(const SampleSource&) = delete;
    virtual ~SampleSource() = default;

    [[nodiscard]] virtual std::size_t size() const = 0;
    [[nodiscard]] virtual std::vector<std::int64_t>
    sampleShape() const = 0; ///< {1, 28, 28}; no zero in it
    /// Writes the values of one sample (as many as the product of its shape) and returns its label.
    /// Called by several threads at once; index < size().
    [[nodiscard]] virtual Result<std::int32_t> read(std::size_t index,
                                                    std::span<float> values) const = 0;
};

/// One sample on its way through the map functions, which change it in place.
struct MappedSample {
    std::size_t index = 0;   ///< of the source
    std::uint64_t epoch = 0; ///< from 0
    std::uint64_t seed = 0;  ///< for random augmentation: depends on the pipeline's seed, the epoch
                             ///< and the index alone
    std::span<float> values;
    std::int32_t label = 0;
};

/// Called by several threads at once. An error or an exception ends the pipeline and reaches the
/// consumer as an Error.
using MapFunction = std::function<Status(MappedSample&)>;

/// (value - mean) / deviation for every value. The deviation must not be 0.
[[nodiscard]] MapFunction normalize(float mean, float deviation);

} // namespace runlens::runtime
