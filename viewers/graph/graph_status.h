// SPDX-License-Identifier: GPL-3.0-or-later
/// The line at the lower left of the Graph view: how many nodes, which engine laid them out in what
/// time, and why it was not the better one.
#pragma once

#include "viewers/common/widgets.h"
#include "viewers/graph/graph_picture.h"

namespace runlens::viewers {

class GraphStatus : public TextLabel {
    Q_OBJECT

public:
    GraphStatus(const Palette* palette, QWidget* parent);
    void showLoading();
    void showLayingOut();
    void showPicture(const GraphPicture* picture); ///< null: says nothing
    void place(const QRect& inside);               ///< beside the minimap
};

} // namespace runlens::viewers
