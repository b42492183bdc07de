// SPDX-License-Identifier: GPL-3.0-or-later
/// The controls of the Graph view for the bar of the window: which graph, search, zoom.
#pragma once

#include "viewers/graph/graph_source.h"

#include <QWidget>

class QComboBox;

namespace runlens::viewers {

class MatchSearch;
class Palette;

class GraphHeader : public QWidget {
    Q_OBJECT

public:
    GraphHeader(const Palette* palette, QWidget* parent);
    void setChoices(const std::vector<GraphChoice>& choices);
    void setChoice(int choice); ///< emits nothing

    [[nodiscard]] MatchSearch* search() const { return m_search; }

signals:
    void choiceAsked(int choice);
    void zoomAsked(double factor);
    void fitAsked();

private:
    QComboBox* m_choices;
    MatchSearch* m_search;
};

} // namespace runlens::viewers
