// SPDX-License-Identifier: GPL-3.0-or-later
/// The list of passes: name and number of nodes, below what changed against the pass before it
/// (+added, −removed, ~changed, ⇄reshaped; the sign first, then the colour) and how long it took. J
/// and K walk it. GUI thread.
#pragma once

#include "viewers/common/palette.h"
#include "viewers/ir/pass_diff.h"

#include <QAbstractListModel>
#include <QListView>

namespace runlens::viewers {

class PassModel : public QAbstractListModel {
    Q_OBJECT

public:
    using QAbstractListModel::QAbstractListModel;
    void setPasses(std::vector<PassSummary> passes);

    [[nodiscard]] const std::vector<PassSummary>& passes() const { return m_passes; }

    [[nodiscard]] int rowOf(PassId pass) const; ///< -1 when there is none

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    std::vector<PassSummary> m_passes;
};

/// "+4 −12 ~4 ⇄1", "no change", "entry graphs" for a first pass.
[[nodiscard]] QString changeText(const PassSummary& summary);

/// One row per pass; RFC 4180 quoting.
[[nodiscard]] QByteArray passesAsCsv(const std::vector<PassSummary>& passes);

class PassList : public QListView {
    Q_OBJECT

public:
    PassList(const Palette* palette, PassModel* model, QWidget* parent = nullptr);
    void setCurrentPass(PassId pass);
    [[nodiscard]] PassId currentPass() const;
    void step(int by); ///< to the next (1) or previous (-1) pass

signals:
    void passChosen(runlens::PassId pass);

protected:
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void changeEvent(QEvent* event) override;

private:
    PassModel* m_model;
    bool m_isSetting = false;
};

} // namespace runlens::viewers
