// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/common/titled_pane.h"

#include "viewers/common/widgets.h"

#include <QVBoxLayout>

namespace runlens::viewers {

TitledPane::TitledPane(const Palette* palette, const QString& title, QWidget* parent)
    : QWidget(parent)
    , m_title(new TextLabel(palette, title, Role::Text, Palette::font(12, QFont::DemiBold), this))
    , m_note(new TextLabel(palette, {}, Role::Text3, Palette::font(11), this))
{
    auto* bar = new QWidget(this);
    bar->setFixedHeight(28);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(12, 0, 12, 0);
    row->setSpacing(8);
    row->addWidget(m_title);
    row->addWidget(m_note, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(bar);
    column->addWidget(new Separator(palette, Qt::Horizontal, Role::Line, this));
}

void TitledPane::setContent(QWidget* content)
{
    static_cast<QVBoxLayout*>(layout())->addWidget(content, 1);
}

} // namespace runlens::viewers
