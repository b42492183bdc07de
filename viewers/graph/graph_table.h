// SPDX-License-Identifier: GPL-3.0-or-later
/// A graph as CSV: one row per node with its inputs by name, calls and mean time; RFC 4180 quoting.
#pragma once

#include "viewers/graph/graph_picture.h"

#include <QByteArray>

namespace runlens::viewers {

[[nodiscard]] QByteArray graphAsCsv(const GraphModel& model, const NodeTimes& times);

} // namespace runlens::viewers
