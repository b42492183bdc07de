// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/ir/pass_pane.h"

#include "viewers/common/widgets.h"

#include <QVBoxLayout>

namespace runlens::viewers {

PassPane::PassPane(const Palette* palette)
    : TitledPane(palette, tr("Passes"))
    , m_model(new PassModel(this))
    , m_list(new PassList(palette, m_model))
{
    setContent(m_list);
    note()->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    note()->setText(tr("nodes"));
    auto* legend = new QWidget(this);
    auto* column = new QVBoxLayout(legend);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(2);
    for (const QString& line : {tr("+ added  \u2212 removed"),
                                tr("~ changed  \u21C6 reshaped"),
                                tr("J, K: next, previous pass")})
    {
        column->addWidget(new TextLabel(palette, line, Role::Text3, Palette::font(11), legend));
    }
    layout()->addWidget(new Separator(palette, Qt::Horizontal, Role::Line, this));
    layout()->addWidget(legend);
}

} // namespace runlens::viewers
