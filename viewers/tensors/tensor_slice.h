// SPDX-License-Identifier: GPL-3.0-or-later
/// Which part of a tensor is looked at: each dimension has one index or is open. One or two open
/// dimensions make a table or a heat map; statistics and histograms take any number. No Qt; pure;
/// any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace runlens::viewers {

inline constexpr std::int64_t kOpen = -1;

/// One entry per dimension: an index, or kOpen.
using TensorSlice = std::vector<std::int64_t>;

/// The last two dimensions open, 0 in the others.
[[nodiscard]] TensorSlice firstSlice(const std::vector<std::int64_t>& shape);
/// The slice made to fit another shape: what cannot stay is put to the last index; another number
/// of dimensions gives firstSlice().
[[nodiscard]] TensorSlice fittedSlice(const TensorSlice& slice,
                                      const std::vector<std::int64_t>& shape);
[[nodiscard]] int openDimensions(const TensorSlice& slice);
/// "[0, :, 3, :]", as Python reads it.
[[nodiscard]] std::string sliceText(const TensorSlice& slice);
/// The same slice with its fixed indices moved so that the element is in it.
[[nodiscard]] TensorSlice sliceWith(const TensorSlice& slice,
                                    const std::vector<std::int64_t>& place);

/// A slice of at most two open dimensions as rows and columns. One open dimension is a column of
/// rows, none a single cell.
struct SliceGrid {
    std::uint64_t base = 0;
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    std::uint64_t rowStride = 0;
    std::uint64_t columnStride = 0;
    int rowDimension = -1;    ///< -1: none
    int columnDimension = -1; ///< -1: none

    [[nodiscard]] std::uint64_t element(std::uint64_t row, std::uint64_t column) const
    {
        return base + row * rowStride + column * columnStride;
    }

    [[nodiscard]] bool isEmpty() const { return rows == 0 || columns == 0; }

    friend bool operator==(const SliceGrid&, const SliceGrid&) = default;
};

/// Nothing when more than two dimensions are open. The slice fits the shape.
[[nodiscard]] std::optional<SliceGrid> gridOf(const std::vector<std::int64_t>& shape,
                                              const TensorSlice& slice);

/// The elements of a slice in runs of even distance, in row-major order.
class SliceWalk {
public:
    SliceWalk(const std::vector<std::int64_t>& shape, const TensorSlice& slice);

    [[nodiscard]] std::uint64_t count() const { return m_count; } ///< elements

    struct Stretch {
        std::uint64_t first = 0;
        std::uint64_t count = 0;
        std::uint64_t stride = 1;
    };

    /// The next stretch; nothing at the end.
    [[nodiscard]] std::optional<Stretch> next();

private:
    struct Dimension {
        std::uint64_t size = 0;
        std::uint64_t stride = 0;
        std::uint64_t at = 0;
    };

    std::vector<Dimension> m_outer; ///< open ones but the last
    Stretch m_inner;
    std::uint64_t m_count = 0;
    std::uint64_t m_at = 0;
    bool m_isDone = false;
};

/// visit(element) for each; false when stopped.
template <typename Visit>
bool visitSlice(const std::vector<std::int64_t>& shape,
                const TensorSlice& slice,
                const std::stop_token& stop,
                Visit visit)
{
    constexpr std::uint64_t kBetweenLooks = std::uint64_t{1} << 16;
    SliceWalk walk(shape, slice);
    std::uint64_t sinceLook = 0;
    while (const auto stretch = walk.next()) {
        std::uint64_t element = stretch->first;
        for (std::uint64_t i = 0; i < stretch->count; ++i, element += stretch->stride) {
            if (++sinceLook == kBetweenLooks) {
                sinceLook = 0;
                if (stop.stop_requested()) {
                    return false;
                }
            }
            visit(element);
        }
    }
    return !stop.stop_requested();
}

} // namespace runlens::viewers
