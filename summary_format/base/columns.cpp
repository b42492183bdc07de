// SPDX-License-Identifier: Apache-2.0
#include "summary_format/base/columns.h"

#include <array>

namespace runlens {

namespace {

/// Starts of the chunks that are still growing; the rest are all of kLargestChunk.
struct Geometry {
    static constexpr std::size_t kMaxGrowing = 64;
    std::array<std::size_t, kMaxGrowing + 1> starts{};
    std::size_t growing = 0;
};

constexpr Geometry makeGeometry()
{
    Geometry geometry;
    std::size_t held = 0;
    while (true) {
        std::size_t next = held / 4;
        next = next < kFirstChunk ? kFirstChunk : next;
        if (next >= kLargestChunk) {
            break;
        }
        geometry.starts[geometry.growing++] = held;
        held += next;
    }
    geometry.starts[geometry.growing] = held;
    return geometry;
}

constexpr Geometry kGeometry = makeGeometry();
constexpr std::size_t kGrownRows = kGeometry.starts[kGeometry.growing];

} // namespace

std::size_t chunkStart(std::size_t chunk)
{
    return chunk <= kGeometry.growing ? kGeometry.starts[chunk]
                                      : kGrownRows + (chunk - kGeometry.growing) * kLargestChunk;
}

std::size_t chunkCapacity(std::size_t chunk)
{
    return chunk < kGeometry.growing ? kGeometry.starts[chunk + 1] - kGeometry.starts[chunk]
                                     : kLargestChunk;
}

std::size_t chunkOf(std::size_t row)
{
    if (row >= kGrownRows) {
        return kGeometry.growing + (row - kGrownRows) / kLargestChunk;
    }
    const auto* begin = kGeometry.starts.data();
    const auto* end = begin + kGeometry.growing;
    return static_cast<std::size_t>(std::upper_bound(begin, end, row) - begin) - 1;
}

} // namespace runlens
