// SPDX-License-Identifier: GPL-3.0-or-later
/// What became of the selected node through all passes. Follows it on a worker.
#pragma once

#include "viewers/common/async.h"
#include "viewers/common/titled_pane.h"
#include "viewers/ir/track_model.h"

class QTableView;

namespace runlens::viewers {

class TrackPane : public TitledPane {
    Q_OBJECT

public:
    explicit TrackPane(const Palette* palette);
    void showNode(const std::shared_ptr<const Run>& run, NodeRef node);
    void clear(); ///< no node is selected
    void setCurrentPass(PassId pass);

    [[nodiscard]] TrackModel* model() const { return m_model; }

    [[nodiscard]] bool isSettled() const { return !m_slot.isBusy(); }

signals:
    void passChosen(runlens::PassId pass); ///< a row was clicked in which the node exists
    void settled();

private:
    QTableView* m_table;
    TrackModel* m_model;
    AsyncSlot m_slot;
    PassId m_pass = kNone<PassId>;
};

} // namespace runlens::viewers
