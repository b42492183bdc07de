// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/tensors/tensor_slice.h"

#include <algorithm>

namespace runlens::viewers {

namespace {

/// Elements from one index of a dimension to the next. Fits: the product of all sizes does, or one
/// of them is 0 and no element is asked for.
std::vector<std::uint64_t> stridesOf(const std::vector<std::int64_t>& shape)
{
    std::vector<std::uint64_t> strides(shape.size(), 1);
    for (std::size_t i = shape.size(); i-- > 1;) {
        strides[i - 1] =
            strides[i] * static_cast<std::uint64_t>(std::max<std::int64_t>(shape[i], 1));
    }
    return strides;
}

} // namespace

TensorSlice firstSlice(const std::vector<std::int64_t>& shape)
{
    TensorSlice slice(shape.size(), 0);
    for (std::size_t i = shape.size() < 2 ? 0 : shape.size() - 2; i < shape.size(); ++i) {
        slice[i] = kOpen;
    }
    return slice;
}

TensorSlice fittedSlice(const TensorSlice& slice, const std::vector<std::int64_t>& shape)
{
    if (slice.size() != shape.size()) {
        return firstSlice(shape);
    }
    TensorSlice fitted = slice;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (fitted[i] != kOpen) {
            fitted[i] =
                std::clamp<std::int64_t>(fitted[i], 0, std::max<std::int64_t>(shape[i] - 1, 0));
        }
    }
    return fitted;
}

int openDimensions(const TensorSlice& slice)
{
    return static_cast<int>(std::ranges::count(slice, kOpen));
}

std::string sliceText(const TensorSlice& slice)
{
    std::string text = "[";
    for (const std::int64_t at : slice) {
        text += text.size() > 1 ? ", " : "";
        text += at == kOpen ? ":" : std::to_string(at);
    }
    return text + ']';
}

TensorSlice sliceWith(const TensorSlice& slice, const std::vector<std::int64_t>& place)
{
    TensorSlice moved = slice;
    for (std::size_t i = 0; i < moved.size() && i < place.size(); ++i) {
        moved[i] = moved[i] == kOpen ? kOpen : place[i];
    }
    return moved;
}

std::optional<SliceGrid> gridOf(const std::vector<std::int64_t>& shape, const TensorSlice& slice)
{
    if (openDimensions(slice) > 2) {
        return std::nullopt;
    }
    const auto strides = stridesOf(shape);
    SliceGrid grid;
    grid.rows = 1;
    grid.columns = 1;
    bool isEmpty = false;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const auto size = static_cast<std::uint64_t>(shape[i]);
        isEmpty = isEmpty || size == 0;
        if (slice[i] != kOpen) {
            grid.base += static_cast<std::uint64_t>(slice[i]) * strides[i];
        } else if (grid.rowDimension < 0) {
            grid.rowDimension = static_cast<int>(i);
            grid.rows = size;
            grid.rowStride = strides[i];
        } else {
            grid.columnDimension = static_cast<int>(i);
            grid.columns = size;
            grid.columnStride = strides[i];
        }
    }
    if (isEmpty) {
        grid.rows = 0;
    }
    return grid;
}

SliceWalk::SliceWalk(const std::vector<std::int64_t>& shape, const TensorSlice& slice)
{
    const auto strides = stridesOf(shape);
    m_count = 1;
    m_inner.count = 1;
    std::vector<Dimension> open;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const auto size = static_cast<std::uint64_t>(shape[i]);
        if (size == 0) {
            m_count = 0;
            m_isDone = true;
            return;
        }
        if (slice[i] != kOpen) {
            m_at += static_cast<std::uint64_t>(slice[i]) * strides[i];
            continue;
        }
        m_count *= size;
        // Neighbours that lie one after the other are one stretch.
        if (!open.empty() && open.back().stride == size * strides[i]) {
            open.back() = {open.back().size * size, strides[i], 0};
        } else {
            open.push_back({size, strides[i], 0});
        }
    }
    if (!open.empty()) {
        m_inner.count = open.back().size;
        m_inner.stride = open.back().stride;
        open.pop_back();
    }
    m_outer = std::move(open);
}

std::optional<SliceWalk::Stretch> SliceWalk::next()
{
    if (m_isDone) {
        return std::nullopt;
    }
    Stretch stretch = m_inner;
    stretch.first = m_at;
    m_isDone = true;
    for (std::size_t i = m_outer.size(); i-- > 0;) {
        Dimension& dimension = m_outer[i];
        if (++dimension.at < dimension.size) {
            m_at += dimension.stride;
            m_isDone = false;
            break;
        }
        m_at -= (dimension.size - 1) * dimension.stride;
        dimension.at = 0;
    }
    return stretch;
}

} // namespace runlens::viewers
