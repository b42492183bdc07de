// SPDX-License-Identifier: GPL-3.0-or-later
#include "viewers/graph/graph_header.h"

#include "viewers/common/match_search.h"

#include <QComboBox>
#include <QHBoxLayout>

namespace runlens::viewers {

GraphHeader::GraphHeader(const Palette* palette, QWidget* parent)
    : QWidget(parent)
    , m_choices(new QComboBox(this))
    , m_search(new MatchSearch(palette, tr("Find node, operator or %id"), this))
{
    m_choices->setAccessibleName(tr("Graph or pass"));
    m_choices->setToolTip(tr("Graph or pass to show"));
    m_choices->setMinimumWidth(190);
    m_choices->setMaximumWidth(300);
    m_search->setFieldWidth(180);
    auto* zoomOut = new IconButton(palette, QStringLiteral("zoom_out"), tr("Zoom out"), this);
    auto* zoomIn = new IconButton(palette, QStringLiteral("zoom_in"), tr("Zoom in"), this);
    auto* fitAll = new IconButton(palette, QStringLiteral("fit"), tr("Fit the whole graph"), this);
    connect(m_choices, &QComboBox::activated, this, &GraphHeader::choiceAsked);
    connect(zoomOut, &QAbstractButton::clicked, this, [this] { emit zoomAsked(0.8); });
    connect(zoomIn, &QAbstractButton::clicked, this, [this] { emit zoomAsked(1.25); });
    connect(fitAll, &QAbstractButton::clicked, this, &GraphHeader::fitAsked);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_choices);
    row->addWidget(m_search);
    row->addStretch(1);
    row->addWidget(zoomOut);
    row->addWidget(zoomIn);
    row->addWidget(fitAll);
}

void GraphHeader::setChoices(const std::vector<GraphChoice>& choices)
{
    m_choices->clear();
    for (const GraphChoice& choice : choices) {
        m_choices->addItem(choice.title);
    }
}

void GraphHeader::setChoice(int choice)
{
    m_choices->setCurrentIndex(choice);
}

} // namespace runlens::viewers
