// SPDX-License-Identifier: GPL-3.0-or-later
/// Nodes, items, edges and scopes of a graph are ints with -1 for none; vectors want a size_t.
#pragma once

#include <cstddef>

namespace runlens::viewers {

/// index must not be negative.
[[nodiscard]] constexpr std::size_t at(int index)
{
    return static_cast<std::size_t>(index);
}

} // namespace runlens::viewers
