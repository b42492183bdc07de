// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/graph/graph_walk.h"

#include "viewers/graph/indexing.h"

#include <cmath>
#include <limits>

namespace runlens::viewers {

int neighbourOf(const GraphPicture& picture, int here, Qt::Key key)
{
    const auto boxOf = [&](int item) { return picture.layout.boxes[at(item)]; };
    int best = -1;
    double nearest = std::numeric_limits<double>::max();
    const auto consider = [&](int item, double distance) {
        if (item != here && !picture.isOpenScope(item) && distance < nearest) {
            nearest = distance;
            best = item;
        }
    };
    if (here < 0) { // nothing selected: start at the top
        for (int i = 0; i < static_cast<int>(picture.visible.items.size()); ++i) {
            consider(i, boxOf(i).top() * 1e6 + boxOf(i).left());
        }
    } else if (key == Qt::Key_Up || key == Qt::Key_Down) {
        for (const int e : picture.edgesOf[at(here)]) {
            const VisibleEdge& edge = picture.visible.edges[at(e)];
            const int other = key == Qt::Key_Up ? (edge.to == here ? edge.from : -1)
                                                : (edge.from == here ? edge.to : -1);
            if (other >= 0) { // the main input stands above, a parameter at the side
                const double aside =
                    picture.visible.items[at(other)].attachedTo == here ? 1e6 : 0.0;
                consider(other,
                         aside + std::abs(boxOf(other).center().x() - boxOf(here).center().x()));
            }
        }
    } else {
        const double sign = key == Qt::Key_Left ? -1 : 1;
        for (int i = 0; i < static_cast<int>(picture.visible.items.size()); ++i) {
            const QPointF offset = boxOf(i).center() - boxOf(here).center();
            if (offset.x() * sign > 1) {
                consider(i, std::abs(offset.x()) + 4 * std::abs(offset.y()));
            }
        }
    }
    return best;
}

} // namespace runlens::viewers
