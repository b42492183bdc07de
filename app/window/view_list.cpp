// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/view_list.h"

#include "viewers/distributions/distributions_view.h"
#include "viewers/graph/graph_view.h"
#include "viewers/ir/ir_view.h"
#include "viewers/lineage/lineage_view.h"
#include "viewers/media/media_view.h"
#include "viewers/operators/operators_view.h"
#include "viewers/overview/overview_view.h"
#include "viewers/pr_curves/pr_curves_view.h"
#include "viewers/scalars/scalars_view.h"
#include "viewers/tensors/tensors_view.h"
#include "viewers/timeline/timeline_view.h"

#include <QCoreApplication>

namespace runlens::app {

namespace {

struct ViewText {
    Q_DECLARE_TR_FUNCTIONS(runlens::app::ViewList)
};

template <typename ViewType>
[[maybe_unused]] viewers::View* make(viewers::ViewContext context, QWidget* parent)
{
    return new ViewType(context, parent);
}

} // namespace

// Entries of one group stand together; the group caption is drawn above the first of them. A line
// reads
//   {"scalars", ViewText::tr("Scalars"), learn, ":/icons/scalars.svg", make<viewers::ScalarsView>},
// Order: overview | scalars ... | graph, ir | timeline, operators ...
std::vector<viewers::ViewEntry> viewList()
{
    [[maybe_unused]] const QString learn = ViewText::tr("Learn");
    [[maybe_unused]] const QString understand = ViewText::tr("Understand");
    [[maybe_unused]] const QString speedUp = ViewText::tr("Speed up");
    // clang-format off
    return {
        {"overview", ViewText::tr("Overview"), QString(), ":/icons/overview.svg", make<viewers::OverviewView>},
        {"scalars", ViewText::tr("Scalars"), learn, ":/icons/scalars.svg", make<viewers::ScalarsView>},
        {"distributions", ViewText::tr("Distributions"), learn, ":/icons/distributions.svg", make<viewers::DistributionsView>},
        {"media", ViewText::tr("Media"), learn, ":/icons/media.svg", make<viewers::MediaView>},
        {"tensors", ViewText::tr("Tensors"), learn, ":/icons/tensors.svg", make<viewers::TensorsView>},
        {"pr_curves", ViewText::tr("PR curves"), learn, ":/icons/pr_curves.svg", make<viewers::PrCurvesView>},
        {"lineage", ViewText::tr("Lineage"), learn, ":/icons/lineage.svg", make<viewers::LineageView>},
        {"graph", ViewText::tr("Graph"), understand, ":/icons/graph.svg", make<viewers::GraphView>},
        {"ir", ViewText::tr("IR"), understand, ":/icons/ir.svg", make<viewers::IrView>},
        {"timeline", ViewText::tr("Timeline"), speedUp, ":/icons/timeline.svg", make<viewers::TimelineView>},
        {"operators", ViewText::tr("Operators"), speedUp, ":/icons/operators.svg", make<viewers::OperatorsView>},
    };
    // clang-format on
}

} // namespace runlens::app
