// SPDX-License-Identifier: GPL-3.0-or-later
/// Where an arrow key leads in a picture. Pure function.
#pragma once

#include "viewers/graph/graph_picture.h"

#include <Qt>

namespace runlens::viewers {

/// Up to what this item reads, down to what reads it, left and right to what stands beside it; from
/// none (-1) to the top. -1 when it leads nowhere.
[[nodiscard]] int neighbourOf(const GraphPicture& picture, int here, Qt::Key key);

} // namespace runlens::viewers
