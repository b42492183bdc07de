// SPDX-License-Identifier: GPL-3.0-or-later
/// The scalar tags of the shown runs, one row per name, in order of first appearance; a run that
/// grows adds rows at the end. ScalarsFilter, whose source it is, sorts them (losses, accuracies,
/// then by name with numbers in their order) and filters by a regular expression. GUI thread only;
/// holds run snapshots through the RunSet.
#pragma once

#include "viewers/common/run_set.h"

#include <QAbstractListModel>
#include <QCollator>
#include <QHash>
#include <QRegularExpression>
#include <QSortFilterProxyModel>

namespace runlens::viewers {

/// Where one curve of a tag comes from.
struct ScalarSource {
    QString runKey;
    TagId tag = kNone<TagId>;
    int rank = 0;
};

struct ScalarTag {
    QString name;
    QString group;       ///< what stands before the first '/'; the name itself without one
    QString description; ///< may be empty
    std::vector<ScalarSource> sources;
    int importance;         ///< tagImportance() of the name, looked at once
    QCollatorSortKey order; ///< by name with numbers in their order
};

class ScalarsModel : public QAbstractListModel {
    Q_OBJECT

public:
    enum DataRole { GroupRole = Qt::UserRole + 1, CurveCountRole };

    explicit ScalarsModel(QObject* parent = nullptr);

    void setRuns(const RunSet& runs); ///< resets
    void update(const OpenRun& run);  ///< rows of new tags, when the run is shown

    [[nodiscard]] const ScalarTag& tag(int row) const
    {
        return m_tags[static_cast<std::size_t>(row)];
    }

    [[nodiscard]] int rowOf(const QString& name) const { return m_rows.value(name, -1); }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    struct Seen {
        std::size_t tags = 0; ///< looked at so far
        std::shared_ptr<const Run> run;
    };

    void add(const OpenRun& run, bool isReset);

    std::vector<ScalarTag> m_tags;
    QHash<QString, int> m_rows;
    QHash<QString, Seen> m_seen;
    QCollator m_collator;
};

class ScalarsFilter : public QSortFilterProxyModel {
    Q_OBJECT

public:
    explicit ScalarsFilter(QObject* parent = nullptr);

    /// An invalid expression keeps the last valid one and returns false.
    bool setPattern(const QString& pattern);

protected:
    [[nodiscard]] bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
};

/// Losses 0, accuracies 1, everything else 2: what is looked at first stands first.
[[nodiscard]] int tagImportance(const QString& name);
/// The values of such a tag are shown as per cent when they lie within [0, 1].
[[nodiscard]] bool isShareName(const QString& name);

} // namespace runlens::viewers
