// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/graph/graph_status.h"

#include "viewers/common/number_format.h"

#include <algorithm>

namespace runlens::viewers {

GraphStatus::GraphStatus(const Palette* palette, QWidget* parent)
    : TextLabel(palette, {}, Role::Text3, Palette::font(11), parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
}

void GraphStatus::showLoading()
{
    setText(tr("Loading the graph"));
}

void GraphStatus::showLayingOut()
{
    setText(tr("Laying out"));
}

void GraphStatus::showPicture(const GraphPicture* picture)
{
    if (picture == nullptr) {
        setText({});
        return;
    }
    const QString time = formatDurationNs(picture->layout.milliseconds * 1e6);
    const QString nodes =
        nodeCountText(static_cast<std::int64_t>(picture->model->graph().nodes.size()));
    switch (picture->layout.problem) {
    case DotProblem::NotFound:
        setText(
            tr("%1, simple layout: the dot program was not found (package graphviz)").arg(nodes));
        return;
    case DotProblem::TooLarge:
        setText(tr("%1, simple layout: too many boxes for dot").arg(nodes));
        return;
    case DotProblem::TooSlow:
        setText(tr("%1, simple layout: dot took longer than 2 s").arg(nodes));
        return;
    case DotProblem::Failed:
        setText(tr("%1, simple layout: dot failed").arg(nodes));
        return;
    case DotProblem::None:
        break;
    }
    setText(picture->layout.engine == LayoutEngine::Dot
                ? tr("%1, laid out by dot in %2").arg(nodes, time)
                : tr("%1, laid out in %2").arg(nodes, time));
}

void GraphStatus::place(const QRect& inside)
{
    const QSize size = sizeHint();
    setGeometry(12,
                inside.height() - size.height() - 8,
                std::min(size.width(), inside.width() - 180),
                size.height());
    raise();
}

} // namespace runlens::viewers
