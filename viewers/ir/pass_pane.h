// SPDX-License-Identifier: GPL-3.0-or-later
/// The list of passes under its title, with the legend of its signs.
#pragma once

#include "viewers/common/titled_pane.h"
#include "viewers/ir/pass_list.h"

namespace runlens::viewers {

class PassPane : public TitledPane {
    Q_OBJECT

public:
    explicit PassPane(const Palette* palette);

    [[nodiscard]] PassModel* model() const { return m_model; }

    [[nodiscard]] PassList* list() const { return m_list; }

private:
    PassModel* m_model;
    PassList* m_list;
};

} // namespace runlens::viewers
