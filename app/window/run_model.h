// SPDX-License-Identifier: GPL-3.0-or-later
/// The tree of runs: groups are the folders that runs lie in ("lenet_fashion/seed1" shows as seed1
/// under lenet_fashion); a run directly in the opened folder has no group. One column; a delegate
/// draws the roles. Follows the RunSet: a changed list resets the model, a new snapshot changes one
/// row.
#pragma once

#include "app/window/run_filter.h"
#include "viewers/common/run_set.h"

#include <QAbstractItemModel>
#include <QStringList>

#include <functional>
#include <vector>

namespace runlens::app {

enum class RunState { Reading, Live, Finished, Crashed, Unknown, Unreadable };

class RunModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum DataRole {
        KeyRole = Qt::UserRole + 1, ///< QString; empty for a group
        ColourSlotRole,             ///< int
        MetricRole,                 ///< QString, as shown
        MetricIsBadRole,            ///< bool: NaN or infinite
        StateRole,                  ///< int, RunState
        RunCountRole,               ///< int, of a group
    };

    explicit RunModel(viewers::RunSet* runs, QObject* parent = nullptr);

    void setFilter(const RunFilter& filter);
    void setMetric(const QString& tag); ///< empty: none

    [[nodiscard]] const QString& metric() const { return m_metric; }

    /// Scalar tags of the shown runs, sorted; at most limit.
    [[nodiscard]] QStringList metrics(int limit = 500) const;
    /// Accuracy of a test before any accuracy before any loss; empty when there is no scalar.
    [[nodiscard]] QString bestMetric() const;

    void setErrorOf(std::function<QString(const QString&)> errorOf)
    {
        m_errorOf = std::move(errorOf);
    }

    void setNoteOf(std::function<QString(const QString&)> noteOf) { m_noteOf = std::move(noteOf); }

    [[nodiscard]] QModelIndex indexOf(const QString& key) const;
    [[nodiscard]] QStringList keysBelow(const QModelIndex& index) const; ///< of a run: itself

    [[nodiscard]] QModelIndex
    index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void showAsked(const QStringList& keys, bool isShown); ///< a check box was clicked
    void renameAsked(const QString& key, const QString& name);

private:
    struct Node {
        QString name;
        QString key;     ///< empty: a group
        int parent = -1; ///< index into the nodes; -1: at the top
        int row = 0;
        std::vector<int> children; ///< indices into the nodes
        friend bool operator==(const Node&, const Node&) = default;
    };

    struct Tree {
        std::vector<Node> nodes;
        std::vector<int> top; ///< indices into the nodes
        friend bool operator==(const Tree&, const Tree&) = default;
    };

    [[nodiscard]] Tree build() const;

    void rebuild();
    void updateAll();
    void update(const QString& key);
    [[nodiscard]] const Node* nodeOf(const QModelIndex& index) const;
    [[nodiscard]] QVariant runData(const Node& node, int role) const;
    [[nodiscard]] QVariant groupData(const Node& node, int role) const;
    [[nodiscard]] QString toolTipOf(const viewers::OpenRun& run) const;

    viewers::RunSet* m_runs;
    RunFilter m_filter;
    QString m_metric;
    std::function<QString(const QString&)> m_errorOf;
    std::function<QString(const QString&)> m_noteOf;
    Tree m_tree;
};

/// How a run stands, for its mark: the same everywhere in the window.
[[nodiscard]] RunState stateOf(const viewers::OpenRun& run, bool isUnreadable = false);
[[nodiscard]] QString stateText(RunState state);
/// A value of a tag as the tree shows it: accuracies in percent.
[[nodiscard]] QString metricText(const QString& tag, double value);

} // namespace runlens::app
